// dop853: explicit Runge-Kutta of order 8 with projection, adaptive.
//
//   problem    that of index1: y' = f(t,y) for y = (q,v) or (q,p), the multipliers eliminated by
//              the differentiated constraints: in expressions, so that f is one function
//              (motion_form.h), or by linear equations (rates.h) where that takes fewer operations
//   method     Dormand-Prince 8(5,3): k_i = f(t + c_i h, y + h sum_j a_ij k_j), i = 1..12,
//              y1 = y + h sum_i b_i k_i                                                [H] II.10
//   error      e5 and e3, the differences to results of order 5 and 3, in the mean square of
//              e_i/(atol + rtol max(|y_i|, |y1_i|)):  h |e5|^2/sqrt(|e5|^2 + |e3|^2/100) <= 1
//   steps      the next is longer by 0.9 past^0.06/size^0.113, of the errors of the last two: steps.h
//   project    after every step, and again at every node, in the norm of the mass matrix M:
//              q by M dq = -B^T mu, with g(q + dq) = 0 and no part across Phi,
//              v by M dv = -B^T mu, p by dp = -B^T mu, with Phi = 0 and G v + g_t = 0,
//              by Newton's method with B as it is at each iteration                    [P]
//   nodes      read off the continuous extension of order 7, three stages more: h restricts no step
//   options    rtol = 1e-10, atol = 1e-13; dop853(1e-8) is rtol = 1e-8, atol = 1e-11
//
//   unknown    none: explicit
//   Jacobian   none
//
//   order      8, in the steps it chooses, 7 at the nodes: the error at the end follows rtol
//   keeps      the constraints, of positions and of velocities, to rounding
//   does not   keep the energy, momenta or the symplectic form: their errors grow like t, times the
//              tolerance. For long runs take a method that keeps them
//   is not     symmetric; an adaptive step has no adjoint and cannot be composed
//
// [H] Hairer, Norsett, Wanner, "Solving Ordinary Differential Equations I", 1993, secs II.4, II.10.
// [P] Hairer, Lubich, Wanner, "Geometric Numerical Integration", 2006, sec. IV.4.

#pragma once

#include "methods/baseline/dop853_coefficients.h"
#include "methods/baseline/rates.h"

// what does not change in a run
typedef struct dop853_shape {
  rates_shape of;
  bool motion;           // the motion is one tape: BUNDLE_MOTION, BUNDLE_RESTORE
  bool positions;        // there are holonomic constraints
  const int *holonomic;  // m  which ones are
} dop853_shape;

// The last step, which reaches over the node, and the node as it was given to the caller. Their
// arrays are in the record.
typedef struct dop853_carried {
  bool going;     // there is a step
  bool raised;    // it has its continuous extension: not before a node lies on it
  double t, h;    // where it ends, and how long it was
  double next;    // size of the next one
  double past;    // its error, for the controller
  double node_t;  // of the node
  long changes;   // of the inputs, when the step was taken
} dop853_carried;

typedef struct dop853 {
  rates rates;  // first: baseline.h
  kernel *base;
  evaluator *e;
  dop853_shape shape;

  // the last step; y = (q, v or p), N numbers
  dop853_carried *carried;
  double *y;      // N        its end,
  double *from;   // N        and its beginning
  double *k;      // 16 x N   rates of its stages; number 12 is that at y
  double *terms;  // 8 x N    its continuous extension
  double *node;   // N
  double *turns;  // n        full turns of its angles

  // scratch
  double *stage;     // N
  double *error;     // N
  double *back;      // 2n  the step of a projection, where it is found by linear equations,
  double *residual;  // 2m  and what it takes away: of positions, of velocities
} dop853;

static inline void dop853_open(dop853 *s, kernel *base, dop853_carried *carried, evaluator *e) {
  s->base = base;
  s->carried = carried;
  s->e = e;
  s->rates.base = base;
  s->rates.e = e;
}

// it is explicit
static inline newton_shape dop853_unknowns(dop853_shape k) {
  (void)k;
  return (newton_shape){0};
}

static inline void dop853_lay(dop853_shape k, dop853 *s, layout *l) {
  int N = rates_numbers(k.of);
  assert(k.of.tolerance.rtol > 0 && k.of.tolerance.atol > 0 && !k.of.multipliers);
  s->y = layout_carried(l, N);
  s->from = layout_carried(l, N);
  s->k = layout_carried(l, dop853_all*N);
  s->terms = layout_carried(l, dop853_terms*N);
  s->node = layout_carried(l, N);
  s->turns = layout_carried(l, k.of.n);
  rates_lay(k.of, &s->rates, l);
  s->stage = layout_scratch(l, N);
  s->error = layout_scratch(l, N);
  s->back = layout_scratch(l, 2*k.of.n);
  s->residual = layout_scratch(l, 2*k.of.m);
}
