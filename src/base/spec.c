// Reader of method names. Recursion is bounded by `deepest`.

#include "base/spec.h"

#include "base/text.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { deepest = 8, most_items = 16 };

typedef struct reader {
  arena *arena;
  const char *at;
  const char *what;  // the first error
  int depth;
} reader;

static void *wrong(reader *r, const char *what) {
  if (!r->what)
    r->what = what;
  return NULL;
}

static void skip_space(reader *r) {
  while (*r->at == ' ' || *r->at == '\t')
    r->at++;
}

static bool take(reader *r, char c) {
  skip_space(r);
  if (*r->at != c)
    return false;
  r->at++;
  return true;
}

static bool is_letter(char c) {
  return isalpha((unsigned char)c) || c == '_';
}

static bool is_number(const char *at) {
  return isdigit((unsigned char)*at) ||
         ((*at == '.' || *at == '-') && isdigit((unsigned char)at[1]));
}

// NAME = letter { letter | digit | "-" | "_" }
static const char *read_name(reader *r) {
  skip_space(r);
  const char *start = r->at;
  if (!is_letter(*start))
    return NULL;
  while (is_letter(*r->at) || isdigit((unsigned char)*r->at) || *r->at == '-')
    r->at++;
  return arena_text(r->arena, start, (size_t)(r->at - start));
}

// the word that stands at `at`, for a message
static const char *found(reader *r) {
  skip_space(r);
  size_t length = strcspn(r->at, " \t,()=");
  if (*r->at == 0)
    return "the end";
  int shown = length == 0 ? 1 : length < 40 ? (int)length : 40;
  const char *word = arena_print(r->arena, "`%.*s`", shown, r->at);
  return word ? word : "something else";
}

static spec *read_method(reader *r);

// item = NUMBER | NAME "=" ( NUMBER | NAME ) | method
static bool read_item(reader *r, spec_item *item) {
  skip_space(r);
  const char *start = r->at;
  const char *name = read_name(r);
  if (name && take(r, '='))
    item->option = name;
  else
    r->at = start;

  skip_space(r);
  if (is_number(r->at)) {
    char *end;
    const char *digits = r->at + (*r->at == '-');
    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
      return wrong(r, "hexadecimal numbers are not read; write them in decimal") != NULL;
    item->is_number = true;
    item->number = strtod(r->at, &end);
    r->at = end;
    return true;
  }
  item->method = read_method(r);
  return item->method != NULL;
}

// "(" item { "," item } ")"
static bool read_items(reader *r, spec *s) {
  s->items = ARENA_ARRAY(r->arena, spec_item, most_items);
  if (!s->items)
    return false;
  do {
    if (s->nitem == most_items)
      return wrong(r, arena_print(r->arena, "more than %d options for one method", most_items)) !=
             NULL;
    if (!read_item(r, &s->items[s->nitem++]))
      return false;
  } while (take(r, ','));

  if (!take(r, ')'))
    return wrong(r, arena_print(r->arena, "expected `,` or `)`, found %s", found(r))) != NULL;
  return true;
}

// method = NAME [ "*" ] [ "(" item { "," item } ")" ]
static spec *read_method(reader *r) {
  if (++r->depth > deepest)
    return wrong(r, arena_print(r->arena, "methods are nested deeper than %d", deepest));
  spec *s = arena_alloc(r->arena, sizeof *s);
  if (!s)
    return NULL;

  s->name = read_name(r);
  if (!s->name)
    return wrong(r, arena_print(r->arena, "expected the name of a method, found %s", found(r)));
  if (*r->at == '*') {
    s->adjoint = true;
    r->at++;
  }
  if (take(r, '(') && !read_items(r, s))
    return NULL;
  r->depth--;
  return s;
}

spec *spec_read(arena *a, const char *written, int *where, const char **what) {
  reader r = {.arena = a, .at = written};
  spec *s = read_method(&r);
  skip_space(&r);
  if (s && *r.at == ',')
    s = wrong(&r, "one method is expected here, and a second follows after the `,`");
  else if (s && *r.at != 0)
    s = wrong(&r, arena_print(a, "expected `,` after the method, found %s", found(&r)));
  assert(!s || r.depth == 0);
  if (s)
    return s;

  *where = (int)(r.at - written);
  *what = r.what ? r.what : "out of memory";
  return NULL;
}

static void print(text_buffer *t, const spec *s) {
  char digits[32];
  text_print(t, "%s%s", s->name, s->adjoint ? "*" : "");
  for (int i = 0; i < s->nitem; i++) {
    const spec_item *item = &s->items[i];
    text_print(t, "%s", i == 0 ? "(" : ", ");
    if (item->option)
      text_print(t, "%s=", item->option);
    assert(item->is_number || item->method);
    if (item->is_number)
      text_print(t, "%s", text_number(digits, item->number));
    else
      print(t, item->method);
  }
  if (s->nitem > 0)
    text_print(t, ")");
}

const char *spec_text(arena *a, const spec *s) {
  text_buffer t;
  text_init(&t, a->memory);
  print(&t, s);
  const char *copy = t.failed ? NULL : arena_text(a, t.data, t.length);
  text_free(&t);
  return copy;
}
