// Mechanical systems on R^n with holonomic and nonholonomic constraints.
//
//   lagrangian    d/dt L_v - L_q = F + B^T lambda             p = L_v(t,q,v)
//   hamiltonian   q' = H_p,  p' = -H_q + F + B^T lambda       v = H_p(t,q,p)
//   constraints   Phi(t,q,v) = 0 (nonholonomic), g(t,q) = 0 (holonomic), B = [Phi_v; g_q]
//
// A method sees one of two charts of it (chart.h): one comes from the model's expressions, the
// other by the Legendre transform (legendre.h).
//
// Evaluating it needs work arrays: an `evaluator`, one per run.

#pragma once

#include "base/arena.h"
#include "base/failure.h"
#include "base/transfer.h"
#include "problem/consistent.h"
#include "problem/legendre.h"
#include "problem/own_chart.h"
#include "problem/problem.h"
#include "problem/state.h"
#include "problem/widths.h"

// zeroed blocks for n coordinates
chart_blocks chart_blocks_new(arena *a, int n);
chart_room chart_room_new(arena *a, int n);

enum { mechanical_most_coordinates = 1000 };  // and constraints, with dense linear algebra

// What the problem is made of, in expressions. Arrays are copied where they are kept.
typedef struct mechanical_parts {
  graph *graph;
  problem_class class;  // PROBLEM_MECHANICAL or PROBLEM_GROUP
  bool lagrangian;
  int n, nv, m;           // nv = n, except on a group
  const expr *q, *v, *p;  // n, nv, nv  symbols
  const expr *rate;       // n  q': the v, on a group expressions in q and v
  const expr *mu;         // m  symbols of the multipliers, of a kind that only these have
  expr time, energy;      // symbols
  clock_parts clock;
  const expr *acceleration;  // nv  symbols, in what is watched alone; NULL: they do not occur
  expr function;             // L or H
  const expr *force;         // nv  in t, q, v, p and, not on a group, in mu
  const expr *residual;      // m
  const bool *is_holonomic;  // m
  const char **coordinate, **momentum, **constraint;
  const bool *angle;
  const struct group_factor *factor;  // nfactor  of a group, kept; otherwise NULL
  int nfactor;
  const expr *friction;  // nfriction  coefficients of the contacts
  int nfriction;
  watched_parts watched;
  const struct contact_parts *contacts;  // ncontact  of the model
  int ncontact;
  const struct pairs_parts *pairs;  // npairs  contacts of pairs
  int npairs;
  const struct added_forces *added;  // functions of the caller, kept; NULL: there are none
  bool lean;                         // no matrices, and nothing that grows with the square of n
  bool stepping;                     // they are for time stepping: unilateral.h
} mechanical_parts;

// Differentiate and make the tapes. The arena must outlive the problem.
noslip_status mechanical_new(arena *a, const mechanical_parts *parts, const problem **out,
                             failure *why);

// instructions of a bundle; -1: none, or a function of the caller
int evaluator_length(const problem *p, bundle_kind kind);

// Work arrays of one run; false when there is no memory. Every bundle is interpreted, or made of
// the caller's functions.
bool evaluator_init(evaluator *e, arena *a, const problem *p);
// where the transform of an evaluator starts next, nv numbers; NULL: it has none
double *legendre_start(const evaluator *e);

bool legendre_init(legendre *l, arena *a, const chart *of, int n,
                   const mechanical_structure *found);
// without its arrays, and with them: false when there is no memory
consistent consistent_of(evaluator *e);
bool consistent_init(consistent *c, arena *a, evaluator *e);
bool state_init(state *s, arena *a, const problem *p);

// all of it, written or read
void state_transfer(state *s, transfer *t);

// Is the energy a first integral of the model? It is if time and forces do not occur and every
// constraint does no work: Phi_v v = k Phi, which is tested with numbers at a few points near q.
bool evaluator_keeps_energy(evaluator *e, const double *q, const widths *w);
