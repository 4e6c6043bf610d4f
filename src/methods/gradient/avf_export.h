// The memory of gonzalez, avf(k) and avfc(k) in an exported file.

#pragma once

#include "methods/gradient/avf_native.h"
#include "methods/gradient/gradient_export.h"

typedef struct noslip_kernel {
  kernel base;
  avf step;
  noslip_newton_memory newton;
  noslip_gradient_memory of;
  double g[PHASE_SIZE], along[PHASE_SIZE], Jk[PHASE_SIZE*PHASE_SIZE];
} noslip_kernel;

static inline void noslip_bind_kernel(noslip_kernel *s, evaluator *e) {
  avf_shape shape = AVF_SHAPE;
  noslip_bind_newton(&s->base.newton, &s->newton);
  s->step = (avf){.of = noslip_bind_gradient(&s->of, &s->base, e, shape.of),
                  .shape = shape,
                  .g = s->g,
                  .along = s->along,
                  .Jk = s->Jk};
}
