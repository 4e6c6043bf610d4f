#include "model/tangents.h"

#include "expr/diff.h"
#include "problem/expr_vector.h"

#include <assert.h>

// H_N: the derivatives of g' by the velocities
static bool normal_row(const mechanical_parts *p, expr gap, expr *H) {
  expr rate;
  return diff_directional(p->graph, &gap, 1, p->q, p->rate, p->n, &rate) &&
         diff_jacobian(p->graph, &rate, 1, p->v, p->nv, H);
}

// a b - c d
static expr minor(graph *g, expr a, expr b, expr c, expr d) {
  return expr_sub(g, expr_mul(g, a, b), expr_mul(g, c, d));
}

// x of A x = b by cofactors, A 3 x 3 and symmetric
static void solve(graph *g, const expr A[9], const expr b[3], expr x[3]) {
  expr C[9];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      int r = (i + 1) % 3, s = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
      C[3*i + j] = minor(g, A[3*r + c], A[3*s + d], A[3*r + d], A[3*s + c]);
    }
  expr det = expr_dot(g, A, C, 3);
  for (int i = 0; i < 3; i++)
    x[i] = expr_div(g, expr_dot(g, C + 3*i, b, 3), det);
}

// Weights of the velocities, 1/M_jj of a lagrangian and H_pp of a hamiltonian: sums over velocities
// then have one unit.
static bool find_weights(arena *a, const mechanical_parts *p, expr *out) {
  const expr *x = p->lagrangian ? p->v : p->p;
  expr *y = ARENA_ARRAY(a, expr, p->nv);
  if (!y || !diff_gradient(p->graph, p->function, x, p->nv, y))
    return false;
  for (int j = 0; j < p->nv; j++) {
    if (!diff_gradient(p->graph, y[j], &x[j], 1, &out[j]))
      return false;
    if (p->lagrangian)
      out[j] = expr_div(p->graph, expr_one, out[j]);
  }
  return true;
}

bool tangents_normal(arena *a, const mechanical_parts *p, const contact *c, expr n[3]) {
  const friction *f = &c->frictions[0];
  int nv = p->nv;
  assert(f->nslip == 3);
  expr A[9], b[3];
  expr *H = ARENA_ARRAY(a, expr, 3*(size_t)nv), *HX = ARENA_ARRAY(a, expr, nv);
  expr *HN = ARENA_ARRAY(a, expr, nv), *X = ARENA_ARRAY(a, expr, nv);
  if (a->failed || !diff_jacobian(p->graph, f->slip, 3, p->v, nv, H) ||
      !normal_row(p, c->gap, HN) || !find_weights(a, p, X))
    return false;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < nv; j++)
      HX[j] = expr_mul(p->graph, H[i*nv + j], X[j]);
    b[i] = expr_dot(p->graph, HX, HN, nv);
    for (int j = 0; j < 3; j++)
      A[3*i + j] = expr_dot(p->graph, HX, H + j*nv, nv);
  }
  solve(p->graph, A, b, n);
  return true;
}

expr tangents_size(graph *g, const expr n[3]) {
  return expr_call(g, EXPR_SQRT, expr_dot(g, n, n, 3));
}

void tangents_project(graph *g, const expr n[3], expr slip[3]) {
  expr share = expr_div(g, expr_dot(g, slip, n, 3), expr_dot(g, n, n, 3));
  for (int k = 0; k < 3; k++)
    slip[k] = expr_sub(g, slip[k], expr_mul(g, share, n[k]));
}

static void cross(graph *g, const expr a[3], const expr b[3], expr out[3]) {
  for (int k = 0; k < 3; k++)
    out[k] = minor(g, a[(k + 1) % 3], b[(k + 2) % 3], a[(k + 2) % 3], b[(k + 1) % 3]);
}

void tangents_slip(graph *g, const expr n[3], int axis, const expr slip[3], expr out[2]) {
  expr size = tangents_size(g, n), m[3], t[3], unit[3] = {expr_zero, expr_zero, expr_zero};
  unit[axis] = expr_one;
  for (int k = 0; k < 3; k++)
    m[k] = expr_div(g, n[k], size);
  cross(g, m, unit, t);
  out[0] = expr_dot(g, t, slip, 3);
  cross(g, m, t, unit);
  out[1] = expr_dot(g, unit, slip, 3);
}
