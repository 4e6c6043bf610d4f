// Motions of the plane, SE(2), with the retractions cay and exp.
//
//   element    (x, y, theta), theta with all its turns; velocity xi = (v1, v2, omega) in the body
//              frame: (x', y') = Rot(theta) v, theta' = omega;  c = cos theta, s = sin theta
//   Ad_g       [c -s y; s c -x; 0 0 1]
//   ad_xi      [0 -omega v2; omega 0 -v1; 0 0 0]
//   ad*_xi mu  (omega mu2, -omega mu1, v2 mu1 - v1 mu2) = K(mu) xi
//
// Tangent D and second tangents T and S as in so3.h; e stands for the velocity that D acts on, m
// for the covector. J v = (-v2, v1), f = 1/(1 + omega^2/4).
//
//   cay        translation f (v + omega/2 J v), angle 2 atan(omega/2)
//              D = f [1 omega/2 -v2/2; -omega/2 1 v1/2; 0 0 1]
//              T = (f/2 e3 m2, -f/2 e3 m1, f/2 (e2 m1 - e1 m2) - f omega/2 m.(D e))
//   exp        translation s1 v + s2 J v, s1 = sin(omega)/omega, s2 = (1 - cos omega)/omega
//              D = [s1 s2 b2; -s2 s1 b1; 0 0 1],  b2 = -A v2 + B omega v1, b1 = A v1 + B omega v2
//              with A and B of angle.h at omega^2
//
// S has no part in v v. cay^-1 has no value for turns by pi; exp^-1 takes the angle from -pi to pi.

#pragma once

#include "geometry/angle.h"
#include "real/arctangent.h"
#include "real/sine.h"

#include <float.h>
#include <stdbool.h>

static const double se2_turn = 6.283185307179586;

// y = Rot(theta) v
static inline void se2_rotate(double *y, double theta, const double *v) {
  real_pair at = real_sin_cos(theta);
  double c = at.low, s = at.high, v1 = v[0];
  y[0] = c*v1 - s*v[1];
  y[1] = s*v1 + c*v[1];
}

// y = a v + b J v
static inline void se2_combine(double *y, double a, double b, const double *v) {
  double v1 = v[0];
  y[0] = a*v1 - b*v[1];
  y[1] = a*v[1] + b*v1;
}

static inline void se2_identity(double *g) {
  vec_zero(g, 3);
}

static inline void se2_compose(double *g, const double *a, const double *b) {
  double t[2];
  se2_rotate(t, a[2], b);
  g[0] = a[0] + t[0];
  g[1] = a[1] + t[1];
  g[2] = a[2] + b[2];
}

static inline void se2_inverse(double *g, const double *a) {
  double back[2] = {-a[0], -a[1]};
  se2_rotate(g, -a[2], back);
  g[2] = -a[2];
}

// nothing to do: the angle is kept, not its rotation
static inline void se2_orthonormalise(double *g) {
  (void)g;
}

static inline void se2_rate(double *rate, const double *g, const double *xi) {
  se2_rotate(rate, g[2], xi);
  rate[2] = xi[2];
}

// M = [a -b c1; b a c2; 0 0 d]
static inline void se2_matrix(double *M, double a, double b, const double *c, double d) {
  M[0] = M[4] = a;
  M[1] = -b;
  M[3] = b;
  M[2] = c[0];
  M[5] = c[1];
  M[6] = M[7] = 0;
  M[8] = d;
}

static inline void se2_Ad(double *M, const double *g) {
  double c[2] = {g[1], -g[0]};
  real_pair at = real_sin_cos(g[2]);
  se2_matrix(M, at.low, at.high, c, 1);
}

static inline void se2_ad(double *M, const double *xi) {
  double c[2] = {xi[1], -xi[0]};
  se2_matrix(M, 0, xi[2], c, 0);
}

// K(mu) xi = ad*_xi mu
static inline void se2_K(double *K, const double *mu) {
  vec_zero(K, 9);
  K[2] = mu[1];
  K[5] = -mu[0];
  K[6] = -mu[1];
  K[7] = mu[0];
}

// S from its parts in v omega and omega omega
static inline void se2_fill_S(double *S, double s1, double s2, double s3) {
  vec_zero(S, 9);
  S[2] = S[6] = s1;
  S[5] = S[7] = s2;
  S[8] = s3;
}

// ---------------------------------------------------------------------------------------------
// cay

static inline angle_functions se2_cay_angle(const double *xi) {
  return angle_cay(xi[2]*xi[2]);
}

static inline void se2_cay(double *g, const double *xi) {
  double f = se2_cay_angle(xi).f, omega = xi[2];
  se2_combine(g, f, f*omega/2, xi);
  g[2] = 2*real_atan(omega/2);
}

// False for a turn by pi, as in so3.h.
static inline bool se2_cay_inverse(double *xi, const double *g) {
  real_pair at = real_sin_cos(g[2]/2);
  double c = at.low, omega = 2*at.high/c;
  if (!(c*c > DBL_EPSILON))
    return false;
  se2_combine(xi, 1, -omega/2, g);
  xi[2] = omega;
  return true;
}

static inline void se2_cay_D(double *D, const double *xi) {
  double f = se2_cay_angle(xi).f, c[2] = {-f*xi[1]/2, f*xi[0]/2};
  se2_matrix(D, f, -f*xi[2]/2, c, f);
}

static inline void se2_cay_D_inverse(double *D, const double *xi) {
  double o = xi[2], c[2] = {xi[1]/2 + o*xi[0]/4, -xi[0]/2 + o*xi[1]/4};
  se2_matrix(D, 1, o/2, c, 1 + o*o/4);
}

// u = m.(D e)/f
static inline double se2_cay_u(const double *xi, const double *e, const double *m) {
  return m[0]*(e[0] + xi[2]*e[1]/2 - xi[1]*e[2]/2) +
         m[1]*(e[1] - xi[2]*e[0]/2 + xi[0]*e[2]/2) + m[2]*e[2];
}

static inline void se2_cay_T_at(double *T, const angle_functions *at, const double *xi,
                                const double *e, const double *m) {
  double f = at->f;
  T[0] = f/2*e[2]*m[1];
  T[1] = -f/2*e[2]*m[0];
  T[2] = f/2*(e[1]*m[0] - e[0]*m[1]) - f*f*xi[2]/2*se2_cay_u(xi, e, m);
}

static inline void se2_cay_T(double *T, const double *xi, const double *e, const double *m) {
  angle_functions f = se2_cay_angle(xi);
  se2_cay_T_at(T, &f, xi, e, m);
}

static inline void se2_cay_M(double *M, const double *xi, const double *e) {
  angle_functions f = se2_cay_angle(xi);
  angle_M(M, se2_cay_T_at, &f, xi, e, 3);
}

static inline void se2_cay_N(double *N, const double *xi, const double *m) {
  angle_functions f = se2_cay_angle(xi);
  angle_N(N, se2_cay_T_at, &f, xi, m, 3);
}

static inline void se2_cay_S(double *S, const double *xi, const double *e, const double *m) {
  double f = se2_cay_angle(xi).f, o = xi[2];
  double f1 = -o*f*f/2, f2 = -f*f/2 + o*o*f*f*f/2;  // f', f''
  se2_fill_S(S, f1/2*e[2]*m[1], -f1/2*e[2]*m[0],
             f1*(e[1]*m[0] - e[0]*m[1]) + f2*se2_cay_u(xi, e, m));
}

// ---------------------------------------------------------------------------------------------
// exp

// with s = sin(omega/2)/omega: s1 = 2 s cos(omega/2), s2 = 2 s sin(omega/2)
static inline void se2_exp(double *g, const double *xi) {
  double omega = xi[2], s = angle_half_sinc(omega);
  real_pair at = real_sin_cos(omega/2);
  se2_combine(g, 2*s*at.low, 2*s*at.high, xi);
  g[2] = omega;
}

// (omega/2) cot(omega/2) = 1 - C omega^2
static inline double se2_half_cot(double omega) {
  return real_cos(omega/2)/(2*angle_half_sinc(omega));
}

static inline void se2_exp_inverse(double *xi, const double *g) {
  double omega = remainder(g[2], se2_turn);
  se2_combine(xi, se2_half_cot(omega), -omega/2, g);
  xi[2] = omega;
}

static inline angle_functions se2_exp_angle(const double *xi, int order) {
  return angle_exp(xi[2]*xi[2], order);
}

// the coefficients of D, or one of their derivatives with respect to omega
typedef struct se2_tangent {
  double s1, s2, A, Bo;  // sin(omega)/omega, A omega, A, B omega
} se2_tangent;

// the k-th derivatives, k = 0, 1, 2
static inline se2_tangent se2_exp_tangent(const angle_functions *f, double o, int k) {
  const double *A = f->A, *B = f->B, x = o*o;
  if (k == 0)
    return (se2_tangent){1 - B[0]*x, A[0]*o, A[0], B[0]*o};
  if (k == 1)
    return (se2_tangent){-o*(2*B[0] + B[1]*x), A[0] + A[1]*x, A[1]*o, B[0] + B[1]*x};
  return (se2_tangent){-2*B[0] - (5*B[1] + B[2]*x)*x, (3*A[1] + A[2]*x)*o,
                       A[1] + A[2]*x, (3*B[1] + B[2]*x)*o};
}

static inline void se2_exp_D(double *D, const double *xi) {
  angle_functions f = se2_exp_angle(xi, 0);
  se2_tangent t = se2_exp_tangent(&f, xi[2], 0);
  double c[2] = {-t.A*xi[1] + t.Bo*xi[0], t.A*xi[0] + t.Bo*xi[1]};
  se2_matrix(D, t.s1, -t.s2, c, 1);
}

static inline void se2_exp_D_inverse(double *D, const double *xi) {
  angle_functions f = se2_exp_angle(xi, 1);
  double o = xi[2], Co = angle_C(&f)*o;
  double c[2] = {xi[1]/2 + Co*xi[0], -xi[0]/2 + Co*xi[1]};
  se2_matrix(D, se2_half_cot(o), o/2, c, 1);
}

// the derivative of m.(D e) in omega, from the derivatives of the coefficients
static inline double se2_exp_turn(const se2_tangent *t, const double *v, const double *e,
                                  const double *m) {
  return m[0]*(t->s1*e[0] + t->s2*e[1] + (-t->A*v[1] + t->Bo*v[0])*e[2]) +
         m[1]*(-t->s2*e[0] + t->s1*e[1] + (t->A*v[0] + t->Bo*v[1])*e[2]);
}

static inline void se2_exp_T_at(double *T, const angle_functions *f, const double *xi,
                                const double *e, const double *m) {
  se2_tangent t = se2_exp_tangent(f, xi[2], 0), t1 = se2_exp_tangent(f, xi[2], 1);
  T[0] = e[2]*(t.Bo*m[0] + t.A*m[1]);
  T[1] = e[2]*(-t.A*m[0] + t.Bo*m[1]);
  T[2] = se2_exp_turn(&t1, xi, e, m);
}

static inline void se2_exp_T(double *T, const double *xi, const double *e, const double *m) {
  angle_functions f = se2_exp_angle(xi, 1);
  se2_exp_T_at(T, &f, xi, e, m);
}

static inline void se2_exp_M(double *M, const double *xi, const double *e) {
  angle_functions f = se2_exp_angle(xi, 1);
  angle_M(M, se2_exp_T_at, &f, xi, e, 3);
}

static inline void se2_exp_N(double *N, const double *xi, const double *m) {
  angle_functions f = se2_exp_angle(xi, 1);
  angle_N(N, se2_exp_T_at, &f, xi, m, 3);
}

static inline void se2_exp_S(double *S, const double *xi, const double *e, const double *m) {
  angle_functions f = se2_exp_angle(xi, 2);
  se2_tangent t1 = se2_exp_tangent(&f, xi[2], 1), t2 = se2_exp_tangent(&f, xi[2], 2);
  se2_fill_S(S, e[2]*(t1.Bo*m[0] + t1.A*m[1]), e[2]*(-t1.A*m[0] + t1.Bo*m[1]),
             se2_exp_turn(&t2, xi, e, m));
}
