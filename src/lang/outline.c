#include "lang/outline.h"

#include <assert.h>
#include <string.h>

// The statements that declare names, and what follows a name: 0 of a list, otherwise the symbol
// behind a label. In `constraint y = 1` there is no label.
static const struct {
  const char *word;
  char end;
} declaring[] = {
    {"const", 0},     {"param", 0},          {"coord", 0},        {"state", 0},
    {"algebraic", 0}, {"input", 0},          {"let", '='},        {"holonomic", ':'},
    {"contact", ':'}, {"nonholonomic", ':'}, {"constraint", ':'}, {"section", ':'},
    {"stop", ':'},    {"invariant", '='},    {"observe", '='},
};

typedef struct scanner {
  const token *at, *end;
  outline *out;
} scanner;

static bool is(const token *t, const char *word) {
  return (t->kind == TOKEN_SYMBOL || t->kind == TOKEN_NAME) && strcmp(t->word, word) == 0;
}

// the end of a statement: of the line, or a brace
static bool ends(const token *t) {
  return t->kind == TOKEN_NEWLINE || t->kind == TOKEN_END || is(t, "}");
}

// +1 for an opening bracket, -1 for a closing one
static int depth_of(const token *t) {
  return (is(t, "(") || is(t, "[") || is(t, "{")) - (is(t, ")") || is(t, "]") || is(t, "}"));
}

// behind the brackets that open at a token, or the token itself
static const token *behind_brackets(const token *t) {
  int depth = depth_of(t);
  while (depth > 0 && t->kind != TOKEN_END)
    depth += depth_of(++t);
  return t->kind != TOKEN_END && depth_of(t) < 0 ? t + 1 : t;
}

static void add(scanner *s, const char *word) {
  const token *next = s->at + 1;
  bool vector = is(next, "=") && is(next + 1, "[");
  s->out->list[s->out->count++] =
      (outline_name){.word = word, .name = s->at->word, .family = is(next, "[") || vector};
}

// an item of a list
static void item(scanner *s, const char *word) {
  if (s->at->kind == TOKEN_NAME && !lex_reserved(s->at->word))
    add(s, word);
}

// a label, which may be any word: `rod[i]:`, `pair[i,j] for ...:`, `f(u, v) =`
static void label(scanner *s, const char *word, char end) {
  if (s->at->kind != TOKEN_NAME)
    return;
  const token *next = behind_brackets(s->at + 1);
  if (is(next, (const char[]){end, 0}) || is(next, "for"))
    add(s, word);
}

// the kind after the `:` of an item of coord
static void note_kind(scanner *s) {
  const token *kind = s->at + 1;
  outline *o = s->out;
  if (o->count > 0 && !strcmp(o->list[o->count - 1].word, "coord") && kind->kind == TOKEN_NAME)
    o->list[o->count - 1].kind = kind->word;
}

// momentum p, velocity (v, omega), multiplier N; returns how many brackets it has opened
static int clause(scanner *s) {
  static const char *const words[] = {"momentum", "velocity", "multiplier"};
  for (size_t i = 0; i < sizeof words/sizeof *words; i++) {
    if (!is(s->at, words[i]))
      continue;
    bool pair = is(s->at + 1, "(");
    s->at += pair ? 2 : 1;
    item(s, words[i]);
    if (pair && !ends(s->at) && is(s->at + 1, ",")) {
      s->at += 2;
      item(s, words[i]);
    }
    return pair;
  }
  return 0;
}

// A line that is not finished, `param m =`, goes on with the next one: its word ends it.
static bool begins(const token *t) {
  for (const char *const *word = lex_statements; *word; word++)
    if (is(t, *word))
      return strcmp(*word, "for") != 0;
  return false;
}

// s->at is behind the word; at the end it is at the end of the statement
static void declaration(scanner *s, const char *word, char end) {
  int depth = 0;
  if (end)
    label(s, word, end);
  else
    item(s, word);
  s->at += end && !ends(s->at);
  while (!ends(s->at) && !begins(s->at)) {
    depth += depth_of(s->at);
    if (depth == 0 && !end && is(s->at, ",")) {
      s->at++;
      item(s, word);
      continue;
    }
    if (depth == 0 && is(s->at, ":"))
      note_kind(s);
    if (depth == 0)
      depth += clause(s);
    s->at += !ends(s->at);
  }
}

// one statement, or the head of a loop up to its brace
static void statement(scanner *s) {
  for (size_t i = 0; i < sizeof declaring/sizeof *declaring; i++)
    if (is(s->at, declaring[i].word)) {
      s->at++;
      declaration(s, declaring[i].word, declaring[i].end);
      return;
    }
  bool loop = is(s->at, "for");
  while (!ends(s->at) && !(loop && is(s->at, "{")))
    s->at++;
  s->at += loop && is(s->at, "{");
}

noslip_status outline_make(const source *s, arena *a, outline *out, failure *why) {
  tokens all;
  *out = (outline){0};
  noslip_status status = lex(s, a, &all, why);
  if (status != NOSLIP_OK)
    return status;
  out->list = ARENA_ARRAY(a, outline_name, all.count);  // no more names than tokens
  if (!out->list)
    return fail_memory(why);
  scanner scan = {all.list, all.list + all.count - 1, out};
  while (scan.at < scan.end) {
    const token *before = scan.at;
    if (ends(scan.at))
      scan.at++;
    else
      statement(&scan);
    assert(scan.at > before && scan.at <= scan.end);
    (void)before;
  }
  return NOSLIP_OK;
}
