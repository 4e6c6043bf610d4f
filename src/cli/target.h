// Where the result of a study goes: the file that -o names.

#pragma once

#include "cli/run_arguments.h"
#include "cli/starts.h"
#include "output/figure.h"
#include "output/replace.h"

typedef enum target_format { TARGET_CSV, TARGET_FIGURE, TARGET_HDF5 } target_format;

typedef struct target {
  const char *path;  // NULL: nowhere; "-": standard output
  target_format format;
  figure_kind kind;  // of a figure
  bool has_hdf5;     // the study has HDF5 beside figures
} target;

// All return an exit status, after a sentence if it is not exit_done.

// The format, by the name: CSV, or the other one that the study has. --json needs standard output
// for itself.
int target_check(target *t, target_format other, bool json);

bool target_is_standard_output(const target *t);
bool target_is_hdf5(const target *t);  // by the end of its name

// Can it be written, and would it overwrite neither the model nor the members? Better known before
// the study; a file that is there stays as it is.
int target_place(const target *t, const run_arguments *a, const starts_options *o);

// Write CSV, whole or not at all. A study of that many seconds of wall time may be worth waiting
// for the disk.
int target_write(const target *t, replace_print *print, const void *result, double seconds);
