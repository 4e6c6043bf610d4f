// The end of a compiled step of coordinate increments. Before this text is defined ITOH_ABE_SHAPE, a literal
// itoh_abe_shape.

#include "methods/gradient/itoh_abe.h"

static inline void entry_residual(void *context, const double *x, double *r) {
  itoh_abe_evaluate((itoh_abe_shape)ITOH_ABE_SHAPE, context, x, r, NULL);
}

static inline void entry_both(void *context, const double *x, double *r, double *J) {
  itoh_abe_evaluate((itoh_abe_shape)ITOH_ABE_SHAPE, context, x, r, J);
}

static inline bool entry_factor(void *context, const double *x, double *r) {
  entry_residual(context, x, r);
  return gradient_factor(((itoh_abe_shape)ITOH_ABE_SHAPE).of, context, x);
}

static inline void entry_correct(void *context, const double *r, double *d) {
  gradient_correct(((itoh_abe_shape)ITOH_ABE_SHAPE).of, context, r, d);
}

kernel_result noslip_take(void *self, state *x, double h) {
  newton_equations equations = {.context = self};
  return gradient_step(((itoh_abe_shape)ITOH_ABE_SHAPE).of, self, &equations, x, h);
}
