// Which initial value a column of a trajectory holds.

#include "model/model.h"

#include <stdio.h>
#include <string.h>

static const unknown *find(const unknowns *list, const char *name) {
  for (int i = 0; i < list->count; i++)
    if (strcmp(list->list[i].name, name) == 0)
      return &list->list[i];
  return NULL;
}

// an entry of the matrix of a rigid motion, g[1,3]: a number of its own, or "" if it follows from
// the angle; NULL: it is none
static const char *motion_key(const model_system *s, const char *column) {
  for (int k = 0; k < s->coords.count; k++) {
    const coord_item *c = &s->coords.list[k];
    size_t length = strlen(c->name);
    int i, j, end = 0, d = c->kind == COORD_SE2 ? 2 : 3;
    if ((c->kind != COORD_SE2 && c->kind != COORD_SE3) || strncmp(column, c->name, length) != 0 ||
        sscanf(column + length, "[%2d,%2d]%n", &i, &j, &end) != 2 || column[length + (size_t)end] ||
        end == 0 || i < 1 || i > d || j < 1 || j > d + 1)
      continue;
    if (j == d + 1)
      return s->positions.list[c->position + i - 1].name;
    return d == 2 ? "" : s->positions.list[c->position + 3*i + j - 1].name;
  }
  return NULL;
}

// what stands after "momentum." is the name of a coordinate, or of a velocity of a group
static const char *momentum_key(const noslip_model *m, const char *name) {
  const model_system *s = m->system;
  if (s->form != FORM_HAMILTONIAN || !m->problem)
    return "";
  for (int i = 0; i < m->problem->nv; i++)
    if (strcmp(m->problem->momentum[i], name) == 0)
      return s->momenta.list[i].name;
  return NULL;
}

static bool is_monitor(const model_system *s, const char *column) {
  for (int i = 0; i < s->invariants.count; i++)
    if (strcmp(s->invariants.list[i].label, column) == 0)
      return true;
  for (int i = 0; i < s->observables.count; i++)
    if (strcmp(s->observables.list[i].label, column) == 0)
      return true;
  return false;
}

const char *noslip_model_start_key(const noslip_model *m, const char *column) {
  static const char momentum[] = "momentum.", multiplier[] = "multiplier.";
  if (!m || !column)
    return NULL;
  const model_system *s = m->system;
  const unknown *own = find(&s->positions, column);
  own = own ? own : find(&s->states, column);
  own = own ? own : find(s->form == FORM_HAMILTONIAN ? &s->momenta : &s->velocities, column);
  own = own ? own : find(&s->algebraics, column);
  if (own)
    return own->name;
  if (strcmp(column, "t") == 0)
    return "t";
  if (strncmp(column, momentum, sizeof momentum - 1) == 0)
    return momentum_key(m, column + sizeof momentum - 1);
  if (strncmp(column, multiplier, sizeof multiplier - 1) == 0) {
    const unknown *guess = find(&s->algebraics, column + sizeof multiplier - 1);
    return guess ? guess->name : "";
  }
  const char *of_motion = motion_key(s, column);
  if (of_motion)
    return of_motion;
  bool shown = strcmp(column, "energy") == 0 || strcmp(column, "constraint") == 0 ||
               is_monitor(s, column) || find(&s->velocities, column);
  return shown ? "" : NULL;
}
