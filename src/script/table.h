// What one run, ensemble or section has computed: columns of numbers, and single numbers.

#pragma once

#include "base/arena.h"

typedef enum table_kind { KEPT_OTHER, KEPT_STATE, KEPT_MOMENTUM, KEPT_MULTIPLIER } table_kind;

typedef struct script_column_of {
  const char *name;  // as in files: "x'", "energy", "momentum.x"
  table_kind kind;
  double *x;   // nrow, or `rows` numbers if `apart`
  bool apart;  // it has rows of its own: events of a run, members of an ensemble
  long rows;
} script_column_of;

typedef struct script_number_of {
  const char *name;  // "step", "max.energy"
  double value;
} script_number_of;

typedef struct script_table {
  script_column_of *columns;  // the first is t
  int ncolumn;
  long nrow;
  script_number_of *numbers;
  int nnumber;
  const char *trouble;  // why it ended early; NULL: it did not
  bool absent;          // because this build lacks the library of its method: it never began
} script_table;

// the numbers of a column
static inline long kept_rows(const script_table *t, const script_column_of *c) {
  return c->apart ? c->rows : t->nrow;
}

// the column of a name, -1: there is none; the same for a number
int kept_column(const script_table *t, const char *name);
int kept_number(const script_table *t, const char *name);
