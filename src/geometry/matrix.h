// Square matrices and vectors of R^3 as the groups need them. Output first, sizes last; an output
// of a product must not be one of the inputs, elsewhere it may.

#pragma once

#include "base/vec.h"

static inline void vec_negate(double *y, const double *x, int n) {
  VEC_UNROLL
  for (int i = 0; i < n; i++)
    y[i] = -x[i];
}

// M = a 1
static inline void mat_scalar(double *M, double a, int n) {
  vec_zero(M, n*n);
  VEC_UNROLL
  for (int i = 0; i < n; i++)
    M[i*n + i] = a;
}

// C = A B; zeros of A are passed over: on products of groups most are
static inline void mat_mul(double *C, const double *A, const double *B, int n) {
  VEC_UNROLL
  for (int i = 0; i < n; i++) {
    vec_zero(C + i*n, n);
    VEC_UNROLL
    for (int k = 0; k < n; k++)
      if (!VEC_IS_ZERO(A[i*n + k]))
        vec_axpy(C + i*n, A[i*n + k], B + k*n, C + i*n, n);
  }
}

// C = A^T B, the same
static inline void mat_tmul(double *C, const double *A, const double *B, int n) {
  vec_zero(C, n*n);
  VEC_UNROLL
  for (int k = 0; k < n; k++) {
    VEC_UNROLL
    for (int i = 0; i < n; i++)
      if (!VEC_IS_ZERO(A[k*n + i]))
        vec_axpy(C + i*n, A[k*n + i], B + k*n, C + i*n, n);
  }
}

// C = A B^T
static inline void mat_mult(double *C, const double *A, const double *B, int n) {
  VEC_UNROLL
  for (int i = 0; i < n; i++) {
    VEC_UNROLL
    for (int j = 0; j < n; j++)
      C[i*n + j] = vec_dot(A + i*n, B + j*n, n);
  }
}

// T = A^T; T must not be A
static inline void mat_transpose(double *T, const double *A, int n) {
  VEC_UNROLL
  for (int i = 0; i < n; i++) {
    VEC_UNROLL
    for (int j = 0; j < n; j++)
      T[i*n + j] = A[j*n + i];
  }
}

// y = A^T x
static inline void mat_tvec(double *y, const double *A, const double *x, int n) {
  vec_zero(y, n);
  VEC_UNROLL
  for (int i = 0; i < n; i++)
    vec_axpy(y, x[i], A + i*n, y, n);
}

// M += a (x y^T + y x^T)
static inline void mat_add_pair(double *M, double a, const double *x, const double *y, int n) {
  VEC_UNROLL
  for (int i = 0; i < n; i++) {
    VEC_UNROLL
    for (int j = 0; j < n; j++)
      M[i*n + j] += a*(x[i]*y[j] + y[i]*x[j]);
  }
}

// M += a 1
static inline void mat_add_scalar(double *M, double a, int n) {
  VEC_UNROLL
  for (int i = 0; i < n; i++)
    M[i*n + i] += a;
}

// The block of n x n that begins in row i, column j of M, which has `width` columns, becomes B.
static inline void mat_put(double *M, int width, int i, int j, const double *B, int n) {
  VEC_UNROLL
  for (int k = 0; k < n; k++)
    vec_copy(M + (i + k)*width + j, B + k*n, n);
}

// d -= R (R^T R - 1)/2, which brings R + d nearer to the rotations; d may be R
static inline void mat_straighten(double *d, const double *R, double *work, int n) {
  double *E = work, *RE = work + n*n;  // 2 n^2
  mat_tmul(E, R, R, n);
  mat_add_scalar(E, -1, n);
  mat_mul(RE, R, E, n);
  vec_axpy(d, -0.5, RE, d, n*n);
}

// Bring R back to R^T R = 1 by one step of Newton and Schulz, R (3 - R^T R)/2. A defect d of R^T R
// becomes 3/4 d^2: from 1e-8, far more than products gather in a run, to rounding.
static inline void mat_orthonormalise(double *R, double *work, int n) {
  mat_straighten(R, R, work, n);
}

// c = a x b; c must not be a or b
static inline void vec3_cross(double *c, const double *a, const double *b) {
  c[0] = a[1]*b[2] - a[2]*b[1];
  c[1] = a[2]*b[0] - a[0]*b[2];
  c[2] = a[0]*b[1] - a[1]*b[0];
}

// a.(b x c)
static inline double vec3_triple(const double *a, const double *b, const double *c) {
  double bc[3];
  vec3_cross(bc, b, c);
  return vec_dot(a, bc, 3);
}
