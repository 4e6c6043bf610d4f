// The rows of a file as those of a run of a model: its columns in the order of the run.

#pragma once

#include "noslip.h"
#include "table/table.h"

typedef struct model_rows {
  table table;
  int *column;  // n  of the table for each of the run, -1: it has none
  double *row;  // n  filled by model_rows_take
  int n;
} model_rows;

// Read a file; it must have a row, and the time and the state of the run. An exit status, after a
// sentence if it is not exit_done. To be freed in every case.
int model_rows_read(model_rows *r, const char *path, noslip_run *run);
void model_rows_free(model_rows *r);

// row i, with NaN where the file has no column
const double *model_rows_take(model_rows *r, size_t i);
