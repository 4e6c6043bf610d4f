// The time loop, from the caller's side: make a run, take a step.

#include "run/run.h"

#include "base/vec.h"
#include "methods/family.h"
#include "problem/added_forces.h"
#include "run/backend.h"
#include "run/contact/contact.h"
#include "run/many.h"
#include "run/plan.h"
#include "run/unplanned.h"
#include "run/visit.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

void run_warn(noslip_run *r, const char *sentence) {
  assert(sentence);
  if (r->warnings.count < run_most_warnings)
    r->warnings.list[r->warnings.count++] = sentence;
}

void run_notice(noslip_run *r, notice *n, const char *format, ...) {
  assert(!n->said);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(n->text, sizeof n->text, format, arguments);
  va_end(arguments);
  n->said = true;
  run_warn(r, n->text);
}

// ---------------------------------------------------------------------------------------------
// making a run

// the problem as the method sees it
static noslip_status choose_problem(noslip_run *r, const noslip_run *like, failure *why) {
  reduction_kind form = method_form(r->method, r->model->problem);
  if (like)
    r->problem = like->problem;
  else if (form != REDUCTION_COUNT && r->model->system->contacts.count == 0)
    return reduced_forms_get(r->context, &r->kept, r->model, form, &r->problem, why);
  else
    r->problem = r->model->problem;
  return NOSLIP_OK;
}

bool run_allocate(noslip_run *r) {
  assert(r->model && r->problem);
  return evaluator_init(&r->evaluator, &r->arena, r->problem) &&
         (r->problem->lean || consistent_init(&r->consistent, &r->arena, &r->evaluator)) &&
         state_init(&r->state, &r->arena, r->problem) &&
         state_init(&r->last, &r->arena, r->problem) && monitor_init(r) && names_init(r);
}

static void take_backend(noslip_run *r, const noslip_run *like) {
  assert(r->problem == like->problem && !r->native);
  r->native = like->native;
  r->borrowed = true;
  if (r->native)
    native_attach(r->native, &r->evaluator, r->stepper);
}

// of a model without contacts: modes have steppers of their own
static noslip_status make_stepper(noslip_run *r, const noslip_run_options *o,
                                  const noslip_run *like, failure *why) {
  noslip_status status = reduction_check(&r->evaluator, &r->arena, &r->state, why);
  if (status != NOSLIP_OK)
    return status;
  r->stepper = method_make(r->method, &r->evaluator, &r->arena);
  if (!r->stepper)
    return fail_memory(why);
  if (r->problem->lean && stepping_check(r, o->project, why) != NOSLIP_OK)
    return why->status;
  if (!like)
    return backend_choose(r, o->backend, why);
  take_backend(r, like);
  return NOSLIP_OK;
}

bool run_keeps_energy(noslip_run *r) {
  return evaluator_keeps_energy(&r->evaluator, r->state.q, &r->residuals.sizes.width) &&
         (!r->contacts || contacts_keep_energy(r->contacts));
}

// what is watched, from the first node on
static noslip_status watch_from_start(noslip_run *r, const noslip_run_options *o, failure *why) {
  if (!r->contacts)
    r->method = r->stepper->method;  // with what it has found out for itself
  state_wrap(&r->state, r->problem->angle);
  vec_copy(r->state.kept, r->state.lambda, r->problem->m);
  widths_at(&r->residuals.sizes.width, &r->state);
  r->energy.is_invariant = run_keeps_energy(r);
  r->observed.known_multipliers = true;
  if (r->contacts)
    contacts_multipliers(r);
  else if (r->method->family->observe)
    r->method->family->observe(r->stepper, &r->state);
  if (!exact_init(r, o))
    return fail_memory(why);
  monitor_start(r);
  noslip_status status = finite_start(r, why);
  if (status != NOSLIP_OK)
    return status;
  if ((!o->whole_steps && !o->past_stops && !stops_init(r)) || (o->visits && !visit_init(r)))
    return fail_memory(why);
  if (r->model->system->start.exact_set_aside ||
      (r->model->system->exact.count > 0 &&
       (o->nstart > 0 || o->nsignal > 0 || (o->nparameter > 0 && r->watches.exact.n == 0))))
    run_warn(r, "the exact solution of the file is set aside: other data are in use");
  return NOSLIP_OK;
}

static noslip_status prepare(noslip_run *r, const noslip_run_options *o, const noslip_run *like,
                             failure *why) {
  noslip_status status = plan_method(r, o, why);
  if (status == NOSLIP_OK)
    status = start_time(r, o, why);
  if (status == NOSLIP_OK)
    status = plan_course(r, o, why);
  if (status == NOSLIP_OK)
    status = choose_problem(r, like, why);
  if (status != NOSLIP_OK)
    return status;
  plan_look(r, o);
  bool modes = r->model->system->contacts.count > 0 && !r->problem->lean;
  if (!run_allocate(r) || (modes && !contacts_init(r, o->backend)))
    return fail_memory(why);
  status = inputs_follow(r, o, why);
  if (status == NOSLIP_OK)
    status = start_state(r, o, why);
  if (status == NOSLIP_OK && !r->contacts)
    status = make_stepper(r, o, like, why);
  if (status != NOSLIP_OK)
    return status;
  return watch_from_start(r, o, why);
}

static const char *copy_text(arena *a, const char *text) {
  return text ? arena_text(a, text, strlen(text)) : NULL;
}

// texts and tables of the options, which may go out of scope
static noslip_status keep_given(noslip_run *r, const noslip_run_options *o, const char *said) {
  arena *a = &r->arena;
  run_given *g = &r->plan.given;
  noslip_start *start = ARENA_ARRAY(a, noslip_start, o->nstart);
  noslip_signal *signals = ARENA_ARRAY(a, noslip_signal, o->nsignal);
  noslip_parameter *parameters = ARENA_ARRAY(a, noslip_parameter, o->nparameter);
  *g = (run_given){*o, copy_text(a, said)};
  g->options.method = copy_text(a, o->method);
  g->options.backend = copy_text(a, o->backend);
  for (int i = 0; !a->failed && i < o->nstart; i++)
    start[i] = (noslip_start){copy_text(a, o->start[i].name), o->start[i].value};
  for (int i = 0; !a->failed && i < o->nparameter; i++)
    parameters[i] = (noslip_parameter){copy_text(a, o->parameters[i].name), o->parameters[i].value};
  for (int i = 0; !a->failed && i < o->nsignal; i++) {
    signals[i] = o->signals[i];
    signals[i].name = copy_text(a, o->signals[i].name);
    signals[i].times = r->plan.inputs.signals[i].times;
    signals[i].values = r->plan.inputs.signals[i].values;
  }
  g->options.start = start;
  g->options.signals = signals;
  g->options.parameters = parameters;
  if (a->failed)
    return fail_memory(&r->context->failure);
  if (r->contacts)
    r->contacts->backend = g->options.backend;  // modes are made later
  if (g->said)
    run_warn(r, g->said);
  r->warnings.at_start = r->warnings.count;
  return NOSLIP_OK;
}

noslip_run *run_blank(noslip_context *context, const noslip_model *model) {
  noslip_run *r = memory_resize(&context->memory, NULL, sizeof *r);
  if (!r)
    return NULL;
  memset(r, 0, sizeof *r);
  context_tidy(context);
  context_keep(context);
  model_keep(model);
  holders_init(&r->holders);
  r->context = context;
  r->model = model;
  arena_init(&r->arena, &context->memory);
  arena_init(&r->kept, &context->memory);
  event_list_init(&r->events, model->system->contacts.count + model->system->pairs.count > 0);
  return r;
}

noslip_status run_fill(noslip_run *r, const noslip_run_options *o, const char *said,
                       const noslip_run *like) {
  noslip_status status = prepare(r, o, like, &r->context->failure);
  return status == NOSLIP_OK ? keep_given(r, o, said) : status;
}

static noslip_status new_run(noslip_context *context, const noslip_model *model,
                             const noslip_run_options *options, const char *said,
                             const noslip_run *like, noslip_run **out) {
  noslip_run *r = run_blank(context, model);
  if (!r)
    return fail_memory(&context->failure);
  noslip_status status = run_fill(r, options, said, like);
  if (status != NOSLIP_OK) {
    noslip_run_free(r);
    return status;
  }
  *out = r;
  return NOSLIP_OK;
}

noslip_status run_make(noslip_context *context, const noslip_model *model,
                       const noslip_run_options *o, const char *said, noslip_run **out) {
  *out = NULL;
  return new_run(context, model, o, said, NULL, out);
}

noslip_status run_check_starts(noslip_context *context, const noslip_run_options *o) {
  if (o->nstart < 0 || (o->nstart > 0 && !o->start))
    return fail(&context->failure, NOSLIP_ERROR_ARGUMENT, "`start` has %d entries%s", o->nstart,
                o->nstart < 0 ? "" : " and is NULL");
  for (int i = 0; i < o->nstart; i++)
    if (!o->start[i].name)
      return fail(&context->failure, NOSLIP_ERROR_ARGUMENT, "`start[%d].name` is NULL", i);
  return NOSLIP_OK;
}

// the same, where the model says neither method nor step, with those that suit it
static noslip_status new_unplanned(noslip_context *context, const noslip_model *model,
                                   noslip_run_options *o, noslip_run **out) {
  text_buffer said;
  text_init(&said, &context->memory);
  text_print(&said, "chosen, since the model does not say: ");
  size_t nothing = said.length;
  noslip_status status = unplanned_choose(context, model, o, &said);
  if (status == NOSLIP_OK)
    status = run_make(context, model, o, said.length > nothing ? said.data : NULL, out);
  text_free(&said);
  return status;
}

noslip_status noslip_run_new_sized(noslip_context *context, noslip_model *model,
                                   const noslip_run_options *given, size_t size, noslip_run **out) {
  noslip_run_options run_options;
  if (out)
    *out = NULL;
  if (!context || !model || !out)
    return context_refuse_null(context, model ? "run" : "model");
  noslip_status status = CONTEXT_TAKE(context, noslip_run_options, run_options, given, size);
  if (status == NOSLIP_OK)
    status = run_check_starts(context, &run_options);
  return status == NOSLIP_OK ? new_unplanned(context, model, &run_options, out) : status;
}

noslip_status run_new_like(noslip_context *context, const noslip_run *like,
                           const noslip_run_options *options, noslip_run **out) {
  const run_defaults *d = &like->model->system->run;
  noslip_run_options own = *options;
  own.method = own.method || d->method ? own.method : like->method->name;
  own.step = own.step != 0 || d->step != 0 ? own.step : like->h;
  *out = NULL;
  return new_run(context, like->model, &own, NULL, like, out);
}

void run_empty(noslip_run *r) {
  const memory *m = &r->context->memory;
  contacts_free(r);
  event_list_free(&r->events, m);
  memory_free(m, r->plan.note);
  arena_free(&r->arena);
  if (!r->borrowed)
    native_free(r->native);
  native_give_up(r->compiling.making);
}

void noslip_run_free(noslip_run *r) {
  if (!r || !holders_drop(&r->holders))
    return;
  noslip_context *context = r->context;
  const noslip_model *model = r->model;
  run_empty(r);
  codes_free(r);
  arena_free(&r->kept);
  memory_free(&context->memory, r);
  model_release(model, context);
  context_tidy(context);
  context_release(context);
}

// ---------------------------------------------------------------------------------------------
// a step

double run_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9*(double)t.tv_nsec;
}

// time and step in front; if constraints have become dependent, that is the cause
noslip_status run_explain(noslip_run *r, const failure *cause) {
  r->progress.stopped = true;
  failure *why = &r->context->failure, lost = {0};
  noslip_status status =
      cause->status == NOSLIP_ERROR_MEMORY ? NOSLIP_ERROR_MEMORY : NOSLIP_ERROR_STEP;
  fail_because(why, status, cause, "stopped at t = %.10g (step %ld of size %g): ", r->state.t,
               r->progress.taken + 1, r->h);
  mode *m = r->contacts ? r->contacts->now : NULL;  // the rows that are held
  const char *force = added_failed(m ? &m->evaluator : &r->evaluator, r->state.t, r->h);
  if (force)
    fail_more(why, "\n  the force on `%s` gave no number; look where its function is defined",
              force);
  initial in = {m ? &m->evaluator : &r->evaluator,
                m ? &m->consistent : &r->consistent,
                false,
                NULL,
                r->h,
                NULL};
  arena scratch;
  monitor_motion(r);
  arena_init(&scratch, &r->context->memory);
  if (!r->problem->lean && !strstr(cause->sentence, "use method moreau") &&
      initial_rank(&in, &scratch, m ? &m->state : &r->state, &lost) == NOSLIP_ERROR_MODEL)
    fail_more(why, "\n  rank loss: %s", lost.sentence);
  arena_free(&scratch);
  return status;
}

// Newton iterations since the last call belong to the step that was just tried. Those of a step
// that failed are told apart: divided by the few steps taken they would look like the cost of a
// step.
void run_count_iterations(noslip_run *r, bool taken) {
  long all = r->contacts ? r->contacts->work.iterations : method_iterations(r->stepper);
  long spent = all - r->progress.iterations - r->progress.failed_iterations;
  if (!taken) {
    r->progress.failed_iterations += spent;
    return;
  }
  r->progress.iterations += spent;
  if (spent > r->progress.most_iterations)
    r->progress.most_iterations = (int)spent;
}

// the watches know one stepper and one set of constraints
static bool has_one_stepper(const noslip_run *r) {
  return !r->contacts && !r->problem->lean;
}

void run_look_at_step(noslip_run *r) {
  carried_watch(r);
  defect_watch(r);
  turn_watch(r);
  floor_watch(r);
}

// what deserves a warning
static void look_after_step(noslip_run *r) {
  if (!has_one_stepper(r))
    return;
  if (r->plan.monitored)
    passage_watch(r);
  run_look_at_step(r);
}

static noslip_status move(noslip_run *r, failure *why) {
  return r->problem->lean ? stepping_lean(r, r->h, why)
         : r->contacts    ? contacts_step(r, r->h, why)
                          : method_step(r->stepper, &r->state, r->h, why);
}

// at the new node, or where a stop has ended the run before it
static noslip_status arrive(noslip_run *r, double t) {
  r->progress.stopped = false;
  r->progress.taken++;
  observed_arrive(&r->observed, &r->state, t);
  if (r->contacts)
    contacts_multipliers(r);
  noslip_status status = stops_end(r);
  if (r->plan.monitored)
    monitor_node(r);
  look_after_step(r);
  if (!r->plan.monitor)
    return status;
  views_fill(r);
  bool on = r->plan.monitor(r->plan.monitor_context, r);
  return on || status != NOSLIP_OK ? status : NOSLIP_STOPPED;
}

// a step of length h, to time t
static noslip_status step_to(noslip_run *r, double t) {
  failure cause;
  visit_end(r);
  if (r->compiling.making || r->contacts)
    backend_look(r);
  if (noslip_run_stopped(r) || r->progress.finished)
    return NOSLIP_STOPPED;
  if (r->progress.taken == 0)
    r->progress.began = run_clock();
  bool taken = inputs_begin_step(r, &cause) == NOSLIP_OK;
  if (taken) {
    visit_begin(r);
    stops_begin(r);
  }
  taken = taken && move(r, &cause) == NOSLIP_OK;
  run_count_iterations(r, taken);
  return taken ? arrive(r, t) : run_explain(r, &cause);
}

static noslip_status step(noslip_run *r) {
  return step_to(r, r->start.time + (double)(r->progress.taken + 1)*r->h);
}

noslip_status noslip_step(noslip_run *r) {
  if (!r)
    return NOSLIP_ERROR_ARGUMENT;
  noslip_status status = step(r);
  views_fill(r);
  return status;
}

noslip_status noslip_finish(noslip_run *r) {
  if (!r)
    return NOSLIP_ERROR_ARGUMENT;
  if (r->plan.rest == 0 || r->progress.finished)
    return NOSLIP_OK;
  if (r->progress.taken != r->plan.steps && !noslip_run_stopped(r))
    return fail(&r->context->failure, NOSLIP_ERROR_ARGUMENT,
                "the last step comes after %ld others, and this run has taken %ld", r->plan.steps,
                r->progress.taken);
  double h = r->h;
  r->h = r->plan.rest;
  noslip_status status = step_to(r, r->plan.end);
  r->h = h;
  views_fill(r);
  r->progress.finished = status == NOSLIP_OK || status == NOSLIP_STOPPED;
  return status;
}

// the last step is one of its own: its node is known as after noslip_step
noslip_status run_advance(noslip_run *r, long steps, pace *p) {
  noslip_status status = NOSLIP_OK;
  bool many = steps > 1;
  if (many)
    visit_end(r);
  while (steps > 0 && status == NOSLIP_OK) {
    long before = r->progress.taken;
    many = many && steps > 1 && many_applies(r);
    status = many ? many_steps(r, steps - 1, p) : step(r);
    long taken = r->progress.taken - before;
    steps -= taken;
    if (status == NOSLIP_OK && !pace_steps(p, taken))
      return NOSLIP_STOPPED;
  }
  return status;
}

noslip_status noslip_advance(noslip_run *r, long steps) {
  if (!r)
    return NOSLIP_ERROR_ARGUMENT;
  if (steps < 0)
    return fail(&r->context->failure, NOSLIP_ERROR_ARGUMENT,
                "%ld steps cannot be taken; a run with a negative step goes backwards", steps);
  pace p;
  pace_begin(&p, r, steps);
  noslip_status status = run_advance(r, steps, &p);
  views_fill(r);
  return status;
}
