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
  KERNEL_SINGULAR,       // the linear equations of the multipliers, at `failed_at`
  KERNEL_NOT_FINITE,     // a coordinate would no longer be finite: `failed_at`
  KERNEL_JUMPED,         // the step leads to another sheet of the constraints
  KERNEL_NO_VELOCITIES,  // a Legendre transform failed
  KERNEL_NO_MOMENTA,     // nor has one in the other direction a solution
  KERNEL_NOT_PROJECTED,  // a constraint cannot be kept: `failed_at`
  KERNEL_NO_FRAME,       // the constraints have turned too far for the frame of the step
  KERNEL_OFF_BRANCH,     // the algebraic variables are on another branch than before
  KERNEL_NO_WAY_BACK,    // of an adjoint: no state was found from which a step back leads here
  KERNEL_TOO_LARGE,      // no rotation near 1 solves the equations of the step

  // of an adaptive method; `failed_at` is a number of its own state
  KERNEL_NO_ACCELERATION,  // the equations of accelerations and multipliers are singular
  KERNEL_UNDEFINED,        // a rate is not finite, however short the step
  KERNEL_UNDERFLOW,        // the step has become as short as the rounding of the time
  KERNEL_TOO_LONG,         // too many steps on the way to one node
} kernel_result;

typedef struct kernel {
  newton newton;
  newton_result solved;  // of the last solve
  int failed_at;         // coordinate or constraint, where a result says so
  double h;              // of the last step: another h makes it forget what it extrapolates
  bool plain;            // this solve starts from what the node says, not from an extrapolation
  int rest;              // so do so many steps more

  double defect;  // of a rule that is not exact: the change of the energy by the worst step so far
  double excess;  // the same against the parts of the energy: eps would be rounding

  double turn;  // of a method on groups: the largest angle of a rotation in one step so far

  long evaluations, accepted, rejected;  // of an adaptive method: right-hand sides, steps
} kernel;

// An extrapolated start that is off by more than this may lead to another root of the equations. All
// residuals vanish there, too, and only the energy tells. With 0.2 that still happened, on chains and
// double pendulums with long steps. Afterwards, steps start plainly for a while: then solving twice
// is rare.
static const double kernel_far = 0.1;
enum { kernel_rest = 16 };

// One step of size h from *x; if it is not KERNEL_DONE, *x is unchanged.
typedef kernel_result kernel_step(void *self, state *x, double h);

// another h than before makes the past useless; true if there is a past to extrapolate from
static inline bool kernel_begin(kernel *s, double h) {
  if (h != s->h) {
    newton_forget(&s->newton);
    s->rest = 0;
  }
  s->h = h;
  s->plain = s->newton.npast == 0 || s->rest > 0;
  s->rest -= s->rest > 0;
  return !s->plain;
}

// the second attempt starts plainly
static inline void kernel_again(kernel *s) {
  newton_forget(&s->newton);
  s->plain = true;
}

// was the start of the last solve, if it was an extrapolated one, too far off to be trusted?
static inline bool kernel_start_too_far(kernel *s) {
  bool far = !s->plain && s->newton.nhistory > 0 && s->newton.history[0] > kernel_far;
  if (far)
    s->rest = kernel_rest;
  return far;
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
  s->failed_at = kernel_not_finite(n, q[0], dq);
  if (s->failed_at < 0)
    s->failed_at = kernel_not_finite(n, x[0], dx);
  if (s->failed_at >= 0)
    return KERNEL_NOT_FINITE;
  vec_add_compensated(q[0], q[1], dq, n);
  vec_add_compensated(x[0], x[1], dx, n);
  return KERNEL_DONE;
}
