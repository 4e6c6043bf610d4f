// A mechanical problem on R^n with its motion as one tape, the multipliers eliminated in expressions.
//
// Equations and letters are those of consistent.h. With M = L D L^T and w = Phi or G v + g_t,
//
//   lagrangian    Y = L^-1 B^T,  S = Y^T D^-1 Y,  S lambda = c - Y^T D^-1 L^-1 F
//                 v' = L^-T D^-1 (L^-1 F + Y lambda)
//   hamiltonian   S = C B^T,  S lambda = c,  q' = H_p,  p' = f + B^T lambda
//
// S is symmetric, and positive definite where M is. The way back to the constraints is, in the norm
// of M and to first order, the shortest one that the reactions can take:
//
//   lagrangian    dq = -M^-1 B^T S^-1 (0, g),  dv = -M^-1 B^T S^-1 w
//   hamiltonian   dq = -C^T S^-1 (0, g),       dp = -B^T S^-1 w
//
// (0, g) has a zero for each nonholonomic constraint: dq is a direction that these allow.
//
// There are no pivots to choose from. Where one of D is 0, numbers are not finite, and the equations
// of consistent.h have the answer.

#pragma once

#include "problem/mechanical.h"

// The problem `of`, made from `parts`, with the bundles MOTION and RESTORE: a problem of its own, that
// shares everything else. `of` itself if a pivot is 0 in expressions, or if elimination in
// numbers takes fewer operations.
noslip_status motion_form_new(arena *a, const mechanical_parts *parts, const problem *of,
                              const problem **out, failure *why);
