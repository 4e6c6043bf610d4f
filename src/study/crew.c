#include "study/crew.h"

#include "base/shown.h"
#include "study/parallel.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include <time.h>

// ---------------------------------------------------------------------------------------------
// options

static noslip_status check_keys(const noslip_ensemble_options *o, failure *why) {
  for (int i = 0; i < o->nkey; i++)
    for (int k = 0; k < i; k++)
      if (strcmp(o->keys[i], o->keys[k]) == 0)
        return fail(why, NOSLIP_ERROR_ARGUMENT,
                    "the initial value of `%s` is given twice; delete one of them",
                    SHOWN(o->keys[i]));
  return NOSLIP_OK;
}

noslip_status crew_check(const noslip_ensemble_options *o, const char *what, failure *why) {
  if (o->nmember < 1)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "%s has at least one member, not %d", what, o->nmember);
  if (o->nkey < 0 || (o->nkey > 0 && (!o->keys || !o->starts)))
    return fail(why, NOSLIP_ERROR_ARGUMENT, "`keys` has %d entries%s", o->nkey,
                o->nkey < 0 ? ""
                : o->keys   ? " and `starts` is NULL"
                            : " and is NULL");
  if (o->threads < 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "%d is no number of threads", o->threads);
  for (int k = 0; k < o->nmember; k++)
    for (int i = 0; i < o->nkey; i++)
      if (!isfinite(o->starts[(size_t)k*(size_t)o->nkey + (size_t)i]))
        return fail(why, NOSLIP_ERROR_ARGUMENT,
                    "member %d: the initial value of `%s` is not a finite number; give one, or "
                    "leave out the row",
                    k, SHOWN(o->keys[i]));
  return check_keys(o, why);
}

noslip_run_options crew_options(const crew *c, int member, noslip_start *starts) {
  const noslip_ensemble_options *o = c->options;
  assert(member >= 0 && member < o->nmember && (o->nkey == 0 || starts));
  for (int i = 0; i < o->nkey; i++)
    starts[i] = (noslip_start){o->keys[i], o->starts[(size_t)member*(size_t)o->nkey + (size_t)i]};
  return (noslip_run_options){
      .whole_steps = true,
      .method = o->method,
      .step = o->step,
      .until = o->until,
      .steps = c->nstep > 0 ? c->nstep : o->steps,
      .every = o->every,
      .project = o->project,
      .unmonitored = true,
      .backend = o->backend,
      .start = starts,
      .nstart = o->nkey,
  };
}

// ---------------------------------------------------------------------------------------------
// runs before the others

static noslip_start *new_starts(const crew *c, arena *a) {
  return ARENA_ARRAY(a, noslip_start, c->options->nkey + 1);
}

noslip_status crew_first(crew *c, noslip_context *context, arena *a, noslip_run **run,
                         int *member) {
  noslip_start *starts = new_starts(c, a);
  noslip_status status = NOSLIP_ERROR_MODEL;
  failure first = {0};
  assert(c->options->nmember > 0);  // crew_check
  *run = NULL;
  if (!starts)
    return fail_memory(&context->failure);
  for (int k = 0; k < c->options->nmember && status == NOSLIP_ERROR_MODEL; k++) {
    noslip_run_options o = crew_options(c, k, starts);
    status = noslip_run_new(context, c->model, &o, run);
    *member = k;
    if (k == 0)
      first = context->failure;
  }
  if (status == NOSLIP_ERROR_MODEL)
    context->failure = first;
  return status;
}

noslip_status crew_backend(crew *c, noslip_context *context, arena *a, int member, long steps) {
  noslip_start *starts = new_starts(c, a);
  if (!starts)
    return fail_memory(&context->failure);
  noslip_run_options o = crew_options(c, member, starts);
  o.steps = steps;
  return noslip_run_new(context, c->model, &o, &c->like);
}

const char **crew_warnings(arena *a, noslip_run *run, int member, int *count) {
  noslip_report report;
  noslip_run_report(run, &report);
  const char **notes = ARENA_ARRAY(a, const char *, report.nwarning + 1);
  for (int i = 0; notes && i < report.nwarning; i++)
    notes[i] = arena_print(a, "member %d: %s", member, report.warnings[i]);
  *count = report.nwarning;
  return notes;
}

// ---------------------------------------------------------------------------------------------
// threads

bool crew_begin(crew *c, const memory *own, arena *a) {
  int wanted = parallel_threads(c->options->threads);
  assert(c->like && c->total > 0);  // crew_backend
  c->threads = c->model->problem->callbacks ? 1 : wanted;
  if (c->threads > c->options->nmember)
    c->threads = c->options->nmember;
  c->contexts = ARENA_ARRAY(a, noslip_context *, c->threads);
  c->starts = ARENA_ARRAY(a, noslip_start *, c->threads);
  if (a->failed)
    return false;
  for (int k = 0; k < c->threads; k++) {
    c->contexts[k] = noslip_open(&(noslip_options){own->hook, own->context});
    c->starts[k] = new_starts(c, a);
    if (!c->contexts[k] || !c->starts[k])
      return false;
  }
  return true;
}

void crew_end(crew *c) {
  noslip_run_free(c->like);
  for (int k = 0; c->contexts && k < c->threads; k++)
    noslip_close(c->contexts[k]);
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
