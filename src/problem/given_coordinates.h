// Holonomic constraints that give one coordinate by the others.
//
//   g(q) = c q_k - f(other q) = 0,  c a number:   q_k = f/c
//
// q_k is a coordinate of R^n, not an angle. The surface of such a constraint is a graph over the
// other coordinates: without q_k and without the constraint the system is the same. Only
// constraints that are not quadratic are looked for: a step with G(qm) (q1 - q0) = 0 in its middle
// keeps quadratic ones, and would violate others.

#pragma once

#include "problem/mechanical.h"

typedef struct given_coordinates {
  int count;
  int *constraint;  // m    count of them are used: which constraint,
  int *coordinate;  //      the place of its q_k in q,
  int *velocity;    //      and that of its rate in v
  expr *value;      //      f/c, free of all coordinates that are given
  int lost;         // a constraint that is neither quadratic nor gives a coordinate; -1: none
} given_coordinates;

// False when the graph or the arena has failed.
bool given_coordinates_find(given_coordinates *s, arena *a, const mechanical_parts *parts);

// is coordinate i, or constraint i, one of the `count` in the list?
bool given_coordinates_has(const int *list, int count, int i);
