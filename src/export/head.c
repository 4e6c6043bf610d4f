// The comment at the top of an exported file, and texts of others inside C: neither what is in a
// model nor the name of its file can end a comment or a string.

#include "export/export.h"

#include <stdio.h>
#include <string.h>

// ---- texts of others

void export_string(text_buffer *out, const char *text) {
  text_add(out, "\"", 1);
  for (const char *at = text; *at; at++) {
    unsigned char c = (unsigned char)*at;
    if (c == '"' || c == '\\' || c == '?')  // two question marks begin a trigraph
      text_print(out, "\\%c", c);
    else if (c < ' ' || c >= 0x7f)
      text_print(out, "\\%03o", c);
    else
      text_print(out, "%c", c);
  }
  text_add(out, "\"", 1);
}

// Length of the character at `at` if it has no place in a source file: control characters, and
// those that turn the direction of writing, with which a comment could look like code; otherwise 0.
static size_t hostile(const char *at) {
  static const char *const turning[] = {
      "\xd8\x9c",     "\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x80\xaa",
      "\xe2\x80\xab", "\xe2\x80\xac", "\xe2\x80\xad", "\xe2\x80\xae",
      "\xe2\x81\xa6", "\xe2\x81\xa7", "\xe2\x81\xa8", "\xe2\x81\xa9",
  };
  unsigned char c = (unsigned char)*at;
  if ((c < ' ' && c != '\t') || c == 0x7f)
    return 1;
  for (size_t i = 0; i < sizeof turning/sizeof *turning; i++)
    if (strncmp(at, turning[i], strlen(turning[i])) == 0)
      return strlen(turning[i]);
  return 0;
}

// would the compiler read the next line as part of this one?
static bool goes_on(const char *line, size_t length) {
  while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\t'))
    length--;
  return (length > 0 && line[length - 1] == '\\') ||
         (length > 2 && strncmp(line + length - 3, "?\?/", 3) == 0);
}

// one line of a comment, however long
static void add_line(text_buffer *out, const char *before, const char *line, size_t length) {
  if (length > 0 && line[length - 1] == '\r')
    length--;
  text_print(out, "//%s%s", length > 0 ? " " : "", length > 0 ? before : "");
  for (size_t i = 0; i < length;) {
    size_t bad = hostile(line + i);
    text_add(out, bad ? "?" : line + i, 1);
    i += bad ? bad : 1;
  }
  text_print(out, "%s\n", goes_on(line, length) ? " ." : "");
}

static void add_lines(text_buffer *out, const char *before, const char *text) {
  while (*text) {
    size_t length = strcspn(text, "\n");
    add_line(out, before, text, length);
    text += length + (text[length] == '\n');
  }
}

// ---- the comment

static void print_parameters(text_buffer *out, const export_run *r) {
  char number[32];
  for (int i = 0; i < r->nparameter; i++)
    text_print(out, "%s%s = %s%s",
               i == 0       ? "// With "
               : i % 8 == 0 ? "//   "
                            : "",
               r->parameters[i].name, text_number(number, r->parameters[i].value),
               i == r->nparameter - 1 ? ".\n//\n"
               : i % 8 == 7           ? ",\n"
                                      : ", ");
}

void export_head(text_buffer *out, const export_run *r) {
  char h[32], rows[64] = "step";
  if (r->every > 1)
    snprintf(rows, sizeof rows, "%ld steps", r->every);
  text_print(out,
             "// The model %s as one C file, with the method %s. Made by noslip " NOSLIP_VERSION
             ".\n//\n"
             "//   cc -std=c17 -O2 -ffp-contract=off %s.c -o %s -lm\n//\n",
             r->model, r->stepper->method->name, r->model, r->model);
  text_print(
      out,
      "// The program takes %ld step%s of %s and writes to standard output what `noslip run` "
      "writes to\n"
      "// its CSV file, byte for byte, with a row every %s. Its exit status is 0, or 1 and a "
      "sentence\n"
      "// when a step fails. It needs the C library alone. Without -ffp-contract=off last "
      "digits may\n"
      "// differ where the processor can fuse a*b + c.\n//\n",
      r->steps, r->steps == 1 ? "" : "s", text_number(h, r->h), rows);
  text_print(out,
             "// In a program of your own: define NOSLIP_NO_MAIN, include this file, and call\n"
             "// noslip_start, noslip_step, noslip_row, which are at its end.\n//\n");
  if (r->title && r->title[0]) {
    add_lines(out, "", r->title);
    text_print(out, "//\n");
  }
  print_parameters(out, r);
  text_print(out, "// The model, as it was read:\n//\n");
  add_lines(out, "  ", r->text);
  text_print(out, "\n");
}
