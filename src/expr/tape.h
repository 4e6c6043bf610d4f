// A tape: straight-line code for a bundle of expressions, common subexpressions shared over all
// outputs. No branches, no allocation.
//
// Inputs come in groups (t; q; v; ...), one array each. A tape writes only the outputs that are not
// identically zero: the output array must have been all zero before its first use, and is to be
// used with this tape alone.

#pragma once

#include "base/arena.h"
#include "expr/node.h"

typedef struct tape_group {
  const expr *symbols;
  int n;
} tape_group;

// one instruction: work[dst] = op(work[a], work[b], work[c])
typedef struct tape_code {
  int32_t op, dst, a, b, c;
} tape_code;

typedef struct tape_move {
  int32_t from, to;
} tape_move;

enum { tape_groups = 7 };

typedef struct tape {
  int ngroup;
  int nload[tape_groups];        // inputs that are used, per group
  tape_move *load[tape_groups];  // input index -> slot
  int nconstant;
  double *constants;  // in slots 0 .. nconstant - 1
  int ncode;
  tape_code *code;
  int nstore;
  tape_move *store;  // slot -> output index
  int nwork;         // length of the work array
  int nout;          // length of the output array
} tape;

// A tape for the outputs out[0..nout), reading the symbols of the groups. Every symbol below the
// outputs must be in a group. Returns NULL when there is no memory or the graph has failed.
tape *tape_new(arena *a, graph *g, const tape_group *groups, int ngroup, const expr *out, int nout);

// Fill the constants into a work array (nwork long): once, before the first tape_run with it.
void tape_prepare(const tape *t, double *work);

// out = tape(in): in[k] is the array of group k. Allocates nothing.
void tape_run(const tape *t, double *work, const double *const *in, double *out);
