// Rotations of space, SO(3), with the retractions cay and exp.
//
//   element    R, 9 numbers by rows; velocity w in R^3, R' = R hat(w), hat(w) x = w x x
//   Ad_R = R,  ad_w = hat(w),  ad*_w mu = ad_w^T mu = mu x w = K(mu) w,  K(mu) = hat(mu)
//
//   tangent    D(w), left-trivialised: tau(w)^-1 d/de tau(w + e a) = hat(D(w) a)
//   second     T(w,a,y) = gradient in w of y.(D(w) a),   S(w,a,y) its matrix of second derivatives
//
//   cay        f = 1/(1 + |w|^2/4)
//              tau = 1 + f (hat(w) + hat(w)^2/2) = (1 - hat(w)/2)^-1 (1 + hat(w)/2)
//              D = f (1 - hat(w)/2),   D^-1 = 1 + hat(w)/2 + w w^T/4
//              T = f k - f^2/2 u w,   k = y x a/2,   u = y.a + w.k
//              S = u (-f^2/2 + f^3/2 w w^T) - f^2/2 (w k^T + k w^T)
//   exp        A, B, C of angle.h at x = |w|^2
//              tau = 1 + (1 - B x) hat(w) + A hat(w)^2
//              D = 1 - A hat(w) + B hat(w)^2,   D^-1 = 1 + hat(w)/2 + C hat(w)^2
//              T = A d + B r' + (A1 p + B1 r) w,   d = y x a,   p = w.d,
//              r = (y.w)(w.a) - x (y.a),   r' = y (w.a) + a (w.y) - 2 (y.a) w
//              S = A1 w o d + B1 w o r' + B r'' + (A1 p + B1 r) 1 + (A2 p + B2 r) w w^T,
//              r'' = y o a - 2 (y.a) 1,   b o c = b c^T + c b^T
//
// Both inverses go through the unit quaternion of R, so they lose nothing at small angles nor near
// pi. exp^-1 has a value everywhere (at pi one of two); cay^-1 has none for rotations by pi.
// D of exp is singular at |w| = 2 pi.

#pragma once

#include "geometry/angle.h"
#include "geometry/matrix.h"
#include "real/arctangent.h"
#include "real/sine.h"

#include <float.h>
#include <stdbool.h>

static inline void so3_hat(double *W, const double *w) {
  W[0] = W[4] = W[8] = 0;
  W[1] = -w[2];
  W[2] = w[1];
  W[3] = w[2];
  W[5] = -w[0];
  W[6] = -w[1];
  W[7] = w[0];
}

// of the skew part of W
static inline void so3_vee(double *w, const double *W) {
  w[0] = (W[7] - W[5])/2;
  w[1] = (W[2] - W[6])/2;
  w[2] = (W[3] - W[1])/2;
}

// M = a 1 + b hat(w) + c hat(w)^2
static inline void so3_matrix(double *M, double a, double b, double c, const double *w) {
  double xx = w[0]*w[0], yy = w[1]*w[1], zz = w[2]*w[2];
  double xy = c*w[0]*w[1], xz = c*w[0]*w[2], yz = c*w[1]*w[2];
  M[0] = a - c*(yy + zz);
  M[4] = a - c*(xx + zz);
  M[8] = a - c*(xx + yy);
  M[1] = xy - b*w[2];
  M[2] = xz + b*w[1];
  M[3] = xy + b*w[2];
  M[5] = yz - b*w[0];
  M[6] = xz - b*w[1];
  M[7] = yz + b*w[0];
}

static inline void so3_identity(double *R) {
  mat_scalar(R, 1, 3);
}

static inline void so3_compose(double *R, const double *a, const double *b) {
  mat_mul(R, a, b, 3);
}

static inline void so3_inverse(double *R, const double *a) {
  mat_transpose(R, a, 3);
}

static inline void so3_orthonormalise(double *R) {
  double work[18];
  mat_orthonormalise(R, work, 3);
}

// R' = R hat(w)
static inline void so3_rate(double *rate, const double *R, const double *w) {
  double W[9];
  so3_hat(W, w);
  mat_mul(rate, R, W, 3);
}

static inline void so3_Ad(double *M, const double *R) {
  vec_copy(M, R, 9);
}

static inline void so3_ad(double *M, const double *w) {
  so3_hat(M, w);
}

// K(mu) w = ad*_w mu
static inline void so3_K(double *K, const double *mu) {
  so3_hat(K, mu);
}

// ---------------------------------------------------------------------------------------------
// quaternions

// Which component of the unit quaternion z of R is the largest? Each squared is 1/4 and a sum of
// the diagonal of R.
static inline int so3_largest(const double *R) {
  double t = R[0] + R[4] + R[8];
  int k = R[4] > R[0] ? 1 : 0;
  k = R[8] > R[4*k] ? 2 : k;
  return t > R[4*k] ? 3 : k;
}

// z = (sin(theta/2) axis, cos(theta/2)), theta from 0 to pi
static inline void so3_quaternion(double *z, const double *R) {
  int k = so3_largest(R), i = (k + 1) % 3, j = (k + 2) % 3;
  if (k == 3) {
    z[3] = sqrt(1 + R[0] + R[4] + R[8])/2;
    so3_vee(z, R);
    VEC_UNROLL
    for (int l = 0; l < 3; l++)
      z[l] /= 2*z[3];
  } else {
    z[k] = sqrt(1 + R[4*k] - R[4*i] - R[4*j])/2;
    z[i] = (R[3*i + k] + R[3*k + i])/(4*z[k]);
    z[j] = (R[3*j + k] + R[3*k + j])/(4*z[k]);
    z[3] = (R[3*j + i] - R[3*i + j])/(4*z[k]);
  }
  double sign = z[3] < 0 ? -1 : 1;
  VEC_UNROLL
  for (int l = 0; l < 4; l++)
    z[l] *= sign;
}

// ---------------------------------------------------------------------------------------------
// cay

static inline angle_functions so3_cay_angle(const double *w) {
  return angle_cay(vec_dot(w, w, 3));
}

static inline void so3_cay(double *R, const double *w) {
  double f = so3_cay_angle(w).f;
  so3_matrix(R, 1, f, f/2, w);
}

// False for a rotation by pi: below this, cos(theta/2)^2 = (1 + tr R)/4 is all rounding.
static inline bool so3_cay_inverse(double *w, const double *R) {
  double z[4];
  so3_quaternion(z, R);
  if (!(z[3]*z[3] > DBL_EPSILON))
    return false;
  VEC_UNROLL
  for (int i = 0; i < 3; i++)
    w[i] = 2*z[i]/z[3];
  return true;
}

static inline void so3_cay_D(double *D, const double *w) {
  double f = so3_cay_angle(w).f;
  so3_matrix(D, f, -f/2, 0, w);
}

static inline void so3_cay_D_inverse(double *D, const double *w) {
  so3_matrix(D, 1, 0.5, 0, w);
  mat_add_pair(D, 0.125, w, w, 3);
}

// k = y x a/2 and u = y.a + w.k
static inline double so3_cay_terms(double *k, const double *w, const double *a, const double *y) {
  vec3_cross(k, y, a);
  VEC_UNROLL
  for (int i = 0; i < 3; i++)
    k[i] /= 2;
  return vec_dot(y, a, 3) + vec_dot(w, k, 3);
}

static inline void so3_cay_T_at(double *T, const angle_functions *at, const double *w,
                                const double *a, const double *y) {
  double k[3], f = at->f, u = so3_cay_terms(k, w, a, y);
  VEC_UNROLL
  for (int i = 0; i < 3; i++)
    T[i] = f*k[i] - f*f/2*u*w[i];
}

static inline void so3_cay_T(double *T, const double *w, const double *a, const double *y) {
  angle_functions f = so3_cay_angle(w);
  so3_cay_T_at(T, &f, w, a, y);
}

static inline void so3_cay_M(double *M, const double *w, const double *a) {
  angle_functions f = so3_cay_angle(w);
  angle_M(M, so3_cay_T_at, &f, w, a, 3);
}

static inline void so3_cay_N(double *N, const double *w, const double *y) {
  angle_functions f = so3_cay_angle(w);
  angle_N(N, so3_cay_T_at, &f, w, y, 3);
}

static inline void so3_cay_S(double *S, const double *w, const double *a, const double *y) {
  double k[3], f = so3_cay_angle(w).f, u = so3_cay_terms(k, w, a, y);
  mat_scalar(S, -f*f/2*u, 3);
  mat_add_pair(S, f*f*f/4*u, w, w, 3);
  mat_add_pair(S, -f*f/2, w, k, 3);
}

// ---------------------------------------------------------------------------------------------
// exp

// with s = sin(theta/2)/theta: 1 - B x = 2 s cos(theta/2), A = 2 s^2
static inline void so3_exp(double *R, const double *w) {
  double theta = sqrt(vec_dot(w, w, 3)), s = angle_half_sinc(theta);
  so3_matrix(R, 1, 2*s*real_cos(theta/2), 2*s*s, w);
}

static inline void so3_exp_inverse(double *w, const double *R) {
  double z[4];
  so3_quaternion(z, R);
  double s = sqrt(vec_dot(z, z, 3));
  double c = s == 0 ? 2 : 2*real_atan2(s, z[3])/s;
  VEC_UNROLL
  for (int i = 0; i < 3; i++)
    w[i] = c*z[i];
}

static inline angle_functions so3_exp_angle(const double *w, int order) {
  return angle_exp(vec_dot(w, w, 3), order);
}

static inline void so3_exp_D(double *D, const double *w) {
  angle_functions f = so3_exp_angle(w, 0);
  so3_matrix(D, 1, -f.A[0], f.B[0], w);
}

static inline void so3_exp_D_inverse(double *D, const double *w) {
  angle_functions f = so3_exp_angle(w, 1);
  so3_matrix(D, 1, 0.5, angle_C(&f), w);
}

// the letters of T and S
typedef struct so3_terms {
  double d[3], r1[3], ya;  // d, r', y.a
  double p, r;
} so3_terms;

static inline so3_terms so3_exp_terms(const double *w, const double *a, const double *y) {
  so3_terms t;
  double yw = vec_dot(y, w, 3), wa = vec_dot(w, a, 3);
  t.ya = vec_dot(y, a, 3);
  vec3_cross(t.d, y, a);
  t.p = vec_dot(w, t.d, 3);
  t.r = yw*wa - vec_dot(w, w, 3)*t.ya;
  VEC_UNROLL
  for (int i = 0; i < 3; i++)
    t.r1[i] = y[i]*wa + a[i]*yw - 2*t.ya*w[i];
  return t;
}

// M += c r''
static inline void so3_add_r2(double *M, double c, const so3_terms *t, const double *a,
                              const double *y) {
  mat_add_pair(M, c, y, a, 3);
  mat_add_scalar(M, -2*c*t->ya, 3);
}

// T with A_k, B_k, k <= 1, at hand
static inline void so3_exp_T_at(double *T, const angle_functions *f, const double *w,
                                const double *a, const double *y) {
  so3_terms t = so3_exp_terms(w, a, y);
  double along = f->A[1]*t.p + f->B[1]*t.r;
  VEC_UNROLL
  for (int i = 0; i < 3; i++)
    T[i] = f->A[0]*t.d[i] + f->B[0]*t.r1[i] + along*w[i];
}

static inline void so3_exp_T(double *T, const double *w, const double *a, const double *y) {
  angle_functions f = so3_exp_angle(w, 1);
  so3_exp_T_at(T, &f, w, a, y);
}

static inline void so3_exp_M(double *M, const double *w, const double *a) {
  angle_functions f = so3_exp_angle(w, 1);
  angle_M(M, so3_exp_T_at, &f, w, a, 3);
}

static inline void so3_exp_N(double *N, const double *w, const double *y) {
  angle_functions f = so3_exp_angle(w, 1);
  angle_N(N, so3_exp_T_at, &f, w, y, 3);
}

// S with A_k, B_k, k <= 2, at hand
static inline void so3_exp_S_at(double *S, const angle_functions *f, const double *w,
                                const double *a, const double *y) {
  so3_terms t = so3_exp_terms(w, a, y);
  mat_scalar(S, f->A[1]*t.p + f->B[1]*t.r, 3);
  mat_add_pair(S, f->A[1], w, t.d, 3);
  mat_add_pair(S, f->B[1], w, t.r1, 3);
  so3_add_r2(S, f->B[0], &t, a, y);
  mat_add_pair(S, (f->A[2]*t.p + f->B[2]*t.r)/2, w, w, 3);
}

static inline void so3_exp_S(double *S, const double *w, const double *a, const double *y) {
  angle_functions f = so3_exp_angle(w, 2);
  so3_exp_S_at(S, &f, w, a, y);
}
