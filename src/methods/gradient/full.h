// Discrete gradients with multipliers, on the whole phase space: gonzalez-f, avf-f(k).
//
//   step       q1 - q0 = h D_p,  p1 - p0 = -h D_q + h A(qm)^T lambda,  A(qm) D_p = 0,
//              qm = (q0 + q1)/2                                                            [C] (15)
//   D          the discrete gradient of H(q,p) = p^T M(q)^-1 p/2 + V(q), with p - a(q) for p where
//              p = M v + a: that of gonzalez or avf(k) (avf.h); forces F = -R(q) v act with v = D_p
//
//   unknown    d = (q1 - q0, p1 - p0), L = h lambda: 2n + m numbers
//   residual   r of avf.h with P = [0 1; -1 0], less (0, A^T L);  A(qm) D_p
//   Jacobian   that of avf.h less (A^T L)_q/2 and A^T;  A (D_p)_d + (A D_p)_q/2
//
//   keeps      H, as gonzalez and avf(k) do, and a discrete constraint A(qm)(q1 - q0) = 0
//   symmetric  order 2 in q and p
//   does not   keep the constraint at the nodes: A v there changes its sign from step to step and
//              is O(h^2) on short runs, but can grow to O(1) on long ones. lambda is of order 1,
//              its mean over two steps of order 2. For comparison: gonzalez and avf(k) on the
//              reduced form keep both
//
// [C] Celledoni, Farre Puiggali, Hoiseth, Martin de Diego, "Energy-preserving integrators applied
//     to nonholonomic systems", sec. 3.3

#pragma once

#include "methods/gradient/avf.h"

// what does not change in a run
typedef struct full_shape {
  avf_shape of;
  int m;
} full_shape;

typedef gradient_carried full_carried;

typedef struct full {
  avf of;  // D, and its equations without constraints; their shape is that in `shape`
  full_shape shape;

  // carried
  double *L;     // m        h lambda of the last step
  double *size;  // m        largest entry of each row of A, as evaluated last

  // scratch
  double *Jd;  // 2n x 2n  the Jacobian of the equations without constraints
} full;

static inline void full_open(full *s, kernel *base, full_carried *carried, evaluator *e) {
  gradient_open(&s->of.of, base, carried, e);
}

static inline newton_shape full_unknowns(full_shape k) {
  int n = k.of.of.phase.n;
  return (newton_shape){2*n + k.m, {n, 2*n, 2*n + k.m}, 0};
}

static inline void full_lay(full_shape k, full *s, layout *l) {
  int size = k.of.of.phase.size;
  assert(size == 2*k.of.of.phase.n && k.m >= 0 && !k.of.of.solver);
  avf_lay(k.of, &s->of, l);
  s->L = layout_carried(l, k.m);
  s->size = layout_carried(l, k.m);
  s->Jd = layout_scratch(l, size*size);
}

// reactions R = A^T L and A v in the middle, v = D_p
static inline const double *full_middle(full_shape k, full *s, const double *x, bool blocks) {
  int n = k.of.of.phase.n;
  gradient *g = &s->of.of;
  const double *qm = gradient_place(2*n, g, 0.5, x);
  return evaluator_run(g->e, blocks ? BUNDLE_STAGE_BLOCKS : BUNDLE_STAGE, gradient_time(g, 0.5), qm,
                       g->D + n, x + 2*n);
}

// the columns and rows of the constraints around the Jacobian of d; out: STAGE_BLOCKS
static inline void full_jacobian(full_shape k, full *s, const double *out, double *J) {
  int n = k.of.of.phase.n, m = k.m, N = 2*n + m;
  const double *Rq = out + n + m, *Pq = Rq + 2*n*n, *A = Pq + m*n;
  const double *Dp = s->of.of.Dd + n*2*n;  // (D_p)_d
  vec_zero(J, N*N);
  for (int i = 0; i < 2*n; i++)
    vec_copy(J + i*N, s->Jd + i*2*n, 2*n);
  for (int i = 0; i < n; i++) {
    vec_axpy(J + (n + i)*N, -0.5, Rq + i*n, J + (n + i)*N, n);
    for (int c = 0; c < m; c++)
      J[(n + i)*N + 2*n + c] = -A[c*n + i];
  }
  for (int c = 0; c < m; c++) {
    double *row = J + (2*n + c)*N;
    mat_tvec_add(row, 1, Dp, A + c*n, n, 2*n);
    vec_axpy(row, 0.5, Pq + c*n, row, n);
    s->size[c] = vec_max(A + c*n, n);
  }
}

// r at x = (d, L), and J = dr/dx unless it is NULL
static inline void full_evaluate(full_shape k, full *s, const double *x, double *r, double *J) {
  int n = k.of.of.phase.n, m = k.m;
  avf_evaluate(k.of, &s->of, x, r, J ? s->Jd : NULL);
  const double *out = full_middle(k, s, x, J != NULL);
  vec_axpy(r + n, -1, out, r + n, n);
  vec_copy(r + 2*n, out + n, m);
  if (J)
    full_jacobian(k, s, out, J);
}

// ---- one step: sizes and start of the unknowns, the solve

// the sizes of the rows of A at the start; later steps have those of the last Jacobian
static inline void full_know_rows(full_shape k, full *s, double *x) {
  int n = k.of.of.phase.n, m = k.m;
  vec_zero(x, full_unknowns(k).n);
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
    newton_predict(full_unknowns(k).n, solve);
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
  base->solved = newton_run(full_unknowns(k), &base->newton, e);
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
