// The end of a compiled dla step. DLA_SHAPE, a literal dla_shape, is defined before this text.

#include "methods/dla_step.h"

static void noslip_residual(void *context, const double *x, double *r) {
  dla_evaluate((dla_shape)DLA_SHAPE, context, x, r, NULL);
}

static void noslip_both(void *context, const double *x, double *r, double *J) {
  dla_evaluate((dla_shape)DLA_SHAPE, context, x, r, J);
}

kernel_result noslip_step(void *self, state *x, double h) {
  static const dla_shape shape = DLA_SHAPE;
  if (!shape.linear) {
    newton_equations equations = {self, noslip_residual, noslip_both};
    return dla_step((dla_shape)DLA_SHAPE, self, &equations, x, h);
  }
  // a small step has its arrays here, for the compiler to take apart
  double work[DLA_WORK];
  int pivot[DLA_PIVOTS];
  dla *s = self;
  dla_linear arrays = shape.n <= kernel_small
                          ? dla_linear_lay(shape.n, shape.m, work, pivot)
                          : dla_linear_lay(shape.n, shape.m, s->linear_work, s->linear_pivot);
  return dla_linear_step((dla_shape)DLA_SHAPE, self, &arrays, x, h);
}
