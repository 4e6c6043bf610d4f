// The end of a compiled step of energy-preserving collocation. Before this text is defined EP_COLLOCATION_SHAPE, a literal
// ep_collocation_shape.

#include "methods/gradient/ep_collocation.h"

static inline void entry_residual(void *context, const double *x, double *r) {
  ep_collocation_evaluate((ep_collocation_shape)EP_COLLOCATION_SHAPE, context, x, r, NULL);
}

static inline void entry_both(void *context, const double *x, double *r, double *J) {
  ep_collocation_evaluate((ep_collocation_shape)EP_COLLOCATION_SHAPE, context, x, r, J);
}

#if FAMILY_SOLVER
static inline bool entry_factor(void *context, const double *x, double *r) {
  entry_residual(context, x, r);
  return gradient_factor(((ep_collocation_shape)EP_COLLOCATION_SHAPE).of, context, x);
}

static inline void entry_correct(void *context, const double *r, double *d) {
  gradient_correct(((ep_collocation_shape)EP_COLLOCATION_SHAPE).of, context, r, d);
}
#endif

kernel_result noslip_take(void *self, state *x, double h) {
  newton_equations equations = {.context = self};
  return gradient_step(((ep_collocation_shape)EP_COLLOCATION_SHAPE).of, self, &equations, x, h);
}
