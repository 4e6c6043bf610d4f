// The columns of a trajectory, as run/row.h lists them: their names, and a row of numbers.

#pragma once

#include "noslip.h"

typedef struct columns {
  int n;
  char **names;  // n
  double *row;   // n, filled by columns_fill
} columns;

// The columns of a run; false when there is no memory. Free them in both cases.
bool columns_init(columns *c, const noslip_run *run);
void columns_free(columns *c);

// row = the values at the current node
void columns_fill(columns *c, noslip_run *run);
