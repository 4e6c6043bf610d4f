#include "run/equivariance.h"

#include "base/vec.h"

#include <assert.h>
#include <float.h>
#include <math.h>

// ---------------------------------------------------------------------------------------------
// is it a symmetry of the model?

// the constraints at a state against their sizes
static double residual_at(equivariance *e, const state *x) {
  noslip_run *r = e->map->run;
  double worst = 0;
  constraint_size_at(&r->residuals.sizes, x, e->size);
  const double *left = evaluator_run(&r->evaluator, BUNDLE_RESIDUALS, x->t, x->q, x->v, NULL);
  for (int c = 0; c < 2*r->problem->m; c++)
    worst = observed_larger(worst, constraint_size_share(left[c], e->size[c]));
  return worst;
}

// rates at g x against those at x, moved: x is the point of the map, and then g x
static double asymmetry_here(equivariance *e, const symmetry *g) {
  noslip_run *r = e->map->run;
  state *x = &e->map->x;
  widths *w = &r->residuals.sizes.width;
  int n = r->problem->nv;
  double *v = e->there, *f = e->there + n, worst = 0;
  bool found = stepmap_rates(e->map, x, e->there);
  symmetry_move_velocity(&e->found, g, v, n);
  symmetry_move_momentum(&e->found, g, f, n);
  symmetry_move(&e->found, g, r->problem, x);
  if (!found || !stepmap_rates(e->map, x, e->back))
    return (double)NAN;
  widths_at(w, x);
  for (int i = 0; i < n; i++) {
    double force = fabs(f[i]) + w->force[i] + w->momentum[i]/fabs(r->h);
    double speed = w->velocity[i];
    worst = observed_larger(worst, constraint_size_share(e->back[i] - v[i], speed));
    worst = observed_larger(worst, constraint_size_share(e->back[n + i] - f[i], force));
  }
  return observed_larger(worst, residual_at(e, x));
}

// The largest at points around the node. Points that cannot be reached prove nothing; NaN: there is
// none that can.
static double asymmetry_of(equivariance *e, const symmetry *g) {
  static const double away = 0.3;
  noslip_run *r = e->map->run;
  double worst = (double)NAN;
  failure why;
  for (int k = 0; k < 2*r->problem->nv; k++) {
    widths_at(&r->residuals.sizes.width, &r->state);
    double d = away*widths_reach(&r->residuals.sizes.width, k);
    if (stepmap_beside(e->map, k, d, &why) != NOSLIP_OK)
      continue;
    double here = asymmetry_here(e, g);
    if (isnan(here))
      return here;
    worst = isnan(worst) ? here : vec_larger(worst, here);
  }
  return worst;
}

// keep those that the model has
static void sift(equivariance *e) {
  static const double enough = 1e-9;  // far above rounding, far below what a term would do
  symmetry_list *found = &e->found;
  int kept = 0;
  for (int i = 0; i < found->count; i++) {
    double asymmetry = asymmetry_of(e, &found->list[i]);
    if (!(asymmetry <= enough))
      continue;
    found->list[kept] = found->list[i];
    e->asymmetry[kept++] = asymmetry;
  }
  found->count = kept;
}

bool equivariance_init(equivariance *e, stepmap *map, arena *a, arena *names) {
  noslip_run *r = map->run;
  const problem *p = r->problem;
  assert(problem_is_mechanical(p) && !p->lean);
  *e = (equivariance){.map = map};
  e->there = ARENA_ARRAY(a, double, 2*p->nv);
  e->back = ARENA_ARRAY(a, double, 2*p->nv);
  e->size = ARENA_ARRAY(a, double, 2*p->m + 1);
  monitor_motion(r);
  if (!state_init(&e->image, a, p) || !symmetries_find(&e->found, r, a, names))
    return false;
  e->asymmetry = ARENA_ARRAY(a, double, e->found.count + 1);
  if (a->failed)
    return false;
  sift(e);
  return !a->failed;
}

// ---------------------------------------------------------------------------------------------
// and does the step have it?

noslip_status equivariance_at(equivariance *e, int i, double *value, failure *why) {
  stepmap *map = e->map;
  noslip_run *r = map->run;
  const symmetry *g = &e->found.list[i];
  for (int moved = 0; moved < 2; moved++) {
    monitor_motion(r);
    monitor_multipliers(r);
    state_copy(&map->x, &r->state);
    if (moved)
      symmetry_move(&e->found, g, r->problem, &map->x);
    noslip_status status = stepmap_settle(map, why);
    if (status == NOSLIP_OK)
      status = stepmap_step(map, r->h, why);
    if (status != NOSLIP_OK)
      return status;
    if (!moved)
      state_copy(&e->image, &map->x);
  }
  symmetry_move(&e->found, g, r->problem, &e->image);
  *value = run_distance(r, &map->x, &e->image);
  return NOSLIP_OK;
}
