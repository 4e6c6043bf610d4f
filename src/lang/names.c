// One space of names: declared once and before use, visible to what stands below.
//
// A name is found among the locals of the current frame (parameters of the function being
// evaluated, indices of sums), then among the declared names. Inside a function only what had been
// declared before it is visible: `visible` is the number of names at its definition.

#include "lang/lower.h"

#include "base/shown.h"
#include "base/suggest.h"
#include "lang/hints.h"
#include "lang/lex.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool wrong_memory(lowering *l) {
  fail_memory(l->why);
  return false;
}

// a message of its arguments, with long names cut; NULL: no memory
__attribute__((format(printf, 2, 0))) static const char *message(lowering *l, const char *format,
                                                                 va_list list) {
  va_list again;
  va_copy(again, list);
  int length = vsnprintf(NULL, 0, format, list);
  char *text = length >= 0 ? arena_alloc(l->arena, (size_t)length + 1) : NULL;
  if (text) {
    vsnprintf(text, (size_t)length + 1, format, again);
    shown_words(text, shown_longest);
  }
  va_end(again);
  return text;
}

// inside a function: name the call, and the outermost call around it
static void say_where_called(lowering *l) {
  int line, column;
  const call_frame *call = l->call;
  while (call) {
    source_locate(l->source, call->at, &line, &column);
    fail_more(l->why, "\n  in %s(), called on line %d", SHOWN(call->function->name), line);
    const call_frame *first = call->outer;
    while (first && first->outer)
      first = first->outer;
    call = first;
  }
}

bool wrong(lowering *l, int at, const char *remedy, const char *format, ...) {
  // a graph without memory makes 0 of every expression: the error may follow from that
  noslip_status status = graph_status(l->graph);
  if (l->arena->failed || status == NOSLIP_ERROR_MEMORY)
    return wrong_memory(l);
  assert(remedy);  // every error says what to write instead

  va_list list;
  va_start(list, format);
  const char *sentence = message(l, format, list);
  va_end(list);
  char *advice = arena_print(l->arena, "%s", remedy);
  if (!sentence || !advice)
    return wrong_memory(l);
  shown_words(advice, shown_longest);
  if (status != NOSLIP_OK) {
    advice = "use smaller families, sums and loops";
    sentence = arena_print(
        l->arena, "the model expands to more than the limit of %d expression nodes", limit_nodes);
  }
  source_fail(l->source, at, l->why, advice, "%s", sentence ? sentence : "the model is too large");
  say_where_called(l);
  return false;
}

const char *names_what(name_kind kind) {
  switch (kind) {
  case NAME_CONST: return "a constant";
  case NAME_PARAM: return "a parameter";
  case NAME_COORD: return "a coordinate";
  case NAME_VELOCITY: return "a velocity";
  case NAME_MOMENTUM: return "a momentum";
  case NAME_STATE: return "a state";
  case NAME_ALGEBRAIC: return "an algebraic variable";
  case NAME_MULTIPLIER: return "a multiplier";
  case NAME_INPUT: return "an input";
  case NAME_LET: return "an abbreviation";
  case NAME_FUNCTION: return "a function";
  case NAME_INDEX: return "an index";
  }
  return "a name";
}

const local *names_local(const lowering *l, const char *name) {
  for (int i = l->locals.count - 1; i >= l->frame; i--)
    if (strcmp(l->locals.list[i].name, name) == 0)
      return &l->locals.list[i];
  return NULL;
}

name_entry *names_find(const lowering *l, const char *name) {
  // the table keeps names that are no longer visible
  int i = table_find(&l->name_table, name);
  if (i < 0 || i >= l->visible || !l->names.list[i].live ||
      strcmp(l->names.list[i].name, name) != 0)
    return NULL;
  return &l->names.list[i];
}

// what was declared since there were `before` names is no longer visible, except multipliers
void names_forget(lowering *l, int before) {
  int last = before;
  assert(0 <= before && before <= l->names.count);
  for (int k = before; k < l->names.count; k++) {
    name_entry *entry = &l->names.list[k];
    entry->live = entry->kind == NAME_MULTIPLIER;
    if (entry->live)
      last = k + 1;
  }
  l->names.count = l->visible = last;
}

// an error if `name` is visible already; `what` says what the new name would be, NULL: a name
bool names_free(lowering *l, const char *name, int at, const char *what) {
  const name_entry *entry = names_find(l, name);
  const local *here = names_local(l, name);
  if (!entry && !here)
    return true;

  name_kind kind = here ? here->kind : entry->kind;
  int line, column;
  source_locate(l->source, here ? here->at : entry->at, &line, &column);
  const char *remedy =
      what ? arena_print(l->arena, "choose another name for the %s", what) : "choose another name";
  return wrong(l, at, remedy, "`%s` is already %s (line %d)", name, names_what(kind), line);
}

name_entry *names_declare(lowering *l, const char *name, int at, name_kind kind, value v) {
  if (!names_free(l, name, at, NULL))
    return NULL;
  if (l->names.count >= limit_names) {
    wrong(l, at, "use families in the place of single names",
          "there are more than the limit of %d names", limit_names);
    return NULL;
  }
  assert(!l->call && l->visible == l->names.count);  // functions declare nothing
  name_entry entry = {
      .name = name, .kind = kind, .at = at, .live = true, .value = v, .item = -1, .base = -1};
  if (!ARRAY_PUSH(l->arena, l->names, entry) ||
      !table_set(&l->name_table, name, l->names.count - 1)) {
    wrong_memory(l);
    return NULL;
  }
  l->visible = l->names.count;
  return &l->names.list[l->names.count - 1];
}

// --- names that are not known --------------------------------------------------------------------

// x_dot and the like, if x is there
static const char *dotted_name(lowering *l, const char *name) {
  char base[64];
  int order = hint_derivative(base, sizeof base, name);
  if (order == 0 || (!names_find(l, base) && !names_local(l, base)))
    return NULL;
  if (order > 1)
    return "second derivatives do not occur in a model: accelerations follow from the Lagrangian";
  return arena_print(l->arena, "write %s' for the time derivative of `%s`", base, base);
}

// where the statement declares `name`; -1: nowhere
static int declared_by(const statement *s, const char *name) {
  int found = -1;
  switch (s->kind) {
  case STATEMENT_LET: return strcmp(s->let.name, name) == 0 ? s->let.at : -1;
  case STATEMENT_CONST:
  case STATEMENT_PARAM:
  case STATEMENT_INPUT:
    for (int k = 0; k < s->assigns.count; k++)
      if (strcmp(s->assigns.list[k].target.name, name) == 0)
        found = s->assigns.list[k].target.at;
    return found;
  case STATEMENT_COORD:
  case STATEMENT_STATE:
  case STATEMENT_ALGEBRAIC:
    for (int k = 0; k < s->items.count; k++)
      if (strcmp(s->items.list[k]->name, name) == 0)
        found = s->items.list[k]->at;
    return found;
  case STATEMENT_HOLONOMIC:
  case STATEMENT_NONHOLONOMIC:
  case STATEMENT_CONTACT:
    if (s->constraint.multiplier.name && strcmp(s->constraint.multiplier.name, name) == 0)
      found = s->constraint.multiplier.at;
    return found;
  default: return -1;
  }
}

// where `name` is declared among these statements, below `at`; -1: nowhere
static int declared_below(statement *const *body, int n, const char *name, int at) {
  for (int i = 0; i < n; i++) {
    int found = declared_by(body[i], name);
    if (found > at)
      return found;
  }
  return -1;
}

static const char *declared_later(lowering *l, const char *name, int at) {
  int line, column, found = declared_below(l->model->body, l->model->nbody, name, at);
  if (found < 0 || l->source != l->model->source)
    return NULL;
  source_locate(l->source, found, &line, &column);
  return arena_print(l->arena, "it is declared on line %d: move that line up, before its first use",
                     line);
}

// the `with` that has this name, NULL: none
static const statement *let_with(const lowering *l, const char *name, int *local_at) {
  for (int i = 0; i < l->model->nbody; i++) {
    const statement *s = l->model->body[i];
    for (int k = 0; s->kind == STATEMENT_LET && k < s->let.nlocal; k++)
      if (strcmp(s->let.locals[k].name, name) == 0) {
        *local_at = s->let.locals[k].at;
        return s;
      }
  }
  return NULL;
}

// a name after `with` that is used outside, or above its place
static const char *hidden_local(lowering *l, const char *name, int at) {
  int local_at;
  const statement *s = let_with(l, name, &local_at);
  if (!s || l->source != l->model->source)
    return NULL;
  if (at < local_at && at > s->let.locals[0].at)
    return "it stands further on in this `with`: write it before its first use";
  return arena_print(l->arena, "it is a local name of `%s`, hidden outside", s->let.name);
}

// the names and functions that are near
static void suggest_names(const lowering *l, const char *name, suggestion *near) {
  for (int i = l->locals.count - 1; i >= l->frame; i--)
    suggest(near, name, l->locals.list[i].name);
  for (int i = 0; i < l->visible; i++)
    if (l->names.list[i].live)
      suggest(near, name, l->names.list[i].name);
  for (const char *const *word = lex_functions; *word; word++)
    suggest(near, name, *word);
  suggest(near, name, "pi");
  suggest(near, name, "energy");
}

// "unknown name", with what was probably meant
noslip_status names_unknown(lowering *l, const char *name, int at) {
  char question[suggest_room];
  suggestion near = {0};
  const char *remedy = declared_later(l, name, at);
  if (l->call && strcmp(l->call->function->name, name) == 0)
    remedy = "a function cannot call itself";
  if (!remedy)
    remedy = hidden_local(l, name, at);
  if (!remedy)
    remedy = dotted_name(l, name);
  if (!remedy)
    remedy = hint_foreign(name);
  if (!remedy)
    suggest_names(l, name, &near);
  if (near.count > 0)
    remedy = suggest_text(question, &near, "`");
  wrong(l, at, remedy ? remedy : "declare it above with `param`, `coord` or `let`",
        "unknown name `%s`", name);
  return NOSLIP_ERROR_MODEL;
}

expr names_new_symbol(lowering *l, unsigned kind, const char *name, int position) {
  expr symbol = expr_symbol(l->graph, kind, name);
  meaning m = {.kind = kind, .position = position};
  assert(l->arena->failed || graph_status(l->graph) != NOSLIP_OK ||
         graph_node(l->graph, symbol).a == l->meanings.count);
  if (!ARRAY_PUSH(l->arena, l->meanings, m))
    wrong_memory(l);
  return symbol;
}

unknown *names_symbol(const lowering *l, expr symbol, unsigned *kind) {
  assert(graph_node(l->graph, symbol).op == EXPR_SYMBOL);
  meaning m = l->meanings.list[graph_node(l->graph, symbol).a];
  if (kind)
    *kind = m.kind;
  if (m.slot)
    return &l->slots.list[m.position];
  switch (m.kind) {
  case KIND_COORD: return &l->system->positions.list[m.position];
  case KIND_VELOCITY: return &l->system->velocities.list[m.position];
  case KIND_MOMENTUM: return &l->system->momenta.list[m.position];
  case KIND_STATE: return &l->system->states.list[m.position];
  case KIND_ALGEBRAIC: return &l->system->algebraics.list[m.position];
  case KIND_MULTIPLIER: return &l->system->multipliers.list[m.position];
  case KIND_INPUT: return &l->system->inputs.list.list[m.position];
  case KIND_LIVE: return &l->system->inputs.live.list[m.position];
  case KIND_ACCELERATION: return &l->system->accelerations.list[m.position];
  default: return NULL;
  }
}

// the name of a symbol of one of the `kinds` in v, and its kind
const char *names_of_kind(lowering *l, const value *v, unsigned kinds, unsigned *kind) {
  int32_t count;
  expr *below = graph_below(l->graph, value_items(v), value_count(v), &count);
  const char *name = "?";
  for (int32_t i = 0; below && i < count; i++)
    if (graph_node(l->graph, below[i]).op == EXPR_SYMBOL &&
        (expr_kinds(l->graph, below[i]) & kinds)) {
      name = expr_symbol_name(l->graph, below[i]);
      *kind = expr_kinds(l->graph, below[i]);
      break;
    }
  memory_free(graph_memory(l->graph), below);
  return name;
}
