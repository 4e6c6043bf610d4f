// The memory of the variables of a discrete gradient in an exported file. Before this text is defined
// PHASE_SIZE, the number of z.

#pragma once

#include "methods/export_memory.h"
#include "methods/gradient/phase.h"

typedef struct noslip_phase_memory {
  double z[PHASE_SIZE], low[PHASE_SIZE], end[PHASE_SIZE], end_low[PHASE_SIZE];
  double origin[PHASE_SIZE], place[PHASE_SIZE], away[PHASE_SIZE];
  double ends[2*NOSLIP_M + 1], frame[NOSLIP_M + 1], chosen[NOSLIP_ROOM(NOSLIP_M)];
} noslip_phase_memory;

static inline phase noslip_bind_phase(noslip_phase_memory *m, evaluator *e) {
  return (phase){.e = e,
                 .z = m->z,
                 .low = m->low,
                 .end = m->end,
                 .end_low = m->end_low,
                 .origin = m->origin,
                 .ends = m->ends,
                 .place = m->place,
                 .away = m->away,
                 .frame = m->frame,
                 .chosen = m->chosen};
}
