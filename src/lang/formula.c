// Names of columns may consist of several tokens, `momentum . w [ 2 ] '`, and of words that are
// reserved in a model. So the tokens of each name are joined to one before the text is parsed, and
// from there on it is an expression like any other, in which the columns are states.

#include "lang/formula.h"

#include "base/shown.h"
#include "base/suggest.h"
#include "lang/lower.h"
#include "lang/parser.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct reading {
  const source *source;
  arena *arena;
  failure *why;
  const char *const *names;  // of the columns
  int n;
  table known;  // columns and families, to their places among the names that are declared
  lowering lowering;
} reading;

// ---------------------------------------------------------------------------------------------
// names

// The name that an expression uses: a reserved word gets a space, which no other name has.
static const char *inner_name(arena *a, const char *name) {
  return lex_value(name) ? name : arena_print(a, " %s", name);
}

static bool declare(reading *r, const char *name, value v) {
  const char *inner = inner_name(r->arena, name);
  return inner && names_declare(&r->lowering, inner, 0, NAME_STATE, v) &&
         (table_set(&r->known, name, r->lowering.names.count - 1) || wrong_memory(&r->lowering));
}

static bool declare_columns(reading *r, expr *symbols) {
  for (int j = 0; j < r->n; j++) {
    symbols[j] = names_new_symbol(&r->lowering, KIND_STATE, r->names[j], j);
    if (!declare(r, r->names[j], value_scalar(symbols[j])))
      return false;
  }
  return true;
}

// "w'" and 2 of "w[2]'"; NULL if the name has no single index
static const char *family_of(arena *a, const char *name, int *index) {
  enum { longest_index = 8 };
  const char *open = strchr(name, '[');
  if (!open || open == name)
    return NULL;
  size_t digits = strspn(open + 1, "0123456789");
  if (digits == 0 || digits > longest_index || open[1 + digits] != ']')
    return NULL;
  *index = atoi(open + 1);
  return arena_print(a, "%.*s%s", (int)(open - name), name, open + 1 + digits + 1);
}

// the column of a family with this index, -1: there is none
static int find_member(const reading *r, const char *name, int index) {
  const char *prime = strchr(name, '\'');
  size_t stem = prime ? (size_t)(prime - name) : strlen(name);
  const char *text = arena_print(r->arena, "%.*s[%d]%s", (int)stem, name, index, name + stem);
  int place = text ? table_find(&r->known, text) : -1;
  return place < r->n ? place : -1;
}

// w, if there are columns w[k], w[k+1], ..., of which column j is the first in the file
static bool declare_family(reading *r, const expr *symbols, int j) {
  int first, count = 0;
  const char *family = family_of(r->arena, r->names[j], &first);
  if (!family || table_find(&r->known, family) >= 0)
    return !r->arena->failed || wrong_memory(&r->lowering);
  while (find_member(r, family, first + count) >= 0)
    count++;
  if (count == 0)
    return true;
  value v = value_new(r->arena, SHAPE_VECTOR, count, 1);
  if (!v.items)
    return wrong_memory(&r->lowering);
  v.first = first;
  for (int i = 0; i < count; i++)
    v.items[i] = symbols[find_member(r, family, first + i)];
  return declare(r, family, v);
}

static bool declare_all(reading *r, expr *symbols) {
  if (!declare_columns(r, symbols))
    return false;
  for (int j = 0; j < r->n; j++)
    if (!declare_family(r, symbols, j))
      return false;
  return true;
}

// ---------------------------------------------------------------------------------------------
// tokens

// may the token be a part of a name?
static bool may_belong(const token *t) {
  return t->kind == TOKEN_NAME || t->kind == TOKEN_NUMBER ||
         (t->kind == TOKEN_SYMBOL && strchr(".[],'", t->word[0]) && t->word[1] == 0);
}

// the tokens from here on that make the longest name that is known, and the name; 0: none do
static int joined(const reading *r, const token *from, const char **name) {
  enum { most = 24 };
  char text[512];
  size_t length = 0;
  int found = 0;
  for (int k = 0; k < most && may_belong(&from[k]); k++) {
    size_t more = (size_t)(from[k].end - from[k].at);
    if (length + more >= sizeof text)
      break;
    memcpy(text + length, r->source->text + from[k].at, more);
    text[length += more] = 0;
    int place = table_find(&r->known, text);
    if (place < 0)
      continue;
    found = k + 1;
    *name = r->lowering.names.list[place].name;
  }
  return found;
}

static bool is_symbol(const token *t, const char *word) {
  return t->kind == TOKEN_SYMBOL && strcmp(t->word, word) == 0;
}

static void join_names(const reading *r, tokens *list) {
  int kept = 0;
  for (int i = 0; i < list->count; kept++) {
    token t = list->list[i];
    const char *name = NULL;
    bool called =
        t.kind == TOKEN_NAME && lex_function(t.word) && is_symbol(&list->list[i + 1], "(");
    int n = t.kind == TOKEN_NAME && !called ? joined(r, &list->list[i], &name) : 0;
    if (n > 0) {
      t.word = name;
      t.end = list->list[i + n - 1].end;
    }
    list->list[kept] = t;
    i += n > 0 ? n : 1;
  }
  list->count = kept;
}

// ---------------------------------------------------------------------------------------------
// names that are not known

// what was meant by a name: from a token to the end of what can belong to it
static const char *written(const reading *r, const token *from) {
  int k = 0;
  while (k < 8 && may_belong(&from[k + 1]) && !is_symbol(&from[k + 1], ","))
    k++;
  return arena_text(r->arena, r->source->text + from->at, (size_t)(from[k].end - from->at));
}

static bool unknown_column(const reading *r, const token *at) {
  char question[suggest_room];
  suggestion near = {0};
  const char *name = written(r, at);
  if (!name)
    return fail_memory(r->why) == NOSLIP_OK;
  for (int j = 0; j < r->n; j++)
    suggest(&near, name, r->names[j]);
  for (const char *const *word = lex_functions; *word; word++)
    suggest(&near, name, *word);
  source_fail(r->source, at->at, r->why,
              near.count > 0 ? suggest_text(question, &near, "`")
                             : "write a name of the first line of the file",
              "there is no column `%s`", SHOWN(name));
  return false;
}

// is the word the index of a sum, `i in`, anywhere in the text?
static bool is_index(const tokens *list, const char *word) {
  for (int i = 0; i + 1 < list->count; i++) {
    const token *t = &list->list[i];
    if (t->kind == TOKEN_NAME && strcmp(t->word, word) == 0 && t[1].kind == TOKEN_NAME &&
        strcmp(t[1].word, "in") == 0)
      return true;
  }
  return false;
}

static bool is_known(const reading *r, const tokens *list, const token *t) {
  return names_find(&r->lowering, t->word) || is_index(list, t->word) ||
         strcmp(t->word, "pi") == 0 ||
         (lex_reserved(t->word) && strcmp(t->word, "t") != 0 && strcmp(t->word, "energy") != 0);
}

static bool check_names(const reading *r, const tokens *list) {
  for (int i = 0; i < list->count; i++) {
    const token *t = &list->list[i];
    bool loose = t->kind == TOKEN_SYMBOL && (is_symbol(t, "'") || is_symbol(t, "."));
    bool field = t->kind == TOKEN_NAME && (is_symbol(&t[1], ".") || is_symbol(&t[1], "'"));
    if (t->kind == TOKEN_NAME && (field || !is_known(r, list, t)))
      return unknown_column(r, t);
    if (loose) {
      source_fail(r->source, t->at, r->why,
                  "write it directly behind the name of a column, as in x'",
                  "`%s` belongs to the name of a column here", t->word);
      return false;
    }
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// expressions

static tree *parse(reading *r) {
  tokens list;
  if (lex(r->source, r->arena, &list, r->why) != NOSLIP_OK)
    return NULL;
  join_names(r, &list);
  if (!check_names(r, &list))
    return NULL;
  parser p = {
      .source = r->source, .arena = r->arena, .why = r->why, .next = list.list, .end = "the end"};
  tree *e = parse_expr(&p);
  return e && parser_finish(&p) ? e : NULL;
}

static bool read_all(reading *r, formula *out) {
  static const tree_model no_model = {0};
  lowering *l = &r->lowering;
  expr *symbols = ARENA_ARRAY(r->arena, expr, r->n + 1);
  model_system *system = arena_alloc(r->arena, sizeof *system);
  if (!symbols || !system)
    return fail_memory(r->why) == NOSLIP_OK;
  *l = (lowering){.source = r->source,
                  .model = &no_model,
                  .arena = r->arena,
                  .why = r->why,
                  .graph = out->graph,
                  .system = system,
                  .cost.passes = 1,
                  .scope = {.allowed = KIND_STATE, .where = "a formula of columns"}};
  table_init(&l->name_table, r->arena);
  table_init(&r->known, r->arena);
  out->symbols = symbols;
  if (!declare_all(r, symbols))
    return false;
  const tree *e = parse(r);
  return e && eval(l, e, &out->value) && eval_charge(l, e->start);
}

noslip_status formula_read(const source *s, arena *a, const char *const *names, int n, formula *out,
                           failure *why) {
  reading r = {.source = s, .arena = a, .why = why, .names = names, .n = n};
  assert(n >= 0);
  *out = (formula){.graph = graph_new(a->memory, limit_nodes)};
  if (!out->graph)
    return fail_memory(why);
  if (read_all(&r, out))
    return NOSLIP_OK;
  graph_free(out->graph);
  return why->status;
}
