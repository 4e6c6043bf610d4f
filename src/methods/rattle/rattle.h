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
//              step, by the equations of rattle_reduced.h                                  [M] (12)
//   projection for k1: Newton with G H_pp G^T, one step if H is quadratic in p
//   class      p and p + G^T nu give the same q1, and the same p1: k0 takes up the difference. With
//              representative=tn a step carries psi(q,p) = p - G^T (G G^T)^-1 G p, for which
//              G p = 0, in the place of p: the form of the step on TN, with the metric 1    [M] (9)
//
//   keeps      g = 0 and G H_p + g_t = 0 to rounding; the symplectic form on the constraint
//              manifold; momentum maps of linear symmetries, to rounding: a multiplier acts
//              along G^T
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
#include "solve/linear_solver.h"

// What is not always zero, of a separable system with many constraints and a constant mass. Without:
// everything.
typedef struct rattle_zeros {
  sparse_rows G;  // m x n  as it stands in the outputs of the model
  sparse_rows W;  // n x n
  sparse_rows D;  // m x n  G W
  sparse_rows S;  // m x m  G W G^T, packed
} rattle_zeros;

// what does not change in a run
typedef struct rattle_shape {
  int n, m;             // coordinates, holonomic constraints
  bool own;             // the model is a hamiltonian: its own chart is that of the momenta
  bool separable;       // the form with the multipliers as the only unknowns
  bool eliminates;      // of a separable system: the positions as the only unknowns
  bool tangent;         // carries psi(q,p) beside p
  bool autonomous;      // constraints do not move by themselves
  bool diagonal;        // W is diagonal
  double w0, w1;        // weights of the two ends of a step; those of the adjoint are exchanged
  double noise;         // rounding of what the model gives, in units of eps
  const int *declared;  // m      place of each constraint among all
  const double *W;      // n x n  H_pp where it is a constant matrix, otherwise NULL
  const double *rest;   // n      c = p at v = 0 of a lagrangian with constant mass
  rattle_zeros zeros;
  const linear_solver *project;  // of G W G^T at one point, with zeros
} rattle_shape;

typedef struct rattle_carried {
  double largest;  // entry of H_pp, where it is separable; 0: not known yet
  double way;      // largest |dq| of the last step
  double gain;     // speed that the forces alone would have given in the first step
} rattle_carried;

// H_p and f at the last point, and its derivatives
typedef struct rattle_look {
  double *values;   // 2n     H_p and f of the own chart
  double *v;        // n      H_p of a lagrangian with constant mass
  chart_room room;  //        of the other chart
} rattle_look;

// matrices of the linear equations
typedef struct rattle_matrices {
  double *Hpp;    // n x n  where it is not known; also a column
  double *D;      // m x n  rows of G H_pp; with zeros one of them
  int *list;      // n      where a row is not zero
  double *S;      // m x m  G H_pp G^T, with zeros packed
  int *pivot;     // m
  double *Q, *R;  // m x n, m x m  G0^T = Q [R; 0], where the multiplier is eliminated
} rattle_matrices;

typedef struct rattle {
  kernel *base;
  evaluator *e;
  rattle_shape shape;

  rattle_carried *carried;
  double *k0;  // m      multiplier of the first half, for callers after the step

  // scratch
  double t, h;
  const double *q0, *p0;  // n      start of the step                      set by the caller
  const double *known;    // n      the p0 for which G H_p + g_t = 0: with psi(q,p) another one
  double *f0, *v0;        // n      f(t0,q0), H_p(t0,q0,known)             left by rattle_begin
  double speed;           //        largest velocity at the start
  double pace;            //        speed of the motion in this step       left by rattle_know_pace
  double *g0, *G0;        // m x n  g, G and g_t at (t0,q0), and G in it

  double *ph, *q1;    // n      left by rattle_evaluate
  double *sum;        // n      work
  bool failed;        //        a Legendre transform failed: at this x,
  bool begin_failed;  //        or before the solve
  rattle_look look;
  rattle_matrices matrices;

  double *d, *dq;   // n      ph - p0, q1 - q0              left by rattle_read_solution
  double *g1;       //        g, G and g_t at (t1,q1)       left by rattle_project, or with J
  double *G1, *gt;  // m x n, m  G and g_t in it
  double *dp;       // n      p1 - p0
  double *k1;       // m      multiplier of the projection
} rattle;

static inline void rattle_open(rattle *s, kernel *base, rattle_carried *carried, evaluator *e) {
  s->base = base;
  s->carried = carried;
  s->e = e;
}

static inline newton_shape rattle_unknowns(rattle_shape k) {
  if (k.eliminates)
    return newton_one_block(k.n);
  int n = k.separable ? 0 : k.n, all = 2*n + k.m;
  long entries = k.zeros.S.first ? k.zeros.S.first[k.m] : 0;
  return (newton_shape){all, {k.separable ? all : n, k.separable ? all : 2*n, all}, (int)entries};
}

static inline void rattle_lay_matrices(rattle_shape k, rattle_matrices *w, layout *l) {
  int n = k.n, m = k.m;
  w->Hpp = layout_scratch(l, k.W && !k.eliminates ? 0 : n*n);
  w->D = layout_scratch(l, m*n);
  w->list = layout_integers(l, LAYOUT_SCRATCH, n);
  w->S = layout_scratch(l, m*m);
  w->pivot = layout_integers(l, LAYOUT_SCRATCH, m);
  if (!k.eliminates)
    return;
  w->Q = layout_scratch(l, m*n);
  w->R = layout_scratch(l, m*m);
}

static inline void rattle_lay(rattle_shape k, rattle *s, layout *l) {
  int n = k.n, m = k.m;
  assert(k.separable || !k.eliminates);
  assert(k.own || !k.W || k.rest);
  assert(k.w0 + k.w1 == 1 && (k.declared || k.m == 0));
  s->k0 = layout_carried(l, m);
  long G = rows_length(k.zeros.G, m, n);
  s->g0 = layout_output(l, 2*m + G);
  s->G0 = layout_within(s->g0, m);
  s->g1 = layout_output(l, 2*m + G);
  s->G1 = layout_within(s->g1, m);
  s->gt = layout_within(s->g1, m + G);
  s->look.values = layout_output(l, 2*n);
  s->look.v = layout_scratch(l, n);
  if (!k.own || k.eliminates)
    s->look.room = chart_room_lay(n, l);
  s->f0 = layout_scratch(l, n);
  s->v0 = layout_scratch(l, n);
  s->ph = layout_scratch(l, n);
  s->q1 = layout_scratch(l, n);
  s->sum = layout_scratch(l, n);
  s->d = layout_scratch(l, n);
  s->dq = layout_scratch(l, n);
  s->dp = layout_scratch(l, n);
  s->k1 = layout_scratch(l, m);
  rattle_lay_matrices(k, &s->matrices, l);
}

// the weights of the start and of the end
static inline double rattle_w0(rattle_shape k, const rattle *s) {
  return s->base->adjoint ? k.w1 : k.w0;
}

static inline double rattle_w1(rattle_shape k, const rattle *s) {
  return s->base->adjoint ? k.w0 : k.w1;
}

// v = W (p - c) of a lagrangian with constant mass, no transform
static inline const double *rattle_over_mass(rattle_shape k, rattle *s, const double *p) {
  vec_sub(s->sum, p, k.rest, k.n);
  if (k.zeros.W.first)
    rows_vec(k.zeros.W, s->look.v, k.W, s->sum, k.n, k.n);
  VEC_UNROLL
  for (int i = 0; !k.zeros.W.first && i < k.n; i++)
    s->look.v[i] =
        k.diagonal ? k.W[i*k.n + i]*s->sum[i] : vec_dot_sparse(k.W + i*k.n, s->sum, k.n);
  return s->look.v;
}

// has a lagrangian a constant mass, and f free of v?
static inline bool rattle_is_plain(rattle_shape k) {
  return k.W && k.separable && !k.own;
}

// v = H_p and f at a point; derivatives if asked for
static inline chart_view rattle_at(rattle_shape k, rattle *s, double t, const double *q,
                                   const double *p, bool blocks) {
  if (rattle_is_plain(k) && !blocks) {
    evaluator_into(s->e, BUNDLE_VALUES, t, q, p, NULL, s->look.values);
    return (chart_view){.y = rattle_over_mass(k, s, p), .f = s->look.values + k.n};
  }
  return k.own ? own_chart(k.n, s->e, t, q, p, blocks, s->look.values)
               : chart_look(&s->e->momenta, &s->look.room, t, q, p, blocks, &s->failed);
}

// v alone, without f where that is not computed with it
static inline const double *rattle_velocity(rattle_shape k, rattle *s, double t, const double *q,
                                            const double *p) {
  return rattle_is_plain(k) ? rattle_over_mass(k, s, p) : rattle_at(k, s, t, q, p, false).y;
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

// the speed that the forces alone would give in one step: the largest change of H_p when p becomes
// p + h f0
static inline double rattle_gain(rattle_shape k, rattle *s) {
  vec_axpy(s->ph, s->h, s->f0, s->known, k.n);
  vec_sub(s->sum, rattle_velocity(k, s, s->t, s->q0, s->ph), s->v0, k.n);
  s->begin_failed = s->failed;
  return vec_max(s->sum, k.n);
}

// r3 = g(t1,q1)/h, and G1 if asked for
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
  double w = rattle_w0(k, s), wh = w*s->h;
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
  double w = rattle_w1(k, s), wh = w*s->h;
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
  if (rattle_w0(k, s) != 0)
    rattle_first_half(k, s, r, J);
  if (rattle_w1(k, s) != 0)
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

// S = A H_pp B^T for rows A, B (m x n). A constraint moves few of many coordinates: where there are
// many, those are listed first, which makes a chain of twenty links three times as fast.
static inline void rattle_schur(rattle_shape k, rattle *s, const double *A, const double *Hpp,
                                const double *B, double *S) {
  int n = k.n, m = k.m;
  VEC_UNROLL
  for (int c = 0; c < m; c++) {
    double *row = s->matrices.D + c*n;
    rattle_times_mass(k, row, A + c*n, Hpp);
    int count = n > kernel_small ? vec_places(row, n, s->matrices.list) : 0;
    VEC_UNROLL
    for (int l = 0; l < m; l++)
      S[c*m + l] = n > kernel_small ? vec_dot_places(row, B + l*n, s->matrices.list, count)
                                    : vec_dot_sparse(row, B + l*n, n);
  }
}

// z += a (row i of W), of 1 without W
static inline void rattle_add_mass(rattle_shape k, double *z, const double *W, int i, double a) {
  sparse_rows w = k.zeros.W;
  if (!W)
    z[i] += a;
  for (int j = w.first[i]; W && j < w.first[i + 1]; j++)
    z[w.column[j]] += a*W[rows_at(w, i, j, k.n)];
}

// The same with zeros, S packed: each row of A H_pp stands in z while it meets the rows of B. Without
// Hpp it is A B^T.
static inline void rattle_schur_packed(rattle_shape k, rattle *s, const double *A,
                                       const double *Hpp, const double *B, double *S) {
  sparse_rows G = k.zeros.G, of = k.zeros.S, d = k.zeros.D;
  double *z = s->matrices.D;
  vec_zero(z, k.n);
  for (int c = 0; c < k.m; c++) {
    for (int j = G.first[c]; j < G.first[c + 1]; j++)
      rattle_add_mass(k, z, Hpp, G.column[j], A[rows_at(G, c, j, k.n)]);
    for (int l = of.first[c]; l < of.first[c + 1]; l++)
      S[l] = rows_dot(G, of.column[l], B, z, k.n);
    for (int j = d.first[c]; j < d.first[c + 1]; j++)
      z[d.column[j]] = 0;
  }
}

// d = w0 h f0 + G0^T k0, ph = p0 + d, q1 = q0 + h H_p of that; returns H_p
static inline const double *rattle_drift(rattle_shape k, rattle *s, const double *k0) {
  double w = rattle_w0(k, s);
  VEC_UNROLL
  for (int i = 0; i < k.n; i++)
    s->d[i] = w*s->h*s->f0[i] + 0.0;  // 0, if it is -0
  rows_tvec_add(k.zeros.G, s->d, 1, s->G0, k0, k.m, k.n);
  vec_axpy(s->ph, 1, s->d, s->p0, k.n);
  const double *v = rattle_velocity(k, s, s->t, s->q0, s->ph);
  vec_axpy(s->q1, s->h, v, s->q0, k.n);
  return v;
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
  if (k.zeros.S.first)
    rattle_schur_packed(k, s, s->G1, Hpp, s->G0, J);
  else
    rattle_schur(k, s, s->G1, Hpp, s->G0, J);
  if (!k.W)
    s->carried->largest = vec_max(Hpp, n*n);
}
