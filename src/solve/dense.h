// Dense linear systems of any size: small ones by small_lu.h, large ones by the file that was built
// in, dense_lapack.c or dense_plain.c.

#pragma once

enum { dense_small = 40 };  // measured: up to here the plain loops are ahead of LAPACK

// A (row-major, n x n) is replaced by its factors. Returns -1, or the column without a pivot.
int dense_factor(double *A, int *pivot, int n);

// b = A^-1 b
void dense_solve(const double *A, const int *pivot, double *b, int n);

// the same for any n, implemented by dense_lapack.c and dense_plain.c
int dense_large_factor(double *A, int *pivot, int n);
void dense_large_solve(const double *A, const int *pivot, double *b, int n);
