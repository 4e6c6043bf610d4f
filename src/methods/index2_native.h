// The end of a compiled step for index-2 DAEs. Before this text are defined INDEX2_SHAPE, a literal
// index2_shape, and INDEX2_LOCAL: a small step has its arrays, of the sizes INDEX2_WORK and
// INDEX2_PIVOTS, in its own frame, for the compiler to take apart.

#include "methods/index2_step.h"

static inline void noslip_residual(void *context, const double *x, double *r) {
  index2_evaluate((index2_shape)INDEX2_SHAPE, context, x, r, NULL);
}

static inline void noslip_both(void *context, const double *x, double *r, double *J) {
  index2_evaluate((index2_shape)INDEX2_SHAPE, context, x, r, J);
}

kernel_result noslip_take(void *self, state *x, double h) {
  double work[INDEX2_WORK];
  int pivot[INDEX2_PIVOTS];
  index2 *lasting = self, s = *lasting;
  if (INDEX2_LOCAL)
    index2_lay((index2_shape)INDEX2_SHAPE, &s, work, pivot);
  newton_equations equations = {.context = &s};
  kernel_result result = index2_step((index2_shape)INDEX2_SHAPE, &s, &equations, x, h);
  lasting->sign = s.sign;
  return result;
}
