// Symbolic derivatives: graph in, graph out.
//
// reverse   the gradient of one expression in all its symbols by one backward sweep over the nodes
//           below it: at most a small multiple of its own size
// forward   the derivative of many expressions along one direction
//
// where() is differentiated branch by branch, |a|' = sign(a) a', sign' = 0, min and max as where().
// A branch that is not taken does not matter: where(x > 0, sqrt(x), 0) has the derivative 0 at -1.
//
// In all functions the x are distinct symbols, and the result is false if the graph has failed,
// without memory or at its limit (graph_status); the outputs are then undefined.

#pragma once

#include "base/arena.h"
#include "expr/node.h"

// df[i] = d f/d x[i], i < n
bool diff_gradient(graph *g, expr f, const expr *x, int n, expr *df);

// J[i*n + j] = d f[i]/d x[j], i < m, j < n
bool diff_jacobian(graph *g, const expr *f, int m, const expr *x, int n, expr *J);

// The same without the zeros: row i has the entries from first[i] to first[i + 1], in the order of
// their columns. The cost is that of the expressions and the entries, however large m and n are.
typedef struct diff_rows {
  int *first;   // m + 1
  int *column;  // first[m]
  expr *value;  // first[m]
} diff_rows;

// false also when the arena has no memory
bool diff_sparse(graph *g, const expr *f, int m, const expr *x, int n, arena *a, diff_rows *out);

// out[i] = sum_j d f[i]/d x[j] dx[j]
bool diff_directional(graph *g, const expr *f, int m, const expr *x, const expr *dx, int n,
                      expr *out);

// out[i] = f[i] with the symbols x[j] replaced by y[j]
bool diff_substitute(graph *g, const expr *f, int m, const expr *x, const expr *y, int n,
                     expr *out);
