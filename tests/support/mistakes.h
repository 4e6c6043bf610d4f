// Tables of mistakes: what is written, the line and column its message points to, what it says.
//
//   static const mistake rows[] = {
//       {"lagrangian 2x'^2", 2, 13, "missing operator between `2` and `x`", "write 2*x..."},
//   };
//   mistakes_hold("model m\n", rows, parsing_fails);
//
// A text that begins with `model` is a whole model; the others come after the given declarations.
// A row that fails is printed with its number, beginning with 1.

#pragma once

#include "tests/support/check.h"

#include "base/failure.h"

#include <stdio.h>

typedef struct mistake {
  const char *text;
  int line, column;
  const char *sentence, *remedy;  // "" without a remedy; its lines after the first are indented
} mistake;

// the message of a row: its place, the sentence, a line, the caret under the column, the remedy
static inline bool mistake_says(const mistake *row, const char *message) {
  char head[1024], advice[1024] = "";
  snprintf(head, sizeof head, "m.noslip:%d:%d: error: %s\n  ", row->line, row->column,
           row->sentence);
  if (row->remedy[0])
    snprintf(advice, sizeof advice, "\n  %s", row->remedy);
  if (strncmp(message, head, strlen(head)) != 0)
    return false;

  const char *shown = strchr(message + strlen(head), '\n');
  size_t indent = (size_t)row->column + 1;
  return shown && strspn(shown + 1, " \t") == indent && shown[indent + 1] == '^' &&
         strcmp(shown + indent + 2, advice) == 0;
}

// `fails` reads a text named m.noslip and gives the reason why it cannot
static inline void mistakes_hold_(const char *declarations, const mistake *rows, size_t count,
                                  void fails(const char *text, failure *why), const char *file,
                                  int line) {
  for (size_t i = 0; i < count; i++) {
    const mistake *row = &rows[i];
    char text[4096];
    failure why = {0};
    bool whole = strncmp(row->text, "model ", 6) == 0;
    int length = snprintf(text, sizeof text, "%s%s", whole ? "" : declarations, row->text);
    assert_true(length < (int)sizeof text);
    fails(text, &why);
    check_that(why.status == NOSLIP_ERROR_MODEL && mistake_says(row, why.sentence), file, line,
               "row %d of the table:\n%s\nexpected at %d:%d\n%s\n  %s\nthe message is\n%s\n",
               (int)i + 1, text, row->line, row->column, row->sentence, row->remedy,
               why.status ? why.sentence : "none: this was read");
  }
}

#define mistakes_hold(declarations, rows, fails) \
  mistakes_hold_((declarations), (rows), sizeof(rows)/sizeof *(rows), (fails), __FILE__, __LINE__)
