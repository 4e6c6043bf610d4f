#include "solve/sparse_solver.h"

#include "solve/sparse_lu.h"

typedef struct solver {
  linear_solver base;
  sparse_lu lu;
} solver;

static int factor(void *context, const double *A) {
  solver *s = context;
  return sparse_lu_factor_diagonal(&s->lu, A);
}

static void solve(void *context, double *b) {
  solver *s = context;
  sparse_lu_solve(&s->lu, b);
}

const linear_solver *sparse_solver_new(arena *a, sparse_rows of, int n) {
  sparse_pattern pattern;
  solver *s = arena_alloc(a, sizeof *s);
  int *at = ARENA_ARRAY(a, int, of.first[n]);
  if (a->failed)
    return NULL;
  for (int k = 0; k < of.first[n]; k++)
    at[k] = k;
  s->base = (linear_solver){s, factor, solve};
  if (!sparse_pattern_init(&pattern, a, n, of.first, of.column, at) ||
      !sparse_lu_init(&s->lu, a, pattern))
    return NULL;
  return &s->base;
}
