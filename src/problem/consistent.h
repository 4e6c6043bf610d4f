// Multipliers that are consistent with a state: they make the constraints hold in the next instant.
// Algebraic variables of an index-2 problem are found in algebraic.h, those of a mechanical one
// here.
//
//   lagrangian    M a - B^T lambda = F,  B a = c          M = L_vv,  F = f - (L_v)_q v - (L_v)_t,
//                 c = -(Phi_q v + Phi_t) for Phi,  c = -(G v + g_t)_q v - (G v + g_t)_t for g
//   hamiltonian   C B^T lambda = c,  C = w_p,  c = -(w_q v + w_t + w_p f),
//                 w = Phi(t,q,H_p) for Phi,  w = G H_p + g_t for g
//
// BUNDLE_ACCELERATION has, for a lagrangian, M (n x n), F (n), B (m x n), c (m); for a hamiltonian
// C (m x n), B (m x n), c (m). Rows are in the order of declaration.

#pragma once

#include "problem/algebraic.h"

typedef struct consistent {
  evaluator *evaluator;
  int n, m;
  bool lagrangian;
  bool index2;  // the problem is not mechanical: `algebraic` has the arrays
  int size;     // n + m (lagrangian) or m
  double *A;    // size x size
  double *b;    // size
  int *pivot;
  algebraic algebraic;
} consistent;

// the arrays of the equations, `size` unknowns
static inline void consistent_lay(consistent *s, layout *l) {
  long size = s->size;
  s->A = layout_scratch(l, size*size);
  s->b = layout_scratch(l, size);
  s->pivot = layout_integers(l, LAYOUT_SCRATCH, size);
}

// [M -B^T; B 0] (a, lambda) = (F, c)
static inline void consistent_lagrangian(consistent *s, const double *out) {
  int n = s->n, m = s->m, N = n + m;
  const double *M = out, *F = M + n*n, *B = F + n, *c = B + m*n;
  vec_zero(s->A, N*N);
  for (int i = 0; i < n; i++)
    vec_copy(s->A + i*N, M + i*n, n);
  for (int k = 0; k < m; k++)
    for (int j = 0; j < n; j++) {
      s->A[j*N + n + k] = -B[k*n + j];
      s->A[(n + k)*N + j] = B[k*n + j];
    }
  vec_copy(s->b, F, n);
  vec_copy(s->b + n, c, m);
}

// C B^T lambda = c
static inline void consistent_hamiltonian(consistent *s, const double *out) {
  int n = s->n, m = s->m;
  const double *C = out, *B = C + m*n, *c = B + m*n;
  for (int i = 0; i < m; i++)
    for (int k = 0; k < m; k++)
      s->A[i*m + k] = vec_dot(C + i*n, B + k*n, n);
  vec_copy(s->b, c, m);
}

// lambda (m, as declared) at (t,q,x), x = v or p, by the form of the model. False if the
// constraints are dependent here, or the mass matrix is singular. Of an index-2 problem lambda is
// z, and its last value leads to the next, on the same branch; x is not used.
static inline bool consistent_multipliers(consistent *s, double t, const double *q, const double *x,
                                          double *lambda) {
  if (s->m == 0)
    return true;
  if (s->index2)
    return algebraic_solve(s->m, &s->algebraic, s->evaluator, t, q, lambda) &&
           s->algebraic.sign == s->algebraic.sign0;
  const double *out = evaluator_run(s->evaluator, BUNDLE_ACCELERATION, t, q, x, NULL);
  if (s->lagrangian)
    consistent_lagrangian(s, out);
  else
    consistent_hamiltonian(s, out);
  if (dense_factor(s->A, s->pivot, s->size) >= 0)
    return false;
  dense_solve(s->A, s->pivot, s->b, s->size);
  vec_copy(lambda, s->b + s->size - s->m, s->m);
  return isfinite(vec_max(lambda, s->m));
}

// B (m x n, as declared): the directions of the reactions, from the last call above
static inline const double *consistent_directions(const consistent *s) {
  const double *out = s->evaluator->bundles[BUNDLE_ACCELERATION].out;
  return s->lagrangian ? out + s->n*s->n + s->n : out + s->m*s->n;
}
