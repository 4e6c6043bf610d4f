// Is the step symmetric, here and now? A measurement, for the report at the end of a run.

#include "run/run.h"

#include "base/vec.h"

#include <math.h>

static double difference(const double *x, const double *y, int n) {
  double worst = 0, size = 1 + vec_max(y, n);
  for (int i = 0; i < n; i++)
    worst = fmax(worst, fabs(x[i] - y[i])/size);
  return worst;
}

stepper *run_checker(noslip_run *r) {
  if (!r->checker)
    r->checker = r->method->make(r->method, &r->evaluator, &r->arena);
  if (r->checker && r->native)
    native_bind_stepper(r->native, r->checker);
  return r->checker;
}

double noslip_run_asymmetry(noslip_run *r) {
  failure why;
  if (!r)
    return (double)NAN;
  state *s = &r->state, *kept = &r->last;
  stepper *back = run_checker(r);
  int n = r->problem->n;
  double asymmetry = (double)NAN;
  if (!back)
    return asymmetry;
  state_copy(kept, s);
  if (method_step(back, s, -r->h, &why) == NOSLIP_OK) {
    s->t -= r->h;
    if (method_step(back, s, r->h, &why) == NOSLIP_OK)
      asymmetry =
          fmax(difference(s->q, kept->q, n),
               r->seen.velocities ? difference(s->v, kept->v, n) : difference(s->p, kept->p, n));
  }
  state_copy(s, kept);
  return asymmetry;
}
