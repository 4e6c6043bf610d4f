#include "study/crew.h"

#include "base/shown.h"
#include "run/row.h"
#include "run/settle.h"
#include "study/parallel.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>
#include <time.h>

// ---------------------------------------------------------------------------------------------
// options

static noslip_status check_keys(const noslip_ensemble_options *o, failure *why) {
  for (int i = 0; i < o->nkey; i++)
    if (!o->keys[i])
      return fail(why, NOSLIP_ERROR_ARGUMENT, "`keys[%d]` is NULL", i);
  for (int i = 0; i < o->nkey; i++)
    for (int k = 0; k < i; k++)
      if (strcmp(o->keys[i], o->keys[k]) == 0)
        return fail(why, NOSLIP_ERROR_ARGUMENT,
                    "the value of `%s` is given twice; delete one of them", SHOWN(o->keys[i]));
  return NOSLIP_OK;
}

noslip_status crew_check(const noslip_ensemble_options *o, const char *what, failure *why) {
  if (o->nmember < 1)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "%s has at least one member, not %d", what, o->nmember);
  if (o->first_member < 0 || o->first_member > INT_MAX - o->nmember)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "`first_member` is %d; give a number from 0 to %d",
                o->first_member, INT_MAX - o->nmember);
  if (o->nkey < 0 || (o->nkey > 0 && (!o->keys || !o->starts)))
    return fail(why, NOSLIP_ERROR_ARGUMENT, "`keys` has %d entries%s", o->nkey,
                o->nkey < 0 ? ""
                : o->keys   ? " and `starts` is NULL"
                            : " and is NULL");
  if (o->threads < 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "%d is no number of threads", o->threads);
  if (check_keys(o, why) != NOSLIP_OK)
    return why->status;
  for (int k = 0; k < o->nmember; k++)
    for (int i = 0; i < o->nkey; i++)
      if (!isfinite(o->starts[(size_t)k*(size_t)o->nkey + (size_t)i]))
        return fail(why, NOSLIP_ERROR_ARGUMENT,
                    "member %d: the value of `%s` is not a finite number; give one, or "
                    "leave out the row",
                    o->first_member + k, SHOWN(o->keys[i]));
  return NOSLIP_OK;
}

// the numbers of a member; NULL: there are no keys
static const double *numbers(const crew *c, int member) {
  const noslip_ensemble_options *o = c->options;
  assert(member >= 0 && member < o->nmember);
  return o->nkey > 0 ? o->starts + (size_t)member*(size_t)o->nkey : NULL;
}

noslip_run_options crew_options(const crew *c, int member, const crew_scratch *scratch) {
  const noslip_ensemble_options *o = c->options;
  const double *x = numbers(c, member);
  int nstart = 0, nparameter = 0;
  assert(c->keys.n == o->nkey);
  for (int i = 0; i < o->nkey; i++) {
    if (c->keys.kinds[i] == KEY_START)
      scratch->starts[nstart++] = (noslip_start){o->keys[i], x[i]};
    if (c->keys.kinds[i] == KEY_PARAMETER && c->live)
      scratch->parameters[nparameter++] = (noslip_parameter){o->keys[i], x[i]};
  }
  return (noslip_run_options){
      .whole_steps = !c->whole && !c->rest && !(c->meet && c->keys.step >= 0),
      .past_stops = !c->whole,
      .method = o->method,
      .step = c->keys.step >= 0 ? x[c->keys.step] : o->step,
      .until = o->until,
      .steps = c->nstep > 0 ? c->nstep : o->steps,
      .every = o->every,
      .project = o->project,
      .unmonitored = !c->whole,
      .backend = o->backend,
      .start = scratch->starts,
      .nstart = nstart,
      .parameters = scratch->parameters,
      .nparameter = nparameter,
      .signals = o->signals,
      .nsignal = o->nsignal,
  };
}

// ---------------------------------------------------------------------------------------------
// runs before the others

static bool make_scratch(crew_scratch *s, const crew *c, arena *a) {
  *s = (crew_scratch){ARENA_ARRAY(a, noslip_start, c->options->nkey + 1),
                      ARENA_ARRAY(a, noslip_parameter, c->options->nkey + 1)};
  return !a->failed;
}

// are there models of their own for members?
static bool has_variants(const crew *c) {
  return c->keys.nparameter > 0 && !c->live;
}

// One model for all values of the parameters, if the language can leave these open. What it cannot is
// no mistake: then the text is read again for each value.
static noslip_status make_live(crew *c, noslip_context *context, arena *a) {
  int at = 0;
  const char **names = ARENA_ARRAY(a, const char *, c->keys.nparameter + 1);
  if (!names)
    return fail_memory(&context->failure);
  for (int i = 0; i < c->keys.n; i++)
    if (c->keys.kinds[i] == KEY_PARAMETER)
      names[at++] = c->options->keys[i];
  noslip_status status =
      at > 0 ? model_with_live(context, c->model, names, at, &c->live) : NOSLIP_OK;
  return status == NOSLIP_ERROR_MEMORY ? status : NOSLIP_OK;
}

static void drop_live(crew *c) {
  noslip_model_free(c->live);
  c->live = NULL;
}

// a run of a member in the context of the study, with a model of its own if need be
static noslip_status first_run(crew *c, noslip_context *context, int member,
                               const noslip_run_options *o, noslip_run **run) {
  noslip_status status = NOSLIP_OK;
  *run = NULL;
  if (has_variants(c))
    status =
        variant_make(&c->first, context, c->model, &c->keys, c->options->keys, numbers(c, member));
  noslip_model *model = has_variants(c) ? c->first.model : c->live ? c->live : c->model;
  return status == NOSLIP_OK ? noslip_run_new(context, model, o, run) : status;
}

// May another member be run where member k was refused? What a live parameter cannot be is a failure
// of the options of the run; if many have the same, it is one of the options of all.
static bool goes_on(const crew *c, noslip_status status, int k) {
  enum { most_refused = 64 };
  return status == NOSLIP_ERROR_MODEL ||
         (status == NOSLIP_ERROR_ARGUMENT && c->live && k < most_refused);
}

// the first member that can be run; if there is none, the sentence is that of member 0
static noslip_status find_first(crew *c, noslip_context *context, const crew_scratch *scratch,
                                noslip_run **run, int *member) {
  noslip_status status = NOSLIP_ERROR_MODEL;
  failure first = {0};
  assert(c->options->nmember > 0);  // crew_check
  for (int k = 0; k < c->options->nmember && goes_on(c, status, k); k++) {
    noslip_run_options o = crew_options(c, k, scratch);
    status = first_run(c, context, k, &o, run);
    *member = k;
    if (k == 0)
      first = context->failure;
  }
  if (goes_on(c, status, 0)) {
    context->failure = first;
    return first.status;
  }
  return status;
}

noslip_status crew_first(crew *c, noslip_context *context, arena *a, noslip_run **run,
                         int *member) {
  crew_scratch scratch;
  *run = NULL;
  noslip_status status = keys_find(&c->keys, a, c->model, c->options, &context->failure);
  if (status == NOSLIP_OK &&
      (!make_scratch(&scratch, c, a) || !variant_init(&c->first, a, &c->keys)))
    status = fail_memory(&context->failure);
  if (status == NOSLIP_OK)
    status = make_live(c, context, a);
  if (status != NOSLIP_OK)
    return status;
  status = find_first(c, context, &scratch, run, member);
  if (status == NOSLIP_OK || status == NOSLIP_ERROR_MEMORY || !c->live)
    return status;
  drop_live(c);
  return find_first(c, context, &scratch, run, member);
}

// A model for each member is not compiled unless that is asked for, and not for very many: the cache
// would fill with code that is used once.
static noslip_status choose_backend(const crew *c, noslip_run_options *o, failure *why) {
  enum { most_compiled = 100 };
  if (!has_variants(c))
    return NOSLIP_OK;
  bool compile = o->backend && strcmp(o->backend, "native") == 0;
  if (compile && c->options->nmember > most_compiled)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "`native` would compile a model for each of %d members, at most %d are compiled; "
                "leave out the option `backend`",
                c->options->nmember, most_compiled);
  if (!o->backend || strcmp(o->backend, "auto") == 0)
    o->backend = "interpret";
  return NOSLIP_OK;
}

noslip_status crew_backend(crew *c, noslip_context *context, arena *a, int member, long steps) {
  crew_scratch scratch;
  if (!make_scratch(&scratch, c, a))
    return fail_memory(&context->failure);
  noslip_run_options o = crew_options(c, member, &scratch);
  noslip_status status = choose_backend(c, &o, &context->failure);
  o.steps = steps;
  if (status == NOSLIP_OK)
    status = first_run(c, context, member, &o, &c->like);
  if (status == NOSLIP_OK)
    backend_settle(c->like);
  return status;
}

const char **crew_warnings(const crew *c, arena *a, noslip_run *run, int member, int *count) {
  noslip_report report;
  noslip_run_report(run, &report);
  const char **notes = ARENA_ARRAY(a, const char *, report.nwarning + 1);
  for (int i = 0; notes && i < report.nwarning; i++)
    notes[i] =
        arena_print(a, "member %d: %s", c->options->first_member + member, report.warnings[i]);
  *count = report.nwarning;
  if (notes && has_variants(c))
    notes[(*count)++] = "a parameter shapes the model: it is read again for each value";
  return notes;
}

// ---------------------------------------------------------------------------------------------
// threads

bool crew_begin(crew *c, const memory *own, arena *a) {
  int wanted = parallel_threads(c->options->threads);
  assert(c->like && c->total > 0);  // crew_backend
  c->threads = c->model->problem->callbacks || c->model->problem->added ? 1 : wanted;
  if (c->threads > c->options->nmember)
    c->threads = c->options->nmember;
  c->contexts = ARENA_ARRAY(a, noslip_context *, c->threads);
  c->scratch = ARENA_ARRAY(a, crew_scratch, c->threads);
  c->variants = ARENA_ARRAY(a, variant, c->threads);
  if (a->failed)
    return false;
  for (int k = 0; k < c->threads; k++) {
    c->contexts[k] = noslip_open(&(noslip_options){own->hook, own->context});
    if (!c->contexts[k] || !make_scratch(&c->scratch[k], c, a) ||
        !variant_init(&c->variants[k], a, &c->keys))
      return false;
  }
  return true;
}

void crew_end(crew *c) {
  noslip_run_free(c->like);
  variant_free(&c->first);
  drop_live(c);
  for (int k = 0; c->variants && k < c->threads; k++)
    variant_free(&c->variants[k]);
  for (int k = 0; c->contexts && k < c->threads; k++)
    noslip_close(c->contexts[k]);
}

bool crew_same_columns(const crew *c, const noslip_run *run) {
  for (int k = 0; k < row_nparts; k++)
    if (row_count(run, &row_parts[k]) != row_count(c->like, &row_parts[k]))
      return false;
  return true;
}

// another model may have other columns: those of `like` are what there is room for
static noslip_status check_columns(const crew *c, const noslip_run *run, failure *why) {
  if (c->resizes || crew_same_columns(c, run))
    return NOSLIP_OK;
  return fail(
      why, NOSLIP_ERROR_MODEL,
      "this member has other unknowns than the others; run it by itself, or sweep over what "
      "sets their number, without the option `keep`");
}

// with the method and the step of the others, if the model does not say which
static noslip_status run_variant(crew *c, int member, int thread, noslip_run_options *o,
                                 noslip_run **run) {
  noslip_context *own = c->contexts[thread];
  variant *v = &c->variants[thread];
  noslip_status status =
      variant_make(v, own, c->model, &c->keys, c->options->keys, numbers(c, member));
  o->method = c->like->method->name;
  o->step = o->step != 0 ? o->step : c->like->h;
  o->backend = noslip_run_backend(c->like);
  if (status == NOSLIP_OK)
    status = noslip_run_new(own, v->model, o, run);
  return status == NOSLIP_OK ? check_columns(c, *run, &own->failure) : status;
}

noslip_status crew_run(crew *c, int member, int thread, noslip_run **run) {
  assert(thread >= 0 && thread < c->threads);
  noslip_run_options o = crew_options(c, member, &c->scratch[thread]);
  *run = NULL;
  if (has_variants(c))
    return run_variant(c, member, thread, &o, run);
  noslip_status status = run_new_like(c->contexts[thread], c->like, &o, run);
  // the options are those of `like`, except the numbers: what is refused are these
  bool refused = c->live && status == NOSLIP_ERROR_ARGUMENT;
  return refused ? NOSLIP_ERROR_MODEL : status;
}

// any thread may call it, since the others may have nothing left to do
void crew_tell(crew *c, long more) {
  const noslip_ensemble_options *o = c->options;
  assert(more >= 0);
  atomic_fetch_add(&c->done, more);
  assert(atomic_load(&c->done) <= c->total);
  if (!o->progress || atomic_exchange(&c->telling, true))
    return;
  if (!crew_stopped(c) && !o->progress(o->progress_context, atomic_load(&c->done), c->total))
    atomic_store(&c->stopped, true);
  atomic_store(&c->telling, false);
}

double crew_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9*(double)t.tv_nsec;
}
