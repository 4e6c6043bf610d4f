// Rotations as sums of two numbers, R + low, where what rounding takes from them is kept: R^T R = 1
// to more digits than R has.

#pragma once

#include "geometry/matrix.h"
#include "real/arctangent.h"

#include <assert.h>

enum { rotation_most = 8 };  // rows

// a b + *low, rounded; what rounding took is added to *low
static inline double rotation_product(double a, double b, double *low) {
  double p = a*b;
  *low += fma(a, b, -p);
  return p;
}

// a + b, the same                                                           [Knuth, TAOCP 2, 4.2.2]
static inline double rotation_sum(double a, double b, double *low) {
  double s = a + b, c = s - a;
  *low += (a - (s - c)) + (b - c);
  return s;
}

// columns i and j of R + low, multiplied, less 1 if they are the same
static inline double rotation_defect(const double *R, const double *low, int i, int j, int n) {
  double sum = i == j ? -1 : 0, rest = 0;
  VEC_UNROLL
  for (int k = 0; k < n; k++) {
    const double *a = R + k*n, *b = low + k*n;
    sum = rotation_sum(sum, rotation_product(a[i], a[j], &rest), &rest);
    rest += a[i]*b[j] + b[i]*a[j];
  }
  return sum + rest;
}

// R - R (R^T R - 1)/2, one step of Newton and Schulz as in matrix.h
static inline void rotation_straighten(double *R, double *low, int n) {
  double E[rotation_most*rotation_most], d[rotation_most*rotation_most];
  assert(n > 0 && n <= rotation_most);
  VEC_UNROLL
  for (int i = 0; i < n; i++) {
    VEC_UNROLL
    for (int j = 0; j <= i; j++)
      E[i*n + j] = E[j*n + i] = -0.5*rotation_defect(R, low, i, j, n);
  }
  mat_mul(d, R, E, n);
  vec_add_compensated(R, low, d, n*n);
}

// The largest angle between R and R + d, both rotations; for more than three rows a bound of it:
// |d|^2 = 8 sum sin^2 of half the angles.
static inline double rotation_turn(const double *d, int n) {
  double half = sqrt(vec_dot(d, d, n*n)/8);
  return 2*real_asin(half < 1 ? half : 1);
}
