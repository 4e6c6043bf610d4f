#include "problem/frame.h"

#include "problem/expr_vector.h"

#include <assert.h>
#include <string.h>

// x <- H_k x
static void reflect(const frame *f, int k, expr *x) {
  const expr *u = f->u + k*f->n;
  expr along = expr_mul(f->graph, f->turn[k], expr_dot(f->graph, u + k, x + k, f->n - k));
  for (int i = k; i < f->n; i++)
    x[i] = expr_sub(f->graph, x[i], expr_mul(f->graph, along, u[i]));
}

// 1 if r >= 0, otherwise -1
static expr sign_of(graph *g, expr r) {
  return expr_select(g, expr_call2(g, EXPR_LESS_EQUAL, expr_zero, r), expr_one, expr_number(g, -1));
}

// H_k from a column that is reflected already
static void choose_reflection(frame *f, int k, const expr *r, const expr *sign) {
  assert(k < f->m);
  graph *g = f->graph;
  expr *u = f->u + k*f->n, s = sign ? sign[k] : sign_of(g, r[k]);
  expr nu = expr_call(g, EXPR_SQRT, expr_dot(g, r + k, r + k, f->n - k));
  expr t = expr_add(g, nu, expr_mul(g, s, r[k])), scale = expr_div(g, s, t);
  u[k] = expr_one;
  for (int i = k + 1; i < f->n; i++)
    u[i] = expr_mul(g, scale, r[i]);
  f->turn[k] = expr_div(g, t, nu);
  f->sign[k] = s;
}

bool frame_make(frame *f, arena *a, graph *g, const expr *A, int m, int n, const expr *sign) {
  assert(m >= 0 && m <= n);
  *f = (frame){.graph = g,
               .n = n,
               .m = m,
               .u = ARENA_ARRAY(a, expr, m*n),
               .turn = ARENA_ARRAY(a, expr, m),
               .sign = ARENA_ARRAY(a, expr, m)};
  expr *column = ARENA_ARRAY(a, expr, n);
  if (a->failed)
    return false;
  for (int k = 0; k < m; k++) {
    memcpy(column, A + k*n, (size_t)n*sizeof *column);
    for (int j = 0; j < k; j++)
      reflect(f, j, column);
    choose_reflection(f, k, column, sign);
  }
  return true;
}

void frame_apply(const frame *f, const expr *x, expr *out) {
  for (int i = 0; i < f->n; i++)
    out[i] = i < f->m ? expr_zero : x[i - f->m];
  for (int k = f->m - 1; k >= 0; k--)
    reflect(f, k, out);
}

void frame_apply_transposed(const frame *f, expr *x, expr *out) {
  for (int k = 0; k < f->m; k++)
    reflect(f, k, x);
  memcpy(out, x + f->m, (size_t)(f->n - f->m)*sizeof *out);
}
