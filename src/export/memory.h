// The memory of an exported run: arrays of literal sizes. Before this text are defined NOSLIP_N
// coordinates, NOSLIP_NV velocities, NOSLIP_M constraints, NOSLIP_REACTIONS unknowns of
// the consistent multipliers, NOSLIP_LAGRANGIAN, NOSLIP_LOADED, NOSLIP_BENT.

#pragma once

#include "problem/consistent.h"
#include "problem/own_chart.h"

// C has no empty arrays
#define NOSLIP_ROOM(n) ((n) > 0 ? (n) : 1)

typedef struct noslip_state_memory {
  double q[NOSLIP_N], v[NOSLIP_N], p[NOSLIP_N];
  double q_low[NOSLIP_N], v_low[NOSLIP_N], p_low[NOSLIP_N];
  double turns[NOSLIP_N];
  double lambda[NOSLIP_ROOM(NOSLIP_M)], kept[NOSLIP_ROOM(NOSLIP_M)];
  double rho[NOSLIP_N], rho_low[NOSLIP_N], signs[NOSLIP_ROOM(NOSLIP_M)];
} noslip_state_memory;

static inline void noslip_bind_state(state *s, noslip_state_memory *m) {
  *s = (state){.n = NOSLIP_N,
               .m = NOSLIP_M,
               .q = m->q,
               .v = m->v,
               .p = m->p,
               .q_low = m->q_low,
               .v_low = m->v_low,
               .p_low = m->p_low,
               .turns = m->turns,
               .lambda = m->lambda,
               .kept = m->kept,
               .rho = m->rho,
               .rho_low = m->rho_low,
               .signs = m->signs};
}

#define NOSLIP_LOAD(n) NOSLIP_ROOM(NOSLIP_LOADED*(n))

// the equations of the consistent multipliers
typedef struct noslip_consistent_memory {
  double A[NOSLIP_ROOM(NOSLIP_REACTIONS)*NOSLIP_ROOM(NOSLIP_REACTIONS)];
  double b[NOSLIP_ROOM(NOSLIP_REACTIONS)];
  int pivot[NOSLIP_ROOM(NOSLIP_REACTIONS)];

  // where forces depend on multipliers
  double r[NOSLIP_LOAD(NOSLIP_NV)], R[NOSLIP_LOAD(NOSLIP_NV*NOSLIP_M)];
  double size[NOSLIP_LOAD(NOSLIP_M)], at[NOSLIP_LOAD(NOSLIP_M)], near[NOSLIP_LOAD(NOSLIP_M)];
  double d[NOSLIP_LOAD(NOSLIP_M)], z[NOSLIP_LOAD(NOSLIP_M)];
  double x[NOSLIP_LOAD(NOSLIP_NV)], q[NOSLIP_LOAD(NOSLIP_N)];
} noslip_consistent_memory;

static inline void noslip_bind_consistent(consistent *s, noslip_consistent_memory *m,
                                          evaluator *e) {
  *s = (consistent){.evaluator = e,
                    .n = NOSLIP_NV,
                    .m = NOSLIP_M,
                    .lagrangian = NOSLIP_LAGRANGIAN,
                    .loaded = NOSLIP_LOADED,
                    .bent = NOSLIP_BENT,
                    .size = NOSLIP_REACTIONS,
                    .A = m->A,
                    .b = m->b,
                    .pivot = m->pivot,
                    .algebraic = {.n = NOSLIP_N, .d = m->d, .z = m->z, .near = m->q},
                    .load = {m->r, m->R, m->size, m->at, m->x, m->near}};
}
