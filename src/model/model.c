// Loading: text to system, system to problem.

#include "model/model.h"

#include "expr/validate.h"
#include "lang/read.h"

#include <assert.h>
#include <string.h>

const char *model_class_words(system_class class) {
  switch (class) {
  case CLASS_MECHANICAL: return "mechanical";
  case CLASS_MECHANICAL_NONLINEAR: return "mechanical, forces depend on multipliers";
  case CLASS_CONTACT: return "mechanical with contacts";
  case CLASS_GROUP: return "mechanical on Lie groups";
  case CLASS_SKEW: return "skew-gradient";
  case CLASS_INDEX2: return "index-2 DAE";
  case CLASS_OVERDETERMINED: return "overdetermined DAE";
  case CLASS_ODE: return "ordinary differential equation";
  }
  return "";
}

// ---------------------------------------------------------------------------------------------
// system to problem

// the class of the problem that a model makes; false: there is none for it
static bool find_class(const model_system *s, problem_class *class) {
  switch (s->class) {
  case CLASS_MECHANICAL:
  case CLASS_MECHANICAL_NONLINEAR:
  case CLASS_CONTACT: *class = PROBLEM_MECHANICAL; return true;
  case CLASS_GROUP: *class = PROBLEM_GROUP; return true;
  case CLASS_INDEX2: *class = PROBLEM_INDEX2; return true;
  case CLASS_ODE: *class = PROBLEM_ODE; return true;
  case CLASS_SKEW: *class = PROBLEM_SKEW; return true;
  case CLASS_OVERDETERMINED: *class = PROBLEM_OVERDETERMINED; return true;
  }
  return false;
}

// what the class of a model means for running it
static noslip_status make_problem(noslip_model *m, failure *why) {
  problem_class class;
  if (!find_class(m->system, &class)) {
    m->unsolved = arena_print(
        &m->arena,
        "no method of this version treats this class (%s); `noslip methods` says what each "
        "treats",
        model_class_words(m->system->class));
    return m->unsolved ? NOSLIP_OK : fail_memory(why);
  }
  bool mechanical = class == PROBLEM_MECHANICAL || class == PROBLEM_GROUP;
  if (m->given.nforces > 0 && !mechanical)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "%s is no mechanical model (its class is: %s), and `forces` act on coordinates; "
                "write them into its equations",
                m->system->name, model_class_words(m->system->class));
  noslip_status status = mechanical ? model_mechanical(m, class, why) : model_index2(m, class, why);
  if (status == NOSLIP_ERROR_MODEL) {
    m->unsolved = arena_text(&m->arena, why->sentence, strlen(why->sentence));
    return m->unsolved ? NOSLIP_OK : fail_memory(why);
  }
  return status;
}

// ---------------------------------------------------------------------------------------------
// the public calls

noslip_model *model_new(noslip_context *context) {
  noslip_model *m = memory_resize(&context->memory, NULL, sizeof *m);
  if (!m) {
    fail_memory(&context->failure);
    return NULL;
  }
  context_tidy(context);
  context_keep(context);
  *m = (noslip_model){.context = context};
  holders_init(&m->holders);
  arena_init(&m->arena, &context->memory);
  return m;
}

static const noslip_setting *copy_settings(noslip_model *m, const noslip_setting *given,
                                           int count) {
  noslip_setting *copy = ARENA_ARRAY(&m->arena, noslip_setting, count);
  for (int i = 0; copy && i < count; i++)
    copy[i] = (noslip_setting){arena_text(&m->arena, given[i].name, strlen(given[i].name)),
                               arena_text(&m->arena, given[i].value, strlen(given[i].value))};
  return copy;
}

static const char *const *copy_names(noslip_model *m, const char *const *given, int count) {
  const char **copy = ARENA_ARRAY(&m->arena, const char *, count);
  for (int i = 0; copy && i < count; i++)
    copy[i] = arena_text(&m->arena, given[i], strlen(given[i]));
  return copy;
}

static const noslip_extra_force *copy_forces(noslip_model *m, const noslip_extra_force *given,
                                             int count) {
  noslip_extra_force *copy = ARENA_ARRAY(&m->arena, noslip_extra_force, count);
  for (int i = 0; copy && i < count; i++) {
    copy[i] = given[i];
    copy[i].on = arena_text(&m->arena, given[i].on, strlen(given[i].on));
  }
  return copy;
}

// the options, which the model keeps
static void copy_options(noslip_model *m, const noslip_model_options *o) {
  m->given = *o;
  m->given.set = copy_settings(m, o->set, o->nset);
  m->given.init = copy_settings(m, o->init, o->ninit);
  m->given.live = copy_names(m, o->live, o->nlive);
  m->given.forces = copy_forces(m, o->forces, o->nforces);
  if (o->section)
    m->given.section = arena_text(&m->arena, o->section, strlen(o->section));
}

// as the language reads them
static const setting *texts_of(noslip_model *m, const noslip_setting *given, int count) {
  setting *texts = ARENA_ARRAY(&m->arena, setting, count);
  for (int i = 0; texts && !m->arena.failed && i < count; i++)
    texts[i] = (setting){given[i].name, given[i].value};
  return texts;
}

static noslip_status read_model(noslip_model *m, const source *text,
                                const noslip_model_options *options) {
  failure *why = &m->context->failure;
  settings given = {0};
  model_system *s;
  m->path = text->name;
  m->text = text->text;
  copy_options(m, options);
  given = (settings){texts_of(m, m->given.set, options->nset),
                     texts_of(m, m->given.init, options->ninit),
                     options->nset,
                     options->ninit,
                     m->given.section,
                     m->given.live,
                     options->nlive};
  if (m->arena.failed)
    return fail_memory(why);
  noslip_status status = system_read(text, &m->arena, &given, &s, why);
  if (status != NOSLIP_OK)
    return status;
  m->system = s;
  if (options->nforces > 0)
    s->start.exact_set_aside = s->start.exact_set_aside || s->exact.count > 0;
  status = make_problem(m, why);
  if (status == NOSLIP_OK)
    status = model_try_forces(m, why);
  if (status == NOSLIP_OK &&
      !(model_exact(m) && model_find_columns(m) && model_find_coordinates(m)))
    status = fail_memory(why);
  assert(status != NOSLIP_OK || graph_status(s->graph) != NOSLIP_OK || !graph_flaw(s->graph));
  return status;
}

static noslip_status finish(noslip_model *m, noslip_status status, noslip_model **out) {
  if (status != NOSLIP_OK)
    noslip_model_free(m);
  *out = status == NOSLIP_OK ? m : NULL;
  return status;
}

// a list of settings that can be read; `what` is its name
static noslip_status check_settings(noslip_context *c, const noslip_setting *list, int n,
                                    const char *what) {
  if (n < 0 || (n > 0 && !list))
    return fail(&c->failure, NOSLIP_ERROR_ARGUMENT, "`%s` has %d entries%s", what, n,
                n < 0 ? "" : " and is NULL");
  for (int i = 0; i < n; i++)
    if (!list[i].name || !list[i].value)
      return fail(&c->failure, NOSLIP_ERROR_ARGUMENT, "`%s[%d].%s` is NULL", what, i,
                  list[i].name ? "value" : "name");
  return NOSLIP_OK;
}

static noslip_status check_live(noslip_context *c, const char *const *list, int n) {
  if (n < 0 || (n > 0 && !list))
    return fail(&c->failure, NOSLIP_ERROR_ARGUMENT, "`live` has %d entries%s", n,
                n < 0 ? "" : " and is NULL");
  for (int i = 0; i < n; i++)
    if (!list[i])
      return fail(&c->failure, NOSLIP_ERROR_ARGUMENT, "`live[%d]` is NULL", i);
  return NOSLIP_OK;
}

static noslip_status take_options(noslip_context *context, noslip_model_options *model_options,
                                  const noslip_model_options *given, size_t size) {
  noslip_status status = context_take(context, "noslip_model_options", model_options,
                                      sizeof *model_options, given, size);
  if (status == NOSLIP_OK)
    status = check_settings(context, model_options->set, model_options->nset, "set");
  if (status == NOSLIP_OK)
    status = check_settings(context, model_options->init, model_options->ninit, "init");
  if (status == NOSLIP_OK)
    status = check_live(context, model_options->live, model_options->nlive);
  return status == NOSLIP_OK
             ? model_check_forces(context, model_options->forces, model_options->nforces)
             : status;
}

noslip_status noslip_model_load_with_sized(noslip_context *context, const char *path,
                                           const noslip_model_options *given, size_t size,
                                           noslip_model **out) {
  noslip_model_options options;
  source text;
  if (out)
    *out = NULL;
  if (!context || !path || !out)
    return context_refuse_null(context, path ? "model" : "path");
  if (take_options(context, &options, given, size) != NOSLIP_OK)
    return NOSLIP_ERROR_ARGUMENT;
  noslip_model *m = model_new(context);
  if (!m)
    return NOSLIP_ERROR_MEMORY;
  noslip_status status = source_load(&text, &m->arena, path, &context->failure);
  if (status == NOSLIP_OK)
    status = read_model(m, &text, &options);
  return finish(m, status, out);
}

noslip_status noslip_model_load(noslip_context *context, const char *path, noslip_model **out) {
  return noslip_model_load_with(context, path, NULL, out);
}

noslip_status noslip_model_parse_sized(noslip_context *context, const char *name, const char *text,
                                       const noslip_model_options *given, size_t size,
                                       noslip_model **out) {
  noslip_model_options options;
  if (out)
    *out = NULL;
  if (!context || !name || !text || !out)
    return context_refuse_null(context, !name ? "name" : !text ? "text" : "model");
  if (take_options(context, &options, given, size) != NOSLIP_OK)
    return NOSLIP_ERROR_ARGUMENT;
  noslip_model *m = model_new(context);
  size_t length = strlen(text);
  if (!m)
    return NOSLIP_ERROR_MEMORY;
  if (length > source_longest)
    return finish(m,
                  fail(&context->failure, NOSLIP_ERROR_MODEL,
                       "%s: the text is longer than the limit of %d bytes", name, source_longest),
                  out);
  source s = {arena_text(&m->arena, name, strlen(name)), arena_text(&m->arena, text, length),
              (int)length};
  noslip_status status =
      m->arena.failed ? fail_memory(&context->failure) : read_model(m, &s, &options);
  return finish(m, status, out);
}

noslip_status model_with_live(noslip_context *context, const noslip_model *m,
                              const char *const *more, int nmore, noslip_model **out) {
  noslip_model_options options = m->given;
  arena scratch;
  assert(m->text && nmore > 0);
  *out = NULL;
  arena_init(&scratch, &context->memory);
  const char **live = ARENA_ARRAY(&scratch, const char *, options.nlive + nmore);
  for (int i = 0; live && i < options.nlive + nmore; i++)
    live[i] = i < options.nlive ? options.live[i] : more[i - options.nlive];
  options.live = live;
  options.nlive += nmore;
  noslip_status status = live ? noslip_model_parse(context, m->path, m->text, &options, out)
                              : fail_memory(&context->failure);
  arena_free(&scratch);
  return status;
}

noslip_status model_again(noslip_context *context, const noslip_model *m,
                          const noslip_setting *more, int nmore, noslip_model **out) {
  noslip_model_options options = m->given;
  arena scratch;
  assert(m->text && nmore >= 0);
  *out = NULL;
  arena_init(&scratch, &context->memory);
  noslip_setting *set = ARENA_ARRAY(&scratch, noslip_setting, options.nset + nmore + 1);
  for (int i = 0; set && i < options.nset + nmore; i++)
    set[i] = i < options.nset ? options.set[i] : more[i - options.nset];
  options.set = set;
  options.nset += nmore;
  noslip_status status = set ? noslip_model_parse(context, m->path, m->text, &options, out)
                             : fail_memory(&context->failure);
  arena_free(&scratch);
  return status;
}

void model_keep(const noslip_model *m) {
  holders_keep(&((noslip_model *)m)->holders);  // the only thing of it that changes
}

static void retire(noslip_model *m) {
  struct noslip_model *_Atomic *list = &m->context->retired;
  m->next_retired = atomic_load_explicit(list, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(list, &m->next_retired, m, memory_order_release,
                                                memory_order_relaxed))
    continue;
}

void model_release(const noslip_model *m, noslip_context *by) {
  noslip_model *own = (noslip_model *)m;
  noslip_context *context = own->context;
  if (!holders_drop(&own->holders))
    return;
  if (by == context)
    model_delete(own);
  else
    retire(own);
  context_release(context);
}

void noslip_model_free(noslip_model *m) {
  if (m)
    model_release(m, m->context);
}

void model_delete(noslip_model *m) {
  reduced_forms_forget(m->context, m);
  if (m->system)
    graph_free(m->system->graph);
  arena_free(&m->arena);
  memory_free(&m->context->memory, m);
}

noslip_status model_blame_method(const noslip_model *m, failure *why) {
  if (why->status == NOSLIP_ERROR_MEMORY || !m->text)
    return why->status;
  const failure said = *why;
  const source from = {m->path, m->text, (int)strlen(m->text)};
  return source_fail(&from, m->system->run.method_at, why, NULL, "%s", said.sentence);
}

const char *noslip_model_name(const noslip_model *m) {
  return m ? m->system->name : "";
}

const char *noslip_model_title(const noslip_model *m) {
  return m && m->system->title ? m->system->title : "";
}

const char *noslip_model_text(const noslip_model *m) {
  return m && m->text ? m->text : "";
}

const char *noslip_model_path(const noslip_model *m) {
  return m && m->path ? m->path : "";
}

int noslip_model_parameter_count(const noslip_model *m) {
  return m ? m->system->parameters.count : 0;
}

const char *noslip_model_parameter_name(const noslip_model *m, int i) {
  bool there = 0 <= i && i < noslip_model_parameter_count(m);
  return there ? m->system->parameters.list[i].name : NULL;
}

double noslip_model_parameter_value(const noslip_model *m, int i) {
  bool there = 0 <= i && i < noslip_model_parameter_count(m);
  return there ? m->system->parameters.list[i].value : (double)NAN;
}

bool noslip_model_parameter_is_live(const noslip_model *m, int i) {
  bool there = 0 <= i && i < noslip_model_parameter_count(m);
  return there && m->system->parameters.list[i].live >= 0;
}

const char *noslip_model_class(const noslip_model *m) {
  return m ? model_class_words(m->system->class) : "";
}
