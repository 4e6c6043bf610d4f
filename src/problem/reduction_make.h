// Inside the making of a reduced form (reduction.h): what its files share.

#pragma once

#include "problem/expr_vector.h"
#include "problem/frame.h"
#include "problem/given_coordinates.h"
#include "problem/gyroscopic.h"
#include "problem/ldl.h"
#include "problem/reduction.h"
#include "problem/skew.h"

// positions and velocities without those that constraints give
typedef struct reduced_places {
  given_coordinates given;
  int *kept;    // nq  places of the positions in q,
  int *kept_v;  // n   and of the velocities in v
  expr *q;      // nq  symbols
  expr *Y;      // nq x n  q' = Y v; NULL: q' = v
  expr *T;      // given.count x n  the velocities that are given, by the others
} reduced_places;

// the mass matrix
typedef struct reduced_mass {
  expr *whole;  // nv x nv  with the velocities that are given
  expr *M;      // n x n    without
  expr scale;   //          c if M = c 1, otherwise zero
} reduced_mass;

typedef struct reducer {
  const mechanical_parts *parts;
  reduction_kind kind;
  arena *arena;
  graph *g;
  problem *problem;
  int nq, n, m, d;  // positions and velocities that are left, constraints, allowed directions
  const expr *x;    // nv       v or p: the variable of the model's own form

  // the mechanical system: reduction_places.c, reduction_parts.c
  reduced_places left;
  expr *A;  // m x n
  reduced_mass mass;
  expr V;
  gyroscopic own;  //          a, with the velocities that are given
  expr *a;         // n        what is left of it
  expr *B;         // n x n    its d_i a_j - d_j a_i; NULL: not in P
  expr *damping;   // nv x nv  F_v or F_p, NULL without forces

  // the reduced one: reduction_system.c
  expr *z;        // nq + d   symbols q, rho
  expr *frame;    // m + 1    symbols s, h
  frame X;        //          of A
  ldl g_factors;  //          of g, unless M = c 1
  expr *y;        // d
  expr *p;        // n        M X y
  expr H;
  expr *fixed;   // n        symbols: p that is not to be differentiated
  expr *change;  // nq x d   (d_i X)^T p with p = `fixed`, by differences; otherwise NULL
} reducer;

static inline expr *new_exprs(reducer *b, int count) {
  return ARENA_ARRAY(b->arena, expr, count);
}

static inline expr *new_symbols(reducer *b, int count, const char *name) {
  expr *out = new_exprs(b, count);
  for (int i = 0; out && i < count; i++)
    out[i] = expr_symbol(b->g, skew_symbol_kind, name);
  return out;
}

// All of these return false when the graph or the arena has failed.

// ---- reduction_places.c

// nq, n, m, d and the places of what is left; Y and T; the same for the problem
bool reducer_find_places(reducer *b);
bool reducer_find_rates(reducer *b);
bool reducer_describe(reducer *b);

// put in what is given
bool reducer_put_in(reducer *b, expr *e, int count);

// out[nv]: all velocities, v and what T gives; and the transpose, out[n] of nv momenta or forces
void reducer_widen(reducer *b, const expr *v, expr *out);
void reducer_narrow(reducer *b, const expr *p, expr *out);

// out[nq] = q' of the velocities v; and the transpose, from slopes by q to slopes along velocities
void reducer_move(reducer *b, const expr *v, expr *out);
void reducer_turn(reducer *b, const expr *slope, expr *out);

// out[n], the derivative of a function of the positions along velocities
bool reducer_along(reducer *b, expr e, expr *out);

// ---- reduction_parts.c: A; M and V; a and B; F as a matrix

bool reducer_find_rows(reducer *b);
bool reducer_find_mass(reducer *b);
bool reducer_find_gyroscopic(reducer *b);
bool reducer_find_damping(reducer *b);

// ---- reduction_system.c

// y, p = M X y, H; (d_i X)^T p by central differences
bool reducer_find_energy(reducer *b);
bool reducer_find_change(reducer *b);

// out = P w, w = (a, u); the context is the reducer
bool reducer_structure(void *context, const expr *w, expr *out);

// grad H by differences of the frame
bool reducer_gradient(reducer *b, expr *out);
