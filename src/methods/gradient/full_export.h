// The memory of gonzalez-f and avf-f(k) in an exported file.

#pragma once

#include "methods/gradient/full_native.h"
#include "methods/gradient/gradient_export.h"

typedef struct noslip_kernel {
  kernel base;
  full step;
  noslip_newton_memory newton;
  noslip_gradient_memory of;
  double g[PHASE_SIZE], along[PHASE_SIZE], Jk[PHASE_SIZE*PHASE_SIZE];
  double Jd[PHASE_SIZE*PHASE_SIZE], L[NOSLIP_ROOM(NOSLIP_M)], size[NOSLIP_ROOM(NOSLIP_M)];
} noslip_kernel;

static inline void noslip_bind_kernel(noslip_kernel *s, evaluator *e) {
  full_shape shape = FULL_SHAPE;
  noslip_bind_newton(&s->base.newton, &s->newton);
  s->step = (full){.of = {.of = noslip_bind_gradient(&s->of, &s->base, e, shape.of.of),
                          .shape = shape.of,
                          .g = s->g,
                          .along = s->along,
                          .Jk = s->Jk},
                   .shape = shape,
                   .Jd = s->Jd,
                   .L = s->L,
                   .size = s->size};
}
