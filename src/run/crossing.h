// Crossings of a section along a run: where g = left - right of a section changes its sign.
//
//   nodes     x_0, x_1, ...,  x_(k+1) = S_h(x_k), S the step of the method
//   crossing  g(x_k) and g(x_(k+1)) have different signs: h* between 0 and h with g(S_h*(x_k)) = 0
//   root      h* is known to rounding: locate.h
//
// The point of the section is one step of the method from a node, shorter than the others. The run
// goes on from x_(k+1) and knows nothing of it. Two crossings in one step are not seen; a change of
// sign without a zero, where g jumps, does not count.

#pragma once

#include "run/run.h"

typedef struct crossing {
  noslip_run *run;
  stepper *stepper;      // its own: the run's keeps its extrapolation and its counters
  int section;           // its place in the model
  int direction;         // +1 rising, -1 falling, 0 both
  state before, after;   // the nodes around the last step
  double g;              // at the node of the run
  int sign;              // of the last g that was not 0; 0: there was none yet
  bool begun;            // a step was taken
  const double *values;  // section_width: g, condition and axes where the run stands
} crossing;

// False when there is no memory. Allocates in the arena of the run, a step then allocates nothing.
bool crossing_init(crossing *c, noslip_run *r, int which, int direction);

// One step of the run. If it has crossed the section in the direction that is wanted and the
// condition holds there, *found is true and the run stands at the point of the section, for
// everything that is asked of it, until crossing_return. Fails as noslip_step does.
noslip_status crossing_step(crossing *c, bool *found);

// put the run back on its node
void crossing_return(crossing *c);
