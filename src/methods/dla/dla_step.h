// One step of dla-mp, dla-cm or dla-left: sizes and start of the unknowns, the solve, the update.

#pragma once

#include "methods/dla/dla_linear.h"
#include "solve/newton_run.h"

// sizes of the unknowns: d against v, mu against the momentum it balances
static inline void dla_set_scale(dla_shape k, dla *s) {
  double *scale = s->base->newton.scale;
  double largest = vec_max(s->v0, k.n);
  for (int i = 0; i < k.n; i++)
    scale[i] = fabs(s->v0[i]) + 1e-3*largest;
  for (int c = 0; c < k.m; c++) {
    double row = k.affine ? vec_max(s->B + c*k.n, k.n) : 1;
    scale[k.n + c] = row > 0 ? s->momentum/row : s->momentum;
  }
}

// start: extrapolated, or d = 0 and the consistent multipliers
static inline void dla_set_start(dla_shape k, dla *s, const state *x) {
  newton *solve = &s->base->newton;
  if (!s->base->plain) {
    newton_predict(k.n + k.m, solve);
    return;
  }
  vec_zero(solve->x, k.n);
  for (int c = 0; c < k.m; c++)
    solve->x[k.n + c] = s->h*x->lambda[k.declared[c]];
}

static inline kernel_result dla_attempt(dla_shape k, dla *s, const newton_equations *e,
                                        const state *x) {
  dla_begin(k, s);
  dla_set_scale(k, s);
  dla_set_start(k, s, x);
  s->base->solved = newton_run(dla_unknowns(k), &s->base->newton, e);
  return s->base->solved == NEWTON_CONVERGED ? KERNEL_DONE : KERNEL_UNSOLVED;
}

// q1 = q0 + h (v0 + d/2), v1 = v0 + d
static inline kernel_result dla_update(dla_shape k, dla *s, state *x) {
  const double *d = s->base->newton.x;
  for (int i = 0; i < k.n; i++)
    s->dq[i] = s->h*(x->v[i] + 0.5*d[i]);
  return kernel_commit(k.n, s->base, (double *[]){x->q, x->q_low}, s->dq,
                       (double *[]){x->v, x->v_low}, d);
}

static inline kernel_result dla_step(dla_shape k, dla *s, const newton_equations *e, state *x,
                                     double h) {
  if (k.linear)
    return dla_linear_step(k, s, x, h);
  kernel_begin(s->base, h);
  s->h = h;
  s->t = x->t;
  s->q0 = x->q;
  s->v0 = x->v;
  kernel_result result = KERNEL_UNSOLVED;
  for (int try = 0; kernel_tries(s->base, result, try); try++)
    result = kernel_trusted(s->base, dla_attempt(k, s, e, x));
  return result == KERNEL_DONE ? dla_update(k, s, x) : result;
}
