#include "problem/ldl.h"

bool ldl_make(ldl *f, arena *a, graph *g, const expr *G, int n) {
  *f = (ldl){g, n, ARENA_ARRAY(a, expr, n*n), ARENA_ARRAY(a, expr, n)};
  if (a->failed)
    return false;
  for (int j = 0; j < n; j++)
    for (int i = j; i < n; i++) {
      expr sum = G[i*n + j];
      for (int k = 0; k < j; k++) {
        expr LD = expr_mul(g, f->L[j*n + k], f->D[k]);
        sum = expr_sub(g, sum, expr_mul(g, f->L[i*n + k], LD));
      }
      if (i == j)
        f->D[j] = sum;
      else
        f->L[i*n + j] = expr_div(g, sum, f->D[j]);
    }
  return true;
}

void ldl_forward(const ldl *f, expr *x) {
  for (int i = 0; i < f->n; i++)
    for (int k = 0; k < i; k++)
      x[i] = expr_sub(f->graph, x[i], expr_mul(f->graph, f->L[i*f->n + k], x[k]));
}

void ldl_solve(const ldl *f, expr *x) {
  int n = f->n;
  ldl_forward(f, x);
  for (int i = n - 1; i >= 0; i--) {
    x[i] = expr_div(f->graph, x[i], f->D[i]);
    for (int k = i + 1; k < n; k++)
      x[i] = expr_sub(f->graph, x[i], expr_mul(f->graph, f->L[k*n + i], x[k]));
  }
}
