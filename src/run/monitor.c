// What is watched while a model moves: energy, constraints, invariants.

#include "run/run.h"

#include "base/vec.h"

#include <math.h>

bool monitor_init(noslip_run *r) {
  const model_system *s = r->model->system;
  const problem *p = r->problem;
  int ni = s->invariants.count, no = s->observables.count;
  r->observed = (observed){
      .evaluator = &r->evaluator,
      .consistent = &r->consistent,
      .m = p->m,
      .nmonitor = ni + no,
      .mechanical = problem_is_mechanical(p),
      .has_energy = problem_has_energy(p),
      .lagrangian = p->mechanical.lagrangian,
      .velocities = r->method && method_velocities(r->method, p),
      .delivers = r->method && method_delivers(r->method),
      .needs_multipliers = r->model->monitors_use_multipliers,
      .has_angles = p->has_angles,
      .angle = p->angle,
      .residual = ARENA_ARRAY(&r->arena, double, p->m),
      .unwrapped = ARENA_ARRAY(&r->arena, double, p->n),
      .monitor = ARENA_ARRAY(&r->arena, double, ni + no),
  };
  r->invariants.start = ARENA_ARRAY(&r->arena, double, ni);
  r->invariants.error = ARENA_ARRAY(&r->arena, double, ni);
  r->scratch.aside = ARENA_ARRAY(&r->arena, double, p->nv);
  r->invariants.size = ARENA_ARRAY(&r->arena, double, ni);
  return exchange_init(&r->exchange, &r->arena, p, &r->observed) && residual_init(r) &&
         passage_init(r) && !r->arena.failed;
}

void monitor_motion(noslip_run *r) {
  observed_motion(&r->observed, &r->state);
}

void monitor_look(noslip_run *r, unsigned what) {
  observed *k = &r->observed;
  if (what & LOOK_ALL)
    observed_motion(k, &r->state);
  if (what & LOOK_PAIR && !k->known_motion)
    observed_pair(k, &r->state);
  if (what & LOOK_ENERGY && !k->known_motion)
    observed_energy(k, &r->state);
  if (what & LOOK_RESIDUALS && !k->known_motion)
    observed_residuals(k, &r->state);
  if (what & LOOK_POSITIONS && !k->known_motion)
    state_unwrapped(&r->state, k->angle, k->unwrapped);
  if (what & LOOK_MULTIPLIERS)
    observed_multipliers(k, &r->state);
}

const double *monitor_multipliers(noslip_run *r) {
  monitor_motion(r);
  return observed_multipliers(&r->observed, &r->state);
}

// The energy with which a run begins: that before an impact of its first instant, if there is one.
static double first_energy(const noslip_run *r) {
  const event_list *e = &r->events;
  return e->count > 0 && isfinite(e->rows[0].before) ? e->rows[0].before : r->observed.energy;
}

void monitor_start(noslip_run *r) {
  monitor_motion(r);
  r->energy.start = first_energy(r);
  r->energy.error = r->observed.has_energy ? 0 : (double)NAN;
  vec_copy(r->invariants.start, r->observed.monitor, r->model->system->invariants.count);
  exchange_start(&r->exchange, &r->observed, &r->state);
  residual_start(r);
  passage_start(r);
  monitor_node(r);
}

static void keep_larger(double *largest, double x) {
  *largest = observed_larger(*largest, x);
}

// the largest error, and the sums of the straight line
static void monitor_energy(noslip_run *r) {
  double change = r->observed.energy - r->energy.start, k = (double)r->progress.taken;
  keep_larger(&r->energy.error, fabs(change));
  r->energy.sum_k += k;
  r->energy.sum_kk += k*k;
  r->energy.sum_e += change;
  r->energy.sum_ke += k*change;
}

void monitor_node(noslip_run *r) {
  monitor_motion(r);
  if (r->observed.has_energy)
    monitor_energy(r);
  exchange_see(&r->exchange, &r->observed, &r->state);
  residual_node(r);
  exact_node(r);
  finite_watch(r);
  for (int i = 0; i < r->model->system->invariants.count; i++)
    keep_larger(&r->invariants.error[i], fabs(r->observed.monitor[i] - r->invariants.start[i]));
}

// slope of the straight line through the energies, times the length of the run
double monitor_trend(const noslip_run *r) {
  double n = (double)r->progress.taken + 1;
  double spread = n*r->energy.sum_kk - r->energy.sum_k*r->energy.sum_k;
  if (!r->observed.has_energy)
    return (double)NAN;
  if (!(spread > 0) || !r->plan.monitored)
    return 0;
  return (n*r->energy.sum_ke - r->energy.sum_k*r->energy.sum_e)/spread *
         (double)r->progress.taken;
}
