// Documents as manual pages: the part of Markdown that docs/ uses. Headings, paragraphs, lists with
// bullets, tables, lines of code between ``` or with four spaces before them. The list of contents,
// `1. [...](...)`, is left out.

#include "pages/pages.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
  roff *r;
  const char *at;               // the start of a line
  const char *const *sections;  // NULL: all
  bool shown;                   // the section is one of them
} reader;

// ---------------------------------------------------------------------------------------------
// lines

static size_t line_length(const char *at) {
  return strcspn(at, "\n");
}

static const char *next_line(const char *at) {
  at += line_length(at);
  return at + (*at == '\n');
}

static bool begins(const char *at, const char *with) {
  return strncmp(at, with, strlen(with)) == 0;
}

static bool is_blank(const char *at) {
  return line_length(at) == 0;
}

static bool is_contents(const char *at) {
  size_t digits = strspn(at, "0123456789");
  return digits > 0 && begins(at + digits, ". [");
}

// what ends a paragraph or an item
static bool begins_block(const char *at) {
  return is_blank(at) || begins(at, "- ") || begins(at, "#") || begins(at, "```") ||
         begins(at, "| ");
}

// ---------------------------------------------------------------------------------------------
// blocks

// one line after the other, up to the next block, as one text; marks may go on over lines
static void print_words(reader *d, size_t skipped) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    abort();
  const char *at = d->at + skipped;
  do {
    at += strspn(at, " ");
    fprintf(out, "%.*s ", (int)line_length(at), at);
    at = next_line(at);
  } while (!begins_block(at));
  fclose(out);
  if (d->shown)
    roff_words(d->r, text, size - 1);
  roff_end_text(d->r);
  free(text);
  d->at = at;
}

static bool is_chosen(const reader *d, const char *title, size_t length) {
  for (const char *const *s = d->sections; s && *s; s++)
    if (strlen(*s) == length && memcmp(*s, title, length) == 0)
      return true;
  return !d->sections;
}

static void heading(reader *d) {
  char title[128];
  size_t level = strspn(d->at, "#"), length = line_length(d->at) - level - 1;
  snprintf(title, sizeof title, "%.*s", (int)length, d->at + level + 1);
  if (level == 2)
    d->shown = is_chosen(d, d->at + level + 1, length);
  if (d->shown && level == 2)
    roff_section(d->r, title);
  else if (d->shown && level > 2)
    roff_part(d->r, title);
  d->at = next_line(d->at);
}

static void fenced(reader *d) {
  if (d->shown)
    roff_begin_lines(d->r);
  for (d->at = next_line(d->at); *d->at && !begins(d->at, "```"); d->at = next_line(d->at))
    if (d->shown)
      roff_line(d->r, d->at, line_length(d->at));
  if (d->shown)
    roff_end_lines(d->r);
  d->at = next_line(d->at);
}

// lines with four spaces before them, and empty ones between them
static void indented(reader *d) {
  int blank = 0;
  if (d->shown)
    roff_begin_lines(d->r);
  for (; is_blank(d->at) ? *d->at != 0 : begins(d->at, "    "); d->at = next_line(d->at)) {
    blank = is_blank(d->at) ? blank + 1 : blank;
    for (; d->shown && !is_blank(d->at) && blank > 0; blank--)
      roff_line(d->r, "", 0);
    if (d->shown && !is_blank(d->at))
      roff_line(d->r, d->at + 4, line_length(d->at) - 4);
  }
  if (d->shown)
    roff_end_lines(d->r);
}

// ---------------------------------------------------------------------------------------------
// tables

enum { most_cells = 8 };

typedef struct row {
  const char *cell[most_cells];
  size_t length[most_cells];
  int n;
} row;

// the cells of a line, without the spaces around them
static row read_row(const char *at) {
  row r = {.n = 0};
  const char *end = at + line_length(at);
  for (at++; at < end && r.n < most_cells; r.n++) {
    const char *bar = memchr(at, '|', (size_t)(end - at)), *stop = bar ? bar : end;
    while (at < stop && *at == ' ')
      at++;
    r.cell[r.n] = at;
    r.length[r.n] = (size_t)(stop - at);
    while (r.length[r.n] > 0 && at[r.length[r.n] - 1] == ' ')
      r.length[r.n]--;
    at = stop + 1;
  }
  return r;
}

// a row is an item: its first cell, then the others, behind their heads if there are several
static void print_row(roff *r, const row *head, const row *cells) {
  roff_item(r, cells->cell[0], cells->length[0]);
  for (int i = 1; i < cells->n; i++) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
      abort();
    if (cells->n > 2 && head->length[i] > 0)
      fprintf(out, "*%.*s:* ", (int)head->length[i], head->cell[i]);
    fprintf(out, "%.*s%s", (int)cells->length[i], cells->cell[i], i + 1 < cells->n ? "; " : "");
    fclose(out);
    roff_words(r, text, size);
    free(text);
  }
  roff_end_text(r);
}

static void table(reader *d) {
  row head = read_row(d->at);
  d->at = next_line(next_line(d->at));
  for (; begins(d->at, "|"); d->at = next_line(d->at)) {
    row cells = read_row(d->at);
    if (d->shown)
      print_row(d->r, &head, &cells);
  }
}

// ---------------------------------------------------------------------------------------------
// the document

static void block(reader *d) {
  if (is_blank(d->at) || is_contents(d->at)) {
    d->at = next_line(d->at);
  } else if (begins(d->at, "#")) {
    heading(d);
  } else if (begins(d->at, "```")) {
    fenced(d);
  } else if (begins(d->at, "    ")) {
    indented(d);
  } else if (begins(d->at, "|")) {
    table(d);
  } else if (begins(d->at, "- ")) {
    if (d->shown)
      roff_bullet(d->r);
    print_words(d, 2);
  } else {
    if (d->shown)
      roff_paragraph(d->r);
    print_words(d, 0);
  }
}

void markdown_print(roff *r, const char *text, const char *const *sections) {
  reader d = {r, text, sections, true};
  while (*d.at)
    block(&d);
}
