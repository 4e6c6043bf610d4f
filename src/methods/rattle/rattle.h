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
//   reduced    with solve=reduced the multiplier is eliminated, and q1 the only unknown: the same
//              step, by the equations of rattle_reduced.h                                   [M] (12)
//   projection for k1: Newton with G H_pp G^T, one step if H is quadratic in p
//   class      p and p + G^T nu give the same q1, and the same p1: k0 takes up the difference. With
//              representative=tn a step carries psi(q,p) = p - G^T (G G^T)^-1 G p, for which G p = 0,
//              in the place of p: the form of the step on TN, with the metric 1            [M] (9)
//
//   keeps      g = 0 and G H_p + g_t = 0 to rounding; the symplectic form on the constraint
//              manifold; momentum maps of linear symmetries, to rounding: a multiplier acts along G^T
//   symmetric  exchanging (q0,p0) with (q1,p1) and h with -h leaves the step unchanged: order 2
//   energy     oscillates, no drift: the step is the flow of a nearby Hamiltonian up to exp(-1/h)
//   rotations  on SO(n) the same step is taken in reduced form: `noslip methods moser-veselov`
//   does not   treat nonholonomic constraints
//
// [M] McLachlan, Scovel, "Equivariant constrained symplectic integration", 1994, secs 2 to 5.
//     RATTLE is due to Andersen, J. Comput. Phys. 52 (1983); for general Hamiltonians see Jay,
//     SIAM J. Numer. Anal. 33 (1996). docs/methods.md has the derivation.
//
// The halves are weights here: w0 h at the start, w1 h at the end, w0 + w1 = 1. Both are 1/2 in
// rattle; reich.h has the others. What has the weight 0 is not computed.

#pragma once

#include "base/vec.h"
#include "methods/kernel.h"
#include "problem/own_chart.h"
#include "solve/dense.h"

// sizes and structure; constants in a compiled step
typedef struct rattle_shape {
  int n, m;         // coordinates, holonomic constraints
  bool own;         // the model is a hamiltonian: its own chart is that of the momenta
  bool separable;   // the form with the multipliers as the only unknowns
  bool eliminates;  // of a separable system: the positions as the only unknowns
  bool tangent;     // carries psi(q,p) beside p
  bool autonomous;  // constraints do not move by themselves
  bool diagonal;    // W is diagonal
  const double *W;  // n x n  H_pp where it is a constant matrix, otherwise NULL
} rattle_shape;

typedef struct rattle {
  kernel *base;
  rattle_shape shape;
  evaluator *e;
  chart_room room;      // of a model that is no hamiltonian
  const int *declared;  // m  place of each constraint among all
  const double *rest;   // n  c = p at v = 0 of a lagrangian with constant mass
  double noise;         //    rounding of what the model gives, in units of eps

  double w0, w1;  //        weights of the two ends of a step; not in the shape: one compiled step
                  //        serves for a method and its adjoint
  double t, h;
  const double *q0, *p0;  // n      start of the step                      set by the caller
  const double *known;    // n      the p0 for which G H_p + g_t = 0: with psi(q,p) another one
  double *f0, *v0;        // n      f(t0,q0), H_p(t0,q0,known)             left by rattle_begin
  double speed;           //        largest velocity at the start
  double *g0, *G0;        // m x n  g, G and g_t at (t0,q0), and G in it

  double *ph, *q1;    // n      left by rattle_evaluate
  double *values;     // 2n     H_p and f at the last point
  double *v;          // n      H_p at the last point of a lagrangian with constant mass
  double *sum;        // n      work
  double *Hpp;        // n x n  work
  bool failed;        //        a Legendre transform failed: at this x,
  bool begin_failed;  //        or before the solve

  double *d, *dq;  // n      ph - p0, q1 - q0                       left by rattle_read_solution
  double *k0;      // m      multiplier of the first half
  double largest;  //        entry of H_pp, where it is separable
  double way;      //        largest |dq| of the last step
  double pace;     //        how fast things go in this step

  double *g1;       //        g, G and g_t at (t1,q1)       left by rattle_project, or with J
  double *G1, *gt;  // m x n, m  G and g_t in it
  double *dp;       // n      p1 - p0
  double *k1;       // m      multiplier of the projection
  double *S;        // m x m  G H_pp G^T
  int *pivot;       // m
  int *list;        // n
  double *D;        // m x n  rows of G H_pp

  double *Q, *R;  // m x n, m x m  G0^T = Q [R; 0], where the multiplier is eliminated
} rattle;

// length of the work array: all that a step leaves behind
static inline int rattle_size(rattle_shape k) {
  int n = k.n, m = k.m;
  return 11*n + 3*m*n + 5*m + m*m + n*n + (k.eliminates ? m*n + m*m : 0);
}

// lay out the arrays of a step, one after the other
static inline void rattle_lay(rattle_shape k, rattle *s, double *at, int *pivot) {
  int n = k.n, m = k.m;
  s->f0 = at;
  s->v0 = s->f0 + n;
  s->ph = s->v0 + n;
  s->q1 = s->ph + n;
  s->sum = s->q1 + n;
  s->d = s->sum + n;
  s->dq = s->d + n;
  s->dp = s->dq + n;
  s->values = s->dp + n;
  s->v = s->values + 2*n;
  s->g0 = s->v + n;
  s->g1 = s->g0 + 2*m + m*n;
  s->D = s->g1 + 2*m + m*n;
  s->k1 = s->D + m*n;
  s->G0 = s->g0 + m;
  s->G1 = s->g1 + m;
  s->gt = s->G1 + m*n;
  s->S = s->k1 + m;
  s->Hpp = s->S + m*m;
  s->Q = k.eliminates ? s->Hpp + n*n : NULL;
  s->R = k.eliminates ? s->Q + m*n : NULL;
  s->pivot = pivot;
  s->list = pivot + m;
}

// The same of a lagrangian with constant mass and f free of v: v = W (p - c), no transform.
static inline chart_view rattle_lagrangian(rattle_shape k, rattle *s, double t, const double *q,
                                           const double *p) {
  evaluator_into(s->e, BUNDLE_VALUES, t, q, p, NULL, s->values);
  vec_sub(s->sum, p, s->rest, k.n);
  VEC_UNROLL
  for (int i = 0; i < k.n; i++)
    s->v[i] =
        k.diagonal ? k.W[i*k.n + i]*s->sum[i] : vec_dot_sparse(k.W + i*k.n, s->sum, k.n);
  return (chart_view){.y = s->v, .f = s->values + k.n};
}

// v = H_p and f at a point; derivatives if wanted
static inline chart_view rattle_at(rattle_shape k, rattle *s, double t, const double *q,
                                   const double *p, bool blocks) {
  if (k.W && k.separable && !k.own && !blocks)
    return rattle_lagrangian(k, s, t, q, p);
  return k.own ? own_chart(k.n, s->e, t, q, p, blocks, s->values)
               : chart_look(&s->e->momenta, &s->room, t, q, p, blocks, &s->failed);
}

// H_pp at a point
static inline const double *rattle_mass(rattle_shape k, rattle *s, double t, const double *q,
                                        const double *p) {
  return k.W ? k.W : rattle_at(k, s, t, q, p, true).yx;
}

// G, f, velocity and speed at the start
static inline void rattle_begin(rattle_shape k, rattle *s) {
  int n = k.n;
  s->failed = s->begin_failed = false;
  evaluator_into(s->e, BUNDLE_G_BLOCKS, s->t, s->q0, s->p0, NULL, s->g0);
  chart_view a = rattle_at(k, s, s->t, s->q0, s->known, false);
  vec_copy(s->f0, a.f, n);
  vec_copy(s->v0, a.y, n);
  s->speed = vec_max(s->v0, n);
  s->begin_failed = s->failed;
}

// how fast the forces alone would make it in one step: the largest change of H_p when p becomes
// p + h f0
static inline double rattle_gain(rattle_shape k, rattle *s) {
  vec_axpy(s->ph, s->h, s->f0, s->known, k.n);
  chart_view a = rattle_at(k, s, s->t, s->q0, s->ph, false);
  vec_sub(s->sum, a.y, s->v0, k.n);
  s->begin_failed = s->failed;
  return vec_max(s->sum, k.n);
}

// r3 = g(t1,q1)/h, and G1 if that is wanted
static inline void rattle_constraint(int m, rattle *s, double *r, bool blocks) {
  const double *g = s->g1;
  if (blocks)
    evaluator_into(s->e, BUNDLE_G_BLOCKS, s->t + s->h, s->q1, s->ph, NULL, s->g1);
  else
    g = evaluator_run(s->e, BUNDLE_G, s->t + s->h, s->q1, s->ph, NULL);
  double per_step = 1/s->h;
  for (int c = 0; c < m; c++)
    r[c] = g[c]*per_step;
}

// what (q0,ph) adds to r1 and to the mean velocity `sum`, and to J
static inline void rattle_first_half(rattle_shape k, rattle *s, double *r, double *J) {
  int n = k.n, N = 2*n + k.m;
  double w = s->w0, wh = w*s->h;
  chart_view a = rattle_at(k, s, s->t, s->q0, s->ph, J != NULL);
  for (int i = 0; i < n; i++) {
    r[i] += -wh*a.f[i] + 0.0;  // 0, if it is -0
    s->sum[i] = w*a.y[i];
  }
  for (int i = 0; J && i < n; i++)
    for (int j = 0, l = i*n; j < n; j++, l++) {
      J[i*N + j] -= wh*a.fx[l];
      J[(n + i)*N + j] = -w*a.yx[l];
    }
}

// what (q1,ph) adds to the mean velocity and to J
static inline void rattle_second_half(rattle_shape k, rattle *s, double *J) {
  int n = k.n, N = 2*n + k.m;
  double w = s->w1, wh = w*s->h;
  chart_view a = rattle_at(k, s, s->t + s->h, s->q1, s->ph, J != NULL);
  vec_axpy(s->sum, w, a.y, s->sum, n);
  for (int i = 0; J && i < n; i++)
    for (int j = 0, l = i*n; j < n; j++, l++) {
      J[(n + i)*N + j] -= w*a.yx[l];
      J[(n + i)*N + n + j] -= wh*a.yq[l];
    }
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

  vec_copy(r, d, n);
  vec_zero(s->sum, n);
  for (int i = 0; J && i < 2*n; i++)
    J[i*N + i] = 1;
  if (s->w0 != 0)
    rattle_first_half(k, s, r, J);
  if (s->w1 != 0)
    rattle_second_half(k, s, J);

  // r1 = d - w0 h f(q0,ph) - G0^T k0,  r2 = u - w0 H_p(q0,ph) - w1 H_p(q1,ph)
  mat_tvec_add(r, -1, s->G0, k0, m, n);
  vec_sub(r + n, u, s->sum, n);

  rattle_constraint(m, s, r + 2*n, J != NULL);
  for (int c = 0; J && c < m; c++)
    for (int j = 0; j < n; j++) {
      J[j*N + 2*n + c] = -s->G0[c*n + j];
      J[(2*n + c)*N + n + j] = s->G1[c*n + j];
    }
}

// row = a H_pp. Zeros are passed over: most are known to the compiler.
static inline void rattle_times_mass(rattle_shape k, double *row, const double *a,
                                     const double *Hpp) {
  int n = k.n;
  vec_zero(row, n);
  VEC_UNROLL
  for (int i = 0; i < n; i++) {
    if (VEC_IS_ZERO(a[i]))
      continue;
    if (k.diagonal) {
      row[i] = a[i]*Hpp[i*n + i];
      continue;
    }
    VEC_UNROLL
    for (int j = 0; j < n; j++)
      if (!VEC_IS_ZERO(Hpp[i*n + j]))
        row[j] += a[i]*Hpp[i*n + j];
  }
}

// places of the entries that are not zero, into `list`; returns their number
static inline int rattle_places(int n, const double *row, int *list) {
  int count = 0;
  for (int j = 0; j < n; j++)
    if (row[j] != 0)
      list[count++] = j;
  return count;
}

// S = A H_pp B^T for rows A, B (m x n). A constraint moves few of many coordinates: where there are
// many, those are listed first, which makes a chain of twenty links three times as fast.
static inline void rattle_schur(rattle_shape k, rattle *s, const double *A, const double *Hpp,
                                const double *B, double *S) {
  int n = k.n, m = k.m;
  VEC_UNROLL
  for (int c = 0; c < m; c++) {
    double *row = s->D + c*n;
    rattle_times_mass(k, row, A + c*n, Hpp);
    int count = n > kernel_small ? rattle_places(n, row, s->list) : 0;
    VEC_UNROLL
    for (int l = 0; l < m; l++) {
      double sum = 0;
      for (int j = 0; n > kernel_small && j < count; j++)
        sum += row[s->list[j]]*B[l*n + s->list[j]];
      S[c*m + l] = n > kernel_small ? sum : vec_dot_sparse(row, B + l*n, n);
    }
  }
}

// d = w0 h f0 + G0^T k0, ph = p0 + d, q1 = q0 + h H_p of that; returns H_p
static inline const double *rattle_drift(rattle_shape k, rattle *s, const double *k0) {
  VEC_UNROLL
  for (int i = 0; i < k.n; i++)
    s->d[i] = s->w0*s->h*s->f0[i] + 0.0;  // 0, if it is -0
  mat_tvec_add(s->d, 1, s->G0, k0, k.m, k.n);
  vec_axpy(s->ph, 1, s->d, s->p0, k.n);
  chart_view a = rattle_at(k, s, s->t, s->q0, s->ph, false);
  vec_axpy(s->q1, s->h, a.y, s->q0, k.n);
  return a.y;
}

// separable Hamiltonian: r at x = k0, and J
static inline void rattle_separable(rattle_shape k, rattle *s, const double *k0, double *r,
                                    double *J) {
  int n = k.n, m = k.m;
  rattle_drift(k, s, k0);
  rattle_constraint(m, s, r, J != NULL);
  if (!J)
    return;
  const double *Hpp = rattle_mass(k, s, s->t, s->q0, s->ph);
  rattle_schur(k, s, s->G1, Hpp, s->G0, J);
  if (!k.W)
    s->largest = vec_max(Hpp, n*n);
}

// r = G1 v + g_t
static inline void rattle_rate(rattle_shape k, const rattle *s, const double *v, double *r) {
  VEC_UNROLL
  for (int c = 0; c < k.m; c++)
    r[c] = s->gt[c] + vec_dot_sparse(s->G1 + c*k.n, v, k.n);
}

// The size of r = G1 v + g_t against |G| |v|, in *coarse against |G| times the speed of the step
// (near rest only that means anything), in *whose the worst row.
static inline double rattle_miss(rattle_shape k, const rattle *s, const double *v, const double *r,
                                 double *coarse, int *whose) {
  double worst = 0, worst_coarse = 0;
  for (int c = 0; c < k.m; c++) {
    double size = fabs(s->gt[c]), row = 0;
    VEC_UNROLL
    for (int i = 0; i < k.n; i++) {
      if (VEC_IS_ZERO(s->G1[c*k.n + i]))
        continue;
      size += fabs(s->G1[c*k.n + i]*v[i]);
      row += fabs(s->G1[c*k.n + i]);
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
    // |G q| is not more than that, and mostly enough
    const double *G = s->G1 + c*n;
    if (fabs(g[c]) <= allowed*fabs(vec_dot_sparse(G, s->q1, n)))
      continue;
    double size = 0;
    for (int i = 0; i < n; i++)
      size += G[i] == 0 ? 0 : fabs(G[i])*(fabs(s->q1[i]) + fabs(s->q1[i] - s->q0[i]));
    if (!(fabs(g[c]) <= allowed*size) && g[c] != 0)
      return c;
  }
  return -1;
}

// dp = p1 - p0 from ph and q1, and p1 in the place of ph; returns -1, or the constraint at which the
// projection failed
static inline int rattle_project(rattle_shape k, rattle *s) {
  enum { most = 20 };
  int n = k.n, m = k.m;
  const double rounding = 4*2.220446049250313e-16;
  double t1 = s->t + s->h;
  evaluator_into(s->e, BUNDLE_G_BLOCKS, t1, s->q1, s->ph, NULL, s->g1);
  int violated = rattle_violated(n, m, s, s->g1);
  if (violated >= 0)
    return violated;

  // ph + w1 h f(t1,q1,ph)
  chart_view a = {0};
  if (s->w1 != 0 || !k.W)
    a = rattle_at(k, s, t1, s->q1, s->ph, !k.W);
  VEC_UNROLL
  for (int i = 0; i < n; i++)
    s->dp[i] = s->w1 != 0 ? s->d[i] + s->w1*s->h*a.f[i] + 0.0 : s->d[i];
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
    rattle_rate(k, s, a.y, s->k1);

    // with a constant mass the first correction is the last but for rounding: it is not asked for
    if (round > 0 || !k.W) {
      double coarse = 0, size = rattle_miss(k, s, a.y, s->k1, &coarse, &whose);
      if (size <= rounding || (round > 1 && size > 0.25*before && coarse <= 1e-12*s->noise))
        break;
      if (!isfinite(size) || round == most - 1)
        return whose;
      before = size;
    }

    // k1 = -(G H_pp G^T)^-1 r
    if (round == 0) {
      rattle_schur(k, s, s->G1, Hpp, s->G1, s->S);
      int singular = dense_factor(s->S, s->pivot, m);
      if (singular >= 0)
        return singular;
    }
    dense_solve(s->S, s->pivot, s->k1, m);
    mat_tvec_add(s->dp, -1, s->G1, s->k1, m, n);
  }
  return -1;
}

// dp = psi(q1, p0 + dp) - p0, from G at q1; returns -1, or a constraint that depends on others
static inline int rattle_represent(rattle_shape k, rattle *s) {
  enum { rounds = 2 };  // the second removes the rounding of the first
  int n = k.n, m = k.m;
  for (int c = 0; c < m; c++)
    for (int l = 0; l < m; l++)
      s->S[c*m + l] = vec_dot_sparse(s->G1 + c*n, s->G1 + l*n, n);
  int singular = dense_factor(s->S, s->pivot, m);
  for (int round = 0; singular < 0 && round < rounds; round++) {
    vec_axpy(s->sum, 1, s->dp, s->p0, n);
    for (int c = 0; c < m; c++)
      s->k1[c] = vec_dot_sparse(s->G1 + c*n, s->sum, n);
    dense_solve(s->S, s->pivot, s->k1, m);
    mat_tvec_add(s->dp, -1, s->G1, s->k1, m, n);
  }
  return singular;
}
