// The memory of a step of rattle, reich or reich* in an exported file. Before this text are defined
// RATTLE_SIZE, the length of its work array, RATTLE_WEIGHTS, those of its ends, and its constants
// rattle_declared, rattle_rest.

#pragma once

#include "methods/export_memory.h"
#include "methods/rattle/rattle_native.h"

typedef struct noslip_kernel {
  kernel base;
  rattle step;
  noslip_newton_memory newton;
  noslip_room_memory room;
  double work[RATTLE_SIZE];
  double k0[NOSLIP_ROOM(NOSLIP_M)];
  int pivot[NOSLIP_M + NOSLIP_N];
} noslip_kernel;

static inline void noslip_bind_kernel(noslip_kernel *s, evaluator *e) {
  noslip_bind_newton(&s->base.newton, &s->newton);
  s->step = (rattle){.base = &s->base,
                     .shape = RATTLE_SHAPE,
                     .e = e,
                     .room = noslip_bind_room(&s->room),
                     .declared = rattle_declared,
                     .rest = rattle_rest,
                     .noise = NOSLIP_NOISE,
                     RATTLE_WEIGHTS,
                     .k0 = s->k0};
  rattle_lay(s->step.shape, &s->step, s->work, s->pivot);
}

// a kernel becomes that of the adjoint
#define NOSLIP_HAS_ADJOINT 1
static inline void noslip_exchange(noslip_kernel *s) {
  double start = s->step.w0;
  s->step.w0 = s->step.w1;
  s->step.w1 = start;
}
