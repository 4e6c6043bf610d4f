// Dense linear systems of any size: small ones by small_lu.h, large ones by dense_large.c. Every
// operation has its place in a fixed order, so results are the same bits on every processor; no
// library that chooses its kernels by processor is used.

#pragma once

#include "solve/small_lu.h"

#include <assert.h>

enum { dense_small = 40 };  // unrolled by compilers up to here; beyond, blocks are faster

// the same for any n, implemented by dense_large.c
int dense_large_factor(double *A, int *pivot, int n);
void dense_large_solve(const double *A, const int *pivot, double *b, int n);
double dense_large_sign(const double *A, const int *pivot, int n);

// A (row-major, n x n) is replaced by its factors. Returns -1, or the column without a pivot.
static inline int dense_factor(double *A, int *pivot, int n) {
  assert(n >= 0);
  return n <= dense_small ? small_lu_factor(A, pivot, n) : dense_large_factor(A, pivot, n);
}

// b = A^-1 b
static inline void dense_solve(const double *A, const int *pivot, double *b, int n) {
  if (n <= dense_small)
    small_lu_solve(A, pivot, b, n);
  else
    dense_large_solve(A, pivot, b, n);
}

// the sign of det A, from its factors
static inline double dense_sign(const double *A, const int *pivot, int n) {
  return n <= dense_small ? small_lu_sign(A, pivot, n) : dense_large_sign(A, pivot, n);
}
