#include "problem/gyroscopic.h"

#include "expr/diff.h"
#include "problem/ldl.h"

// a of a hamiltonian, in place of H_p at p = 0
static bool solve_for_momenta(arena *work, const mechanical_parts *p, const expr *slope, expr *a) {
  int n = p->nv;
  ldl factors;
  expr *second = ARENA_ARRAY(work, expr, n*n);
  if (!second || !diff_jacobian(p->graph, slope, n, p->p, n, second) ||
      !ldl_make(&factors, work, p->graph, second, n))
    return false;
  ldl_solve(&factors, a);
  for (int i = 0; i < n; i++)
    a[i] = expr_neg(p->graph, a[i]);
  return true;
}

bool gyroscopic_find(gyroscopic *s, arena *work, const mechanical_parts *p, expr function) {
  int n = p->nv;
  const expr *x = p->lagrangian ? p->v : p->p;
  expr *rest = ARENA_ARRAY(work, expr, n), *slope = ARENA_ARRAY(work, expr, n);
  expr *a = ARENA_ARRAY(work, expr, n);
  *s = (gyroscopic){.a = a};
  if (work->failed || !diff_gradient(p->graph, function, x, n, slope) ||
      !diff_substitute(p->graph, slope, n, x, rest, n, a))
    return false;
  for (int i = 0; i < n; i++)
    s->there = s->there || a[i] != expr_zero;
  if (s->there && !p->lagrangian && !solve_for_momenta(work, p, slope, a))
    return false;
  if (!diff_substitute(p->graph, &function, 1, x, p->lagrangian ? rest : a, n, &s->V))
    return false;
  s->V = p->lagrangian ? expr_neg(p->graph, s->V) : s->V;
  return true;
}
