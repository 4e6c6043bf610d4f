// Views: arrays of the caller's groups that follow the run.

#pragma once

#include "noslip/run.h"

enum { run_ngroup = NOSLIP_OBSERVABLE + 1 };

typedef struct run_views {
  double *of[run_ngroup];  // in the memory that the run keeps; NULL: not asked for
  bool any;
} run_views;

// the values where the run stands, into the views there are
void views_fill(noslip_run *r);
