// The free rigid body of R^n and the heavy top by rotations omega: the map of Moser and Veselov.
//
//   body       L = tr(q' J q'^T)/2, J = diag(alpha), q in SO(n);  X = q^T q',  m in so(n),
//              m_ij = (alpha_i + alpha_j) X_ij, m' = [m,X];
//              energy sum_{i<j} m_ij^2/(2 (alpha_i + alpha_j))
//   n = 3      m = hat(Pi), so m_12 = -Pi_3, m_13 = Pi_2, m_23 = -Pi_1; the moments of inertia are
//              I_1 = alpha_2 + alpha_3 and so on
//   step       omega^T J - J omega = h m,   m1 = omega m omega^T,   q1 = q0 omega^T     [M] sec. 6.1
//   unknown    omega in SO(n) near 1, omega = 1 + a + s with a skew and s symmetric
//   iteration  s = -(a + s)^T (a + s)/2,
//              a_ij = (s_ij (alpha_j - alpha_i) - h m_ij)/(alpha_i + alpha_j);
//              linear, with the factor h |m|/alpha; there is no root near 1 once h |m| is about the
//              smallest alpha_i + alpha_j
//
//   top        V = e_n.(q chi), v = q^T e_n, K(v) = v chi^T - chi v^T; one step of order two is
//              omega^T J - J omega = h (m - h/2 K(v)),   v1 = omega v,
//              m1 = (J omega^T - omega J)/h - h/2 K(v1)                                [M] sec. 6.2
//              As J omega^T - omega J = omega (omega^T J - J omega) omega^T, it is the step of
//              the free body between two kicks, m - h/2 K(v): so nothing is divided by h.
//
//   keeps      q m q^T, the coefficients of det(m + lambda J^2 - z), and with them the energy, for
//              every n; the top: |v| and Pi.v
//   symmetric  order 2
//
// [M] McLachlan, Scovel, "Equivariant constrained symplectic integration", 1994; in the printed top
//     v^t chi stands for chi v^T. J. Moser, A. P. Veselov, Commun. Math. Phys. 139 (1991).

#pragma once

#include "geometry/son.h"

enum { moser_veselov_most = 200 };  // iterations; 36 were seen where h |m|/alpha is 0.4

// s = -X^T X/2, X = a + s
static inline void moser_veselov_symmetric(double *s, const double *a, int n) {
  double X[son_square];
  vec_axpy(X, 1, s, a, n*n);
  mat_tmul(s, X, X, n);
  VEC_UNROLL
  for (int i = 0; i < n*n; i++)
    s[i] *= -0.5;
}

// the next a; the largest change of an entry
static inline double moser_veselov_skew(double *a, const double *s, const double *alpha,
                                        const double *hm, int n) {
  double change = 0;
  int k = 0;
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++, k++) {
      double next = (s[i*n + j]*(alpha[j] - alpha[i]) - hm[k])/(alpha[i] + alpha[j]);
      change = vec_larger(change, fabs(next - a[i*n + j]));
      a[i*n + j] = next;
      a[j*n + i] = -next;
    }
  return change;
}

// omega with omega^T J - J omega = h m; hm has the entries i < j of h m. False if the iteration
// does not settle: the step is too large.
static inline bool moser_veselov_omega(double *omega, const double *alpha, const double *hm,
                                       int n) {
  double a[son_square] = {0}, s[son_square] = {0}, last = (double)INFINITY;
  bool settled = false;
  moser_veselov_skew(a, s, alpha, hm, n);
  for (int i = 0; i < moser_veselov_most && !settled; i++) {
    moser_veselov_symmetric(s, a, n);
    double change = moser_veselov_skew(a, s, alpha, hm, n);

    // at the floor of rounding changes no longer shrink
    settled = change == 0 || (change < 64*DBL_EPSILON && change >= last);
    last = change;
  }
  moser_veselov_symmetric(s, a, n);
  vec_axpy(omega, 1, a, s, n*n);
  mat_add_scalar(omega, 1, n);
  return settled;
}

// One step of the free body: q (n x n) and m (entries i < j) are carried on. False as above, and
// nothing has changed.
static inline bool moser_veselov_step(double *q, double *m, const double *alpha, double h, int n) {
  double hm[son_most], omega[son_square], M[son_square], P[son_square];
  for (int i = 0; i < son_dim(n); i++)
    hm[i] = h*m[i];
  if (!moser_veselov_omega(omega, alpha, hm, n))
    return false;
  son_hat(M, m, n);
  mat_mul(P, omega, M, n);
  mat_mult(M, P, omega, n);
  son_vee(m, M, n);
  mat_mult(P, q, omega, n);
  vec_copy(q, P, n*n);
  return true;
}

// m -= h K(v), the entries i < j; v is the last row of q
static inline void moser_veselov_kick(double *m, const double *q, const double *chi, double h,
                                      int n) {
  const double *v = q + n*(n - 1);
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      *m++ -= h*(v[i]*chi[j] - chi[i]*v[j]);
}

// One step of the heavy top. False as above, and nothing has changed.
static inline bool moser_veselov_top_step(double *q, double *m, const double *alpha,
                                          const double *chi, double h, int n) {
  double kicked[son_most];
  vec_copy(kicked, m, son_dim(n));
  moser_veselov_kick(kicked, q, chi, h/2, n);
  if (!moser_veselov_step(q, kicked, alpha, h, n))
    return false;
  moser_veselov_kick(kicked, q, chi, h/2, n);
  vec_copy(m, kicked, son_dim(n));
  return true;
}
