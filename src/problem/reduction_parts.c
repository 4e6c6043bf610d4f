// The mechanical system that is reduced: its constraints, its mass matrix, its forces.

#include "problem/reduction_make.h"

#include "expr/diff.h"

#include <string.h>

// a constraint on velocities: Phi_v, or G
static bool find_row(reducer *b, int k, expr *row) {
  const mechanical_parts *p = b->parts;
  expr e = p->residual[k], *all = new_exprs(b, p->nv);
  if (!all || !reducer_put_in(b, &e, 1))
    return false;
  if (p->is_holonomic[k])
    return reducer_along(b, e, row);
  if (!diff_gradient(b->g, e, p->v, p->nv, all))
    return false;
  reducer_narrow(b, all, row);
  return true;
}

bool reducer_find_rows(reducer *b) {
  const given_coordinates *s = &b->left.given;
  int row = 0;
  b->A = new_exprs(b, b->m*b->n);
  if (!b->A)
    return false;
  for (int k = 0; b->m > 0 && k < b->parts->m; k++)
    if (!given_coordinates_has(s->constraint, s->count, k) && !find_row(b, k, b->A + b->n*row++))
      return false;
  return true;
}

// c if a matrix is c 1 with a number c, otherwise zero
static expr scale_of(const reducer *b, const expr *G) {
  for (int i = 0; i < b->n; i++)
    for (int j = 0; j < b->n; j++)
      if (G[i*b->n + j] != (i == j ? G[0] : expr_zero))
        return expr_zero;
  return expr_is_number(b->g, G[0]) ? G[0] : expr_zero;
}

// a hamiltonian has the inverse
static bool invert_mass(reducer *b, const expr *W, int n) {
  ldl f;
  expr *column = new_exprs(b, n);
  if (!column || !ldl_make(&f, b->arena, b->g, W, n))
    return false;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++)
      column[i] = i == j ? expr_one : expr_zero;
    ldl_solve(&f, column);
    for (int i = 0; i < n; i++)
      b->mass.whole[i*n + j] = column[i];
  }
  return true;
}

// M of what is left, T and M being known: T^T M T
static bool narrow_mass(reducer *b) {
  int n = b->n, nv = b->parts->nv;
  expr *unit = new_exprs(b, n), *v = new_exprs(b, nv), *p = new_exprs(b, nv);
  b->mass.M = b->left.given.count > 0 ? new_exprs(b, n*n) : b->mass.whole;
  if (b->arena->failed)
    return false;
  for (int i = 0; b->left.given.count > 0 && i < n; i++) {
    unit[i] = expr_one;
    reducer_widen(b, unit, v);
    expr_apply_matrix(b->g, b->mass.whole, nv, v, p);
    reducer_narrow(b, p, b->mass.M + i*n);
    unit[i] = expr_zero;
  }
  b->mass.scale = scale_of(b, b->mass.M);
  return true;
}

// M and V; L and H are quadratic in x
bool reducer_find_mass(reducer *b) {
  const mechanical_parts *p = b->parts;
  int nv = p->nv;
  expr *slope = new_exprs(b, nv), *second = new_exprs(b, nv*nv), function = p->function;
  b->mass.whole = new_exprs(b, nv*nv);
  if (b->arena->failed || !reducer_put_in(b, &function, 1) ||
      !diff_gradient(b->g, function, b->x, nv, slope) ||
      !diff_jacobian(b->g, slope, nv, b->x, nv, second) ||
      !gyroscopic_find(&b->own, b->arena, p, function))
    return false;
  b->V = b->own.V;
  if (p->lagrangian)
    memcpy(b->mass.whole, second, (size_t)(nv*nv)*sizeof *second);
  else if (!invert_mass(b, second, nv))
    return false;
  return narrow_mass(b);
}

// a of what is left, and B; the full form has a in H
bool reducer_find_gyroscopic(reducer *b) {
  int n = b->n;
  expr *slope = new_exprs(b, n*n);
  b->a = new_exprs(b, n);
  if (b->arena->failed)
    return false;
  reducer_narrow(b, b->own.a, b->a);
  if (!b->own.there || b->kind == REDUCTION_FULL)
    return true;
  b->B = new_exprs(b, n*n);
  for (int j = 0; j < n; j++)
    if (!reducer_along(b, b->a[j], slope + j*n))
      return false;
  for (int i = 0; b->B && i < n; i++)
    for (int j = 0; j < i; j++) {
      b->B[i*n + j] = expr_sub(b->g, slope[j*n + i], slope[i*n + j]);
      b->B[j*n + i] = expr_neg(b->g, b->B[i*n + j]);
    }
  return b->B != NULL;
}

// F as a matrix times v or p
bool reducer_find_damping(reducer *b) {
  const mechanical_parts *p = b->parts;
  int nv = p->nv;
  const expr *other = p->lagrangian ? p->p : p->v;
  expr *force = new_exprs(b, nv), *y = new_exprs(b, nv);
  if (!b->problem->mechanical.structure.forces)
    return true;
  b->damping = new_exprs(b, nv*nv);
  return !b->arena->failed && diff_gradient(b->g, p->function, b->x, nv, y) &&
         diff_substitute(b->g, p->force, nv, other, y, nv, force) && reducer_put_in(b, force, nv) &&
         diff_jacobian(b->g, force, nv, b->x, nv, b->damping);
}
