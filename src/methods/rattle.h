// RATTLE for any Hamiltonian with holonomic constraints.
//
//   problem    q' = H_p,  p' = -H_q + F + G^T lambda,  g(t,q) = 0,  G = g_q        f = -H_q + F
//   space      g(t,q) = 0 and the hidden constraint G H_p + g_t = 0 ("CM" of [M])
//   step       ph = p0 + (h/2) f(t0,q0,ph) + G(q0)^T k0
//              q1 = q0 + (h/2) [H_p(t0,q0,ph) + H_p(t1,q1,ph)],   g(t1,q1) = 0
//              p1 = ph + (h/2) f(t1,q1,ph) + G(q1)^T k1,   G(q1) H_p(t1,q1,p1) + g_t = 0
//              k0 = (h/2) lambda0, k1 = (h/2) lambda1; [M] (11) is the case H = T(p) + V(q)
//
//   unknown    d = ph - p0 (n), u = (q1 - q0)/h (n), k0 (m); then k1 (m)
//   residual   r1 = d - (h/2) f(t0,q0,ph) - G(q0)^T k0
//              r2 = u - [H_p(t0,q0,ph) + H_p(t1,q1,ph)]/2
//              r3 = g(t1,q1)/h                       so scaled, the Jacobian is O(1) as h -> 0
//   Jacobian   [ I - (h/2) f_p(q0,ph)                0               -G(q0)^T ]
//              [ -(H_pp(q0,ph) + H_pp(q1,ph))/2    I - (h/2) H_pq(q1,ph)    0   ]
//              [ 0                                   G(q1)              0   ]
//
//   separable  H = T(p) + V(q): ph = p0 + (h/2) f(t0,q0) + G(q0)^T k0 and q1 = q0 + h T'(ph) are
//              explicit, k0 is the only unknown: r = g(t1,q1)/h, Jacobian G(q1) H_pp G(q0)^T
//   projection for k1: Newton with G H_pp G^T, one step if H is quadratic in p
//
//   keeps      g = 0 and G H_p + g_t = 0 to rounding; the symplectic form on the constraint
//              manifold; momentum maps of linear symmetries, to rounding: a multiplier acts along G^T
//   symmetric  exchanging (q0,p0) with (q1,p1) and h with -h leaves the step unchanged: order 2
//   energy     oscillates, no drift: the step is the flow of a nearby Hamiltonian up to exp(-1/h)
//   does not   treat nonholonomic constraints
//
// [M] McLachlan, Scovel, "Equivariant constrained symplectic integration", 1994, secs 2 and 4.
//     RATTLE is due to Andersen, J. Comput. Phys. 52 (1983); for general Hamiltonians see Jay,
//     SIAM J. Numer. Anal. 33 (1996). docs/methods.md has the derivation.

#pragma once

#include "base/vec.h"
#include "methods/kernel.h"
#include "problem/own_picture.h"
#include "solve/dense.h"

// sizes and structure; constants in a compiled step
typedef struct rattle_shape {
  int n, m;         // coordinates, holonomic constraints
  bool own;         // the model is a hamiltonian: its own picture is that of the momenta
  bool separable;   // the form with the multipliers as the only unknowns
  bool autonomous;  // constraints do not move by themselves
  const double *W;  // n x n  H_pp where it is a constant matrix, otherwise NULL
} rattle_shape;

typedef struct rattle {
  kernel base;
  rattle_shape shape;
  evaluator *e;
  picture_room room;    // of a model that is no hamiltonian
  const int *declared;  // m  place of each constraint among all
  double noise;         //    rounding of what the model gives, in units of eps

  double t, h;
  const double *q0, *p0;  // n      start of the step                      set by the caller
  double *f0, *v0;        // n      f(t0,q0), H_p(t0,q0,p0)                left by rattle_begin
  double speed;           //        largest velocity at the start
  double *G0;             // m x n  G(t0,q0)

  double *ph, *q1;    // n      left by rattle_evaluate
  double *sum;        // n      work
  double *Hpp;        // n x n  work
  bool failed;        //        a Legendre transform failed: at this x,
  bool begin_failed;  //        or before the solve

  double *d, *dq;  // n      ph - p0, q1 - q0                       left by rattle_read_solution
  double *k0;      // m      multiplier of the first half
  double largest;  //        entry of H_pp, where it is separable
  double pace;     //        how fast things go in this step

  double *G1, *gt;  // m x n, m  G(t1,q1), g_t                       left by rattle_project
  double *dp;       // n      p1 - p0
  double *k1;       // m      multiplier of the projection
  double *S;        // m x m  G H_pp G^T
  int *pivot;       // m
  double *D;        // m x n  rows of G H_pp
} rattle;

// v = H_p and f at a point; derivatives if wanted
static inline picture_view rattle_at(rattle_shape k, rattle *s, double t, const double *q,
                                     const double *p, bool blocks) {
  return k.own ? own_picture(k.n, s->e, t, q, p, blocks)
               : picture_look(&s->e->momenta, &s->room, t, q, p, blocks, &s->failed);
}

// H_pp at a point
static inline const double *rattle_mass(rattle_shape k, rattle *s, double t, const double *q,
                                        const double *p) {
  return k.W ? k.W : rattle_at(k, s, t, q, p, true).yx;
}

// G, f, velocity and speed at the start
static inline void rattle_begin(rattle_shape k, rattle *s) {
  int n = k.n, m = k.m;
  s->failed = s->begin_failed = false;
  const double *out = evaluator_run(s->e, BUNDLE_G_BLOCKS, s->t, s->q0, s->p0, NULL);
  vec_copy(s->G0, out + m, m*n);
  picture_view a = rattle_at(k, s, s->t, s->q0, s->p0, false);
  vec_copy(s->f0, a.f, n);
  vec_copy(s->v0, a.y, n);
  s->speed = vec_max(s->v0, n);
  s->begin_failed = s->failed;
}

// how fast the forces alone would make it in one step: the largest change of H_p when p0 becomes
// p0 + h f0
static inline double rattle_gain(rattle_shape k, rattle *s) {
  vec_axpy(s->ph, s->h, s->f0, s->p0, k.n);
  picture_view a = rattle_at(k, s, s->t, s->q0, s->ph, false);
  vec_sub(s->sum, a.y, s->v0, k.n);
  s->begin_failed = s->failed;
  return vec_max(s->sum, k.n);
}

// r3 = g(t1,q1)/h; returns G(t1,q1) if that is wanted
static inline const double *rattle_constraint(int m, rattle *s, double *r, bool blocks) {
  const double *g = blocks ? evaluator_run(s->e, BUNDLE_G_BLOCKS, s->t + s->h, s->q1, s->ph, NULL)
                           : evaluator_run(s->e, BUNDLE_G, s->t + s->h, s->q1, s->ph, NULL);
  for (int c = 0; c < m; c++)
    r[c] = g[c]/s->h;
  return g + m;
}

// general Hamiltonian: r at x = (d, u, k0), and J = dr/dx unless it is NULL
static inline void rattle_general(rattle_shape k, rattle *s, const double *x, double *r,
                                  double *J) {
  int n = k.n, m = k.m, N = 2*n + m;
  const double *d = x, *u = x + n, *k0 = x + 2*n;
  double h = s->h;
  if (J)
    vec_zero(J, N*N);
  for (int i = 0; i < n; i++) {
    s->ph[i] = s->p0[i] + d[i];
    s->q1[i] = s->q0[i] + h*u[i];
  }

  // r1 = d - (h/2) f(q0,ph) - G0^T k0
  picture_view a = rattle_at(k, s, s->t, s->q0, s->ph, J != NULL);
  vec_axpy(r, -0.5*h, a.f, d, n);
  mat_tvec_add(r, -1, s->G0, k0, m, n);
  vec_copy(s->sum, a.y, n);
  for (int i = 0; J && i < n; i++)
    for (int j = 0, l = i*n; j < n; j++, l++) {
      J[i*N + j] = (i == j) - 0.5*h*a.fx[l];
      J[(n + i)*N + j] = -0.5*a.yx[l];
    }

  // r2 = u - (H_p(q0,ph) + H_p(q1,ph))/2
  a = rattle_at(k, s, s->t + h, s->q1, s->ph, J != NULL);
  for (int i = 0; i < n; i++)
    r[n + i] = u[i] - 0.5*(s->sum[i] + a.y[i]);
  for (int i = 0; J && i < n; i++)
    for (int j = 0, l = i*n; j < n; j++, l++) {
      J[(n + i)*N + j] -= 0.5*a.yx[l];
      J[(n + i)*N + n + j] = (i == j) - 0.5*h*a.yq[l];
    }

  const double *G1 = rattle_constraint(m, s, r + 2*n, J != NULL);
  for (int c = 0; J && c < m; c++)
    for (int j = 0; j < n; j++) {
      J[j*N + 2*n + c] = -s->G0[c*n + j];
      J[(2*n + c)*N + n + j] = G1[c*n + j];
    }
}

// S = A H_pp B^T for rows A, B (m x n). Zeros are passed over: most are known to the compiler.
static inline void rattle_schur(int n, int m, rattle *s, const double *A, const double *Hpp,
                                const double *B, double *S) {
  for (int c = 0; c < m; c++) {
    double *row = s->D + c*n;
    vec_zero(row, n);
    for (int i = 0; i < n; i++)
      for (int j = 0; A[c*n + i] != 0 && j < n; j++)
        if (Hpp[i*n + j] != 0)
          row[j] += A[c*n + i]*Hpp[i*n + j];
  }
  for (int c = 0; c < m; c++)
    for (int l = 0; l < m; l++)
      S[c*m + l] = vec_dot(s->D + c*n, B + l*n, n);
}

// p0 + (h/2) f0 + G0^T k0 and q0 + h H_p of that; returns H_p
static inline const double *rattle_drift(rattle_shape k, rattle *s, const double *k0) {
  vec_axpy(s->ph, 0.5*s->h, s->f0, s->p0, k.n);
  mat_tvec_add(s->ph, 1, s->G0, k0, k.m, k.n);
  picture_view a = rattle_at(k, s, s->t, s->q0, s->ph, false);
  vec_axpy(s->q1, s->h, a.y, s->q0, k.n);
  return a.y;
}

// separable Hamiltonian: r at x = k0, and J
static inline void rattle_separable(rattle_shape k, rattle *s, const double *k0, double *r,
                                    double *J) {
  int n = k.n, m = k.m;
  rattle_drift(k, s, k0);
  const double *G1 = rattle_constraint(m, s, r, J != NULL);
  if (!J)
    return;
  const double *Hpp = rattle_mass(k, s, s->t, s->q0, s->ph);
  rattle_schur(n, m, s, G1, Hpp, s->G0, J);
  if (!k.W)
    s->largest = vec_max(Hpp, n*n);
}

// either form
static inline void rattle_evaluate(rattle_shape k, rattle *s, const double *x, double *r,
                                   double *J) {
  s->failed = s->begin_failed;
  if (k.separable)
    rattle_separable(k, s, x, r, J);
  else
    rattle_general(k, s, x, r, J);
  if (s->failed)
    r[0] = (double)NAN;
}

// r = G1 v + g_t; returns its size against |G| |v|, in *coarse against |G| times the speed of the
// step (near rest only that means anything), in *whose the worst row
static inline double rattle_hidden(rattle_shape k, const rattle *s, const double *v, double *r,
                                   double *coarse, int *whose) {
  int n = k.n, m = k.m;
  double worst = 0, worst_coarse = 0;
  for (int c = 0; c < m; c++) {
    double size = fabs(s->gt[c]), row = 0;
    r[c] = s->gt[c];
    for (int i = 0; i < n; i++) {
      double G = s->G1[c*n + i], part = G*v[i];
      r[c] += part;
      size += fabs(part);
      row += fabs(G);
    }
    double error = fabs(r[c]), most = size + row*s->speed;
    worst = vec_larger(worst, error > 0 ? error/size : 0);
    if (!(error <= worst_coarse*most)) {
      worst_coarse = error/most;
      *whose = c;
    }
    if (isnan(error))
      return error;
  }
  *coarse = worst_coarse;
  return worst;
}

// Is g(t1,q1) = 0 to rounding, whatever the solver says? The constraint that is not, or -1.
static inline int rattle_violated(int n, int m, const rattle *s, const double *g) {
  const double allowed = 1e-10;  // of sum_i |G_i| (|q_i| + |h v_i|)
  for (int c = 0; c < m; c++) {
    double size = 0;
    for (int i = 0; i < n; i++)
      size += fabs(s->G1[c*n + i])*(fabs(s->q1[i]) + fabs(s->q1[i] - s->q0[i]));
    if (!(fabs(g[c]) <= allowed*size) && g[c] != 0)
      return c;
  }
  return -1;
}

// dp = p1 - p0 from ph and q1; returns -1, or the constraint at which the projection failed
static inline int rattle_project(rattle_shape k, rattle *s) {
  enum { most = 20 };
  int n = k.n, m = k.m;
  const double rounding = 4*2.220446049250313e-16;
  double t1 = s->t + s->h;
  const double *out = evaluator_run(s->e, BUNDLE_G_BLOCKS, t1, s->q1, s->ph, NULL);
  vec_copy(s->G1, out + m, m*n);
  vec_copy(s->gt, out + m + m*n, m);
  int violated = rattle_violated(n, m, s, out);
  if (violated >= 0)
    return violated;

  // ph + (h/2) f(t1,q1,ph)
  picture_view a = rattle_at(k, s, t1, s->q1, s->ph, !k.W);
  vec_axpy(s->dp, 0.5*s->h, a.f, s->d, n);
  const double *Hpp = k.W;
  if (!k.W && m > 0) {
    vec_copy(s->Hpp, a.yx, n*n);
    Hpp = s->Hpp;
  }
  double before = HUGE_VAL;
  int whose = 0;
  for (int round = 0; m > 0 && round < most; round++) {
    for (int i = 0; i < n; i++)
      s->ph[i] = s->p0[i] + s->dp[i];
    a = rattle_at(k, s, t1, s->q1, s->ph, false);
    double coarse = 0, size = rattle_hidden(k, s, a.y, s->k1, &coarse, &whose);
    if (size <= rounding || (round > 1 && size > 0.25*before && coarse <= 1e-12*s->noise))
      break;
    if (!isfinite(size) || round == most - 1)
      return whose;
    before = size;

    // k1 = -(G H_pp G^T)^-1 r
    if (round == 0) {
      rattle_schur(n, m, s, s->G1, Hpp, s->G1, s->S);
      int singular = dense_factor(s->S, s->pivot, m);
      if (singular >= 0)
        return singular;
    }
    dense_solve(s->S, s->pivot, s->k1, m);
    mat_tvec_add(s->dp, -1, s->G1, s->k1, m, n);
  }
  return -1;
}
