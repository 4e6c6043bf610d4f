// The columns of the state that a run shows, in the order of declaration: positions of one item of
// coord, then its velocities; or states. And the names of all groups of values.

#include "model/model.h"

#include <assert.h>

typedef struct columns {
  noslip_model *model;
  model_column *list;
  int count, most;
} columns;

static void push(columns *c, const char *name, column_kind kind, int index) {
  assert(c->count < c->most);
  c->list[c->count++] = (model_column){name, kind, index};
}

// g[1,1] ... of a rigid motion, the rows of its matrix without the last: rotation and translation
static bool push_matrix(columns *to, const coord_item *c) {
  static const column_kind plane[] = {COLUMN_COSINE, COLUMN_MINUS_SINE, COLUMN_SINE, COLUMN_COSINE};
  arena *a = &to->model->arena;
  int d = c->kind == COORD_SE2 ? 2 : 3, angle = c->position + 2;
  for (int i = 0; i < d; i++)
    for (int j = 0; j <= d; j++) {
      const char *name = arena_print(a, "%s%d,%d]", c->entry, i + 1, j + 1);
      if (j == d)
        push(to, name, COLUMN_POSITION, c->position + i);
      else if (d == 2)
        push(to, name, plane[2*i + j], angle);
      else
        push(to, name, COLUMN_POSITION, c->position + 3 + 3*i + j);
    }
  return !a->failed;
}

static bool push_positions(columns *to, const coord_item *c) {
  const model_system *s = to->model->system;
  bool motion = c->kind == COORD_SE2 || c->kind == COORD_SE3;
  if (motion && !push_matrix(to, c))
    return false;
  for (int i = 0; i < (motion ? 3 : c->nposition); i++)
    push(to, s->positions.list[c->position + i].name, COLUMN_POSITION, c->position + i);
  return true;
}

static void push_velocities(columns *to, const coord_item *c) {
  for (int i = 0; i < c->nvelocity; i++)
    push(to, to->model->system->velocities.list[c->velocity + i].name, COLUMN_VELOCITY,
         c->velocity + i);
}

// the numbers of one item of coord, `members` of them if it is a family, then the velocities
static bool push_item(columns *to, const coord_item *c, int members) {
  for (int k = 0; k < members; k++)
    if (!push_positions(to, &c[k]))
      return false;
  for (int k = 0; k < members; k++)
    push_velocities(to, &c[k]);
  return true;
}

bool model_find_columns(noslip_model *m) {
  const model_system *s = m->system;
  // a rigid motion of the plane has 3 numbers, 9 columns
  columns c = {.model = m};
  c.most = 3*s->positions.count + s->velocities.count + s->states.count;
  c.list = ARENA_ARRAY(&m->arena, model_column, c.most);
  if (!c.list)
    return false;
  for (int k = 0, members; k < s->coords.count; k += members) {
    const coord_item *item = &s->coords.list[k];
    members = item->members > 0 ? item->members : 1;
    if (!push_item(&c, item, members))
      return false;
  }
  for (int i = 0; i < s->states.count; i++)
    push(&c, s->states.list[i].name, COLUMN_POSITION, i);
  m->columns = c.list;
  m->ncolumn = c.count;
  return true;
}

// ---------------------------------------------------------------------------------------------
// names of groups

int model_group_count(const noslip_model *m, const problem *p, noslip_group group) {
  switch (group) {
  case NOSLIP_STATE: return m->ncolumn;
  case NOSLIP_MOMENTUM: return p ? p->nv : 0;
  case NOSLIP_MULTIPLIER:
  case NOSLIP_CONSTRAINT: return p ? p->m : 0;
  case NOSLIP_INVARIANT: return m->system->invariants.count;
  case NOSLIP_OBSERVABLE: return m->system->observables.count;
  }
  return 0;
}

const char *model_group_name(const noslip_model *m, const problem *p, noslip_group group, int i) {
  if (i < 0 || i >= model_group_count(m, p, group))
    return NULL;
  switch (group) {
  case NOSLIP_STATE: return m->columns[i].name;
  case NOSLIP_MOMENTUM: return p->momentum[i];
  case NOSLIP_MULTIPLIER: return p->multiplier[i];
  case NOSLIP_CONSTRAINT: return p->constraint[i];
  case NOSLIP_INVARIANT: return m->system->invariants.list[i].label;
  case NOSLIP_OBSERVABLE: return m->system->observables.list[i].label;
  }
  return NULL;
}
