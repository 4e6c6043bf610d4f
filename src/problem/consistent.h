// Multipliers that are consistent with a state: they make the constraints hold in the next instant.
//
//   lagrangian    M a - B^T lambda = F,  B a = c          M = L_vv,  F = f - (L_v)_q v - (L_v)_t,
//                 c = -(Phi_q v + Phi_t) for Phi,  c = -(G v + g_t)_q v - (G v + g_t)_t for g
//   hamiltonian   C B^T lambda = c,  C = w_p,  c = -(w_q v + w_t + w_p f),
//                 w = Phi(t,q,H_p) for Phi,  w = G H_p + g_t for g
//
// BUNDLE_ACCELERATION has, for a lagrangian, M (n x n), F (n), B (m x n), c (m); for a hamiltonian
// C (m x n), B (m x n), c (m). Rows are in the order of declaration.

#pragma once

#include "problem/mechanical.h"

typedef struct consistent {
  evaluator *evaluator;
  int size;   // n + m (lagrangian) or m
  double *A;  // size x size
  double *b;  // size
  int *pivot;
} consistent;

bool consistent_init(consistent *c, arena *a, evaluator *e);

// lambda (m, as declared) at (t,q,x), x = v or p after the form of the model. False if the
// constraints are dependent here, or the mass matrix is singular.
bool consistent_multipliers(consistent *c, double t, const double *q, const double *x,
                            double *lambda);

// B (m x n, as declared): the directions of the reactions, from the last call above
const double *consistent_directions(const consistent *c);
