// The memory of a step of stages in an exported file. Before this text are defined STAGES_SIZE,
// STAGES_SOLVER and STAGES_PIVOTS, the lengths of its work arrays, and its constants
// stages_declared, stages_M, stages_W and stages_rest.

#pragma once

#include "methods/export_memory.h"
#include "methods/stages_native.h"

typedef struct noslip_kernel {
  kernel base;
  stages step;
  noslip_newton_memory newton;
  noslip_room_memory velocities, momenta;
  consistent consistent;
  double work[STAGES_SIZE], solver[STAGES_SOLVER];
  int solver_pivot[STAGES_PIVOTS];
  double A[NOSLIP_ROOM(NOSLIP_REACTIONS)*NOSLIP_ROOM(NOSLIP_REACTIONS)];
  double b[NOSLIP_ROOM(NOSLIP_REACTIONS)];
  int pivot[NOSLIP_ROOM(NOSLIP_REACTIONS)];
} noslip_kernel;

static inline void noslip_bind_kernel(noslip_kernel *s, evaluator *e) {
  noslip_bind_newton(&s->base.newton, &s->newton);
  s->consistent = (consistent){.evaluator = e,
                               .n = NOSLIP_N,
                               .m = NOSLIP_M,
                               .lagrangian = NOSLIP_LAGRANGIAN,
                               .size = NOSLIP_REACTIONS,
                               .A = s->A,
                               .b = s->b,
                               .pivot = s->pivot};
  s->step = (stages){.base = &s->base,
                     .shape = STAGES_SHAPE,
                     .e = e,
                     .consistent = &s->consistent,
                     .velocities = noslip_bind_room(&s->velocities),
                     .momenta = noslip_bind_room(&s->momenta),
                     .declared = stages_declared,
                     .M = stages_M,
                     .W = stages_W,
                     .rest = stages_rest,
                     .noise = NOSLIP_NOISE};
  stages_lay((stages_shape)STAGES_SHAPE, &s->step, s->work);
  stages_solver_lay((stages_shape)STAGES_SHAPE, &s->step, s->solver, s->solver_pivot);
}
