// Vectors and row-major matrices as plain arrays. Output first, sizes last; the output may be one
// of the inputs unless said otherwise.

#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

// before a loop that a compiled step, whose sizes are literals, wants unrolled
#ifndef VEC_UNROLL
#define VEC_UNROLL
#endif

// Is a term to be passed over? In a compiled step those are that the compiler knows to be zero, and
// no others are asked. For finite numbers it makes no difference: a sum that is not -0 stays as it is.
#ifndef VEC_IS_ZERO
#define VEC_IS_ZERO(x) ((x) == 0)
#endif

// one comparison each; of two numbers that are not NaN
static inline double vec_larger(double a, double b) {
  return a > b ? a : b;
}

static inline double vec_smaller(double a, double b) {
  return a < b ? a : b;
}

static inline void vec_zero(double *y, int n) {
  VEC_UNROLL
  for (int i = 0; i < n; i++)
    y[i] = 0;
}

static inline void vec_copy(double *y, const double *x, int n) {
  VEC_UNROLL
  for (int i = 0; i < n; i++)
    y[i] = x[i];
}

static inline void vec_sub(double *d, const double *x, const double *y, int n) {
  VEC_UNROLL
  for (int i = 0; i < n; i++)
    d[i] = x[i] - y[i];
}

// z = x + a y
static inline void vec_axpy(double *z, double a, const double *y, const double *x, int n) {
  VEC_UNROLL
  for (int i = 0; i < n; i++)
    z[i] = x[i] + a*y[i];
}

static inline double vec_dot(const double *x, const double *y, int n) {
  double sum = 0;
  VEC_UNROLL
  for (int i = 0; i < n; i++)
    sum += x[i]*y[i];
  return sum;
}

// Largest |x_i|; NaN if one is. Without their signs numbers are ordered as their bits are, and NaN
// stands above all: one comparison of integers each, 2x faster than asking for NaN.
static inline double vec_max(const double *x, int n) {
  uint64_t largest = 0;
  double result;
  VEC_UNROLL
  for (int i = 0; i < n; i++) {
    double a = fabs(x[i]);
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    largest = bits > largest ? bits : largest;
  }
  memcpy(&result, &largest, sizeof result);
  return result;
}

// y = A x, A is m x n; y must not be x
static inline void mat_vec(double *y, const double *A, const double *x, int m, int n) {
  VEC_UNROLL
  for (int i = 0; i < m; i++)
    y[i] = vec_dot(A + (long)i*n, x, n);
}

// the same; entries of x that are zero are passed over
static inline double vec_dot_sparse(const double *x, const double *y, int n) {
  double sum = 0;
  VEC_UNROLL
  for (int i = 0; i < n; i++)
    if (!VEC_IS_ZERO(x[i]))
      sum += x[i]*y[i];
  return sum;
}

// places of the numbers that are not zero, into `list`; returns how many
static inline int vec_places(const double *x, int n, int *list) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (x[i] != 0)
      list[count++] = i;
  return count;
}

// x y, where only the places of the list count
static inline double vec_dot_places(const double *x, const double *y, const int *list, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += x[list[i]]*y[list[i]];
  return sum;
}

// y += a A^T x, A is m x n; y must not be x; zeros of A and x are passed over: y must not be -0
static inline void mat_tvec_add(double *y, double a, const double *A, const double *x, int m,
                                int n) {
  VEC_UNROLL
  for (int i = 0; i < m; i++) {
    if (VEC_IS_ZERO(x[i]))
      continue;
    VEC_UNROLL
    for (int j = 0; j < n; j++)
      if (!VEC_IS_ZERO(A[(long)i*n + j]))
        y[j] += a*A[(long)i*n + j]*x[i];
  }
}

// compensated sum: the pair (x, low) takes in d; |low| stays below an ulp of x      [Kahan 1965]
static inline void vec_add_compensated(double *x, double *low, const double *d, int n) {
  VEC_UNROLL
  for (int i = 0; i < n; i++) {
    double add = d[i] + low[i];
    double sum = x[i] + add;
    low[i] = add - (sum - x[i]);
    x[i] = sum;
  }
}
