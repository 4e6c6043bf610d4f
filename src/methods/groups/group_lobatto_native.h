// The end of a compiled step on a group. Before this text are defined GROUP_FACTORS, the factors of the
// group, and GROUP_SHAPE, a literal group_shape that refers to them as group_factors; where the step is
// composed with its adjoint, which of the two it is stands in s.

#include "methods/groups/group_lobatto_step.h"

static const group_factor group_factors[] = GROUP_FACTORS;

static inline group_shape group_lobatto_literal(const group_lobatto *s) {
  (void)s;
  return (group_shape)GROUP_SHAPE;
}

static inline void entry_residual(void *context, const double *x, double *r) {
  group_lobatto_evaluate(group_lobatto_literal(context), context, x, r, NULL);
}

static inline void entry_both(void *context, const double *x, double *r, double *J) {
  group_lobatto_evaluate(group_lobatto_literal(context), context, x, r, J);
}

kernel_result noslip_take(void *self, state *x, double h) {
  group_lobatto *s = self;
  newton_equations equations = {.context = s};
  return group_lobatto_take(group_lobatto_literal(s), s, &equations, x, h);
}
