// Rules of the start: initial values that `init` computes from others, and what is computed from live
// parameters, as straight-line code, so that a run with other values can compute them again.

#include "lang/lower.h"

#include <assert.h>

// room for the place of each node of the graph among the steps; 0: it has none yet
static bool places(lowering *l) {
  int need = graph_size(l->graph);
  if (need <= l->start.nplace)
    return true;
  int room = need + need/2;
  int *place = memory_resize(l->arena->memory, l->start.place, (size_t)room*sizeof *place);
  if (!place)
    return wrong_memory(l);
  for (int i = l->start.nplace; i < room; i++)
    place[i] = 0;
  l->start.place = place;
  l->start.nplace = room;
  return true;
}

static start_group group_of(unsigned kind) {
  switch (kind) {
  case KIND_COORD:
  case KIND_STATE: return START_POSITION;
  case KIND_VELOCITY:
  case KIND_MOMENTUM: return START_VELOCITY;
  case KIND_LIVE: return START_LIVE;
  default: return START_GUESS;
  }
}

// where an unknown stands in its array
static int index_of(const lowering *l, const unknown *u, unsigned kind) {
  const model_system *s = l->system;
  const unknowns *list = kind == KIND_COORD      ? &s->positions
                         : kind == KIND_VELOCITY ? &s->velocities
                         : kind == KIND_MOMENTUM ? &s->momenta
                         : kind == KIND_LIVE     ? &s->inputs.live
                                                 : &s->states;
  assert(u >= list->list && u < list->list + list->count);
  return (int)(u - list->list);
}

static bool push_step(lowering *l, expr e) {
  node n = graph_node(l->graph, e);
  const int *place = l->start.place;
  start_step step = {.op = (expr_op)n.op};
  if (n.op == EXPR_NUMBER)
    step.number = expr_number_value(l->graph, e);
  else if (n.op == EXPR_SYMBOL) {
    unsigned kind;
    const unknown *u = names_symbol(l, e, &kind);
    assert(u);  // the time does not stand in initial values
    step.a = (int)group_of(kind);
    step.b = index_of(l, u, kind);
  } else {
    step.a = place[n.a] - 1;
    step.b = n.op == EXPR_POWER ? n.b : place[n.b] - 1;
    step.c = place[n.c] - 1;
  }
  if (!ARRAY_PUSH(l->arena, l->system->start.steps, step))
    return wrong_memory(l);
  l->start.place[e] = l->system->start.steps.count;
  return true;
}

bool lower_rule(lowering *l, unsigned kind, int index, expr e) {
  start_group group = group_of(kind);
  return group == START_GUESS || lower_rule_of(l, group, index, e);
}

bool lower_rule_of(lowering *l, start_group group, int index, expr e) {
  int32_t count;
  if (expr_kinds(l->graph, e) == 0)
    return true;
  if (!places(l))
    return false;
  expr *below = graph_below(l->graph, &e, 1, &count);
  if (!below)
    return wrong_memory(l);
  bool good = true;
  for (int32_t i = 0; i < count && good; i++)
    good = l->start.place[below[i]] > 0 || push_step(l, below[i]);
  memory_free(graph_memory(l->graph), below);
  start_rule rule = {.group = group, .index = index};
  rule.end = l->system->start.steps.count;
  rule.value = good ? l->start.place[e] - 1 : 0;
  return good && (ARRAY_PUSH(l->arena, l->system->start.rules, rule) || wrong_memory(l));
}
