// Equations, constraint and bracket: models of states.

#include "lang/lower.h"

#include <assert.h>

enum { most_parts = 64 };

// note that this part of y' is given; false after an error
static bool first_of_part(lowering *l, const tree_assign *a, const target_range *r, int i,
                          int part) {
  while (l->notes.state_parts.count < l->system->states.count)
    if (!ARRAY_PUSH(l->arena, l->notes.state_parts, 0))
      return wrong_memory(l);
  assert(1 <= part && part <= most_parts);
  uint64_t *given = &l->notes.state_parts.list[r->offset + i], bit = UINT64_C(1) << (part - 1);
  if (*given & bit)
    return wrong(l, a->target.at, "add the two right sides, or number the parts: part 2: y' = ...",
                 "part %d of `%s'` is given twice", part, r->list[i].name);
  *given |= bit;
  return true;
}

// y' = e, y[i]' = e, y' = [a, b] of one part
static bool one_equation(lowering *l, const tree_assign *a, int part) {
  target_range r;
  value v;
  if (!lower_target(l, &a->target, false, &r))
    return false;
  if (r.kind != KIND_STATE)
    return wrong(l, a->target.at, "declare it with `state`",
                 "an equation gives the derivative of a state, `%s` is not "
                 "one",
                 a->target.name);
  if (!eval(l, a->value, &v))
    return false;
  if (!v.fits_all && (v.shape != r.shape || v.rows != r.rows))
    return wrong(l, a->value->start,
                 r.count == 1 ? "write a scalar" : "write a vector, one entry for each: [a, b]",
                 "`%s` has %d entr%s, this is %s", r.text, r.count, r.count == 1 ? "y" : "ies",
                 value_describe(l->arena, &v));
  l->cost.work += 2*(long)r.count;
  for (int i = 0; i < r.count; i++) {
    equation e = {.part = part, .state = r.offset + i, .at = a->target.at};
    e.value = lower_item(&r, &v, i);
    if (!first_of_part(l, a, &r, i, part))
      return false;
    if (!ARRAY_PUSH(l->arena, l->system->dae.equations, e))
      return wrong_memory(l);
  }
  return true;
}

bool lower_equations(lowering *l, const statement *s) {
  int part = 1;
  const tree_assigns *all = &s->assigns;
  if (all->part && !eval_integer(l, all->part, "the number of a part", &part))
    return false;
  if (part < 1 || part > most_parts)
    return wrong(l, all->part->start, "write part 1, part 2, ...",
                 "parts are numbered from 1 to %d", most_parts);
  if (l->system->states.count == 0)
    return wrong(l, s->at, "declare it with `state`", "an equation needs a state");
  l->scope = (scope){KIND_STATE | KIND_ALGEBRAIC | KIND_TIME | KIND_INPUT, "an equation", NULL};
  for (int i = 0; i < all->count; i++)
    if (!one_equation(l, &all->list[i], part))
      return false;
  if (part > l->system->dae.nparts)
    l->system->dae.nparts = part;
  return true;
}

// the label of entry i of a constraint (0: a scalar); g1, g2, ... if it has none
static const char *constraint_label(lowering *l, const statement *s, const char *label, int i) {
  if (label)
    return i == 0 ? label
                  : lower_entry(l, label, i, s->constraint.label.at, &l->labels.constraints);
  const char *name = arena_print(l->arena, "g%d", l->system->dae.constraints.count + 1);
  return lower_keep_label(l, name, s->at, &l->labels.constraints) ? name : NULL;
}

bool lower_algebraic_constraint(lowering *l, const statement *s) {
  model_system *sys = l->system;
  const tree_constraint *given = &s->constraint;
  value v;
  const char *label = NULL;
  if (sys->states.count == 0)
    return wrong(l, s->at, "a constraint on coordinates is `holonomic` or `nonholonomic`",
                 "`constraint` needs states");
  l->scope = (scope){KIND_STATE | KIND_TIME, "a constraint", NULL};
  if (given->label.name && !(label = lower_label(l, &given->label, &l->labels.constraints)))
    return false;
  if (!eval_difference(l, &given->sides, &v))
    return false;
  if (v.shape == SHAPE_MATRIX)
    return wrong(l, given->sides.left->start, "write its entries one by one",
                 "a constraint is a scalar or a vector, this is %s", value_describe(l->arena, &v));
  if (!lower_count(l, v.rows - 1, s->at))
    return false;
  for (int i = 0; i < v.rows; i++) {
    algebraic_constraint c = {.residual = value_item(&v, i), .at = s->at};
    if (!(expr_kinds(l->graph, c.residual) & KIND_STATE))
      return wrong(l, given->sides.left->start, "write it with states, or delete it",
                   "a constraint needs a state");
    c.label = constraint_label(l, s, label, v.shape == SHAPE_VECTOR ? i + 1 : 0);
    if (!c.label)
      return false;
    if (!ARRAY_PUSH(l->arena, sys->dae.constraints, c))
      return wrong_memory(l);
  }
  return true;
}

static bool bracket_state(lowering *l, const tree_target *t, int *out) {
  target_range r;
  if (!lower_target(l, t, false, &r))
    return false;
  if (r.kind != KIND_STATE)
    return wrong(l, t->at, "declare it with `state`",
                 "a bracket is between states, `%s` is not one", t->name);
  if (r.count != 1 || r.shape != SHAPE_SCALAR)
    return wrong(l, t->at, arena_print(l->arena, "write %s[i]", t->name),
                 "a bracket is between scalars");
  *out = r.offset;
  return true;
}

bool lower_bracket(lowering *l, const tree_bracket *s) {
  bracket b;
  if (!bracket_state(l, &s->first, &b.a) || !bracket_state(l, &s->second, &b.b))
    return false;
  if (b.a == b.b)
    return wrong(l, s->second.at, "delete the line", "the bracket of a state with itself is 0");
  const char *key = arena_print(l->arena, "{%d,%d}", b.a < b.b ? b.a : b.b, b.a < b.b ? b.b : b.a);
  if (!key)
    return wrong_memory(l);
  if (table_find(&l->labels.constraints, key) >= 0)
    return wrong(l, s->first.at, "{b, a} = -{a, b} is understood", "this bracket is given twice");
  if (!table_set(&l->labels.constraints, key, 0))
    return wrong_memory(l);
  l->scope = (scope){KIND_STATE, "a bracket", NULL};
  return eval_scalar(l, s->value, &b.value) &&
         (ARRAY_PUSH(l->arena, l->system->dae.brackets, b) || wrong_memory(l));
}
