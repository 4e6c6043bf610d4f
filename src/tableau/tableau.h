// Coefficients of implicit Runge-Kutta families, for any number of stages.
//
//   nodes      x = 2c - 1, P_k the Legendre polynomials                              [H] IV.5
//              Gauss    P_s(x) = 0
//              Radau    P_s(x) + P_(s-1)(x) = 0, which has x = -1; the right nodes are 1 - c
//              Lobatto  (1 - x^2) P'_(s-1)(x) = 0
//   weights    Gauss    b_i = (1 - x^2)/(s (P_(s-1) - x P_s))^2
//              Radau    b_i = 2 (1 - x)/(s (P_(s-1) - P_s))^2        (left nodes)
//              Lobatto  b_i = 1/(s (s-1) P_(s-1)^2)
//   matrix     the same expression for all families, with x = x_i and y = x_j:
//
//                a_ij = b_j/2 (1 + sum_(k=1)^(s-2) (P_k(x) P_(k-1)(y) - P_(k-1)(x) P_k(y))
//                                + lower P_(s-1)(x) P_(s-2)(y) - upper P_(s-2)(x) P_(s-1)(y)
//                                + corner P_(s-1)(x) P_(s-1)(y))
//
//              It is A = W X W^-1, the W-transformation of [H] IV.5, with its factors
//              written out: the square roots cancel, and nothing has to be solved.
//
//                family         nodes    lower  upper  corner     B      C      D
//                Gauss          Gauss      1      1      0       2s      s      s
//                Radau IA       left       1      1      1      2s-1    s-1     s
//                Radau IIA      right      1      1      1      2s-1     s     s-1
//                Lobatto IIIA   Lobatto    1      0      0      2s-2     s     s-2
//                Lobatto IIIB   Lobatto    0      1      0      2s-2    s-2     s
//                Lobatto IIIC   Lobatto    1      1      1      2s-2    s-1    s-1
//                Lobatto IIIC*  Lobatto    1      1     -1      2s-2    s-1    s-1
//                Lobatto IIID   Lobatto    1      1      0      2s-2    s-1    s-1
//
//              B, C, D are the orders of the simplifying assumptions, tableau_conditions.h.
//   symplectic Gauss and IIID, and the pairs IIIA-IIIB and IIIC-IIIC*: the sum is skew in i and j
//   exact      zeros, rows that are b, columns that are b_1, diagonals that are b/2; nodes and
//              weights of Gauss and Lobatto are reflected: c_(s+1-i) = 1 - c_i, b_(s+1-i) = b_i
//   error      2.6e-16 at most in any entry, measured against 120 digits for s <= 20, 30, 40, 50;
//              it does not grow with s, and is as small for s = 100
//
// [H] Hairer, Wanner, "Solving Ordinary Differential Equations II", sec. IV.5. IIIC* and IIID are
//     in Jay, SIAM J. Sci. Comput. 20 (1998); tables with s = 2, 3, 4 in Hilden, "Numerical
//     Methods for Nonholonomic Mechanics", thesis, NTNU 2009, App. B.

#pragma once

#include "base/arena.h"

#include <stdbool.h>

typedef enum tableau_family {
  TABLEAU_GAUSS,
  TABLEAU_RADAU_1A,
  TABLEAU_RADAU_2A,
  TABLEAU_LOBATTO_3A,
  TABLEAU_LOBATTO_3B,
  TABLEAU_LOBATTO_3C,
  TABLEAU_LOBATTO_3C_STAR,
  TABLEAU_LOBATTO_3D,
} tableau_family;

enum {
  tableau_families = TABLEAU_LOBATTO_3D + 1,
  tableau_most = 50,  // stages: a bound on what is on the stack, not on the accuracy
};

typedef struct tableau {
  tableau_family family;
  int s;
  double *A;      // s x s
  double *b, *c;  // s, c ascending
} tableau;

// "Gauss", "Radau IA", ..., "Lobatto IIIC*", "Lobatto IIID"
const char *tableau_name(tableau_family family);

// the smallest number of stages: 1, of Lobatto 2
int tableau_least(tableau_family family);

// The coefficients, in the arena; tableau_least <= s <= tableau_most. False: no memory, and *t is
// as it was.
bool tableau_init(tableau *t, arena *a, tableau_family family, int s);

// P_i = P_k(2 c_i - 1) for s numbers 0 <= c_i <= 1; exactly 1 or -1 at the ends, 0 at 1/2 for odd k
void tableau_legendre(double *P, const double *c, int k, int s);
