// Specialised Runge-Kutta methods for problems with constraints of velocities: srk-gauss and
// srk-radau1a.
//
//   problem    that of rk.h
//   stages     Y_i = y0 + h sum_j a_ij f(T_j,Y_j,Z_j)                                    [T] (2.26)
//   end        y1 = y0 + h sum_j b_j f(T_j,Y_j,Z_j)
//   conditions sum_j b_j P_k(2 c_j - 1) g(T_j,Y_j) = 0, k = 0..s-2, and g(t1,y1) = 0; P_k are the
//              Legendre polynomials in the place of the powers c^k of [T], which span the same
//              conditions and make the equations better conditioned (41 against 76 for s = 3)
//   unknown    V_i - v0 and h Lam_i of a mechanical problem, Y_i - y0 and Z_i of a DAE
//   Jacobian   exact; its blocks are those of stages.h, or of dae.h for a DAE
//   order      2s for srk-gauss, 2s-1 for srk-radau1a, of all components
//
//   keeps      Phi = 0 at every node, to the rounding of the solve
//   symmetric  srk-gauss: the conditions are mapped to themselves when time is reversed
//   adjoint    srk-radau1a*: the stages in reverse order, a*_ij = b_(s+1-j) - a_(s+1-i)(s+1-j),
//              b*_j = b_(s+1-j), with the same conditions
//   does not   keep the energy: where a reversing symmetry maps the orbit to itself, the error of
//              srk-gauss oscillates; otherwise it may drift
//
// [T] Hilden, "Numerical Methods for Nonholonomic Mechanics", thesis, NTNU 2009, sec. 2.5. The
//     methods are due to Jay, "Specialized Runge-Kutta methods for index 2 differential-algebraic
//     equations", Math. Comp. 75 (2006).

#pragma once

#include "base/arena.h"
#include "methods/stages/rule.h"
#include "tableau/tableau.h"

// all conditions except that at the end
static inline bool srk_conditions(rule *r, arena *a) {
  int s = r->s;
  double *C = ARENA_ARRAY(a, double, s*s);
  if (!C)
    return false;
  r->ninner = s - 1;
  r->C = C;
  for (int k = 0; k < s - 1; k++) {
    tableau_legendre(C + k*s, r->c, k, s);
    for (int j = 0; j < s; j++)
      C[k*s + j] *= r->b[j];
  }
  return true;
}
