// The members of an ensemble: initial values from a file, or drawn from ranges.

#pragma once

#include "cli/lists.h"
#include "noslip.h"
#include "table/table.h"

typedef struct starts {
  const char *const *keys;  // nkey
  double *x;                // nmember x nkey
  int nkey, nmember;
  table file;        // the keys of --init-file are its names
  list_texts items;  // those of --sample, what stands before their `=`
} starts;

// Both return an exit status, after a sentence if it is not exit_done; free in both cases.

// one member per row of a file, CSV or HDF5
int starts_load(starts *s, const char *path);

// Members drawn from "x=-1:1, w[1]'=0:2"; their numbers depend on the seed and on their place, not
// on how many there are.
int starts_draw(starts *s, const char *text, long nmember, long seed);

void starts_free(starts *s);
