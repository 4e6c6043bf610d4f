// What all kernels have in common: the solver, and how the last step went.
//
// A kernel is a step over plain arrays, with the constants of the run, its `shape`, as an argument:
// sizes, structure, tables. The library calls it with the shape of the run. A compiled step is the
// same text called with a literal shape, so that the compiler specialises everything.
//
// The kernel of the family NAME has
//
//   NAME_shape      the constants of a run
//   NAME_carried    single numbers that a step hands to the next; layout_nothing: none
//   NAME            its record: shape, a pointer to what is carried, arrays, numbers of the step
//   NAME_open       the record before its arrays are there
//   NAME_unknowns   the system of Newton's method; one of no unknowns, if there is none
//   NAME_lay        all arrays (base/layout.h)
//   NAME_evaluate   residual and Jacobian of the system, if there is one
//   NAME_has_solver, NAME_factor, NAME_correct   of a family with a solver of its own
//   NAME_step       one step
//
// methods/entry.h makes of these names what is called, in the library, in a compiled step and in an
// exported file.

#pragma once

#include "problem/state.h"
#include "solve/newton.h"
#include "solve/sparse_rows.h"

// up to this many coordinates a compiled step keeps its arrays in registers
enum { kernel_small = 16 };

typedef enum kernel_result {
  KERNEL_DONE,
  KERNEL_UNSOLVED,       // newton.h has the result and the course
  KERNEL_SINGULAR,       // the linear equations of the multipliers, at `failed_at`
  KERNEL_NOT_FINITE,     // a coordinate would no longer be finite: `failed_at`
  KERNEL_JUMPED,         // the step leads to another sheet of the constraints
  KERNEL_NO_VELOCITIES,  // a Legendre transform failed
  KERNEL_NO_MOMENTA,     // one in the other direction failed
  KERNEL_NOT_PROJECTED,  // a constraint cannot be kept: `failed_at`
  KERNEL_NO_FRAME,       // the constraints have turned too far for the frame of the step
  KERNEL_OFF_BRANCH,     // the algebraic variables are on another branch than before
  KERNEL_NO_WAY_BACK,    // of an adjoint: no state was found from which a step back leads here
  KERNEL_TOO_LARGE,      // no rotation near 1 solves the equations of the step

  // of time stepping; `failed_at` is a contact, or a velocity
  KERNEL_CONTACT_UNSOLVED,  // its frictional problem
  KERNEL_CONTACT_SINGULAR,  // its slip velocity does not depend on the velocities, or on the normal's
  KERNEL_NO_CONTACT_FRAME,  // gap and slip do not belong to the same point
  KERNEL_NO_COEFFICIENT,    // its mu is negative or not finite
  KERNEL_NO_GAP,            // its gap is not finite
  KERNEL_CROWDED,           // more pairs touch than there are places for
  KERNEL_SINGULAR_MASS,     // the mass matrix, or the constraints, of a velocity
  KERNEL_BACKWARDS,         // a step back in time

  // of an adaptive method; `failed_at` is a number of its own state
  KERNEL_NO_ACCELERATION,  // the equations of accelerations and multipliers are singular
  KERNEL_DEPENDENT,        // the constraints are nearly dependent, the accelerations without digits
  KERNEL_UNDEFINED,        // a rate is not finite, however short the step
  KERNEL_UNDERFLOW,        // the step has become as short as the rounding of the time
  KERNEL_TOO_LONG,         // too many steps on the way to one node
} kernel_result;

// what a step hands to the next, beside what Newton's method and the family do
typedef struct kernel_carried {
  double h;  // of the last step: with another h nothing is extrapolated
  int rest;  // this many more steps start from the node, without extrapolation

  // the report
  double defect;  // of a rule that is not exact: the change of the energy by the worst step so far
  double excess;  // the same against the parts of the energy: eps would be rounding
  double turn;    // of a method on groups: the largest angle of a rotation in one step so far
  long evaluations, accepted, rejected;  // of an adaptive method: right-hand sides, steps
} kernel_carried;

typedef struct kernel {
  bool adjoint;   // of a kernel that serves for both: it is that of the adjoint
  layout memory;  // of all arrays; each area begins with those of the family

  newton newton;
  kernel_carried carried;

  // the step at hand
  newton_result solved;  // of the last solve
  int failed_at;         // coordinate or constraint, where a result says so
  bool extrapolated;     // there is a past to extrapolate from
  bool plain;            // this solve starts from the node, not from an extrapolation
} kernel;

// An extrapolated start that is off by more than this may lead to another root of the equations.
// All residuals vanish there, too; only the energy shows it. With 0.2 that still happened, on
// chains and double pendulums with long steps. Afterwards, steps start plainly for a while: then
// solving twice is rare.
static const double kernel_far = 0.1;
enum { kernel_rest = 16 };

// One step of size h from *x; if it is not KERNEL_DONE, *x is unchanged.
typedef kernel_result kernel_step(void *self, state *x, double h);

// the beginning of a step: with another h than before nothing is extrapolated
static inline void kernel_begin(kernel *s, double h) {
  if (h != s->carried.h) {
    newton_forget(&s->newton);
    s->carried.rest = 0;
  }
  s->carried.h = h;
  s->plain = s->newton.carried.npast == 0 || s->carried.rest > 0;
  s->extrapolated = !s->plain;
  s->carried.rest -= s->carried.rest > 0;
}

// there are earlier solutions, but too few to extrapolate from
static inline void kernel_start_plainly(kernel *s) {
  s->plain = true;
  s->extrapolated = false;
}

// forget the past: the next solve starts plainly
static inline void kernel_again(kernel *s) {
  newton_forget(&s->newton);
  s->plain = true;
}

// A step is tried from an extrapolated start, and if that fails, or was too far off, again
// from a plain one:
//
//   kernel_result result = KERNEL_UNSOLVED;
//   for (int try = 0; kernel_tries(base, result, try); try++)
//     result = kernel_trusted(base, attempt(...));
static inline bool kernel_tries(kernel *s, kernel_result last, int try) {
  if (try == 0)
    return true;
  if (last == KERNEL_DONE || try > s->extrapolated)
    return false;
  kernel_again(s);
  return true;
}

// the result of an attempt: a start that was too far off may have led to another root
static inline kernel_result kernel_trusted(kernel *s, kernel_result result) {
  const newton_last *last = &s->newton.last;
  bool far = !s->plain && last->nhistory > 0 && last->history[0] > kernel_far;
  if (result != KERNEL_DONE || !far)
    return result;
  s->carried.rest = kernel_rest;
  return KERNEL_UNSOLVED;
}

// Does a way d lead across g = 0, or along it? G (m x n) where it begins: terms of G d cancel along a
// surface, in any units, up to its curvature.
static inline bool kernel_goes_across(sparse_rows r, const double *G, const double *d, int m,
                                      int n) {
  static const double share = 0.05;
  for (int c = 0; c < m; c++) {
    double sum = 0, size = 0;
    for (int k = rows_from(r, c); k < rows_to(r, c, n); k++) {
      double part = G[rows_at(r, c, k, n)]*d[rows_column(r, k)];
      sum += part;
      size += fabs(part);
    }
    if (!(fabs(sum) <= share*size))
      return true;
  }
  return false;
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
