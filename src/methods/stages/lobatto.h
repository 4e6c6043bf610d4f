// Lobatto IIIA-IIIB methods for mechanical problems with holonomic and nonholonomic constraints.
//
//   problem    q' = v,  p' = L_q + F + Phi_v^T lambda + G^T mu,  p = L_v(t,q,v)
//              Phi(t,q,v) = 0,  g(t,q) = 0,  G = g_q                                  [C] secs 2, 5
//   stages     Q_i = q0 + h sum_j a_ij V_j                  a: IIIA,  ah: IIIB,  i = 1..s  [C] (14)
//              W_i = (L_q + F)(Q_i,V_i) + Phi_v(Q_i,V_i)^T Lam_i + G(Q_i)^T M_i
//              L_v(Q_i,V_i) = p0 + h sum_j ah_ij W_j
//   end        q1 = Q_s,  p1 = p0 + h sum_j b_j W_j
//   Phi        Phi(Q_i,w_i) = 0, i = 2..s, at the velocities w_i of the momenta
//              L_v(Q_i,w_i) = p0 + h sum_j a_ij W_j: those of IIIB are too inaccurate inside
//   g          g(Q_i) = 0, i = 2..s, and G v + g_t = 0 at the end                          [C] (13)
//   closure    reduce    sum_i b_i P_{s-1}(2 c_i - 1) Lam_i = 0: the multipliers are a polynomial
//                        of degree s-2; no memory. The default
//              carry     Lam_1 = Lam_s of the step before, as published
//              restart   Lam_1 is consistent with (q0,p0)
//   unknown    V_i - v0, h Lam_i, h M_i
//   Jacobian   exact; its blocks are those of stages.h
//   order      2s-2 for q and p; the consistent multipliers of reduce too; Lam_s of carry s for
//              even s and s-1 for odd s
//
//   keeps      Phi = 0, g = 0, G v + g_t = 0 at every node, to the rounding of the solve; without
//              nonholonomic constraints the symplectic form (s = 2 is RATTLE) [C] sec. 4
//   symmetric  reduce and carry
//   does not   keep the energy: where a reversing symmetry maps the orbit to itself, the error
//              oscillates; otherwise it may drift, and does with restart
//   danger     with carry, an error of the multiplier is never damped: it is multiplied by
//              (-1)^{s-1} (1 + h rho) in every step, and where rho stays positive (the Chaplygin
//              sleigh sliding down) it grows without bound, whatever the step. A run watches this
//              and warns
//
// [C] Martin de Diego, Sato Martin de Almagro, "High-order geometric methods for nonholonomic
//     mechanical systems" (2022); the closure `reduce` is ours.

#pragma once

#include "base/arena.h"
#include "methods/stages/rule.h"
#include "tableau/tableau.h"

static inline bool lobatto_conditions(rule *r, arena *a) {
  int s = r->s;
  double *w = ARENA_ARRAY(a, double, s);
  if (!w)
    return false;
  r->npoint = s - 1;
  r->E = r->A[0] + s;
  r->e = r->c + 1;
  r->closed = !r->first_given;
  r->w = w;
  tableau_legendre(w, r->c, s - 1, s);
  for (int i = 0; i < s; i++)
    w[i] *= r->b[i];
  return true;
}
