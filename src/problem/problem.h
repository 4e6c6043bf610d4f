// A problem: what a method sees of a model. It is constant once built; what a method may ask of it
// comes in bundles (evaluator.h), and its class says which ones it has.

#pragma once

#include "expr/degree.h"
#include "expr/tape.h"
#include "problem/evaluator.h"

// The class is decided where a problem is made, and only there: by the class of the model
// (model.c). All others ask.
typedef enum problem_class {
  PROBLEM_MECHANICAL,      // on R^n: mechanical.h
  PROBLEM_GROUP,           // mechanical, on a Lie group: group.h
  PROBLEM_INDEX2,          // a differential-algebraic equation: index2.h
  PROBLEM_ODE,             // the same without constraints
  PROBLEM_SKEW,            // the same as P(z) grad H(z), a bracket: skew.h
  PROBLEM_OVERDETERMINED,  // constraints whose derivatives are imposed, too: index2.h
} problem_class;

// what a step takes as given: t, then the inputs, which are constant in a step, and last the live
// parameters, which are constant along a motion
typedef struct clock_parts {
  const expr *symbols;  // 1 + ninput
  const double *start;  // ninput  values at the start, kept
  int ninput;           // inputs and live parameters
  int nlive;            // live parameters
} clock_parts;

static inline tape_group clock_group(const clock_parts *c) {
  return (tape_group){c->symbols, 1 + c->ninput};
}

// what is watched beside the motion, in expressions
typedef struct watched_parts {
  const expr *monitors;  // invariants and observables
  int nmonitor;
  const expr *sections;  // nsection x section_width; stops are among them
  int nsection;
} watched_parts;

// what was found in the expressions of a mechanical problem
typedef struct mechanical_structure {
  bool autonomous;      // t does not occur
  bool driven;          // an input does, in L, H or forces, which then count as forces
  bool driven_momenta;  // and in p of v, or v of p
  bool live_momenta;    // a live parameter does, in these
  bool quadratic;       // L quadratic in v, or H in p
  bool constant_mass;   // L_vv, or H_pp, is a constant matrix, perhaps of live parameters
  bool uniform;         // and more: its numbers are known, p = M v + const, or v = H_pp p + const,
                        // without t
  bool diagonal_mass, identity_mass;
  bool separable;           // H = T(p) + V(t,q), forces free of velocities
  bool natural;             // L or H is quadratic in x: gyroscopic.h
  bool gyroscopic;          // and has terms that are linear in x
  bool forces;              // there are external forces
  bool unforced;            // f = 0 at x = 0: neither these nor a potential
  bool loaded;              // some of them depend on multipliers: r = B^T mu + F(t,q,x,mu)
  bool bent;                // and r is not affine in mu
  bool degenerate;          // of a hamiltonian: H_pp is singular everywhere
  bool damping;             // they are linear in the velocities, without a constant
  bool linear;              // Phi linear in v (no constant term)
  bool affine;              // Phi affine in v
  bool independent;         // rows of all constraints are, at every place: their numbers show it
  int given;                // coordinates that g gives which are not quadratic: given_coordinates.h
  int lost;                 // a g that is neither quadratic nor gives one, -1: there is none
  bool linear_multipliers;  // the multipliers of a dla-mp step enter linearly: linear_multipliers.c
  double noise;             // rounding of y and f in units of eps: 1, more of differences

  // on a group, found with numbers: an expression may contain R^T R
  bool steady;         // on a group: y_x is a polynomial in rotations and depends on nothing else
  const double *mass;  // nv x nv  L_vv or H_pp where it is the same everywhere, otherwise NULL
  bool plain;          // and y = mass x
  bool placed;         // f is free of x
} mechanical_structure;

// mechanical systems, on R^n and on groups
typedef struct mechanical_class {
  bool lagrangian;           // the form of the model: x is v, otherwise p
  int mn, mh;                // constraints that are nonholonomic, holonomic
  const int *declared_n;     // mn  place of each nonholonomic constraint among all m
  const int *declared_h;     // mh
  const bool *is_holonomic;  // m
  mechanical_structure structure;
} mechanical_class;

// of those on a group: its factors, geometry/product.h
typedef struct group_class {
  const struct group_factor *factor;  // nfactor; NULL: the problem is on R^n
  int nfactor;
} group_class;

// all that is not mechanical: what was found in the expressions of y' = f(t,y,z), 0 = g(t,y)
typedef struct index2_class {
  int nparts;        // the highest number of a part, at least 1
  bool autonomous;   // t does not occur
  bool linear;       // z enters linearly
  unsigned parts;    // a bit for each part that is not zero: bit 0 for part 1
  unsigned parts_z;  // and for each that contains z
} index2_class;

// of a PROBLEM_OVERDETERMINED: which states are y, and which z; its parts are v, f and r
typedef struct overdetermined_class {
  int ny, nz;        // ny + nz = n
  const int *y, *z;  // ny, nz  places among the states
} overdetermined_class;

// z' = P(z) grad H(z): of the class PROBLEM_SKEW, and of mechanical problems as some methods see
// them, which are made for these methods (reduction.h)
typedef struct skew_class {
  skew_form form;  // SKEW_NONE: the problem has no such form
  int nz;          // size of z
  int degree;      // of H as a polynomial in z; degree_none if it is none

  // of z = (q, rho)
  int zq;              // positions in z
  int zm;              // constraints of the frame
  const int *kept;     // zq  their places in q,
  const int *given;    // n - zq  and those of the positions that constraints give
  const int *turning;  // 2 nturning  where the rotations of z begin, and how many rows they have
  int nturning;
} skew_class;

typedef struct problem {
  problem_class class;
  int n;                    // coordinates, or states y; on a group the numbers of an element
  int nv;                   // velocities, as many as momenta; 0 of a problem that is not mechanical
  int m;                    // constraints
  const char **coordinate;  // n   names
  const char **momentum;    // nv  names: those of the coordinates, or of the velocities of a group
  const char **constraint;  // m   names
  const char **multiplier;  // m   names: those of the constraints, or of the algebraic variables
  const bool *angle;        // n
  bool has_angles;
  const tape *bundles[BUNDLE_COUNT];  // NULL: the class has none, or the functions are those of the
  struct callbacks *callbacks;        // caller, problem/callbacks.h; otherwise NULL
  const struct added_forces *added;  // forces that are functions beside tapes; NULL: there are none

  const double *input;   // ninput  the inputs at the start, then the live parameters of the model
  int ninput;            // inputs and live parameters
  int nlive;             // live parameters
  bool lean;             // no matrices: for time stepping alone
  int ncontact, npairs;  // contacts of the model, and laws of pairs
  const struct unilateral *unilateral;  // and they for time stepping, unilateral.h; NULL: not here

  mechanical_class mechanical;
  group_class group;
  index2_class index2;
  overdetermined_class overdetermined;
  skew_class skew;
} problem;

static inline bool problem_is_mechanical(const problem *p) {
  return p->class == PROBLEM_MECHANICAL || p->class == PROBLEM_GROUP;
}

// mechanical problems have an energy, and those of a bracket
static inline bool problem_has_energy(const problem *p) {
  return problem_is_mechanical(p) || p->class == PROBLEM_SKEW;
}

// t does not occur
static inline bool problem_is_autonomous(const problem *p) {
  return problem_is_mechanical(p) ? p->mechanical.structure.autonomous : p->index2.autonomous;
}
