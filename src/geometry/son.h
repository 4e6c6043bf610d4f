// Rotations of R^n, SO(n), with the retractions cay and exp; n up to 8.
//
//   element    R, n x n numbers by rows; velocity xi, the entries i < j of the skew matrix X by
//              rows, R' = R X;  d = n(n-1)/2. For n = 3 it is xi = (-w3, w2, -w1), w of so3.h
//   pairing    mu.xi = sum over i < j of M_ij X_ij; there ad_xi is a skew matrix
//   Ad_R       X -> R X R^T,  ad_xi: Y -> [X,Y],  ad*_xi mu = [M,X] = K(mu) xi,  K(mu) = ad_mu
//
//   cay        tau = (1 - X/2)^-1 (1 + X/2), the diagonal Pade quotient of exp of degree 1
//   exp        tau = the one of degree 13: orthogonal as it stands, and right to rounding while
//              angles are below 4
//
// cay^-1 has no value if one of the angles is pi. The tangents are in son_cay.h and son_exp.h, and
// exp^-1, too.

#pragma once

#include "geometry/matrix.h"
#include "solve/small_lu.h"

#include <float.h>
#include <stdbool.h>

enum {
  son_largest = 8,
  son_square = son_largest*son_largest,
  son_most = son_largest*(son_largest - 1)/2,  // d
  son_degree = 13,
};

static inline int son_dim(int n) {
  return n*(n - 1)/2;
}

static inline void son_hat(double *X, const double *xi, int n) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    X[i*n + i] = 0;
    for (int j = i + 1; j < n; j++, k++) {
      X[i*n + j] = xi[k];
      X[j*n + i] = -xi[k];
    }
  }
}

// of the skew part of X
static inline void son_vee(double *xi, const double *X, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++, k++)
      xi[k] = (X[i*n + j] - X[j*n + i])/2;
}

static inline void son_identity(double *R, int n) {
  mat_scalar(R, 1, n);
}

static inline void son_compose(double *R, const double *a, const double *b, int n) {
  mat_mul(R, a, b, n);
}

static inline void son_inverse(double *R, const double *a, int n) {
  mat_transpose(R, a, n);
}

static inline void son_orthonormalise(double *R, int n) {
  double work[2*son_square];
  mat_orthonormalise(R, work, n);
}

// R' = R X
static inline void son_rate(double *rate, const double *R, const double *xi, int n) {
  double X[son_square];
  son_hat(X, xi, n);
  mat_mul(rate, R, X, n);
}

// C = [A,B] = AB - (AB)^T, A and B skew; C must not be A or B
static inline void son_bracket(double *C, const double *A, const double *B, int n) {
  mat_mul(C, A, B, n);
  for (int i = 0; i < n; i++) {
    C[i*n + i] = 0;
    for (int j = i + 1; j < n; j++) {
      C[i*n + j] -= C[j*n + i];
      C[j*n + i] = -C[i*n + j];
    }
  }
}

// the map X -> P X P^T on the entries i < j: its matrix has the minors of P of size two
static inline void son_minors(double *M, const double *P, int n) {
  for (int a = 0; a < n; a++)
    for (int b = a + 1; b < n; b++)
      for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
          *M++ = P[a*n + i]*P[b*n + j] - P[a*n + j]*P[b*n + i];
}

// X = the k-th unit: 1 in one entry i < j, -1 in its mirror image
static inline void son_unit(double *X, int k, int n) {
  double unit[son_most] = {0};
  unit[k] = 1;
  son_hat(X, unit, n);
}

// M[.,k] = column
static inline void son_put_column(double *M, int k, const double *column, int d) {
  for (int i = 0; i < d; i++)
    M[i*d + k] = column[i];
}

// the map Y -> [X,Y]
static inline void son_ad(double *M, const double *xi, int n) {
  double X[son_square], Y[son_square], C[son_square], column[son_most];
  int d = son_dim(n);
  son_hat(X, xi, n);
  for (int k = 0; k < d; k++) {
    son_unit(Y, k, n);
    son_bracket(C, X, Y, n);
    son_vee(column, C, n);
    son_put_column(M, k, column, d);
  }
}

static inline void son_Ad(double *M, const double *R, int n) {
  son_minors(M, R, n);
}

// K(mu) xi = ad*_xi mu
static inline void son_K(double *K, const double *mu, int n) {
  son_ad(K, mu, n);
}

// M(xi,e) of a retraction
typedef void son_M(double *M, const double *xi, const double *e, int n);

// N(xi,w) = -M(-xi,w), for D(xi)^T = D(-xi)
static inline void son_N_of_M(double *N, son_M *M, const double *xi, const double *w, int n) {
  double minus[son_most] = {0};
  int d = son_dim(n);
  vec_negate(minus, xi, d);
  M(N, minus, w, n);
  vec_negate(N, N, d*d);
}

// B = A^-1 B; A becomes its factors. False if A is singular, B is then as it was.
static inline bool son_divide(double *B, double *A, int n) {
  int pivot[son_most];
  double column[son_most];
  if (small_lu_factor(A, pivot, n) >= 0)
    return false;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++)
      column[i] = B[i*n + j];
    small_lu_solve(A, pivot, column, n);
    for (int i = 0; i < n; i++)
      B[i*n + j] = column[i];
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// the retractions

// C = C X2 + b 1
static inline void son_horner(double *C, const double *X2, double b, int n) {
  double product[son_square];
  mat_mul(product, C, X2, n);
  vec_copy(C, product, n*n);
  mat_add_scalar(C, b, n);
}

// The Pade quotient q(-X)^-1 q(X), q(X) = sum b_j X^j = V + U in even and odd powers, is
// 1 + 2 (V - U)^-1 U: so written, small entries keep their digits.
static inline void son_pade(double *R, const double *X, int degree, int n) {
  double X2[son_square], V[son_square] = {0}, O[son_square] = {0}, b[son_degree + 1];
  b[0] = 1;
  for (int j = 1; j <= degree; j++)
    b[j] = b[j - 1]*(degree - j + 1)/(j*(2.0*degree - j + 1));

  mat_mul(X2, X, X, n);
  for (int j = degree; j >= 0; j--)
    son_horner(j % 2 ? O : V, X2, b[j], n);
  mat_mul(R, O, X, n);  // U
  vec_axpy(V, -1, R, V, n*n);
  son_divide(R, V, n);
  for (int i = 0; i < n*n; i++)
    R[i] *= 2;
  mat_add_scalar(R, 1, n);
}

static inline void son_cay(double *R, const double *xi, int n) {
  double X[son_square];
  son_hat(X, xi, n);
  son_pade(R, X, 1, n);
}

// |X|/sqrt(2) in the norm of Frobenius: no angle is larger
static inline double son_norm(const double *xi, int n) {
  int d = son_dim(n);
  return sqrt(vec_dot(xi, xi, d));
}

// Angles above 4 are halved first, and R is squared as often.
static inline void son_exp(double *R, const double *xi, int n) {
  double X[son_square] = {0}, half[son_most] = {0}, product[son_square];
  double scale = 1;
  int squarings = 0;
  for (double size = son_norm(xi, n); size > 4 && isfinite(size); size /= 2, squarings++)
    scale /= 2;
  for (int i = 0; i < son_dim(n); i++)
    half[i] = scale*xi[i];
  son_hat(X, half, n);
  son_pade(R, X, son_degree, n);
  for (; squarings > 0; squarings--) {
    mat_mul(product, R, R, n);
    vec_copy(R, product, n*n);
  }
}

// X = 2 (1 + R)^-1 (R - 1). False if an angle is pi: as in so3.h, tan(angle/2) has a bound.
static inline bool son_cay_inverse(double *xi, const double *R, int n) {
  double sum[son_square], Y[son_square], w[son_most];
  vec_copy(sum, R, n*n);
  vec_copy(Y, R, n*n);
  mat_add_scalar(sum, 1, n);
  mat_add_scalar(Y, -1, n);
  if (!son_divide(Y, sum, n))
    return false;
  son_vee(w, Y, n);
  if (!(vec_max(w, son_dim(n))*sqrt(DBL_EPSILON) < 1))
    return false;
  for (int i = 0; i < son_dim(n); i++)
    xi[i] = 2*w[i];
  return true;
}
