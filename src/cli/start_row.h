// The row of --init-file from which one run starts: initial values, parameters and the step.

#pragma once

#include "cli/run_arguments.h"
#include "cli/starts.h"

typedef struct start_row {
  starts from;
  noslip_start *list;  // the initial values
  int n;
  double step;          // that of the row, or of --step; 0: neither
  noslip_model *older;  // the model without the parameters of the row, which the keys belong to
} start_row;

// Read the row that `a` asks for, if it does. Where it has parameters, the model of `a` is read again with
// them. An exit status, after a sentence if it is not exit_done; free in both cases.
int start_row_read(start_row *r, run_arguments *a);
void start_row_free(start_row *r);
