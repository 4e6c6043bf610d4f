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

#include "expr/node.h"

// df[i] = d f/d x[i], i < n
bool diff_gradient(graph *g, expr f, const expr *x, int n, expr *df);

// J[i*n + j] = d f[i]/d x[j], i < m, j < n
bool diff_jacobian(graph *g, const expr *f, int m, const expr *x, int n, expr *J);

// out[i] = sum_j d f[i]/d x[j] dx[j]
bool diff_directional(graph *g, const expr *f, int m, const expr *x, const expr *dx, int n,
                      expr *out);

// out[i] = f[i] with the symbols x[j] replaced by y[j]
bool diff_substitute(graph *g, const expr *f, int m, const expr *x, const expr *y, int n,
                     expr *out);
