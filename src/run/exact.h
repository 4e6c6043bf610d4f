// The error of a run against the exact solution of its model, at every node.

#pragma once

#include "noslip/run.h"

typedef struct exact_watch {
  int n;  //    components that have one: coordinates, states, momenta, algebraic variables; 0: none
  const char **names;  // n
  int *place;      // n  of a position or state; momenta are behind these, then algebraic variables
  int *statement;  // n  which output of the tape
  double *work, *value;
  double *last;     // n  error at the node
  double *largest;  // n  at all nodes so far
} exact_watch;

// at the start of a run with these options: false when there is no memory
bool exact_init(noslip_run *r, const noslip_run_options *o);

// at a node
void exact_node(noslip_run *r);
