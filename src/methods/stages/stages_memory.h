// The memory of stages in an exported file. Before this text are defined STAGES_SHAPE, a literal
// stages_shape, STAGES_SIZE, STAGES_SOLVER and STAGES_PIVOTS, the lengths of the work arrays, and the
// constants stages_declared, stages_M, stages_W and stages_rest.

#pragma once

#include "methods/export_memory.h"
#include "methods/stages/stages_step.h"

typedef struct noslip_stages_memory {
  noslip_newton_memory newton;
  noslip_room_memory velocities, momenta;
  consistent consistent;
  noslip_consistent_memory reactions;
  double work[STAGES_SIZE], solver[STAGES_SOLVER];
  int solver_pivot[STAGES_PIVOTS];
} noslip_stages_memory;

static inline void noslip_bind_stages(stages *s, noslip_stages_memory *m, kernel *base,
                                      evaluator *e) {
  noslip_bind_newton(&base->newton, &m->newton);
  noslip_bind_consistent(&m->consistent, &m->reactions, e);
  *s = (stages){.base = base,
                .shape = STAGES_SHAPE,
                .e = e,
                .consistent = &m->consistent,
                .velocities = noslip_bind_room(&m->velocities),
                .momenta = noslip_bind_room(&m->momenta),
                .declared = stages_declared,
                .M = stages_M,
                .W = stages_W,
                .rest = stages_rest,
                .noise = NOSLIP_NOISE};
  stages_lay((stages_shape)STAGES_SHAPE, s, m->work);
  stages_solver_lay((stages_shape)STAGES_SHAPE, s, m->solver, m->solver_pivot);
}
