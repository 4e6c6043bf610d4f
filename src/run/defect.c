// A rule that does not keep the energy, noticed.
//
// avf(k) and ep-collocation(s, quadrature=k) keep the energy as far as k Gauss points integrate its
// gradient along the way of a step. Where that is not known to be exact their kernels watch what
// each step does to it (methods/gradient/gradient.h), against what rounding may do:
//
//   |H(z1) - H(z0)|  >  8 eps sum_i (|H_i(z0)| + |H_i(z1)|) (|z_i| + |d_i|)
//
// Rounding and the rest of the solve reach 1.4 of these 8 in 20 000 steps of five systems, and 5.4
// after an angle has wound to 2000.

#include "run/run.h"

#include "methods/family.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

static const double most = 8;

static void warn(noslip_run *r, double defect, double excess) {
  char advice[100];
  const method *m = stepper_base(r->stepper)->method;
  m->family->advise(m, r->problem, advice, sizeof advice);
  run_notice(
      r, &r->watches.defect,
      "%s does not keep this energy to rounding: the step to t = %.4g has changed it by %.2g, "
      "%.2g times its rounding; take %s",
      r->method->name, r->state.t, defect, excess, advice);
}

double defect_limit(const noslip_run *r) {
  bool watches = method_watches(r->method, r->problem) & WATCH_ENERGY;
  return watches && !r->watches.defect.said ? most*DBL_EPSILON : HUGE_VAL;
}

void defect_watch(noslip_run *r) {
  double limit = defect_limit(r);
  if (limit == HUGE_VAL)
    return;
  const kernel *worst = stepper_base(r->stepper)->kernel;
  for (int i = 0; i < r->stepper->nstage; i++)
    if (r->stepper->stages[i]->kernel->carried.excess > worst->carried.excess)
      worst = r->stepper->stages[i]->kernel;
  if (worst->carried.excess > limit)
    warn(r, worst->carried.defect, worst->carried.excess/DBL_EPSILON);
}
