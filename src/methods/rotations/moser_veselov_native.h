// The end of a compiled step on rotations. Before this text are defined the arrays that
// MOSER_VESELOV_SHAPE, a literal moser_veselov_shape, refers to, and GROUP_FACTORS.

#include "methods/rotations/moser_veselov.h"

static const group_factor group_factors[] = GROUP_FACTORS;

kernel_result noslip_take(void *self, state *x, double h) {
  return moser_veselov_take((moser_veselov_shape)MOSER_VESELOV_SHAPE, self, x, h);
}
