// Which entries of the rows of a matrix are not always zero; the matrix itself stands in a dense array,
// or has its entries packed one after the other. Loops over them do the same sums as loops over all
// columns, without terms that are zero.
//
//   for (int k = rows_from(r, i); k < rows_to(r, i, n); k++)
//     ... A[rows_at(r, i, k, n)]*x[rows_column(r, k)]

#pragma once

#include "base/vec.h"

#include <stdbool.h>

typedef struct sparse_rows {
  const int *first;   // one more than rows; NULL: all columns are meant
  const int *column;  // first of the end, ascending in each row
  bool packed;
} sparse_rows;

// Are all columns meant? In a compiled step they are, and nothing is asked.
#ifndef ROWS_ALL
#define ROWS_ALL(r) (!(r).first)
#endif

static inline int rows_from(sparse_rows r, int i) {
  return ROWS_ALL(r) ? 0 : r.first[i];
}

static inline int rows_to(sparse_rows r, int i, int n) {
  return ROWS_ALL(r) ? n : r.first[i + 1];
}

// without lists
static const sparse_rows rows_all = {0};

// the rows from `row` on
static inline sparse_rows rows_after(sparse_rows r, int row) {
  return ROWS_ALL(r) ? r : (sparse_rows){r.first + row, r.column, r.packed};
}

static inline int rows_column(sparse_rows r, int k) {
  return ROWS_ALL(r) ? k : r.column[k];
}

// where entry k stands, which is one of row i
static inline int rows_at(sparse_rows r, int i, int k, int n) {
  return !ROWS_ALL(r) && r.packed ? k : i*n + rows_column(r, k);
}

// how many numbers the array has, of m rows
static inline long rows_length(sparse_rows r, int m, int n) {
  return !ROWS_ALL(r) && r.packed ? r.first[m] : (long)m*n;
}

// a B, of m rows, into rows and columns of J, N columns wide
static inline void rows_add(sparse_rows r, int m, int n, double *J, int N, double a,
                            const double *B) {
  for (int i = 0; i < m; i++)
    for (int k = rows_from(r, i); k < rows_to(r, i, n); k++) {
      int j = rows_column(r, k);
      J[i*N + j] += a*B[i*n + j];
    }
}

// a B^T likewise, B of m rows
static inline void rows_add_transposed(sparse_rows r, int m, int n, double *J, int N, double a,
                                       const double *B) {
  for (int i = 0; i < m; i++)
    for (int k = rows_from(r, i); k < rows_to(r, i, n); k++) {
      int j = rows_column(r, k);
      J[j*N + i] += a*B[i*n + j];
    }
}

// D = a B
static inline void rows_copy(sparse_rows r, int m, int n, double *D, double a, const double *B) {
  for (int i = 0; i < m; i++)
    for (int k = rows_from(r, i); k < rows_to(r, i, n); k++) {
      int j = rows_column(r, k);
      D[i*n + j] = a*B[i*n + j];
    }
}

// D = 0
static inline void rows_clear(sparse_rows r, int m, int n, double *D) {
  for (long i = 0; ROWS_ALL(r) && i < (long)m*n; i++)
    D[i] = 0;
  for (int i = 0; !ROWS_ALL(r) && i < m; i++)
    for (int k = r.first[i]; k < r.first[i + 1]; k++)
      D[i*n + r.column[k]] = 0;
}

// row i of A times y
static inline double rows_dot(sparse_rows r, int i, const double *A, const double *y, int n) {
  double sum = 0;
  for (int k = rows_from(r, i); k < rows_to(r, i, n); k++)
    sum += A[rows_at(r, i, k, n)]*y[rows_column(r, k)];
  return sum;
}

// the largest entry of rows i to `end`; NaN if one is
static inline double rows_max(sparse_rows r, int i, int end, const double *A, int n) {
  if (ROWS_ALL(r))
    return vec_max(A + (long)i*n, (end - i)*n);
  double largest = 0;
  for (; i < end; i++)
    for (int k = r.first[i]; k < r.first[i + 1]; k++) {
      double size = fabs(A[rows_at(r, i, k, n)]);
      largest = size > largest || isnan(size) ? size : largest;
    }
  return largest;
}

// y += a A^T x, of m rows; y must not be -0
static inline void rows_tvec_add(sparse_rows r, double *y, double a, const double *A,
                                 const double *x, int m, int n) {
  if (ROWS_ALL(r))
    mat_tvec_add(y, a, A, x, m, n);
  for (int i = 0; !ROWS_ALL(r) && i < m; i++)
    for (int k = r.first[i]; k < r.first[i + 1]; k++)
      y[r.column[k]] += a*A[rows_at(r, i, k, n)]*x[i];
}

// D = A B, of m rows; B has n. Zeros of A and B are passed over.
static inline void rows_times(sparse_rows d, int m, int n, double *D, sparse_rows a,
                              const double *A, sparse_rows b, const double *B) {
  for (int i = 0; i < m; i++) {
    for (int k = rows_from(d, i); k < rows_to(d, i, n); k++)
      D[i*n + rows_column(d, k)] = 0;
    for (int k = rows_from(a, i); k < rows_to(a, i, n); k++) {
      int l = rows_column(a, k);
      double x = A[i*n + l];
      for (int j = rows_from(b, l); !VEC_IS_ZERO(x) && j < rows_to(b, l, n); j++) {
        int at = l*n + rows_column(b, j);
        if (!VEC_IS_ZERO(B[at]))
          D[i*n + rows_column(b, j)] += B[at]*x;
      }
    }
  }
}

// y = A x, of m rows
static inline void rows_vec(sparse_rows r, double *y, const double *A, const double *x, int m,
                            int n) {
  for (int i = 0; i < m; i++)
    y[i] = rows_dot(r, i, A, x, n);
}
