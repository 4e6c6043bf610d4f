// Parsing in tests: text in, tree or message out, and trees as text.

#pragma once

#include "tests/support/mistakes.h"

#include "lang/parse.h"

#include "base/text.h"

// --- trees as text -------------------------------------------------------------------------------

static inline void parsing_tree(text_buffer *out, const tree *e);

static inline void parsing_args(text_buffer *out, const char *head, const tree *e) {
  text_print(out, "(%s", head);
  for (int i = 0; i < e->nargs; i++) {
    text_print(out, " ");
    parsing_tree(out, e->args[i]);
  }
  text_print(out, ")");
}

// (+ a b), (D x), ([] w i), (.x g), (sum i lo hi e)
static inline void parsing_tree(text_buffer *out, const tree *e) {
  static const char *const heads[] = {
      [TREE_LIST] = "list", [TREE_INDEX] = "[]", [TREE_PRIME] = "D", [TREE_NEGATE] = "neg",
      [TREE_ADD] = "+",     [TREE_SUB] = "-",    [TREE_MUL] = "*",   [TREE_DIV] = "/",
      [TREE_POW] = "^",     [TREE_WHERE] = "if", [TREE_LESS] = "<",  [TREE_LESS_EQUAL] = "<=",
      [TREE_GREATER] = ">", [TREE_AND] = "and",  [TREE_OR] = "or",   [TREE_GREATER_EQUAL] = ">=",
  };
  char head[64];
  if (e->kind == TREE_NUMBER)
    text_print(out, "%s", text_number(head, e->number));
  else if (e->kind == TREE_NAME)
    text_print(out, "%s", e->name);
  else {
    const char *sum = e->kind == TREE_SUM ? "sum " : e->kind == TREE_FIELD ? "." : "";
    snprintf(head, sizeof head, "%s%s", sum, e->name ? e->name : heads[e->kind]);
    parsing_args(out, head, e);
  }
}

// --- reading, and what came of it ----------------------------------------------------------------

typedef struct parsing {
  memory memory;
  arena arena;
  text_buffer text;
  failure why;
  source source;
  tree_model *model;
} parsing;

static inline void parsing_begin(parsing *r, const char *bytes, size_t length) {
  *r = (parsing){.memory = memory_default()};
  arena_init(&r->arena, &r->memory);
  text_init(&r->text, &r->memory);
  r->source = (source){.name = "m.noslip", .length = (int)length};
  r->source.text = arena_text(&r->arena, bytes, length);
}

static inline void parsing_end(parsing *r) {
  text_free(&r->text);
  arena_free(&r->arena);
}

// read bytes as a model: it parses, or it fails with a sentence that is not empty
static inline noslip_status parsing_bytes(parsing *r, const char *bytes, size_t length) {
  parsing_begin(r, bytes, length);
  noslip_status status = parse_model(&r->source, &r->arena, &r->model, &r->why);
  assert_int_equal(status, r->why.status);
  assert_true((status == NOSLIP_OK) == (r->why.sentence[0] == 0));
  return status;
}

static inline noslip_status parsing_text(parsing *r, const char *lines) {
  return parsing_bytes(r, lines, strlen(lines));
}

// the model must parse; `model m` is put before it
static inline void parsing_good(parsing *r, const char *lines) {
  char whole[2048];
  snprintf(whole, sizeof whole, "model m\n%s", lines);
  parsing_text(r, whole);
  assert_string_equal(r->why.sentence, "");
}

static inline void reads_as(const char *expression, const char *expected) {
  parsing r;
  tree *e = NULL;
  parsing_begin(&r, expression, strlen(expression));
  parse_expression(&r.source, &r.arena, &e, &r.why);
  assert_string_equal(r.why.sentence, "");
  parsing_tree(&r.text, e);
  assert_string_equal(r.text.data, expected);
  assert_int_equal(e->start, 0);
  assert_int_equal(e->end, (int)strlen(expression));
  parsing_end(&r);
}

// why a model does not parse
static inline void parsing_fails(const char *lines, failure *why) {
  parsing r;
  parsing_text(&r, lines);
  *why = r.why;
  parsing_end(&r);
}

// a table of mistakes; `model m` is put before the lines
#define parsing_wrong(rows) mistakes_hold("model m\n", rows, parsing_fails)
