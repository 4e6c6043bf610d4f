// Forces that are functions of the caller: what they act on, by name.

#include "base/shown.h"
#include "base/suggest.h"
#include "model/model.h"
#include "problem/added_forces.h"

#include <string.h>

noslip_status model_check_forces(noslip_context *c, const noslip_extra_force *list, int n) {
  if (n < 0 || (n > 0 && !list))
    return fail(&c->failure, NOSLIP_ERROR_ARGUMENT, "`forces` has %d entries%s", n,
                n < 0 ? "" : " and is NULL");
  for (int i = 0; i < n; i++)
    if (!list[i].on || !list[i].force)
      return fail(&c->failure, NOSLIP_ERROR_ARGUMENT, "`forces[%d].%s` is NULL", i,
                  list[i].on ? "force" : "on");
  return NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// names

static bool is_real(const coord_item *c) {
  return c->kind == COORD_REAL || c->kind == COORD_ANGLE;
}

// the name of entry k of a coordinate as a force has it: of a rotation that of its body velocity
static const char *entry_name(const model_system *s, const coord_item *c, int k) {
  return is_real(c) ? s->positions.list[c->position + k].name
                    : s->velocities.list[c->velocity + k].name;
}

// is it that entry, or all of its vector, or its row: w[1,2] by "w[1,2]", "w", "w[1]"?
static bool names_entry(const char *on, const char *entry) {
  size_t length = strlen(on);
  if (strncmp(entry, on, length) == 0 && (!entry[length] || entry[length] == '['))
    return true;
  return length > 1 && on[length - 1] == ']' && strncmp(entry, on, length - 1) == 0 &&
         entry[length - 1] == ',';
}

// all velocities that the name means
static int find_entries(const model_system *s, const char *on, int *entry) {
  int count = 0;
  for (int i = 0; i < s->coords.count; i++) {
    const coord_item *c = &s->coords.list[i];
    for (int k = 0; k < c->nvelocity; k++)
      if (names_entry(on, entry_name(s, c, k)))
        entry[count++] = c->velocity + k;
  }
  return count;
}

// without its indices
static void print_base(char *out, size_t size, const char *name) {
  snprintf(out, size, "%.*s", (int)strcspn(name, "["), name);
}

static noslip_status refuse_unknown(const model_system *s, const char *on, int which,
                                    failure *why) {
  enum { longest = 200 };
  suggestion near = {0};
  char room[suggest_room], *base = (char[longest]){0};
  for (int i = 0; i < s->coords.count; i++) {
    const coord_item *c = &s->coords.list[i];
    suggest(&near, on, is_real(c) ? c->name : entry_name(s, c, 0));
    if (is_real(c) || c->nvelocity == 0 || strcmp(on, c->name) != 0)
      continue;
    print_base(base, longest, entry_name(s, c, 0));
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "`forces[%d].on`: a force on `%s` acts along its body velocity; write `%s`", which,
                SHOWN(on), base);
  }
  fail(why, NOSLIP_ERROR_ARGUMENT, "`forces[%d].on`: %s has no coordinate `%s`", which, s->name,
       SHOWN(on));
  if (near.count > 0)
    fail_hint(why, "; ", "%s", suggest_text(room, &near, "`"));
  return why->status;
}

static noslip_status find_force(noslip_model *m, int which, added_force *out, failure *why) {
  const noslip_extra_force *given = &m->given.forces[which];
  int *entry = ARENA_ARRAY(&m->arena, int, m->system->velocities.count);
  if (!entry)
    return fail_memory(why);
  *out = (added_force){*given, entry, find_entries(m->system, given->on, entry)};
  return out->count > 0 ? NOSLIP_OK : refuse_unknown(m->system, given->on, which, why);
}

// ---------------------------------------------------------------------------------------------

// what knows nothing of functions
static noslip_status refuse(const model_system *s, failure *why) {
  if (s->accelerations.count > 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "accelerations cannot be observed beside `forces`, which are functions: leave them "
                "out of `invariant`, `observe`, `section` and `stop`");
  if (model_is_lean(s))
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "contacts of pairs, or of this many bodies, have no `forces` that are functions: "
                "write them as `force` statements");
  return NOSLIP_OK;
}

noslip_status model_forces(noslip_model *m, const added_forces **out, failure *why) {
  int n = m->given.nforces;
  *out = NULL;
  if (n == 0)
    return NOSLIP_OK;
  added_force *list = ARENA_ARRAY(&m->arena, added_force, n);
  added_forces *all = arena_alloc(&m->arena, sizeof *all);
  if (m->arena.failed)
    return fail_memory(why);
  noslip_status status = refuse(m->system, why);
  for (int i = 0; i < n && status == NOSLIP_OK; i++)
    status = find_force(m, i, &list[i], why);
  *all = (added_forces){list, n};
  *out = all;
  return status;
}

static void take_starts(double *out, const unknowns *list) {
  for (int i = 0; i < list->count; i++)
    out[i] = list->list[i].start;
}

noslip_status model_try_forces(noslip_model *m, failure *why) {
  const model_system *s = m->system;
  arena scratch;
  if (!m->problem || !m->problem->added)
    return NOSLIP_OK;
  arena_init(&scratch, m->arena.memory);
  double *q = ARENA_ARRAY(&scratch, double, s->positions.count);
  double *x = ARENA_ARRAY(&scratch, double, s->velocities.count);
  noslip_status status = NOSLIP_OK;
  if (scratch.failed) {
    status = fail_memory(why);
  } else {
    take_starts(q, &s->positions);
    take_starts(x, s->form == FORM_LAGRANGIAN ? &s->velocities : &s->momenta);
    status = added_check(m->problem, &scratch, s->start.time, q, x, why);
  }
  arena_free(&scratch);
  return status;
}
