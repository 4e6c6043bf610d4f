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
      .z = ARENA_ARRAY(a, watched_range, p->n),
      .z_before = ARENA_ARRAY(a, double, p->n),
  };
  for (int i = 0; i < watched_nodes; i++)
    state_init(&x->nodes[i], a, p);
  return !a->failed;
}

double exchange_kinetic_at(const exchange *x, const state *s) {
  int n = x->problem->nv;
  if (!x->mechanical)
    return 0;
  double twice = vec_dot(s->p, s->v, n);
  if (x->velocities && chart_eval(x->velocities, s->t, s->q, x->zero, x->a, x->rates, NULL))
    twice -= vec_dot(x->a, s->v, n);
  return 0.5*twice;
}

void exchange_start(exchange *x, const observed *k, const state *s) {
  double T = exchange_kinetic_at(x, s);
  x->found.kinetic = (watched_range){T, T};
  x->found.rest = (watched_range){k->energy - T, k->energy - T};
  x->found.kinetic_before = T;
  x->found.energy_before = k->energy;
  state_copy(&x->nodes[WATCHED_START], s);
  if (x->mechanical)
    return;
  vec_copy(x->z_before, s->q, s->n);
  for (int i = 0; i < s->n; i++)
    x->z[i] = (watched_range){s->q[i], s->q[i]};
}

static double magnitude(watched_range r) {
  return vec_larger(fabs(r.low), fabs(r.high));
}

// no step can be repeated from a node that is not finite
static void keep_largest(exchange *x, int which, double change, const state *s) {
  if (!(change > watched_larger*x->found.change[which]) || !isfinite(change))
    return;
  x->found.change[which] = change;
  state_copy(&x->nodes[which], s);
}

// the largest change of a state, as a share of its size, and all ranges
static double widen_states(exchange *x, const state *s) {
  double largest = 0;
  for (int i = 0; i < s->n; i++) {
    watched_widen(&x->z[i], s->q[i]);
    double change = fabs(s->q[i] - x->z_before[i]);
    if (change > 0)
      largest = vec_larger(change/magnitude(x->z[i]), largest);
    x->z_before[i] = s->q[i];
  }
  return largest;
}

void exchange_keep(exchange *x, double T, double E, const state *s) {
  double swung = x->mechanical ? fabs(T - x->found.kinetic_before) : widen_states(x, s);
  keep_largest(x, WATCHED_SWUNG, swung, s);
  if (x->has_energy)
    keep_largest(x, WATCHED_JUMPED, fabs(E - x->found.energy_before), s);
}

static const transfer_field fields[] = {
    TRANSFER_SKIP(exchange, problem),
    TRANSFER_SKIP(exchange, velocities),
    TRANSFER_SKIP(exchange, zero),
    TRANSFER_SKIP(exchange, a),
    TRANSFER_SKIP(exchange, rates),
    TRANSFER_SKIP(exchange, mechanical),
    TRANSFER_SKIP(exchange, has_energy),
    TRANSFER_FIELD(exchange, found.kinetic.low),
    TRANSFER_FIELD(exchange, found.kinetic.high),
    TRANSFER_FIELD(exchange, found.rest.low),
    TRANSFER_FIELD(exchange, found.rest.high),
    TRANSFER_FIELD(exchange, found.kinetic_sum),
    TRANSFER_FIELD(exchange, found.count),
    TRANSFER_FIELD(exchange, found.kinetic_before),
    TRANSFER_FIELD(exchange, found.energy_before),
    TRANSFER_SKIP(exchange, found.change),
    TRANSFER_SKIP(exchange, nodes),
    TRANSFER_SKIP(exchange, z),
    TRANSFER_SKIP(exchange, z_before),
};

void exchange_transfer(exchange *x, transfer *t) {
  int n = x->problem->n;
  TRANSFER_RECORD(t, x, fields);
  for (int i = 0; i < watched_nodes; i++) {
    transfer_numbers(t, "change", &x->found.change[i], 1);
    state_transfer(&x->nodes[i], t);
  }
  for (int i = 0; i < n; i++) {
    transfer_numbers(t, "low", &x->z[i].low, 1);
    transfer_numbers(t, "high", &x->z[i].high, 1);
  }
  transfer_numbers(t, "z_before", x->z_before, n);
}

double exchange_width(watched_range r) {
  return r.high - r.low;
}

double exchange_moving(const exchange *x, const double *H_z) {
  if (x->mechanical) {
    double both = vec_smaller(exchange_width(x->found.kinetic), exchange_width(x->found.rest));
    return vec_smaller(both, 2*(exchange_kinetic(x) - x->found.kinetic.low));
  }
  double largest = 0;
  for (int i = 0; H_z && i < x->problem->n; i++)
    largest = vec_larger(fabs(H_z[i])*exchange_width(x->z[i]), largest);
  return largest;
}

double exchange_kinetic(const exchange *x) {
  return x->found.count > 0 ? fabs(x->found.kinetic_sum)/(double)x->found.count : 0;
}

double exchange_size(const exchange *x) {
  return magnitude(x->found.kinetic) + magnitude(x->found.rest);
}
