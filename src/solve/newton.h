// Newton's method, tuned for steps that must be exact to rounding.
//
//   unknown    x, n numbers; residual r(x) = 0, exact Jacobian J = dr/dx
//   iteration  x <- x - J^-1 r(x), J frozen while the increments shrink well, also over steps
//   norm       |d| = max_i |d_i|/s_i; s_i is the size of the unknown: scale_i, set by the caller at
//              each step, + |x_i| + a thousandth of the largest |x_j| of its block
//   stop       when what remains is below rounding: with the ratio th = |d_k|/|d_k-1| the next
//              increments add up to at most th/(1 - th) |d_k|, where th is not taken to be
//              better than the age of the Jacobian allows; or when the increments no longer shrink
//              and are small: that is the floor. Small is 64 roundings; with a fresh Jacobian it is
//              `newton_floor`, or a thousand roundings where the caller knows of a larger `noise`.
//              With fresh factors the next increment is K |d_k|^2; K is what the solves before have
//              shown, and is measured again every few solves.
//   floor      Stiff, nearly dependent or finely stepped equations end above that, at
//              phi = |J^-1 rho|, rho the rounding of r. Where increments stand still, phi is
//              measured (newton_floor.h), and they are accepted if they are of its size.
//
// A user tolerance does not occur, except in loose(M, tolerance), for comparison. An under-converged step destroys what these methods keep: on the
// contact oscillator residuals of 1e-4 make the energy of spark(2) drift by 1e-2 in 20 000 steps.
//
// Rows are scaled by powers of two before they are factored, so that small masses do no harm.
//
// Equations whose structure allows it bring a solver of their own, which leaves small parts of J
// out:
//
//   iteration  x <- x - J0^-1 r(x), J0 close to J; the increments shrink by a steady ratio
//   stop       as above, with the ratio as observed
//   otherwise  where the ratio is poor, J takes the place of J0, for this solve and for a while

#pragma once

#include "base/layout.h"

#include <stdbool.h>

enum {
  newton_most = 60,   // iterations in one solve
  newton_memory = 6,  // solutions that count for extrapolation
  newton_blocks = 3,
  newton_measures = 3,  // of the floor in one attempt: one of them may show nothing by chance
};

// increments that stop shrinking above this must be shown to be rounding
static const double newton_floor = 1e-10;

typedef struct newton_equations {
  void *context;
  void (*residual)(void *context, const double *x, double *r);
  void (*both)(void *context, const double *x, double *r, double *J);  // and J = dr/dx

  // of equations with a solver of their own, otherwise NULL: r and the factors of J0, false if it
  // is singular; and d = -J0^-1 r
  bool (*factor)(void *context, const double *x, double *r);
  void (*correct)(void *context, const double *r, double *d);

  // residuals below this count as 0, of so many equations: 0, except for comparison
  double loose;
  int count;

  // of a compiled step that works on a record of its own: the record, and the arrays of that one;
  // otherwise NULL
  void *home;
  const layout *local;
} newton_equations;

typedef enum newton_result {
  NEWTON_CONVERGED,
  NEWTON_SINGULAR,      // the Jacobian has no inverse
  NEWTON_STAGNATED,     // the increments no longer shrink, and are not small
  NEWTON_NOT_FINITE,    // the residual is not a number
  NEWTON_UNDETERMINED,  // increments and residual are rounding, and too large to know the unknowns
} newton_result;

// sizes; in compiled steps they are constants
typedef struct newton_shape {
  int n;                   // unknowns
  int end[newton_blocks];  // ends of the blocks of unknowns
  int entries;  // of a packed Jacobian, at the beginning of J: newton_sparse.h; 0: it is n x n
} newton_shape;

// n unknowns in one block
static inline newton_shape newton_one_block(int n) {
  return (newton_shape){n, {n, n, n}, 0};
}

// do the blocks ascend, and end with the last unknown?
static inline bool newton_shape_is_whole(newton_shape k) {
  int from = 0;
  for (int b = 0; b < newton_blocks; b++) {
    if (k.end[b] < from)
      return false;
    from = k.end[b];
  }
  return from == k.n;
}

// what a solve hands to the next
typedef struct newton_carried {
  int npast;          // how many solutions are remembered
  int depth;          // how many of them make the best prediction
  int since_chosen;   // solves since that was found out
  bool frozen;        // there is a factorisation to use
  bool aged;          // and it stems from an earlier solve
  double aged_ratio;  // worst contraction of an old factorisation when last tried
  int since_probe;    // solves since then
  double curvature;   // K: |d_k+1|/|d_k|^2 with fresh factors, as found lately; 0: not known
  int steady;         // solves in a row that were in accord with it
  int unseen;         // solves since it was last measured
  int without;        // this many more solves do without the solver of the equations
  int fresh_needed;   // iterations that it needed when its factors were new
  double floor;       // phi as measured lately: 2 phi is rounding; 0: not measured
  int floor_left;     // for this many more solves

  // the report: counters of all solves
  long iterations, factorisations;
  int max_iterations;
  double largest_floor;  // the largest phi at which a solve has ended
} newton_carried;

// the course of the last solve
typedef struct newton_last {
  bool quick;                   // it was ended by what is known of the curvature
  int iterations;               // in all its attempts
  double history[newton_most];  // norms of the increments of its last attempt
  int nhistory;
  int worst;  // when it failed: the equation with the largest residual, where all were smallest; of
              // a singular Jacobian one that depends on those before it
  double worst_residual;
  double unknown_to;  // when it failed as undetermined: phi
} newton_last;

typedef struct newton {
  newton_shape shape;
  double noise;  // rounding of the equations, in units of eps: 1, or set by the caller
  double loose;  // residuals below this count as 0: 0, except for comparison; not in compiled steps
  struct newton_sparse *sparse;  // of a large J that is mostly zero; NULL: it is dense

  // carried
  newton_carried carried;
  double *past;  // newton_memory x n  backward differences of the solutions: x, x - x_-1, ...
  double *J;     // n x n  factors of the scaled Jacobian, or, with `sparse`, that itself
  double *row;   // n      scales of its rows
  int *pivot;    // n

  // scratch
  newton_last last;
  double *scale;  // n      least sizes of the unknowns             set by the caller
  double *x;      // n      start, then the solution
  double *r, *d;  // n      residual, increment
  double *rough;  // n      rounding of the residual, where it was measured
  double *near;   // n      places beside x where it was measured
  double *start;  // n      where the iteration started
} newton;

// the arrays of a solver of s->shape.n unknowns
static inline void newton_lay(newton *s, layout *l) {
  long n = s->shape.n;
  assert(newton_shape_is_whole(s->shape));
  s->past = layout_carried(l, newton_memory*n);
  s->J = layout_carried(l, n*n);
  s->row = layout_carried(l, n);
  s->pivot = layout_integers(l, LAYOUT_CARRIED, n);
  s->scale = layout_scratch(l, n);
  s->x = layout_scratch(l, n);
  s->r = layout_scratch(l, n);
  s->d = layout_scratch(l, n);
  s->rough = layout_scratch(l, n);
  s->near = layout_scratch(l, n);
  s->start = layout_scratch(l, n);
}

// forget factorisation and past solutions: the step size or the equations have changed
static inline void newton_forget(newton *s) {
  s->carried.npast = s->carried.depth = 0;
  s->carried.curvature = 0;
  s->carried.steady = 0;
  s->carried.floor = 0;
  s->carried.frozen = s->carried.aged = false;
}
