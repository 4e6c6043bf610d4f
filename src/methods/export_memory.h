// The memory of an exported run: arrays of literal sizes. Before this text are defined NOSLIP_N
// coordinates, NOSLIP_NV velocities, NOSLIP_M constraints, NOSLIP_UNKNOWNS of the solver,
// NOSLIP_NOISE of the equations, NOSLIP_REACTIONS unknowns of the consistent multipliers,
// NOSLIP_LAGRANGIAN.

#pragma once

#include "methods/kernel.h"
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

typedef struct noslip_newton_memory {
  double scale[NOSLIP_ROOM(NOSLIP_UNKNOWNS)], x[NOSLIP_ROOM(NOSLIP_UNKNOWNS)];
  double r[NOSLIP_ROOM(NOSLIP_UNKNOWNS)], d[NOSLIP_ROOM(NOSLIP_UNKNOWNS)];
  double row[NOSLIP_ROOM(NOSLIP_UNKNOWNS)], start[NOSLIP_ROOM(NOSLIP_UNKNOWNS)];
  double rough[NOSLIP_ROOM(NOSLIP_UNKNOWNS)], near[NOSLIP_ROOM(NOSLIP_UNKNOWNS)];
  double past[newton_memory*NOSLIP_ROOM(NOSLIP_UNKNOWNS)];
  double J[NOSLIP_ROOM(NOSLIP_UNKNOWNS)*NOSLIP_ROOM(NOSLIP_UNKNOWNS)];
  int pivot[NOSLIP_ROOM(NOSLIP_UNKNOWNS)];
} noslip_newton_memory;

static inline void noslip_bind_newton(newton *s, noslip_newton_memory *m) {
  *s = (newton){
      .shape = newton_one_block(NOSLIP_UNKNOWNS),
      .noise = NOSLIP_NOISE,
      .scale = m->scale,
      .x = m->x,
      .r = m->r,
      .d = m->d,
      .J = m->J,
      .row = m->row,
      .rough = m->rough,
      .near = m->near,
      .pivot = m->pivot,
      .past = m->past,
      .start = m->start,
  };
}

// the equations of the consistent multipliers
typedef struct noslip_consistent_memory {
  double A[NOSLIP_ROOM(NOSLIP_REACTIONS)*NOSLIP_ROOM(NOSLIP_REACTIONS)];
  double b[NOSLIP_ROOM(NOSLIP_REACTIONS)];
  int pivot[NOSLIP_ROOM(NOSLIP_REACTIONS)];
} noslip_consistent_memory;

static inline void noslip_bind_consistent(consistent *s, noslip_consistent_memory *m,
                                          evaluator *e) {
  *s = (consistent){.evaluator = e,
                    .n = NOSLIP_NV,
                    .m = NOSLIP_M,
                    .lagrangian = NOSLIP_LAGRANGIAN,
                    .size = NOSLIP_REACTIONS,
                    .A = m->A,
                    .b = m->b,
                    .pivot = m->pivot};
}

// room for the chart that is not the model's own, if the method looks at it
typedef struct noslip_room_memory {
  double y[NOSLIP_NV], f[NOSLIP_NV];
  double yx[NOSLIP_NV*NOSLIP_NV], yq[NOSLIP_NV*NOSLIP_NV];
  double fx[NOSLIP_NV*NOSLIP_NV], fq[NOSLIP_NV*NOSLIP_NV];
} noslip_room_memory;

static inline chart_room noslip_bind_room(noslip_room_memory *m) {
  return (chart_room){m->y, m->f, {m->yx, m->yq, m->fx, m->fq}};
}
