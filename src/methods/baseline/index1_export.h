// The memory of index1 and index0 in an exported file. Before this text are defined INDEX1_SIZE, the
// length of the work array, and the tolerances INDEX1_RTOL, INDEX1_ATOL.

#pragma once

#include "methods/baseline/index1_native.h"
#include "methods/export_memory.h"

typedef struct noslip_kernel {
  kernel base;
  index1 step;
  double work[INDEX1_SIZE];
  double A[(NOSLIP_N + NOSLIP_M)*(NOSLIP_N + NOSLIP_M)], b[NOSLIP_N + NOSLIP_M];
  int pivot[NOSLIP_N + NOSLIP_M], mass_pivot[NOSLIP_N];
} noslip_kernel;

static inline void noslip_bind_kernel(noslip_kernel *s, evaluator *e) {
  s->step = (index1){.base = &s->base,
                     .shape = INDEX1_SHAPE,
                     .e = e,
                     .linear = {.evaluator = e, .A = s->A, .b = s->b, .pivot = s->pivot},
                     .rtol = INDEX1_RTOL,
                     .atol = INDEX1_ATOL};
  index1_lay(s->step.shape, &s->step, s->work, s->mass_pivot);
}
