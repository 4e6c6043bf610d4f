// One step of a discrete gradient with multipliers: sizes and start of the unknowns, the solve.

#pragma once

#include "methods/gradient/full.h"
#include "methods/gradient/gradient_step.h"

static inline newton_shape full_newton(full_shape k) {
  int n = k.of.of.phase.n;
  return (newton_shape){2*n + k.m, {n, 2*n, 2*n + k.m}};
}

// the sizes of the rows of A at the start; later steps have those of the last Jacobian
static inline void full_know_rows(full_shape k, full *s, double *x) {
  int n = k.of.of.phase.n, m = k.m;
  vec_zero(x, full_unknowns(k));
  vec_zero(s->of.of.D, 2*n);
  const double *A = full_middle(k, s, x, true) + n + m + 2*n*n + m*n;
  for (int c = 0; c < m; c++)
    s->size[c] = vec_max(A + c*n, n);
}

// d against z, multipliers against the momentum they balance
static inline void full_set_scale(full_shape k, full *s) {
  int n = k.of.of.phase.n;
  double *scale = s->of.of.base->newton.scale, p = vec_max(s->of.of.phase.z + n, n);
  phase_set_scale(k.of.of.phase, &s->of.of.phase, scale);
  p += vec_max(s->of.of.base->newton.x + n, n);
  for (int c = 0; c < k.m; c++)
    scale[2*n + c] = s->size[c] > 0 ? p/s->size[c] : p;
}

// start: extrapolated, or without reactions, with the multipliers of the step before
static inline void full_set_start(full_shape k, full *s) {
  newton *solve = &s->of.of.base->newton;
  if (!s->of.of.base->plain) {
    newton_predict(full_unknowns(k), solve);
    return;
  }
  full_know_rows(k, s, solve->x);
  gradient_set_plain(k.of.of, &s->of.of);
  vec_copy(solve->x + 2*k.of.of.phase.n, s->L, k.m);
}

static inline kernel_result full_attempt(full_shape k, full *s, const newton_equations *e) {
  kernel *base = s->of.of.base;
  full_set_start(k, s);
  full_set_scale(k, s);
  base->solved = newton_run(full_newton(k), &base->newton, e);
  return base->solved == NEWTON_CONVERGED ? KERNEL_DONE : KERNEL_UNSOLVED;
}

static inline kernel_result full_step(full_shape k, full *s, const newton_equations *e, state *x,
                                      double h) {
  gradient *g = &s->of.of;
  kernel_result result = KERNEL_UNSOLVED;
  gradient_begin(k.of.of, g, x, h);
  for (int try = 0; kernel_tries(g->base, result, try); try++)
    result = kernel_trusted(g->base, full_attempt(k, s, e));
  if (result != KERNEL_DONE)
    return result;
  vec_copy(s->L, g->base->newton.x + 2*k.of.of.phase.n, k.m);
  if (k.of.of.watched)
    gradient_watch(k.of.of, g, g->base->newton.x);
  return phase_end(k.of.of.phase, &g->phase, g->base, x, g->base->newton.x);
}
