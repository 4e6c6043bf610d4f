// The end of a compiled rattle step. RATTLE_SHAPE, a literal rattle_shape, is defined before this
// text.

#include "methods/rattle_step.h"

static void noslip_residual(void *context, const double *x, double *r) {
  rattle_evaluate((rattle_shape)RATTLE_SHAPE, context, x, r, NULL);
}

static void noslip_both(void *context, const double *x, double *r, double *J) {
  rattle_evaluate((rattle_shape)RATTLE_SHAPE, context, x, r, J);
}

kernel_result noslip_step(void *self, state *x, double h) {
  newton_equations equations = {self, noslip_residual, noslip_both};
  return rattle_step((rattle_shape)RATTLE_SHAPE, self, &equations, x, h);
}
