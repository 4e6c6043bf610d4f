// The memory of a discrete gradient in an exported file. Before this text are defined PHASE_SIZE, the
// number of z, and FAMILY_SOLVER.

#pragma once

#include "methods/gradient/gradient.h"
#include "methods/gradient/phase_export.h"

typedef struct noslip_gradient_memory {
  noslip_phase_memory phase;
  double z[PHASE_SIZE], slope[PHASE_SIZE], out[PHASE_SIZE], D[PHASE_SIZE], row[PHASE_SIZE];
  double Dd[PHASE_SIZE*PHASE_SIZE], J0[PHASE_SIZE*PHASE_SIZE];
  int pivot[PHASE_SIZE];
} noslip_gradient_memory;

static inline gradient noslip_bind_gradient(noslip_gradient_memory *m, kernel *base, evaluator *e,
                                            gradient_shape shape) {
  return (gradient){.base = base,
                    .shape = shape,
                    .e = e,
                    .phase = noslip_bind_phase(&m->phase, e),
                    .z = m->z,
                    .slope = m->slope,
                    .out = m->out,
                    .D = m->D,
                    .row = m->row,
                    .Dd = m->Dd,
                    .J0 = m->J0,
                    .pivot = m->pivot};
}
