#include "problem/consistent.h"

#include "base/vec.h"
#include "solve/dense.h"

#include <math.h>

bool consistent_init(consistent *c, arena *a, evaluator *e) {
  const mechanical *p = e->problem;
  size_t size = (size_t)(p->lagrangian ? p->n + p->m : p->m);
  *c = (consistent){
      .evaluator = e,
      .size = (int)size,
      .A = ARENA_ARRAY(a, double, size*size),
      .b = ARENA_ARRAY(a, double, size),
      .pivot = ARENA_ARRAY(a, int, size),
  };
  return !a->failed;
}

// [M -B^T; B 0] (a, lambda) = (F, c)
static void lagrangian_system(consistent *s, const double *out) {
  int n = s->evaluator->problem->n, m = s->evaluator->problem->m, N = n + m;
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
static void hamiltonian_system(consistent *s, const double *out) {
  int n = s->evaluator->problem->n, m = s->evaluator->problem->m;
  const double *C = out, *B = C + m*n, *c = B + m*n;
  for (int i = 0; i < m; i++)
    for (int k = 0; k < m; k++)
      s->A[i*m + k] = vec_dot(C + i*n, B + k*n, n);
  vec_copy(s->b, c, m);
}

bool consistent_multipliers(consistent *s, double t, const double *q, const double *x,
                            double *lambda) {
  const mechanical *p = s->evaluator->problem;
  if (p->m == 0)
    return true;
  const double *out = evaluator_run(s->evaluator, BUNDLE_ACCELERATION, t, q, x, NULL);
  if (p->lagrangian)
    lagrangian_system(s, out);
  else
    hamiltonian_system(s, out);
  if (dense_factor(s->A, s->pivot, s->size) >= 0)
    return false;
  dense_solve(s->A, s->pivot, s->b, s->size);
  vec_copy(lambda, s->b + s->size - p->m, p->m);
  return isfinite(vec_max(lambda, p->m));
}

const double *consistent_directions(const consistent *s) {
  const mechanical *p = s->evaluator->problem;
  const double *out = s->evaluator->bundles[BUNDLE_ACCELERATION].out;
  return p->lagrangian ? out + p->n*p->n + p->n : out + p->m*p->n;
}
