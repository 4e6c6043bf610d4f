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

// ---------------------------------------------------------------------------------------------
// what `init` says

// unknowns that have initial values, where these go, and which of them are given
typedef struct value_group {
  const unknowns *list;
  double *x;
  bool *given, *set;  // NULL: values are guesses
  const char **name;
} value_group;

enum { start_groups = 2 };

// positions and velocities, or momenta; states and algebraic variables
static void list_groups(value_group groups[start_groups], noslip_run *r) {
  const model_system *s = r->model->system;
  bool mechanical = problem_is_mechanical(r->problem);
  groups[0] = (value_group){mechanical ? &s->positions : &s->states, r->state.q, r->start.q,
                            r->start.q_set, r->start.q_name};
  if (!mechanical)
    groups[1] = (value_group){&s->algebraics, r->state.lambda, NULL, NULL, NULL};
  else if (r->problem->mechanical.lagrangian)
    groups[1] =
        (value_group){&s->velocities, r->state.v, r->start.x, r->start.x_set, r->start.x_name};
  else
    groups[1] = (value_group){&s->momenta, r->state.p, r->start.x, r->start.x_set, r->start.x_name};
}

static bool start_init(noslip_run *r) {
  int n = r->problem->n, nv = r->problem->nv;
  r->start = (run_start){
      .time = r->start.time,
      .q = ARENA_ARRAY(&r->arena, bool, n),
      .x = ARENA_ARRAY(&r->arena, bool, nv),
      .q_set = ARENA_ARRAY(&r->arena, bool, n),
      .x_set = ARENA_ARRAY(&r->arena, bool, nv),
      .q_name = ARENA_ARRAY(&r->arena, const char *, n),
      .x_name = ARENA_ARRAY(&r->arena, const char *, nv),
      .before = ARENA_ARRAY(&r->arena, double, n + nv),
      .found = ARENA_ARRAY(&r->arena, noslip_found, n + nv),
  };
  return !r->arena.failed;
}

// a value from which others are computed counts as given
static void read_start(noslip_run *r) {
  value_group groups[start_groups];
  list_groups(groups, r);
  for (int g = 0; g < start_groups; g++)
    for (int i = 0; i < groups[g].list->count; i++) {
      const unknown *u = &groups[g].list->list[i];
      groups[g].x[i] = u->start;
      if (groups[g].given) {
        groups[g].given[i] = u->given || u->fixed || u->source;
        groups[g].name[i] = u->name;
      }
    }
  if (problem_is_mechanical(r->problem) && r->problem->mechanical.structure.loaded)
    read_guesses(r);
}

// ---------------------------------------------------------------------------------------------
// what the options say instead

static bool is_time(const noslip_start *s) {
  return strcmp(s->name, "t") == 0;
}

noslip_status start_time(noslip_run *r, const noslip_run_options *o, failure *why) {
  r->start.time = r->model->system->start.time;
  for (int i = 0; i < o->nstart; i++)
    if (is_time(&o->start[i]))
      r->start.time = o->start[i].value;
  return isfinite(r->start.time)
             ? NOSLIP_OK
             : fail(why, NOSLIP_ERROR_ARGUMENT, "the start time is not a finite number; give one");
}

static noslip_status unknown_start(const noslip_run *r, const value_group groups[start_groups],
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
    fail_hint(why, "; ", "%s", suggest_text(question, &near, "`"));
  else
    fail_hint(why, "; ", "`noslip check` lists the unknowns of the model");
  return why->status;
}

// entries of the matrix of a rigid motion, which have names in the output only
static noslip_status replace_column(noslip_run *r, const value_group groups[start_groups],
                                    const noslip_start *given, failure *why) {
  for (int i = 0; i < r->names.ncolumn; i++) {
    const model_column *c = &r->names.columns[i];
    if (c->kind == COLUMN_VELOCITY || strcmp(c->name, given->name) != 0)
      continue;
    if (c->kind != COLUMN_POSITION)
      return fail(why, NOSLIP_ERROR_ARGUMENT, "`%s` follows from `%s`: give that",
                  SHOWN(given->name), SHOWN(r->problem->coordinate[c->index]));
    r->state.q[c->index] = given->value;
    r->start.q[c->index] = r->start.q_set[c->index] = true;
    return NOSLIP_OK;
  }
  return unknown_start(r, groups, given->name, why);
}

static noslip_status replace(noslip_run *r, const noslip_start *given, failure *why) {
  value_group groups[start_groups];
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
      if (groups[g].given)
        groups[g].given[i] = groups[g].set[i] = true;
      return NOSLIP_OK;
    }
  return replace_column(r, groups, given, why);
}

// what `init` computes from others is computed again
static noslip_status follow(noslip_run *r, failure *why) {
  bool momenta = problem_is_mechanical(r->problem) && !r->problem->mechanical.lagrangian;
  start_numbers at = {.q = r->state.q,
                      .x = momenta ? r->state.p : r->state.v,
                      .q_set = r->start.q_set,
                      .x_set = r->start.x_set};
  return parameters_follow(r, &at, why);
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

initial_given start_given(const noslip_run *r) {
  return (initial_given){
      .q = r->start.q, .x = r->start.x, .q_name = r->start.q_name, .x_name = r->start.x_name};
}

// keep the numbers before they are moved
static void keep_before(noslip_run *r) {
  int n = r->problem->n, nv = r->problem->nv;
  vec_copy(r->start.before, r->state.q, n);
  if (nv > 0)
    vec_copy(r->start.before + n, r->problem->mechanical.lagrangian ? r->state.v : r->state.p, nv);
}

void start_list_found(noslip_run *r) {
  int n = r->problem->n, nv = r->problem->nv;
  const run_start *s = &r->start;
  const double *x = r->problem->mechanical.lagrangian ? r->state.v : r->state.p;
  r->start.nfound = 0;
  for (int i = 0; i < n + nv; i++) {
    double from = s->before[i], to = i < n ? r->state.q[i] : x[i - n];
    if (from != to)
      s->found[r->start.nfound++] = (noslip_found){i < n ? s->q_name[i] : s->x_name[i - n], from,
                                                   to, i < n ? s->q[i] : s->x[i - n]};
  }
}

// what `init` and the options say, and what follows from these
static noslip_status read_data(noslip_run *r, const noslip_run_options *o, failure *why) {
  bool hamiltonian = problem_is_mechanical(r->problem) && !r->problem->mechanical.lagrangian;
  noslip_status status = NOSLIP_OK;
  read_start(r);
  for (int i = 0; i < o->nstart && status == NOSLIP_OK; i++)
    if (!is_time(&o->start[i]))
      status = replace(r, &o->start[i], why);
  if (status == NOSLIP_OK && (o->nstart > 0 || o->nparameter > 0))
    status = follow(r, why);
  r->state.t = r->start.time;
  if (status == NOSLIP_OK && hamiltonian && !observed_complete(&r->evaluator, &r->state, false))
    status = fail(why, NOSLIP_ERROR_MODEL,
                  "the velocities cannot be found from the momenta: the mass matrix is singular at "
                  "the start; "
                  "look at the kinetic energy");
  return status;
}

static noslip_status complete_data(noslip_run *r, bool project, text_buffer *notes, failure *why) {
  if (r->problem->lean)
    return lean_start(r, why);
  if (r->contacts)
    return contacts_start(r, project, notes, why);
  initial_given given = start_given(r);
  initial in = {.evaluator = &r->evaluator,
                .consistent = &r->consistent,
                .project = project,
                .notes = notes,
                .step = r->h,
                .given = r->problem->callbacks ? NULL : &given};
  noslip_status status = initial_prepare(&in, &r->arena, &r->state, why);
  if (status == NOSLIP_OK)
    start_list_found(r);
  return status;
}

// one warning per line of the notes
static void warn(noslip_run *r, char *line) {
  for (char *end; line && *line && (end = strchr(line, '\n')) != NULL; line = end + 1) {
    const char *copy = arena_text(&r->arena, line, (size_t)(end - line));
    if (copy)
      run_warn(r, copy);
  }
}

noslip_status start_state(noslip_run *r, const noslip_run_options *o, failure *why) {
  assert(o->nstart == 0 || o->start);
  text_buffer notes;
  text_init(&notes, &r->context->memory);
  if (r->model->note)
    run_warn(r, r->model->note);
  if (!start_init(r))
    return fail_memory(why);
  noslip_status status = parameters_begin(r, o, why);
  if (status == NOSLIP_OK)
    status = read_data(r, o, why);
  keep_before(r);
  if (status == NOSLIP_OK)
    status = complete_data(r, o->project, &notes, why);
  if (status == NOSLIP_OK)
    warn(r, notes.data);
  text_free(&notes);
  return status;
}
