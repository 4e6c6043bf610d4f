#include "problem/ldl.h"

// x/D_j
static expr over(const ldl *f, expr x, int j) {
  return f->E ? expr_mul(f->graph, x, f->E[j]) : expr_div(f->graph, x, f->D[j]);
}

// column j of L, and D_j
static void make_column(ldl *f, const expr *G, int j) {
  graph *g = f->graph;
  int n = f->n;
  for (int i = j; i < n; i++) {
    expr sum = G[i*n + j];
    for (int k = 0; k < j; k++) {
      expr LD = expr_mul(g, f->L[j*n + k], f->D[k]);
      sum = expr_sub(g, sum, expr_mul(g, f->L[i*n + k], LD));
    }
    if (i > j) {
      f->L[i*n + j] = over(f, sum, j);
      continue;
    }
    f->D[j] = sum;
    if (f->E)
      f->E[j] = expr_div(g, expr_one, sum);
  }
}

bool ldl_make(ldl *f, arena *a, graph *g, const expr *G, int n) {
  *f = (ldl){g, n, ARENA_ARRAY(a, expr, n*n), ARENA_ARRAY(a, expr, n), NULL};
  for (int j = 0; !a->failed && j < n; j++)
    make_column(f, G, j);
  return !a->failed;
}

bool ldl_make_reciprocal(ldl *f, arena *a, graph *g, const expr *G, int n) {
  *f = (ldl){g, n, ARENA_ARRAY(a, expr, n*n), ARENA_ARRAY(a, expr, n), ARENA_ARRAY(a, expr, n)};
  for (int j = 0; !a->failed && j < n; j++)
    make_column(f, G, j);
  return !a->failed;
}

void ldl_forward(const ldl *f, expr *x) {
  for (int i = 0; i < f->n; i++)
    for (int k = 0; k < i; k++)
      x[i] = expr_sub(f->graph, x[i], expr_mul(f->graph, f->L[i*f->n + k], x[k]));
}

void ldl_backward(const ldl *f, expr *x) {
  int n = f->n;
  for (int i = n - 1; i >= 0; i--) {
    x[i] = over(f, x[i], i);
    for (int k = i + 1; k < n; k++)
      x[i] = expr_sub(f->graph, x[i], expr_mul(f->graph, f->L[k*n + i], x[k]));
  }
}

void ldl_solve(const ldl *f, expr *x) {
  ldl_forward(f, x);
  ldl_backward(f, x);
}
