// Large dense systems without LAPACK: the loops of small_lu.h.

#include "solve/dense.h"
#include "solve/small_lu.h"

int dense_large_factor(double *A, int *pivot, int n) {
  return small_lu_factor(A, pivot, n);
}

void dense_large_solve(const double *A, const int *pivot, double *b, int n) {
  small_lu_solve(A, pivot, b, n);
}

double dense_large_sign(const double *A, const int *pivot, int n) {
  return small_lu_sign(A, pivot, n);
}
