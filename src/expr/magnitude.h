// Values of expressions, and how large the terms are that they are made of: what a value that should
// be 0 is to be compared with, so that no unit matters.
//
//   size(a + b) = size(a) + size(b)       size(-a) = size(a)        size(x) = |x|
//   size(a b)   = size(a) size(b)         size(a/b) = size(a)/|b|   size(a^k) = size(a)^k, k > 0
//   size(f(a))  = max(|f(a)|, |f'(a)| size(a)), f' by a difference
//
// Rounding of the arguments changes a value by a few eps times its size.

#pragma once

#include "expr/node.h"

// value[i] and size[i] of f[i], i < m, where the symbols x[j] are at[j]; other symbols are NaN. False
// if there is no memory.
bool magnitude_of(graph *g, const expr *f, int m, const expr *x, const double *at, int n,
                  double *value, double *size);
