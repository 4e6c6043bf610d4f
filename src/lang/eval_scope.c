// What may stand where: each place in a model allows kinds of names, and no others.

#include "lang/lower.h"

#include "base/text.h"

const char eval_jumps[] = "they jump: use them in `observe`, `section`, `draw` and `init`";
static const char not_live[] = "leave it out of the option `live`, and give its value with `set`";

const char *eval_kind_word(unsigned kind) {
  switch (kind) {
  case KIND_TIME: return "time";
  case KIND_COORD: return "coordinate";
  case KIND_VELOCITY: return "velocity";
  case KIND_MOMENTUM: return "momentum";
  case KIND_STATE: return "state";
  case KIND_ALGEBRAIC: return "algebraic variable";
  case KIND_MULTIPLIER: return "multiplier";
  case KIND_INPUT: return "input";
  case KIND_ACCELERATION: return "acceleration";
  case KIND_INDEX: return "index";
  case KIND_LIVE: return "live parameter";
  default: return "name";
  }
}

// "it may contain coordinates, velocities and t"
static const char *allowed_here(lowering *l) {
  static const struct {
    unsigned kind;
    const char *words;
  } list[] = {{KIND_COORD, "coordinates"},
              {KIND_VELOCITY, "velocities"},
              {KIND_MOMENTUM, "momenta"},
              {KIND_STATE, "states"},
              {KIND_ALGEBRAIC, "algebraic variables"},
              {KIND_MULTIPLIER, "multipliers"},
              {KIND_TIME, "t"},
              {KIND_INPUT, "inputs"}};
  // inputs are named in models that have some
  int count = (int)(sizeof list/sizeof *list) - (l->system->inputs.list.count == 0);
  const char *text = NULL;
  for (int i = count - 1; i >= 0; i--) {
    if (!(l->scope.allowed & list[i].kind))
      continue;
    unsigned before = 0;
    for (int k = 0; k < i; k++)
      before |= l->scope.allowed & list[k].kind;
    text = arena_print(l->arena, "%s%s%s",
                       before == 0 ? ""
                       : text      ? ", "
                                   : " and ",
                       list[i].words, text ? text : "");
  }
  return text ? arena_print(l->arena, "it may contain %s", text) : eval_only_numbers;
}

// is everything in v allowed in the present scope?
bool eval_check_scope(lowering *l, const tree *e, const value *v) {
  enum { glances = 16 };  // entries that are looked at in the time of one evaluation
  l->cost.work += value_count(v)/glances;
  // a live parameter stands where something that is no number may, except in an index
  unsigned live = l->scope.allowed & ~(unsigned)KIND_INDEX ? KIND_LIVE : 0;
  unsigned bad = value_kinds(l->graph, v) & ~(l->scope.allowed | live);
  if (bad == 0)
    return true;
  if (bad == KIND_JUMPS)
    return wrong(l, e->start, eval_jumps, "%s cannot contain floor() or mod() of what varies",
                 l->scope.where);
  unsigned kind = 0;
  const char *name = names_of_kind(l, v, bad, &kind);
  const char *remedy = kind == KIND_VELOCITY ? l->scope.remedy
                       : kind == KIND_LIVE   ? not_live
                                             : NULL;
  return wrong(l, e->start, remedy ? remedy : allowed_here(l), "%s cannot contain the %s `%s`",
               l->scope.where, eval_kind_word(kind), name);
}
