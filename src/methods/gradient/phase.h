// The variables of a discrete gradient, z' = P(z) grad H(z), and their way from a state and back.
//
//   states    z is the state of a bracket model
//   reduced   z = (q, rho), rho = X(q)^T M v: the columns of X span the velocities that the
//             constraints allow (reduction.h). X depends on signs s, which are constant during a
//             step: those of the pivots in its middle, so that the step is symmetric. (q, rho, s)
//             is carried from step to step. rho is computed from p only at the start and where a
//             sign changes, because the rounding of that computation has a bias, of about 1e-15 in
//             the energy of each change. On a group q are the numbers of an element. Positions that
//             constraints give by the others are not in z
//   full      z = (q, p): the constraints are left to the method
//
// Rotations R of z: a step R1 - R0 = h (R0 + R1)/2 hat(w) keeps R^T R, and so do the stages of
// collocation at Gauss nodes, except for rounding. These errors would accumulate, so each step
// ends with R - R (R^T R - 1)/2. The defect is computed with twice the digits, and the correction
// is added with compensation; otherwise it would be rounding itself, and the energy would do a
// random walk with it.
//
// Rounding has a bias: without a correction the energy drifts by 1e-18 of itself in every step,
// always in one direction. So each step corrects the energy by e, which is H at its start less H
// where the run began: the discrete gradient D obeys D.d = H(z + d) - H(z) + e. A step corrects no
// more than a few of its own roundings. Each of the two values of H is taken in its own frame, so
// that a change of frame adds nothing to e.
//
// Rounding has a bias in holonomic constraints, too: 3e-19 of them in a step. The positions at the
// end of a step are moved to where g is what it was in the beginning, by no more than a rounding
// of d (surface.h).

#pragma once

#include "geometry/rotation.h"
#include "methods/kernel.h"
#include "problem/evaluate.h"

#include <float.h>

// what does not change in a run
typedef struct phase_shape {
  skew_form form;
  int n, m;      // positions or states of z, constraints of the frame
  int size;      // of z
  bool steered;  // the energy is corrected: H is constant in time, and P is skew
  bool framed;   // H depends on the signs
  bool bound;    // to a surface g(q) = 0: there are holonomic constraints
  int nv;        // momenta of a state
  int ngiven, nturning;
  const int *kept;     // n          places of the positions of z in a state; NULL: all, in order
  const int *given;    // ngiven     places of those that constraints give
  const int *turning;  // 2 nturning  where each rotation begins in z, and how many rows it has
} phase_shape;

typedef struct phase_carried {
  bool began;                // there is an origin
  long changes;              // of live parameters, when the last step was taken
  bool placed;               // there is a place on the surface
  double energy_offset;      // the energy correction at the origin
  double energy_correction;  // that at the start of the step
} phase_carried;

typedef struct phase {
  evaluator *e;

  phase_carried *carried;
  double *origin;  // size    an earlier node: energies are compared with the one there
  double *ends;    // 2m + 1  the signs of its frame, a place for h, and what is added to them at z
  double *place;   // n       a place on the surface: where the run began

  // scratch
  double *z, *low;  // size   start of the step, and what rounding took from it
  double *end;      // size   end of the step
  double *end_low;  // size
  double *frame;    // m + 1  the signs s, then h: what X depends on beside q; reduced only
  double *chosen;   // m      signs that are not yet in use
  double *away;     // n      from the end of the step to the place on the surface
} phase;

static inline void phase_open(phase *s, phase_carried *carried, evaluator *e) {
  s->carried = carried;
  s->e = e;
}

static inline void phase_lay(phase_shape k, phase *s, layout *l) {
  assert(k.n <= k.size && k.m >= 0);
  assert((k.kept && k.given) || k.ngiven == 0);
  assert(k.turning || k.nturning == 0);
  s->origin = layout_carried(l, k.size);
  s->ends = layout_carried(l, 2*k.m + 1);
  s->place = layout_carried(l, k.n);
  s->z = layout_scratch(l, k.size);
  s->low = layout_scratch(l, k.size);
  s->end = layout_scratch(l, k.size);
  s->end_low = layout_scratch(l, k.size);
  s->frame = layout_scratch(l, k.m + 1);
  s->chosen = layout_scratch(l, k.m);
  s->away = layout_scratch(l, k.n);
}

// 1 + cos of the angle between a pivot's column and the direction in which X is not defined: less
// than this and X turns too fast to be of use
static const double phase_least_turn = 1e-4;

// differences of frames that are closer than this lose digits
static const double phase_least_width = 1e-4;

static inline int phase_rho(phase_shape k) {
  return k.size - k.n;
}

// positions and the rest are apart: they have sizes of their own
static inline newton_shape phase_unknowns(phase_shape k) {
  return (newton_shape){k.size, {k.n, k.size, k.size}, 0};
}

// The size, near 1e-138, below which an energy of the size of squares is known to fewer digits than
// others are: so are gradients that are quotients of it. Motions pass it on the way to rest.
static const double phase_tiny = 0x1p-511/DBL_EPSILON;

// sizes of increments: each against its z, and those of small ones against the largest of its block
static inline void phase_set_scale(phase_shape k, const phase *s, double *scale) {
  double q = 1e-3*vec_max(s->z, k.n), rest = 1e-3*vec_max(s->z + k.n, phase_rho(k));
  for (int i = 0; i < k.size; i++)
    scale[i] = fabs(s->z[i]) + (i < k.n ? q : rest) + phase_tiny;
}

// the positions of z, from those of a state
static inline void phase_gather(phase_shape k, double *z, const double *q) {
  VEC_UNROLL
  for (int i = 0; i < k.n; i++)
    z[i] = q[k.kept ? k.kept[i] : i];
}

// and back
static inline void phase_scatter(phase_shape k, double *q, const double *z) {
  VEC_UNROLL
  for (int i = 0; i < k.n; i++)
    q[k.kept ? k.kept[i] : i] = z[i];
}

// rho = X^T (p - a) in the frame of the signs `chosen`
static inline void phase_descend(phase_shape k, phase *s, const state *x) {
  vec_copy(s->frame, s->chosen, k.m);
  vec_copy(s->z + k.n, evaluator_run(s->e, BUNDLE_DESCEND, x->t, s->z, x->p, s->frame),
           phase_rho(k));
  vec_zero(s->low + k.n, phase_rho(k));
}

// (q, rho), and the frame; true if it is not that of the step before
static inline bool phase_reduce(phase_shape k, phase *s, const state *x, double h) {
  s->frame[k.m] = fmax(fabs(h), phase_least_width);
  if (!x->reduced) {
    vec_copy(s->chosen, evaluator_run(s->e, BUNDLE_SIGNS, x->t, s->z, x->p, NULL), k.m);
    phase_descend(k, s, x);
    s->carried->began = s->carried->placed = false;
    return true;
  }
  vec_copy(s->frame, x->signs, k.m);
  vec_copy(s->z + k.n, x->rho, phase_rho(k));
  vec_copy(s->low + k.n, x->rho_low, phase_rho(k));
  return false;
}

// H at z less H at the origin, each in its own frame
static inline double phase_energy_change(phase_shape k, phase *s, double t) {
  double *change = s->ends + k.m + 1;
  bool same = true;
  vec_sub(s->end, s->z, s->origin, k.size);
  for (int i = 0; i < k.m; i++) {
    change[i] = s->frame[i] - s->ends[i];
    same = same && change[i] == 0;
  }
  if (k.framed && !same)
    return evaluator_run(s->e, BUNDLE_CROSSING, t, s->origin, s->end, s->ends)[0];
  return evaluator_run(s->e, BUNDLE_INCREMENT, t, s->origin, s->end, s->frame)[0];
}

// the energy correction at the start of the step
static inline void phase_find_correction(phase_shape k, phase *s, double t) {
  if (!k.steered)
    return;
  double change = s->carried->began ? phase_energy_change(k, s, t) : (double)NAN;
  if (isfinite(change)) {
    s->carried->energy_correction = s->carried->energy_offset + change;
    return;
  }
  // the first node; or so far away that parts of the difference, as exp and sinh, are too large
  s->carried->began = true;
  s->carried->energy_offset = s->carried->energy_correction;
  vec_copy(s->origin, s->z, k.size);
  vec_copy(s->ends, s->frame, k.m);
}

// the part of it that one step may correct, with a gradient g along d
static inline double phase_bounded_correction(phase_shape k, const phase *s, const double *g,
                                              const double *d, int n) {
  static const double most = 8*2.220446049250313e-16;
  double size = 0;
  if (!k.steered)
    return 0;
  for (int i = 0; i < n; i++)
    size += fabs(g[i]*d[i]);
  return fmax(-most*size, fmin(most*size, s->carried->energy_correction));
}

// A rule that is not exact has changed the energy in a step. If that is more than a rounding of its
// `size`, later steps do not correct it.
static inline void phase_leave_uncorrected(phase *s, double change, double size) {
  static const double eps = 2.220446049250313e-16;
  if (fabs(change) > eps*size)
    s->carried->energy_offset -= change;
}

// z of the state; true if what earlier steps have found is of no use
static inline bool phase_begin(phase_shape k, phase *s, const state *x, double h) {
  bool changed = false;
  long changes = s->e->inputs ? s->e->inputs->changes : 0;
  if (s->carried->changes != changes)  // H is another one
    s->carried->began = s->carried->placed = false;
  s->carried->changes = changes;
  phase_gather(k, s->z, x->q);
  phase_gather(k, s->low, x->q_low);
  if (k.form == SKEW_REDUCED) {
    changed = phase_reduce(k, s, x, h);
  } else {  // none of a bracket model
    vec_copy(s->z + k.n, x->p, phase_rho(k));
    vec_copy(s->low + k.n, x->p_low, phase_rho(k));
  }
  phase_find_correction(k, s, x->t);
  if (!s->carried->placed)
    vec_copy(s->place, s->z, k.n);
  s->carried->placed = true;
  return changed;
}

// The frame of the place that is reached with half of d: true if it is another one, which is then
// in use, and the step is to be solved again.
static inline bool phase_reframe(phase_shape k, phase *s, const state *x, const double *d) {
  bool same = true;
  if (k.form != SKEW_REDUCED || k.m == 0)
    return false;
  vec_axpy(s->end, 0.5, d, s->z, k.n);
  vec_copy(s->chosen, evaluator_run(s->e, BUNDLE_SIGNS, x->t, s->end, x->p, NULL), k.m);
  for (int i = 0; i < k.m; i++)
    same = same && s->chosen[i] == s->frame[i];
  if (same)
    return false;
  phase_descend(k, s, x);
  phase_find_correction(k, s, x->t);
  return true;
}

// p = M X y + a at the end, and whether the frame was good for it; positions that are given
static inline kernel_result phase_lift(phase_shape k, phase *s, double t, state *x) {
  const double *out = evaluator_run(s->e, BUNDLE_LIFT, t, s->end, s->end, s->frame);
  const double *turn = out + k.nv, *given = turn + k.m;
  for (int i = 0; i < k.m; i++)
    if (!(turn[i] > phase_least_turn))
      return KERNEL_NO_FRAME;
  vec_copy(x->p, out, k.nv);
  vec_zero(x->p_low, k.nv);
  for (int i = 0; i < k.ngiven; i++) {
    x->q[k.given[i]] = given[i];
    x->q_low[k.given[i]] = 0;
  }
  vec_copy(x->rho, s->end + k.n, phase_rho(k));
  vec_copy(x->rho_low, s->end_low + k.n, phase_rho(k));
  vec_copy(x->signs, s->frame, k.m);
  x->reduced = true;
  return KERNEL_DONE;
}

// the positions at the end back to the surface, by a rounding of d at most
static inline void phase_recall(phase_shape k, phase *s, double t, const double *d) {
  static const double eps = 2.220446049250313e-16;
  if (!k.bound)
    return;
  vec_sub(s->away, s->place, s->end, k.n);
  const double *c = evaluator_run(s->e, BUNDLE_SURFACE, t, s->end, s->away, NULL);
  double size = vec_max(c, k.n), most = eps*vec_max(d, k.n);
  if (!isfinite(size) || size == 0)
    return;
  double factor = size > most ? most/size : 1;
  for (int i = 0; i < k.n; i++)
    s->away[i] = factor*c[i];
  vec_add_compensated(s->end, s->end_low, s->away, k.n);
}

// R^T R = 1 for the rotations at the end, and how far they have turned
static inline void phase_straighten(phase_shape k, phase *s, kernel *base, const double *d) {
  VEC_UNROLL
  for (int i = 0; i < k.nturning; i++) {
    int at = k.turning[2*i], n = k.turning[2*i + 1];
    rotation_straighten(s->end + at, s->end_low + at, n);
    base->carried.turn = vec_larger(base->carried.turn, rotation_turn(d + at, n));
  }
}

// the state at z + d; unchanged if the result is not KERNEL_DONE
static inline kernel_result phase_end(phase_shape k, phase *s, kernel *base, state *x,
                                      const double *d) {
  base->failed_at = kernel_not_finite(k.size, s->z, d);
  if (base->failed_at >= 0)
    return KERNEL_NOT_FINITE;
  vec_copy(s->end, s->z, k.size);
  vec_copy(s->end_low, s->low, k.size);
  vec_add_compensated(s->end, s->end_low, d, k.size);
  phase_recall(k, s, x->t + base->carried.h, d);
  phase_straighten(k, s, base, d);
  if (k.form == SKEW_REDUCED) {
    kernel_result lifted = phase_lift(k, s, x->t + base->carried.h, x);
    if (lifted != KERNEL_DONE)
      return lifted;
  } else {
    vec_copy(x->p, s->end + k.n, phase_rho(k));
    vec_copy(x->p_low, s->end_low + k.n, phase_rho(k));
  }
  phase_scatter(k, x->q, s->end);
  phase_scatter(k, x->q_low, s->end_low);
  return KERNEL_DONE;
}
