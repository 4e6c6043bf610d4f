// Names and values of what a run shows.

#include "real/sine.h"
#include "run/run.h"

#include <assert.h>
#include <math.h>
#include <string.h>

bool names_init(noslip_run *r) {
  r->names.columns = r->model->columns;
  r->names.ncolumn = r->model->ncolumn;
  r->names.values = ARENA_ARRAY(&r->arena, double, r->names.ncolumn + 1);
  if (!r->names.shown)
    r->names.shown = ARENA_ARRAY(&r->kept, run_columns, 1);
  if (r->arena.failed || r->kept.failed)
    return false;
  r->names.shown->arena = &r->kept;
  return true;
}

int noslip_run_count(const noslip_run *r, noslip_group group) {
  return r ? model_group_count(r->model, r->problem, group) : 0;
}

const char *noslip_run_name(const noslip_run *r, noslip_group group, int i) {
  return r ? model_group_name(r->model, r->problem, group, i) : NULL;
}

double names_state(const noslip_run *r, int i) {
  const model_column *c = &r->names.columns[i];
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
    r->names.values[i] = names_state(r, i);
  return r->names.values;
}

// what the method carries, where that is not p
const double *names_momenta(const noslip_run *r) {
  bool tangent = r->method && method_shows_rho(r->method) && r->state.reduced;
  return tangent ? r->state.rho : r->state.p;
}

const double *noslip_run_values(noslip_run *r, noslip_group group) {
  if (!r)
    return NULL;
  monitor_motion(r);
  switch (group) {
  case NOSLIP_STATE: return state_values(r);
  case NOSLIP_MOMENTUM: return names_momenta(r);
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
