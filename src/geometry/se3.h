// Motions of space, SE(3), with the retractions cay and exp. Translations come first, as in the
// names of a model.
//
//   element    (x, R), 3 + 9 numbers; velocity xi = (v, w) in the body frame: x' = R v,
//              R' = R hat(w)
//   Ad_g       [R hat(x)R; 0 R],   ad_xi = [hat(w) hat(v); 0 hat(w)]
//   ad*_xi mu  = K(mu) xi, for mu = (p, m): K = [0 hat(p); hat(p) hat(m)]
//
// Tangent D and second tangents T and S as in so3.h, where D3, T3, S3 and their letters are; they
// are taken at w. D acts on e = (b, a); the covector is (y2, y1), y2 that of translations.
//
//   cay        f = 1/(1 + |w|^2/4);  translation L^T v,  L = f (1 - hat(w)/2 + w w^T/4)
//              D = [L -hat(v) D3/2; 0 D3]
//              D^-1 = [1 + hat(w)/2  hat(v)/2 + hat(w) hat(v)/4; 0 D3^-1]
//              T_v = y2 x (D3 a)/2,   T_w = T3(a, y1 + v x y2/2) + f n' - f^2/2 n w,
//              n = y2.b - y2.(w x b)/2 + (w.y2)(w.b)/4,   n' = dn/dw
//              S_vw = hat(y2) M3/2, the rows of M3 are T3(a, e_k)
//              S_ww = S3(a, y1 + v x y2/2) + f/4 y2 o b - f^2/2 w o n' + n (-f^2/2 + f^3/2 w w^T)
//   exp        translation D3(-w) v;  E = derivative of D3 in the direction v, E' of D3^-1
//              D = [D3 E; 0 D3],   D^-1 = [D3^-1 E'; 0 D3^-1]
//              T_v = T3(a, y2),   T_w = T3(a, y1) + T3(b, y2) + S3(a, y2) v
//              S_vw = S3(a, y2),   S_ww = S3(a, y1) + S3(b, y2) + derivative of S3(a, y2) along v

#pragma once

#include "geometry/so3.h"

static inline void se3_identity(double *g) {
  vec_zero(g, 3);
  so3_identity(g + 3);
}

static inline void se3_orthonormalise(double *g) {
  so3_orthonormalise(g + 3);
}

static inline void se3_compose(double *g, const double *a, const double *b) {
  mat_vec(g, a + 3, b, 3, 3);
  vec_axpy(g, 1, a, g, 3);
  mat_mul(g + 3, a + 3, b + 3, 3);
}

static inline void se3_inverse(double *g, const double *a) {
  mat_transpose(g + 3, a + 3, 3);
  vec_zero(g, 3);
  mat_tvec_add(g, -1, a + 3, a, 3, 3);
}

static inline void se3_rate(double *rate, const double *g, const double *xi) {
  mat_vec(rate, g + 3, xi, 3, 3);
  so3_rate(rate + 3, g + 3, xi + 3);
}

// M = [P Q; 0 R]
static inline void se3_blocks(double *M, const double *P, const double *Q, const double *R) {
  vec_zero(M, 36);
  mat_put(M, 6, 0, 0, P, 3);
  mat_put(M, 6, 0, 3, Q, 3);
  mat_put(M, 6, 3, 3, R, 3);
}

static inline void se3_Ad(double *M, const double *g) {
  double X[9], XR[9];
  so3_hat(X, g);
  mat_mul(XR, X, g + 3, 3);
  se3_blocks(M, g + 3, XR, g + 3);
}

static inline void se3_ad(double *M, const double *xi) {
  double V[9], W[9];
  so3_hat(V, xi);
  so3_hat(W, xi + 3);
  se3_blocks(M, W, V, W);
}

// K(mu) xi = ad*_xi mu
static inline void se3_K(double *K, const double *mu) {
  double P[9], M[9], zero[9] = {0};
  so3_hat(P, mu);
  so3_hat(M, mu + 3);
  se3_blocks(K, zero, P, M);
  mat_put(K, 6, 3, 0, P, 3);
}

// S = [0 B; B^T C]
static inline void se3_fill_S(double *S, const double *B, const double *C) {
  double Bt[9], zero[9] = {0};
  mat_transpose(Bt, B, 3);
  se3_blocks(S, zero, B, C);
  mat_put(S, 6, 3, 0, Bt, 3);
}

// ---------------------------------------------------------------------------------------------
// cay

// L, or with the sign -1 its transpose
static inline void se3_cay_L(double *L, double sign, const double *w) {
  double f = so3_cay_angle(w).f;
  so3_matrix(L, f, -sign*f/2, 0, w);
  mat_add_pair(L, f/8, w, w, 3);
}

static inline void se3_cay(double *g, const double *xi) {
  double L[9];
  so3_cay(g + 3, xi + 3);
  se3_cay_L(L, -1, xi + 3);
  mat_vec(g, L, xi, 3, 3);
}

// y = x - w x x/2 + c w x (w x x)
static inline void se3_untwist(double *y, const double *w, const double *x, double c) {
  double M[9];
  so3_matrix(M, 1, -0.5, c, w);
  mat_vec(y, M, x, 3, 3);
}

// False for a rotation by pi.
static inline bool se3_cay_inverse(double *xi, const double *g) {
  if (!so3_cay_inverse(xi + 3, g + 3))
    return false;
  se3_untwist(xi, xi + 3, g, 0);
  return true;
}

static inline void se3_cay_D(double *D, const double *xi) {
  double L[9], D3[9], V[9], Q[9];
  se3_cay_L(L, 1, xi + 3);
  so3_cay_D(D3, xi + 3);
  so3_matrix(V, 0, -0.5, 0, xi);
  mat_mul(Q, V, D3, 3);
  se3_blocks(D, L, Q, D3);
}

static inline void se3_cay_D_inverse(double *D, const double *xi) {
  double P[9], D3[9], V[9], Q[9];
  so3_matrix(P, 1, 0.5, 0, xi + 3);
  so3_matrix(V, 0, 0.5, 0, xi);
  so3_cay_D_inverse(D3, xi + 3);
  mat_mul(Q, P, V, 3);
  se3_blocks(D, P, Q, D3);
}

// the letters of T and S: n, n', and z = y1 + v x y2/2
typedef struct se3_terms {
  double n, n1[3], z[3];
} se3_terms;

static inline se3_terms se3_cay_terms(const double *xi, const double *e, const double *y) {
  const double *w = xi + 3, *b = e, *y2 = y;
  se3_terms t;
  double wb = vec_dot(w, b, 3), wy = vec_dot(w, y2, 3), by[3], vy[3];
  vec3_cross(by, b, y2);
  vec3_cross(vy, xi, y2);
  t.n = vec_dot(y2, b, 3) - vec_dot(w, by, 3)/2 + wy*wb/4;
  VEC_UNROLL
  for (int i = 0; i < 3; i++)
    t.n1[i] = -by[i]/2 + (y2[i]*wb + b[i]*wy)/4;
  vec_axpy(t.z, 0.5, vy, y + 3, 3);
  return t;
}

static inline void se3_cay_T_at(double *T, const angle_functions *at, const double *xi,
                                const double *e, const double *y) {
  const double *w = xi + 3, *a = e + 3;
  double f = at->f, wa[3];
  se3_terms t = se3_cay_terms(xi, e, y);
  so3_cay_T_at(T + 3, at, w, a, t.z);
  VEC_UNROLL
  for (int i = 0; i < 3; i++)
    T[3 + i] += f*t.n1[i] - f*f/2*t.n*w[i];

  // y2 x D3 a/2, D3 a = f (a - w x a/2)
  vec3_cross(wa, w, a);
  VEC_UNROLL
  for (int i = 0; i < 3; i++)
    wa[i] = f/2*(a[i] - wa[i]/2);
  vec3_cross(T, y, wa);
}

static inline void se3_cay_T(double *T, const double *xi, const double *e, const double *y) {
  angle_functions f = so3_cay_angle(xi + 3);
  se3_cay_T_at(T, &f, xi, e, y);
}

static inline void se3_cay_M(double *M, const double *xi, const double *e) {
  angle_functions f = so3_cay_angle(xi + 3);
  angle_M(M, se3_cay_T_at, &f, xi, e, 6);
}

static inline void se3_cay_N(double *N, const double *xi, const double *y) {
  angle_functions f = so3_cay_angle(xi + 3);
  angle_N(N, se3_cay_T_at, &f, xi, y, 6);
}

static inline void se3_cay_S(double *S, const double *xi, const double *e, const double *y) {
  const double *w = xi + 3, *a = e + 3;
  double f = so3_cay_angle(w).f, M3[9], Y[9], B[9], C[9];
  se3_terms t = se3_cay_terms(xi, e, y);
  so3_cay_M(M3, w, a);
  so3_matrix(Y, 0, 0.5, 0, y);
  mat_mul(B, Y, M3, 3);

  so3_cay_S(C, w, a, t.z);
  mat_add_pair(C, f/4, y, e, 3);
  mat_add_pair(C, -f*f/2, w, t.n1, 3);
  mat_add_scalar(C, -f*f/2*t.n, 3);
  mat_add_pair(C, f*f*f/4*t.n, w, w, 3);
  se3_fill_S(S, B, C);
}

// ---------------------------------------------------------------------------------------------
// exp

static inline void se3_exp(double *g, const double *xi) {
  double M[9];
  const double *w = xi + 3;
  angle_functions f = so3_exp_angle(w, 0);
  so3_exp(g + 3, w);
  so3_matrix(M, 1, f.A[0], f.B[0], w);
  mat_vec(g, M, xi, 3, 3);
}

static inline void se3_exp_inverse(double *xi, const double *g) {
  double *w = xi + 3;
  so3_exp_inverse(w, g + 3);
  angle_functions f = so3_exp_angle(w, 1);
  se3_untwist(xi, w, g, angle_C(&f));
}

// The derivative of 1 + b hat(w) + c hat(w)^2 in the direction v, where b and c change by b1 and
// c1: b hat(v) + c (hat(w) hat(v) + hat(v) hat(w)) + b1 hat(w) + c1 hat(w)^2
static inline void se3_along(double *E, const double *coefficient, const double *w,
                             const double *v) {
  double V[9], c = coefficient[1];
  so3_matrix(E, 0, coefficient[2], coefficient[3], w);
  so3_matrix(V, 0, coefficient[0], 0, v);
  vec_axpy(E, 1, V, E, 9);
  mat_add_pair(E, c, w, v, 3);
  mat_add_scalar(E, -2*c*vec_dot(w, v, 3), 3);
}

static inline void se3_exp_D(double *D, const double *xi) {
  const double *w = xi + 3;
  double D3[9], E[9], wv = vec_dot(w, xi, 3);
  angle_functions f = so3_exp_angle(w, 1);
  double coefficient[] = {-f.A[0], f.B[0], -f.A[1]*wv, f.B[1]*wv};
  so3_matrix(D3, 1, -f.A[0], f.B[0], w);
  se3_along(E, coefficient, w, xi);
  se3_blocks(D, D3, E, D3);
}

static inline void se3_exp_D_inverse(double *D, const double *xi) {
  const double *w = xi + 3;
  double D3[9], E[9];
  angle_functions f = so3_exp_angle(w, 2);
  double coefficient[] = {0.5, angle_C(&f), 0, angle_C1(&f)*vec_dot(w, xi, 3)};
  so3_matrix(D3, 1, 0.5, angle_C(&f), w);
  se3_along(E, coefficient, w, xi);
  se3_blocks(D, D3, E, D3);
}

static inline void se3_exp_T_at(double *T, const angle_functions *f, const double *xi,
                                const double *e, const double *y) {
  const double *w = xi + 3, *b = e, *a = e + 3, *y2 = y, *y1 = y + 3;
  double S3[9], Sv[3], Tb[3];
  so3_exp_T_at(T, f, w, a, y2);
  so3_exp_T_at(T + 3, f, w, a, y1);
  so3_exp_T_at(Tb, f, w, b, y2);
  so3_exp_S_at(S3, f, w, a, y2);
  mat_vec(Sv, S3, xi, 3, 3);
  VEC_UNROLL
  for (int i = 0; i < 3; i++)
    T[3 + i] += Tb[i] + Sv[i];
}

static inline void se3_exp_T(double *T, const double *xi, const double *e, const double *y) {
  angle_functions f = so3_exp_angle(xi + 3, 2);
  se3_exp_T_at(T, &f, xi, e, y);
}

static inline void se3_exp_M(double *M, const double *xi, const double *e) {
  angle_functions f = so3_exp_angle(xi + 3, 2);
  angle_M(M, se3_exp_T_at, &f, xi, e, 6);
}

static inline void se3_exp_N(double *N, const double *xi, const double *y) {
  angle_functions f = so3_exp_angle(xi + 3, 2);
  angle_N(N, se3_exp_T_at, &f, xi, y, 6);
}

// U += derivative of S3(w, a, y) along v, with A_k, B_k, k <= 3, at hand; wv = w.v,
// tk = Ak p + Bk r:
//   A2 wv w o d + A1 v o d + B1 wv r'' + B2 wv w o r' + B1 (v o r' + w o (r'' v))
//   + (A1 d.v + B1 r'.v + t2 wv) 1 + (A2 d.v + B2 r'.v + t3 wv) w w^T + t2 v o w
static inline void se3_add_along(double *U, const angle_functions *f, const double *w,
                                 const double *v, const double *a, const double *y) {
  const double *A = f->A, *B = f->B;
  so3_terms t = so3_exp_terms(w, a, y);
  double wv = vec_dot(w, v, 3), dv = vec_dot(t.d, v, 3), r1v = vec_dot(t.r1, v, 3);
  double t2 = A[2]*t.p + B[2]*t.r, t3 = A[3]*t.p + B[3]*t.r;
  double r2[9] = {0}, r2v[3];
  so3_add_r2(r2, 1, &t, a, y);
  mat_vec(r2v, r2, v, 3, 3);

  mat_add_pair(U, A[2]*wv, w, t.d, 3);
  mat_add_pair(U, A[1], v, t.d, 3);
  vec_axpy(U, B[1]*wv, r2, U, 9);
  mat_add_pair(U, B[2]*wv, w, t.r1, 3);
  mat_add_pair(U, B[1], v, t.r1, 3);
  mat_add_pair(U, B[1], w, r2v, 3);
  mat_add_scalar(U, A[1]*dv + B[1]*r1v + t2*wv, 3);
  mat_add_pair(U, (A[2]*dv + B[2]*r1v + t3*wv)/2, w, w, 3);
  mat_add_pair(U, t2, v, w, 3);
}

static inline void se3_exp_S(double *S, const double *xi, const double *e, const double *y) {
  const double *w = xi + 3, *b = e, *a = e + 3, *y2 = y, *y1 = y + 3;
  double B[9], C[9], Sb[9];
  angle_functions f = so3_exp_angle(w, 3);
  so3_exp_S_at(B, &f, w, a, y2);
  so3_exp_S_at(C, &f, w, a, y1);
  so3_exp_S_at(Sb, &f, w, b, y2);
  vec_axpy(C, 1, Sb, C, 9);
  se3_add_along(C, &f, w, xi, a, y2);
  se3_fill_S(S, B, C);
}
