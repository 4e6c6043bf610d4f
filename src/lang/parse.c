// Tokens to tree: a parser by recursive descent. Above each function stands the production it
// reads; together they are the grammar of the language.
//
//   parse.c            the file as a whole, and the four entry points
//   parse_statement.c  statements
//   parse_clause.c     the pieces of statements: targets, labels, items, clauses
//   parse_expr.c       expressions and conditions
//   parser.c           tokens, messages, memory

#include "lang/parser.h"

#include <assert.h>

// model = "model" NAME [ STRING ]
static bool model(parser *p, tree_model *m) {
  if (!parser_take(p, "model")) {
    source_fail(p->source, p->next->at, p->why, "write model pendulum in the first line",
                "a model begins with `model NAME`");
    return false;
  }
  if (!parser_name(p, &m->name, &m->name_at))
    return false;
  if (p->next->kind == TOKEN_STRING)
    m->title = (p->next++)->word;
  if (p->next->kind != TOKEN_NEWLINE && p->next->kind != TOKEN_END)
    return parser_expected(p, "the end of the line",
                           "a model has one name, and a title in quotes if you like");
  return true;
}

// file = model { statement }
static bool file(parser *p, tree_model *m) {
  if (!model(p, m) || !parse_block(p, &m->body, &m->nbody))
    return false;
  return p->next->kind == TOKEN_END ||
         parser_expected(p, "a statement", "there is no `for` that this `}` would close");
}

noslip_status parse_model(const source *s, arena *a, tree_model **out, failure *why) {
  parser p;
  if (!parser_begin(&p, s, a, why))
    return why->status;
  p.end = "the end of the file";
  p.form = "model pendulum";

  tree_model *m = parser_alloc(&p, sizeof *m);
  if (!m || !file(&p, m))
    return why->status;
  assert(p.depth == 0 && p.loops == 0);
  m->source = s;
  *out = m;
  return NOSLIP_OK;
}

bool parser_finish(parser *p) {
  return p->next->kind == TOKEN_END ||
         parser_expected(p, "the end", p->form ? NULL : "delete it, or join it with an operator");
}

noslip_status parse_expression(const source *s, arena *a, tree **out, failure *why) {
  parser p;
  if (!parser_begin(&p, s, a, why))
    return why->status;
  tree *e = parse_expr(&p);
  if (!e || !parser_finish(&p))
    return why->status;
  assert(p.depth == 0 && 0 <= e->start && e->start < e->end && e->end <= s->length);
  *out = e;
  return NOSLIP_OK;
}

noslip_status parse_section(const source *s, arena *a, tree_section *out, failure *why) {
  parser p;
  tree_section section = {0};
  if (!parser_begin(&p, s, a, why))
    return why->status;
  if (!parse_section_option(&p, &section) || !parser_finish(&p))
    return why->status;
  *out = section;
  return NOSLIP_OK;
}

noslip_status parse_target(const source *s, arena *a, tree_target *out, bool *prime, failure *why) {
  parser p;
  tree_target target = {0};
  bool primed;
  if (!parser_begin(&p, s, a, why))
    return why->status;
  p.form = "x, x' or w[2]";
  if (!clause_start(&p, &target) || !clause_prime(&p, &primed) || !parser_finish(&p))
    return why->status;
  *out = target;
  *prime = primed;
  return NOSLIP_OK;
}
