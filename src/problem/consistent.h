// Multipliers that are consistent with a state: they make the constraints hold in the next instant.
// Algebraic variables of an index-2 problem are found in algebraic.h, those of a mechanical one
// here.
//
//   lagrangian    M a - B^T lambda = F,  B a = c          M = L_vv,  F = f - (L_v)_q v - (L_v)_t,
//                 c = -(Phi_q v + Phi_t) for Phi,  c = -(G v + g_t)_q v - (G v + g_t)_t for g
//   hamiltonian   C B^T lambda = c,  C = w_p,  c = -(w_q v + w_t + w_p f),
//                 w = Phi(t,q,H_p) for Phi,  w = G H_p + g_t for g
//
// Where forces depend on multipliers, they do not enter linearly: consistent_load.h.
//
// BUNDLE_ACCELERATION has, for a lagrangian, M (n x n), F (n), B (m x n), c (m); for a hamiltonian
// C (m x n), B (m x n), c (m). Rows are in the order of declaration.

#pragma once

#include "problem/consistent_load.h"

// lambda (m, as declared) at (t,q,x), x = v or p, by the form of the model. False if the
// constraints are dependent here, or the mass matrix is singular. Of an index-2 problem lambda is
// z, and its last value leads to the next, on the same branch; x is not used. Likewise where forces
// depend on multipliers.
static inline bool consistent_multipliers(consistent *s, double t, const double *q, const double *x,
                                          double *lambda) {
  if (s->m == 0)
    return true;
  if (s->index2)
    return algebraic_solve(s->m, &s->algebraic, s->evaluator, t, q, lambda) &&
           s->algebraic.sign == s->algebraic.sign0;
  if (s->loaded)
    return consistent_follow(s, t, q, x, lambda);
  consistent_ideal(s, evaluator_run(s->evaluator, BUNDLE_ACCELERATION, t, q, x, NULL));
  return consistent_solve(s, lambda);
}

// B (m x n, as declared): the directions of the reactions, from the last call above
static inline const double *consistent_directions(const consistent *s) {
  const double *out = s->evaluator->bundles[BUNDLE_ACCELERATION].out;
  return s->lagrangian ? out + s->n*s->n + s->n : out + s->m*s->n;
}
