// Where constraints are nearly dependent, accelerations lose digits, and an adaptive step takes their
// rounding for its error. Asked only where no step is short enough.
//
//   S = B M^-1 B^T = L D L^T:  d_i/S_ii = sin^2 of the angle between row i of B and the rows before it,
//   in the norm of M^-1; the accelerations have a relative error of epsilon over the least of them

#pragma once

#include "methods/baseline/rates.h"

#include <float.h>

// S (m x m) at (t, y); false: the mass matrix is singular
static inline bool dependent_products(rates_shape k, rates *s, double t, const double *y,
                                      double *S) {
  int n = k.n, m = k.m;
  const double *out = evaluator_run(s->e, BUNDLE_ACCELERATION, t, y, y + n, NULL);
  const double *B = k.lagrangian ? out + n*n + n : out + m*n;
  if (k.lagrangian) {
    vec_copy(s->mass, out, n*n);
    if (dense_factor(s->mass, s->pivot, n) >= 0)
      return false;
  }
  for (int i = 0; i < m; i++) {
    // M^-1 B_i; of a hamiltonian the row of C = B M^-1
    double *row = s->pushed;
    vec_copy(row, k.lagrangian ? B + i*n : out + i*n, n);
    if (k.lagrangian)
      dense_solve(s->mass, s->pivot, row, n);
    for (int j = 0; j < m; j++)
      S[i*m + j] = vec_dot(row, B + j*n, n);
  }
  return true;
}

// The constraint for which the accelerations at (t, y) have fewer digits than the tolerance asks for, as
// a number of y; -1: there is none.
static inline int dependent_constraint(rates_shape k, rates *s, double t, const double *y) {
  const double digits = 100*DBL_EPSILON/k.tolerance.rtol, nearly = 0.01;
  int m = k.m, at = -1;
  double *S = s->linear.A, least = vec_smaller(digits, nearly);
  if (m == 0 || !dependent_products(k, s, t, y, S))
    return -1;
  for (int i = 0; i < m; i++) {
    double *row = S + i*m, whole = row[i];
    for (int j = 0; j < i; j++) {
      double l = row[j]/S[j*m + j];
      for (int c = j + 1; c < m; c++)
        row[c] -= l*S[j*m + c];
    }
    double share = whole > 0 ? row[i]/whole : 0;
    if (!isfinite(share))
      return -1;
    if (share < least) {
      least = share;
      at = 2*k.n + i;
    }
    if (share <= 0)
      break;
  }
  return at;
}

// why no step is short enough: `cause`, or constraints that are nearly dependent at (t, y)
static inline kernel_result dependent_or(kernel_result cause, rates_shape k, rates *s, double t,
                                         const double *y) {
  bool short_steps = cause == KERNEL_UNDERFLOW || cause == KERNEL_TOO_LONG;
  int at = short_steps ? dependent_constraint(k, s, t, y) : -1;
  if (at < 0)
    return cause;
  s->base->failed_at = at;
  return KERNEL_DEPENDENT;
}
