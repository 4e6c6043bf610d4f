#include "model/drawn.h"

#include "lang/lex.h"
#include "lang/tree.h"
#include "problem/expr_vector.h"

#include <assert.h>

// the kinds of the language are those of the public header, in the same order
#define DRAWING(kind, word, form, roles) \
  _Static_assert((int)DRAW_##kind == (int)NOSLIP_SHAPE_##kind, word);
#include "lang/drawings.inl"
#undef DRAWING

// ---------------------------------------------------------------------------------------------
// shapes

// trails take turns, so that two of them can be told apart
static const char *colour_of(const drawing *d, int *ntrail) {
  static const char *const trails[] = {"orange", "sky", "green", "purple"};
  bool trail = d->what == DRAW_TRAIL;
  int number = trail ? (*ntrail)++ : 0;
  if (d->colour >= 0)
    return lex_colours[d->colour];
  switch ((tree_drawing)d->what) {
  case DRAW_TRAIL: return trails[number % 4];
  case DRAW_ARROW: return "red";
  case DRAW_SPRING:
  case DRAW_GROUND: return "grey";
  case DRAW_FRAME: return "black";
  default: return "blue";
  }
}

static bool list_shapes(arena *a, const drawings *from, drawn *out) {
  int next = 0, ntrail = 0;
  out->list = ARENA_ARRAY(a, drawn_shape, from->count);
  out->count = from->count;
  out->dimension = from->count > 0 ? from->list[0].dimension : 2;
  for (int i = 0; out->list && i < from->count; i++) {
    const drawing *d = &from->list[i];
    assert(d->dimension == out->dimension);
    int others = d->nvalue - d->npoint*d->dimension - d->nsize - d->nturn;
    assert(others == 0 || others == d->dimension);
    out->list[i] = (drawn_shape){.kind = (noslip_shape_kind)d->what,
                                 .name = d->name,
                                 .colour = colour_of(d, &ntrail),
                                 .npoint = d->npoint,
                                 .nsize = d->nsize,
                                 .nturn = d->nturn,
                                 .vector = others > 0,
                                 .surface = d->curved ? out->nsurface++ : -1,
                                 .first = next};
    next += d->nvalue;
    out->npoint += d->npoint;
  }
  return out->list != NULL;
}

// ---------------------------------------------------------------------------------------------
// numbers

static const expr *join(arena *a, const drawings *from, int *count) {
  int n = 0, at = 0;
  for (int i = 0; i < from->count; i++)
    n += from->list[i].nvalue;
  expr *all = ARENA_ARRAY(a, expr, n + 1);
  for (int i = 0; all && i < from->count; i++)
    for (int k = 0; k < from->list[i].nvalue; k++)
      all[at++] = from->list[i].values[k];
  *count = n;
  return all;
}

// what is not known at every node of every run
static noslip_status refuse(const noslip_model *m, const drawn *d, failure *why) {
  if (d->multipliers && m->problem->lean)
    return fail(
        why, NOSLIP_ERROR_MODEL,
        "forces of contacts, and accelerations, cannot be drawn beside contacts of pairs, or "
        "of this many bodies: leave them out of `draw`");
  if (d->accelerations && !(m->parts && m->parts->lagrangian))
    return fail(why, NOSLIP_ERROR_MODEL,
                "accelerations are drawn for a `lagrangian` only: leave them out of `draw`");
  return NOSLIP_OK;
}

// the symbols in the order of drawn.tape; of a model that is not mechanical, q are the states and
// multipliers the algebraic variables
static void list_groups(const noslip_model *m, arena *a, tape_group *out) {
  const model_system *s = m->system;
  const mechanical_parts *p = m->parts;
  const clock_parts clock = model_clock(a, s);
  const unknowns *q = p ? &s->positions : &s->states;
  out[0] = clock_group(&clock);
  out[1] = (tape_group){model_symbols(a, q), q->count};
  out[2] = (tape_group){model_symbols(a, &s->velocities), s->velocities.count};
  out[3] = (tape_group){model_symbols(a, &s->momenta), s->momenta.count};
  out[4] = p ? (tape_group){p->mu, p->m}
             : (tape_group){model_symbols(a, &s->algebraics), s->algebraics.count};
  out[5] = (tape_group){&s->energy, 1};
  out[6] = (tape_group){model_symbols(a, &s->accelerations), s->accelerations.count};
}

static noslip_status make_tape(const noslip_model *m, graph *g, arena *a, const drawings *from,
                               drawn *out, failure *why) {
  int n;
  tape_group groups[drawn_groups];
  const expr *all = join(a, from, &n);
  if (!all)
    return fail_memory(why);
  unsigned kinds = expr_list_kinds(g, all, n);
  out->accelerations = (kinds & KIND_ACCELERATION) != 0;
  out->multipliers = (kinds & (KIND_ACCELERATION | KIND_MULTIPLIER | KIND_ALGEBRAIC)) != 0;
  if (refuse(m, out, why) != NOSLIP_OK)
    return why->status;
  list_groups(m, a, groups);
  out->tape = a->failed ? NULL : tape_new(a, g, groups, drawn_groups, all, n);
  return out->tape ? NOSLIP_OK : fail_memory(why);
}

// a tape for each gap
static noslip_status make_surfaces(const noslip_model *m, graph *g, arena *a, const drawings *from,
                                   drawn *out, failure *why) {
  tape_group groups[drawn_groups];
  list_groups(m, a, groups);
  out->surfaces = ARENA_ARRAY(a, const tape *, out->nsurface + 1);
  for (int i = 0, k = 0; i < from->count && !a->failed; i++) {
    const drawing *d = &from->list[i];
    if (!d->curved)
      continue;
    const tape_group all[drawn_surface_groups] = {groups[0], groups[1], {d->place, d->dimension}};
    out->surfaces[k] = tape_new(a, g, all, drawn_surface_groups, &d->gap, 1);
    if (!out->surfaces[k++])
      return fail_memory(why);
  }
  return a->failed ? fail_memory(why) : NOSLIP_OK;
}

static noslip_status make(const noslip_model *m, graph *g, arena *a, drawn *out, failure *why) {
  const model_system *s = m->system;
  drawings list = {s->drawings.list, s->drawings.count, s->drawings.count};
  *out = (drawn){.given = list.count > 0};
  if (!out->given && !drawn_default(s, g, a, &list))
    return fail_memory(why);
  if (!list_shapes(a, &list, out))
    return fail_memory(why);
  noslip_status status = make_tape(m, g, a, &list, out, why);
  return status == NOSLIP_OK ? make_surfaces(m, g, a, &list, out, why) : status;
}

// a tape is made with marks in its graph, and other threads may read this one: so from a copy
noslip_status drawn_make(const noslip_model *m, arena *a, drawn *out, failure *why) {
  if (m->problem && m->problem->callbacks)
    return fail(why, NOSLIP_ERROR_MODEL,
                "a model made of functions has no shapes: draw its state, noslip_run_values");
  graph *g = graph_copy(m->system->graph, a->memory);
  noslip_status status = g ? make(m, g, a, out, why) : fail_memory(why);
  graph_free(g);
  return status;
}
