// Lists of expressions: vectors and matrices.

#pragma once

#include "expr/node.h"

// the kinds of all symbols in a list, or'ed together
static inline unsigned expr_list_kinds(const graph *g, const expr *e, int count) {
  unsigned kinds = 0;
  for (int i = 0; i < count; i++)
    kinds |= expr_kinds(g, e[i]);
  return kinds;
}

// x . y
static inline expr expr_dot(graph *g, const expr *x, const expr *y, int n) {
  expr sum = expr_zero;
  for (int i = 0; i < n; i++)
    sum = expr_add(g, sum, expr_mul(g, x[i], y[i]));
  return sum;
}

// out = A x, A n x n
static inline void expr_apply_matrix(graph *g, const expr *A, int n, const expr *x, expr *out) {
  for (int i = 0; i < n; i++)
    out[i] = expr_dot(g, A + i*n, x, n);
}
