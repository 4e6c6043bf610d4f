// The memory of a step of lobatto on a group in an exported file. Before this text are defined what
// stages_memory.h asks for, GROUP_SIZE, the length of one more work array, and GROUP_ADJOINT,
// whether the first step is one of the adjoint.

#pragma once

#include "methods/groups/group_lobatto_native.h"
#include "methods/stages/stages_memory.h"

typedef struct noslip_kernel {
  kernel base;
  group_lobatto step;
  noslip_stages_memory stages;
  double work[GROUP_SIZE];
} noslip_kernel;

static inline void noslip_bind_kernel(noslip_kernel *s, evaluator *e) {
  s->step = (group_lobatto){.shape = GROUP_SHAPE_OF(GROUP_ADJOINT)};
  noslip_bind_stages(&s->step.stages, &s->stages, &s->base, e);
  group_lobatto_lay(s->step.shape, &s->step, s->work);
}

// a kernel becomes that of the adjoint
#define NOSLIP_HAS_ADJOINT 1
static inline void noslip_exchange(noslip_kernel *s) {
  s->step.shape.adjoint = !s->step.shape.adjoint;
  group_lobatto_lay(s->step.shape, &s->step, s->work);
}
