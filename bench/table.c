#include "bench/table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

// where the output stands: there is one
static struct {
  bool json;
  const char *title;  // of this table, until its first line is printed
  long lines;
} output;

void table_begin(bool json) {
  output.json = json;
  if (json)
    printf("[");
}

void table_end(void) {
  if (output.json)
    printf("\n]\n");
}

void table_title(const char *title) {
  output.title = title;
}

static void json_line(const char *kind, const table_cell *cells, int ncell) {
  printf("%s\n {\"kind\": \"%s\"", output.lines > 0 ? "," : "", kind);
  for (int i = 0; i < ncell; i++) {
    printf(", \"%s\": ", cells[i].key);
    if (cells[i].text && *cells[i].text)
      printf("\"%s\"", cells[i].text);
    else if (!cells[i].text && isfinite(cells[i].number))
      printf("%.6g", cells[i].number);
    else
      printf("null");
  }
  printf("}");
}

static void headings(const table_cell *cells, int ncell) {
  printf("\n%s\n\n", output.title);
  for (int i = 0; i < ncell; i++)
    printf("%s%*s", i > 0 ? " " : "  ", cells[i].width, cells[i].heading);
  printf("\n");
  output.title = NULL;
}

static void text_line(const table_cell *cells, int ncell) {
  char number[40];
  for (int i = 0; i < ncell; i++) {
    const char *text = cells[i].text;
    if (!text) {
      snprintf(number, sizeof number, cells[i].format, cells[i].number);
      text = isnan(cells[i].number) ? "n/a" : number;
    }
    printf("%s%*s", i > 0 ? " " : "  ", cells[i].width, text);
  }
  printf("\n");
}

void table_line(const char *kind, const table_cell *cells, int ncell) {
  if (output.json) {
    json_line(kind, cells, ncell);
  } else {
    if (output.title)
      headings(cells, ncell);
    text_line(cells, ncell);
  }
  output.lines++;
  fflush(stdout);
}

void table_note(const char *format, ...) {
  va_list list;
  if (output.json)
    return;
  va_start(list, format);
  printf("  ");
  vprintf(format, list);
  printf("\n");
  va_end(list);
  fflush(stdout);
}

const char *table_met(double value, double bar) {
  return !(bar > 0) || isnan(value) ? "" : value <= bar ? "yes" : "no";
}
