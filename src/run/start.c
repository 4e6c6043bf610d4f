// The start of a run: initial data from the model, checked, completed.

#include "run/run.h"

#include "base/shown.h"
#include "base/suggest.h"
#include "run/contact/contact.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// the guesses of multipliers; where there is none, that of ideal reactions is taken: NaN
static void read_guesses(noslip_run *r) {
  const model_system *s = r->model->system;
  for (int k = 0; k < r->problem->m; k++) {
    int named = model_row_multiplier(s, k);
    const unknown *u = named >= 0 ? &s->multipliers.list[named] : NULL;
    r->state.lambda[k] = u && u->given ? u->start : (double)NAN;
  }
}

// what `init` says
static void read_start(noslip_run *r) {
  const model_system *s = r->model->system;
  if (!problem_is_mechanical(r->problem)) {
    for (int i = 0; i < r->problem->n; i++)
      r->state.q[i] = s->states.list[i].start;
    for (int k = 0; k < r->problem->m; k++)
      r->state.lambda[k] = s->algebraics.list[k].start;
    return;
  }
  for (int i = 0; i < r->problem->n; i++)
    r->state.q[i] = s->positions.list[i].start;
  for (int i = 0; i < r->problem->nv; i++) {
    r->state.v[i] = s->velocities.list[i].start;
    r->state.p[i] = s->momenta.list[i].start;
  }
  if (r->problem->mechanical.structure.loaded)
    read_guesses(r);
}

// ---------------------------------------------------------------------------------------------
// what the options say instead

// unknowns that have initial values, and where these go
typedef struct start_group {
  const unknowns *list;
  double *x;
} start_group;

enum { start_groups = 2 };

static void list_groups(start_group groups[start_groups], noslip_run *r) {
  const model_system *s = r->model->system;
  bool mechanical = problem_is_mechanical(r->problem);
  groups[0] = (start_group){mechanical ? &s->positions : &s->states, r->state.q};
  if (!mechanical)
    groups[1] = (start_group){&s->algebraics, r->state.lambda};
  else if (r->problem->mechanical.lagrangian)
    groups[1] = (start_group){&s->velocities, r->state.v};
  else
    groups[1] = (start_group){&s->momenta, r->state.p};
}

static noslip_status unknown_start(const noslip_run *r, const start_group groups[start_groups],
                                   const char *name, failure *why) {
  char question[suggest_room];
  suggestion near = {0};
  for (int g = 0; g < start_groups; g++)
    for (int i = 0; i < groups[g].list->count; i++)
      suggest(&near, name, groups[g].list->list[i].name);
  const unknowns *velocities = &r->model->system->velocities, *momenta = groups[1].list;
  for (int i = 0; momenta == &r->model->system->momenta && i < velocities->count; i++)
    if (strcmp(velocities->list[i].name, name) == 0)
      return fail(why, NOSLIP_ERROR_ARGUMENT,
                  "a hamiltonian model starts from momenta, not from `%s`: give `%s`", SHOWN(name),
                  SHOWN(momenta->list[i].name));
  fail(why, NOSLIP_ERROR_ARGUMENT, "there is no initial value `%s`", SHOWN(name));
  if (near.count > 0)
    fail_more(why, "; %s", suggest_text(question, &near, "`"));
  else
    fail_more(why, "; `noslip check` lists the unknowns of the model");
  return why->status;
}

// Other values that the model computes from this one do not follow it: a warning says so. The check
// of an exact solution marks the values it uses, too.
static void warn_used(noslip_run *r, const unknown *u, double x) {
  if (!u->used || r->model->system->exact.count > 0 || x == u->start)
    return;
  const char *note = arena_print(&r->arena,
                                 "initial values that the model computes from that of `%.60s` "
                                 "are those of the file",
                                 u->name);
  if (note)
    run_warn(r, note);
}

// entries of the matrix of a rigid motion, which have names in the output only
static noslip_status replace_column(noslip_run *r, const start_group groups[start_groups],
                                    const noslip_start *given, failure *why) {
  for (int i = 0; i < r->names.ncolumn; i++) {
    const run_column *c = &r->names.columns[i];
    if (c->kind == COLUMN_VELOCITY || strcmp(c->name, given->name) != 0)
      continue;
    if (c->kind != COLUMN_POSITION)
      return fail(why, NOSLIP_ERROR_ARGUMENT, "`%s` follows from `%s`: give that",
                  SHOWN(given->name), SHOWN(r->problem->coordinate[c->index]));
    r->state.q[c->index] = given->value;
    return NOSLIP_OK;
  }
  return unknown_start(r, groups, given->name, why);
}

static noslip_status replace(noslip_run *r, const noslip_start *given, failure *why) {
  start_group groups[start_groups];
  list_groups(groups, r);
  if (!isfinite(given->value))
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "the initial value of `%s` is not a finite number; give one", SHOWN(given->name));
  for (int g = 0; g < start_groups; g++)
    for (int i = 0; i < groups[g].list->count; i++) {
      const unknown *u = &groups[g].list->list[i];
      if (strcmp(u->name, given->name) != 0)
        continue;
      groups[g].x[i] = given->value;
      warn_used(r, u, given->value);
      return NOSLIP_OK;
    }
  return replace_column(r, groups, given, why);
}

// ---------------------------------------------------------------------------------------------
// checked and completed

// of time stepping without modes: a run begins with what it is given
static noslip_status lean_start(noslip_run *r, failure *why) {
  for (int i = 0; i < r->problem->n; i++)
    if (!isfinite(r->state.q[i]))
      return fail(why, NOSLIP_ERROR_MODEL, "`%s` is not finite at the start; correct `init`",
                  r->problem->coordinate[i]);
  observed_complete(&r->evaluator, &r->state, true);
  return NOSLIP_OK;
}

noslip_status start_state(noslip_run *r, const noslip_run_options *o, failure *why) {
  assert(o->nstart == 0 || o->start);
  text_buffer notes;
  text_init(&notes, &r->context->memory);
  if (r->model->note)
    run_warn(r, r->model->note);
  read_start(r);
  noslip_status status = NOSLIP_OK;
  for (int i = 0; i < o->nstart && status == NOSLIP_OK; i++)
    status = replace(r, &o->start[i], why);
  bool hamiltonian = problem_is_mechanical(r->problem) && !r->problem->mechanical.lagrangian;
  initial in = {&r->evaluator, &r->consistent, o->project, &notes, r->h};
  if (status == NOSLIP_OK && hamiltonian && !observed_complete(&r->evaluator, &r->state, false))
    status = fail(why, NOSLIP_ERROR_MODEL,
                  "the velocities cannot be found from the momenta: the mass matrix is singular at "
                  "the start; "
                  "look at the kinetic energy");
  if (status == NOSLIP_OK)
    status = r->problem->lean ? lean_start(r, why)
             : r->contacts    ? contacts_start(r, o->project, &notes, why)
                              : initial_prepare(&in, &r->arena, &r->state, why);

  // one warning per line of the notes
  char *line = notes.data;
  while (status == NOSLIP_OK && line && *line) {
    char *end = strchr(line, '\n');
    if (!end)
      break;
    const char *copy = arena_text(&r->arena, line, (size_t)(end - line));
    if (copy)
      run_warn(r, copy);
    line = end + 1;
  }
  text_free(&notes);
  return status;
}
