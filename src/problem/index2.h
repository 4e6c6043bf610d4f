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
//
// An overdetermined problem is one of three parts; its states are called y and z, and its algebraic
// variables psi:
//
//   equations     y' = v(t,y,z),  z' = f(t,y,z) + r(t,y,z,psi)
//   parts         f_1 = (v, 0),  f_2 = (0, f),  f_3 = (0, r)
//   constraints   0 = g(t,y) and 0 = u(t,y,z) = g_y v + g_t           u is free of psi
//   solvable      K = g_y v_z r_psi is regular: 0 = w(t,y,z,psi) = d/dt u determines psi

#pragma once

#include "base/arena.h"
#include "base/failure.h"
#include "problem/problem.h"

enum { index2_most_parts = 5 };

// What the problem is made of, in expressions. Names are kept, arrays of expressions are not.
typedef struct index2_parts {
  graph *graph;
  problem_class class;  // PROBLEM_INDEX2 or PROBLEM_OVERDETERMINED, PROBLEM_ODE or PROBLEM_SKEW
                        // without constraints
  int n, m, nparts;
  const expr *y, *z;  // n, m        symbols
  expr time, energy;  //             symbols
  clock_parts clock;
  const expr *f;     // nparts x n  zero where there is nothing; NULL: the graph has failed
  const expr *g;     // m
  expr function;     //             H of a PROBLEM_SKEW, f = P(y) grad H(y),
  const expr *P;     // n x n       and P
  const bool *is_z;  // n           of a PROBLEM_OVERDETERMINED: its equation has a reaction
  const char **state, **algebraic, **constraint;
  watched_parts watched;
} index2_parts;

// Differentiate and make the tapes. The arena must outlive the problem.
noslip_status index2_new(arena *a, const index2_parts *parts, const problem **out, failure *why);
