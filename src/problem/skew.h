// Skew-gradient systems: z' = P(z) grad H(z), P skew.
//
// What methods ask for that keep H exactly, beside what an ordinary differential equation has
// (index2.h): the gradient of H and the structure apart, and differences of H without cancellation.

#pragma once

#include "base/arena.h"
#include "problem/problem.h"

typedef struct skew_parts {
  graph *graph;
  int n;
  const expr *z;  // n      symbols
  expr time;      //        symbol
  expr function;  //        H
  const expr *P;  // n x n
} skew_parts;

// Add the bundles to a problem; false when the graph or the arena has failed.
bool skew_bundles(arena *a, const skew_parts *parts, problem *p);
