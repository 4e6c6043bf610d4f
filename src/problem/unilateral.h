// What time stepping needs of a mechanical problem with contacts: equations of motion and rows,
// sparse, so that nothing grows with the square of the number of bodies or contacts.
//
//   motion        M(t,q,v) v' = F(t,q,v) + A^T lambda + H^T f
//   contacts      u_N = g' = H_N v + g_t,   u_T = slip = H_T v + c    gap g(t,q), slip affine in v
//   constraints   A v + a = 0, of a holonomic one g = 0 as well
//
// Velocities that are coupled by M or by a constraint make up a block: M and A are dense within it
// and zero elsewhere. The rows of a contact are given on its support, the velocities that occur in
// it; a rotation is in a support, or in a block, with all three velocities. On rotations H_N are
// the derivatives of the gap along R hat(e_k), since g' is what is differentiated.
//
// Rotations are in SO(3); the rest of the coordinates is in R^n.

#pragma once

#include "expr/tape.h"
#include "problem/mechanical.h"

enum { unilateral_clauses = 3, unilateral_slips = 3*unilateral_clauses };

// ---- what it is made of, in expressions

typedef struct friction_parts {
  expr mu;
  expr slip[3];
  int nslip;  // 1 to 3
} friction_parts;

typedef struct contact_parts {
  const char *label;
  expr gap;
  double restitution;
  friction_parts friction[unilateral_clauses];
  int nfriction;
} contact_parts;

// the entry of a family of coordinates at one index of a pair: at index i it is entry
// position + i - first[side] of q, and likewise of v
typedef struct slot_parts {
  int side;  // 0: the first index, 1: the second
  int position, velocity;
  expr q, v;  // symbols that stand for it in the law
} slot_parts;

// contacts of pairs of bodies that are near each other, by one law in the symbols of the slots
typedef struct pairs_parts {
  contact_parts law;
  bool ordered;  // i < j in one range; otherwise one body of each of two ranges
  int first[2], last[2];
  double within;   // near: the positions differ by no more in any axis
  int naxis;       // 1 to 3
  int axis[2][3];  // entries of q at the first index of each side
  const slot_parts *slots;
  int nslot;
} pairs_parts;

// ---- what is made

typedef struct unilateral_contact {
  const char *label;
  double restitution;
  int nclause;
  int count[unilateral_clauses];  // components of each slip: 1 to 3
  int nslip;                      // all of them
  int nsupport;
  const int *support;  // nsupport  velocities, in order
  int at;              // where its numbers begin: see unilateral_numbers
} unilateral_contact;

// the numbers of one contact, as they stand in the outputs of the rows
typedef struct unilateral_numbers {
  const double *gap, *gap_t;  // 1
  const double *mu;           // nclause
  const double *c;            // nslip
  const double *normal;       // nsupport          H_N
  const double *slip;         // nslip x nsupport  H_T
} unilateral_numbers;

typedef struct unilateral_block {
  int n;
  const int *velocity;    // n  in order
  bool constant;          // M is the same everywhere,
  bool ballistic;         // and so is F; it has no constraints
  int mass;               // where M (n x n) begins in the outputs of the motion
  int m;                  // constraints
  const int *constraint;  // m
  int rows;               // where A (m x n) begins in the outputs of the constraints
} unilateral_block;

// a law of pairs; its numbers are those of a contact whose support are the slots
typedef struct unilateral_pairs {
  const pairs_parts *parts;
  unilateral_contact law;
  const tape *rows;  // (t, q of the slots): the numbers of a pair
  const tape *gap;   // (t, q of the slots): its gap
} unilateral_pairs;

// A contact of very many: its rows and its gap are parts that others have as well, applied to inputs
// of its own.
typedef struct unilateral_member {
  int rows, gap;                      // which parts
  const int *rows_input, *gap_input;  // entries of q
  int nrows_input, ngap_input;
} unilateral_member;

typedef struct unilateral {
  int n, nv, m, ncontact, nblock;
  const unilateral_contact *contacts;  // ncontact
  const unilateral_block *blocks;      // nblock
  const int *block_of;                 // nv  the block of each velocity,
  const int *place;                    // nv  and its place there
  int nsupport;                        // of all contacts
  int widest;                          // most velocities of a block
  bool turning;                        // some A is not the same everywhere
  bool ballistic;                      // all blocks are
  const unilateral_pairs *pairs;       // npairs
  int npairs;
  const tape *motion;       // (t,q,v): F (nv), then M of the blocks
  const tape *rows;         // (t,q): the numbers of all contacts; NULL: there are members
  const tape *gaps;         // (t,q): g (ncontact); NULL likewise
  const tape *constraints;  // (t,q): g (m; 0 of a nonholonomic one), a (m), A of the blocks
  const unilateral_member *members;  // ncontact  NULL: contacts have one tape
  const tape *const *parts;          // npart     (t, q of the member)
  int npart;
  int most_inputs;  // of a member
} unilateral;

// Differentiate and make the tapes; NULL when the graph or the arena has failed. The model is a
// lagrangian, with constraints that are affine in the velocities, on R^n and SO(3).
const unilateral *unilateral_new(arena *a, const mechanical_parts *parts);

// Can it be made? The sentence says what not; false if it can.
bool unilateral_refuses(const problem *p, char *sentence, size_t size);

static inline int unilateral_width(const unilateral_contact *c) {
  return 2 + c->nclause + c->nslip + (1 + c->nslip)*c->nsupport;
}

static inline unilateral_numbers unilateral_numbers_of(const unilateral_contact *c,
                                                       const double *out) {
  const double *mu = out + 2, *slips = mu + c->nclause, *normal = slips + c->nslip;
  return (unilateral_numbers){out, out + 1, mu, slips, normal, normal + c->nsupport};
}

// ---- evaluating it (unilateral_evaluator.c)

// one function: the interpreter of its tape, unless it is compiled
typedef struct unilateral_function {
  const tape *tape;
  double *work;
  bundle_function *compiled;
} unilateral_function;

typedef struct unilateral_evaluator {
  const unilateral *of;
  unilateral_function *functions;  // unilateral_tapes
  double *gather;                  // most_inputs
  const evaluator_inputs *inputs;  // of the evaluator of the problem; NULL: there are none
} unilateral_evaluator;

// the restitution of a contact of the model, or of one by a law of pairs (law < 0: of none)
static inline double unilateral_restitution(const unilateral_evaluator *e, int i, int law) {
  const double *live = e->inputs ? e->inputs->restitution : NULL;
  if (live)
    return live[law < 0 ? i : e->of->ncontact + law];
  return law < 0 ? e->of->contacts[i].restitution : e->of->pairs[law].law.restitution;
}

// All tapes, in a fixed order: those of motion, rows, gaps and constraints, rows and gap of each law of
// pairs, parts. NULL: it does not have this one.
int unilateral_tapes(const unilateral *u);
const tape *unilateral_tape(const unilateral *u, int k);

// instructions of one step in the interpreter, roughly, with three passes
double unilateral_effort(const unilateral *u);

// that of an evaluator, made when it is first asked for; NULL: there is no memory
unilateral_evaluator *unilateral_evaluator_of(evaluator *e, arena *a);

// Outputs are to be zero before the first use, each array for one of these alone.
void unilateral_motion(unilateral_evaluator *e, double t, const double *q, const double *v,
                       double *out);
void unilateral_rows(unilateral_evaluator *e, double t, const double *q, double *out);
void unilateral_gaps(unilateral_evaluator *e, double t, const double *q, double *out);
void unilateral_constraints(unilateral_evaluator *e, double t, const double *q, double *out);

// of a member alone: its numbers, where they stand in the outputs of the rows, and its gap
void unilateral_member_rows(unilateral_evaluator *e, int i, double t, const double *q, double *out);
double unilateral_member_gap(unilateral_evaluator *e, int i, double t, const double *q);

// a pair: q are the positions of its slots
void unilateral_pair_rows(unilateral_evaluator *e, int law, double t, const double *q, double *out);
double unilateral_pair_gap(unilateral_evaluator *e, int law, double t, const double *q);
