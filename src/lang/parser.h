// What the files of the parser share: the place in the list of tokens, and the productions that are
// used in more than one of them. A function that fails has set the failure and returns false or
// NULL; what it was to fill is then undefined.

#pragma once

#include "lang/lex.h"
#include "lang/parse.h"
#include "lang/tree.h"

typedef struct parser {
  const source *source;
  arena *arena;
  failure *why;
  const token *next;           // the token to be read
  const char *end;             // what the end of the text is called: "the end of the file"
  const char *form;            // what the statement that is read looks like; NULL: none
  int depth;                   // of the expression that is read
  int loops;                   // `for`s that are open
  const lex_dialect *dialect;  // NULL: a model
} parser;

// --- tokens (parser.c) ---------------------------------------------------------------------------

// lex the source and stand before its first token
bool parser_begin(parser *p, const source *s, arena *a, failure *why);

// is the next token this symbol or word?
bool parser_is(const parser *p, const char *what);

// read it if it is
bool parser_take(parser *p, const char *what);

// read it, or fail: expected `what`, found ...
bool parser_expect(parser *p, const char *what);

// read the bracket that closes `open`; `expected` is what may stand here: "`,` or `]`"
bool parser_close(parser *p, const token *open, const char *closing, const char *expected);

// read a TOKEN_NAME: one that is not reserved, or any word
bool parser_name(parser *p, const char **name, int *at);
bool parser_word(parser *p, const char **word, int *at);

// fail at the next token: "expected what, found ...". Always false.
bool parser_expected(parser *p, const char *what, const char *remedy);

// fail: "`word` is given twice". Always false.
bool parser_twice(parser *p, const char *word);

// a token between back quotes for a message, cut if it is long; or "the end of the line"
const char *parser_show(parser *p, const token *t);

// --- memory (parser.c) ---------------------------------------------------------------------------

void *parser_alloc(parser *p, size_t size);

// `list` with its `count` elements and room for one more; NULL if there is no memory
void *parser_more(parser *p, void *list, int count, size_t size);

// --- expressions (parse_expr.c) ------------------------------------------------------------------

tree *parse_expr(parser *p);
tree *parse_cond(parser *p);

// expr { "," expr }
bool parse_exprs(parser *p, tree ***list, int *count);

// SHAPE expr { "," expr } [ "colour" NAME ], SHAPE a word of drawings.inl (parse_draw.c)
bool parse_draw(parser *p, tree_draw *s);

// expr ".." expr
bool parse_range(parser *p, tree_range *range);

// --- pieces of statements (parse_clause.c) -------------------------------------------------------

bool clause_assign(parser *p, tree_assign *a);
bool clause_input(parser *p, tree_assign *a);
bool clause_item(parser *p, tree_item *item);
bool clause_family(parser *p, tree_item *item);
bool clause_label(parser *p, tree_label *label);
bool clause_target(parser *p, tree_target *target);
bool clause_start(parser *p, tree_target *target);
bool clause_prime(parser *p, bool *prime);
bool clause_equation(parser *p, tree_assign *a);
bool clause_value(parser *p, tree_assign *a);
bool clause_reactions(parser *p, statement *s);
bool clause_pairs(parser *p, tree_constraint *s);
bool clause_run_item(parser *p, tree_run_item *item);

// the text must end here (parse.c)
bool parser_finish(parser *p);

// --- statements (parse_statement.c) --------------------------------------------------------------

// statements up to a `}` or the end of the text
bool parse_block(parser *p, statement ***body, int *count);

// expr "=" expr [ "rising" | "falling" | "both" ] [ "when" cond ] [ "plot" "(" ... ")" ]
bool parse_section_option(parser *p, tree_section *s);
