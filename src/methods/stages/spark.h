// SPARK: specialised partitioned additive Runge-Kutta methods of Lobatto type.
//
//   problem    y' = f_1(t,y) + f_2(t,y,z) + ... + f_5(t,y,z), g(t,y) = 0; mechanical: f_1 = (v, 0),
//              f_2 = (0, L_q + F + Phi_v^T lambda), where v solves L_v(t,q,v) = p
//   stages     Y_i = y0 + h sum_j sum_m a^m_ij f_m(T_j,Y_j,Z_j),
//              A_1..A_5 = Lobatto IIIA, IIIB, IIIC, IIIC*, IIID                          [T] (2.20)
//   end        y1 = y0 + h sum_j b_j f(T_j,Y_j,Z_j)
//   conditions sum_j a^1_ij g(T_j,Y_j) = 0, i = 2..s, and g(t1,y1) = 0. The first s-1 say the same
//              as g(T_i,Y_i) = P_{s-1}(2 c_i - 1) g(T_s,Y_s), i = 1..s-1: the values of the
//              Legendre polynomial at the nodes are the kernel of the rows 2..s of A_1
//   holonomic  with constraints g(t,q) = 0 of positions: g(T_i,Q_i) = 0 for i = 2..s, and
//              G v1 + g_t = 0 at the end; W_i gets + G^T M_i
//   unknown    V_i - v0, h Lam_i, h M_i of a mechanical problem, Y_i - y0 and Z_i of a DAE
//   Jacobian   exact; its blocks are those of stages.h, or of dae.h for a DAE
//   order      2s-2, of all components
//
//   keeps      Phi = 0, and g = 0, G v + g_t = 0, at every node, to the rounding of the solve
//   symmetric  where parts 3 and 4 are not used, as in mechanical problems
//   does not   keep the energy: where a reversing symmetry maps the orbit to itself, the error
//              oscillates; otherwise it may drift. What [T] shows as a drift of SPARK is that of
//              equations which are not solved to rounding
//
// [T] Hilden, "Numerical Methods for Nonholonomic Mechanics", thesis, NTNU 2009, sec. 2.4. The
//     methods are due to Jay, "Structure preservation for constrained dynamics with super
//     partitioned additive Runge-Kutta methods", SIAM J. Sci. Comput. 20 (1998).

#pragma once

#include "base/arena.h"
#include "methods/stages/rule.h"
#include "tableau/tableau.h"

// all conditions except that at the end
static inline bool spark_conditions(rule *r, arena *a) {
  int s = r->s;
  double *C = ARENA_ARRAY(a, double, s*s), *P = ARENA_ARRAY(a, double, s);
  if (a->failed)
    return false;
  tableau_legendre(P, r->c, s - 1, s);
  r->ninner = s - 1;
  r->C = C;
  for (int i = 0; i < s - 1; i++) {
    C[i*s + i] = 1;
    C[i*s + s - 1] = -P[i];
  }
  return true;
}
