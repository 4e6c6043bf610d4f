// The linear equations of multipliers and accelerations: consistent.h has them.

#pragma once

#include "problem/algebraic.h"

// of forces that depend on multipliers: consistent_load.h
typedef struct consistent_load {
  double *r;     // n      r at lambda
  double *R;     // n x m  r_lambda
  double *size;  // m      of the multipliers
  double *at;    // m      where R is taken
  double *x;     // n      velocities or momenta nearby
  double *near;  // m      the increment there
} consistent_load;

typedef struct consistent {
  evaluator *evaluator;
  int n, m;
  bool lagrangian;
  bool index2;  // the problem is not mechanical: `algebraic` has the arrays
  bool loaded;  // forces depend on multipliers: `load` has arrays, and `algebraic`
  bool bent;    // and are not affine in them
  int size;     // n + m (lagrangian) or m
  double *A;    // size x size
  double *b;    // size
  int *pivot;
  algebraic algebraic;
  consistent_load load;
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

// both of ideal reactions, from what BUNDLE_ACCELERATION has left
static inline void consistent_ideal(consistent *s, const double *out) {
  if (s->lagrangian)
    consistent_lagrangian(s, out);
  else
    consistent_hamiltonian(s, out);
}

// solve what stands in A and b, and take the multipliers of it; false if there is no solution
static inline bool consistent_solve(consistent *s, double *lambda) {
  if (dense_factor(s->A, s->pivot, s->size) >= 0)
    return false;
  dense_solve(s->A, s->pivot, s->b, s->size);
  vec_copy(lambda, s->b + s->size - s->m, s->m);
  return isfinite(vec_max(lambda, s->m));
}
