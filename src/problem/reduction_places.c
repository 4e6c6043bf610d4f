// Which positions and velocities are left where constraints give others, and the maps between them.

#include "problem/reduction_make.h"

#include "expr/diff.h"
#include "problem/group.h"

#include <assert.h>

// put in what is given
bool reducer_put_in(reducer *b, expr *e, int count) {
  const mechanical_parts *p = b->parts;
  const given_coordinates *s = &b->left.given;
  for (int k = 0; k < s->count; k++)
    if (!diff_substitute(b->g, e, count, &p->q[s->coordinate[k]], &s->value[k], 1, e))
      return false;
  return true;
}

// out[nv]: all velocities, v and what T gives
void reducer_widen(reducer *b, const expr *v, expr *out) {
  for (int i = 0; i < b->n; i++)
    out[b->left.kept_v[i]] = v[i];
  for (int k = 0; k < b->left.given.count; k++)
    out[b->left.given.velocity[k]] = expr_dot(b->g, b->left.T + k*b->n, v, b->n);
}

// out[n], of nv momenta or forces: the transpose
void reducer_narrow(reducer *b, const expr *p, expr *out) {
  for (int i = 0; i < b->n; i++) {
    out[i] = p[b->left.kept_v[i]];
    for (int k = 0; k < b->left.given.count; k++)
      out[i] = expr_add(b->g, out[i],
                        expr_mul(b->g, b->left.T[k*b->n + i], p[b->left.given.velocity[k]]));
  }
}

// out[nq] = q' of the velocities v
void reducer_move(reducer *b, const expr *v, expr *out) {
  for (int i = 0; i < b->nq; i++)
    out[i] = b->left.Y ? expr_dot(b->g, b->left.Y + i*b->n, v, b->n) : v[i];
}

// out[n]: the transpose, from slopes by q to slopes along velocities
void reducer_turn(reducer *b, const expr *slope, expr *out) {
  for (int i = 0; i < b->n; i++) {
    out[i] = b->left.Y ? expr_zero : slope[i];
    for (int j = 0; b->left.Y && j < b->nq; j++)
      out[i] = expr_add(b->g, out[i], expr_mul(b->g, b->left.Y[j*b->n + i], slope[j]));
  }
}

// the derivative of a function of the positions along velocities
bool reducer_along(reducer *b, expr e, expr *out) {
  expr *slope = new_exprs(b, b->nq);
  if (!slope || !diff_gradient(b->g, e, b->left.q, b->nq, slope))
    return false;
  reducer_turn(b, slope, out);
  return true;
}

// places of what is left
bool reducer_find_places(reducer *b) {
  const mechanical_parts *p = b->parts;
  const given_coordinates *s = &b->left.given;
  b->left.kept = ARENA_ARRAY(b->arena, int, p->n);
  b->left.kept_v = ARENA_ARRAY(b->arena, int, p->nv);
  b->left.q = new_exprs(b, p->n);
  if (b->arena->failed)
    return false;
  b->nq = b->n = 0;
  for (int i = 0; i < p->n; i++)
    if (!given_coordinates_has(s->coordinate, s->count, i)) {
      b->left.q[b->nq] = p->q[i];
      b->left.kept[b->nq++] = i;
    }
  for (int i = 0; i < p->nv; i++)
    if (!given_coordinates_has(s->velocity, s->count, i))
      b->left.kept_v[b->n++] = i;
  b->m = b->kind == REDUCTION_FULL ? 0 : p->m - s->count;
  b->d = b->n - b->m;
  assert(b->d >= 0 && b->nq + s->count == p->n && b->n + s->count == p->nv);
  return true;
}

// Y and T
bool reducer_find_rates(reducer *b) {
  const mechanical_parts *p = b->parts;
  int nq = b->nq, n = b->n, nv = p->nv;
  expr *all = new_exprs(b, p->n*nv);
  b->left.T = new_exprs(b, b->left.given.count*n);
  if (p->class == PROBLEM_GROUP) {
    b->left.Y = new_exprs(b, nq*n);
    if (b->arena->failed || !diff_jacobian(b->g, p->rate, p->n, p->v, nv, all))
      return false;
    for (int i = 0; i < nq; i++)
      for (int j = 0; j < n; j++)
        b->left.Y[i*n + j] = all[b->left.kept[i]*nv + b->left.kept_v[j]];
  }
  if (b->arena->failed)
    return false;
  for (int k = 0; k < b->left.given.count; k++)
    if (!reducer_along(b, b->left.given.value[k], b->left.T + k*n))
      return false;
  return true;
}

// where the positions of z are in q, and which of them are rotations
bool reducer_describe(reducer *b) {
  problem *p = b->problem;
  int *turning = ARENA_ARRAY(b->arena, int, 2*p->group.nfactor);
  if (!turning)
    return false;
  p->skew.zq = b->nq;
  p->skew.zm = b->m;
  p->skew.kept = b->left.kept;
  p->skew.given = b->left.given.coordinate;
  p->skew.turning = turning;
  p->skew.nturning = 0;
  for (int k = 0; k < p->group.nfactor; k++) {
    const group_factor *f = p->group.factor + k;
    int from = f->from + (f->kind == GROUP_SE3 ? 3 : 0), at = 0;
    if (f->kind == GROUP_R || f->kind == GROUP_SE2)
      continue;
    while (b->left.kept[at] != from)
      at++;
    turning[2*p->skew.nturning] = at;
    turning[2*p->skew.nturning++ + 1] = f->kind == GROUP_SO ? f->n : 3;
  }
  return true;
}
