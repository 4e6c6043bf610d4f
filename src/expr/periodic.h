// Periodicity, as far as the structure of an expression shows it.
//
// While a symbol x makes one turn, x + 2 pi in the place of x, an expression makes c turns, whatever
// the values of all symbols are:
//
//   x                 1
//   a + b, a - b, -a  sums and differences of those of its operands
//   k a, a/k          that of a, k times or its k-th part; k is a number
//   where(s, a, b)    that of a and b if it is the same and s makes none
//   sin a, cos a      none if those of a are a whole number
//   tan a             none if those of a are a number of halves
//   anything else     none if its operands make none; otherwise there is no such number
//
// It is periodic if c is 0, and so is what x does not occur in. c is found to rounding. What is
// periodic for other reasons, such as sin(x/2)^2, is not found.

#pragma once

#include "expr/node.h"

// periodic[i*n + j]: f[i] comes back to its value when x[j] makes a turn, i < m, j < n. The x are
// symbols. False if the graph has failed.
bool periodic_in(graph *g, const expr *f, int m, const expr *x, int n, bool *periodic);
