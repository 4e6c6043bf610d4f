// The degree of an expression as a polynomial.

#pragma once

#include "expr/node.h"

enum {
  degree_none = -1,  // no polynomial in these symbols
  degree_most = 100  // one of a higher degree counts as none
};

// A bound of the degree of f in the symbols x, all other symbols being constants: terms that cancel
// count, too. *degree is degree_none if f is no polynomial, or is not written as one. False if the
// graph has failed.
bool degree_of(graph *g, expr f, const expr *x, int n, int *degree);
