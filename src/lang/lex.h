// Text to tokens, by the rules of section "Characters and lines" of docs/language.md: characters,
// numbers, where a statement ends.

#pragma once

#include "lang/source.h"

#include <stdbool.h>

typedef enum token_kind {
  TOKEN_END,      // of the text
  TOKEN_NEWLINE,  // end of a statement: only where the rules for lines say so
  TOKEN_NAME,     // a word, reserved or not
  TOKEN_NUMBER,
  TOKEN_STRING,
  TOKEN_METHOD,  // what follows `method` in a run statement, up to the comma or the end
  TOKEN_SYMBOL,  // + - * / ^ ** ' . , : = < <= > >= .. ( ) [ ] { }
} token_kind;

typedef struct token {
  token_kind kind;
  int at, end;       // bytes [at, end) of the source
  bool spaced;       // white space stands before it
  double number;     // TOKEN_NUMBER
  const char *word;  // TOKEN_NAME, TOKEN_STRING, TOKEN_METHOD, TOKEN_SYMBOL: the text
} token;

enum { lex_most = 2500000 };  // tokens in a text: a tree takes about 200 bytes for each

typedef struct tokens {
  token *list;  // ends with TOKEN_END
  int count;
} tokens;

noslip_status lex(const source *s, arena *a, tokens *out, failure *why);

// Files of another kind that have the tokens of models: what is different in them.
typedef struct lex_dialect {
  const char *const *joints;  // further words that begin no statement and may follow an expression
  const char *const *runs;    // the statements in which a method follows `method`
  const char *const *calls;   // words that are reserved in models, and are functions here
} lex_dialect;

// the same for a file of this dialect, in which texts in quotes may stand anywhere; NULL: a model
noslip_status lex_as(const lex_dialect *d, const source *s, arena *a, tokens *out, failure *why);

// is the word in a list that NULL ends?
bool lex_among(const char *word, const char *const *list);

// is this word a statement word, clause word, function or other reserved name?
bool lex_reserved(const char *word);

// a function of the language, `sum` or `where`
bool lex_function(const char *word);

// does the text begin with a word that begins an item of `run`, as `step`?
bool lex_clause(const char *text);

// may the word stand in an expression as it is? Names and `t`, `pi`, `energy`.
bool lex_value(const char *word);

// Lines: does a statement go on from its last token on one line to the first token on the next?
// (An open bracket apart.)
bool lex_goes_on(const token *last, const token *first);

// the words of the items of `run`, by tree_run_kind, ended by NULL
extern const char *const lex_run_items[];

// all words that are reserved, in lists by what they are for; the last has no name
typedef struct lex_list {
  const char *name;
  const char *const *words;  // ended by NULL
} lex_list;
extern const lex_list lex_reserved_words[];

// what `draw` draws, by tree_drawing, ended by NULL; these words are not reserved
extern const char *const lex_drawings[];

// the colours of drawings, ended by NULL; not reserved either
extern const char *const lex_colours[];

// the words of statements and clauses and the functions, ended by NULL, for suggestions
extern const char *const lex_statements[], *const lex_clauses[], *const lex_functions[];
