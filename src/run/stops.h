// Stops: where g = left - right of a `stop` of the model changes its sign, the run ends.
//
// They are found as crossings of sections are (crossing.h), and the first of a step counts. The run
// then stands at the end of a step that is shorter than the others, one from its last node.

#pragma once

#include "base/transfer.h"
#include "noslip/run.h"

typedef struct run_stops {
  struct crossing *list;  // count
  int count;
  const char *label;  // of the one that has ended the run; NULL: none has
} run_stops;

// where the run begins; false when there is no memory
bool stops_init(noslip_run *r);

// before a step
void stops_begin(noslip_run *r);

// at its node: NOSLIP_STOPPED, with the run where it ends, or NOSLIP_OK; NOSLIP_ERROR_STEP if a
// crossing was not found
noslip_status stops_end(noslip_run *r);

// what is known of them, written or read
void stops_transfer(noslip_run *r, transfer *t);
