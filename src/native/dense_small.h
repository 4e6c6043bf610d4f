// The text of solve/dense.h in a compiled step: all its systems are small.

#pragma once

#include "solve/small_lu.h"

#include <assert.h>

enum { dense_small = 40 };

static inline int dense_factor(double *A, int *pivot, int n) {
  assert(n >= 0 && n <= dense_small);
  return small_lu_factor(A, pivot, n);
}

static inline void dense_solve(const double *A, const int *pivot, double *b, int n) {
  small_lu_solve(A, pivot, b, n);
}

static inline double dense_sign(const double *A, const int *pivot, int n) {
  return small_lu_sign(A, pivot, n);
}
