// The end of a compiled step of a discrete gradient with multipliers. Before this text is defined
// FULL_SHAPE, a literal full_shape.

#include "methods/gradient/full.h"

static inline void entry_residual(void *context, const double *x, double *r) {
  full_evaluate((full_shape)FULL_SHAPE, context, x, r, NULL);
}

static inline void entry_both(void *context, const double *x, double *r, double *J) {
  full_evaluate((full_shape)FULL_SHAPE, context, x, r, J);
}

kernel_result noslip_take(void *self, state *x, double h) {
  newton_equations equations = {.context = self};
  return full_step((full_shape)FULL_SHAPE, self, &equations, x, h);
}
