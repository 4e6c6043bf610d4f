// Mechanical systems on R^n with holonomic and nonholonomic constraints.
//
//   lagrangian    d/dt L_v - L_q = F + B^T lambda             p = L_v(t,q,v)
//   hamiltonian   q' = H_p,  p' = -H_q + F + B^T lambda       v = H_p(t,q,p)
//   constraints   Phi(t,q,v) = 0 (nonholonomic), g(t,q) = 0 (holonomic), B = [Phi_v; g_q]
//
// A method sees one of two pictures of it (picture.h): one comes from the model's expressions, the
// other by the Legendre transform (legendre.h).
//
// A `mechanical` is constant once built. Evaluating it needs work arrays: an `evaluator`, one per
// run.

#pragma once

#include "base/arena.h"
#include "base/failure.h"
#include "expr/tape.h"
#include "problem/consistent.h"
#include "problem/legendre.h"
#include "problem/own_picture.h"
#include "problem/state.h"

// zeroed blocks for n coordinates
picture_blocks picture_blocks_new(arena *a, int n);
picture_room picture_room_new(arena *a, int n);

// what was found in the expressions
typedef struct mechanical_structure {
  bool autonomous;     // t does not occur
  bool quadratic;      // L quadratic in v, or H in p
  bool constant_mass;  // L_vv, or H_pp, is a constant matrix, and L_vq = 0, H_pq = 0
  bool uniform;        // and more: p = M v + const, or v = H_pp p + const, without t
  bool diagonal_mass, identity_mass;
  bool separable;           // H = T(p) + V(t,q), forces free of velocities
  bool forces;              // there are external forces
  bool linear;              // Phi linear in v (no constant term)
  bool affine;              // Phi affine in v
  bool linear_multipliers;  // the multipliers of a dla-mp step enter linearly: linear.c
  double noise;             // rounding of y and f in units of eps: 1, more of differences
} mechanical_structure;

typedef struct mechanical {
  bool lagrangian;           // the form of the model: x is v, otherwise p
  int n;                     // coordinates
  int m, mn, mh;             // constraints, nonholonomic, holonomic
  const int *declared_n;     // mn  place of each nonholonomic constraint among all m
  const int *declared_h;     // mh
  const char **coordinate;   // n   names
  const char **constraint;   // m   names
  const bool *is_holonomic;  // m
  const bool *angle;         // n
  bool has_angles;
  mechanical_structure structure;
  const tape *bundles[BUNDLE_COUNT];  // NULL where the functions are those of the caller:
  struct callbacks *callbacks;        // problem/callbacks.h; otherwise NULL
} mechanical;

// What the problem is made of, in expressions. Arrays are copied where they are kept.
typedef struct mechanical_parts {
  graph *graph;
  bool lagrangian;
  int n, m;
  const expr *q, *v, *p;     // symbols
  const expr *mu;            // m  symbols of the multipliers
  expr time, energy;         // symbols
  expr function;             // L or H
  const expr *force;         // n
  const expr *residual;      // m
  const bool *is_holonomic;  // m
  const char **coordinate, **constraint;
  const bool *angle;
  const expr *monitors;  // invariants and observables
  int nmonitor;
} mechanical_parts;

// Differentiate and make the tapes. The arena must outlive the problem.
noslip_status mechanical_new(arena *a, const mechanical_parts *parts, mechanical **out,
                             failure *why);

// Work arrays of one run; false when there is no memory. Every bundle is interpreted, or made of the
// caller's functions.
bool evaluator_init(evaluator *e, arena *a, const mechanical *problem);
bool legendre_init(legendre *l, arena *a, const picture *of, int n,
                   const mechanical_structure *found);
bool consistent_init(consistent *c, arena *a, evaluator *e);
bool state_init(state *s, arena *a, const mechanical *problem);

// Is the energy a first integral of the model? It is if time and forces do not occur and every
// constraint does no work: Phi_v v = k Phi, which is tested with numbers at a few points near q.
bool evaluator_keeps_energy(evaluator *e, const double *q);
