// Plain Runge-Kutta methods on problems with constraints of velocities (index 2).
//
//   problem    y' = f(t,y,z),  g(t,y) = 0;  mechanical: y = (q,p), z = lambda,              [T] 2.2
//              f = (v, L_q + F + Phi_v^T lambda), g = Phi(t,q,v), where v solves L_v(t,q,v) = p
//   stages     Y_i = y0 + h sum_j a_ij f(T_j,Y_j,Z_j),   g(T_i,Y_i) = 0,   i = 1..s      [T] (2.15)
//   end        y1 = y0 + h sum_j b_j f(T_j,Y_j,Z_j)
//   unknown    V_i - v0 and h Lam_i of a mechanical problem, Y_i - y0 and Z_i of a DAE
//   Jacobian   exact; its blocks are those of stages.h, or of dae.h for a DAE
//   order      rk-gauss s + 1 for odd s and s for even s, rk-radau1a s, rk-radau2a 2s-1,
//              rk-lobatto3a and rk-lobatto3c 2s-2, rk-lobatto3d as rk-gauss; positions of
//              mechanical problems keep 2s, 2s-1, 2s-1, 2s-2, 2s-2, 2s-2
//   3a         the first stage of rk-lobatto3a is the node, and its multiplier is that of the last
//              stage of the step before
//
//   keeps      Phi = 0 at the nodes where the last stage is one: rk-radau2a, rk-lobatto3a, -3c
//   symmetric  rk-gauss, rk-lobatto3a, rk-lobatto3d
//   does not   keep Phi at the nodes otherwise: rk-gauss, rk-radau1a and rk-lobatto3d miss it by
//              what they miss the velocities
//   singular   IIIB and IIIC*: the multiplier of their last stage enters no stage, so they are not
//              offered as such
//   adjoint    rk-radau2a* and rk-lobatto3c*: the stages in reverse order, a*_ij = b_(s+1-j) -
//              a_(s+1-i)(s+1-j), b*_j = b_(s+1-j). The first is the node, so g(t1,y1) = 0 takes the
//              place of its condition; with it the equations are regular, IIIC* too. They have the
//              orders of the methods and end on Phi = 0. rk-radau1a* is there without constraints
//
// [T] Hilden, "Numerical Methods for Nonholonomic Mechanics", thesis, NTNU 2009; coefficients in
//     its appendix B. Orders: Hairer, Lubich, Roche, Lecture Notes in Math. 1409 (1989); Jay, BIT
//     33 (1993).

#pragma once

#include "base/arena.h"
#include "methods/stages/rule.h"

// C_kj = 1 where stage j is the k-th with a condition
static inline bool rk_conditions(rule *r, arena *a) {
  int s = r->s, from = r->first_known;
  double *C = ARENA_ARRAY(a, double, s*s);
  if (!C)
    return false;
  r->ninner = s - from;
  for (int k = 0; k < r->ninner; k++)
    C[k*s + from + k] = 1;
  r->C = C;
  return true;
}
