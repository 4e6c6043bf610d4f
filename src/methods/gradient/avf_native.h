// The end of a compiled step of a discrete gradient. Before this text is defined AVF_SHAPE, a literal
// avf_shape.

#include "methods/gradient/avf.h"

static inline void entry_residual(void *context, const double *x, double *r) {
  avf_evaluate((avf_shape)AVF_SHAPE, context, x, r, NULL);
}

static inline void entry_both(void *context, const double *x, double *r, double *J) {
  avf_evaluate((avf_shape)AVF_SHAPE, context, x, r, J);
}

static inline bool entry_factor(void *context, const double *x, double *r) {
  entry_residual(context, x, r);
  return gradient_factor(((avf_shape)AVF_SHAPE).of, context, x);
}

static inline void entry_correct(void *context, const double *r, double *d) {
  gradient_correct(((avf_shape)AVF_SHAPE).of, context, r, d);
}

kernel_result noslip_take(void *self, state *x, double h) {
  newton_equations equations = {.context = self};
  return gradient_step(((avf_shape)AVF_SHAPE).of, self, &equations, x, h);
}
