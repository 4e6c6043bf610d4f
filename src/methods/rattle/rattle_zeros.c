// What is always zero in the matrices of rattle, where there are many constraints: that follows from
// the tape of G, and from the mass matrix.

#include "methods/rattle/rattle_make.h"

#include "solve/dense.h"
#include "solve/newton_sparse.h"
#include "solve/sparse_pick.h"
#include "solve/sparse_solver.h"

// of BUNDLE_G_BLOCKS the numbers that are ever written, m x n behind the first m
static bool list_rows(sparse_rows *G, arena *a, const tape *t, int m, int n) {
  int *first = ARENA_ARRAY(a, int, m + 1), *column = ARENA_ARRAY(a, int, t->nstore + 1), count = 0;
  if (a->failed)
    return false;
  for (int k = 0; k < t->nstore; k++) {
    int at = t->store[k].to - m;
    if (at < 0 || at >= m*n)
      continue;
    column[count++] = at % n;
    first[at/n + 1] = count;
  }
  for (int i = 0; i < m; i++)
    first[i + 1] = first[i + 1] > first[i] ? first[i + 1] : first[i];
  *G = (sparse_rows){.first = first, .column = column};
  return true;
}

// of G W, and of G W G^T
static bool multiply(rattle_zeros *z, arena *a, int m, int n) {
  sparse_rows back;
  return sparse_rows_times(&z->D, a, z->G, z->W, m, n) &&
         sparse_rows_transpose(&back, a, z->G, m, n) &&
         sparse_rows_times(&z->S, a, z->D, back, m, m);
}

// does it pay?
static bool is_sparse(const rattle_zeros *z, int m) {
  static const double share = 1.0/6;  // as in newton_sparse.c
  return z->S.first[m] <= share*m*m;
}

bool rattle_find_zeros(rattle_shape *k, const problem *p, arena *a) {
  rattle_zeros z = {.G = rows_all};
  const tape *t = p->bundles[BUNDLE_G_BLOCKS];
  if (!k->separable || !k->W || k->eliminates || !t || k->m <= dense_small)
    return true;
  if (!list_rows(&z.G, a, t, k->m, k->n) || !sparse_rows_pick(&z.W, a, &k->W, 1, k->n, k->n) ||
      !multiply(&z, a, k->m, k->n))
    return false;
  if (!is_sparse(&z, k->m))
    return true;
  k->zeros = z;
  k->project = sparse_solver_new(a, z.S, k->m);
  return k->project != NULL;
}

bool rattle_pack(stepper *step, const rattle_shape *k, arena *a) {
  if (!k->zeros.S.first)
    return true;
  newton_sparse *s = arena_alloc(a, sizeof *s);
  step->kernel->newton.sparse = s;
  return s && newton_sparse_pack(s, a, k->zeros.S, k->m);
}
