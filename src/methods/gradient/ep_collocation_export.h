// The memory of energy-preserving collocation in an exported file. Before this text is defined
// EP_POINTS, the number of its points.

#pragma once

#include "methods/gradient/ep_collocation_native.h"
#include "methods/gradient/gradient_export.h"

typedef struct noslip_kernel {
  kernel base;
  ep_collocation step;
  noslip_newton_memory newton;
  noslip_gradient_memory of;
  double slopes[EP_POINTS*PHASE_SIZE], bends[EP_POINTS*PHASE_SIZE*PHASE_SIZE];
} noslip_kernel;

static inline void noslip_bind_kernel(noslip_kernel *s, evaluator *e) {
  ep_collocation_shape shape = EP_COLLOCATION_SHAPE;
  noslip_bind_newton(&s->base.newton, &s->newton);
  s->step = (ep_collocation){.of = noslip_bind_gradient(&s->of, &s->base, e, shape.of),
                             .shape = shape,
                             .slopes = s->slopes,
                             .bends = s->bends};
}
