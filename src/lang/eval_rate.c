// Time derivatives: x', (x^2)' by the chain rule, and accelerations x''.

#include "lang/lower.h"

#include "base/text.h"
#include "expr/diff.h"

#include <string.h>

// the symbols among `below` that have a rate, positions and t, in x, and their rates in dx
static int moving_symbols(const lowering *l, const expr *below, int32_t count, expr *x, expr *dx) {
  int n = 0;
  for (int32_t i = 0; i < count; i++) {
    if (graph_node(l->graph, below[i]).op != EXPR_SYMBOL)
      continue;
    unsigned kind;
    const unknown *u = names_symbol(l, below[i], &kind);
    x[n] = below[i];
    dx[n++] = kind == KIND_TIME ? expr_one : u->rate;
  }
  return n;
}

// Velocities get their accelerations where a time derivative needs them: these are symbols, of which
// only what is observed may be made.
static bool add_accelerations(lowering *l) {
  model_system *s = l->system;
  for (int i = s->accelerations.count; i < s->velocities.count; i++) {
    const char *name = arena_print(l->arena, "%s'", s->velocities.list[i].name);
    unknown a = {.name = name, .rate = expr_zero, .at = s->velocities.list[i].at};
    a.symbol = name ? names_new_symbol(l, KIND_ACCELERATION, name, i) : expr_zero;
    if (!name || !ARRAY_PUSH(l->arena, s->accelerations, a))
      return wrong_memory(l);
    s->velocities.list[i].rate = a.symbol;
  }
  l->cost.work += s->velocities.count;
  return true;
}

// d/dt e = sum of de/dx x' over the symbols x below e
static bool chain_rule(lowering *l, expr e, expr *out) {
  int32_t count;
  const memory *m = graph_memory(l->graph);
  expr *below = graph_below(l->graph, &e, 1, &count);
  expr *x = below ? memory_resize(m, NULL, 2*(size_t)count*sizeof *x) : NULL;
  bool good = false;
  if (x) {
    int n = moving_symbols(l, below, count, x, x + count);
    good = diff_directional(l->graph, &e, 1, x, x + count, n, out);
    l->cost.work += count;
  }
  memory_free(m, x);
  memory_free(m, below);
  return good;
}

bool eval_rate(lowering *l, expr of, int at, expr *out) {
  // a coordinate itself: the common case
  if (graph_node(l->graph, of).op == EXPR_SYMBOL && expr_kinds(l->graph, of) == KIND_COORD) {
    *out = names_symbol(l, of, NULL)->rate;
    return true;
  }
  if (expr_is_number(l->graph, of)) {
    *out = expr_zero;
    return true;
  }
  if (!eval_charge(l, at) || (expr_kinds(l->graph, of) & KIND_VELOCITY && !add_accelerations(l)))
    return false;
  if (chain_rule(l, of, out))
    return true;
  return graph_status(l->graph) == NOSLIP_ERROR_MODEL ? eval_charge(l, at) : wrong_memory(l);
}

static bool constant_prime(lowering *l, const tree *e, const value *v) {
  const tree *of = e->args[0];
  if (of->kind == TREE_NUMBER)
    return wrong(l, of->start, "it is 0: delete the prime", "the time derivative of a number");
  const char *remedy = v->shape == SHAPE_SCALAR
                           ? "it is 0: delete the prime"
                           : "`'` is d/dt, never a transpose; write transpose(A)";
  return wrong(l, of->start, remedy, "the time derivative of a constant");
}

static const char derivable[] = "' is for expressions in coordinates, parameters and t";

// e': what must not stand under the prime
static bool check_prime(lowering *l, const tree *e, const value *v) {
  unsigned kinds = value_kinds(l->graph, v), kind = 0;
  bool twice = l->scope.allowed & KIND_ACCELERATION;  // what is observed has accelerations
  if (e->args[0]->kind == TREE_PRIME && !twice)
    return wrong(l, e->at, "accelerations follow from the Lagrangian",
                 "second derivatives do not occur in a model");
  if (v->constant && !v->fits_all)
    return constant_prime(l, e, v);
  if (e->args[0]->kind == TREE_NUMBER)
    return constant_prime(l, e, v);
  if (kinds & KIND_STATE)
    return wrong(l, e->start, "write the right side of its equation here",
                 "the time derivative of the state `%s` is given by its equation",
                 names_of_kind(l, v, KIND_STATE, &kind));
  if (kinds & KIND_VELOCITY && !twice)
    return wrong(l, e->start, derivable,
                 "this time derivative would need accelerations: it contains the velocity `%s`",
                 names_of_kind(l, v, KIND_VELOCITY, &kind));
  if (kinds & KIND_JUMPS)
    return wrong(l, e->start, eval_jumps,
                 "floor() and mod() of what varies have no time derivative");
  unsigned bad = kinds & ~(unsigned)(KIND_COORD | KIND_TIME | KIND_VELOCITY | KIND_LIVE);
  if (bad & KIND_ACCELERATION)
    return wrong(l, e->start, "observe at most second derivatives",
                 "the time derivative of the acceleration `%s` is not known",
                 names_of_kind(l, v, KIND_ACCELERATION, &kind));
  if (bad) {
    const char *name = names_of_kind(l, v, bad, &kind);
    return wrong(l, e->start, derivable, "the time derivative of the %s `%s` is not known",
                 eval_kind_word(kind), name);
  }
  return true;
}

// e' = d/dt e along the motion, entry by entry
bool eval_prime(lowering *l, const tree *e, value *out) {
  value v;
  if (!eval_plain(l, e->args[0], &v) || !check_prime(l, e, &v))
    return false;
  *out = v;
  if (v.shape == SHAPE_SCALAR)
    return eval_rate(l, v.scalar, e->start, &out->scalar);
  out->items = ARENA_ARRAY(l->arena, expr, value_count(&v));
  if (!out->items)
    return wrong_memory(l);
  l->cost.work += value_count(&v);
  for (int i = 0; i < value_count(&v); i++)
    if (!eval_rate(l, v.items[i], e->start, &out->items[i]))
      return false;
  return true;
}
