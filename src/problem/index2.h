// Index-2 differential-algebraic equations with additive parts, and, without constraints, ordinary
// differential equations.
//
//   equations     y' = f(t,y,z),  f = f_1 + ... + f_P,  P <= 5        y: n states
//   constraints   0 = g(t,y)                                          m of them, as many as z
//   index 2       g_y f_z is regular: 0 = w(t,y,z) = g_y f + g_t, the time derivative of the
//                 constraints, determines z (algebraic.h)
//
// A method may treat each part with coefficients of its own. y stands where coordinates stand, in q
// of the state, and z where multipliers stand, in lambda.

#pragma once

#include "base/arena.h"
#include "base/failure.h"
#include "problem/problem.h"

enum { index2_most_parts = 5 };

// What the problem is made of, in expressions. Names are kept, arrays of expressions are not.
typedef struct index2_parts {
  graph *graph;
  problem_class class;  // PROBLEM_INDEX2, PROBLEM_ODE without constraints, or PROBLEM_SKEW
  int n, m, nparts;
  const expr *y, *z;  // n, m        symbols
  expr time, energy;  //             symbols
  const expr *f;      // nparts x n  zero where there is nothing; NULL: the graph has failed
  const expr *g;      // m
  expr function;      //             H of a PROBLEM_SKEW, f = P(y) grad H(y),
  const expr *P;      // n x n       and P
  const char **state, **algebraic, **constraint;
  watched_parts watched;
} index2_parts;

// Differentiate and make the tapes. The arena must outlive the problem.
noslip_status index2_new(arena *a, const index2_parts *parts, const problem **out, failure *why);
