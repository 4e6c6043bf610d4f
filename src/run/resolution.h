// Does the step resolve the motion? A measurement, for the verdicts at the end of a run.
//
// From a node x0 the same stretch of time h is gone in one step, in two of h/2, in four of h/4, to
// x1, x2 and x4. What is compared are velocities, by the kinetic energy of their difference at the
// positions of x4,
//
//   |x - y|^2 = K(x, y) = 2 (E(q,x) + E(q,y) - 2 E(q,(x + y)/2)),
//
// which for E quadratic in x is (x - y).M (x - y)/2: no choice of units changes a ratio of two of
// them, and differences of velocities are the same in a moving frame. Positions are compared in the
// same way, by velocities that would make up for their difference in a step; on a group by the
// entries of rotations. Systems without velocities are compared by the largest |z_i| over the range
// of z_i in the run.
//
//   coarse = |x1 - x2|/|x4 - x0|     fine = |x2 - x4|/|x4 - x0|     with the largest |x4 - x0| of all
//                                                                   nodes that are looked at
//
// `coarse` is the relative error of what changes in a step. A step resolves the motion where both
// are small, or where halving it lets the error shrink as the order of the method says.
//
// The nodes are those of exchange.h. Where the energy is an invariant the stretch ends at the node,
// h < 0, so that it is the stretch with the large change; with damping a step back may fail.

#pragma once

#include "run/run.h"

typedef enum resolution_word {
  RESOLUTION_GOOD,
  RESOLUTION_POOR,
  RESOLUTION_UNKNOWN,  // adaptive steps, contacts, nothing monitored, or none can be repeated
} resolution_word;

typedef struct resolution {
  resolution_word word;
  double t;             // of the node
  double coarse, fine;  // of the worst node; NaN: it cannot be repeated in parts
  const char *what;     // "velocity", "position", "state"
} resolution;

// is a pair of errors what a step of a method of this order shows where it resolves the motion?
bool resolution_is_good(double coarse, double fine, int order);

// false: no memory
bool resolution_measure(noslip_run *r, resolution *out);
