// A problem: what a method sees of a model. It is constant once built; what a method may ask of it
// comes in bundles (evaluator.h), and its class says which ones it has.

#pragma once

#include "expr/tape.h"
#include "problem/evaluator.h"

typedef enum problem_class {
  PROBLEM_MECHANICAL,  // mechanical.h
} problem_class;

// what was found in the expressions of a mechanical problem
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

typedef struct problem {
  problem_class class;
  int n;                    // coordinates
  int m;                    // constraints
  const char **coordinate;  // n   names
  const char **constraint;  // m   names
  const bool *angle;        // n
  bool has_angles;
  const tape *bundles[BUNDLE_COUNT];  // NULL where the functions are those of the caller:
  struct callbacks *callbacks;        // problem/callbacks.h; otherwise NULL

  // of a mechanical problem
  bool lagrangian;           // the form of the model: x is v, otherwise p
  int mn, mh;                // constraints that are nonholonomic, holonomic
  const int *declared_n;     // mn  place of each nonholonomic constraint among all m
  const int *declared_h;     // mh
  const bool *is_holonomic;  // m
  mechanical_structure structure;
} problem;
