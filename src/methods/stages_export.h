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
  noslip_consistent_memory reactions;
  double work[STAGES_SIZE], solver[STAGES_SOLVER];
  int solver_pivot[STAGES_PIVOTS];
} noslip_kernel;

static inline void noslip_bind_kernel(noslip_kernel *s, evaluator *e) {
  noslip_bind_newton(&s->base.newton, &s->newton);
  noslip_bind_consistent(&s->consistent, &s->reactions, e);
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
