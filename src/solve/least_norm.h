// The shortest x of those that make |A x - b| smallest, for A of any rank: a complete orthogonal
// decomposition by Householder reflections.
//
//   A P = Q [R T; 0 0],   [R T] = [U 0] Z,   x = P Z^T [U^-1 (Q^T b)_1; 0]
//
// Columns are chosen by the length of what is left of them; when that falls below `rcond` times
// the longest column the rest is rounding, and the rank is found.
//                                           [Golub, Van Loan, "Matrix Computations", sec. 5.4, 5.5]

#pragma once

#include "base/arena.h"

typedef struct least_norm {
  int limit;     // rows and columns at most
  int m, n;      // rows and columns of the matrix at hand,
  int rank;      // and its rank
  int *order;    // n      columns in the order chosen
  double *A;     // n x m  the columns: reflections of Q below the diagonal, R and T above
  double *T;     // rank x (n - rank)  reflections of Z
  double *head;  // n      first entries of the reflections of Q
  double *made;  // n      what they make of the first entry of a column
  double *tail;  // n      first entries of the reflections of Z
  double *norm;  // n      lengths of what is left of the columns
  double *y;     // limit  the solution on its way
} least_norm;

// workspace for matrices of up to limit x limit; false when there is no memory
bool least_norm_init(least_norm *s, arena *a, int limit);

// decompose A (m x n, row-major); returns its rank
int least_norm_factor(least_norm *s, const double *A, int m, int n, double rcond);

// x (n) for the right-hand side b (m)
void least_norm_solve(least_norm *s, const double *b, double *x);
