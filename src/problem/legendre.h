// The Legendre transform of a picture, by numbers.
//
//   given      (q,x) -> y(t,q,x), f(t,q,x) with their derivatives
//   wanted     (q,y) -> x with y(t,q,x) = y, and f as a function of (q,y)
//   solve      Newton: x <- x + y_x^-1 (y - y(t,q,x)), steps halved where they lead too far; one
//              step from x = 0 is enough when y is linear in x, with the same factors always when
//              y_x is a constant matrix and y free of q
//   blocks     x_y = y_x^-1,  x_q = -x_y y_q,  f_y = f_x x_y,  f_q - f_x x_y y_q
//
// With x = v, y = p = L_v this gives H_p, H_pp = L_vv^-1, H_pq = -L_vv^-1 L_vq and
// -H_q = f; with x = p, y = v = H_p it gives the Lagrangian side. The two directions
// are the same formulas.

#pragma once

#include "problem/mechanical.h"

typedef struct legendre {
  int n;
  const picture *of;
  bool linear;          // y is affine in x
  bool constant;        // y_x is constant, y_q = 0
  bool separable;       // and f_x = 0
  bool factored;        // lu holds the factors of a constant y_x
  double floor;         // where corrections may stop shrinking, against 1 + |x|
  double *x;            // n      last solution, the start of the next
  double *y, *f, *d;    // n
  double *step, *from;  // n      of a Newton step, before it is halved
  picture_blocks blocks;
  double *lu;  // n x n  factors of y_x
  int *pivot;
  double *column;   // n
  double *inverse;  // n x n  of a constant y_x
} legendre;

bool legendre_init(legendre *l, arena *a, const picture *of, int n,
                   const mechanical_structure *found);

// the transformed picture: its context is the legendre
picture_function legendre_eval;
