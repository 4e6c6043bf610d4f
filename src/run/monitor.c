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

watched_places run_watched(noslip_run *r) {
  return (watched_places){.energy = &r->energy,
                          .exchange = &r->exchange.found,
                          .held = r->observed.held,
                          .largest = r->residuals.largest,
                          .bound = r->residuals.bound,
                          .start = r->invariants.start,
                          .error = r->invariants.error,
                          .odd_is_said = &r->watches.odd.said};
}

watched_shape run_watched_shape(const noslip_run *r) {
  return (watched_shape){.n = r->problem->nv,
                         .m = r->problem->m,
                         .ninvariant = r->model->system->invariants.count,
                         .nmonitor = r->observed.nmonitor};
}

void monitor_node(noslip_run *r) {
  monitor_motion(r);
  watched_places w = run_watched(r);
  double T = exchange_kinetic_at(&r->exchange, &r->state), E = r->observed.energy;
  exchange_keep(&r->exchange, T, E, &r->state);
  residual_node(r, &w, r->evaluator.bundles[BUNDLE_RESIDUALS].out);
  exact_node(r);
  finite_watch(r);
  if (r->observed.has_energy)
    watched_add_energy(w.energy, E, (double)r->progress.taken);
  if (r->observed.mechanical)
    watched_add_exchange(w.exchange, T, E);
  w.exchange->energy_before = E;
  watched_add_invariants(run_watched_shape(r), &w, r->observed.monitor);
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
