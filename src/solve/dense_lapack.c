// Large dense systems with LAPACK. A row-major matrix is the transpose of a column-major one: it is
// turned before it is factored, so that pivots are searched in columns as small_lu.h does.

#include "solve/dense.h"

#include <math.h>

void dgetrf_(const int *m, const int *n, double *A, const int *lda, int *pivot, int *info);
void dgetrs_(const char *trans, const int *n, const int *nrhs, const double *A, const int *lda,
             const int *pivot, double *b, const int *ldb, int *info);

static void transpose(double *A, int n) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < i; j++) {
      double t = A[i*n + j];
      A[i*n + j] = A[j*n + i];
      A[j*n + i] = t;
    }
}

int dense_large_factor(double *A, int *pivot, int n) {
  int info;
  transpose(A, n);
  dgetrf_(&n, &n, A, &n, pivot, &info);
  if (info > 0)
    return info - 1;  // the first pivot that is zero, counted from 1
  // LAPACK goes on with pivots that are not numbers
  for (long k = 0; k < n; k++)
    if (!isfinite(A[k*n + k]))
      return (int)k;
  return -1;
}

void dense_large_solve(const double *A, const int *pivot, double *b, int n) {
  int one = 1, info;
  dgetrs_("N", &n, &one, A, &n, pivot, b, &n, &info);
}

// LAPACK counts rows from 1
double dense_large_sign(const double *A, const int *pivot, int n) {
  double sign = 1;
  for (long k = 0; k < n; k++) {
    sign = pivot[k] != k + 1 ? -sign : sign;
    sign = A[k*n + k] < 0 ? -sign : sign;
  }
  return sign;
}
