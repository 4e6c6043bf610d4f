// Forces that are functions of the caller, added to a problem whose other functions are tapes;
// noslip/force.h has the equations. The bundles in which F occurs run their tape, then add
//
//   VALUES         f += F
//   BLOCKS         f += F,  f_q += F_q,  f_v += F_v;   of a hamiltonian, with v = H_p(t,q,p),
//                  f_q += F_q + F_v v_q,  f_p += F_v v_p
//   ACCELERATION   F += F;  of a hamiltonian c -= C F
//
// All others are free of F, except ACCELERATION_RATE, which such a problem does not have.

#pragma once

#include "noslip/force.h"
#include "problem/mechanical.h"

typedef struct added_force {
  noslip_extra_force of;
  const int *entry;  // count  the velocities it acts on
  int count;
} added_force;

typedef struct added_forces {
  const added_force *list;
  int count;
} added_forces;

// forces that are given count as one that depends on (t,q,v)
void added_withdraw(mechanical_structure *s);

// Put them around the bundles of an evaluator, which are bound to tapes. False when there is no
// memory.
bool added_bind(evaluator *e, arena *a);

// The first force that gave no number at time t or later in the direction of h; NULL: none did.
const char *added_failed(const evaluator *e, double t, double h);

// Does every force give numbers at (t,q,x), are the derivatives that are given those of the forces?
// Fails naming the field.
noslip_status added_check(const problem *p, arena *a, double t, const double *q, const double *x,
                          failure *why);
