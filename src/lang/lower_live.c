// Live parameters: those that the option `live` names stay symbols, and each run gives them values.
//
//   param g = 9.81       a symbol of the kind KIND_LIVE; 9.81 is its value in the model
//   param k = 2*g        an expression in such symbols; a rule of the start computes it again
//   restitution k/100    likewise
//
// They are constant along a motion: in the group of t and the inputs, and without a rate.

#include "lang/lower.h"

#include "expr/diff.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// declarations

// does the option name it, alone or with all entries of its vector?
static bool is_live(lowering *l, const char *vector, const char *entry) {
  bool found = false;
  for (int i = 0; i < l->settings->nlive; i++) {
    tree_live *given = &l->settings->live[i];
    if (strcmp(given->name, entry) != 0 && strcmp(given->name, vector) != 0)
      continue;
    given->used = found = true;
  }
  return found;
}

// a parameter that is not live: it follows those it is computed from
static bool push_derived(lowering *l, expr e) {
  return lower_rule_of(l, START_PARAMETER, l->system->parameters.count, e);
}

bool lower_live(lowering *l, const char *name, int at, parameter *p, expr *e) {
  unknowns *live = &l->system->inputs.live;
  if (!is_live(l, name, p->name))
    return push_derived(l, *e);
  if (p->is_const)
    return wrong(l, at, "declare it with `param`, or leave it out of the option `live`",
                 "the constant `%s` cannot be live", p->name);
  if (!lower_rule_of(l, START_LIVE, live->count, *e))
    return false;
  unknown u = {.name = p->name, .rate = expr_zero, .start = p->value, .given = true, .at = at};
  p->live = live->count;
  u.symbol = *e = names_new_symbol(l, KIND_LIVE, u.name, live->count);
  return ARRAY_PUSH(l->arena, *live, u) || wrong_memory(l);
}

bool lower_live_value(lowering *l, const char *name, int at, expr e, double *out) {
  l->start.used_at = at;
  if (!point_value(l, e, out))
    return false;
  return isfinite(*out) ||
         wrong(l, at, "it is too large or undefined: check the values it is made of",
               "`%s` is not a finite number", name);
}

bool lower_live_numbers(lowering *l, const expr *e, int count, expr *out) {
  const unknowns *live = &l->system->inputs.live;
  int n = live->count;
  memmove(out, e, (size_t)count*sizeof *out);
  if (n == 0)
    return true;
  expr *symbols = ARENA_ARRAY(l->arena, expr, n), *numbers = ARENA_ARRAY(l->arena, expr, n);
  for (int i = 0; numbers && symbols && i < n; i++) {
    symbols[i] = live->list[i].symbol;
    numbers[i] = expr_number(l->graph, live->list[i].start);
  }
  l->cost.work += n;
  return numbers && symbols && diff_substitute(l->graph, out, count, symbols, numbers, n, out);
}

// ---------------------------------------------------------------------------------------------
// at the end

// `label` holds the live parameters below e
static bool hold(lowering *l, expr e, const char *label, int at) {
  int32_t count;
  if (!(expr_kinds(l->graph, e) & KIND_LIVE))
    return true;
  expr *below = graph_below(l->graph, &e, 1, &count);
  if (!below)
    return wrong_memory(l);
  for (int32_t i = 0; i < count; i++)
    if (graph_node(l->graph, below[i]).op == EXPR_SYMBOL &&
        expr_kinds(l->graph, below[i]) == KIND_LIVE)
      l->system->inputs.held[names_symbol(l, below[i], NULL) - l->system->inputs.live.list] = label;
  memory_free(graph_memory(l->graph), below);
  l->cost.work += count;
  return eval_charge(l, at);
}

// what the state satisfies: with another value of a parameter in it, it would not
static bool hold_constraints(lowering *l) {
  const model_system *s = l->system;
  bool good = true;
  for (int i = 0; good && i < s->constraints.count; i++)
    good = hold(l, s->constraints.list[i].residual, s->constraints.list[i].label,
                s->constraints.list[i].at);
  for (int i = 0; good && i < s->contacts.count; i++)
    good = hold(l, s->contacts.list[i].gap, s->contacts.list[i].label, s->contacts.list[i].at);
  for (int i = 0; good && i < s->dae.constraints.count; i++)
    good = hold(l, s->dae.constraints.list[i].residual, s->dae.constraints.list[i].label,
                s->dae.constraints.list[i].at);
  return good;
}

bool lower_live_end(lowering *l) {
  system_inputs *in = &l->system->inputs;
  in->held = ARENA_ARRAY(l->arena, const char *, in->live.count);
  if (!in->held)
    return wrong_memory(l);
  for (int i = 0; i < in->live.count; i++)
    if (!ARRAY_PUSH(l->arena, in->clock, in->live.list[i].symbol))
      return wrong_memory(l);
  return in->live.count == 0 || hold_constraints(l);
}
