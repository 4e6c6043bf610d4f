// The two charts of a mechanical system that a method may see, whichever form the model has:
//
//   velocities    (q,v) -> p = L_v,  f = L_q + F
//   momenta       (q,p) -> v = H_p,  f = -H_q + F
//
// Both are a `chart`: a map x -> y with f, the rate of the momenta without reactions.

#pragma once

#include <stdbool.h>

// derivative blocks of a chart, n x n, row-major
typedef struct chart_blocks {
  double *yx, *yq, *fx, *fq;
} chart_blocks;

// y, f and, unless d is NULL, their derivatives. Returns false if a Legendre transform failed.
typedef bool chart_function(void *context, double t, const double *q, const double *x, double *y,
                            double *f, chart_blocks *d);

typedef struct chart {
  chart_function *function;
  void *context;
} chart;

static inline bool chart_eval(const chart *p, double t, const double *q, const double *x, double *y,
                              double *f, chart_blocks *d) {
  return p->function(p->context, t, q, x, y, f, d);
}
