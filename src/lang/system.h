// A model after reading: scalar expressions in one graph, and nothing left of vectors, families,
// sums and loops. Everything lives in one arena.

#pragma once

#include "base/arena.h"
#include "base/array.h"
#include "expr/node.h"

#include <stdbool.h>

// kinds of symbols, as bits
enum {
  KIND_TIME = 1,
  KIND_COORD = 2,
  KIND_VELOCITY = 4,
  KIND_MOMENTUM = 8,
  KIND_STATE = 16,
  KIND_ALGEBRAIC = 32,
  KIND_MULTIPLIER = 64,
  KIND_ENERGY = 128,
  KIND_INDEX = 256,  // of a pair, while its law is read
  KIND_INPUT = 512,
  KIND_ACCELERATION = 1024,
  KIND_LIVE = 2048,   // a parameter of the option `live`: a number that is not known yet
  KIND_PLACE = 4096,  // an entry of a place where a gap is evaluated, of `draw ground`
  KIND_ANY = 255 | KIND_INPUT | KIND_ACCELERATION | KIND_LIVE,
  KIND_JUMPS = expr_jumps,  // no symbol: floor or mod of something that varies
};

// one scalar unknown: a position, velocity, momentum, state, algebraic variable or multiplier
typedef struct unknown {
  const char *name;  // its key in the output: "x", "w[1]'", "R[1,2]", "omega[3]", "y[2]"
  expr symbol;
  expr rate;     // of a position: its time derivative, an expression in positions, velocities
  double start;  // initial value
  bool angle;    // 2 pi-periodic
  bool given;    // by init (for an algebraic variable or multiplier: a starting guess)
  bool used;     // an initial value has been computed from it
  bool source;   // an initial value of `init` has: it counts as given
  bool fixed;    // by --init: statements in the file do not change it
  bool solved;   // an exact solution is given
  int at;        // place of `init`, of the first use of its default, or of the declaration
} unknown;

typedef ARRAY_OF(unknown) unknowns;

typedef enum coord_kind { COORD_REAL, COORD_ANGLE, COORD_SO, COORD_SE2, COORD_SE3 } coord_kind;

// one item of a coord statement; a family of rotations or rigid motions has one for each member
typedef struct coord_item {
  const char *name;   // "x", "R"; of a member "R[2]"
  const char *entry;  // of a rotation or rigid motion: what its entries begin with, "R[" or "R[2,"
  int at;
  coord_kind kind;
  int size;         // n of SO(n)
  int members;      // of the first member of such a family: their number; otherwise 0
  bool family;      // of real numbers or angles
  int first, last;  // its range
  int columns,
      first_column;         // of a family with two indices: length and start of the second; else 0
  int position, nposition;  // its entries of system.positions
  int velocity, nvelocity;  // its entries of system.velocities and system.momenta
  bool named_momentum;
} coord_item;

typedef enum constraint_kind { CONSTRAINT_HOLONOMIC, CONSTRAINT_NONHOLONOMIC } constraint_kind;

// one scalar constraint; the residual is left side - right side
typedef struct constraint {
  const char *label;
  int at;
  constraint_kind kind;
  expr residual;
  int multiplier;  // index in system.multipliers, -1 if it has no name
  int contact;     // imposed only while this contact is closed; -1: always
} constraint;

// Coulomb's law |T| <= mu N, T opposite to the slip
typedef struct friction {
  expr mu;       // in coordinates and t
  expr slip[3];  // components after `along`, affine in the velocities
  int nslip;     // 1 to 3
  int at;
} friction;

typedef struct contact {
  const char *label;
  int at;
  expr gap;  // >= 0
  double restitution;
  int multiplier;  // index in system.multipliers, -1 if it has no name
  friction frictions[3];
  int nfriction;
} contact;

// The entry of a family of coordinates at an index of a pair. At index i it is entry `position` + i -
// first[side] of system.positions, and likewise of velocities and momenta.
typedef struct pair_slot {
  int item;                // the family, in system.coords
  int side;                // 0: the first index, 1: the second
  expr q, v, p;            // symbols that stand for it in the law: position, velocity, momentum
  int position, velocity;  // the entry at the first index of the range
} pair_slot;

enum { pairs_most_axes = 3 };

// contact pair[i,j] for i < j in 1..n within d: one contact for each pair of bodies whose positions
// differ by less than d on every axis, all of them by one law
typedef struct contact_pairs {
  contact law;           // in the symbols of the slots and t; its label is "pair" of pair[i,j]
  const char *index[2];  // names of the indices
  bool ordered;          // i < j in one range; otherwise two ranges, of bodies that differ
  int first[2], last[2];
  double within;
  int axis[pairs_most_axes][2];  // families in system.coords, at each index; mostly the same
  int naxis;                     // 1 to 3
  ARRAY_OF(pair_slot) slots;
} contact_pairs;

typedef struct equation {
  int part, state;
  expr value;
  int at;
} equation;

typedef struct algebraic_constraint {
  const char *label;
  expr residual;
  int at;
} algebraic_constraint;

typedef struct bracket {
  int a, b;  // states
  expr value;
} bracket;

typedef struct exact_solution {
  expr symbol;  // what is given
  const char *name;
  expr value;  // in t
  int at;
} exact_solution;

// invariant or observable, one column
typedef struct monitor {
  const char *label;
  expr value;
} monitor;

// a section, or a stop
typedef struct section {
  const char *label;
  const char *equation;  // as it is written: "y' = 0"
  expr value;            // crosses zero
  int direction;         // +1 rising, -1 falling, 0 both
  expr when;             // condition, expr_one if none
  expr plot[3];
  const char *axes[3];  // as they are written
  int nplot;
} section;

typedef struct drawing {
  int what;          // tree_drawing
  int colour;        // in lex_colours; -1: it has none
  const char *name;  // as it is written
  int dimension;     // of the points: 2 or 3
  int npoint;        // points
  int nsize;         // lengths
  int nturn;         // 0, an angle, or a matrix of 9
  int nvalue;
  expr *values;   // points one after the other, a vector, lengths, the turn
  bool curved;    // the ground of a contact that is no plane:
  expr gap;       // it is where this is zero,
  expr place[3];  // in these symbols
} drawing;

typedef struct parameter {
  const char *name;
  double value;
  bool is_const;
  int live;  // its place among the live ones, -1: it is none
} parameter;

typedef enum system_form { FORM_NONE, FORM_LAGRANGIAN, FORM_HAMILTONIAN } system_form;

typedef enum system_class {
  CLASS_MECHANICAL,            // coordinates in R^n
  CLASS_MECHANICAL_NONLINEAR,  // the same, forces depend on multipliers
  CLASS_CONTACT,               // coordinates in R^n with unilateral constraints
  CLASS_GROUP,                 // some coordinates are rotations or rigid motions
  CLASS_SKEW,                  // z' = P(z) grad H(z)
  CLASS_INDEX2,                // y' = f(t,y,z), 0 = g(t,y)
  CLASS_OVERDETERMINED,        // y' = v(y,z), z' = f(y,z) + r(y,z,psi), 0 = g(y)
  CLASS_ODE,                   // y' = f(t,y), no constraint
} system_class;

typedef struct run_defaults {
  const char *method;  // NULL: not given; likewise 0 below
  int method_at;       // its place in the text
  double step, until;
  long steps, every;
} run_defaults;

// what a model of states says
typedef struct system_dae {
  ARRAY_OF(equation) equations;
  int nparts;
  ARRAY_OF(algebraic_constraint) constraints;
  ARRAY_OF(bracket) brackets;
} system_dae;

// what the model takes as given in a step
typedef struct system_inputs {
  unknowns list;         // numbers that are set between steps, with their values at the start
  unknowns live;         // parameters that have a value in each run, with those of the model
  const char **held;     // per live one: a constraint or contact that contains it, NULL: none
  ARRAY_OF(expr) clock;  // t, then the symbols of the inputs, then those of the live parameters
} system_inputs;

typedef enum start_group {
  START_POSITION,          // or a state
  START_VELOCITY,          // of a lagrangian; a momentum of a hamiltonian
  START_GUESS,             // algebraic variables and multipliers
  START_LIVE,              // a live parameter
  START_PARAMETER,         // a parameter that is computed from live ones; finite
  START_RESTITUTION,       // of a contact; between 0 and 1
  START_PAIR_RESTITUTION,  // of a contact of pairs
  START_FRICTION,          // a coefficient of friction, of a contact; not negative
  START_PAIR_FRICTION,     // of a contact of pairs
} start_group;

// One operation of the right sides of `init`, and of what else is computed from live parameters.
// Operands are places of earlier steps; of a symbol a is its group and b its index there, of a power b
// is the exponent.
typedef struct start_step {
  expr_op op;
  int a, b, c;
  double number;
} start_step;

// a number that is computed from others: that of step `value`, after the first `end` steps
typedef struct start_rule {
  start_group group;
  int index;
  int value, end;
} start_rule;

// when a run starts, and what follows from other initial values
typedef struct system_start {
  double time;
  bool time_given, time_fixed;  // by `init`; by --init
  bool exact_set_aside;  // other data or parameters than the file's: its solution does not hold
  ARRAY_OF(start_step) steps;
  ARRAY_OF(start_rule) rules;  // in the order of the file
} system_start;

typedef struct model_system {
  const char *name, *title;  // title may be NULL
  graph *graph;
  system_class class;
  system_form form;

  ARRAY_OF(parameter) parameters;  // const and param, in order
  ARRAY_OF(coord_item) coords;
  unknowns positions, velocities, momenta;  // momenta[i] belongs to velocities[i]
  unknowns states, algebraics, multipliers;
  unknowns accelerations;  // of the first velocities, where they are observed
  expr time, energy;       // symbols
  system_inputs inputs;

  expr function;  // lagrangian or hamiltonian
  int function_at;
  ARRAY_OF(expr) forces;  // one per velocity
  ARRAY_OF(constraint) constraints;
  ARRAY_OF(contact) contacts;
  ARRAY_OF(contact_pairs) pairs;

  system_dae dae;
  system_start start;

  ARRAY_OF(exact_solution) exact;
  ARRAY_OF(monitor) invariants;
  ARRAY_OF(monitor) observables;
  ARRAY_OF(section) sections;
  ARRAY_OF(section) stops;  // without axes
  bool section_given;       // the last of them is that of --section
  ARRAY_OF(drawing) drawings;
  run_defaults run;
} model_system;
