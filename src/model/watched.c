// What the problems of all classes take from a system: symbols, and what is watched.

#include "model/model.h"

#include "problem/expr_vector.h"

const expr *model_symbols(arena *a, const unknowns *list) {
  expr *out = ARENA_ARRAY(a, expr, list->count + 1);
  for (int i = 0; out && i < list->count; i++)
    out[i] = list->list[i].symbol;
  return out;
}

// invariants, then observables
static const expr *monitors_of(arena *a, const model_system *s, int *count) {
  int ni = s->invariants.count, no = s->observables.count;
  expr *out = ARENA_ARRAY(a, expr, ni + no + 1);
  for (int i = 0; out && i < ni; i++)
    out[i] = s->invariants.list[i].value;
  for (int i = 0; out && i < no; i++)
    out[ni + i] = s->observables.list[i].value;
  *count = ni + no;
  return out;
}

// sections, then stops
static const expr *sections_of(noslip_model *m) {
  const model_system *s = m->system;
  int n = s->sections.count;
  expr *out = ARENA_ARRAY(&m->arena, expr, section_width*(n + s->stops.count) + 1);
  for (int i = 0; out && i < n + s->stops.count; i++) {
    const section *c = i < n ? &s->sections.list[i] : &s->stops.list[i - n];
    expr *to = out + section_width*i;
    to[0] = c->value;
    to[1] = c->when;
    for (int k = 0; k < 3; k++)
      to[2 + k] = k < c->nplot ? c->plot[k] : expr_zero;
    for (int k = 0; k < section_width; k++)
      m->sections_use_multipliers |= (expr_kinds(s->graph, to[k]) &
                                      (KIND_MULTIPLIER | KIND_ALGEBRAIC | KIND_ACCELERATION)) != 0;
  }
  return out;
}

clock_parts model_clock(arena *a, const model_system *s) {
  const unknowns *inputs = &s->inputs.list, *live = &s->inputs.live;
  int n = inputs->count + live->count;
  double *start = ARENA_ARRAY(a, double, n);
  for (int i = 0; start && i < n; i++)
    start[i] = (i < inputs->count ? inputs->list[i] : live->list[i - inputs->count]).start;
  return (clock_parts){s->inputs.clock.list, start, n, live->count};
}

bool model_watched(noslip_model *m, unsigned multiplier, watched_parts *out) {
  const model_system *s = m->system;
  out->monitors = monitors_of(&m->arena, s, &out->nmonitor);
  out->sections = sections_of(m);
  out->nsection = s->sections.count + s->stops.count;
  if (m->arena.failed)
    return false;
  m->monitors_use_multipliers = (expr_list_kinds(s->graph, out->monitors, out->nmonitor) &
                                 (multiplier | KIND_ACCELERATION)) != 0;
  return true;
}

bool model_exact(noslip_model *m) {
  const model_system *s = m->system;
  int n = s->exact.count;
  const tape_group clock = {s->inputs.clock.list, s->inputs.clock.count};
  expr *value = ARENA_ARRAY(&m->arena, expr, n);
  if (n == 0 || !value)
    return value != NULL;
  for (int i = 0; i < n; i++)
    value[i] = s->exact.list[i].value;
  m->exact = tape_new(&m->arena, s->graph, &clock, 1, value, n);
  return m->exact != NULL;
}
