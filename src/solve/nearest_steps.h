// What the files of nearest.h share.

#pragma once

#include "base/vec.h"
#include "solve/nearest.h"

#include <math.h>

static const double nearest_rank = 1e-10;  // what is left of rows that depend on others

static inline double nearest_norm(const double *x, int n) {
  return sqrt(vec_dot(x, x, n));
}

// ---- nearest.c

// x = L^-1 x
void nearest_forward(const double *L, double *x, int n);

// r, A and c at the point; false: they are not finite
bool nearest_look(nearest *s);

// B of the free components, decomposed; e = -r in the same units
void nearest_decompose(nearest *s);

// d of the free components from y, which is in the units of the metric
void nearest_spread(nearest *s);

// steps of least norm to r = 0
nearest_result nearest_satisfy(nearest *s, bool yield, double allowed);

// ---- nearest_along.c

// |P c| at the point, P = 1 - B^+ B, with P c in t; *whole: |c|
double nearest_slope(nearest *s, double *whole);

// one step along r = 0, from where |P c| is `now`; false: none leads nearer
bool nearest_improve(nearest *s, double now, double allowed);
