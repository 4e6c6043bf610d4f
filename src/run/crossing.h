// Crossings of a section along a run: where g = left - right of a section changes its sign.
//
//   nodes     x_0, x_1, ...,  x_(k+1) = S_h(x_k), S the step of the method
//   crossing  g(x_k) and g(x_(k+1)) have different signs: h* between 0 and h with g(S_h*(x_k)) = 0
//   two       they have one sign, but the cubic with their values and slopes goes beyond zero, and
//             so does g(S_tau(x_k)) at the tau of its extremum: h* in [0,tau] and in [tau,h]
//   slope     (g(S_d(x)) - g(x))/d with d = h/2^17: one short step, for every class of problem and
//             all that g may contain. It is asked where the second differences of g at the nodes
//             leave room for two crossings, which few steps do
//   root      h* is known to rounding: locate.h
//
// The point of the section is one step of the method from a node, shorter than the others. The run
// goes on from x_(k+1) and knows nothing of it. A change of sign without a zero, where g jumps, does
// not count, nor does g that goes beyond zero by less than 1e-9 of what it is at the nodes: it
// touches. docs/section.md says what can be missed.

#pragma once

#include "run/aside.h"
#include "run/locate.h"
#include "run/run.h"

typedef struct crossing {
  noslip_run *run;
  aside aside;                 // the nodes around the last step
  int section;                 // its place in the model
  int direction;               // +1 rising, -1 falling, 0 both
  double g;                    // at the node of the run
  double older[2];             // at the two nodes before it
  int nodes;                   // how many of these three are known
  double slope;                // of g there; NaN: it was not asked
  int sign;                    // of the last g that was not 0; 0: there was none yet
  locate_bracket brackets[2];  // of the last step, in its direction
  int count, next;             // how many; the first that was not looked at
  double tau;                  // where the last one was found: h* of its step
  const double *values;        // section_width: g, condition and axes where the run stands
} crossing;

// False when there is no memory. Allocates in the arena of the run, a step then allocates nothing.
bool crossing_init(crossing *c, noslip_run *r, int which, int direction);

// One step of the run. If it has crossed the section in the direction that is wanted and the
// condition holds there, *found is true and the run stands at the point of the section, for
// everything that is asked of it, until crossing_return. Fails as noslip_step does.
noslip_status crossing_step(crossing *c, bool *found);

// the same for the last step of a run, which is shorter: noslip_finish
noslip_status crossing_finish(crossing *c, bool *found);

// The same around a step that another one takes: before it, and at its node.
void crossing_begin(crossing *c);
noslip_status crossing_end(crossing *c, bool *found);

// after crossing_return: stand where the crossing was found, again, to stay there
noslip_status crossing_again(crossing *c);

// Without matrices, with contacts of pairs, steps beside the run are not taken: a crossing is found at
// the node behind it.
bool crossing_at_nodes(const crossing *c);

// after crossing_return: the next crossing of the same step, in the same way
noslip_status crossing_next(crossing *c, bool *found);

// put the run back on its node
void crossing_return(crossing *c);

// what it knows of the nodes so far, written or read
void crossing_transfer(crossing *c, transfer *t);
