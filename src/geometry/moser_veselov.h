// The free rigid body of R^n and the heavy top by rotations omega: the map of Moser and Veselov.
//
//   body       L = tr(q' J q'^T)/2, J = diag(alpha), q in SO(n);  X = q^T q',  m in so(n),
//              m_ij = (alpha_i + alpha_j) X_ij, m' = [m,X];
//              energy sum_{i<j} m_ij^2/(2 (alpha_i + alpha_j))
//   n = 3      m = hat(Pi), so m_12 = -Pi_3, m_13 = Pi_2, m_23 = -Pi_1; the moments of inertia are
//              I_1 = alpha_2 + alpha_3 and so on
//   step       omega^T J - J omega = h m,   m1 = omega m omega^T,   q1 = q0 omega^T    [M] sec. 6.1
//   unknown    omega in SO(n) near 1, omega = 1 + a + s with a skew and s symmetric
//   iteration  X = omega - 1 = a + s:  s = -X^T X/2,
//              a_ij = (s_ij (alpha_j - alpha_i) - h m_ij)/(alpha_i + alpha_j);
//              linear, with the factor h |m|/alpha
//   n = 3      a = hat(u), s = k (u u^T - |u|^2), k = 1/(1 + c), c = sqrt(1 - |u|^2): Newton for
//              the vector u, I u - k w + h Pi = 0, w = Ju x u; three rounds in place of a dozen
//   Newton     where the iteration takes long, for X: rows i < j of omega^T J - J omega - h m = 0,
//              rows i <= j of X + X^T + X^T X = 0. There is no root near 1 once h |m| is about the
//              smallest alpha_i + alpha_j
//
//   momenta    m1 - m = X m + m X^T + X m X^T, small numbers. It is 2 (J s - s J)/h, too: where
//              alpha_i = alpha_j, m_ij does not change. (To take that form everywhere costs ten
//              times the rounding of the momentum in space.)
//
//   top        V = e_n.(q chi), v = q^T e_n, K(v) = v chi^T - chi v^T; one step of order two is
//              omega^T J - J omega = h (m - h/2 K(v)),   v1 = omega v,
//              m1 = (J omega^T - omega J)/h - h/2 K(v1)                                [M] sec. 6.2
//              As J omega^T - omega J = omega (omega^T J - J omega) omega^T, it is the step of
//              the free body between two kicks, m - h/2 K(v): so nothing is divided by h.
//
//   alpha      sums and differences of alpha are better exact: where they carry rounding of their
//              own, the same in every step, the integrals below drift by it (moser_veselov_exact)
//
//   keeps      q m q^T, the coefficients of det(m + lambda J^2 - z), and with them the energy, for
//              every n; the top: |v| and Pi.v
//   symmetric  order 2
//
// [M] McLachlan, Scovel, "Equivariant constrained symplectic integration", 1994; in the printed top
//     v^t chi stands for chi v^T. J. Moser, A. P. Veselov, Commun. Math. Phys. 139 (1991).

#pragma once

#include "geometry/son.h"

#include <assert.h>

enum {
  moser_veselov_most = 25,    // iterations: 11 where h |m|/alpha is 0.05, 20 at 0.2, 36 at 0.4
  moser_veselov_newton = 30,  // rounds of Newton
};

// alpha rounded to 51 binary digits of the largest: then sums and differences of two are exact
static inline void moser_veselov_exact(double *alpha, int n) {
  int e;
  frexp(vec_max(alpha, n), &e);
  for (int i = 0; i < n; i++)
    alpha[i] = ldexp(nearbyint(ldexp(alpha[i], 51 - e)), e - 51);
}

// X = a + s, s = -X^T X/2 from the s before; the largest change of an entry
static inline double moser_veselov_symmetric(double *s, const double *a, int n) {
  double X[son_square], next[son_square], change = 0;
  vec_axpy(X, 1, s, a, n*n);
  mat_tmul(next, X, X, n);
  VEC_UNROLL
  for (int i = 0; i < n*n; i++) {
    next[i] *= -0.5;
    change = vec_larger(change, fabs(next[i] - s[i]));
    s[i] = next[i];
  }
  return change;
}

// the next a from s and from a0, the entries i < j of -h m/(alpha_i + alpha_j); the largest change
static inline double moser_veselov_skew(double *a, const double *s, const double *alpha,
                                        const double *a0, int n) {
  double change = 0;
  int k = 0;
  VEC_UNROLL
  for (int i = 0; i < n; i++) {
    VEC_UNROLL
    for (int j = i + 1; j < n; j++, k++) {
      double next = s[i*n + j]*(alpha[j] - alpha[i])/(alpha[i] + alpha[j]) + a0[k];
      change = vec_larger(change, fabs(next - a[i*n + j]));
      a[i*n + j] = next;
      a[j*n + i] = -next;
    }
  }
  return change;
}

// r and its Jacobian A, n^2 rows, at X
static inline void moser_veselov_rows(double *r, double *A, const double *X, const double *alpha,
                                      const double *hm, int n) {
  int N = n*n;
  vec_zero(A, N*N);
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++, A += N) {
      *r++ = alpha[j]*X[j*n + i] - alpha[i]*X[i*n + j] - *hm++;
      A[j*n + i] = alpha[j];
      A[i*n + j] = -alpha[i];
    }
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++, A += N) {
      double sum = X[i*n + j] + X[j*n + i];
      A[i*n + j] += 1;
      A[j*n + i] += 1;
      for (int l = 0; l < n; l++) {
        sum += X[l*n + i]*X[l*n + j];
        A[l*n + i] += X[l*n + j];
        A[l*n + j] += X[l*n + i];
      }
      *r++ = sum;
    }
}

// Is omega near 1, with angles below a right one? Then its symmetric part has positive pivots.
static inline bool moser_veselov_is_near(const double *X, int n) {
  double S[son_square];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      S[i*n + j] = (X[i*n + j] + X[j*n + i])/2 + (i == j);
  for (int k = 0; k < n; k++) {
    if (!(S[k*n + k] > 0))
      return false;
    for (int i = k + 1; i < n; i++)
      vec_axpy(S + i*n, -S[i*n + k]/S[k*n + k], S + k*n, S + i*n, n);
  }
  return true;
}

// Newton from the X that is given; the rounds it took, 0 if it comes to no root near 1
static inline int moser_veselov_by_newton(double *X, const double *alpha, const double *hm, int n) {
  double r[son_square], A[son_square*son_square], last = (double)INFINITY;
  int pivot[son_square], N = n*n;
  for (int i = 1; i <= moser_veselov_newton; i++) {
    moser_veselov_rows(r, A, X, alpha, hm, n);
    if (small_lu_factor(A, pivot, N) >= 0)
      return 0;
    small_lu_solve(A, pivot, r, N);
    vec_axpy(X, -1, r, X, N);
    double change = vec_max(r, N);

    // quadratic down to rounding, which the pivots may enlarge
    if (change <= 2*DBL_EPSILON*vec_max(X, N) || (change < 1e-12 && change > last/4))
      return moser_veselov_is_near(X, n) ? i : 0;
    last = change;
  }
  return 0;
}

// By the iteration; 0 if it does not settle. X is then where it began.
static inline int moser_veselov_by_rounds(double *X, const double *alpha, const double *hm, int n) {
  double a[son_square] = {0}, s[son_square] = {0}, a0[son_most], last = (double)INFINITY;
  for (int i = 0, k = 0; i < n; i++)
    for (int j = i + 1; j < n; j++, k++)
      a0[k] = -hm[k]/(alpha[i] + alpha[j]);
  moser_veselov_skew(a, s, alpha, a0, n);
  vec_copy(X, a, n*n);
  for (int i = 1; i <= moser_veselov_most; i++) {
    double change = moser_veselov_symmetric(s, a, n);
    change = vec_larger(change, moser_veselov_skew(a, s, alpha, a0, n));

    // at the floor of rounding changes no longer shrink
    if (change == 0 || (change < 64*DBL_EPSILON && change >= last)) {
      moser_veselov_symmetric(s, a, n);
      vec_axpy(X, 1, a, s, n*n);
      return i;
    }
    last = change;
  }
  return 0;
}

// w = Ju x u and its derivative dw, of 3 x 3; a factor of w_i is e_i = alpha_j - alpha_k
static inline void moser_veselov_gyration(double *w, double *dw, const double *alpha,
                                          const double *u) {
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double e = alpha[j] - alpha[k];
    w[i] = e*u[j]*u[k];
    dw[3*i + i] = 0;
    dw[3*i + j] = e*u[k];
    dw[3*i + k] = e*u[j];
  }
}

// n = 3, Newton for d = u - u0, u0 = -h Pi/I: inertia d - k w = 0. The derivative of k is k^2/c u.
// Where h Pi stands in the residual, its rounding makes the energy drift.
static inline int moser_veselov_by_vector(double *X, const double *alpha, const double *hm) {
  double inertia[3] = {alpha[1] + alpha[2], alpha[2] + alpha[0], alpha[0] + alpha[1]};
  double u0[3] = {hm[2]/inertia[0], -hm[1]/inertia[1], hm[0]/inertia[2]}, d[3] = {0};
  double u[3], w[3], A[9], r[3], change = 1;
  const double enough = 1e-8;  // of u: what remains is its square
  int pivot[3], rounds = 0;
  vec_copy(u, u0, 3);
  while (change > enough*vec_max(u, 3)) {
    double c = sqrt(1 - vec_dot(u, u, 3)), k = 1/(1 + c);
    moser_veselov_gyration(w, A, alpha, u);
    for (int i = 0; i < 3; i++) {
      r[i] = inertia[i]*d[i] - k*w[i];
      for (int j = 0; j < 3; j++)
        A[3*i + j] = (i == j)*inertia[i] - k*A[3*i + j] - k*k/c*w[i]*u[j];
    }
    if (++rounds > moser_veselov_newton || small_lu_factor(A, pivot, 3) >= 0)
      return 0;
    small_lu_solve(A, pivot, r, 3);
    vec_axpy(d, -1, r, d, 3);
    vec_axpy(u, 1, d, u0, 3);
    change = vec_max(r, 3);
  }
  double square = vec_dot(u, u, 3), k = 1/(1 + sqrt(1 - square));
  double minus[3] = {-u[2], u[1], -u[0]};
  son_hat(X, minus, 3);
  mat_add_pair(X, k/2, u, u, 3);
  mat_add_scalar(X, -k*square, 3);
  return isfinite(k) ? rounds : 0;
}

// X = omega - 1, omega^T J - J omega = h m; hm has the entries i < j of h m. Returns the rounds it
// took, 0 if there is no root near 1: the step is too large.
static inline int moser_veselov_solve(double *X, const double *alpha, const double *hm, int n) {
  assert(n > 1 && n <= son_largest);
  if (n == 3)
    return moser_veselov_by_vector(X, alpha, hm);
  int rounds = moser_veselov_by_rounds(X, alpha, hm, n);
  if (rounds > 0)
    return rounds;
  rounds = moser_veselov_by_newton(X, alpha, hm, n);
  return rounds > 0 ? moser_veselov_most + rounds : 0;
}

// dm = m1 - m, entries i < j
static inline void moser_veselov_change(double *dm, const double *X, const double *alpha,
                                        const double *m, int n) {
  double M[son_square] = {0}, Y[son_square], Z[son_square];
  int k = 0;
  son_hat(M, m, n);
  mat_mul(Y, X, M, n);   // X m, and m X^T = -(X m)^T
  mat_mult(Z, Y, X, n);  // X m X^T
  VEC_UNROLL
  for (int i = 0; i < n; i++) {
    VEC_UNROLL
    for (int j = i + 1; j < n; j++, k++)
      dm[k] = alpha[i] == alpha[j]
                  ? 0
                  : Y[i*n + j] - Y[j*n + i] + (Z[i*n + j] - Z[j*n + i])/2;
  }
}

// X of this size turns by 30 degrees
static const double moser_veselov_far = 0.5;

// dq = q (omega - 1)^T, and what keeps q orthonormal: with E = q^T q - 1 it is -q E/2, or
// -q E omega^T/2. The former leaves 2 sin(theta/2) of E after a turn by theta, and is used for
// short ones, where its rounding was observed to have no bias: that of the latter has one of 2e-20
// of q m q^T a step.
static inline void moser_veselov_turn(double *dq, const double *X, const double *q, int n) {
  double work[2*son_square], fix[son_square] = {0}, turned[son_square];
  mat_mult(dq, q, X, n);
  if (vec_max(X, n*n) < moser_veselov_far) {
    mat_straighten(dq, q, work, n);
    return;
  }
  mat_straighten(fix, q, work, n);
  mat_mult(turned, fix, X, n);
  vec_axpy(fix, 1, turned, fix, n*n);
  vec_axpy(dq, 1, fix, dq, n*n);
}

// One step of the free body: q (n x n) and m (entries i < j) are carried on. False as above, and
// nothing has changed.
static inline bool moser_veselov_step(double *q, double *m, const double *alpha, double h, int n) {
  double hm[son_most], X[son_square], dq[son_square], dm[son_most];
  for (int i = 0; i < son_dim(n); i++)
    hm[i] = h*m[i];
  if (moser_veselov_solve(X, alpha, hm, n) == 0)
    return false;
  moser_veselov_change(dm, X, alpha, m, n);
  moser_veselov_turn(dq, X, q, n);
  vec_axpy(q, 1, dq, q, n*n);
  vec_axpy(m, 1, dm, m, son_dim(n));
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
