// The memory of a dla step in an exported file. Before this text are defined DLA_SIZE and
// DLA_LINEAR_SIZE, the lengths of its work arrays, and its constants dla_declared, dla_M, dla_W.

#pragma once

#include "methods/dla/dla_native.h"
#include "methods/export_memory.h"

typedef struct noslip_kernel {
  kernel base;
  dla step;
  noslip_newton_memory newton;
  noslip_room_memory room;
  double work[DLA_SIZE], linear_work[DLA_LINEAR_SIZE];
  double mu[NOSLIP_ROOM(NOSLIP_M)];
  int linear_pivot[NOSLIP_ROOM(NOSLIP_M)];
} noslip_kernel;

static inline void noslip_bind_kernel(noslip_kernel *s, evaluator *e) {
  noslip_bind_newton(&s->base.newton, &s->newton);
  s->step = (dla){.base = &s->base,
                  .shape = DLA_SHAPE,
                  .e = e,
                  .room = noslip_bind_room(&s->room),
                  .declared = dla_declared,
                  .M = dla_M,
                  .W = dla_W,
                  .mu_declared = s->mu,
                  .linear_work = s->linear_work,
                  .linear_pivot = s->linear_pivot};
  dla_lay(NOSLIP_N, &s->step, s->work);
}
