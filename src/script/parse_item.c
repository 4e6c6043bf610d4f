// What stands behind the colon of run, ensemble and points: a model and items.

#include "base/shown.h"
#include "script/limits.h"
#include "script/parser.h"
#include "script/words.h"

#include <string.h>

static bool no_memory(parser *p) {
  return fail_memory(p->why) == NOSLIP_OK;
}

// does an item begin here?
static bool is_item(const parser *p) {
  return p->next->kind == TOKEN_NAME && (lex_among(p->next->word, script_item_words) ||
                                         lex_among(p->next->word, script_other_items));
}

// ---------------------------------------------------------------------------------------------
// settings

// key = NAME [ "[" expr { "," expr } "]" ] [ "." WORD ] [ "'" ]      kept as it is written
static bool key(parser *p, const char **name, int *at) {
  tree_target target = {0};
  bool prime;
  const token *first = p->next;
  if (!clause_target(p, &target) || !clause_prime(p, &prime))
    return false;
  char *text =
      arena_text(p->arena, p->source->text + first->at, (size_t)(p->next[-1].end - first->at));
  if (!text)
    return no_memory(p);
  char *to = text;
  for (const char *from = text; *from; from++)
    if (*from != ' ' && *from != '\t')
      *to++ = *from;
  *to = 0;
  *name = text;
  *at = first->at;
  return true;
}

static bool twice_key(parser *p, const script_setting *s) {
  source_fail(p->source, s->at, p->why, "delete one of them", "`%s` is given twice",
              SHOWN(s->name));
  return false;
}

// key "=" expr, of `sample` key "=" range
static bool setting(parser *p, script_settings *list, bool range) {
  script_setting s = {0};
  if (!key(p, &s.name, &s.at) || !parser_expect(p, "="))
    return false;
  for (int i = 0; i < list->count; i++)
    if (strcmp(list->list[i].name, s.name) == 0)
      return twice_key(p, &s);
  if (!range)
    s.value = parse_expr(p);
  if (range ? !parse_range(p, &s.range) : !s.value)
    return false;
  return ARRAY_PUSH(p->arena, *list, s) || no_memory(p);
}

// setting { "," setting }; a comma before another item is left
static bool settings(parser *p, script_settings *list, bool range) {
  if (!setting(p, list, range))
    return false;
  while (parser_is(p, ",")) {
    p->next++;
    if (is_item(p)) {
      p->next--;
      return true;
    }
    if (!setting(p, list, range))
      return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// methods

// one method of the text, up to a comma outside brackets, and where it begins; NULL: no memory
static const char *next_method(arena *a, const char **at, const char **begin) {
  const char *from = *at + strspn(*at, " \t"), *end = from;
  *begin = from;
  int open = 0;
  for (; *end && (open > 0 || (*end != ',' && *end != ']')); end++)
    open += (*end == '(') - (*end == ')');
  size_t length = (size_t)(end - from);
  while (length > 0 && (from[length - 1] == ' ' || from[length - 1] == '\t'))
    length--;
  *at = end;
  return arena_text(a, from, length);
}

static bool keep_method(parser *p, script_source *s, const char *method, int at) {
  if (!method)
    return no_memory(p);
  if (method[0] == 0 || s->nmethod == limit_axis) {
    source_fail(p->source, at, p->why, "write method rattle, or method [rattle, dla-mp]",
                method[0] == 0 ? "a method is missing" : "too many methods");
    return false;
  }
  s->methods_at[s->nmethod] = at;
  s->methods[s->nmethod++] = method;
  return true;
}

// "[" METHOD { "," METHOD } "]"
static bool method_list(parser *p, script_source *s, const char *text, int at) {
  const char *from = text + 1, *begin;
  s->method_list = true;
  for (;;) {
    const char *method = next_method(p->arena, &from, &begin);
    if (!keep_method(p, s, method, at + (int)(begin - text)))
      return false;
    if (*from != ',')
      break;
    from++;
  }
  if (from[0] == ']' && from[1] == 0)
    return true;
  source_fail(p->source, at, p->why, "write method [rattle, dla-mp], then a comma",
              "the list of methods does not end with `]`");
  return false;
}

// "method" ( METHOD | "[" METHOD { "," METHOD } "]" )
static bool method(parser *p, script_source *s) {
  const token *t = p->next;
  if (t->kind != TOKEN_METHOD)
    return parser_expected(p, "a method", "write method rattle, or method [rattle, dla-mp]");
  if (s->nmethod > 0)
    return script_twice(p, "method");
  p->next++;
  s->methods = ARENA_ARRAY(p->arena, const char *, limit_axis);
  s->methods_at = ARENA_ARRAY(p->arena, int, limit_axis);
  if (!s->methods || !s->methods_at)
    return no_memory(p);
  return t->word[0] == '[' ? method_list(p, s, t->word, t->at) : keep_method(p, s, t->word, t->at);
}

// ---------------------------------------------------------------------------------------------
// items

// range | "[" expr { "," expr } "]"
static bool index_values(parser *p, script_index_values *v) {
  v->at = p->next->at;
  if (!parser_is(p, "["))
    return parse_range(p, &v->range);
  v->values = parse_expr(p);
  return v->values != NULL;
}

// NAME "in"
static bool index_name(parser *p, script_index *i, const char *word) {
  if (i->name)
    return script_twice(p, word);
  if (p->next->kind == TOKEN_NAME && script_reserved(p->next->word))
    return parser_expected(p, "a name", "choose another name for the index");
  return parser_word(p, &i->name, &i->at) && parser_expect(p, "in");
}

// "for" NAME "in" values [ "quick" values ]
static bool index_item(parser *p, script_source *s) {
  script_index *i = &s->index;
  if (!index_name(p, i, "for") || !index_values(p, &i->full))
    return false;
  return !parser_take(p, "quick") || index_values(p, &i->quick);
}

// "seek" NAME "in" range "within" expr "of" expr
static bool seek_item(parser *p, script_source *s) {
  script_index *i = &s->index;
  if (!index_name(p, i, "for` or `seek") || !parse_range(p, &i->full.range) ||
      !parser_expect(p, "within"))
    return false;
  i->within = parse_expr(p);
  if (!i->within || !parser_expect(p, "of"))
    return false;
  i->of = parse_expr(p);
  return i->of != NULL;
}

// ( "step" | "until" | "steps" | "every" | "members" | "seed" | "count" | "tolerance" ) expr
static bool number_item(parser *p, tree **items) {
  for (int i = 0; i < ITEM_KINDS; i++) {
    if (!parser_take(p, script_item_words[i]))
      continue;
    if (items[i])
      return script_twice(p, script_item_words[i]);
    items[i] = parse_expr(p);
    return items[i] != NULL;
  }
  return parser_expected(p, "an item such as `step` or `until`", NULL);
}

// item = [ "quick" ] number | "method" ... | "with" ... | "init" ... | "sample" ... | "section" WORD
//      | "project" | "for" ... | "seek" ...
static bool item(parser *p, script_source *s) {
  int at;
  if (parser_take(p, "quick"))
    return number_item(p, s->quick);
  if (parser_take(p, "method"))
    return method(p, s);
  if (parser_take(p, "with"))
    return settings(p, &s->with, false);
  if (parser_take(p, "init"))
    return settings(p, &s->init, false);
  if (parser_take(p, "sample"))
    return settings(p, &s->sample, true);
  if (parser_take(p, "section"))
    return s->section ? script_twice(p, "section") : parser_word(p, &s->section, &at);
  if (parser_take(p, "project"))
    return s->project = true;
  if (parser_take(p, "for"))
    return index_item(p, s);
  if (parser_take(p, "seek"))
    return seek_item(p, s);
  return number_item(p, s->items);
}

// model = NAME | STRING
static bool model(parser *p, script_source *s) {
  s->model_at = p->next->at;
  s->is_path = p->next->kind == TOKEN_STRING;
  if (s->is_path)
    return script_text(p, &s->model, "the path of a model");
  return parser_word(p, &s->model, &s->model_at);
}

bool script_items(parser *p, script_source *s) {
  if (!model(p, s))
    return false;
  // `with`, `for` and `seek` may stand without a comma
  while (parser_take(p, ",") || parser_is(p, "with") || parser_is(p, "for") ||
         parser_is(p, "seek") || parser_is(p, "quick"))
    if (!item(p, s))
      return false;
  return true;
}
