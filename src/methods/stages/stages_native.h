// The end of a compiled step of stages. Before this text are defined STAGES_SHAPE, a literal
// stages_shape, and FAMILY_SOLVER, which says whether it solves by block elimination.

#include "methods/stages/stages_step.h"

static inline void entry_residual(void *context, const double *x, double *r) {
  stages_evaluate((stages_shape)STAGES_SHAPE, context, x, r, NULL);
}

static inline void entry_both(void *context, const double *x, double *r, double *J) {
  stages_evaluate((stages_shape)STAGES_SHAPE, context, x, r, J);
}

#if FAMILY_SOLVER
static inline bool entry_factor(void *context, const double *x, double *r) {
  return stages_factor((stages_shape)STAGES_SHAPE, context, x, r);
}

static inline void entry_correct(void *context, const double *r, double *d) {
  stages_correct((stages_shape)STAGES_SHAPE, context, r, d);
}
#endif

kernel_result noslip_take(void *self, state *x, double h) {
  stages *s = self;
  newton_equations equations = {.context = s};
  return stages_take((stages_shape)STAGES_SHAPE, s, &equations, x, h);
}
