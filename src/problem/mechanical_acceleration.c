// The equations of consistent multipliers and accelerations (consistent.h), and their rates.

#include "problem/mechanical_make.h"

#include "expr/diff.h"
#include "problem/group.h"
#include "problem/ldl.h"

#include <string.h>

// d/dt of what BUNDLE_ACCELERATION has, along q' = v and an x' that is given; not on a group, nor of
// functions
static bool acceleration_rate(mechanical_builder *b, const expr *out, size_t count) {
  const mechanical_parts *p = b->parts;
  int n = b->n;
  if (p->class == PROBLEM_GROUP || p->added)
    return true;
  expr *x = new_exprs(b, 2*(size_t)n + 1), *dx = new_exprs(b, 2*(size_t)n + 1);
  expr *rates = new_exprs(b, count);
  if (b->arena->failed)
    return false;
  for (int i = 0; i < n; i++) {
    x[i] = p->q[i];
    dx[i] = p->lagrangian ? p->v[i] : b->y[i];
    x[n + i] = b->x[i];
    dx[n + i] = expr_symbol(b->g, 0, "rate");
  }
  x[2*n] = p->time;
  dx[2*n] = expr_one;
  if (!diff_directional(b->g, out, (int)count, x, dx, 2*n + 1, rates))
    return false;
  tape_group groups[] = {clock_group(&p->clock), {p->q, n}, {b->x, n}, {dx + n, n}};
  const tape *made = tape_new(b->arena, b->g, groups, 4, rates, (int)count);
  b->problem->bundles[BUNDLE_ACCELERATION_RATE] = made;
  return made != NULL;
}

// f, and on a group ad*_v p with it: all of p' but reactions, in (t,q,x)
static bool momentum_rate(mechanical_builder *b, expr *out) {
  const mechanical_parts *p = b->parts;
  memcpy(out, b->f, (size_t)b->n*sizeof *out);
  return p->class != PROBLEM_GROUP || group_add_coadjoint(b->arena, p, p->lagrangian ? p->v : b->y,
                                                          p->lagrangian ? b->y : p->p, out);
}

// lagrangian: M, F = p' - d/dt L_v (without M a), B, c = -(w_q v + w_t)        [consistent.h]
static bool lagrangian_parts(mechanical_builder *b, const expr *w, expr *out) {
  size_t n = (size_t)b->n, m = (size_t)b->m;
  expr *f = new_exprs(b, n), *F = out + n*n, *B = F + n, *c = B + m*n;
  if (b->arena->failed || !diff_jacobian(b->g, b->y, b->n, b->x, b->n, out) ||
      !mechanical_rate(b, b->y, b->n, F) || !mechanical_rate(b, w, b->m, c) || !momentum_rate(b, f))
    return false;
  for (size_t i = 0; i < n; i++)
    F[i] = expr_sub(b->g, f[i], F[i]);
  b->drive = F;
  memcpy(B, b->rows, m*n*sizeof *B);
  for (size_t k = 0; k < m; k++)
    c[k] = expr_neg(b->g, c[k]);
  return true;
}

// hamiltonian: C = w_p, B, c = -(w_q v + w_t + w_p p'), with v = H_p throughout [consistent.h]
static bool hamiltonian_parts(mechanical_builder *b, expr *w, expr *out) {
  size_t n = (size_t)b->n, nq = (size_t)b->nq, m = (size_t)b->m;
  expr *x = new_exprs(b, nq + n + 1), *dx = new_exprs(b, nq + n + 1);
  expr *B = out + m*n, *c = B + m*n;
  if (b->arena->failed || !mechanical_own_variables(b, w, b->m, w) ||
      !mechanical_own_variables(b, b->rows, b->m*b->n, B) ||
      !diff_jacobian(b->g, w, b->m, b->x, b->n, out))
    return false;
  memcpy(x, b->parts->q, nq*sizeof *x);
  memcpy(x + nq, b->x, n*sizeof *x);
  x[nq + n] = b->parts->time;
  dx[nq + n] = expr_one;
  if (!mechanical_own_variables(b, b->parts->rate, b->nq, dx) || !momentum_rate(b, dx + nq) ||
      !diff_directional(b->g, w, b->m, x, dx, b->nq + b->n + 1, c))
    return false;
  for (size_t k = 0; k < m; k++)
    c[k] = expr_neg(b->g, c[k]);
  return true;
}

size_t mechanical_acceleration_size(const mechanical_builder *b) {
  size_t n = (size_t)b->n, m = (size_t)b->m;
  return b->parts->lagrangian ? n*n + n + m*n + m : 2*m*n + m;
}

bool mechanical_acceleration_parts(mechanical_builder *b, expr *out) {
  expr *w = mechanical_velocity_level(b);
  if (!w || !out)
    return false;
  return b->parts->lagrangian ? lagrangian_parts(b, w, out) : hamiltonian_parts(b, w, out);
}

// M a = F + r, with M = L D L^T in expressions
static bool lagrangian_accelerations(mechanical_builder *b, expr *out) {
  ldl M;
  for (int i = 0; i < b->n; i++)
    out[i] = expr_add(b->g, out[i], b->drive[i]);
  if (!ldl_make(&M, b->arena, b->g, b->blocks, b->n))
    return false;
  ldl_solve(&M, out);
  return true;
}

// a = d/dt H_p along q' = H_p, p' = f + r
static bool hamiltonian_accelerations(mechanical_builder *b, expr *out) {
  size_t nq = (size_t)b->nq, n = (size_t)b->n;
  expr *x = new_exprs(b, nq + n + 1), *dx = new_exprs(b, nq + n + 1), *force = new_exprs(b, n);
  if (b->arena->failed || !momentum_rate(b, force) ||
      !mechanical_own_variables(b, b->parts->rate, b->nq, dx))
    return false;
  memcpy(x, b->parts->q, nq*sizeof *x);
  memcpy(x + nq, b->x, n*sizeof *x);
  for (size_t i = 0; i < n; i++)
    dx[nq + i] = expr_add(b->g, force[i], out[i]);
  x[nq + n] = b->parts->time;
  dx[nq + n] = expr_one;
  return diff_directional(b->g, b->y, b->n, x, dx, b->nq + b->n + 1, out);
}

bool mechanical_accelerations(mechanical_builder *b, expr *out) {
  if (!mechanical_reactions(b, out))
    return false;
  return b->parts->lagrangian ? lagrangian_accelerations(b, out)
                              : hamiltonian_accelerations(b, out);
}

bool mechanical_acceleration_bundles(mechanical_builder *b) {
  size_t count = mechanical_acceleration_size(b);
  expr *out = new_exprs(b, count);
  return mechanical_acceleration_parts(b, out) &&
         mechanical_add_bundle(b, BUNDLE_ACCELERATION, b->x, false, out, count) &&
         acceleration_rate(b, out, count);
}
