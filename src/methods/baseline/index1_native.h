// The end of a compiled step of index1 or index0. Before this text is defined INDEX1_SHAPE, a literal
// index1_shape.

#include "methods/baseline/index1_step.h"

kernel_result noslip_take(void *self, state *x, double h) {
  return index1_step((index1_shape)INDEX1_SHAPE, self, x, h);
}
