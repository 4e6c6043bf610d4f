// The memory of itoh-abe, itoh-abe* and itoh-abe-sym in an exported file. Before this text is defined
// ITOH_ABE_BACK, whether it is the adjoint.

#pragma once

#include "methods/gradient/gradient_export.h"
#include "methods/gradient/itoh_abe_native.h"

typedef struct noslip_kernel {
  kernel base;
  itoh_abe step;
  noslip_newton_memory newton;
  noslip_gradient_memory of;
  double before[PHASE_SIZE];
} noslip_kernel;

static inline void noslip_bind_kernel(noslip_kernel *s, evaluator *e) {
  itoh_abe_shape shape = ITOH_ABE_SHAPE;
  noslip_bind_newton(&s->base.newton, &s->newton);
  s->step = (itoh_abe){.of = noslip_bind_gradient(&s->of, &s->base, e, shape.of),
                       .shape = shape,
                       .back = ITOH_ABE_BACK,
                       .before = s->before};
}

// a kernel becomes that of the adjoint
#define NOSLIP_HAS_ADJOINT 1
static inline void noslip_exchange(noslip_kernel *s) {
  s->step.back = !s->step.back;
}
