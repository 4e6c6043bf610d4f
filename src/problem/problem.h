// A problem: what a method sees of a model. It is constant once built; what a method may ask of it
// comes in bundles (evaluator.h), and its class says which ones it has.

#pragma once

#include "expr/degree.h"
#include "expr/tape.h"
#include "problem/evaluator.h"

typedef enum problem_class {
  PROBLEM_MECHANICAL,  // mechanical.h
  PROBLEM_INDEX2,      // index2.h
  PROBLEM_GROUP,       // group.h
} problem_class;

// what was found in the expressions of a mechanical problem
typedef struct mechanical_structure {
  bool autonomous;     // t does not occur
  bool quadratic;      // L quadratic in v, or H in p
  bool constant_mass;  // L_vv, or H_pp, is a constant matrix
  bool uniform;        // and more: p = M v + const, or v = H_pp p + const, without t
  bool diagonal_mass, identity_mass;
  bool separable;           // H = T(p) + V(t,q), forces free of velocities
  bool natural;             // L or H is quadratic in x: gyroscopic.h
  bool gyroscopic;          // and has terms that are linear in x
  bool forces;              // there are external forces
  bool unforced;            // f = 0 at x = 0: neither these nor a potential
  bool degenerate;          // of a hamiltonian: H_pp is singular everywhere
  bool damping;             // they are linear in the velocities, without a constant
  bool linear;              // Phi linear in v (no constant term)
  bool affine;              // Phi affine in v
  int given;                // coordinates that g gives which are not quadratic: given_coordinates.h
  int lost;                 // a g that is neither quadratic nor gives one, -1: there is none
  bool linear_multipliers;  // the multipliers of a dla-mp step enter linearly: linear_multipliers.c
  double noise;             // rounding of y and f in units of eps: 1, more of differences

  // on a group, found with numbers: an expression may contain R^T R
  bool steady;         // on a group: y_x depends on nothing but rotations, as a polynomial
  const double *mass;  // nv x nv  L_vv or H_pp where it is the same everywhere, otherwise NULL
  bool plain;          // and y = mass x
  bool placed;         // f is free of x
} mechanical_structure;

// and in those of an index-2 problem
typedef struct index2_structure {
  int nparts;        // the highest number of a part, at least 1
  bool autonomous;   // t does not occur
  bool linear;       // z enters linearly
  unsigned parts;    // a bit for each part that is not zero: bit 0 for part 1
  unsigned parts_z;  // and for each that contains z
} index2_structure;

typedef struct problem {
  problem_class class;
  int n;                    // coordinates, or states y; on a group the numbers of an element
  int nv;                   // velocities, as many as momenta; 0 of an index-2 problem
  int m;                    // constraints
  const char **coordinate;  // n   names
  const char **momentum;    // nv  names: those of the coordinates, or of the velocities of a group
  const char **constraint;  // m   names
  const char **multiplier;  // m   names: those of the constraints, or of the algebraic variables
  const bool *angle;        // n
  bool has_angles;
  const tape *bundles[BUNDLE_COUNT];  // NULL: the class has none, or the functions are those of the
  struct callbacks *callbacks;        // caller, problem/callbacks.h; otherwise NULL

  // of a problem on a group
  const struct group_factor *factor;  // nfactor  its factors, geometry/product.h
  int nfactor;

  // of a mechanical problem, also on a group
  bool lagrangian;           // the form of the model: x is v, otherwise p
  int mn, mh;                // constraints that are nonholonomic, holonomic
  const int *declared_n;     // mn  place of each nonholonomic constraint among all m
  const int *declared_h;     // mh
  const bool *is_holonomic;  // m
  mechanical_structure structure;

  // of an index-2 problem
  index2_structure index2;

  // of a skew-gradient system: skew.h
  skew_form form;
  int nz;      // size of z
  int degree;  // of H as a polynomial in z; degree_none if it is none

  // of z = (q, rho): reduction.h
  int zq;              // positions in z
  int zm;              // constraints of the frame
  const int *kept;     // zq  their places in q,
  const int *given;    // n - zq  and those of the positions that constraints give
  const int *turning;  // 2 nturning  where the rotations of z begin, and how many rows they have
  int nturning;
} problem;
