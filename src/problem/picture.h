// The two pictures of a mechanical system that a method may see, whichever form the model has:
//
//   velocities    (q,v) -> p = L_v,  f = L_q + F
//   momenta       (q,p) -> v = H_p,  f = -H_q + F
//
// Both are a `picture`: a map x -> y with f, the rate of the momenta without reactions.

#pragma once

#include <stdbool.h>

// derivative blocks of a picture, n x n, row-major
typedef struct picture_blocks {
  double *yx, *yq, *fx, *fq;
} picture_blocks;

// y, f and, unless d is NULL, their derivatives. Returns false if a Legendre transform failed.
typedef bool picture_function(void *context, double t, const double *q, const double *x, double *y,
                              double *f, picture_blocks *d);

typedef struct picture {
  picture_function *function;
  void *context;
} picture;

static inline bool picture_eval(const picture *p, double t, const double *q, const double *x,
                                double *y, double *f, picture_blocks *d) {
  return p->function(p->context, t, q, x, y, f, d);
}
