// CSV: a line of names, lines of numbers. Fields may be quoted as in RFC 4180; lines end with LF or
// CRLF; empty lines and lines that begin with # are passed over, and so is a byte order mark. An
// empty field is NaN. A last line that has neither all its fields nor an end is left out: it is
// still being written.

#include "table/table.h"

#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct reader {
  const table_reading *base;
  FILE *file;
  long line;                      // of the byte at `at`, from 1
  size_t at, end;                 // what is left of the buffer
  char field[table_longest + 1];  // the last field, ended by a zero
  unsigned char buffer[1 << 16];
} reader;

// what stood behind a field; WRONG: it is refused, with a sentence
typedef enum ending { COMMA, LINE, END, WRONG } ending;

// ---------------------------------------------------------------------------------------------
// bytes

static bool refill(reader *r) {
  r->at = 0;
  r->end = fread(r->buffer, 1, sizeof r->buffer, r->file);
  return r->end > 0;
}

static int peek(reader *r) {
  return r->at < r->end || refill(r) ? r->buffer[r->at] : EOF;
}

static int take(reader *r) {
  int byte = peek(r);
  r->at += byte != EOF;
  r->line += byte == '\n';
  return byte;
}

static void skip_line(reader *r) {
  int byte = take(r);
  while (byte != '\n' && byte != EOF)
    byte = take(r);
}

// go to the next line that is not empty and no comment; false if there is none
static bool find_line(reader *r) {
  for (int byte = peek(r); byte != EOF; byte = peek(r)) {
    if (byte == '#')
      skip_line(r);
    else if (byte == '\n' || byte == '\r')
      take(r);
    else
      return true;
  }
  return false;
}

// ---------------------------------------------------------------------------------------------
// fields

static ending wrong(reader *r, const char *what) {
  table_refuse(r->base, "%s:%ld: %s", r->base->path, r->line, what);
  return WRONG;
}

static ending too_long(reader *r) {
  char what[80];
  snprintf(what, sizeof what, "a field of more than %d bytes: this is not a table", table_longest);
  return wrong(r, what);
}

// after the last byte of a field
static ending end_field(reader *r, size_t length) {
  r->field[length] = 0;
  int byte = take(r);
  if (byte == '\r' && peek(r) == '\n')
    byte = take(r);
  switch (byte) {
  case ',': return COMMA;
  case '\n': return LINE;
  case EOF: return END;
  default: return wrong(r, "text behind a closing quote, or a carriage return inside a line");
  }
}

// "..." with "" for a quote
static ending quoted_field(reader *r) {
  size_t length = 0;
  long began = r->line;
  take(r);
  for (;;) {
    int byte = take(r);
    if (byte == '"' && peek(r) != '"')
      return end_field(r, length);
    if (byte == '"')
      take(r);
    if (byte == EOF || length == table_longest) {
      r->line = began;
      return byte == EOF ? wrong(r, "a quote that is not closed; close it with \"") : too_long(r);
    }
    if (byte == 0)
      return wrong(r, "a zero byte: this is not CSV");
    r->field[length++] = (char)byte;
  }
}

static ending plain_field(reader *r) {
  size_t length = 0;
  for (int byte = peek(r); byte != ',' && byte != '\n' && byte != '\r' && byte != EOF;
       byte = peek(r)) {
    if (byte == 0)
      return wrong(r, "a zero byte: this is not CSV");
    if (length == table_longest)
      return too_long(r);
    r->field[length++] = (char)byte;
    r->at++;
  }
  return end_field(r, length);
}

static ending read_field(reader *r) {
  while (peek(r) == ' ' || peek(r) == '\t')
    take(r);
  return peek(r) == '"' ? quoted_field(r) : plain_field(r);
}

// ---------------------------------------------------------------------------------------------
// numbers

// nan, inf, infinity, with a sign
static bool read_word(const char *text, double *x) {
  double sign = *text == '-' ? -1 : 1;
  text += *text == '-' || *text == '+';
  bool infinite = strcasecmp(text, "inf") == 0 || strcasecmp(text, "infinity") == 0;
  *x = infinite ? sign*(double)INFINITY : (double)NAN;
  return infinite || strcasecmp(text, "nan") == 0;
}

// strtod reads more than decimal numbers, so the letters are checked first
static bool read_number(char *text, double *x) {
  size_t length = strlen(text);
  while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
    text[--length] = 0;
  if (length == 0) {
    *x = (double)NAN;
    return true;
  }
  if (text[strspn(text, "+-.0123456789eE")] != 0)
    return read_word(text, x);
  char *end;
  *x = strtod(text, &end);
  return end == text + length;
}

// the field as a number, or as a word that stands for one
static bool read_value(reader *r, double *x) {
  if (read_number(r->field, x))
    return true;
  if (!r->base->words)
    return false;
  *x = table_word(r->base, r->field);
  return true;
}

static bool not_a_number(const reader *r, const table *t, int j, long line) {
  enum { shown = 40 };
  return table_refuse(r->base,
                      "%s:%ld: column %d (`%.*s`): `%.*s` is not a number; write "
                      "decimal digits, as 0.5 or -1e-3",
                      r->base->path, line, j + 1, shown, t->names[j], shown, r->field);
}

// ---------------------------------------------------------------------------------------------
// lines

static bool read_names(reader *r, table *t) {
  ending after = COMMA;
  if (!find_line(r))
    return table_refuse(r->base, "%s: empty; a table begins with a line of names", r->base->path);
  while (after == COMMA) {
    after = read_field(r);
    if (after == WRONG || !table_add_column(t, r->base, r->field))
      return false;
  }
  return table_check_names(t, r->base);
}

// one row into the arrays, which have room for it; *whole is false for a line without an end
static bool read_row(reader *r, table *t, bool *whole) {
  ending after = COMMA;
  long line = r->line;
  assert(t->ncolumn > 0);
  int j = 0;
  for (; after == COMMA; j++) {
    after = read_field(r);
    if (after == WRONG)
      return false;
    if (j < t->ncolumn && !read_value(r, &t->columns[j][t->nrow]))
      return not_a_number(r, t, j, line);
  }
  *whole = after == LINE || j == t->ncolumn;
  if (*whole && j != t->ncolumn)
    return table_refuse(
        r->base,
        "%s:%ld: %d columns, but the first line names %d; every line has one number for each name",
        r->base->path, line, j, t->ncolumn);
  return true;
}

static bool read_rows(reader *r, table *t) {
  bool whole = true;
  size_t room = 0;
  while (whole && find_line(r)) {
    if (t->nrow == room) {
      room = room > 0 ? 2*room : 64;
      if (!table_reserve(t, r->base, room))
        return false;
    }
    if (!read_row(r, t, &whole))
      return false;
    t->nrow += whole;
  }
  return true;
}

static void skip_mark(reader *r) {
  static const unsigned char mark[] = {0xEF, 0xBB, 0xBF};
  if (peek(r) != EOF && r->end >= sizeof mark && memcmp(r->buffer, mark, sizeof mark) == 0)
    r->at = sizeof mark;
}

static bool read_all(table *t, const table_reading *base, FILE *file) {
  reader *r = malloc(sizeof *r);
  if (!r)
    return table_refuse(base, "%s: no memory", base->path);
  r->base = base;
  r->file = file;
  r->line = 1;
  r->at = r->end = 0;
  errno = 0;
  skip_mark(r);
  bool good = read_names(r, t) && read_rows(r, t);
  if (good && ferror(file))
    good = table_refuse(base, "cannot read `%s`: %s", base->path, strerror(errno ? errno : EIO));
  free(r);
  return good;
}

// decimal points are points, whatever the language of the user
bool table_read_csv(table *t, const table_reading *base, FILE *file) {
  locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  locale_t usual = plain ? uselocale(plain) : (locale_t)0;
  bool good = read_all(t, base, file);
  if (plain) {
    uselocale(usual);
    freelocale(plain);
  }
  return good;
}
