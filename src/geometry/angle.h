// Functions of a rotation by the angle theta, as functions of x = theta^2.
//
//   A = (1 - cos theta)/theta^2,   B = (theta - sin theta)/theta^3
//   A_k = A_{k-1}'/theta = 2 dA_{k-1}/dx,   B_k alike, k = 1, 2, 3          ' = d/dtheta
//   C = (1 - (theta/2) cot(theta/2))/theta^2 = -A_1/(2 A),   C_1 = C'/theta
//
//   near       x < 40, theta up to 2 pi: the power series,
//                A_k = (-2)^k sum_j (-x)^j (j+1)...(j+k)/(2j+2k+2)!,   B_k: (2j+2k+3)!
//              Its terms alternate and soon fall: the error is below 2 eps for theta < 1, and 4 eps
//              of the value at 0 up to 2 pi, where the closed forms lose theta^-6 digits and 1000
//              eps even at 1.
//   far        the closed forms
//
// C needs no series of its own: -A_1/(2 A) keeps its digits up to pi, and loses them towards the
// pole at 2 pi, where A vanishes. In C_1 a digit cancels.

#pragma once

#include "base/vec.h"
#include "real/sine.h"

#include <math.h>

enum {
  angle_orders = 4,
  angle_few = 11,    // terms for x < 1: 1/24! = 2e-24
  angle_terms = 22,  // terms for x < 40: 40^22/46! = 3e-23
};

static const double angle_near = 40;

typedef struct angle_functions {
  double A[angle_orders], B[angle_orders];  // A_k, B_k; for exp
  double f;                                 // 1/(1 + x/4); for cay
} angle_functions;

// the quotient of two coefficients of a series, of A_k for m = 2, of B_k for m = 3
#define ANGLE_RATIO(m, k, j) \
  ((double)((j) + (k) + 1)/  \
   (((j) + 1)*(2*((j) + (k)) + (m) + 1)*(2*((j) + (k)) + (m) + 2)))
#define ANGLE_ROW(j)                                                                            \
  {                                                                                             \
    ANGLE_RATIO(2, 0, j), ANGLE_RATIO(2, 1, j), ANGLE_RATIO(2, 2, j), ANGLE_RATIO(2, 3, j),     \
        ANGLE_RATIO(3, 0, j), ANGLE_RATIO(3, 1, j), ANGLE_RATIO(3, 2, j), ANGLE_RATIO(3, 3, j), \
  }

// A_0 .. A_3, B_0 .. B_3 are 1 - x r_0 (1 - x r_1 (...)) times their value at 0
static inline void angle_series(angle_functions *f, double x, int order) {
  static const double r[angle_terms][2*angle_orders] = {
      ANGLE_ROW(0),  ANGLE_ROW(1),  ANGLE_ROW(2),  ANGLE_ROW(3),  ANGLE_ROW(4),  ANGLE_ROW(5),
      ANGLE_ROW(6),  ANGLE_ROW(7),  ANGLE_ROW(8),  ANGLE_ROW(9),  ANGLE_ROW(10), ANGLE_ROW(11),
      ANGLE_ROW(12), ANGLE_ROW(13), ANGLE_ROW(14), ANGLE_ROW(15), ANGLE_ROW(16), ANGLE_ROW(17),
      ANGLE_ROW(18), ANGLE_ROW(19), ANGLE_ROW(20), ANGLE_ROW(21),
  };
  // (-2)^k k!/(2k+2)! and (-2)^k k!/(2k+3)!
  static const double A0[] = {1/(double)2, -1/(double)12, 1/(double)90, -1/(double)840};
  static const double B0[] = {1/(double)6, -1/(double)60, 1/(double)630, -1/(double)7560};
  VEC_UNROLL
  for (int k = 0; k <= order; k++)
    f->A[k] = f->B[k] = 1;
  for (int j = (x < 1 ? angle_few : angle_terms) - 1; j >= 0; j--) {
    VEC_UNROLL
    for (int k = 0; k <= order; k++) {
      f->A[k] = 1 - x*r[j][k]*f->A[k];
      f->B[k] = 1 - x*r[j][angle_orders + k]*f->B[k];
    }
  }
  VEC_UNROLL
  for (int k = 0; k <= order; k++) {
    f->A[k] *= A0[k];
    f->B[k] *= B0[k];
  }
}

// A_k, B_k for k <= order, each from those before
static inline void angle_closed(angle_functions *f, double x, int order) {
  double theta = sqrt(x), half = real_sin(theta/2);
  real_pair at = real_sin_cos(theta);
  double s = at.high/theta, s1 = (at.low - s)/x,
         s2 = -(s + 3*s1)/x;  // s_k = s_{k-1}'/theta
  f->A[0] = 2*half*half/x;
  f->B[0] = (1 - s)/x;
  if (order >= 1) {
    f->A[1] = (s - 2*f->A[0])/x;
    f->B[1] = (f->A[0] - 3*f->B[0])/x;
  }
  if (order >= 2) {
    f->A[2] = (s1 - 4*f->A[1])/x;
    f->B[2] = (f->A[1] - 5*f->B[1])/x;
  }
  if (order >= 3) {
    f->A[3] = (s2 - 6*f->A[2])/x;
    f->B[3] = (f->A[2] - 7*f->B[2])/x;
  }
}

// what exp needs at x = theta^2: A_k and B_k for k <= order
static inline angle_functions angle_exp(double x, int order) {
  angle_functions f;
  if (x < angle_near)
    angle_series(&f, x, order);
  else
    angle_closed(&f, x, order);
  return f;
}

// what cay needs
static inline angle_functions angle_cay(double x) {
  return (angle_functions){.f = 1/(1 + x/4)};
}

// C, with A_k and B_k for k <= 1 there
static inline double angle_C(const angle_functions *f) {
  return -f->A[1]/(2*f->A[0]);
}

// C_1, with k <= 2 there
static inline double angle_C1(const angle_functions *f) {
  double q = f->A[1]/f->A[0];
  return (q*q - f->A[2]/f->A[0])/2;
}

// sin(theta/2)/theta: a quotient of two numbers that are right to an ulp, however small theta is
static inline double angle_half_sinc(double theta) {
  return theta == 0 ? 0.5 : real_sin(theta/2)/theta;
}

// ---------------------------------------------------------------------------------------------

// T(xi, e, w) where the functions of the angle are at hand
typedef void angle_T(double *T, const angle_functions *f, const double *xi, const double *e,
                     const double *w);

// M = d(D e)/dxi: the rows T(xi, e, e_k)
static inline void angle_M(double *M, angle_T *T, const angle_functions *f, const double *xi,
                           const double *e, int n) {
  VEC_UNROLL
  for (int k = 0; k < n; k++) {
    double unit[6] = {k == 0, k == 1, k == 2, k == 3, k == 4, k == 5};
    T(M + k*n, f, xi, e, unit);
  }
}

// N = d(D^T w)/dxi: the rows T(xi, e_k, w)
static inline void angle_N(double *N, angle_T *T, const angle_functions *f, const double *xi,
                           const double *w, int n) {
  VEC_UNROLL
  for (int k = 0; k < n; k++) {
    double unit[6] = {k == 0, k == 1, k == 2, k == 3, k == 4, k == 5};
    T(N + k*n, f, xi, unit, w);
  }
}
