// The memory of a step on rotations in an exported file. Before this text are defined
// MOSER_VESELOV_SIZE, the length of its work array, and MOSER_VESELOV_WEIGHTS, those of its ends.

#pragma once

#include "methods/rotations/moser_veselov_native.h"

typedef struct noslip_kernel {
  kernel base;
  moser_veselov step;
  double work[MOSER_VESELOV_SIZE];
} noslip_kernel;

static inline void noslip_bind_kernel(noslip_kernel *s, evaluator *e) {
  s->step = (moser_veselov){
      .base = &s->base, .e = e, .shape = MOSER_VESELOV_SHAPE, MOSER_VESELOV_WEIGHTS};
  moser_veselov_lay(s->step.shape, &s->step, s->work);
}

// a kernel becomes that of the adjoint
#define NOSLIP_HAS_ADJOINT 1
static inline void noslip_exchange(noslip_kernel *s) {
  double start = s->step.w0;
  s->step.w0 = s->step.w1;
  s->step.w1 = start;
}
