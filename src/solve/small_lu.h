// LU factorisation with partial pivoting of a small dense matrix, row-major, in place.
//
// Plain loops with the size as an argument: up to about 40 unknowns this is faster than a library,
// and with a literal size the compiler unrolls it.

#pragma once

#include "base/vec.h"

#include <math.h>

// A = P L U. pivot[k] is the row exchanged with row k. Returns -1, or the first column without a
// pivot (zero, or not a number): the matrix is singular.
static inline int small_lu_factor(double *A, int *pivot, int n) {
  VEC_UNROLL
  for (int k = 0; k < n; k++) {
    // find pivot
    int p = k;
    VEC_UNROLL
    for (int i = k + 1; i < n; i++)
      if (fabs(A[i*n + k]) > fabs(A[p*n + k]))
        p = i;
    pivot[k] = p;
    if (!(fabs(A[p*n + k]) > 0) || !isfinite(A[p*n + k]))
      return k;
    VEC_UNROLL
    for (int j = 0; p != k && j < n; j++) {
      double t = A[k*n + j];
      A[k*n + j] = A[p*n + j];
      A[p*n + j] = t;
    }

    // divide by pivot, eliminate; with a quotient equal rows leave exactly zero, a (1/a) is not 1
    const double *top = A + k*n;
    VEC_UNROLL
    for (int i = k + 1; i < n; i++) {
      double *row = A + i*n, l = row[k]/top[k];
      row[k] = l;
      if (l == 0)
        continue;
      VEC_UNROLL
      for (int j = k + 1; j < n; j++)
        row[j] -= l*top[j];
    }
  }
  return -1;
}

// b = A^-1 b
static inline void small_lu_solve(const double *A, const int *pivot, double *b, int n) {
  VEC_UNROLL
  for (int k = 0; k < n; k++) {
    double t = b[pivot[k]];
    b[pivot[k]] = b[k];
    b[k] = t;
  }
  VEC_UNROLL
  for (int i = 1; i < n; i++) {
    double t = b[i];
    VEC_UNROLL
    for (int j = 0; j < i; j++)
      t -= A[i*n + j]*b[j];
    b[i] = t;
  }
  VEC_UNROLL
  for (int i = n - 1; i >= 0; i--) {
    double t = b[i];
    VEC_UNROLL
    for (int j = i + 1; j < n; j++)
      t -= A[i*n + j]*b[j];
    b[i] = t/A[i*n + i];
  }
}

// the sign of det A: exchanges of rows change it, and so do negative pivots
static inline double small_lu_sign(const double *A, const int *pivot, int n) {
  double sign = 1;
  for (int k = 0; k < n; k++) {
    sign = pivot[k] != k ? -sign : sign;
    sign = A[k*n + k] < 0 ? -sign : sign;
  }
  return sign;
}
