// The memory of a step of stages in an exported file. What is to be defined before this text is said
// in stages_memory.h.

#pragma once

#include "methods/stages/stages_memory.h"
#include "methods/stages/stages_native.h"

typedef struct noslip_kernel {
  kernel base;
  stages step;
  noslip_stages_memory memory;
} noslip_kernel;

static inline void noslip_bind_kernel(noslip_kernel *s, evaluator *e) {
  noslip_bind_stages(&s->step, &s->memory, &s->base, e);
}
