// The linear equations of a stage method by block elimination.
//
//   momenta      M dV_i - sum_j ah_ij B_j^T dmu_j = -r_i                       n each
//   constraints  sum_l D_l dV_l + sum_j F_j dmu_j = -r_c                       all others
//
// are the equations of Newton's method without what is of order h in the rows of the momenta; those
// of the constraints, D and F, are exact, and B_j = [Phi_v; G] is that of stage j. The velocities go
// first, with one mass matrix for all stages:
//
//   dV_l = d_l + sum_j ah_lj K_j dmu_j,   d_l = -M^-1 r_l,   K_j = M^-1 B_j^T
//   S dmu = -r_c - sum_l D_l d_l,         S_j = F_j + sum_l ah_lj D_l K_j
//
// so that one system of the size of all multipliers is left, instead of one of s (n + m) unknowns. With
// a constant mass matrix and forces of positions only, increments shrink by O(h^2) an iteration, else
// by O(h).

#pragma once

#include "methods/stages/stages.h"
#include "solve/dense.h"

// unknown multipliers
static inline int stages_multipliers(stages_shape k) {
  return stages_unknowns(k) - stages_nv(k);
}

static inline int stages_solver_size(stages_shape k) {
  int n = k.n, L = stages_multipliers(k);
  return L*L + L + k.r.s*n*stages_m(k) + 2*n + n*n;
}

static inline void stages_solver_lay(stages_shape k, stages *s, double *at, int *pivot) {
  int n = k.n, L = stages_multipliers(k);
  s->S = stages_piece(&at, L*L);
  s->dmu = stages_piece(&at, L);
  s->K = stages_piece(&at, k.r.s*n*stages_m(k));
  s->z = stages_piece(&at, n);
  s->column = stages_piece(&at, n);
  s->mass = stages_piece(&at, n*n);
  s->S_pivot = pivot;
  s->mass_pivot = pivot + L;
}

// x = M^-1 x
static inline void stages_over_mass(stages_shape k, stages *s, double *x) {
  if (!k.constant_mass) {
    dense_solve(s->mass, s->mass_pivot, x, k.n);
    return;
  }
  VEC_UNROLL
  for (int i = 0; i < k.n; i++)
    s->column[i] = vec_dot_sparse(s->W + i*k.n, x, k.n);
  vec_copy(x, s->column, k.n);
}

// K_j = M^-1 B_j^T, one constraint after the other
static inline bool stages_know_K(stages_shape k, stages *s) {
  int n = k.n, m = stages_m(k);
  if (!k.constant_mass) {
    vec_copy(s->mass, s->yv, n*n);
    if (dense_factor(s->mass, s->mass_pivot, n) >= 0)
      return false;
  }
  for (int c = 0; c < k.r.s*m; c++) {
    vec_copy(s->K + c*n, s->B + c*n, n);
    stages_over_mass(k, s, s->K + c*n);
  }
  return true;
}

// constraint c of stage j as one of the unknown multipliers; -1 if it is given
static inline int stages_place(stages_shape k, int j, int c) {
  if (c < k.mn)
    return j < k.r.first_given ? -1 : stages_column_l(k, j) + c - stages_nv(k);
  return stages_column_m(k, j) + c - k.mn - stages_nv(k);
}

// a row of S: F_j + sum_l ah_lj D_l K_j
static inline void stages_row_of_S(stages_shape k, stages *s, const double *D, double *row) {
  int n = k.n, m = stages_m(k), S = k.r.s;
  vec_copy(row, D + stages_nv(k), stages_multipliers(k));
  for (int j = 0; j < S; j++) {
    vec_zero(s->z, n);
    for (int l = k.r.first_known; l < S; l++)
      if (k.r.A[1][l*S + j] != 0)
        vec_axpy(s->z, k.r.A[1][l*S + j], D + stages_column_v(k, l), s->z, n);
    for (int c = 0; c < m; c++) {
      int at = stages_place(k, j, c);
      if (at >= 0)
        row[at] += vec_dot(s->z, s->K + (j*m + c)*n, n);
    }
  }
}

// r at x, and the factors of S; false if it is singular
static inline bool stages_factor(stages_shape k, stages *s, const double *x, double *r) {
  int N = stages_unknowns(k), nv = stages_nv(k), L = stages_multipliers(k);
  double *J = s->base->newton.J;
  stages_rows(k, s, x, r, J, false);
  if (s->failed || !stages_know_K(k, s))
    return s->failed;  // r tells it
  for (int i = 0; i < L; i++)
    stages_row_of_S(k, s, J + (nv + i)*N, s->S + i*L);
  return dense_factor(s->S, s->S_pivot, L) < 0;
}

// d = -J0^-1 r
static inline void stages_correct(stages_shape k, stages *s, const double *r, double *d) {
  int n = k.n, m = stages_m(k), S = k.r.s, N = stages_unknowns(k), nv = stages_nv(k);
  int L = stages_multipliers(k);
  const double *J = s->base->newton.J;
  double *dmu = d + nv;
  for (int i = 0; i < nv; i++)
    d[i] = -r[i];
  for (int l = k.r.first_known; l < S; l++)
    stages_over_mass(k, s, d + stages_column_v(k, l));
  for (int i = 0; i < L; i++)
    dmu[i] = -r[nv + i] - vec_dot(J + (nv + i)*N, d, nv);
  dense_solve(s->S, s->S_pivot, dmu, L);
  for (int j = 0; j < S; j++) {
    vec_zero(s->z, n);
    for (int c = 0; c < m; c++) {
      int at = stages_place(k, j, c);
      if (at >= 0)
        vec_axpy(s->z, dmu[at], s->K + (j*m + c)*n, s->z, n);
    }
    for (int l = k.r.first_known; l < S; l++)
      if (k.r.A[1][l*S + j] != 0)
        vec_axpy(d + stages_column_v(k, l), k.r.A[1][l*S + j], s->z, d + stages_column_v(k, l),
                 n);
  }
}
