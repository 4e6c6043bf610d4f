#include "run/exchange.h"

#include <assert.h>

bool exchange_init(exchange *x, arena *a, const problem *p, const observed *k) {
  *x = (exchange){
      .problem = p,
      .mechanical = k->mechanical,
      .has_energy = k->has_energy,
      .velocities =
          k->mechanical && p->mechanical.structure.gyroscopic ? &k->evaluator->velocities : NULL,
      .zero = ARENA_ARRAY(a, double, p->n),
      .a = ARENA_ARRAY(a, double, p->n),
      .rates = ARENA_ARRAY(a, double, p->n),
      .z = ARENA_ARRAY(a, exchange_range, p->n),
      .z_before = ARENA_ARRAY(a, double, p->n),
  };
  for (int i = 0; i < exchange_nodes; i++)
    state_init(&x->nodes[i].state, a, p);
  return !a->failed;
}

static double kinetic_energy(const exchange *x, const state *s) {
  int n = x->problem->nv;
  if (!x->mechanical)
    return 0;
  double twice = vec_dot(s->p, s->v, n);
  if (x->velocities && chart_eval(x->velocities, s->t, s->q, x->zero, x->a, x->rates, NULL))
    twice -= vec_dot(x->a, s->v, n);
  return 0.5*twice;
}

void exchange_start(exchange *x, const observed *k, const state *s) {
  double T = kinetic_energy(x, s);
  x->kinetic = (exchange_range){T, T};
  x->rest = (exchange_range){k->energy - T, k->energy - T};
  x->kinetic_before = T;
  x->energy_before = k->energy;
  state_copy(&x->nodes[EXCHANGE_START].state, s);
  if (x->mechanical)
    return;
  vec_copy(x->z_before, s->q, s->n);
  for (int i = 0; i < s->n; i++)
    x->z[i] = (exchange_range){s->q[i], s->q[i]};
}

static void widen(exchange_range *r, double value) {
  r->low = vec_smaller(value, r->low);
  r->high = vec_larger(value, r->high);
}

static double magnitude(exchange_range r) {
  return vec_larger(fabs(r.low), fabs(r.high));
}

// No step can be repeated from a node that is not finite. Where changes grow slowly, as of a body
// that slides down, copying each of them would cost 300 instructions a step.
static const double larger = 1.05;

static void keep_largest(exchange_node *largest, double change, const state *s) {
  if (!(change > larger*largest->change) || !isfinite(change))
    return;
  largest->change = change;
  state_copy(&largest->state, s);
}

// the largest change of a state, as a share of its size, and all ranges
static double widen_states(exchange *x, const state *s) {
  double largest = 0;
  for (int i = 0; i < s->n; i++) {
    widen(&x->z[i], s->q[i]);
    double change = fabs(s->q[i] - x->z_before[i]);
    if (change > 0)
      largest = vec_larger(change/magnitude(x->z[i]), largest);
    x->z_before[i] = s->q[i];
  }
  return largest;
}

void exchange_see(exchange *x, const observed *k, const state *s) {
  assert(k->known_motion);
  if (!x->mechanical) {
    keep_largest(&x->nodes[EXCHANGE_SWUNG], widen_states(x, s), s);
  } else {
    double T = kinetic_energy(x, s);
    widen(&x->kinetic, T);
    x->kinetic_sum += T;
    x->count++;
    widen(&x->rest, k->energy - T);
    keep_largest(&x->nodes[EXCHANGE_SWUNG], fabs(T - x->kinetic_before), s);
    x->kinetic_before = T;
  }
  if (x->has_energy)
    keep_largest(&x->nodes[EXCHANGE_JUMPED], fabs(k->energy - x->energy_before), s);
  x->energy_before = k->energy;
}

static const transfer_field fields[] = {
    TRANSFER_SKIP(exchange, problem),
    TRANSFER_SKIP(exchange, velocities),
    TRANSFER_SKIP(exchange, zero),
    TRANSFER_SKIP(exchange, a),
    TRANSFER_SKIP(exchange, rates),
    TRANSFER_SKIP(exchange, mechanical),
    TRANSFER_SKIP(exchange, has_energy),
    TRANSFER_FIELD(exchange, kinetic.low),
    TRANSFER_FIELD(exchange, kinetic.high),
    TRANSFER_FIELD(exchange, rest.low),
    TRANSFER_FIELD(exchange, rest.high),
    TRANSFER_FIELD(exchange, kinetic_sum),
    TRANSFER_FIELD(exchange, count),
    TRANSFER_FIELD(exchange, kinetic_before),
    TRANSFER_FIELD(exchange, energy_before),
    TRANSFER_SKIP(exchange, nodes),
    TRANSFER_SKIP(exchange, z),
    TRANSFER_SKIP(exchange, z_before),
};

void exchange_transfer(exchange *x, transfer *t) {
  int n = x->problem->n;
  TRANSFER_RECORD(t, x, fields);
  for (int i = 0; i < exchange_nodes; i++) {
    transfer_numbers(t, "change", &x->nodes[i].change, 1);
    state_transfer(&x->nodes[i].state, t);
  }
  for (int i = 0; i < n; i++) {
    transfer_numbers(t, "low", &x->z[i].low, 1);
    transfer_numbers(t, "high", &x->z[i].high, 1);
  }
  transfer_numbers(t, "z_before", x->z_before, n);
}

double exchange_width(exchange_range r) {
  return r.high - r.low;
}

double exchange_moving(const exchange *x, const double *H_z) {
  if (x->mechanical) {
    double both = vec_smaller(exchange_width(x->kinetic), exchange_width(x->rest));
    return vec_smaller(both, 2*(exchange_kinetic(x) - x->kinetic.low));
  }
  double largest = 0;
  for (int i = 0; H_z && i < x->problem->n; i++)
    largest = vec_larger(fabs(H_z[i])*exchange_width(x->z[i]), largest);
  return largest;
}

double exchange_kinetic(const exchange *x) {
  return x->count > 0 ? fabs(x->kinetic_sum)/(double)x->count : 0;
}

double exchange_size(const exchange *x) {
  return magnitude(x->kinetic) + magnitude(x->rest);
}
