// The end of a compiled dla step. DLA_SHAPE, a literal dla_shape, is defined before this text.

#include "methods/dla_step.h"

static inline void noslip_residual(void *context, const double *x, double *r) {
  dla_evaluate((dla_shape)DLA_SHAPE, context, x, r, NULL);
}

static inline void noslip_both(void *context, const double *x, double *r, double *J) {
  dla_evaluate((dla_shape)DLA_SHAPE, context, x, r, J);
}

// a small step has its arrays here, for the compiler to take apart
kernel_result noslip_step(void *self, state *x, double h) {
  static const dla_shape shape = DLA_SHAPE;
  const bool small = shape.n <= kernel_small;
  double work[DLA_WORK];
  int pivot[DLA_PIVOTS];
  dla s = *(const dla *)self;
  if (shape.linear) {
    dla_linear arrays = dla_linear_lay(shape.n, shape.m, small ? work : s.linear_work,
                                       small ? pivot : s.linear_pivot);
    return dla_linear_step((dla_shape)DLA_SHAPE, &s, &arrays, x, h);
  }
  if (small)
    dla_lay(shape.n, shape.m, &s, work);
  newton_equations equations = {.context = &s};
  return dla_step((dla_shape)DLA_SHAPE, &s, &equations, x, h);
}
