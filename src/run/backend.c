// The interpreter or compiled code? Both give the same numbers.

#include "run/backend.h"

#include "run/contact/contact.h"
#include "run/run.h"

#include <assert.h>
#include <string.h>

// compiled code pays if the interpreter would take this many times as long as the compiler
static const double worth = 3;

// runs shorter than this, in seconds, do not even look into the cache
static const double short_run = 0.02;

static noslip_status automatic(const backend_target *b, native **out, failure *why) {
  failure unsaid;
  native_estimate t = native_weigh(b->problem, b->stepper, b->steps);
  if (t.interpreted < short_run)
    return NOSLIP_OK;
  bool compile = t.interpreted > worth*t.compiling;
  noslip_status status =
      compile && b->making
          ? native_begin(b->evaluator, b->stepper, b->memory, out, b->making, &unsaid)
          : native_bind(b->evaluator, b->stepper, b->memory, compile, out, &unsaid);
  return status == NOSLIP_ERROR_MEMORY ? fail_memory(why) : NOSLIP_OK;
}

// a model made of functions has one backend
static noslip_status backend_of_callbacks(const char *backend, failure *why) {
  if (!backend || strcmp(backend, "auto") == 0 || strcmp(backend, "callbacks") == 0)
    return NOSLIP_OK;
  return fail(why, NOSLIP_ERROR_ARGUMENT,
              "there is no backend `%s` for a model made of functions; there is `callbacks`",
              backend);
}

// nor are forces that are functions compiled
static noslip_status backend_of_added(const char *backend, failure *why) {
  if (!backend || strcmp(backend, "auto") == 0 || strcmp(backend, "interpret") == 0)
    return NOSLIP_OK;
  return fail(why, NOSLIP_ERROR_ARGUMENT,
              "there is no backend `%s` for forces that are functions; there is `interpret`",
              backend);
}

noslip_status backend_bind(const backend_target *t, const char *backend, native **out,
                           failure *why) {
  assert(t->stepper && t->evaluator->problem == t->problem);
  *out = NULL;
  if (t->problem->callbacks)
    return backend_of_callbacks(backend, why);
  if (t->problem->added)
    return backend_of_added(backend, why);
  if (!backend || strcmp(backend, "auto") == 0)
    return automatic(t, out, why);
  if (strcmp(backend, "interpret") == 0)
    return NOSLIP_OK;
  if (strcmp(backend, "native") == 0)
    return native_bind(t->evaluator, t->stepper, t->memory, true, out, why);
  return fail(why, NOSLIP_ERROR_ARGUMENT,
              "there is no backend `%s`; there are `auto`, `interpret` and `native`", backend);
}

noslip_status backend_choose(noslip_run *r, const char *backend, failure *why) {
  assert(!r->native);
  backend_target own = {r->problem,    &r->evaluator,   r->stepper,
                        r->plan.steps, r->arena.memory, &r->compiling.making};
  return backend_bind(&own, backend, &r->native, why);
}

// ---- compiled while the interpreter works

// steps between looks: one is a call of the system, and costs as much as two steps of a small model
enum { look_every = 32 };

// What has failed is not said: the interpreter goes on.
void backend_settle(noslip_run *r) {
  failure unsaid;
  native_making *making = r->compiling.making;
  if (r->contacts)
    contacts_take_compiled(r->contacts, true);
  if (!making)
    return;
  r->compiling.making = NULL;
  native_finish(making, &r->evaluator, r->stepper, &r->native, &unsaid);
  r->compiling.interpreted = r->native ? r->progress.taken : 0;
}

void backend_look(noslip_run *r) {
  if (r->progress.taken % look_every != 0)
    return;
  if (r->contacts)
    contacts_take_compiled(r->contacts, false);
  else if (r->compiling.making && native_ready(r->compiling.making))
    backend_settle(r);
}

long backend_pause(const noslip_run *r) {
  return look_every - r->progress.taken % look_every;
}
