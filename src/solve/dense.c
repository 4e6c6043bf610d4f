#include "solve/dense.h"

#include "solve/small_lu.h"

int dense_factor(double *A, int *pivot, int n) {
  return n <= dense_small ? small_lu_factor(A, pivot, n) : dense_large_factor(A, pivot, n);
}

void dense_solve(const double *A, const int *pivot, double *b, int n) {
  if (n <= dense_small)
    small_lu_solve(A, pivot, b, n);
  else
    dense_large_solve(A, pivot, b, n);
}
