// The way back to a surface g(q) = const that rounding has left, in expressions.
//
//   c = G^T (G G^T)^-1 (g(q + w) - g(q))
//
// is the shortest change of q, to first order, after which g has the value that it has at q + w, a
// place on the surface; the difference is made without cancellation.

#pragma once

#include "base/arena.h"
#include "expr/node.h"

typedef struct surface {
  graph *graph;
  int count, n;   //            constraints, velocities
  const expr *g;  // count
  const expr *G;  // count x n  their derivatives along velocities
} surface;

// c[n]; q and w are nq symbols each. False when there is no memory.
bool surface_return(const surface *s, arena *a, const expr *q, const expr *w, int nq, expr *c);
