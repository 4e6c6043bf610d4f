// The end of a compiled step for index-2 DAEs. Before this text are defined DAE_SHAPE, a literal
// dae_shape, and INDEX2_LOCAL: a small step has its arrays, of the sizes INDEX2_WORK and
// INDEX2_PIVOTS, in its own frame, for the compiler to take apart.

#include "methods/stages/dae_step.h"

static inline void noslip_residual(void *context, const double *x, double *r) {
  dae_evaluate((dae_shape)DAE_SHAPE, context, x, r, NULL);
}

static inline void noslip_both(void *context, const double *x, double *r, double *J) {
  dae_evaluate((dae_shape)DAE_SHAPE, context, x, r, J);
}

kernel_result noslip_take(void *self, state *x, double h) {
  double work[INDEX2_WORK];
  int pivot[INDEX2_PIVOTS];
  dae *lasting = self, s = *lasting;
  if (INDEX2_LOCAL)
    dae_lay((dae_shape)DAE_SHAPE, &s, work, pivot);
  newton_equations equations = {.context = &s};
  kernel_result result = dae_step((dae_shape)DAE_SHAPE, &s, &equations, x, h);
  lasting->sign = s.sign;
  return result;
}
