// draw ground NAME, P: the places of the point P where the gap of a contact, or the residual of a
// holonomic constraint, is zero. P moves with coordinates, P = [x + ..., y + ...]; in the gap these are
// replaced by what they are when P is at the place X:
//
//   x -> X - (P - x),      gap(X) = 0
//
// If the gap is affine in X, the ground is a plane, n.X + c = 0, through -c n/|n|^2. Otherwise it is
// curved: whoever draws evaluates gap(X), and has the plane that touches it next to P.

#include "lang/lower.h"

#include "expr/diff.h"

#include <string.h>

// the gap of a contact, or the residual of a holonomic constraint; false: there is none of this name
static bool find_gap(const lowering *l, const char *label, expr *gap) {
  int k = table_find(&l->labels.contacts, label);
  if (k >= 0) {
    *gap = l->system->contacts.list[k].gap;
    return true;
  }
  for (int i = 0; i < l->system->constraints.count; i++) {
    const constraint *c = &l->system->constraints.list[i];
    if (c->kind == CONSTRAINT_HOLONOMIC && strcmp(c->label, label) == 0) {
      *gap = c->residual;
      return true;
    }
  }
  return false;
}

// a name, or one with indices, as constraints are labelled: floor, floor[2]
bool lower_ground_names(lowering *l, const tree *e, bool *named, expr *gap) {
  const tree *name = e->kind == TREE_INDEX ? e->args[0] : e;
  *named = false;
  if (name->kind != TREE_NAME || names_find(l, name->name))
    return true;
  int nindex = e->kind == TREE_INDEX ? e->nargs - 1 : 0;
  const tree_label written = {name->name, e->at, e->end, nindex > 0 ? e->args + 1 : NULL, nindex};
  const char *label = lower_label_text(l, &written);
  *named = label && find_gap(l, label, gap);
  return label != NULL;
}

// ---------------------------------------------------------------------------------------------
// the coordinates that move P

static bool none_moves(lowering *l, const tree *e, int axis) {
  return wrong(l, e->start,
               "give the point that touches as in [x, y - r], with coordinates x and y",
               "entry %d of this point does not move with a coordinate alone", axis + 1);
}

// The coordinate that moves P along one axis, by as much as it changes itself; -1: P stands still on
// this axis. J has the derivatives of P, d x n.
static bool find_mover(lowering *l, const tree *e, const expr *J, int d, int axis, int *mover) {
  int n = l->system->positions.count;
  bool still = true;
  *mover = -1;
  for (int j = 0; j < n && *mover < 0; j++) {
    bool alone = J[axis*n + j] == expr_one;
    still = still && J[axis*n + j] == expr_zero;
    for (int c = 0; c < d; c++)
      alone = alone && (c == axis || J[c*n + j] == expr_zero);
    *mover = alone ? j : -1;
  }
  return *mover >= 0 || still || none_moves(l, e, axis);
}

static expr *symbols_of(lowering *l, const unknowns *u) {
  expr *list = ARENA_ARRAY(l->arena, expr, u->count + 1);
  for (int i = 0; list && i < u->count; i++)
    list[i] = u->list[i].symbol;
  return list;
}

// the gap with P at the place X
static bool move_gap(lowering *l, const tree *e, const value *P, const expr *X, expr *gap) {
  graph *g = l->graph;
  int d = P->rows, n = l->system->positions.count, count = 0;
  expr *q = symbols_of(l, &l->system->positions), from[3], to[3], rest;
  expr *J = ARENA_ARRAY(l->arena, expr, (size_t)d*(size_t)n + 1);
  if (!q || !J || !diff_jacobian(g, P->items, d, q, n, J))
    return wrong_memory(l);
  for (int c = 0; c < d; c++) {
    int mover;
    const expr zero = expr_zero;
    if (!find_mover(l, e, J, d, c, &mover))
      return false;
    if (mover < 0)
      continue;
    if (!diff_substitute(g, &P->items[c], 1, &q[mover], &zero, 1, &rest))
      return wrong_memory(l);
    from[count] = q[mover];
    to[count++] = expr_sub(g, X[c], rest);
  }
  return diff_substitute(g, gap, 1, from, to, count, gap) || wrong_memory(l);
}

// ---------------------------------------------------------------------------------------------
// the plane

// out = P - gap n/|n|^2, with the gap and its gradient n at P
static void step_to_plane(graph *g, expr *out, const expr *P, const expr *n, expr gap, int d) {
  expr square = expr_zero;
  for (int c = 0; c < d; c++)
    square = expr_add(g, square, expr_mul(g, n[c], n[c]));
  for (int c = 0; c < d; c++)
    out[c] = expr_sub(g, P[c], expr_div(g, expr_mul(g, gap, n[c]), square));
}

bool lower_ground(lowering *l, const tree *e, const value *P, expr gap, drawing *out) {
  static const char *const names[] = {"X", "Y", "Z"};
  graph *g = l->graph;
  int d = P->rows;
  const expr zero[3] = {expr_zero, expr_zero, expr_zero};
  expr n[4], at[4];
  expr *values = ARENA_ARRAY(l->arena, expr, 2*d);
  for (int c = 0; c < d; c++)
    out->place[c] = expr_symbol(g, KIND_PLACE, names[c]);
  if (!values)
    return wrong_memory(l);
  if (!move_gap(l, e, P, out->place, &gap))
    return false;
  if (!diff_gradient(g, gap, out->place, d, n))
    return wrong_memory(l);
  for (int c = 0; c < d; c++)
    out->curved = out->curved || (expr_kinds(g, n[c]) & KIND_PLACE);
  const expr *from = out->curved ? P->items : zero;
  n[d] = gap;
  if (!diff_substitute(g, n, d + 1, out->place, from, d, at))
    return wrong_memory(l);
  step_to_plane(g, values, from, at, at[d], d);
  memcpy(values + d, at, (size_t)d*sizeof *at);
  out->gap = gap;
  out->values = values;
  out->nvalue = 2*d;
  out->npoint = 1;
  return true;
}
