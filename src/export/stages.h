// A step of an exported run: the stages of a composition. Before this text are defined
// NOSLIP_STAGES, their number, and NOSLIP_SCHEME, a literal scheme.

#pragma once

#include "export/memory.h"
#include "methods/compose/compose.h"

typedef struct noslip_method {
  compose compose;
  noslip_state_memory before;
  noslip_kernel kernels[NOSLIP_STAGES];
} noslip_method;

static inline kernel_result noslip_stage(void *context, int i, state *x, double h,
                                         long *iterations) {
  noslip_kernel *kernels = context;
  kernel_result result = noslip_take(&kernels[i].step, x, h);
  *iterations += kernels[i].base.newton.last.iterations;
  return result;
}

static inline void noslip_bind_method(noslip_method *s, evaluator *e) {
  static const scheme how = NOSLIP_SCHEME;
  s->compose = (compose){.scheme = &how, .stage = noslip_stage, .context = s->kernels};
  noslip_bind_state(&s->compose.before, &s->before);
  for (int i = 0; i < NOSLIP_STAGES; i++)
    noslip_bind_kernel(&s->kernels[i], e, NOSLIP_ADJOINT != (how.adjoint && i % 2));
}

static inline kernel_result noslip_move(noslip_method *s, state *x) {
  return compose_step(&s->compose, x, NOSLIP_H);
}
