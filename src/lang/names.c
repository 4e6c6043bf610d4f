// One space of names: declared once and before use, visible to what stands below.
//
// A name is found among the locals of the current frame (parameters of the function being
// evaluated, indices of sums), then among the declared names. Inside a function only what had been
// declared before it is visible: `visible` is the number of names at its definition.

#include "lang/lower.h"

#include "base/suggest.h"

#include <stdio.h>
#include <string.h>

bool wrong_memory(lowering *l) {
  fail_memory(l->why);
  return false;
}

// Names may be long; a message is not: what is longer than `longest` without a space is cut.
static void cut_words(char *text) {
  enum { longest = 60, kept = 40 };
  char *to = text;
  for (const char *from = text; *from;) {
    size_t n = strcspn(from, " "), keep = n;
    bool quoted = *from == '`';
    if (n > longest) {
      keep = kept;
      while (keep > 0 && (from[keep] & 0xC0) == 0x80)
        keep--;
    }
    memmove(to, from, keep);
    to += keep;
    from += n;
    if (keep < n)
      to += sprintf(to, "...%s", quoted ? "`" : "");
    while (*from == ' ')
      *to++ = *from++;
  }
  *to = 0;
}

// inside a function: say who called it, and from where all this began
static void say_where_called(lowering *l) {
  int line, column;
  const call_frame *call = l->call;
  while (call) {
    source_locate(l->source, call->at, &line, &column);
    fail_more(l->why, "\n  in %.60s(), called on line %d", call->function->name, line);
    const call_frame *first = call->outer;
    while (first && first->outer)
      first = first->outer;
    call = first;
  }
}

bool wrong(lowering *l, int at, const char *remedy, const char *format, ...) {
  // what is wrong may only seem so, because an expression could not be made
  noslip_status status = graph_status(l->graph);
  if (l->arena->failed || status == NOSLIP_ERROR_MEMORY)
    return wrong_memory(l);

  va_list list;
  char sentence[1024], advice[1024];
  va_start(list, format);
  vsnprintf(sentence, sizeof sentence, format, list);
  va_end(list);
  snprintf(advice, sizeof advice, "%s", remedy ? remedy : "");
  if (status != NOSLIP_OK) {
    remedy = NULL;
    snprintf(sentence, sizeof sentence,
             "the model expands to more than the limit of %d expression nodes", limit_nodes);
  }

  cut_words(sentence);
  cut_words(advice);
  source_fail(l->source, at, l->why, remedy ? advice : NULL, "%s", sentence);
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
  // the table may still know a name that has been forgotten
  int i = table_find(&l->name_table, name);
  if (i < 0 || i >= l->visible || !l->names.list[i].live ||
      strcmp(l->names.list[i].name, name) != 0)
    return NULL;
  return &l->names.list[i];
}

// what was declared since there were `before` names is not visible any more, but for multipliers
void names_forget(lowering *l, int before) {
  int last = before;
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
    wrong(l, at, NULL, "there are more than the limit of %d names", limit_names);
    return NULL;
  }
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

// "unknown name", with the nearest one that is known
noslip_status names_unknown(lowering *l, const char *name, int at) {
  static const char *const functions[] = {
      "sin",  "cos", "tan",   "asin", "acos",      "atan", "atan2", "sinh", "cosh",
      "tanh", "exp", "log",   "sqrt", "abs",       "min",  "max",   "sign", "where",
      "sum",  "dot", "cross", "norm", "transpose", "tr",   "inv",   "pi",   "energy",
  };
  char question[suggest_room];
  suggestion near = {0};
  for (int i = l->locals.count - 1; i >= l->frame; i--)
    suggest(&near, name, l->locals.list[i].name);
  for (int i = 0; i < l->visible; i++)
    if (l->names.list[i].live)
      suggest(&near, name, l->names.list[i].name);
  for (size_t i = 0; i < sizeof functions/sizeof *functions; i++)
    suggest(&near, name, functions[i]);

  const char *remedy = near.count > 0 ? suggest_text(question, &near, "`") : NULL;
  wrong(l, at, remedy, "unknown name `%s`", name);
  return NOSLIP_ERROR_MODEL;
}

expr names_new_symbol(lowering *l, unsigned kind, const char *name, int position) {
  expr symbol = expr_symbol(l->graph, kind, name);
  meaning m = {.kind = kind, .position = position};
  if (!ARRAY_PUSH(l->arena, l->meanings, m))
    wrong_memory(l);
  return symbol;
}

unknown *names_symbol(const lowering *l, expr symbol, unsigned *kind) {
  meaning m = l->meanings.list[graph_node(l->graph, symbol).a];
  if (kind)
    *kind = m.kind;
  switch (m.kind) {
  case KIND_COORD: return &l->system->positions.list[m.position];
  case KIND_VELOCITY: return &l->system->velocities.list[m.position];
  case KIND_MOMENTUM: return &l->system->momenta.list[m.position];
  case KIND_STATE: return &l->system->states.list[m.position];
  case KIND_ALGEBRAIC: return &l->system->algebraics.list[m.position];
  case KIND_MULTIPLIER: return &l->system->multipliers.list[m.position];
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
