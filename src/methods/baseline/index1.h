// Index reduction: index1 and index0, baselines that drift.
//
//   problem    M a = F + B^T lambda,  q' = v, v' = a,  Phi(t,q,v) = 0 or g(t,q) = 0   (lagrangian)
//              q' = H_p,  p' = f + B^T lambda                                        (hamiltonian)
//   constraint differentiated until the accelerations appear, once for Phi and twice for g:
//              B a = c   or   C (f + B^T lambda) = C f + c                   (problem/consistent.h)
//   index1     [M -B^T; B 0] (a, lambda) = (F, c)   or   C B^T lambda = c,                [T] ch. 2
//              an ordinary differential equation for (q,v) or (q,p)
//   index0     lambda is integrated, too: a from M a = F + B^T lambda, and lambda' from the
//              derivative of the equations of index1 along the motion,                    [T] ch. 2
//              [M -B^T; B 0] (a', lambda') = (F' - M' a + B'^T lambda, c' - B' a),   or
//              C B^T lambda' = c' - C' B^T lambda - C B'^T lambda
//   pair       Dormand-Prince 5(4), seven stages, the last is the first of the next step;   [D] [H]
//              error |e_i| <= atol + rtol |y_i| in the mean square, steps by a PI controller
//   nodes      read off a continuous extension: steps run ahead on their own, and h does not
//              restrict them. That of [H] II.6 has order 4, and its error would hide the drift of
//              the steps; with the rates at two of its points it is raised to order 5          [E]
//   options    rtol = 1e-6, atol = 1e-9
//
//   unknown    none: explicit, except for a linear system per right-hand side
//   Jacobian   none
//
//   order      5, in the steps it chooses: the error at the end follows rtol
//   keeps      nothing exactly
//   does not   keep the constraints: they are first integrals that no step enforces. |Phi| grows
//              like t (index1; g like t^2) and t^2 (index0; g like t^3), times the tolerance
//   is not     symmetric; an adaptive step has no adjoint and cannot be composed
//   differs    [T] (2.11), (2.12) use theta'' = 0 on the disk, which holds on the constraint only;
//              here all equations are kept
//
// [T] Hilden, "Numerical Methods for Nonholonomic Mechanics", thesis, NTNU 2009, chapter 2.
// [D] Dormand, Prince, J. Comput. Appl. Math. 6 (1980).
// [H] Hairer, Norsett, Wanner, "Solving Ordinary Differential Equations I", secs II.4 to II.6: the
//     controller, the first step, and the extension of order 4 (by Shampine) are those of DOPRI5.
// [E] Enright, Jackson, Norsett, Thomsen, ACM Trans. Math. Software 12 (1986), "bootstrapping".

#pragma once

#include "methods/baseline/rates.h"

enum { index1_stages = 7, index1_terms = 6 };

// what does not change in a run
typedef struct index1_shape {
  rates_shape of;  // what is integrated
} index1_shape;

// The last step, which reaches over the node, and the node as it was given to the caller. Their
// arrays are in the record.
typedef struct index1_carried {
  bool going;     // there is a step
  bool raised;    // its extension is of order 5: not before a node lies on it
  double t, h;    // where it ends, and how long it was
  double next;    // size of the next one
  double past;    // its error, for the controller
  double node_t;  // of the node
  long changes;   // of the inputs, when the step was taken
} index1_carried;

typedef struct index1 {
  rates rates;  // first: baseline.h
  kernel *base;
  evaluator *e;
  index1_shape shape;

  // the last step; y = (q, v or p) with lambda of index0, N numbers
  index1_carried *carried;
  double *y;      // N        its end
  double *k;      // 7 x N    rates of its stages; the first is that at y now
  double *terms;  // 6 x N    its continuous extension
  double *node;   // N
  double *turns;  // n        full turns of its angles

  // scratch
  double *stage;  // N        of the step that is tried; in the end, where it leads
  double *error;  // N
} index1;

static inline void index1_open(index1 *s, kernel *base, index1_carried *carried, evaluator *e) {
  s->base = base;
  s->carried = carried;
  s->e = e;
  s->rates.base = base;
  s->rates.e = e;
}

// it is explicit
static inline newton_shape index1_unknowns(index1_shape k) {
  (void)k;
  return (newton_shape){0};
}

static inline void index1_lay(index1_shape k, index1 *s, layout *l) {
  int N = rates_numbers(k.of);
  assert(k.of.tolerance.rtol > 0 && k.of.tolerance.atol > 0 && k.of.m >= 0);
  s->y = layout_carried(l, N);
  s->k = layout_carried(l, index1_stages*N);
  s->terms = layout_carried(l, index1_terms*N);
  s->node = layout_carried(l, N);
  s->turns = layout_carried(l, k.of.n);
  rates_lay(k.of, &s->rates, l);
  s->stage = layout_scratch(l, N);
  s->error = layout_scratch(l, N);
}
