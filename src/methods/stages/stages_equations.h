// The equations of a stage method: their residual, their Jacobian, and the solver that knows their
// structure.

#pragma once

#include "methods/stages/stages_values.h"
#include "solve/dense.h"

// ---- Jacobian

static inline void stages_jacobian_momenta(stages_shape k, stages *s, int i, double *J) {
  int n = k.n, m = stages_m(k), nn = n*n, S = k.r.s, N = stages_N(k);
  const double *a = k.r.A[0], *ah = k.r.A[1] + i*S;
  double *row = J + stages_column_v(k, i)*N;
  for (int l = k.r.first_known; l < S; l++) {
    double *block = row + stages_column_v(k, l);
    if (l == i)
      rows_add(stages_zeros_of(k).forces, n, n, block, N, 1, s->d.yv + i*nn);
    if (!k.constant_mass && a[i*S + l] != 0)
      rows_add(stages_zeros_of(k).forces, n, n, block, N, s->h*a[i*S + l], s->d.yq + i*nn);
    if (ah[l] != 0)
      rows_add(stages_zeros_of(k).forces, n, n, block, N, -ah[l], s->d.X + l*nn);
    for (int j = 0; j < S; j++)
      if (ah[j]*a[j*S + l] != 0)
        rows_add(stages_zeros_of(k).forces, n, n, block, N, -s->h*ah[j]*a[j*S + l],
                 s->d.U + j*nn);
  }

  // - ah_ij T_j^T in the columns of the multipliers
  for (int l = 0; l < S; l++) {
    const double *T = s->T + l*m*n;
    if (l >= k.r.first_given)
      rows_add_transposed(stages_zeros_of(k).level, k.mn, n, row + stages_column_l(k, l), N, -ah[l],
                          T);
    rows_add_transposed(rows_after(stages_zeros_of(k).level, k.mn), k.mh, n,
                        row + stages_column_m(k, l), N, -ah[l], T + k.mn*n);
  }
}

static inline void stages_jacobian_inner(stages_shape k, stages *s, int c, double *J) {
  int n = k.n, m = stages_m(k), S = k.r.s, N = stages_N(k);
  const double *C = k.r.C + c*S, *a = k.r.A[0];
  double *row = J + (stages_nv(k) + c*k.mn)*N;
  for (int l = k.r.first_known; l < S; l++) {
    double *block = row + stages_column_v(k, l);
    if (C[l] != 0)
      rows_add(stages_zeros_of(k).level, k.mn, n, block, N, C[l], s->B + l*m*n);
    for (int j = 0; j < S; j++)
      if (C[j]*a[j*S + l] != 0)
        rows_add(stages_zeros_of(k).level, k.mn, n, block, N, s->h*C[j]*a[j*S + l],
                 s->d.Pq + j*k.mn*n);
  }
}

// derivatives of the level at a point by q_e and p_e: Phi_q + Phi_v H_pq, Phi_v H_pp
static inline void stages_level(stages_shape k, stages *s, int e, const double *q, chart_view a) {
  int n = k.n, m = stages_m(k);
  double t = s->t + k.r.e[e]*s->h;
  const double *out = evaluator_run(s->e, BUNDLE_LEVEL_BLOCKS, t, q, s->at.w, NULL);
  vec_copy(s->at.level, out, m);
  rows_copy(stages_zeros_of(k).level, m, n, s->at.Lq, 1, out + m);
  rows_times(stages_zeros_of(k).level, m, n, s->at.Lp, stages_zeros_of(k).level, out + m + m*n,
             k.constant_mass ? stages_zeros_of(k).inverse : rows_all, k.constant_mass ? k.W : a.yx);
  if (k.constant_mass)
    return;
  for (int i = 0; i < m; i++)
    mat_tvec_add(s->at.Lq + i*n, 1, a.yq, out + m + m*n + i*n, n, n);
}

// row i of Lp T^T at the point with the weights E
static inline void stages_level_reactions(stages_shape k, stages *s, int i, const double *E,
                                          double *J) {
  int n = k.n, m = stages_m(k);
  const double *Lp = s->at.Lp;
  for (int l = 0; l < k.r.s; l++) {
    const double *T = s->T + l*m*n;
    for (int c = 0; l >= k.r.first_given && c < k.mn; c++)
      J[stages_column_l(k, l) + c] +=
          E[l]*rows_dot(stages_zeros_of(k).level, i, Lp, T + c*n, n);
    for (int c = 0; c < k.mh; c++)
      J[stages_column_m(k, l) + c] +=
          E[l]*rows_dot(stages_zeros_of(k).level, i, Lp, T + (k.mn + c)*n, n);
  }
}

// rows [from, from + rows) of the level at point e
static inline void stages_jacobian_point(stages_shape k, stages *s, int e, int from, int rows,
                                         double *J) {
  int n = k.n, nn = n*n, S = k.r.s, N = stages_N(k);
  sparse_rows level = rows_after(stages_zeros_of(k).level, from),
              reach = rows_after(stages_zeros_of(k).reach, from);
  const double *E = k.r.E + e*S, *a = k.r.A[0], *Lq = s->at.Lq + from*n,
               *Lp = s->at.Lp + from*n;
  for (int l = k.r.first_known; l < S; l++) {
    double *block = J + stages_column_v(k, l);
    if (E[l] == 0)
      continue;
    rows_add(level, rows, n, block, N, s->h*E[l], Lq);
    rows_times(reach, rows, n, s->at.LX, level, Lp, stages_zeros_of(k).forces, s->d.X + l*nn);
    rows_add(reach, rows, n, block, N, E[l], s->at.LX);
  }
  for (int j = 0; j < S; j++) {
    if (E[j] == 0)
      continue;
    rows_times(reach, rows, n, s->at.LU, level, Lp, stages_zeros_of(k).forces, s->d.U + j*nn);
    for (int l = k.r.first_known; l < S; l++)
      if (a[j*S + l] != 0)
        rows_add(reach, rows, n, J + stages_column_v(k, l), N, s->h*E[j]*a[j*S + l],
                 s->at.LU);
  }
  for (int i = 0; i < rows; i++)
    stages_level_reactions(k, s, from + i, E, J + i*N);
}

static inline void stages_jacobian_positions(stages_shape k, stages *s, int i, double *J) {
  int n = k.n, m = stages_m(k), S = k.r.s, N = stages_N(k);
  const double *a = k.r.A[0] + i*S, *G = s->B + i*m*n + k.mn*n;
  for (int l = 0; l < S; l++)
    if (a[l] != 0)
      rows_add(rows_after(stages_zeros_of(k).level, k.mn), k.mh, n, J + stages_column_v(k, l), N,
               a[l], G);
}

// ---- rows

// the conditions of nonholonomic constraints except those at points, and their Jacobian
static inline void stages_inner(stages_shape k, stages *s, const double *x, double *r, double *J) {
  int mn = k.mn, N = stages_N(k);
  for (int c = 0; c < k.r.ninner; c++) {
    double *row = r + stages_nv(k) + c*mn;
    vec_zero(row, mn);
    for (int j = 0; j < k.r.s; j++)
      if (k.r.C[c*k.r.s + j] != 0)
        vec_axpy(row, k.r.C[c*k.r.s + j], stages_phi(k, s, j), row, mn);
    if (J)
      stages_jacobian_inner(k, s, c, J);
  }
  if (!k.r.closed)
    return;
  int at = stages_row_closure(k);
  for (int c = 0; c < mn; c++) {
    r[at + c] = 0;
    for (int i = 0; i < k.r.s; i++) {
      int column = stages_column_l(k, i) + c;
      r[at + c] += k.r.w[i]*x[column];
      if (J)
        J[(at + c)*N + column] = k.r.w[i];
    }
  }
}

// the rows of point e: Phi, at the end G w + g_t too
static inline void stages_put_level(stages_shape k, const stages *s, int e, double *r) {
  vec_copy(r + stages_row_point(k, e), s->at.level, k.mn);
  if (e == k.r.npoint - 1)
    vec_copy(r + stages_row_g(k, k.r.s), s->at.level + k.mn, k.mh);
}

static inline void stages_points(stages_shape k, stages *s, double *r, double *J) {
  int N = stages_N(k), end = k.r.npoint - 1;
  for (int e = stages_first_point(k); e <= end; e++) {
    chart_view a = stages_point(k, s, e, J != NULL);
    if (!J) {
      evaluator_into(s->e, BUNDLE_LEVEL, s->t + k.r.e[e]*s->h, s->at.q, s->at.w, NULL,
                     s->at.level);
      stages_put_level(k, s, e, r);
      continue;
    }
    stages_level(k, s, e, s->at.q, a);
    stages_put_level(k, s, e, r);
    stages_jacobian_point(k, s, e, 0, k.mn, J + stages_row_point(k, e)*N);
    if (e == end && k.mh > 0)
      stages_jacobian_point(k, s, e, k.mn, k.mh, J + stages_row_g(k, k.r.s)*N);
  }
}

static inline void stages_positions(stages_shape k, stages *s, double *r, double *J) {
  int N = stages_N(k);
  double per_step = 1/s->h;
  for (int i = 1; i < k.r.s; i++) {
    int at = stages_row_g(k, i);
    const double *g = stages_phi(k, s, i) + k.mn;
    for (int c = 0; c < k.mh; c++)
      r[at + c] = per_step*g[c];
    if (J)
      stages_jacobian_positions(k, s, i, J + at*N);
  }
}

// r at x; with J the rows of the constraints of J = dr/dx, with `momenta` those of the momenta too
static inline void stages_rows(stages_shape k, stages *s, const double *x, double *r, double *J,
                               bool momenta) {
  int N = stages_N(k), nv = stages_nv(k);
  s->failed = s->begin_failed;
  if (J && momenta)
    rows_clear(stages_zeros_of(k).J, N, N, J);
  else if (J)
    vec_zero(J + nv*N, (N - nv)*N);
  stages_read(k, s, x);
  stages_all(k, s, J != NULL);
  for (int i = k.r.first_known; i < k.r.s; i++) {
    int at = stages_column_v(k, i);
    stages_momenta(k, s, i, x + at, r + at);
    if (J && momenta)
      stages_jacobian_momenta(k, s, i, J);
  }
  if (k.mn > 0)
    stages_inner(k, s, x, r, J);
  if (k.mn + k.mh > 0)
    stages_points(k, s, r, J);
  if (k.mh > 0)
    stages_positions(k, s, r, J);
  if (s->failed)
    r[0] = (double)NAN;
}

// r at x, and J = dr/dx unless it is NULL
static inline void stages_evaluate(stages_shape k, stages *s, const double *x, double *r,
                                   double *J) {
  stages_rows(k, s, x, r, J, true);
}

// ---- the linear equations by block elimination
//
//   momenta      M dV_i - sum_j ah_ij B_j^T dmu_j = -r_i                       n each
//   constraints  sum_l D_l dV_l + sum_j F_j dmu_j = -r_c                       all others
//
// are the equations of Newton's method without what is of order h in the rows of the momenta; those
// of the constraints, D and F, are exact, and B_j = [Phi_v; G] is that of stage j, or T_j of
// stages_load.h. The velocities go first, with one mass matrix for all stages:
//
//   dV_l = d_l + sum_j ah_lj K_j dmu_j,   d_l = -M^-1 r_l,   K_j = M^-1 B_j^T
//   S dmu = -r_c - sum_l D_l d_l,         S_j = F_j + sum_l ah_lj D_l K_j
//
// so that one system of the size of all multipliers is left, instead of one of s (n + m) unknowns.
// With a constant mass matrix and forces of positions only, increments shrink by O(h^2) an
// iteration, else by O(h).

static inline bool stages_has_solver(stages_shape k) {
  return k.by_blocks;
}

// x = M^-1 x
static inline void stages_over_mass(stages_shape k, stages *s, double *x) {
  if (!k.constant_mass) {
    dense_solve(s->solver.mass, s->solver.mass_pivot, x, k.n);
    return;
  }
  VEC_UNROLL
  for (int i = 0; i < k.n; i++)
    s->solver.column[i] = vec_dot_sparse(k.W + i*k.n, x, k.n);
  vec_copy(x, s->solver.column, k.n);
}

// K_j = M^-1 T_j^T, one constraint after the other
static inline bool stages_know_K(stages_shape k, stages *s) {
  int n = k.n, m = stages_m(k);
  if (!k.constant_mass) {
    vec_copy(s->solver.mass, s->d.yv, n*n);
    if (dense_factor(s->solver.mass, s->solver.mass_pivot, n) >= 0)
      return false;
  }
  for (int c = 0; c < k.r.s*m; c++) {
    vec_copy(s->solver.K + c*n, s->T + c*n, n);
    stages_over_mass(k, s, s->solver.K + c*n);
  }
  return true;
}

// constraint c of stage j as one of the unknown multipliers; -1 if it is given
static inline int stages_place(stages_shape k, int j, int c) {
  assert(j >= 0 && j < k.r.s && c >= 0 && c < stages_m(k));
  if (c < k.mn)
    return j < k.r.first_given ? -1 : stages_column_l(k, j) + c - stages_nv(k);
  return stages_column_m(k, j) + c - k.mn - stages_nv(k);
}

// a row of S: F_j + sum_l ah_lj D_l K_j
static inline void stages_row_of_S(stages_shape k, stages *s, const double *D, double *row) {
  int n = k.n, m = stages_m(k), S = k.r.s;
  vec_copy(row, D + stages_nv(k), stages_multipliers(k));
  for (int j = 0; j < S; j++) {
    vec_zero(s->solver.z, n);
    for (int l = k.r.first_known; l < S; l++)
      if (k.r.A[1][l*S + j] != 0)
        vec_axpy(s->solver.z, k.r.A[1][l*S + j], D + stages_column_v(k, l), s->solver.z, n);
    for (int c = 0; c < m; c++) {
      int at = stages_place(k, j, c);
      if (at >= 0)
        row[at] += vec_dot(s->solver.z, s->solver.K + (j*m + c)*n, n);
    }
  }
}

// r at x, and the factors of S; false if it is singular
static inline bool stages_factor(stages_shape k, stages *s, const double *x, double *r) {
  int N = stages_N(k), nv = stages_nv(k), L = stages_multipliers(k);
  double *J = s->base->newton.J;
  stages_rows(k, s, x, r, J, false);
  if (s->failed || !stages_know_K(k, s))
    return s->failed;  // r is not a number then
  for (int i = 0; i < L; i++)
    stages_row_of_S(k, s, J + (nv + i)*N, s->solver.S + i*L);
  return dense_factor(s->solver.S, s->solver.S_pivot, L) < 0;
}

// d = -J0^-1 r
static inline void stages_correct(stages_shape k, stages *s, const double *r, double *d) {
  int n = k.n, m = stages_m(k), S = k.r.s, N = stages_N(k), nv = stages_nv(k);
  int L = stages_multipliers(k);
  const double *J = s->base->newton.J;
  double *dmu = d + nv;
  for (int i = 0; i < nv; i++)
    d[i] = -r[i];
  for (int l = k.r.first_known; l < S; l++)
    stages_over_mass(k, s, d + stages_column_v(k, l));
  for (int i = 0; i < L; i++)
    dmu[i] = -r[nv + i] - vec_dot(J + (nv + i)*N, d, nv);
  dense_solve(s->solver.S, s->solver.S_pivot, dmu, L);
  for (int j = 0; j < S; j++) {
    vec_zero(s->solver.z, n);
    for (int c = 0; c < m; c++) {
      int at = stages_place(k, j, c);
      if (at >= 0)
        vec_axpy(s->solver.z, dmu[at], s->solver.K + (j*m + c)*n, s->solver.z, n);
    }
    for (int l = k.r.first_known; l < S; l++)
      if (k.r.A[1][l*S + j] != 0)
        vec_axpy(d + stages_column_v(k, l), k.r.A[1][l*S + j], s->solver.z,
                 d + stages_column_v(k, l), n);
  }
}
