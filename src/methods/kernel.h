// What all kernels have in common: the solver, and how the last step went.
//
// A kernel is a step over plain arrays, with its sizes and the structure of the problem, its
// `shape`, as an argument. The library calls it with the shape of the run. A compiled step is the
// same text called with a literal shape, so that the compiler specialises everything.

#pragma once

#include "problem/state.h"
#include "solve/newton.h"

// up to so many coordinates a compiled step keeps its arrays in registers
enum { kernel_small = 16 };

typedef enum kernel_result {
  KERNEL_DONE,
  KERNEL_UNSOLVED,       // newton.h has the result and the course
  KERNEL_SINGULAR,       // the linear equations of the multipliers, at `guilty`
  KERNEL_NOT_FINITE,     // a coordinate would no longer be finite: `guilty`
  KERNEL_JUMPED,         // the step leads to another sheet of the constraints
  KERNEL_NO_VELOCITIES,  // a Legendre transform failed
  KERNEL_NOT_PROJECTED,  // a constraint cannot be kept: `guilty`
} kernel_result;

typedef struct kernel {
  newton newton;
  newton_result solved;  // of the last solve
  int guilty;            // coordinate or constraint, where a result says so
  double h;              // of the last step: another h makes it forget what it extrapolates
} kernel;

// One step of size h from *x; if it is not KERNEL_DONE, *x is unchanged.
typedef kernel_result kernel_step(void *self, state *x, double h);

// another h than before makes the past useless; true if there is a past to extrapolate from
static inline bool kernel_begin(kernel *s, double h) {
  if (h != s->h)
    newton_forget(&s->newton);
  s->h = h;
  return s->newton.npast > 0;
}

// the first i for which x_i + d_i is not finite, -1 if all are
static inline int kernel_not_finite(int n, const double *x, const double *d) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] + d[i];
  for (int i = 0; !isfinite(sum) && i < n; i++)
    if (!isfinite(x[i] + d[i]))
      return i;
  return -1;
}

// q <- q + dq and x <- x + dx with their low parts, unless one would not be finite
static inline kernel_result kernel_commit(int n, kernel *s, double *const q[2], const double *dq,
                                          double *const x[2], const double *dx) {
  s->guilty = kernel_not_finite(n, q[0], dq);
  if (s->guilty < 0)
    s->guilty = kernel_not_finite(n, x[0], dx);
  if (s->guilty >= 0)
    return KERNEL_NOT_FINITE;
  vec_add_compensated(q[0], q[1], dq, n);
  vec_add_compensated(x[0], x[1], dx, n);
  return KERNEL_DONE;
}
