// Where a study goes: a figure or a CSV file, named by -o.

#pragma once

#include "cli/planning.h"
#include "output/figure.h"
#include "output/replace.h"

typedef struct target {
  const char *path;  // NULL: nowhere; "-": standard output
  bool is_csv;       // otherwise a figure of this kind
  figure_kind kind;
} target;

// The kind, by the name; --json wants standard output for itself. An exit status, after a sentence
// if it is not exit_done, like all of them.
int target_check(target *t, bool json);

bool target_is_standard_output(const target *t);

// Can it be written? Better known before the study; a file that is there stays as it is.
int target_place(const target *t, const planning *p);

// Write CSV, whole or not at all. A study of so many seconds of wall time may be worth waiting for
// the disk.
int target_write(const target *t, replace_print *print, const void *result, double seconds);
