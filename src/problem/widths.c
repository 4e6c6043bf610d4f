#include "problem/widths.h"

#include "problem/evaluate.h"
#include "problem/group.h"
#include "problem/own_chart.h"

#include <assert.h>

static void find_places(widths *w, const problem *p) {
  for (int i = 0; i < w->n; i++) {
    w->place[i] = i;
    w->turn[i] = p->class != PROBLEM_GROUP && p->angle[i];
  }
  for (int k = 0; k < p->group.nfactor; k++) {
    const group_factor *f = &p->group.factor[k];
    for (int i = 0; i < f->dim; i++) {
      bool moves = i < group_factor_translations(f);
      w->turn[f->first + i] = !moves;
      w->place[f->first + i] = moves || f->kind == GROUP_SE2 ? f->from + i : -1;
    }
  }
}

bool widths_init(widths *w, arena *a, evaluator *e) {
  const problem *p = e->problem;
  int n = problem_is_mechanical(p) ? p->nv : p->n;
  *w = (widths){
      .evaluator = e,
      .n = n,
      .place = ARENA_ARRAY(a, int, n),
      .turn = ARENA_ARRAY(a, bool, n),
      .mass = ARENA_ARRAY(a, double, n),
      .force = ARENA_ARRAY(a, double, n),
      .position = ARENA_ARRAY(a, double, n),
      .velocity = ARENA_ARRAY(a, double, n),
      .momentum = ARENA_ARRAY(a, double, n),
      .place_now = ARENA_ARRAY(a, double, n),
      .pace = ARENA_ARRAY(a, double, n),
      .x = ARENA_ARRAY(a, double, n),
  };
  if (!a->failed)
    find_places(w, p);
  return !a->failed;
}

// what is not finite counts as 0
static double finite_or_zero(double x) {
  return isfinite(x) ? x : 0;
}

// position i as it stands; of a rotation 0
static double position(const widths *w, const state *x, int i) {
  return w->place[i] >= 0 ? fabs(x->q[w->place[i]]) : 0;
}

// M_ii and F_i
static void find_forces(widths *w, const state *x) {
  bool lagrangian = w->evaluator->problem->mechanical.lagrangian;
  int n = w->n;
  const double *own = lagrangian ? x->v : x->p;
  chart_view at = own_chart(n, w->evaluator, x->t, x->q, own, true, NULL);
  for (int i = 0; i < n; i++) {
    double m = fabs(at.yx[i*n + i]), force = fabs(at.f[i]);
    for (int j = 0; at.yx[i*n + i] == 0 && j < n; j++)
      m += fabs(at.yx[i*n + j]);
    w->mass[i] = lagrangian ? m : 1/m;
    for (int j = 0; j < n; j++)
      force += fabs(at.fq[i*n + j])*(position(w, x, j) + (w->turn[j] ? 1 : 0));
    w->force[i] = finite_or_zero(force);
  }
}

// x_j in the unit of x_i; unchanged where there is no mass to convert it by
static double converted(const widths *w, int j, int i) {
  double ratio = w->mass[j]/w->mass[i];
  return isfinite(ratio) ? sqrt(ratio)*w->x[j] : w->x[j];
}

// the largest of the x_j, or of those that are not angles, in the unit of x_i
static double largest_like(const widths *w, int i, bool all) {
  double largest = 0;
  for (int j = 0; j < w->n; j++)
    if (all || !w->turn[j])
      largest = vec_larger(largest, converted(w, j, i));
  return largest;
}

// |v_i| + X_i of the numbers in w->x, and the same for positions
static void spread_velocities(const widths *w, const state *x, double *out) {
  for (int i = 0; i < w->n; i++)
    out[i] = fabs(x->v[i]) + largest_like(w, i, true);
}

static void spread_positions(const widths *w, const state *x, double *out) {
  for (int i = 0; i < w->n; i++)
    out[i] = position(w, x, i) + (w->turn[i] ? 1 : largest_like(w, i, false));
}

static void find_momenta(widths *w, const state *x) {
  double largest = vec_max(x->p, w->n);
  for (int i = 0; i < w->n; i++) {
    bool massive = w->mass[i] > 0 && isfinite(w->mass[i]);
    w->momentum[i] = massive ? w->mass[i]*w->velocity[i]
                             : fabs(x->p[i]) + largest + fabs(w->step)*w->force[i];
  }
}

static void mechanical_widths(widths *w, const state *x) {
  int n = w->n;
  double h = fabs(w->step);
  find_forces(w, x);
  for (int i = 0; i < n; i++)
    w->x[i] = position(w, x, i);
  spread_positions(w, x, w->place_now);
  for (int i = 0; i < n; i++)
    w->x[i] = fabs(x->v[i]);
  spread_velocities(w, x, w->pace);
  for (int i = 0; i < n; i++)
    w->x[i] += finite_or_zero(h*w->force[i]/w->mass[i]);
  spread_velocities(w, x, w->velocity);
  for (int i = 0; i < n; i++)
    w->x[i] = position(w, x, i) + h*w->x[i];
  spread_positions(w, x, w->position);
  find_momenta(w, x);
}

static void index2_widths(widths *w, const state *x) {
  const problem *p = w->evaluator->problem;
  int n = w->n, m = p->m, P = p->index2.nparts;
  double h = fabs(w->step);
  const double *out = evaluator_run(w->evaluator, BUNDLE_PARTS_BLOCKS, x->t, x->q, x->lambda, NULL);
  const double *block = out + P*n + m;
  for (int i = 0; i < n; i++)
    w->position[i] = fabs(x->q[i]);
  for (int part = 0; part < P; part++, block += n*n + n*m)
    for (int i = 0; i < n; i++) {
      double rate = 0;
      for (int j = 0; j < n; j++)
        rate += fabs(block[i*n + j]*x->q[j]);
      for (int k = 0; k < m; k++)
        rate += fabs(block[n*n + i*m + k]*x->lambda[k]);
      w->position[i] += finite_or_zero(h*rate);
    }
}

// without matrices: positions and velocities, for themselves
static void lean_widths(widths *w, const state *x) {
  for (int i = 0; i < w->n; i++) {
    double q = w->place[i] >= 0 ? fabs(x->q[w->place[i]]) : 1, v = fabs(x->v[i]);
    w->mass[i] = 1;
    w->force[i] = 0;
    w->position[i] = w->place_now[i] = q + fabs(w->step)*v;
    w->velocity[i] = w->pace[i] = w->momentum[i] = v;
  }
}

void widths_at(widths *w, const state *x) {
  if (w->evaluator->problem->lean) {
    lean_widths(w, x);
    return;
  }
  assert(x->n == w->evaluator->problem->n);
  if (problem_is_mechanical(w->evaluator->problem))
    mechanical_widths(w, x);
  else
    index2_widths(w, x);
}

// entries of a matrix count one
void widths_positions(const widths *w, double *out) {
  for (int i = 0; i < w->evaluator->problem->n; i++)
    out[i] = 1;
  for (int i = 0; i < w->n; i++)
    if (w->place[i] >= 0)
      out[w->place[i]] = w->position[i];
}

void widths_velocities(const widths *w, bool momenta, double *out) {
  for (int i = 0; i < w->n; i++)
    out[i] = finite_or_zero(momenta ? w->momentum[i] : w->velocity[i]);
}

// at rest, or in the origin: a part of where the motion may lead
static const double part = 0.1;

static double position_reach(const widths *w, int k) {
  return vec_larger(w->place_now[k], part*w->position[k]);
}

// M v, or, of a body at rest, what the work of the forces on the way would make of it
static double momentum_reach(const widths *w, int k) {
  double work = 0;
  for (int j = 0; j < w->n; j++)
    work = vec_larger(work, w->force[j]*position_reach(w, j));
  return vec_larger(finite_or_zero(w->mass[k]*w->pace[k]),
                    finite_or_zero(part*sqrt(w->mass[k]*work)));
}

double widths_reach(const widths *w, int i) {
  assert(i >= 0 && i < 2*w->n);
  double reach = i < w->n ? position_reach(w, i) : momentum_reach(w, i - w->n);
  return reach > 0 ? reach : 1;
}

double widths_speed(const widths *w, int i) {
  assert(i >= 0 && i < w->n);
  double momentum = widths_reach(w, w->n + i), mass = w->mass[i];
  return mass > 0 && isfinite(mass) ? momentum/mass : momentum;
}
