// Is the step symmetric, here and now? A measurement, for the report at the end of a run.

#include "run/run.h"

#include "base/vec.h"

#include <assert.h>
#include <math.h>

// the largest difference, against the size of each number
static double difference(const double *x, const double *y, const double *size, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++)
    worst = observed_larger(worst, constraint_size_share(x[i] - y[i], size[i]));
  return worst;
}

double run_distance(noslip_run *r, const state *x, const state *y) {
  assert(x->n == y->n && y->n == r->problem->n);
  const widths *w = &r->residuals.sizes.width;
  bool v = r->observed.velocities;
  widths_at(&r->residuals.sizes.width, y);
  widths_positions(w, r->scratch.size);
  double worst = difference(x->q, y->q, r->scratch.size, r->problem->n);
  if (!r->observed.mechanical)
    return worst;
  widths_velocities(w, !v, r->scratch.size);
  return observed_larger(
      worst, difference(v ? x->v : x->p, v ? y->v : y->p, r->scratch.size, r->problem->nv));
}

stepper *run_checker(noslip_run *r) {
  if (!r->checker)
    r->checker = method_make(r->method, &r->evaluator, &r->arena);
  if (r->checker && r->native)
    native_bind_stepper(r->native, r->checker);
  return r->checker;
}

void run_aside_begin(noslip_run *r) {
  const double *start = legendre_start(&r->evaluator);
  if (start)
    vec_copy(r->scratch.aside, start, r->problem->nv);
}

void run_aside_end(noslip_run *r) {
  double *start = legendre_start(&r->evaluator);
  if (start)
    vec_copy(start, r->scratch.aside, r->problem->nv);
}

double noslip_run_asymmetry(noslip_run *r) {
  failure why;
  if (!r || r->contacts || r->problem->lean)  // what an impact took does not come back
    return (double)NAN;
  state *s = &r->state, *kept = &r->last;
  stepper *back = run_checker(r);
  double asymmetry = (double)NAN;
  if (!back)
    return asymmetry;
  monitor_motion(r);
  state_copy(kept, s);
  run_aside_begin(r);
  if (method_step(back, s, -r->h, &why) == NOSLIP_OK) {
    s->t -= r->h;
    if (method_step(back, s, r->h, &why) == NOSLIP_OK)
      asymmetry = run_distance(r, s, kept);
  }
  state_copy(s, kept);
  run_aside_end(r);
  return asymmetry;
}
