// Differences without cancellation: f(x + d) - f(x) as an expression in x and d.
//
// Every node carries its value a, its value a' at x + d, and the difference D a, which is made from
// the differences of its operands and never by subtracting. With the mean A = a + D a/2:
//
//   D(a + b) = D a + D b                   D(a b) = A D b + B D a          D(a/b) = (B D a - A D b)/(b b')
//   D a^2    = (a + a') D a, further powers as products                    D sqrt a = D a/(sqrt a + sqrt a')
//   D sin a  = 2 cos A sin(D a/2)          D cos a = -2 sin A sin(D a/2)   D tan a = sin(D a)/(cos a cos a')
//   D exp a  = 2 exp A sinh(D a/2)         D sinh a = 2 cosh A sinh(D a/2) D cosh a = 2 sinh A sinh(D a/2)
//   D tanh a = sinh(D a)/(cosh a cosh a')  D log a = log1p(D a/a)          D atan a = atan2(D a, 1 + a a')
//   D atan2(b, a) = atan2(a D b - b D a, a a' + b b');  asin and acos as atan2(a, sqrt(1 - a^2))
//   D |a|    = (a + a') D a/(|a| + |a'|)   a^b = exp(b log a)
//
// where(), min and max take the difference of their branch if x and x + d lie on the same; otherwise,
// and for sign, the values are subtracted. Constants drop out without rounding.

#pragma once

#include "expr/node.h"

// out[i] = f[i] at x + dx minus f[i] at x, i < m. The x are distinct symbols, dx any expressions.
// False if the graph has failed.
bool difference_make(graph *g, const expr *f, int m, const expr *x, const expr *dx, int n,
                     expr *out);
