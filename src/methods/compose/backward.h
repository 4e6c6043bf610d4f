// The adjoint of any method, M*(h) = M(-h)^-1: the step is solved backwards, by steps of M.
//
//   problem    y1 with M(-h) y1 = y0, y = (q,p) or (q,v)                                   [H] II.3
//   unknown    a displacement d of the start: y1 = M(h) (y0 + d), on a group q0 tau(d)
//   equation   C(d) = 0, C(d) = y0 - M(-h) M(h) (y0 + d)
//   iteration  d <- d + C(d). As M(-h) M(h) is 1 + O(h^(p+1)), p the order of M, so is its derivative:
//              each turn gains a factor of h^(p+1), and no Jacobian is needed. It ends where C(d)
//              is rounding
//
// y1 is an end of M, so what M keeps is kept; displacements that leave the constraints do no harm, since
// M leads back to them. It costs two steps of M in each turn, of which there are two or three. For
// methods that have no equations of their own for M*, and carry nothing but (q,p) or (q,v).
//
// [H] Hairer, Lubich, Wanner, "Geometric Numerical Integration"

#pragma once

#include "methods/method.h"

enum { backward_most = 40 };

// C(d), as a part of the state, that no longer shrinks below this is rounding
static const double backward_floor = 1e-11;

typedef struct backward {
  kernel base;
  const problem *problem;
  bool velocities;             //       M carries (q,v), otherwise (q,p)
  stepper **step;              // 2     M, for h and for -h
  state start, end, returned;  //      y0 + d, M(h) of it, M(-h) of that
  double *d, *C;               // 2 nv  by q, then by p or v
  double *inverse, *element;   // n     of a group
} backward;

// A stepper of M*, `as` the method it is to be and `of` M; NULL: no memory.
stepper *backward_make(const method *as, const method *of, evaluator *e, arena *a);
