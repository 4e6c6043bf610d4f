// A step of an exported run: one step of the method.

#pragma once

typedef struct noslip_method {
  noslip_kernel kernel;
} noslip_method;

static inline void noslip_bind_method(noslip_method *s, evaluator *e) {
  noslip_bind_kernel(&s->kernel, e, NOSLIP_ADJOINT);
}

static inline kernel_result noslip_move(noslip_method *s, state *x) {
  return noslip_take(&s->kernel.step, x, NOSLIP_H);
}
