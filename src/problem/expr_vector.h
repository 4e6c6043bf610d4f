// Vectors and matrices of expressions.

#pragma once

#include "expr/node.h"

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
