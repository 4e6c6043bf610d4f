// Inputs of a run: where they come from, and when they change.
//
//   signal   u(t) of a table, piecewise linear or constant
//   step     from t to t + h it takes u(t + h/2): of a line the mean, and of a table whose times are
//            nodes the value that is held. A step back takes the same value, so symmetric methods
//            stay symmetric; an input that changes smoothly is seen with an error O(h^2)

#pragma once

#include "base/failure.h"
#include "noslip/run.h"

typedef struct run_signal {
  int input;             // which
  bool follows;          // false: the caller has set it since
  const double *times;   // count
  const double *values;  // count
  int count;
  bool hold;
  int at;  // the last time was in the interval that begins here
} run_signal;

typedef struct run_inputs {
  run_signal *signals;  // count
  int count;
  bool changed;  // since the last step
} run_inputs;

// Read the signals of the options, and set their inputs for the first step: before the start, which
// is completed with them.
noslip_status inputs_follow(noslip_run *r, const noslip_run_options *o, failure *why);

// Something that a step takes as given has changed: what was known of the node is found again, and
// before the first step what the run remembers of its start.
void inputs_node_changed(noslip_run *r);

// Before a step: inputs that follow a signal get their values, and contacts are told. Again before
// the same step it does nothing.
noslip_status inputs_begin_step(noslip_run *r, failure *why);
