// The charts of an exported run: the model's own and its Legendre transform. Before this text are
// defined NOSLIP_LINEAR, NOSLIP_CONSTANT, NOSLIP_SEPARABLE and NOSLIP_FLOOR, fields of the
// transform, and noslip_last_x, the place where it starts.

#pragma once

#include "problem/legendre.h"
#include "problem/own_chart.h"

typedef struct noslip_charts {
  legendre transform;
  double x[NOSLIP_NV], y[NOSLIP_NV], f[NOSLIP_NV], d[NOSLIP_NV];
  double step[NOSLIP_NV], from[NOSLIP_NV], column[NOSLIP_NV];
  double yx[NOSLIP_NV*NOSLIP_NV], yq[NOSLIP_NV*NOSLIP_NV];
  double fx[NOSLIP_NV*NOSLIP_NV], fq[NOSLIP_NV*NOSLIP_NV];
  double lu[NOSLIP_NV*NOSLIP_NV], inverse[NOSLIP_NV*NOSLIP_NV];
  int pivot[NOSLIP_NV];
} noslip_charts;

// A constant matrix is taken at the start, so that it stays the same to the last bit: on a group it
// is constant up to rounding only.
static inline void noslip_know_matrix(noslip_charts *s) {
  double y[NOSLIP_NV], f[NOSLIP_NV];
  legendre_eval(&s->transform, 0, noslip_q, NOSLIP_LAGRANGIAN ? noslip_p : noslip_v, y, f, NULL);
  vec_copy(s->x, noslip_last_x, NOSLIP_NV);
}

static inline void noslip_bind_charts(noslip_charts *s, evaluator *e) {
  s->transform = (legendre){.n = NOSLIP_NV,
                            .of = &e->own,
                            .linear = NOSLIP_LINEAR,
                            .constant = NOSLIP_CONSTANT,
                            .separable = NOSLIP_SEPARABLE,
                            .floor = NOSLIP_FLOOR,
                            .x = s->x,
                            .y = s->y,
                            .f = s->f,
                            .d = s->d,
                            .step = s->step,
                            .from = s->from,
                            .blocks = {s->yx, s->yq, s->fx, s->fq},
                            .lu = s->lu,
                            .pivot = s->pivot,
                            .column = s->column,
                            .inverse = s->inverse};
  vec_copy(s->x, noslip_last_x, NOSLIP_NV);
  chart other = {legendre_eval, &s->transform};
  e->own = (chart){own_chart_eval, e};
  e->velocities = NOSLIP_LAGRANGIAN ? e->own : other;
  e->momenta = NOSLIP_LAGRANGIAN ? other : e->own;
  if (NOSLIP_CONSTANT)
    noslip_know_matrix(s);
}
