// Names of what a run shows, in the order of declaration: positions of one item of coord, then its
// velocities; or states.

#include "run/run.h"

#include <math.h>
#include <string.h>

// the key of a momentum: that of its coordinate
static const char *momentum_name(noslip_run *r, int i) {
  return r->problem->coordinate[i];
}

bool names_init(noslip_run *r) {
  const model_system *s = r->model->system;
  int n = r->problem->n, count = 0;
  r->columns = ARENA_ARRAY(&r->arena, run_column, 2*n);
  r->momentum_names = ARENA_ARRAY(&r->arena, const char *, n);
  r->values = ARENA_ARRAY(&r->arena, double, 2*n + 1);
  if (r->arena.failed)
    return false;
  for (int k = 0; k < s->coords.count; k++) {
    const coord_item *c = &s->coords.list[k];
    for (int i = 0; i < c->nposition; i++)
      r->columns[count++] =
          (run_column){s->positions.list[c->position + i].name, false, c->position + i};
    for (int i = 0; i < c->nvelocity; i++)
      r->columns[count++] =
          (run_column){s->velocities.list[c->velocity + i].name, true, c->velocity + i};
  }
  for (int i = 0; i < s->states.count; i++)
    r->columns[count++] = (run_column){s->states.list[i].name, false, i};
  r->ncolumn = count;
  for (int i = 0; i < n; i++)
    r->momentum_names[i] = momentum_name(r, i);
  return true;
}

int noslip_run_count(const noslip_run *r, noslip_group group) {
  switch (group) {
  case NOSLIP_STATE: return r->ncolumn;
  case NOSLIP_MOMENTUM: return r->seen.mechanical ? r->problem->n : 0;
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
  case NOSLIP_STATE: return r->columns[i].name;
  case NOSLIP_MOMENTUM: return r->momentum_names[i];
  case NOSLIP_MULTIPLIER: return r->problem->multiplier[i];
  case NOSLIP_CONSTRAINT: return r->problem->constraint[i];
  case NOSLIP_INVARIANT: return r->model->system->invariants.list[i].label;
  case NOSLIP_OBSERVABLE: return r->model->system->observables.list[i].label;
  }
  return NULL;
}

static const double *state_values(noslip_run *r) {
  for (int i = 0; i < r->ncolumn; i++) {
    const run_column *c = &r->columns[i];
    r->values[i] = c->velocity ? r->state.v[c->index] : r->seen.unwrapped[c->index];
  }
  return r->values;
}

const double *noslip_run_values(noslip_run *r, noslip_group group) {
  monitor_motion(r);
  switch (group) {
  case NOSLIP_STATE: return state_values(r);
  case NOSLIP_MOMENTUM: return r->state.p;
  case NOSLIP_MULTIPLIER: return monitor_multipliers(r);
  case NOSLIP_CONSTRAINT: return r->seen.residual;
  case NOSLIP_INVARIANT: return r->seen.monitor;
  case NOSLIP_OBSERVABLE: return r->seen.monitor + r->model->system->invariants.count;
  }
  return NULL;
}

double noslip_value(noslip_run *r, const char *name) {
  static const noslip_group groups[] = {NOSLIP_STATE, NOSLIP_INVARIANT, NOSLIP_OBSERVABLE};
  for (size_t g = 0; g < sizeof groups/sizeof *groups; g++)
    for (int i = 0; i < noslip_run_count(r, groups[g]); i++)
      if (strcmp(noslip_run_name(r, groups[g], i), name) == 0)
        return noslip_run_values(r, groups[g])[i];
  return (double)NAN;
}
