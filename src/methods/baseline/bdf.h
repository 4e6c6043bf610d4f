// bdf: backward differentiation formulas after index reduction, a stiff baseline that drifts.
//
//   problem    that of index1: y' = f(t,y) for y = (q,v) or (q,p), the multipliers eliminated by
//              the differentiated constraints                                           (rates.h)
//   formula    sum_(i=0..k) alpha_i y_(n-i) = h beta f(t_n,y_n), its coefficients those of the last
//              k steps, of any sizes. CVODE of SUNDIALS chooses orders k from 1 to 5 and steps, for
//              local errors |e_i| <= atol + rtol |y_i| in the mean square                       [C]
//   unknown    y_n, by Newton's method
//   Jacobian   1 - h beta f_y, f_y by differences of f, kept over steps
//   nodes      read off the polynomial through the last steps, of order k: h restricts no step
//   history    begins at order 1 with a short step, and again after every 4096 steps
//   options    rtol = 1e-6, atol = 1e-9
//
//   order      1 to 5, in the steps it chooses: the error at the end follows rtol
//   carried    (t,y) where the history began, and how many steps were taken since. A run that is
//              loaded or copied takes these steps again: at most 4096, to the same bits
//   keeps      nothing exactly
//   does not   keep the constraints: as with index1 |Phi| grows like t, times the tolerance
//   damps      oscillations that its steps do not resolve, and with them their energy
//   is not     symmetric; an adaptive step has no adjoint and cannot be composed
//   needs      SUNDIALS 6, when noslip is built. Its last bits are those of that library
//   differs    [T] takes ode15s, a code of the same kind with other coefficients and another
//              control of steps: average steps and errors are of that size, not the same
//
// [C] Hindmarsh et al., "SUNDIALS", ACM Trans. Math. Software 31 (2005), sec. 2.1.
// [T] Hilden, "Numerical Methods for Nonholonomic Mechanics", thesis, NTNU 2009, chapters 2 and 4.

#pragma once

#include "methods/baseline/cvode.h"
#include "methods/baseline/rates.h"

// steps after which the history begins again: a run that is loaded has to repeat no more
enum { bdf_longest = 4096 };

// a history, by its beginning
typedef struct bdf_history {
  bool there;
  double from;   // where it begins,
  double first;  // and the size of its first step
  long taken;    // steps since
  long changes;  // of the inputs, at its beginning
} bdf_history;

// CVODE, and the history that its memory holds. Nothing here is carried: where it is not the
// history that is, the steps of that are taken again.
typedef struct bdf_room {
  cvode *code;
  bdf_history holds;
  double *start;  // N  y where it begins
  double t;       //    where its last step ends
} bdf_room;

typedef struct bdf_shape {
  rates_shape of;
  bdf_room *room;
} bdf_shape;

// the history, which reaches beyond the node, and the node; arrays are in the record
typedef struct bdf_carried {
  bdf_history past;
  double node_t;
} bdf_carried;

typedef struct bdf {
  rates rates;  // first: baseline.h
  kernel *base;
  evaluator *e;
  bdf_shape shape;

  bdf_carried *carried;
  double *start;       // N  y where the history begins,
  double *from_turns;  // n  with these full turns of its angles
  double *node;        // N  as it was given to the caller,
  double *turns;       // n  with these
} bdf;
