#include "problem/surface.h"

#include "expr/difference.h"
#include "problem/expr_vector.h"
#include "problem/ldl.h"

#include <assert.h>

bool surface_return(const surface *s, arena *a, const expr *q, const expr *w, int nq, expr *c) {
  assert(s->count > 0 && s->count <= s->n);
  int m = s->count, n = s->n;
  ldl factors;
  expr *x = ARENA_ARRAY(a, expr, m), *GG = ARENA_ARRAY(a, expr, m*m);
  if (a->failed || !difference_make(s->graph, s->g, m, q, w, nq, x))
    return false;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      GG[i*m + j] = expr_dot(s->graph, s->G + i*n, s->G + j*n, n);
  if (!ldl_make(&factors, a, s->graph, GG, m))
    return false;
  ldl_solve(&factors, x);
  for (int i = 0; i < n; i++) {
    c[i] = expr_zero;
    for (int k = 0; k < m; k++)
      c[i] = expr_add(s->graph, c[i], expr_mul(s->graph, s->G[k*n + i], x[k]));
  }
  return true;
}
