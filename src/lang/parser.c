// Tokens for the parser: look at one, take it, fail at it.

#include "lang/parser.h"

#include "base/shown.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool parser_begin(parser *p, const source *s, arena *a, failure *why) {
  tokens list;
  if (lex(s, a, &list, why) != NOSLIP_OK)
    return false;
  *p = (parser){.source = s, .arena = a, .why = why, .next = list.list, .end = "the end"};
  return true;
}

bool parser_is(const parser *p, const char *what) {
  assert(what[0] != 0);
  bool has_word = p->next->kind == TOKEN_SYMBOL || p->next->kind == TOKEN_NAME;
  return has_word && p->next->word[0] == what[0] && strcmp(p->next->word, what) == 0;
}

bool parser_take(parser *p, const char *what) {
  if (!parser_is(p, what))
    return false;
  p->next++;
  return true;
}

bool parser_expect(parser *p, const char *what) {
  char quoted[32];
  snprintf(quoted, sizeof quoted, "`%s`", what);
  return parser_take(p, what) || parser_expected(p, quoted, NULL);
}

bool parser_close(parser *p, const token *open, const char *closing, const char *expected) {
  if (parser_take(p, closing))
    return true;

  // a bracket that is missing on a line above is found only here
  char remedy[80];
  int line, column, here;
  source_locate(p->source, p->next->at, &here, &column);
  source_locate(p->source, open->at, &line, &column);
  if (line < here)
    snprintf(remedy, sizeof remedy, "the `%s` on line %d is still open", open->word, line);
  else
    snprintf(remedy, sizeof remedy, "the `%s` in column %d is still open", open->word, column);
  return parser_expected(p, expected, remedy);
}

bool parser_word(parser *p, const char **word, int *at) {
  if (p->next->kind != TOKEN_NAME)
    return parser_expected(p, "a name", NULL);
  *word = p->next->word;
  *at = p->next->at;
  p->next++;
  return true;
}

bool parser_name(parser *p, const char **name, int *at) {
  const token *t = p->next;
  if (t->kind != TOKEN_NAME || !lex_reserved(t->word))
    return parser_word(p, name, at);
  source_fail(p->source, t->at, p->why, "choose another name", "`%s` is a reserved word", t->word);
  return false;
}

const char *parser_show(parser *p, const token *t) {
  if (t->kind == TOKEN_NEWLINE)
    return "the end of the line";
  if (t->kind == TOKEN_END)
    return p->end;

  const char *text = arena_text(p->arena, p->source->text + t->at, (size_t)(t->end - t->at));
  const char *shown = text ? arena_print(p->arena, "`%s`", SHOWN(text)) : NULL;
  return shown ? shown : "another token";
}

// what the statement looks like, for errors without a remedy of their own
static const char *form_of(const parser *p) {
  if (!p->form)
    return "write an expression of numbers, names and functions with + - * / ^";
  const char *remedy = arena_print(p->arena, "it is written as in: %s", p->form);
  return remedy ? remedy : p->form;
}

bool parser_expected(parser *p, const char *what, const char *remedy) {
  if (!remedy)
    remedy = form_of(p);
  source_fail(p->source, p->next->at, p->why, remedy, "expected %s, found %s", what,
              parser_show(p, p->next));
  return false;
}

bool parser_twice(parser *p, const char *word) {
  source_fail(p->source, p->next->at, p->why, "delete one of them", "`%s` is given twice", word);
  return false;
}

void *parser_alloc(parser *p, size_t size) {
  void *block = arena_alloc(p->arena, size);
  if (!block)
    fail_memory(p->why);
  return block;
}

void *parser_more(parser *p, void *list, int count, size_t size) {
  assert(count >= 0 && (list || count == 0));

  // the room is 0, 2, 4, 8, ...: the first of them that holds `count`
  bool full = count != 1 && (count & (count - 1)) == 0;
  if (!full)
    return list;
  void *longer = parser_alloc(p, (count > 0 ? 2*(size_t)count : 2)*size);
  if (longer && count > 0)
    memcpy(longer, list, (size_t)count*size);
  return longer;
}
