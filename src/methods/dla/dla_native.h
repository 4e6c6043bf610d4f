// The end of a compiled dla step. Before this text are defined DLA_SHAPE, a literal dla_shape, and
// DLA_LOCAL: a small step has its arrays, of the sizes DLA_WORK and DLA_PIVOTS, in its own frame, for
// the compiler to take apart.

#include "methods/dla/dla_step.h"

static inline void noslip_residual(void *context, const double *x, double *r) {
  dla_evaluate((dla_shape)DLA_SHAPE, context, x, r, NULL);
}

static inline void noslip_both(void *context, const double *x, double *r, double *J) {
  dla_evaluate((dla_shape)DLA_SHAPE, context, x, r, J);
}

#if NOSLIP_HAS_HOME
// the record as the step has it now; its arrays are one after the other, from qm on (dla_lay)
static inline void *noslip_home(const newton_equations *e) {
  static const dla_shape shape = DLA_SHAPE;
  const dla *s = e->context;
  dla *home = e->home;
  dla at = *s;
  dla_lay(shape.n, &at, home->qm);
  vec_copy(at.qm, s->qm, dla_size(shape.n, shape.m));
  *home = at;
  return home;
}
#endif

kernel_result noslip_take(void *self, state *x, double h) {
  static const dla_shape shape = DLA_SHAPE;
  double work[DLA_WORK];
  int pivot[DLA_PIVOTS];
  dla s = *(const dla *)self;
  if (shape.linear) {
    dla_linear arrays = dla_linear_lay(shape.n, shape.m, DLA_LOCAL ? work : s.linear_work,
                                       DLA_LOCAL ? pivot : s.linear_pivot);
    return dla_linear_step((dla_shape)DLA_SHAPE, &s, &arrays, x, h);
  }
  if (DLA_LOCAL)
    dla_lay(shape.n, &s, work);
  newton_equations equations = {.context = &s, .home = self};
  return dla_step((dla_shape)DLA_SHAPE, &s, &equations, x, h);
}
