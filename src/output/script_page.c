// A study as a part of a page in Markdown: what it is, its pictures, a table of its expectations with one
// row for each statement, and why numbers are not as printed.

#include "output/number.h"
#include "output/plain.h"
#include "output/script.h"

#include <math.h>
#include <string.h>

enum { most_shown = 10 };  // numbers in a cell

// ---------------------------------------------------------------------------------------------
// texts

// signs that Markdown would take for something else; in code only the bar of a table
static void put_text(FILE *out, const char *text, bool code) {
  for (const char *at = plain_name(text); *at; at++) {
    if (strchr(code ? "|" : "|*_<`", *at))
      fputc('\\', out);
    fputc(*at, out);
  }
}

static void put_code(FILE *out, const char *text) {
  fputc('`', out);
  put_text(out, text, true);
  fputc('`', out);
}

// as many digits as the tolerance asks for
static void put_number(FILE *out, double x, double tolerance) {
  double digits = tolerance > 0 && x != 0 ? ceil(log10(fabs(x)/tolerance)) + 1 : 3;
  fprintf(out, "%.*g", (int)fmin(fmax(digits, 2), 16), number_shown(x));
}

// ---------------------------------------------------------------------------------------------
// the numbers of one statement

typedef struct statement {
  const noslip_expectation *list;
  int n;
} statement;

typedef double number_of(const noslip_expectation *e);

static double measured(const noslip_expectation *e) {
  return e->measured;
}
static double expected(const noslip_expectation *e) {
  return e->expected;
}
static double printed(const noslip_expectation *e) {
  return e->printed;
}
static double tolerance(const noslip_expectation *e) {
  return e->tolerance;
}

static bool all_same(const statement *s, number_of *f) {
  for (int i = 1; i < s->n; i++)
    if (f(&s->list[i]) != f(&s->list[0]))
      return false;
  return true;
}

static double smallest(const statement *s, number_of *f) {
  double x = (double)INFINITY;
  for (int i = 0; i < s->n; i++)
    x = fmin(x, f(&s->list[i]));
  return x;
}

static double largest(const statement *s, number_of *f) {
  double x = -(double)INFINITY;
  for (int i = 0; i < s->n; i++)
    x = fmax(x, f(&s->list[i]));
  return x;
}

// a, b, c; or from a to b if there are too many
static void put_numbers(FILE *out, const statement *s, number_of *f, bool once) {
  int n = once && all_same(s, f) ? 1 : s->n;
  if (n > most_shown) {
    put_number(out, smallest(s, f), s->list[0].tolerance);
    fputs(" to ", out);
    put_number(out, largest(s, f), s->list[0].tolerance);
    return;
  }
  for (int i = 0; i < n; i++) {
    fputs(i > 0 ? ", " : "", out);
    put_number(out, f(&s->list[i]), s->list[i].tolerance);
  }
}

// ---------------------------------------------------------------------------------------------
// cells

// the expression, and which runs its numbers belong to
static void what_cell(FILE *out, const statement *s) {
  size_t length = strlen(s->list[0].subject);
  put_code(out, s->list[0].subject);
  if (s->n > most_shown)
    fprintf(out, ": %d numbers", s->n);
  for (int i = 0; i < s->n && s->n > 1 && s->n <= most_shown; i++) {
    const char *label = s->list[i].what + length;
    fputs(i == 0 ? ": " : "; ", out);
    put_text(out, strncmp(label, ", ", 2) == 0 ? label + 2 : label, false);
  }
}

static void printed_cell(FILE *out, const statement *s) {
  if (s->list[0].printed_text)
    put_text(out, s->list[0].printed_text, false);
  else if (!isnan(s->list[0].printed))
    put_numbers(out, s, printed, true);
}

static void expected_cell(FILE *out, const statement *s) {
  const char *relation = s->list[0].relation;
  bool equation = strcmp(relation, "=") == 0;
  if (!equation)
    fprintf(out, "%s ",
            strcmp(relation, "<=") == 0   ? "≤"
            : strcmp(relation, ">=") == 0 ? "≥"
            : relation[0] == '<'          ? "&lt;"
                                          : ">");
  put_numbers(out, s, expected, true);
  if (equation && all_same(s, tolerance))
    fprintf(out, " ± %.2g", s->list[0].tolerance);
  else if (equation)
    fprintf(out, " ± %.2g to %.2g", smallest(s, tolerance), largest(s, tolerance));
}

// of a bound for several numbers, the one that is nearest to it
static void measured_cell(FILE *out, const statement *s) {
  char side = s->list[0].relation[0];
  if (s->list[0].trouble)
    put_text(out, "not measured", false);
  else if (side == '=' || s->n == 1 || !all_same(s, expected))
    put_numbers(out, s, measured, false);
  else {
    put_number(out, side == '<' ? largest(s, measured) : smallest(s, measured), 0);
    fputs(side == '<' ? " at most" : " at least", out);
  }
}

static void verdict_cell(FILE *out, const statement *s) {
  int shown = 0;
  for (int v = 0; v <= NOSLIP_EXPECTATION_ABSENT; v++) {
    int count = 0;
    for (int i = 0; i < s->n; i++)
      count += (int)s->list[i].verdict == v;
    if (count == 0)
      continue;
    fputs(shown++ > 0 ? "; " : "", out);
    if (count < s->n)
      fprintf(out, "%d ", count);
    fputs(script_verdict((noslip_expectation_verdict)v), out);
  }
}

static void row(FILE *out, const statement *s) {
  void (*const cells[])(FILE *, const statement *) = {what_cell, printed_cell, expected_cell,
                                                      measured_cell, verdict_cell};
  for (size_t i = 0; i < sizeof cells/sizeof *cells; i++) {
    fputs("| ", out);
    cells[i](out, s);
    fputc(' ', out);
  }
  fputs("|\n", out);
}

// ---------------------------------------------------------------------------------------------
// the parts of the page

static statement statement_at(const noslip_script_result *r, int i) {
  statement s = {&r->expectations[i], 1};
  while (i + s.n < r->nexpectation && s.list[s.n].line == s.list[0].line)
    s.n++;
  return s;
}

static bool same(const char *a, const char *b) {
  return a == b || (a && b && strcmp(a, b) == 0);
}

static void table(FILE *out, const noslip_script_result *r, const char *paper) {
  const char *source = paper;
  fputs("| what | printed | expected | ours | verdict |\n| --- | --- | --- | --- | --- |\n", out);
  for (int i = 0; i < r->nexpectation;) {
    statement s = statement_at(r, i);
    if (s.list[0].source && !same(source, s.list[0].source)) {
      source = s.list[0].source;
      fputs("| *", out);
      put_text(out, source, false);
      fputs("* | | | | |\n", out);
    }
    row(out, &s);
    i += s.n;
  }
}

static void reasons(FILE *out, const noslip_script_result *r) {
  const char *last = NULL;
  for (int i = 0; i < r->nexpectation;) {
    statement s = statement_at(r, i);
    if (s.list[0].because && !same(last, s.list[0].because)) {
      fputs(last ? "- " : "\n- ", out);
      put_code(out, s.list[0].subject);
      fputs(": ", out);
      put_text(out, s.list[0].because, false);
      fputs("\n", out);
      last = s.list[0].because;
    }
    i += s.n;
  }
}

static void pictures(FILE *out, const noslip_script_result *r, const char *kind) {
  int file = 0;
  for (int i = 0; i < r->npicture; i++) {
    if (r->pictures[i].joined) {
      fputs("; ", out);
      put_text(out, r->pictures[i].title, false);
    } else {
      fputs("![", out);
      put_text(out, r->pictures[i].title[0] ? r->pictures[i].title : r->title, false);
      file++;
    }
    if (i + 1 == r->npicture || !r->pictures[i + 1].joined)
      fprintf(out, "](%s-%d.%s)\n\n", r->name, file, kind);
  }
}

void script_page(FILE *out, const noslip_script *s, const noslip_script_result *r,
                 const char *kind) {
  const char *paper = noslip_script_paper(s), *about = noslip_script_about(s);
  fputs("\n## ", out);
  put_text(out, r->title[0] ? r->title : r->name, false);
  fputs("\n\n", out);
  if (paper[0]) {
    put_text(out, paper, false);
    fputs(". ", out);
  }
  put_text(out, about, false);
  fprintf(out, "%s`noslip study %s`: %d met", about[0] ? "\n\n" : "", r->name,
          r->nmet + r->ndeviation);
  if (r->ndeviation > 0)
    fprintf(out, ", %d of them not as printed", r->ndeviation);
  fprintf(out, r->nfailed > 0 ? ", **%d failed**.\n\n" : ".\n\n", r->nfailed);
  pictures(out, r, kind);
  table(out, r, paper);
  reasons(out, r);
}
