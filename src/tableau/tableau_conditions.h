// Conditions on the coefficients of Runge-Kutta methods, and how far a tableau is from them.
//
//   B(p)     sum_i b_i c_i^(k-1)      = 1/k                    k = 1..p               [H] IV.5
//   C(q)     sum_j a_ij c_j^(k-1)     = c_i^k/k                k = 1..q, all i
//   D(r)     sum_i b_i c_i^(k-1) a_ij = b_j (1 - c_j^k)/k      k = 1..r, all j
//   CC^(q)   sum_jl a_ij ahat_jl c_l^(k-2)     = c_i^k/(k (k-1))               k = 2..q, all i  [J]
//   DD^(r)   sum_ij b_i c_i^(k-2) a_ij ahat_jl = b_l (k-1 - k c_l + c_l^k)/(k (k-1))
//                                                                              k = 2..r, all l
//   symplectic  b_i ahat_ij + b_j a_ji = b_i b_j               all i, j
//
// Each of the first five says that integrals of all polynomials up to some degree come out right:
//
//   sum_i b_i f(c_i) = int_0^1 f,      sum_j a_ij f(c_j) = int_0^(c_i) f,
//   sum_i b_i f(c_i) a_ij = b_j int_(c_j)^1 f,      and twice with a pair.
//
// They are measured with f = P_m(2c - 1), the Legendre polynomials, not with powers: of Gauss with
// s = 20, B(2s + 1) fails by 1e-24 on powers, and by 0.1 on these. The polynomials have size 1, so
// what rounding leaves is a few units of it.
//
// [H] Hairer, Wanner, "Solving Ordinary Differential Equations II", sec. IV.5.
// [J] Jay, SIAM J. Numer. Anal. 33 (1996), the pairs for constrained systems.

#pragma once

#include "tableau/tableau.h"

// the largest |left - right|, NaN if one is; 0 if there are no conditions (p, q, r too small)
double tableau_defect_B(const tableau *t, int p);
double tableau_defect_C(const tableau *t, int q);
double tableau_defect_D(const tableau *t, int r);

// of two tableaux with the same nodes and weights; the pair in the other order is another pair
double tableau_defect_CC(const tableau *t, const tableau *hat, int q);
double tableau_defect_DD(const tableau *t, const tableau *hat, int r);
double tableau_defect_symplectic(const tableau *t, const tableau *hat);
