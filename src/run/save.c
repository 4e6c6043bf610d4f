// noslip_run_copy, noslip_run_save and noslip_run_load: a run as bytes, and back.
//
// The bytes have the model as text, the options, and the memory of the run (memory.c). Whoever reads
// them makes a run of the same model with the same options, which has all memory it needs, and fills
// it.

#include "noslip/checkpoint.h"

#include "run/checkpoint.h"
#include "run/saved.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------
// the model

static noslip_status parse_model(noslip_context *context, const saved_model *m,
                                 noslip_model **out) {
  return noslip_model_parse(context, m->path ? m->path : m->name, m->text, &m->given, out);
}

// ---------------------------------------------------------------------------------------------
// copies

noslip_status noslip_run_copy(noslip_run *r, noslip_run **out) {
  if (out)
    *out = NULL;
  if (!r || !out)
    return r ? context_refuse_null(r->context, "copy") : NOSLIP_ERROR_ARGUMENT;
  failure *why = &r->context->failure;
  transfer from = transfer_out(&r->context->memory);
  const run_given *g = &r->plan.given;
  noslip_status status = run_transfer(r, &from, why);
  if (status == NOSLIP_OK)
    status = run_make(r->context, r->model, &g->options, g->said, out);
  if (status == NOSLIP_OK) {
    transfer to = transfer_in(from.bytes, from.size, from.memory);
    status = run_transfer(*out, &to, why);
    assert(status != NOSLIP_OK || transfer_is_whole(&to));
  }
  if (status == NOSLIP_OK)
    status = noslip_run_set_note(*out, r->plan.note);
  transfer_free(&from);
  if (status != NOSLIP_OK && *out) {
    noslip_run_free(*out);
    *out = NULL;
  }
  return status;
}

noslip_status noslip_run_set_note(noslip_run *r, const char *text) {
  if (!r)
    return NOSLIP_ERROR_ARGUMENT;
  const memory *m = &r->context->memory;
  char *copy = text ? memory_resize(m, NULL, strlen(text) + 1) : NULL;
  if (text && !copy)
    return fail_memory(&r->context->failure);
  if (text)
    memcpy(copy, text, strlen(text) + 1);
  memory_free(m, r->plan.note);
  r->plan.note = copy;
  return NOSLIP_OK;
}

const char *noslip_run_note(const noslip_run *r) {
  return r && r->plan.note ? r->plan.note : "";
}

// ---------------------------------------------------------------------------------------------
// saving

// what a reader is told before anything is made
typedef struct summary {
  const char *method;
  double time, step;
  long steps;
} summary;

static void transfer_summary(summary *s, transfer *t, arena *a) {
  transfer_text(t, "summary", &s->method, a);
  transfer_numbers(t, "time", &s->time, 1);
  transfer_numbers(t, "step", &s->step, 1);
  transfer_counts(t, "steps", &s->steps, 1, transfer_any);
}

noslip_status noslip_run_save(noslip_run *r, const char *path) {
  if (!r || !path)
    return r ? context_refuse_null(r->context, "path") : NOSLIP_ERROR_ARGUMENT;
  failure *why = &r->context->failure;
  arena a;
  arena_init(&a, &r->context->memory);
  transfer t = transfer_out(&r->context->memory);
  checkpoint_head head = {"run", noslip_version(), r->plan.note};
  saved_model model = saved_model_of(r->model);
  summary s = {r->method->name, r->state.t, r->h, r->progress.taken};
  noslip_return(r);
  checkpoint_transfer_head(&t, &head, &a);
  saved_transfer_model(&model, &t, &a);
  transfer_summary(&s, &t, &a);
  saved_transfer_given(&r->plan.given, &t, &a);
  noslip_status status = a.failed ? fail_memory(why) : run_transfer(r, &t, why);
  if (status == NOSLIP_OK)
    status = checkpoint_write(path, &t, why);
  transfer_free(&t);
  arena_free(&a);
  return status;
}

// ---------------------------------------------------------------------------------------------
// loading

// what is read before the memory of the run
typedef struct loaded {
  checkpoint_head head;
  saved_model model;
  summary summary;
  run_given given;
} loaded;

static noslip_status read_parts(const char *path, transfer *t, arena *a, loaded *l, failure *why) {
  noslip_status status = checkpoint_begin(path, "run", t, &l->head, a, why);
  if (status != NOSLIP_OK)
    return status;
  saved_transfer_model(&l->model, t, a);
  transfer_summary(&l->summary, t, a);
  saved_transfer_given(&l->given, t, a);
  if (!t->failed && !l->model.name)
    transfer_refuse(t, "model");
  return t->failed || a->failed ? checkpoint_misfit(path, t, why) : NOSLIP_OK;
}

// forces that are functions on the same coordinates
static bool has_forces(const noslip_model *m, const noslip_model_options *saved) {
  if (m->given.nforces != saved->nforces)
    return false;
  for (int i = 0; i < saved->nforces; i++)
    if (strcmp(m->given.forces[i].on, saved->forces[i].on) != 0)
      return false;
  return true;
}

// the model of the file, or the one that is given, which must be the same
static noslip_status find_model(noslip_context *context, const char *path, const loaded *l,
                                const noslip_load_options *o, noslip_model **model) {
  const char *text = l->model.text ? l->model.text : "";
  failure *why = &context->failure;
  if (!o->model && !text[0])
    return fail(
        why, NOSLIP_ERROR_ARGUMENT,
        "the checkpoint `%s` is of a model made of functions, which are not in the file; give "
        "it with the option `model`",
        path);
  if (!o->model && l->model.given.nforces > 0)
    return fail(
        why, NOSLIP_ERROR_ARGUMENT,
        "the checkpoint `%s` is of a model with forces that are functions, which are not in "
        "the file; give it with the option `model`",
        path);
  if (!o->model)
    return parse_model(context, &l->model, model);
  if (strcmp(noslip_model_text(o->model), text) != 0 ||
      strcmp(noslip_model_name(o->model), l->model.name) != 0 ||
      !has_forces(o->model, &l->model.given))
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "the checkpoint `%s` is of another model than the one that is given; leave it away",
                path);
  *model = o->model;
  return NOSLIP_OK;
}

static void take_options(noslip_run_options *to, const noslip_load_options *from) {
  to->monitor = from->monitor;
  to->monitor_context = from->monitor_context;
  to->progress = from->progress;
  to->progress_context = from->progress_context;
  if (from->backend)
    to->backend = from->backend;
  if (from->until != 0 || from->steps != 0) {
    to->until = from->until;
    to->steps = from->steps;
  }
}

// a later end is of use only where steps lead on
static noslip_status check_end(const noslip_run *r, const noslip_load_options *o, failure *why) {
  bool other = o->until != 0 || o->steps != 0;
  if (other && r->progress.finished)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "the run has ended with a shorter step at t = %.10g, and none leads on",
                r->state.t);
  if (other && r->plan.steps < r->progress.taken)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "the run has come to t = %.10g already, after %ld steps; give a later end",
                r->state.t, r->progress.taken);
  return NOSLIP_OK;
}

static noslip_status make_loaded(noslip_context *context, const char *path, loaded *l, transfer *t,
                                 const noslip_load_options *o, noslip_model *model,
                                 noslip_run **run) {
  failure *why = &context->failure, cause;
  take_options(&l->given.options, o);
  noslip_status status = run_make(context, model, &l->given.options, l->given.said, run);
  if (status != NOSLIP_OK)
    return status;
  status = run_transfer(*run, t, &cause);
  if (status == NOSLIP_OK && !transfer_is_whole(t))
    status = fail(&cause, NOSLIP_ERROR_FILE, "there is more in it than the run has");
  if (status == NOSLIP_ERROR_MEMORY)
    return fail_memory(why);
  if (status != NOSLIP_OK)
    return fail(why, status, "the checkpoint `%s` cannot be read: %s; take an older copy of it",
                path, cause.sentence);
  status = check_end(*run, o, why);
  return status == NOSLIP_OK ? noslip_run_set_note(*run, l->head.note) : status;
}

static noslip_status load_run(noslip_context *context, const char *path, transfer *t, arena *a,
                              const noslip_load_options *o, noslip_model **model,
                              noslip_run **run) {
  loaded l = {0};
  *model = NULL;
  noslip_status status = read_parts(path, t, a, &l, &context->failure);
  if (status == NOSLIP_OK)
    status = find_model(context, path, &l, o, model);
  if (status == NOSLIP_OK)
    status = make_loaded(context, path, &l, t, o, *model, run);
  if (status == NOSLIP_OK)
    return NOSLIP_OK;
  noslip_run_free(*run);
  if (*model != o->model)
    noslip_model_free(*model);
  *run = NULL;
  *model = NULL;
  return status;
}

noslip_status noslip_run_load_sized(noslip_context *context, const char *path,
                                    const noslip_load_options *given, size_t size,
                                    noslip_model **model, noslip_run **run) {
  noslip_load_options o;
  noslip_model *found;
  transfer t;
  void *bytes;
  arena a;
  if (run)
    *run = NULL;
  if (model)
    *model = NULL;
  if (!context || !path || !run)
    return context_refuse_null(context, path ? "run" : "path");
  noslip_status status = CONTEXT_TAKE(context, noslip_load_options, o, given, size);
  if (status == NOSLIP_OK && !model && !o.model)
    status = context_refuse_null(context, "model");
  if (status == NOSLIP_OK)
    status = checkpoint_read(path, &context->memory, &t, &bytes, &context->failure);
  if (status != NOSLIP_OK)
    return status;
  arena_init(&a, &context->memory);
  status = load_run(context, path, &t, &a, &o, &found, run);
  if (model)
    *model = found;
  arena_free(&a);
  memory_free(&context->memory, bytes);
  return status;
}

// ---------------------------------------------------------------------------------------------
// looking

static noslip_status look(noslip_context *context, const char *path, transfer *t,
                          noslip_checkpoint_info *info) {
  checkpoint_head head = {0};
  arena *a = &context->arena;
  noslip_status status = checkpoint_begin(path, NULL, t, &head, a, &context->failure);
  if (status != NOSLIP_OK)
    return status;
  *info = (noslip_checkpoint_info){.kind = head.kind,
                                   .version = head.version,
                                   .note = head.note ? head.note : "",
                                   .model = "",
                                   .method = ""};
  if (strcmp(head.kind, "run") != 0)
    return NOSLIP_OK;
  saved_model model = {0};
  summary s = {0};
  saved_transfer_model(&model, t, a);
  transfer_summary(&s, t, a);
  if (!t->failed && (!model.name || !s.method))
    transfer_refuse(t, "model");
  if (t->failed)
    return checkpoint_misfit(path, t, &context->failure);
  info->model = model.name;
  info->method = s.method;
  info->time = s.time;
  info->step = s.step;
  info->steps = s.steps;
  return NOSLIP_OK;
}

noslip_status noslip_checkpoint_read_sized(noslip_context *context, const char *path,
                                           noslip_checkpoint_info *info, size_t size) {
  noslip_checkpoint_info own = {.kind = "", .version = "", .note = "", .model = "", .method = ""};
  transfer t;
  void *bytes;
  if (!context || !path || !info)
    return context_refuse_null(context, path ? "info" : "path");
  noslip_status status = checkpoint_read(path, &context->memory, &t, &bytes, &context->failure);
  if (status == NOSLIP_OK) {
    status = look(context, path, &t, &own);
    memory_free(&context->memory, bytes);
  }
  sized_give(info, size, &own, sizeof own);
  return status;
}

// the model after the head; that of a model made of functions is not there
static noslip_status load_model(noslip_context *context, const char *path, transfer *t, arena *a,
                                noslip_model **model) {
  failure *why = &context->failure;
  loaded l = {0};
  noslip_status status = checkpoint_begin(path, NULL, t, &l.head, a, why);
  if (status != NOSLIP_OK)
    return status;
  saved_transfer_model(&l.model, t, a);
  if (!t->failed && !l.model.name)
    transfer_refuse(t, "model");
  if (t->failed || a->failed)
    return checkpoint_misfit(path, t, why);
  return find_model(context, path, &l, &(noslip_load_options){0}, model);
}

noslip_status noslip_checkpoint_model(noslip_context *context, const char *path,
                                      noslip_model **model) {
  transfer t;
  void *bytes;
  arena a;
  if (model)
    *model = NULL;
  if (!context || !path || !model)
    return context_refuse_null(context, path ? "model" : "path");
  noslip_status status = checkpoint_read(path, &context->memory, &t, &bytes, &context->failure);
  if (status != NOSLIP_OK)
    return status;
  arena_init(&a, &context->memory);
  status = load_model(context, path, &t, &a, model);
  arena_free(&a);
  memory_free(&context->memory, bytes);
  return status;
}
