// The end of a compiled rattle step. RATTLE_SHAPE, a literal rattle_shape, is defined before this
// text.

#include "methods/rattle_step.h"

static void noslip_residual(void *context, const double *x, double *r) {
  rattle_residual_of((rattle_shape)RATTLE_SHAPE, context, x, r);
}

static void noslip_jacobian(void *context, const double *x, double *J) {
  (void)x;
  rattle_jacobian_of((rattle_shape)RATTLE_SHAPE, context, J);
}

kernel_result noslip_step(void *self, state *x, double h) {
  newton_equations equations = {self, noslip_residual, noslip_jacobian};
  return rattle_step((rattle_shape)RATTLE_SHAPE, self, &equations, x, h);
}
