// Rattle, reich and reich* on rotations, in reduced form: the map of Moser and Veselov between
// kicks.
//
//   problem    q in SO(n), X = q^T q' the body velocity, T = tr(q' J q'^T)/2 with a constant J, and
//              any potential V(t,q): m_ij = (alpha_i + alpha_j) X_ij in axes where J = diag(alpha),
//              m' = [m,X] + f,  f = -X V + F, the torque seen from the body
//   n = 3      every constant inertia I: J = tr(I)/2 - I
//   products   of rotations and R^k: T is a sum over the factors, V may couple them
//
//   step       m <- m0 + w0 h f(t0,q0)
//              omega^T J - J omega = h m,  m <- omega m omega^T,  q1 = q0 omega^T      [M] sec. 6.1
//              m1 = m + w1 h f(t1,q1)                                                  [M] sec. 6.2
//              on R^k it is x1 = x0 + h M^-1 p between the same kicks
//   weights    w0, w1 = 1/2, 1/2: moser-veselov, which is rattle; 1, 0: reich; 0, 1: reich*
//
//   unknown    omega in SO(n) near 1, omega = 1 + X, X = a + s with a skew and s symmetric
//   iteration  s = -X^T X/2, a_ij = (s_ij (alpha_j - alpha_i) - h m_ij)/(alpha_i + alpha_j), with
//              the factor h |m|/alpha; Newton where that takes more than 25 rounds, and for n = 3:
//   residual   alpha_j X_ji - alpha_i X_ij - h m_ij, i < j;   (X + X^T + X^T X)_ij, i <= j
//   Jacobian   d(X^T X)_ij = sum_l (dX_li X_lj + X_li dX_lj), the rest is linear
//   refused    once h |m| is about the smallest alpha_i + alpha_j there is no root near 1: the step
//              is too large
//
//   embedding  the same maps as rattle.h and reich.h in R^(n x n) with q^T q = 1
//   keeps      the symplectic form; momentum maps of rotations that leave V as it is, to rounding:
//              of a free body q m q^T, and with it the energy and the coefficients of
//              det(m + lambda J^2 - z), for every n; of a top the vertical momentum, and that about
//              its axis of symmetry
//   energy     with a potential it oscillates, no drift: O(h^2), of reich and reich* O(h)
//   symmetric  with equal weights, order 2; reich* with -h undoes reich with h, order 1. Without a
//              potential all three are one map
//   rounding   m and q take in dm = X m + m X^T + X m X^T and dq = q X^T by compensated sums; m_ij
//              does not change at all where alpha_i = alpha_j. To dq is added -q (q^T q - 1)/2,
//              with omega^T where a step turns far: it keeps q orthonormal, and does not touch m
//   does not   treat constraints, rigid motions, a mass that depends on the place, forces that
//              depend on velocities
//
// [M] McLachlan, Scovel, "Equivariant constrained symplectic integration", 1994; in the printed top
//     v^t chi stands for chi v^T. J. Moser, A. P. Veselov, Commun. Math. Phys. 139 (1991).

#pragma once

#include "base/layout.h"
#include "geometry/moser_veselov.h"
#include "geometry/product.h"
#include "methods/kernel.h"
#include "problem/evaluate.h"

// what does not change in a run
typedef struct rotations_shape {
  int nq, n;                   // numbers of a position, momenta
  const group_factor *factor;  // nfactor
  int nfactor;
  const double *alpha;  // nq       of a rotation, from its f->from on: the n numbers alpha,
  const double *axes;   // nq       and U, J = U diag(alpha) U^T
  const int *turned;    // nfactor  is U not 1?
  const double *W;      // n x n    M^-1 of R^k, zero elsewhere
  const double *rest;   // n        zeros, for f does not depend on velocities
  bool unforced;        //          f = 0
  double w0, w1;        //          weights of both ends; those of the adjoint are exchanged
} rotations_shape;

typedef layout_nothing rotations_carried;

typedef struct rotations {
  kernel *base;
  evaluator *e;
  rotations_shape shape;

  // scratch
  double h;
  double *values;     // 2n  y and f
  double *p, *p_low;  // n   on their way through the step
  double *dp;         // n
  double *q, *q_low;  // nq
  double *dq;         // nq
} rotations;

static inline void rotations_open(rotations *s, kernel *base, rotations_carried *carried,
                                  evaluator *e) {
  (void)carried;
  s->base = base;
  s->e = e;
}

// each rotation is solved for by itself
static inline newton_shape rotations_unknowns(rotations_shape k) {
  (void)k;
  return (newton_shape){0};
}

static inline void rotations_lay(rotations_shape k, rotations *s, layout *l) {
  assert(group_is_covered(k.factor, k.nfactor, k.n, k.nq));
  assert(k.alpha && k.axes && k.turned && k.W && k.rest && k.w0 + k.w1 == 1);
  s->values = layout_output(l, 2*k.n);
  s->p = layout_scratch(l, k.n);
  s->p_low = layout_scratch(l, k.n);
  s->dp = layout_scratch(l, k.n);
  s->q = layout_scratch(l, k.nq);
  s->q_low = layout_scratch(l, k.nq);
  s->dq = layout_scratch(l, k.nq);
}

// p += h w f(t,q)
static inline void rotations_push(rotations_shape k, rotations *s, double w, double t) {
  if (k.unforced || w == 0)
    return;
  evaluator_into(s->e, BUNDLE_VALUES, t, s->q, k.rest, NULL, s->values);
  for (int i = 0; i < k.n; i++)
    s->dp[i] = w*s->h*s->values[k.n + i];
  vec_add_compensated(s->p, s->p_low, s->dp, k.n);
}

// the entries i < j of m from the momenta of a factor, and back: on SO(3) these are a vector
static inline void rotations_entries(const group_factor *f, double *to, const double *from) {
  if (f->kind == GROUP_SO) {
    vec_copy(to, from, f->dim);
    return;
  }
  to[0] = -from[2];
  to[1] = from[1];
  to[2] = -from[0];
}

// B = U A U^T, or U^T A U
static inline void rotations_seen(double *B, const double *A, const double *U, bool back, int n) {
  double V[son_square], P[son_square];
  if (back)
    mat_transpose(V, U, n);
  else
    vec_copy(V, U, n*n);
  mat_mul(P, V, A, n);
  mat_mult(B, P, V, n);
}

// the entries i < j of a skew matrix, seen in the axes U, or back; in place
static inline void rotations_see(double *m, const double *U, bool back, int n) {
  double M[son_square] = {0}, P[son_square];
  son_hat(M, m, n);
  rotations_seen(P, M, U, back, n);
  son_vee(m, P, n);
}

// What the free motion adds to a rotation and its momenta. False if the step is too large for it.
static inline bool rotations_rotate(rotations_shape k, rotations *s, int i) {
  const group_factor *f = k.factor + i;
  const double *U = k.axes + f->from, *alpha = k.alpha + f->from;
  double m[son_most], hm[son_most], dm[son_most], X[son_square], P[son_square];
  int n = f->kind == GROUP_SO ? f->n : 3;
  rotations_entries(f, m, s->p + f->first);
  if (k.turned[i])
    rotations_see(m, U, true, n);
  for (int j = 0; j < f->dim; j++)
    hm[j] = s->h*m[j];

  // X = omega - 1 and dm, in the axes of the body, then in those of the model
  int rounds = moser_veselov_solve(X, alpha, hm, n);
  s->base->newton.last.iterations += rounds;
  if (rounds == 0)
    return false;
  moser_veselov_change(dm, X, alpha, m, n);
  if (k.turned[i]) {
    rotations_see(dm, U, false, n);
    rotations_seen(P, X, U, false, n);
    vec_copy(X, P, n*n);
  }
  moser_veselov_turn(s->dq + f->from, X, s->q + f->from, n);
  rotations_entries(f, s->dp + f->first, dm);
  return true;
}

// the same on R^k, where momenta stay as they are
static inline void rotations_translate(rotations_shape k, rotations *s, const group_factor *f) {
  for (int i = 0; i < f->dim; i++) {
    s->dq[f->from + i] = s->h*vec_dot(k.W + (f->first + i)*k.n, s->p, k.n);
    s->dp[f->first + i] = 0;
  }
}

// the free motion of all factors
static inline bool rotations_drift(rotations_shape k, rotations *s) {
  bool found = true;
  for (int i = 0; i < k.nfactor && found; i++) {
    if (k.factor[i].kind == GROUP_R)
      rotations_translate(k, s, k.factor + i);
    else
      found = rotations_rotate(k, s, i);
  }
  return found;
}

// q and p, if they are finite
static inline kernel_result rotations_commit(rotations_shape k, rotations *s, state *x) {
  newton *solve = &s->base->newton;
  s->base->failed_at = isfinite(vec_max(s->p, k.n)) ? kernel_not_finite(k.nq, s->q, s->q_low) : 0;
  if (s->base->failed_at >= 0)
    return KERNEL_NOT_FINITE;
  vec_copy(x->q, s->q, k.nq);
  vec_copy(x->q_low, s->q_low, k.nq);
  vec_copy(x->p, s->p, k.n);
  vec_copy(x->p_low, s->p_low, k.n);

  // for the report
  solve->carried.iterations += solve->last.iterations;
  if (solve->last.iterations > solve->carried.max_iterations)
    solve->carried.max_iterations = solve->last.iterations;
  return KERNEL_DONE;
}

static inline kernel_result rotations_step(rotations_shape k, rotations *s,
                                           const newton_equations *e, state *x, double h) {
  bool adjoint = s->base->adjoint;
  (void)e;
  s->h = h;
  s->base->newton.last.iterations = 0;
  vec_copy(s->q, x->q, k.nq);
  vec_copy(s->q_low, x->q_low, k.nq);
  vec_copy(s->p, x->p, k.n);
  vec_copy(s->p_low, x->p_low, k.n);
  rotations_push(k, s, adjoint ? k.w1 : k.w0, x->t);
  if (!rotations_drift(k, s))
    return KERNEL_TOO_LARGE;
  vec_add_compensated(s->q, s->q_low, s->dq, k.nq);
  vec_add_compensated(s->p, s->p_low, s->dp, k.n);
  rotations_push(k, s, adjoint ? k.w0 : k.w1, x->t + h);
  return rotations_commit(k, s, x);
}
