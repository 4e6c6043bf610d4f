// Does a step commute with the symmetries of its model?
//
//   equivariance   |S(g x) - g S(x)|, S the step, g a symmetry (symmetries.h), x a node: in positions and
//                  in the velocities or momenta of the method, against the sizes of the state
//
// A candidate is a symmetry if the rates of the model at g x are those at x, moved, and g x is on the
// constraints, at points around the node. How far the rates are apart there is part of the accuracy.
// McLachlan, Scovel, "Equivariant constrained symplectic integration", 1994, Theorem 2.

#pragma once

#include "run/stepmap.h"
#include "run/symmetries.h"

typedef struct equivariance {
  stepmap *map;
  symmetry_list found;   // those that the model has
  double *asymmetry;     // found.count  of the rates
  double *there, *back;  // 2 nv  rates at a point, and at the moved one
  double *size;          // 2m    of constraints
  state image;           // g S(x)
} equivariance;

// The symmetries of the model; names are in the arena `names`. False when there is no memory.
bool equivariance_init(equivariance *e, stepmap *map, arena *a, arena *names);

// the distance for symmetry i at the node of the run
noslip_status equivariance_at(equivariance *e, int i, double *value, failure *why);
