// The end of a compiled rattle step. Before this text are defined RATTLE_SHAPE, a literal
// rattle_shape, and RATTLE_LOCAL: a small step has its arrays, of the sizes RATTLE_WORK and
// RATTLE_PIVOTS, in its own frame, for the compiler to take apart.

#include "methods/rattle/rattle_step.h"

static inline void entry_residual(void *context, const double *x, double *r) {
  rattle_evaluate((rattle_shape)RATTLE_SHAPE, context, x, r, NULL);
}

static inline void entry_both(void *context, const double *x, double *r, double *J) {
  rattle_evaluate((rattle_shape)RATTLE_SHAPE, context, x, r, J);
}

kernel_result noslip_take(void *self, state *x, double h) {
  static const rattle_shape shape = RATTLE_SHAPE;
  double work[RATTLE_WORK];
  int pivot[RATTLE_PIVOTS];
  rattle *lasting = self, s = *lasting;
  if (RATTLE_LOCAL)
    rattle_lay(shape, &s, work, pivot);
  newton_equations equations = {.context = &s};
  kernel_result result = rattle_step((rattle_shape)RATTLE_SHAPE, &s, &equations, x, h);
  lasting->largest = s.largest;
  lasting->way = s.way;
  return result;
}
