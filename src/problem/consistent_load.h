// Multipliers where forces depend on them: B^T lambda becomes r(t,q,x,lambda), and Newton's method
// finds lambda, R = r_lambda.
//
//   lagrangian    M a - R d = F + r(lambda),  B a = c          lambda <- lambda + d
//   hamiltonian   C R d = c - C r(lambda)                      K = C R, or B M^-1 R
//
// from the lambda that is known, on its branch; if that is not a number, from that of ideal
// reactions. If r is affine in lambda, one step leads to the end.

#pragma once

#include "problem/consistent_equations.h"

static inline void consistent_lay_load(consistent_load *w, int n, int m, layout *l) {
  *w = (consistent_load){.r = layout_scratch(l, n),
                         .R = layout_scratch(l, (long)n*m),
                         .size = layout_scratch(l, m),
                         .at = layout_scratch(l, m),
                         .x = layout_scratch(l, n),
                         .near = layout_scratch(l, m)};
}

// R takes the place of B^T, and F + r that of F
static inline void consistent_bend(consistent *s, const double *out) {
  int n = s->n, m = s->m, N = s->size;
  const double *r = s->load.r, *R = s->load.R;
  consistent_ideal(s, out);
  if (s->lagrangian) {
    vec_axpy(s->b, 1, r, s->b, n);
    for (int i = 0; i < n; i++)
      for (int k = 0; k < m; k++)
        s->A[i*N + n + k] = -R[i*m + k];
    return;
  }
  for (int i = 0; i < m; i++) {
    const double *C = out + i*n;
    s->b[i] -= vec_dot(C, r, n);
    vec_zero(s->A + i*m, m);
    mat_tvec_add(s->A + i*m, 1, R, C, n, m);
  }
}

// A force like |lambda|^a, a < 1, has no bounded derivative at 0, and at 0 itself, which a take-off
// hits exactly, no derivative at all. So R is taken where |lambda| is at least this part of the
// size of the multipliers. r is that of lambda. Any part from 1e-100 to 1e-6 serves.
static const double consistent_aside = 1e-10;

// where R is taken: `out`, of m; false: at lambda itself
static inline bool consistent_move_aside(int m, double *out, const double *lambda,
                                         const double *size) {
  bool moved = false;
  for (int k = 0; k < m; k++) {
    double least = consistent_aside*size[k];
    bool small = fabs(lambda[k]) < least;
    out[k] = small ? copysign(least, lambda[k]) : lambda[k];
    moved |= small;
  }
  return moved;
}

// r at lambda, and R
static inline void consistent_reactions(consistent *s, double t, const double *q, const double *x,
                                        const double *lambda) {
  int n = s->n, m = s->m;
  consistent_load *w = &s->load;
  bool moved = s->bent && consistent_move_aside(m, w->at, lambda, w->size);
  const double *at = moved ? w->at : lambda;
  const double *out = evaluator_run(s->evaluator, BUNDLE_PULL_BLOCKS, t, q, x, at);
  vec_copy(w->r, out, n);
  vec_copy(w->R, out + n + 2*n*n, n*m);
  if (moved)
    vec_copy(w->r, evaluator_run(s->evaluator, BUNDLE_PULL, t, q, x, lambda), n);
}

// d of Newton's method at lambda; false if K is singular
static inline bool consistent_increment(consistent *s, double t, const double *q, const double *x,
                                        const double *lambda, double *d) {
  consistent_reactions(s, t, q, x, lambda);
  consistent_bend(s, evaluator_run(s->evaluator, BUNDLE_ACCELERATION, t, q, x, NULL));
  return consistent_solve(s, d);
}

// Is what is left of d the rounding of terms that cancel? These show themselves a little away.
static inline bool consistent_is_rounding(consistent *s, double t, const double *q,
                                          const double *x) {
  static const double share = 1e-6, rounding = 100*DBL_EPSILON;
  const double *lambda = s->algebraic.z, *d = s->algebraic.d;
  consistent_load *w = &s->load;
  double *q1 = s->algebraic.near;
  for (int i = 0; i < s->algebraic.n; i++) {
    double away = share*(i % 2 ? -1 : 1)*(0.5 + fabs(real_sin(1 + i)));
    q1[i] = q[i]*(1 + away);
    if (i < s->n)
      w->x[i] = x[i]*(1 - away);
  }
  if (!consistent_increment(s, t, q1, w->x, lambda, w->near))
    return false;
  for (int k = 0; k < s->m; k++)
    if (!(fabs(d[k]) <= rounding*(fabs(w->near[k] - d[k])/share + fabs(lambda[k]))))
      return false;
  return true;
}

// Sizes of the multipliers: what ideal reactions would have to take up of the forces, and of the
// curvature of the constraints. The two cancel at a take-off. The lambda of ideal reactions is the
// start, where there is none.
static inline bool consistent_measure(consistent *s, double t, const double *q, const double *x,
                                      double *lambda) {
  int n = s->n, m = s->m, first = s->size - m;
  double *size = s->load.size;
  const double *out = evaluator_run(s->evaluator, BUNDLE_ACCELERATION, t, q, x, NULL);
  consistent_ideal(s, out);
  if (!consistent_solve(s, size))
    return false;
  if (!isfinite(vec_max(lambda, m)))
    vec_copy(lambda, size, m);
  vec_zero(s->b, s->size);
  if (s->lagrangian)
    vec_copy(s->b, out + n*n, n);
  else
    mat_vec(s->b, out, evaluator_run(s->evaluator, BUNDLE_VALUES, t, q, x, NULL) + n, m, n);
  dense_solve(s->A, s->pivot, s->b, s->size);
  for (int k = 0; k < m; k++)
    size[k] = fabs(size[k]) + fabs(s->b[first + k]);
  double largest = vec_max(size, m);
  for (int k = 0; k < m; k++)
    size[k] += largest > 0 ? 1e-3*largest : DBL_MIN/consistent_aside;
  return true;
}

// false, and lambda as it was, or that of ideal reactions, if Newton's method fails
static inline bool consistent_follow(consistent *s, double t, const double *q, const double *x,
                                     double *lambda) {
  enum { most = 60 };
  static const double rounding = 4*DBL_EPSILON, small = 1e-10;
  double before = HUGE_VAL, *z = s->algebraic.z, *d = s->algebraic.d;
  if (!consistent_measure(s, t, q, x, lambda))
    return false;
  vec_copy(z, lambda, s->m);
  for (int k = 0; k < most; k++) {
    if (!consistent_increment(s, t, q, x, z, d))
      return false;
    double norm = algebraic_norm(s->m, &s->algebraic);
    bool still = norm > 0.5*before, done = norm <= rounding || (still && norm <= small);
    if (!done)
      vec_axpy(z, 1, d, z, s->m);
    if (done || !s->bent || (still && consistent_is_rounding(s, t, q, x))) {
      evaluator_run(s->evaluator, BUNDLE_ACCELERATION, t, q, x, NULL);  // as callers expect it
      vec_copy(lambda, z, s->m);
      return true;
    }
    before = norm;
  }
  return false;
}
