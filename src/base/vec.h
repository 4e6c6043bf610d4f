// Vectors and row-major matrices as plain arrays. Output first, sizes last; the output may be one
// of the inputs unless said otherwise.

#pragma once

#include <math.h>

// one comparison each; of two numbers that are not NaN
static inline double vec_larger(double a, double b) {
  return a > b ? a : b;
}

static inline double vec_smaller(double a, double b) {
  return a < b ? a : b;
}

static inline void vec_zero(double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = 0;
}

static inline void vec_copy(double *y, const double *x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i];
}

static inline void vec_sub(double *d, const double *x, const double *y, int n) {
  for (int i = 0; i < n; i++)
    d[i] = x[i] - y[i];
}

// z = x + a y
static inline void vec_axpy(double *z, double a, const double *y, const double *x, int n) {
  for (int i = 0; i < n; i++)
    z[i] = x[i] + a*y[i];
}

static inline double vec_dot(const double *x, const double *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i]*y[i];
  return sum;
}

// largest |x_i|; NaN if one is
static inline double vec_max(const double *x, int n) {
  double largest = 0;
  for (int i = 0; i < n; i++) {
    double a = fabs(x[i]);
    if (a > largest || isnan(a))
      largest = a;
  }
  return largest;
}

// y = A x, A is m x n; y must not be x
static inline void mat_vec(double *y, const double *A, const double *x, int m, int n) {
  for (int i = 0; i < m; i++)
    y[i] = vec_dot(A + (long)i*n, x, n);
}

// y += a A^T x, A is m x n; y must not be x
static inline void mat_tvec_add(double *y, double a, const double *A, const double *x, int m,
                                int n) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[j] += a*A[(long)i*n + j]*x[i];
}

// compensated sum: the pair (x, low) takes in d; |low| stays below an ulp of x      [Kahan 1965]
static inline void vec_add_compensated(double *x, double *low, const double *d, int n) {
  for (int i = 0; i < n; i++) {
    double add = d[i] + low[i];
    double sum = x[i] + add;
    low[i] = add - (sum - x[i]);
    x[i] = sum;
  }
}
