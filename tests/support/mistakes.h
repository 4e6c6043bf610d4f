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

// characters of the first n bytes
static inline int mistake_characters(const char *text, size_t n) {
  int count = 0;
  for (size_t i = 0; i < n; i++)
    count += (text[i] & 0xC0) != 0x80;
  return count;
}

// is a part of the sentence the n bytes at `at`?
static inline bool mistake_part(const failure *why, failure_span part, const char *at, size_t n) {
  return why->sentence + part.from == at && part.to - part.from == n;
}

// Are the parts of a failure those of its sentence as it is printed?
//
//   m.noslip:4:7: error: MESSAGE
//     LINE OF THE MODEL, between ... if it was cut
//         ^
//     HINT
static inline bool mistake_parts_agree(const failure *why) {
  const failure_parts *p = &why->parts;
  int line, column, head = 0;
  const char *text = why->sentence;
  if (sscanf(text, "m.noslip:%d:%d: error: %n", &line, &column, &head) < 2 || head == 0)
    return false;
  const char *message = text + head, *shown = strchr(message, '\n') + 3;
  const char *caret = strchr(shown, '\n') + 3, *hint = strchr(caret, '^') + 1;
  size_t length = strcspn(shown, "\n"), before = (size_t)(hint - 1 - caret);
  if (strncmp(shown, "...", 3) == 0 && strncmp(caret, "   ", 3) == 0) {
    shown += 3, caret += 3, length -= 3, before -= 3;
    column = p->column;  // the line was cut: only the place in what is shown can be compared
  }
  if (length > 3 && strncmp(shown + length - 3, "...", 3) == 0)
    length -= 3;
  hint += strncmp(hint, "\n  ", 3) == 0 ? 3 : 0;
  bool hinted = p->hint.to > 0 ? mistake_part(why, p->hint, hint, strcspn(hint, "\n")) : *hint == 0;
  return p->line == line && p->column == column && p->length >= 1 && hinted &&
         mistake_characters(caret, before) + 1 == p->source_column &&
         mistake_part(why, p->file, text, strlen("m.noslip")) &&
         mistake_part(why, p->message, message, (size_t)(strchr(message, '\n') - message)) &&
         mistake_part(why, p->source, shown, length);
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
    check_that(mistake_parts_agree(&why), file, line,
               "row %d of the table: the parts do not agree with the message\n%s\n", (int)i + 1,
               why.sentence);
  }
}

#define mistakes_hold(declarations, rows, fails) \
  mistakes_hold_((declarations), (rows), sizeof(rows)/sizeof *(rows), (fails), __FILE__, __LINE__)
