// Which of m vectors are independent: orthogonalisation with pivoting.
//
// The vectors are the rows of B (m x n), each scaled to length 1. At each stage the longest
// remainder is chosen next; when the longest is below `rank_tolerance`, the rest depends on those
// chosen. A vector that is zero depends on none.

#pragma once

#include "base/arena.h"

typedef struct rank {
  int m, n;
  int rank;
  int *order;      // m      rows in the order chosen: the first `rank` are independent
  double *length;  // m      lengths of the rows
  double *Q;       // m x n  remainders; the first `rank` chosen ones are orthonormal
  double *R;       // m x m  R[j*m + k]: component of row k along the j-th chosen direction
  double *c;       // m      coefficients of rank_combination
} rank;

static const double rank_tolerance = 1e-10;  // a remainder below this is rounding, not a direction

// workspace for m vectors in R^n; false when there is no memory
bool rank_init(rank *r, arena *a, int m, int n);

// find the rank of the rows of B
int rank_find(rank *r, const double *B);

// Row order[k], k >= rank, is sum_j c[j] row order[j], j < rank. Returns c.
const double *rank_combination(rank *r, int k);
