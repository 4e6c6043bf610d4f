// Loading: text to system, system to problem.

#include "model/model.h"

#include "expr/diff.h"
#include "expr/validate.h"
#include "lang/read.h"
#include "problem/group.h"
#include "problem/structure.h"

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
// system to mechanical problem

const expr *model_symbols(arena *a, const unknowns *list) {
  expr *out = ARENA_ARRAY(a, expr, list->count + 1);
  for (int i = 0; out && i < list->count; i++)
    out[i] = list->list[i].symbol;
  return out;
}

// one symbol per constraint: the named multiplier, or a new one
static const expr *multiplier_symbols(arena *a, const model_system *s) {
  expr *out = ARENA_ARRAY(a, expr, s->constraints.count + 1);
  for (int k = 0; out && k < s->constraints.count; k++) {
    const constraint *c = &s->constraints.list[k];
    out[k] = c->multiplier >= 0 ? s->multipliers.list[c->multiplier].symbol
                                : expr_symbol(s->graph, KIND_MULTIPLIER, c->label);
  }
  return out;
}

// forces without their multipliers: such a model has methods of its own, but can be checked
static bool plain_forces(arena *a, const model_system *s, const expr **out) {
  int n = s->velocities.count, m = s->multipliers.count;
  expr *force = ARENA_ARRAY(a, expr, n + 1), *zero = ARENA_ARRAY(a, expr, m + 1);
  const expr *mu = model_symbols(a, &s->multipliers);
  if (!force || !zero || !mu)
    return false;
  *out = force;
  return diff_substitute(s->graph, s->forces.list, n, mu, zero, m, force);
}

const expr *model_monitors(arena *a, const model_system *s, int *count) {
  int ni = s->invariants.count, no = s->observables.count;
  expr *out = ARENA_ARRAY(a, expr, ni + no + 1);
  for (int i = 0; out && i < ni; i++)
    out[i] = s->invariants.list[i].value;
  for (int i = 0; out && i < no; i++)
    out[ni + i] = s->observables.list[i].value;
  *count = ni + no;
  return out;
}

const expr *model_sections(noslip_model *m) {
  const model_system *s = m->system;
  expr *out = ARENA_ARRAY(&m->arena, expr, section_width*s->sections.count + 1);
  for (int i = 0; out && i < s->sections.count; i++) {
    const section *c = &s->sections.list[i];
    expr *to = out + section_width*i;
    to[0] = c->value;
    to[1] = c->when;
    for (int k = 0; k < 3; k++)
      to[2 + k] = k < c->nplot ? c->plot[k] : expr_zero;
    for (int k = 0; k < section_width; k++)
      m->sections_use_multipliers |=
          (expr_kinds(s->graph, to[k]) & (KIND_MULTIPLIER | KIND_ALGEBRAIC)) != 0;
  }
  return out;
}

static const char no_friction[] =
    "no method of this version treats forces that depend on a multiplier";

// ---- groups

// one factor per item of coord
static bool list_factors(arena *a, const model_system *s, mechanical_parts *parts) {
  int count = s->coords.count;
  group_factor *factor = ARENA_ARRAY(a, group_factor, count);
  if (!factor)
    return false;
  for (int i = 0; i < count; i++) {
    const coord_item *c = &s->coords.list[i];
    switch (c->kind) {
    case COORD_REAL:
    case COORD_ANGLE: factor[i] = (group_factor){.kind = GROUP_R, .n = c->nposition}; break;
    case COORD_SO:
      factor[i] = (group_factor){.kind = c->size == 3 ? GROUP_SO3 : GROUP_SO, .n = c->size};
      break;
    case COORD_SE2: factor[i] = (group_factor){.kind = GROUP_SE2, .n = 0}; break;
    case COORD_SE3: factor[i] = (group_factor){.kind = GROUP_SE3, .n = 0}; break;
    }
  }
  group_of(factor, count, GROUP_CAY);
  parts->factor = factor;
  parts->nfactor = count;
  return true;
}

// what no method on groups treats
static noslip_status refuse_group(const model_system *s, failure *why) {
  for (int i = 0; i < s->coords.count; i++) {
    const coord_item *c = &s->coords.list[i];
    if (c->kind == COORD_SO && c->size > son_largest)
      return fail(why, NOSLIP_ERROR_MODEL,
                  "`%s` is in SO(%d), and rotations of this version end with SO(%d)", c->name,
                  c->size, son_largest);
  }
  if (structure_kinds(s->graph, s->forces.list, s->forces.count) & KIND_MULTIPLIER)
    return fail(why, NOSLIP_ERROR_MODEL, "%s", no_friction);
  return NOSLIP_OK;
}

// the key of a momentum: that of its coordinate, or of its velocity if it belongs to a group
static void name_momenta(const model_system *s, const char **names) {
  for (int i = 0; i < s->coords.count; i++) {
    const coord_item *c = &s->coords.list[i];
    bool real = c->kind == COORD_REAL || c->kind == COORD_ANGLE;
    for (int k = 0; k < c->nvelocity; k++)
      names[c->velocity + k] =
          real ? s->positions.list[c->position + k].name : s->velocities.list[c->velocity + k].name;
  }
}

static noslip_status make_mechanical(noslip_model *m, failure *why) {
  const model_system *s = m->system;
  arena *a = &m->arena;
  int n = s->positions.count, nv = s->velocities.count, nc = s->constraints.count;
  expr *rate = ARENA_ARRAY(a, expr, n + 1);
  const char **momenta = ARENA_ARRAY(a, const char *, nv + 1);
  expr *residual = ARENA_ARRAY(a, expr, nc + 1);
  bool *holonomic = ARENA_ARRAY(a, bool, nc + 1), *angle = ARENA_ARRAY(a, bool, n + 1);
  const char **names = ARENA_ARRAY(a, const char *, n + 1);
  const char **labels = ARENA_ARRAY(a, const char *, nc + 1);
  mechanical_parts *parts = arena_alloc(a, sizeof *parts);
  if (a->failed)
    return fail_memory(why);
  if (s->class == CLASS_GROUP && refuse_group(s, why) != NOSLIP_OK)
    return why->status;
  *parts = (mechanical_parts){
      .graph = s->graph,
      .lagrangian = s->form == FORM_LAGRANGIAN,
      .n = n,
      .nv = nv,
      .m = nc,
      .rate = rate,
      .q = model_symbols(a, &s->positions),
      .v = model_symbols(a, &s->velocities),
      .p = model_symbols(a, &s->momenta),
      .mu = multiplier_symbols(a, s),
      .time = s->time,
      .energy = s->energy,
      .function = s->function,
      .residual = residual,
      .is_holonomic = holonomic,
      .angle = angle,
      .coordinate = names,
      .momentum = momenta,
      .constraint = labels,
  };
  parts->monitors = model_monitors(a, s, &parts->nmonitor);
  parts->sections = model_sections(m);
  parts->nsection = s->sections.count;
  for (int i = 0; parts->monitors && i < parts->nmonitor; i++)
    m->monitors_use_multipliers |=
        (expr_kinds(s->graph, parts->monitors[i]) & KIND_MULTIPLIER) != 0;
  if (a->failed || !plain_forces(a, s, &parts->force) ||
      (s->class == CLASS_GROUP && !list_factors(a, s, parts)))
    return fail_memory(why);
  name_momenta(s, momenta);
  for (int k = 0; k < nc; k++) {
    residual[k] = s->constraints.list[k].residual;
    holonomic[k] = s->constraints.list[k].kind == CONSTRAINT_HOLONOMIC;
    labels[k] = s->constraints.list[k].label;
  }
  for (int i = 0; i < n; i++) {
    names[i] = s->positions.list[i].name;
    rate[i] = s->positions.list[i].rate;
    angle[i] = s->positions.list[i].angle;
  }
  m->parts = parts;
  problem *made;
  noslip_status status = mechanical_new(a, parts, &made, why);
  if (status == NOSLIP_OK)
    m->problem = made;
  return status;
}

noslip_status model_reduce(noslip_model *m, reduction_kind kind, const problem **out,
                           failure *why) {
  problem *made;
  if (!m->reductions[kind]) {
    noslip_status status = reduction_new(&m->arena, m->parts, m->problem, kind, &made, why);
    if (status != NOSLIP_OK)
      return status;
    m->reductions[kind] = made;
  }
  *out = m->reductions[kind];
  return NOSLIP_OK;
}

// what the class of a model means for running it
static noslip_status make_problem(noslip_model *m, failure *why) {
  system_class class = m->system->class;
  bool index2 = class == CLASS_INDEX2 || class == CLASS_ODE || class == CLASS_SKEW;
  bool mechanical = class == CLASS_MECHANICAL || class == CLASS_MECHANICAL_NONLINEAR ||
                    (class == CLASS_GROUP && m->system->contacts.count == 0);
  if (!mechanical && !index2) {
    m->unsolved = arena_print(
        &m->arena,
        "no method of this version treats this class (%s); `noslip methods` says what each "
        "treats",
        model_class_words(class));
    return m->unsolved ? NOSLIP_OK : fail_memory(why);
  }
  noslip_status status = index2 ? model_index2(m, why) : make_mechanical(m, why);
  if (status == NOSLIP_ERROR_MODEL) {
    m->unsolved = arena_text(&m->arena, why->sentence, strlen(why->sentence));
    return m->unsolved ? NOSLIP_OK : fail_memory(why);
  }
  if (status == NOSLIP_OK && class == CLASS_MECHANICAL_NONLINEAR)
    m->unsolved = no_friction;
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
  *m = (noslip_model){.context = context};
  arena_init(&m->arena, &context->memory);
  return m;
}

static const setting *copy_settings(noslip_model *m, const noslip_setting *given, int count) {
  setting *copy = ARENA_ARRAY(&m->arena, setting, count);
  for (int i = 0; copy && i < count; i++)
    copy[i] = (setting){arena_text(&m->arena, given[i].name, strlen(given[i].name)),
                        arena_text(&m->arena, given[i].value, strlen(given[i].value))};
  return copy;
}

static noslip_status read_model(noslip_model *m, const source *text,
                                const noslip_model_options *options) {
  failure *why = &m->context->failure;
  settings given = {0};
  model_system *s;
  m->path = text->name;
  m->text = text->text;
  given = (settings){
      copy_settings(m, options->set, options->nset),
      copy_settings(m, options->init, options->ninit), options->nset, options->ninit,
      options->section ? arena_text(&m->arena, options->section, strlen(options->section)) : NULL};
  if (m->arena.failed)
    return fail_memory(why);
  noslip_status status = system_read(text, &m->arena, &given, &s, why);
  if (status != NOSLIP_OK)
    return status;
  m->system = s;
  status = make_problem(m, why);
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

static noslip_status take_options(noslip_context *context, noslip_model_options *model_options,
                                  const noslip_model_options *given, size_t size) {
  noslip_status status = context_take(context, "noslip_model_options", model_options,
                                      sizeof *model_options, given, size);
  if (status == NOSLIP_OK)
    status = check_settings(context, model_options->set, model_options->nset, "set");
  return status == NOSLIP_OK
             ? check_settings(context, model_options->init, model_options->ninit, "init")
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

void noslip_model_free(noslip_model *m) {
  if (!m)
    return;
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

const char *noslip_model_class(const noslip_model *m) {
  return m ? model_class_words(m->system->class) : "";
}
