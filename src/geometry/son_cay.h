// Tangents of cay on SO(n), in the letters of son.h.
//
//   P = (1 + X/2)^-1, of cay(X) = (1 - X/2)^-1 (1 + X/2)
//   D E = P E P^T,   D^-1 E = (1 + X/2) E (1 + X/2)^T
//
// Second tangents as in so3.h; D acts on E, the covector is W:
//
//   T = (Z - Z^T)/2,   Z = V Y,   V = P^T W,   Y = D E
//   M has the columns dY for dX = the units, with dP = -P dX P/2: dY = (G^T - G)/2,   G = P dX Y
//   S has the columns of dT,   dZ = P^T dX V Y/2 + V dY
//   N(xi,W) = -M(-xi,W), for D(xi)^T = D(-xi)

#pragma once

#include "geometry/son.h"

// Q = 1 + X/2
static inline void son_cay_Q(double *Q, const double *xi, int n) {
  son_hat(Q, xi, n);
  for (int i = 0; i < n*n; i++)
    Q[i] /= 2;
  mat_add_scalar(Q, 1, n);
}

// P = Q^-1, which always exists
static inline void son_cay_P(double *P, const double *xi, int n) {
  double Q[son_square];
  son_cay_Q(Q, xi, n);
  mat_scalar(P, 1, n);
  son_divide(P, Q, n);
}

static inline void son_cay_D(double *D, const double *xi, int n) {
  double P[son_square];
  son_cay_P(P, xi, n);
  son_minors(D, P, n);
}

static inline void son_cay_D_inverse(double *D, const double *xi, int n) {
  double Q[son_square];
  son_cay_Q(Q, xi, n);
  son_minors(D, Q, n);
}

// what T and S share: P, Y = P E P^T, V = P^T W, all n x n
typedef struct son_cay_terms {
  double P[son_square], Y[son_square], V[son_square];
} son_cay_terms;

static inline void son_cay_fill(son_cay_terms *t, const double *xi, const double *e,
                                const double *w, int n) {
  double E[son_square] = {0}, PE[son_square];
  son_cay_P(t->P, xi, n);
  son_hat(E, e, n);
  mat_mul(PE, t->P, E, n);
  mat_mult(t->Y, PE, t->P, n);
  son_hat(E, w, n);
  mat_tmul(t->V, t->P, E, n);
}

// T = (Z - Z^T)/2, Z = V Y
static inline void son_cay_T(double *T, const double *xi, const double *e, const double *w, int n) {
  son_cay_terms t;
  double Z[son_square];
  son_cay_fill(&t, xi, e, w, n);
  mat_mul(Z, t.V, t.Y, n);
  son_vee(T, Z, n);
}

// dY for dX = X
static inline void son_cay_dY(double *dY, const son_cay_terms *t, const double *X, int n) {
  double PX[son_square], G[son_square];
  mat_mul(PX, t->P, X, n);
  mat_mul(G, PX, t->Y, n);
  mat_transpose(dY, G, n);
  for (int i = 0; i < n*n; i++)
    dY[i] = (dY[i] - G[i])/2;
}

// dT for dX = X
static inline void son_cay_dT(double *dT, const son_cay_terms *t, const double *X, int n) {
  double dY[son_square], dZ[son_square], PX[son_square], PXV[son_square], part[son_square];
  son_cay_dY(dY, t, X, n);
  mat_mul(dZ, t->V, dY, n);
  mat_tmul(PX, t->P, X, n);
  mat_mul(PXV, PX, t->V, n);
  mat_mul(part, PXV, t->Y, n);
  vec_axpy(dZ, 0.5, part, dZ, n*n);
  son_vee(dT, dZ, n);
}

static inline void son_cay_M(double *M, const double *xi, const double *e, int n) {
  son_cay_terms t;
  double X[son_square], dY[son_square], column[son_most], zero[son_most] = {0};
  int d = son_dim(n);
  son_cay_fill(&t, xi, e, zero, n);
  for (int k = 0; k < d; k++) {
    son_unit(X, k, n);
    son_cay_dY(dY, &t, X, n);
    son_vee(column, dY, n);
    son_put_column(M, k, column, d);
  }
}

static inline void son_cay_N(double *N, const double *xi, const double *w, int n) {
  son_N_of_M(N, son_cay_M, xi, w, n);
}

static inline void son_cay_S(double *S, const double *xi, const double *e, const double *w, int n) {
  son_cay_terms t;
  double X[son_square], column[son_most];
  int d = son_dim(n);
  son_cay_fill(&t, xi, e, w, n);
  for (int k = 0; k < d; k++) {
    son_unit(X, k, n);
    son_cay_dT(column, &t, X, n);
    son_put_column(S, k, column, d);
  }
}
