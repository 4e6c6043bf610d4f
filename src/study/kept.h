// Trajectories of members that are kept: the columns of a run, a row for each output time.

#pragma once

#include "base/arena.h"
#include "base/failure.h"
#include "noslip/study.h"

typedef struct kept {
  int n;               // columns; 0: nothing is kept
  const char **names;  // n
} kept;

// the columns of a run; a failure if `rows` of them do not fit into memory
noslip_status kept_plan(kept *k, arena *a, noslip_run *run, double rows, failure *why);

// the same check for another run, which has more rows
noslip_status kept_check(const kept *k, double rows, failure *why);

// the numbers of a node
void kept_read(double *x, noslip_run *run);
