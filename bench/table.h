// Lines of results: columns for a reader, or JSON for a program.

#pragma once

#include <stdbool.h>

// A number is printed with its own format; NaN is "n/a". In JSON NaN and "" are null.
typedef struct table_cell {
  const char *key;      // in JSON
  const char *heading;  // over the column
  int width;            // negative: to the left
  const char *text;     // NULL: a number
  const char *format;
  double number;
} table_cell;

// the whole output: an array of objects, or tables
void table_begin(bool json);
void table_end(void);

// A new table; its title and headings stand over its first line, none in JSON. The text must live
// until then.
void table_title(const char *title);

// one line
void table_line(const char *kind, const table_cell *cells, int ncell);

// a remark below the lines; none in JSON
__attribute__((format(printf, 1, 2))) void table_note(const char *format, ...);

// "yes" or "no": is the value within the bar? "" if there is none (0) or no value
const char *table_met(double value, double bar);
