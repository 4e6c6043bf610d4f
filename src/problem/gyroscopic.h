// Energies with terms that are linear in the velocities: rotating frames, magnetic fields, rotors.
//
//   lagrangian    L = v^T M(q) v/2 + a(q).v - V(q)              p = M v + a
//   hamiltonian   H = (p - a)^T M(q)^-1 (p - a)/2 + V(q)
//
// The energy is v^T M v/2 + V in both: a does no work. Of any L or H that is quadratic,
//
//   lagrangian    a = L_v at v = 0,               V = -L at v = 0
//   hamiltonian   a = -H_pp^-1 H_p at p = 0,      V = H at p = a
//
// M v obeys the equations of p without a, and a force B v besides, with the matrix
//
//   B_ij = d_i a_j - d_j a_i
//
// which is skew, and the same for a and a + grad S. On a group d_i is the derivative along body
// velocity i, and ad*_v a is added to the force (group.h): B is the derivative of a one-form in a
// frame that turns.

#pragma once

#include "problem/mechanical.h"

typedef struct gyroscopic {
  bool there;  //     a is not zero everywhere
  expr *a;     // nv
  expr V;
} gyroscopic;

// The parts of a function L or H of the model that is quadratic in v or p; `function` is that of
// the parts, or what it has become. False when there is no memory.
bool gyroscopic_find(gyroscopic *s, arena *work, const mechanical_parts *parts, expr function);
