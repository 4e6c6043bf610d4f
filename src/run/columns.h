// Columns of the output of a run, by number and by name; row.h has their order.

#pragma once

#include "run/row.h"
#include "run/run.h"

// where a column is: a part of a row, and the place in it
typedef struct column_place {
  const row_part *part;
  int index;
} column_place;

// the column of this name, the first if several have it; part NULL: there is none
column_place columns_find(const noslip_run *r, const char *name);

// column i of all
column_place columns_at(const noslip_run *r, int i);
