// System to mechanical problem, on R^n and on groups: what the expressions are, with their names.

#include "model/model.h"

#include "expr/diff.h"
#include "problem/by_velocity.h"
#include "problem/expr_vector.h"
#include "problem/group.h"
#include "problem/unilateral.h"

#include <assert.h>

// ---- groups

// one factor per item of coord
static bool list_factors(arena *a, const model_system *s, mechanical_parts *parts) {
  assert(parts->class == PROBLEM_GROUP);
  int count = s->coords.count;
  group_factor *factor = ARENA_ARRAY(a, group_factor, count);
  if (!factor)
    return false;
  for (int i = 0; i < count; i++) {
    const coord_item *c = &s->coords.list[i];
    switch (c->kind) {
    case COORD_REAL:
    case COORD_ANGLE: factor[i] = (group_factor){.kind = GROUP_R, .n = c->nposition}; break;
    case COORD_SO:
      factor[i] = (group_factor){.kind = c->size == 3 ? GROUP_SO3 : GROUP_SO, .n = c->size};
      break;
    case COORD_SE2: factor[i] = (group_factor){.kind = GROUP_SE2, .n = 0}; break;
    case COORD_SE3: factor[i] = (group_factor){.kind = GROUP_SE3, .n = 0}; break;
    }
  }
  group_of(factor, count, GROUP_CAY);
  parts->factor = factor;
  parts->nfactor = count;
  return true;
}

// what no method on groups treats
static noslip_status refuse_group(const model_system *s, failure *why) {
  for (int i = 0; i < s->coords.count; i++) {
    const coord_item *c = &s->coords.list[i];
    if (c->kind == COORD_SO && c->size > son_largest)
      return fail(why, NOSLIP_ERROR_MODEL,
                  "`%s` is in SO(%d), and rotations of this version end with SO(%d)", c->name,
                  c->size, son_largest);
  }
  return NOSLIP_OK;
}

// the key of a momentum: that of its coordinate, or of its velocity if it belongs to a group
static void name_momenta(const model_system *s, const char **names) {
  for (int i = 0; i < s->coords.count; i++) {
    const coord_item *c = &s->coords.list[i];
    bool real = c->kind == COORD_REAL || c->kind == COORD_ANGLE;
    for (int k = 0; k < c->nvelocity; k++)
      names[c->velocity + k] =
          real ? s->positions.list[c->position + k].name : s->velocities.list[c->velocity + k].name;
  }
}

// ---- all of it

// of each position its name, its rate, and whether it is an angle
static bool list_positions(arena *a, const model_system *s, mechanical_parts *parts) {
  int n = parts->n;
  expr *rate = ARENA_ARRAY(a, expr, n + 1);
  bool *angle = ARENA_ARRAY(a, bool, n + 1);
  const char **names = ARENA_ARRAY(a, const char *, n + 1);
  const char **momenta = ARENA_ARRAY(a, const char *, parts->nv + 1);
  if (a->failed)
    return false;
  for (int i = 0; i < n; i++) {
    names[i] = s->positions.list[i].name;
    rate[i] = s->positions.list[i].rate;
    angle[i] = s->positions.list[i].angle;
  }
  name_momenta(s, momenta);
  parts->rate = rate;
  parts->angle = angle;
  parts->coordinate = names;
  parts->momentum = momenta;
  return true;
}

// one for each velocity: those that were declared behind the last use have symbols that do not occur
static const expr *accelerations_of(arena *a, const model_system *s) {
  int n = s->velocities.count, known = s->accelerations.count;
  expr *out = ARENA_ARRAY(a, expr, n);
  for (int i = 0; out && i < n; i++)
    out[i] = i < known ? s->accelerations.list[i].symbol
                       : expr_symbol(s->graph, KIND_ACCELERATION, "acceleration");
  return out;
}

static mechanical_parts symbols_of(arena *a, const model_system *s, problem_class class) {
  return (mechanical_parts){
      .graph = s->graph,
      .class = class,
      .lagrangian = s->form == FORM_LAGRANGIAN,
      .n = s->positions.count,
      .nv = s->velocities.count,
      .q = model_symbols(a, &s->positions),
      .v = model_symbols(a, &s->velocities),
      .p = model_symbols(a, &s->momenta),
      .acceleration = s->accelerations.count > 0 ? accelerations_of(a, s) : NULL,
      .time = s->time,
      .clock = model_clock(a, s),
      .energy = s->energy,
      .function = s->function,
      .force = s->forces.list,
  };
}

noslip_status model_mechanical(noslip_model *m, problem_class class, failure *why) {
  assert(!m->problem && m->system->positions.count > 0);
  const model_system *s = m->system;
  arena *a = &m->arena;
  mechanical_parts *parts = arena_alloc(a, sizeof *parts);
  bool on_group = class == PROBLEM_GROUP;
  if (!parts)
    return fail_memory(why);
  if (on_group && refuse_group(s, why) != NOSLIP_OK)
    return why->status;
  *parts = symbols_of(a, s, class);
  if (!list_positions(a, s, parts) || !model_rows(a, s, parts) || !model_contacts(a, s, parts) ||
      !model_watched(m, KIND_MULTIPLIER, &parts->watched) ||
      (on_group && !list_factors(a, s, parts)))
    return fail_memory(why);
  if (model_forces(m, &parts->added, why) != NOSLIP_OK)
    return why->status;
  if (by_velocity(a, parts, why) != NOSLIP_OK)
    return why->status;
  m->parts = parts;
  if (model_is_lean(s))
    return model_lean(m, parts, why);
  return mechanical_new(a, parts, &m->problem, why);
}
