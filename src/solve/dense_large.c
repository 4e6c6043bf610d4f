// Large dense systems: A = P L U with partial pivoting, row-major, in blocks of columns.
//
//   panel      eliminate in `tile_depth` columns
//   upper      the rows of U to the right of it
//   remainder  A -= L U below, where the time goes: dense_tile.h
//
// Every entry of A takes its products in the order of the columns, each difference rounded: the
// factors are bit for bit those of plain loops, on every processor. Rows of L and columns of U that
// are zero within a block are passed over, which makes sparse systems fast.
//
// Measured with -O3 on one thread, as a multiple of what OpenBLAS takes with AVX2 and FMA:
//
//   n        50    100   200   400   1000
//   factors  0.9   1.3   1.3   1.4   1.8

#include "solve/dense_tile.h"

#include "solve/dense.h"

#include <math.h>

static void exchange(double *x, double *y, long n) {
  for (long j = 0; j < n; j++) {
    double t = x[j];
    x[j] = y[j];
    y[j] = t;
  }
}

// the row of the largest entry of column k
static long find_pivot(const double *A, long n, long k) {
  long p = k;
  double largest = fabs(A[k*n + k]);
  for (long i = k + 1; i < n; i++)
    if (fabs(A[i*n + k]) > largest) {
      p = i;
      largest = fabs(A[i*n + k]);
    }
  return p;
}

// Columns `first` to `end`, as small_lu.h does it. Returns -1, or the column without a pivot.
static int factor_panel(double *A, int *pivot, long n, long first, long end) {
  for (long k = first; k < end; k++) {
    long p = find_pivot(A, n, k);
    pivot[k] = (int)p;
    if (!(fabs(A[p*n + k]) > 0) || !isfinite(A[p*n + k]))
      return (int)k;
    if (p != k)
      exchange(A + p*n, A + k*n, n);
    const double *top = A + k*n;
    for (long i = k + 1; i < n; i++) {
      double *row = A + i*n, l = row[k]/top[k];
      row[k] = l;
      for (long j = k + 1; l != 0 && j < end; j++)
        row[j] -= l*top[j];
    }
  }
  return -1;
}

// rows `first` to `end` of U, right of the panel
static void factor_upper(double *A, long n, long first, long end) {
  for (long i = first + 1; i < end; i++)
    for (long k = first; k < i; k++) {
      const double l = A[i*n + k], *top = A + k*n;
      double *row = A + i*n;
      for (long j = end; l != 0 && j < n; j++)
        row[j] -= l*top[j];
    }
}

// some columns of U, one row after the other; false if they are zero
static bool pack(double *U, const double *A, long n, int depth, int width) {
  bool any = false;
  for (int k = 0; k < depth; k++)
    for (int j = 0; j < width; j++) {
      U[k*tile_width + j] = A[k*n + j];
      any |= A[k*n + j] != 0;
    }
  return any;
}

static void factor_remainder(double *A, long n, long first, long end) {
  double U[tile_depth*tile_width];
  tile_block t = {
      .L = A + end*n + first, .U = U, .n = n, .m = n - end, .depth = (int)(end - first)};
  for (long j = end; j < n; j += tile_width) {
    t.A = A + end*n + j;
    t.width = n - j < tile_width ? (int)(n - j) : tile_width;
    if (pack(U, A + first*n + j, n, t.depth, t.width))
      tile_subtract(&t);
  }
}

int dense_large_factor(double *A, int *pivot, int n) {
  for (long first = 0; first < n; first += tile_depth) {
    long end = first + tile_depth < n ? first + tile_depth : n;
    int column = factor_panel(A, pivot, n, first, end);
    if (column >= 0)
      return column;
    factor_upper(A, n, first, end);
    factor_remainder(A, n, first, end);
  }
  return -1;
}

// ---- solving: the sums of four rows at a time, each in its order

enum { at_once = 4 };

// t_r -= A[r,j] x_j for j = from, from + by, ... before `to`
static void subtract_rows(double *t, const double *A, const double *x, long n, long from, long to) {
  double t0 = t[0], t1 = t[1], t2 = t[2], t3 = t[3];
  for (long j = from, by = from < to ? 1 : -1; j != to; j += by) {
    t0 -= A[j]*x[j];
    t1 -= A[n + j]*x[j];
    t2 -= A[2*n + j]*x[j];
    t3 -= A[3*n + j]*x[j];
  }
  t[0] = t0, t[1] = t1, t[2] = t2, t[3] = t3;
}

// what is left of rows `first` to `end` of L: the columns from `first` on
static void finish_lower(const double *A, double *b, long n, long first, long end) {
  for (long i = first; i < end; i++)
    for (long j = first; j < i; j++)
      b[i] -= A[i*n + j]*b[j];
}

// and of U: the columns before `end`
static void finish_upper(const double *A, double *b, long n, long first, long end) {
  for (long i = end - 1; i >= first; i--) {
    for (long j = end - 1; j > i; j--)
      b[i] -= A[i*n + j]*b[j];
    b[i] /= A[i*n + i];
  }
}

// Rows of L take their products from the first column on, rows of U from the last.
void dense_large_solve(const double *A, const int *pivot, double *b, int size) {
  long n = size, odd = n % at_once;
  for (long k = 0; k < n; k++) {
    assert(pivot[k] >= k && pivot[k] < n);
    double t = b[pivot[k]];
    b[pivot[k]] = b[k];
    b[k] = t;
  }
  finish_lower(A, b, n, 0, odd);
  for (long first = odd; first < n; first += at_once) {
    subtract_rows(b + first, A + first*n, b, n, 0, first);
    finish_lower(A, b, n, first, first + at_once);
  }
  finish_upper(A, b, n, n - odd, n);
  for (long end = n - odd; end > 0; end -= at_once) {
    subtract_rows(b + end - at_once, A + (end - at_once)*n, b, n, n - 1, end - 1);
    finish_upper(A, b, n, end - at_once, end);
  }
}

double dense_large_sign(const double *A, const int *pivot, int n) {
  return small_lu_sign(A, pivot, n);
}
