// Inside the making of a problem for time stepping: what its files share.

#pragma once

#include "expr/diff.h"
#include "problem/unilateral.h"

typedef struct unilateral_builder {
  const mechanical_parts *parts;
  arena *arena;
  graph *g;
  unilateral *made;
  expr *zero;    // nv      zeros
  expr *y, *F;   // nv      L_v; all of the momentum's rate except M v'
  diff_rows M;   // nv      L_vv
  int *partner;  // nv      trees of velocities that belong together; roots are the first ones
  int *triple;   // nv      the first velocity of its rotation, -1: it has none
  expr *level;   // m       A v + a
  diff_rows A;   // m
  expr *row;     // nrow    g', then slips, contact by contact
  int nrow;
  diff_rows H;  // nrow
} unilateral_builder;

// d/dt of e(t,q) along q' = v
bool unilateral_rate(unilateral_builder *b, const expr *e, int count, expr *out);

// contacts and their tapes; contacts of pairs
bool unilateral_contacts(unilateral_builder *b);
bool unilateral_laws(unilateral_builder *b);

// The numbers `out` of all contacts as parts that are shared; false: there are too many different ones,
// or there is no memory.
bool unilateral_share(unilateral_builder *b, const expr *out, int count);

static inline expr *unilateral_exprs(unilateral_builder *b, long count) {
  return ARENA_ARRAY(b->arena, expr, count + 1);
}
