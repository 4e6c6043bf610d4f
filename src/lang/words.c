// The words and symbols with a meaning of their own: what is reserved, what may be called, and what
// makes a statement go on over the end of a line.

#include "lang/lex.h"

#include "lang/tree.h"

#include <stddef.h>
#include <string.h>

const char *const lex_statements[] = {
#define STATEMENT(word, kind, reader, in_for, form) word,
#include "lang/statements.inl"
#undef STATEMENT
    "model",
    NULL,
};

// these, and the items of `run`, begin no statement: a line that starts with one of them belongs to
// the line before
const char *const lex_clauses[] = {
    "momentum", "velocity", "multiplier", "restitution", "friction", "along", "within", "while",
    "when",     "plot",     "rising",     "falling",     "both",     "with",  "colour", NULL,
};

const char *const lex_functions[] = {
#define FUNCTION(name, word, ...) word,
#define FORM(word) word,
#define TENSOR(word, n, function) word,
#include "expr/functions.inl"
    NULL,
};

const char *const lex_run_items[] = {
    [RUN_METHOD] = "method", [RUN_STEP] = "step",   [RUN_UNTIL] = "until",
    [RUN_STEPS] = "steps",   [RUN_EVERY] = "every", [RUN_EVERY + 1] = NULL,
};

static const char *const values[] = {"t", "pi", "energy", NULL};

static const char *const others[] = {"in", "and", "or", "angle", NULL};

// a line that ends with one of these goes on; one that begins with one of them, too, except `:`
static const char *const joints[] = {
    "+", "-", "*", "/", "^", "**", ",", "=", ":", "<", "<=", ">", ">=", "and", "or", NULL,
};

bool lex_among(const char *word, const char *const *list) {
  for (; *list; list++)
    if ((*list)[0] == word[0] && strcmp(*list, word) == 0)
      return true;
  return false;
}

const lex_list lex_reserved_words[] = {
    {"statements", lex_statements},
    {"clauses", lex_clauses},
    {"run items", lex_run_items},
    {"functions", lex_functions},
    {"values", values},
    {"others", others},
    {NULL, NULL},
};

const char *const lex_drawings[] = {
#define DRAWING(kind, word, form, roles) [DRAW_##kind] = word,
#include "lang/drawings.inl"
#undef DRAWING
    [DRAW_COUNT] = NULL,
};

// after Okabe and Ito, whose colours most eyes can tell apart
const char *const lex_colours[] = {
    "blue", "red", "green", "purple", "orange", "sky", "grey", "black", NULL,
};

static bool is_clause(const char *word) {
  return lex_among(word, lex_clauses) || lex_among(word, lex_run_items);
}

bool lex_reserved(const char *word) {
  for (const lex_list *l = lex_reserved_words; l->name; l++)
    if (lex_among(word, l->words))
      return true;
  return false;
}

bool lex_function(const char *word) {
  return lex_among(word, lex_functions);
}

bool lex_clause(const char *text) {
  size_t length = strcspn(text, " \t(,=");
  for (const char *const *item = lex_run_items; *item; item++)
    if (strlen(*item) == length && strncmp(*item, text, length) == 0)
      return true;
  return false;
}

bool lex_value(const char *word) {
  return !lex_reserved(word) || lex_among(word, values);
}

bool lex_goes_on(const token *last, const token *first) {
  bool can_end = last->kind == TOKEN_SYMBOL || last->kind == TOKEN_NAME;
  if (can_end && lex_among(last->word, joints))
    return true;
  if (first->kind == TOKEN_SYMBOL)
    return lex_among(first->word, joints) && strcmp(first->word, ":") != 0;
  return first->kind == TOKEN_NAME && (lex_among(first->word, joints) || is_clause(first->word));
}
