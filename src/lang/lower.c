// The driver of lowering: statements in the order of the file; let and for.

#include "lang/lower.h"

#include "base/shown.h"
#include "base/suggest.h"
#include "lang/hints.h"

#include <assert.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// settings

bool lower_enter(lowering *l, const setting_text *t) {
  if (t->error) {
    *l->why = *t->error;
    return false;
  }
  assert(t->source.name && t->source.text);
  l->source = &t->source;
  return true;
}

void lower_leave(lowering *l) {
  l->source = l->model->source;
}

// fail: a --set or --init for a name that the model does not have; suggest the nearest one
static bool unknown_setting(lowering *l, const char *option, const char *what, const char *name,
                            const suggestion *near) {
  char question[suggest_room];
  fail(l->why, NOSLIP_ERROR_ARGUMENT, "the option `%s`: %s has no %s `%s`", option,
       SHOWN(l->system->name), what, SHOWN(name));
  if (near->count > 0)
    fail_hint(l->why, "; ", "%s", suggest_text(question, near, "`"));
  else
    fail_hint(l->why, "; ", "`noslip check` lists what it has");
  return false;
}

// the unknowns that are nearest to the beginning of `text`, "w" of "w[2]'"
static suggestion nearest_unknown(lowering *l, const char *text) {
  suggestion near = {0};
  const char *name = arena_text(l->arena, text, strcspn(text, "[.' "));
  for (int k = 0; name && k < l->names.count; k++) {
    name_kind kind = l->names.list[k].kind;
    if (kind >= NAME_COORD && kind <= NAME_MULTIPLIER)
      suggest(&near, name, l->names.list[k].name);
  }
  return near;
}

static suggestion nearest_parameter(const lowering *l, const char *name) {
  suggestion near = {0};
  for (int k = 0; k < l->system->parameters.count; k++)
    suggest(&near, name, l->system->parameters.list[k].name);
  return near;
}

static bool unknown_live(lowering *l, const char *name) {
  const name_entry *entry = names_find(l, name);
  suggestion near = nearest_parameter(l, name);
  if (!entry || entry->kind != NAME_INPUT)
    return unknown_setting(l, "live", "parameter", name, &near);
  fail(l->why, NOSLIP_ERROR_ARGUMENT,
       "the option `live`: `%s` is an input, which is set between steps as it is; leave it out",
       SHOWN(name));
  return false;
}

// every name of the options must be one that the model has
static bool check_settings(lowering *l) {
  for (int i = 0; i < l->settings->nlive; i++)
    if (!l->settings->live[i].used)
      return unknown_live(l, l->settings->live[i].name);
  for (int i = 0; i < l->settings->nset; i++) {
    const char *name = l->settings->set[i].name;
    suggestion near = nearest_parameter(l, name);
    if (l->settings->set[i].used)
      continue;
    for (int k = 0; k < l->system->inputs.list.count; k++)
      suggest(&near, name, l->system->inputs.list.list[k].name);
    return unknown_setting(l, "set", "constant or parameter", name, &near);
  }
  for (int i = 0; i < l->settings->ninit; i++)
    if (!l->settings->init[i].used) {
      const char *name = l->settings->init[i].name;
      suggestion near = nearest_unknown(l, name);
      char base[64];
      if (hint_derivative(base, sizeof base, name) == 1 && names_find(l, base)) {
        fail(l->why, NOSLIP_ERROR_ARGUMENT, "the option `init`: `%s` is written %s' here",
             SHOWN(name), base);
        return false;
      }
      return unknown_setting(l, "init", "unknown", name, &near);
    }
  return true;
}

// ---------------------------------------------------------------------------------------------
// let and for

// the names after `with` are new, and not those of the parameters
static bool let_locals(lowering *l, const tree_let *s) {
  for (int i = 0; i < s->nlocal; i++) {
    const tree_local *one = &s->locals[i];
    bool twice = strcmp(one->name, s->name) == 0;
    if (!names_free(l, one->name, one->at, "local name"))
      return false;
    for (int k = 0; k < s->nparam; k++)
      twice = twice || strcmp(one->name, s->params[k]) == 0;
    for (int k = 0; k < i; k++)
      twice = twice || strcmp(one->name, s->locals[k].name) == 0;
    if (twice)
      return wrong(l, one->at, "choose another name for one of them",
                   "`%s` stands twice among the names of this `let`", one->name);
  }
  return true;
}

static bool let_function(lowering *l, const tree_let *s) {
  for (int i = 0; i < s->nparam; i++) {
    if (!names_free(l, s->params[i], s->param_at[i], "parameter"))
      return false;
    for (int k = 0; k < i; k++)
      if (strcmp(s->params[i], s->params[k]) == 0)
        return wrong(l, s->param_at[i], "choose another name for one of them",
                     "`%s` stands twice among the parameters", s->params[i]);
  }
  name_entry *entry = names_declare(l, s->name, s->at, NAME_FUNCTION, (value){0});
  if (!entry)
    return false;
  entry->function = s;
  return true;
}

static bool lower_let(lowering *l, const tree_let *s) {
  value v;
  if (!names_free(l, s->name, s->at, NULL) || !let_locals(l, s))
    return false;
  if (s->is_function)
    return let_function(l, s);
  l->scope = (scope){.allowed = KIND_ANY | KIND_JUMPS, .where = "an abbreviation"};
  return eval_let(l, s, &v) && names_declare(l, s->name, s->at, NAME_LET, v) != NULL;
}

static bool for_too_long(lowering *l, const tree_loop *s, double count) {
  double own = count*s->nbody, all = count*l->cost.passes*(s->nbody > 0 ? s->nbody : 1);
  if (own <= limit_statements && all <= 4.0*limit_statements)
    return true;
  return wrong(l, s->range.lo->start, "use a shorter range, or fewer loops inside each other",
               "this `for` expands to more than the limit of %d statements", limit_statements);
}

// one pass: the index and the lets of the body live until its end; multipliers stay
static bool for_pass(lowering *l, const tree_loop *s, int i) {
  int before = l->names.count;
  value index = value_scalar(expr_number(l->graph, i));
  index.constant = true;
  if (!names_declare(l, s->name, s->at, NAME_INDEX, index) || !lower_body(l, s->body, s->nbody))
    return false;
  names_forget(l, before);
  return true;
}

static bool lower_for(lowering *l, const tree_loop *s) {
  int lo, hi;
  const tree_loop *outer = l->loop;
  double passes = l->cost.passes;
  if (!eval_range(l, &s->range, &lo, &hi) || !names_free(l, s->name, s->at, "index"))
    return false;
  double count = hi >= lo ? (double)hi - lo + 1 : 0;
  if (!for_too_long(l, s, count))
    return false;
  l->loop = s;
  l->cost.passes *= count > 1 ? count : 1;
  for (long i = lo; i <= hi && s->nbody > 0; i++)
    if (!for_pass(l, s, (int)i))
      return false;
  l->loop = outer;
  l->cost.passes = passes;
  return true;
}

// ---------------------------------------------------------------------------------------------
// statements

static bool lower_statement(lowering *l, const statement *s) {
  switch (s->kind) {
  case STATEMENT_CONST:
  case STATEMENT_PARAM: return lower_constants(l, s);
  case STATEMENT_INPUT: return lower_inputs(l, s);
  case STATEMENT_COORD: return lower_coord(l, s);
  case STATEMENT_STATE:
  case STATEMENT_ALGEBRAIC: return lower_state(l, s);
  case STATEMENT_LET: return lower_let(l, &s->let);
  case STATEMENT_LAGRANGIAN:
  case STATEMENT_HAMILTONIAN: return lower_function(l, s);
  case STATEMENT_FORCE: return lower_force(l, &s->force);
  case STATEMENT_DISSIPATION: return lower_dissipation(l, s->function, s->at);
  case STATEMENT_HOLONOMIC:
  case STATEMENT_NONHOLONOMIC: return lower_constraint(l, s);
  case STATEMENT_CONTACT: return lower_contact(l, s);
  case STATEMENT_EQUATIONS: return lower_equations(l, s);
  case STATEMENT_CONSTRAINT: return lower_algebraic_constraint(l, s);
  case STATEMENT_BRACKET: return lower_bracket(l, &s->bracket);
  case STATEMENT_INIT: return lower_init(l, &s->assigns);
  case STATEMENT_EXACT: return lower_exact(l, &s->assigns);
  case STATEMENT_INVARIANT:
  case STATEMENT_OBSERVE: return lower_monitor(l, s);
  case STATEMENT_SECTION:
  case STATEMENT_STOP: return lower_section(l, &s->section, s->kind == STATEMENT_STOP);
  case STATEMENT_DRAW: return lower_draw(l, &s->draw, s->at);
  case STATEMENT_FOR: return lower_for(l, &s->loop);
  case STATEMENT_RUN: return lower_run(l, &s->run);
  }
  return false;
}

bool lower_count(lowering *l, int n, int at) {
  assert(n >= -1);  // an empty vector of constraints takes its own statement back
  l->cost.statements += n;
  return l->cost.statements <= limit_statements ||
         wrong(l, at, "use smaller families and loops",
               "the model expands to more than the limit of %d statements", limit_statements);
}

#ifndef NDEBUG
// between statements nothing waits for an operand, and no local or function is visible
static bool is_between_statements(const lowering *l) {
  return l->stack.count == 0 && l->spine.count == 0 && l->locals.count == 0 && l->frame == 0 &&
         l->visible == l->names.count && !l->call && !l->labelled && !l->pairs &&
         l->source == l->model->source;
}
#endif

bool lower_body(lowering *l, statement *const *body, int n) {
  for (int i = 0; i < n; i++) {
    assert(is_between_statements(l));
    if (!lower_count(l, 1, body[i]->at))
      return false;
    l->scope = (scope){.allowed = KIND_ANY, .where = "this"};
    l->cost.depth = 0;
    if (!lower_statement(l, body[i]))
      return false;
    if (!eval_charge(l, body[i]->at))
      return false;
  }
  return true;
}

static bool prepare(lowering *l, model_system *s) {
  // the derivatives that methods need become nodes of the same graph
  enum { graph_room = 20000000 };
  table_init(&l->name_table, l->arena);
  table_init(&l->labels.constraints, l->arena);
  table_init(&l->labels.sections, l->arena);
  table_init(&l->labels.columns, l->arena);
  table_init(&l->labels.contacts, l->arena);
  l->cost.passes = 1;
  l->notes.energy_at = l->notes.momentum_at = l->notes.dissipation_at = -1;
  s->graph = l->graph = graph_new(l->arena->memory, graph_room);
  if (!s->graph)
    return wrong_memory(l);
  s->time = names_new_symbol(l, KIND_TIME, "t", 0);
  s->energy = names_new_symbol(l, KIND_ENERGY, "energy", 0);
  return ARRAY_PUSH(l->arena, s->inputs.clock, s->time) || wrong_memory(l);
}

static bool lower_all(lowering *l) {
  const tree_model *model = l->model;
  l->system->name = model->name;
  l->system->title = model->title;
  return prepare(l, l->system) && lower_body(l, model->body, model->nbody) &&
         lower_init_settings(l) && lower_section_setting(l) && check_settings(l) &&
         lower_live_end(l) && check_model(l) && class_find(l) && eval_charge(l, model->name_at);
}

noslip_status lower_model(const tree_model *model, tree_settings *given, arena *a,
                          model_system **out, failure *why) {
  model_system *sys = arena_alloc(a, sizeof *sys);
  if (!sys)
    return fail_memory(why);

  assert(model && model->source && given);
  lowering l = {.source = model->source,
                .model = model,
                .settings = given,
                .arena = a,
                .why = why,
                .system = sys};
  bool good = lower_all(&l);
  memory_free(a->memory, l.start.point);
  memory_free(a->memory, l.start.place);
  if (!good) {
    graph_free(sys->graph);
    return why->status;
  }
  *out = sys;
  return NOSLIP_OK;
}
