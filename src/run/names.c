// Names of what a run shows, in the order of declaration: positions of one item of coord, then its
// velocities; or states.

#include "real/sine.h"
#include "run/run.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// a rigid motion of the plane has 3 numbers, 9 columns
static int most_columns(const problem *p) {
  return 3*p->n + p->nv;
}

static void push(noslip_run *r, const char *name, column_kind kind, int index) {
  assert(r->names.ncolumn < most_columns(r->problem));
  r->names.columns[r->names.ncolumn++] = (run_column){name, kind, index};
}

// g[1,1] ... of a rigid motion, the rows of its matrix without the last: rotation and translation
static bool push_matrix(noslip_run *r, const coord_item *c) {
  static const column_kind plane[] = {COLUMN_COSINE, COLUMN_MINUS_SINE, COLUMN_SINE, COLUMN_COSINE};
  int d = c->kind == COORD_SE2 ? 2 : 3, angle = c->position + 2;
  for (int i = 0; i < d; i++)
    for (int j = 0; j <= d; j++) {
      const char *name = arena_print(&r->arena, "%s%d,%d]", c->entry, i + 1, j + 1);
      if (j == d)
        push(r, name, COLUMN_POSITION, c->position + i);
      else if (d == 2)
        push(r, name, plane[2*i + j], angle);
      else
        push(r, name, COLUMN_POSITION, c->position + 3 + 3*i + j);
    }
  return !r->arena.failed;
}

static bool push_positions(noslip_run *r, const coord_item *c) {
  const model_system *s = r->model->system;
  bool motion = c->kind == COORD_SE2 || c->kind == COORD_SE3;
  if (motion && !push_matrix(r, c))
    return false;
  for (int i = 0; i < (motion ? 3 : c->nposition); i++)
    push(r, s->positions.list[c->position + i].name, COLUMN_POSITION, c->position + i);
  return true;
}

static void push_velocities(noslip_run *r, const coord_item *c) {
  for (int i = 0; i < c->nvelocity; i++)
    push(r, r->model->system->velocities.list[c->velocity + i].name, COLUMN_VELOCITY,
         c->velocity + i);
}

// the numbers of one item of coord, `members` of them if it is a family, then the velocities
static bool push_item(noslip_run *r, const coord_item *c, int members) {
  for (int k = 0; k < members; k++)
    if (!push_positions(r, &c[k]))
      return false;
  for (int k = 0; k < members; k++)
    push_velocities(r, &c[k]);
  return true;
}

bool names_init(noslip_run *r) {
  const model_system *s = r->model->system;
  int most = most_columns(r->problem);
  r->names.columns = ARENA_ARRAY(&r->arena, run_column, most);
  r->names.values = ARENA_ARRAY(&r->arena, double, most + 1);
  r->names.ncolumn = 0;
  if (r->arena.failed)
    return false;
  for (int k = 0, members; k < s->coords.count; k += members) {
    const coord_item *c = &s->coords.list[k];
    members = c->members > 0 ? c->members : 1;
    if (!push_item(r, c, members))
      return false;
  }
  for (int i = 0; i < s->states.count; i++)
    push(r, s->states.list[i].name, COLUMN_POSITION, i);
  return true;
}

int noslip_run_count(const noslip_run *r, noslip_group group) {
  if (!r)
    return 0;
  switch (group) {
  case NOSLIP_STATE: return r->names.ncolumn;
  case NOSLIP_MOMENTUM: return r->problem->nv;
  case NOSLIP_MULTIPLIER:
  case NOSLIP_CONSTRAINT: return r->problem->m;
  case NOSLIP_INVARIANT: return r->model->system->invariants.count;
  case NOSLIP_OBSERVABLE: return r->model->system->observables.count;
  }
  return 0;
}

const char *noslip_run_name(const noslip_run *r, noslip_group group, int i) {
  if (i < 0 || i >= noslip_run_count(r, group))
    return NULL;
  switch (group) {
  case NOSLIP_STATE: return r->names.columns[i].name;
  case NOSLIP_MOMENTUM: return r->problem->momentum[i];
  case NOSLIP_MULTIPLIER: return r->problem->multiplier[i];
  case NOSLIP_CONSTRAINT: return r->problem->constraint[i];
  case NOSLIP_INVARIANT: return r->model->system->invariants.list[i].label;
  case NOSLIP_OBSERVABLE: return r->model->system->observables.list[i].label;
  }
  return NULL;
}

static double column_value(const noslip_run *r, const run_column *c) {
  switch (c->kind) {
  case COLUMN_POSITION: return r->observed.unwrapped[c->index];
  case COLUMN_VELOCITY: return r->state.v[c->index];
  case COLUMN_COSINE: return real_cos(r->state.q[c->index]);
  case COLUMN_SINE: return real_sin(r->state.q[c->index]);
  case COLUMN_MINUS_SINE: return -real_sin(r->state.q[c->index]);
  }
  return (double)NAN;
}

static const double *state_values(noslip_run *r) {
  for (int i = 0; i < r->names.ncolumn; i++)
    r->names.values[i] = column_value(r, &r->names.columns[i]);
  return r->names.values;
}

// what the method carries, where that is not p
static const double *momentum_values(const noslip_run *r) {
  bool tangent = r->method && method_shows_rho(r->method) && r->state.reduced;
  return tangent ? r->state.rho : r->state.p;
}

const double *noslip_run_values(noslip_run *r, noslip_group group) {
  if (!r)
    return NULL;
  monitor_motion(r);
  switch (group) {
  case NOSLIP_STATE: return state_values(r);
  case NOSLIP_MOMENTUM: return momentum_values(r);
  case NOSLIP_MULTIPLIER: return monitor_multipliers(r);
  case NOSLIP_CONSTRAINT: return r->observed.residual;
  case NOSLIP_INVARIANT: return r->observed.monitor;
  case NOSLIP_OBSERVABLE: return r->observed.monitor + r->model->system->invariants.count;
  }
  return NULL;
}

double noslip_value(noslip_run *r, const char *name) {
  static const noslip_group groups[] = {NOSLIP_STATE, NOSLIP_INVARIANT, NOSLIP_OBSERVABLE};
  for (size_t g = 0; name && g < sizeof groups/sizeof *groups; g++)
    for (int i = 0; i < noslip_run_count(r, groups[g]); i++)
      if (strcmp(noslip_run_name(r, groups[g], i), name) == 0)
        return noslip_run_values(r, groups[g])[i];
  return (double)NAN;
}
