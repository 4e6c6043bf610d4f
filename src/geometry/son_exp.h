// Tangents of exp on SO(n), in the letters of son.h, and its inverse.
//
//   D = sum_k c_k (-ad)^k,   c_k = 1/(k+1)!
//
// Second tangents as in so3.h; D acts on E, the covector is W:
//
//   A_j = ad^j W,   B_i = (-ad)^i E        ad is skew: (-ad)^T = ad
//   T = sum_j [A_j, Y_j],   Y_j = sum_i c_{i+j+1} B_i,   Z_i = sum_j c_{i+j+1} A_j
//   for dX = the units: dA_{j+1} = [dX, A_j] + [X, dA_j],   dB_{j+1} = -[dX, B_j] - [X, dB_j]
//   M has the columns sum_j c_j dB_j,   S the columns dT = sum_j [dA_j, Y_j] + [Z_j, dB_j]
//   N(xi,W) = -M(-xi,W), for D(xi)^T = D(-xi)
//
// The series are meant for rotations by angles up to pi, where |ad| is up to 2 pi and their largest
// term is 12: at most a digit is lost there. D is singular where two angles make 2 pi.
//
// exp^-1: square roots until the angles are small, then 2 artanh(Y), Y = (R+1)^-1, and what
// is missing by Newton, X + D^-1 (exp(-X) R - 1). The square root of a rotation is the orthogonal
// factor of 1 + R.

#pragma once

#include "geometry/son.h"

enum { son_terms = 40 };  // (2 pi)^40/41! = 3e-18

// How many terms of the series are more than rounding? |ad| is the sum of the two largest angles,
// at most sqrt(2) times the norm of xi.
static inline int son_count(const double *xi, int n) {
  double size = 1.5*son_norm(xi, n), term = 1;
  int m = 1;
  for (; m < son_terms && term > DBL_EPSILON/16; m++)
    term *= size/(m + 1);
  return m;
}

// D = 1 - ad/2 (1 - ad/3 (1 - ...))
static inline void son_exp_D(double *D, const double *xi, int n) {
  double ad[son_most*son_most], product[son_most*son_most];
  int d = son_dim(n);
  son_ad(ad, xi, n);
  mat_scalar(D, 1, d);
  for (int k = son_count(xi, n); k > 1; k--) {
    mat_mul(product, ad, D, d);
    mat_scalar(D, 1, d);
    vec_axpy(D, -1/(double)k, product, D, d*d);
  }
}

// not a number where D is singular
static inline void son_exp_D_inverse(double *inverse, const double *xi, int n) {
  double D[son_most*son_most];
  int d = son_dim(n);
  son_exp_D(D, xi, n);
  mat_scalar(inverse, 1, d);
  if (!son_divide(inverse, D, d))
    mat_scalar(inverse, (double)NAN, d);
}

// what T and S share, n x n each
typedef struct son_exp_terms {
  int m;  // how many there are of each
  double X[son_square];
  double A[son_terms][son_square], B[son_terms][son_square];
  double Y[son_terms][son_square];
} son_exp_terms;

// sum_i c_{i+j+1} F_i
static inline void son_weighted(double *sum, const double (*F)[son_square], int j, int m, int n) {
  double c = 1;
  for (int k = 2; k <= j + 1; k++)
    c /= k;
  vec_zero(sum, n*n);
  for (int i = 0; i + j < m; i++) {
    c /= i + j + 2;
    vec_axpy(sum, c, F[i], sum, n*n);
  }
}

static inline void son_exp_fill(son_exp_terms *t, const double *xi, const double *e,
                                const double *w, int n) {
  t->m = son_count(xi, n);
  son_hat(t->X, xi, n);
  son_hat(t->A[0], w, n);
  son_hat(t->B[0], e, n);
  for (int j = 1; j < t->m; j++) {
    son_bracket(t->A[j], t->X, t->A[j - 1], n);
    son_bracket(t->B[j], t->B[j - 1], t->X, n);
  }
  for (int j = 0; j < t->m; j++)
    son_weighted(t->Y[j], (const double(*)[son_square])t->B, j, t->m, n);
}

// sum += vee of [A,B]
static inline void son_add_bracket(double *sum, const double *A, const double *B, int n) {
  double C[son_square], c[son_most];
  son_bracket(C, A, B, n);
  son_vee(c, C, n);
  vec_axpy(sum, 1, c, sum, son_dim(n));
}

static inline void son_exp_T(double *T, const double *xi, const double *e, const double *w, int n) {
  son_exp_terms t;
  son_exp_fill(&t, xi, e, w, n);
  vec_zero(T, son_dim(n));
  for (int j = 0; j < t.m; j++)
    son_add_bracket(T, t.A[j], t.Y[j], n);
}

// dF = sign ([dX, F] + [X, dF]): the next derivative from this one
static inline void son_advance(double *dF, double sign, const double *dX, const double *F,
                               const double *X, int n) {
  double a[son_square], b[son_square];
  son_bracket(a, dX, F, n);
  son_bracket(b, X, dF, n);
  for (int i = 0; i < n*n; i++)
    dF[i] = sign*(a[i] + b[i]);
}

// the column of S for dX
static inline void son_exp_column(double *dT, const son_exp_terms *t, const double (*Z)[son_square],
                                  const double *dX, int n) {
  double dA[son_square] = {0}, dB[son_square] = {0};
  vec_zero(dT, son_dim(n));
  for (int j = 0; j + 1 < t->m; j++) {
    son_advance(dA, 1, dX, t->A[j], t->X, n);
    son_advance(dB, -1, dX, t->B[j], t->X, n);
    son_add_bracket(dT, dA, t->Y[j + 1], n);
    son_add_bracket(dT, Z[j + 1], dB, n);
  }
}

static inline void son_exp_S(double *S, const double *xi, const double *e, const double *w, int n) {
  son_exp_terms t;
  double Z[son_terms][son_square], X[son_square], column[son_most];
  int d = son_dim(n);
  son_exp_fill(&t, xi, e, w, n);
  for (int j = 0; j < t.m; j++)
    son_weighted(Z[j], (const double(*)[son_square])t.A, j, t.m, n);
  for (int k = 0; k < d; k++) {
    son_unit(X, k, n);
    son_exp_column(column, &t, (const double(*)[son_square])Z, X, n);
    son_put_column(S, k, column, d);
  }
}

static inline void son_exp_M(double *M, const double *xi, const double *e, int n) {
  double X[son_square], B[son_terms][son_square], E[son_square];
  int d = son_dim(n), m = son_count(xi, n);
  son_hat(X, xi, n);
  son_hat(B[0], e, n);
  for (int j = 1; j < m; j++)
    son_bracket(B[j], B[j - 1], X, n);
  for (int k = 0; k < d; k++) {
    double dB[son_square] = {0}, sum[son_square] = {0}, column[son_most], c = 1;
    son_unit(E, k, n);
    for (int j = 0; j + 1 < m; j++) {
      c /= j + 2;
      son_advance(dB, -1, E, B[j], X, n);
      vec_axpy(sum, c, dB, sum, n*n);
    }
    son_vee(column, sum, n);
    son_put_column(M, k, column, d);
  }
}

static inline void son_exp_N(double *N, const double *xi, const double *w, int n) {
  son_N_of_M(N, son_exp_M, xi, w, n);
}

// ---------------------------------------------------------------------------------------------
// exp^-1

enum {
  son_roots = 6,     // from pi to below 0.25 it takes four
  son_newtons = 60,  // from a singular value of 1e-16, which halves at each step, and a few more
};

static const double son_half_digits = 1e-8;  // Newton's method after such a step is at rounding

// Q = the orthogonal factor of Q, by Newton's Q -> (Q + Q^-T)/2; false if Q is singular
static inline bool son_polar(double *Q, int n) {
  double factors[son_square], inverse[son_square], transposed[son_square];
  double change = 1;
  for (int i = 0; i < son_newtons && !(change < son_half_digits); i++) {
    vec_copy(factors, Q, n*n);
    mat_scalar(inverse, 1, n);
    if (!son_divide(inverse, factors, n))
      return false;
    mat_transpose(transposed, inverse, n);
    vec_sub(transposed, transposed, Q, n*n);
    vec_axpy(Q, 0.5, transposed, Q, n*n);
    change = vec_max(transposed, n*n);
  }
  return change < son_half_digits;
}

// X = 2 artanh(Y) = 2 (Y + Y^3/3 + ...), |Y| < 0.2: Y^23 is rounding
static inline void son_artanh(double *X, const double *Y, int n) {
  enum { last = 23 };
  double square[son_square], sum[son_square];
  mat_mul(square, Y, Y, n);
  mat_scalar(sum, 1/(double)last, n);
  for (int k = last - 2; k > 0; k -= 2)
    son_horner(sum, square, 1/(double)k, n);
  mat_mul(X, sum, Y, n);
  for (int i = 0; i < n*n; i++)
    X[i] *= 2;
}

// xi += D^-1 of the skew part of exp(-X) R; the size of that part
static inline double son_improve(double *xi, const double *R, int n) {
  double E[son_square], D[son_most*son_most], product[son_square], e[son_most];
  int d = son_dim(n), pivot[son_most];
  son_exp(E, xi, n);
  mat_tmul(product, E, R, n);
  son_vee(e, product, n);
  double size = vec_max(e, d);
  son_exp_D(D, xi, n);
  if (small_lu_factor(D, pivot, d) >= 0)
    return (double)INFINITY;
  small_lu_solve(D, pivot, e, d);
  vec_axpy(xi, 1, e, xi, d);
  return size;
}

// Q = roots of Q until |Q - 1|^2 = 2 (n - tr Q) is below 1/8, when angles are below 0.25; the power
// of Q that was the first, 0 if there was no root
static inline double son_take_roots(double *Q, int n) {
  double power = 1;
  for (int k = 0; k < son_roots; k++) {
    double trace = 0;
    for (int i = 0; i < n; i++)
      trace += Q[i*n + i];
    if (2*(n - trace) < 0.125)
      return power;
    mat_add_scalar(Q, 1, n);
    if (!son_polar(Q, n))
      return 0;
    power *= 2;
  }
  return power;
}

// False if one of the angles is pi, or so near that rounding decides.
static inline bool son_exp_inverse(double *xi, const double *R, int n) {
  double Q[son_square], Y[son_square], X[son_square], w[son_most];
  int d = son_dim(n);
  vec_copy(Q, R, n*n);
  double power = son_take_roots(Q, n);
  if (power == 0 || !son_cay_inverse(w, Q, n))
    return false;
  for (int i = 0; i < d; i++)
    w[i] /= 2;
  son_hat(Y, w, n);
  son_artanh(X, Y, n);
  son_vee(w, X, n);
  for (int i = 0; i < d; i++)
    w[i] *= power;

  // twice: near pi the roots are right to a few digits only
  son_improve(w, R, n);
  if (!(son_improve(w, R, n) < son_half_digits))
    return false;
  vec_copy(xi, w, d);
  return true;
}
