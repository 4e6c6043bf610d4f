// The table of derivatives: one factor of the chain rule at a time.

#pragma once

#include "expr/graph.h"

// s times the derivative of e in its k-th operand; e is none of where, min, max
expr partial_times(graph *g, expr s, expr e, int k);

// e = yes if `condition`, otherwise no: where, min and max
typedef struct partial_branches {
  expr condition, yes, no;
} partial_branches;

bool partial_is_branch(const graph *g, expr e);
partial_branches partial_branch(graph *g, expr e);

// can a derivative pass from the k-th operand of e to e? Not through comparisons, sign and the
// conditions of where.
bool partial_passes(expr_op op, int k);
