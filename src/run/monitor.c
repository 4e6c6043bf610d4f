// What is watched while a model moves: energy, constraints, invariants.

#include "run/run.h"

#include "base/vec.h"

#include <math.h>

bool monitor_init(noslip_run *r) {
  const model_system *s = r->model->system;
  int m = r->problem->m, ni = s->invariants.count, no = s->observables.count;
  r->residual = ARENA_ARRAY(&r->arena, double, m);
  r->residual_error = ARENA_ARRAY(&r->arena, double, m);
  r->monitor = ARENA_ARRAY(&r->arena, double, ni + no);
  r->invariant0 = ARENA_ARRAY(&r->arena, double, ni);
  r->invariant_error = ARENA_ARRAY(&r->arena, double, ni);
  r->unwrapped = ARENA_ARRAY(&r->arena, double, r->problem->n);
  return !r->arena.failed;
}

void monitor_multipliers(noslip_run *r) {
  if (r->known_multipliers)
    return;
  monitor_motion(r);
  const double *x = r->problem->lagrangian ? r->state.v : r->state.p;
  if (!consistent_multipliers(&r->consistent, r->state.t, r->state.q, x, r->state.lambda))
    for (int k = 0; k < r->problem->m; k++)
      r->state.lambda[k] = (double)NAN;
  r->known_multipliers = true;
}

// the larger of two numbers; NaN if one is
static double larger(double a, double b) {
  return a > b || isnan(a) ? a : b;
}

void monitor_motion(noslip_run *r) {
  const mechanical *p = r->problem;
  state *s = &r->state;
  int nmonitor = r->model->system->invariants.count + r->model->system->observables.count;
  if (r->known_motion)
    return;
  r->known_motion = true;

  // the velocity or momentum that the method does not carry
  initial_complete(&r->evaluator, s, r->method->velocities);
  const double *x = p->lagrangian ? s->v : s->p;
  r->energy = evaluator_run(&r->evaluator, BUNDLE_ENERGY, s->t, s->q, x, NULL)[0];

  // a holonomic constraint shows the larger of its two residuals
  const double *out = evaluator_run(&r->evaluator, BUNDLE_RESIDUALS, s->t, s->q, s->v, NULL);
  for (int k = 0; k < p->m; k++)
    r->residual[k] = larger(fabs(out[k]), fabs(out[p->m + k]));

  state_unwrapped(s, p->angle, r->unwrapped);
  if (nmonitor == 0)
    return;
  if (r->model->monitors_use_multipliers)
    monitor_multipliers(r);
  const double *seen =
      evaluator_monitors(&r->evaluator, s->t, r->unwrapped, s->v, s->p, s->lambda, r->energy);
  vec_copy(r->monitor, seen, nmonitor);
}

void monitor_start(noslip_run *r) {
  monitor_motion(r);
  r->energy0 = r->energy;
  vec_copy(r->invariant0, r->monitor, r->model->system->invariants.count);
  monitor_node(r);
}

static void keep_larger(double *largest, double x) {
  *largest = larger(*largest, x);
}

void monitor_node(noslip_run *r) {
  monitor_motion(r);
  double change = r->energy - r->energy0, k = (double)r->taken;
  keep_larger(&r->energy_error, fabs(change));
  for (int i = 0; i < r->problem->m; i++) {
    keep_larger(&r->residual_error[i], r->residual[i]);
    keep_larger(&r->residual_max, r->residual[i]);
  }
  for (int i = 0; i < r->model->system->invariants.count; i++)
    keep_larger(&r->invariant_error[i], fabs(r->monitor[i] - r->invariant0[i]));
  r->sum_k += k;
  r->sum_kk += k*k;
  r->sum_e += change;
  r->sum_ke += k*change;
}

// slope of the straight line through the energies, times the length of the run
double monitor_trend(const noslip_run *r) {
  double n = (double)r->taken + 1;
  double spread = n*r->sum_kk - r->sum_k*r->sum_k;
  if (!(spread > 0) || !r->monitored)
    return 0;
  return (n*r->sum_ke - r->sum_k*r->sum_e)/spread*(double)r->taken;
}
