// The variables of a discrete gradient, z' = P(z) grad H(z), and their way from a state and back.
//
//   states    z is the state of a bracket model
//   reduced   z = (q, rho), rho = X(q)^T p: the columns of X span the velocities that the constraints
//             allow (reduction.h). X depends on signs s: those of the pivots at the start of a step,
//             the same during all of it. From step to step (q, rho, s) is carried; rho is made of p
//             only at the start and where a sign has changed, because the rounding of that has a bias
//   full      z = (q, p): the constraints are left to the method

#pragma once

#include "base/vec.h"
#include "methods/kernel.h"
#include "problem/evaluate.h"

// sizes; constants in a compiled step
typedef struct phase_shape {
  skew_form form;
  int n, m;  // states or coordinates, constraints
  int size;  // of z
} phase_shape;

typedef struct phase {
  evaluator *e;
  const char **name;  // of each z
  double *z, *low;    // size   start of the step, and what rounding took from it
  double *end;        // size   end of the step
  double *end_low;    // size
  double *frame;      // m + 1  the signs s, then h: what X depends on beside q; reduced only
  double *chosen;     // m      signs that are not yet in use
} phase;

// 1 + cos of the angle between a pivot's column and the direction in which X is not defined: less
// than this and X turns too fast to be of use
static const double phase_least_turn = 1e-4;

static inline int phase_rho(phase_shape k) {
  return k.size - k.n;
}

// rho = X^T p in the frame of the signs `chosen`
static inline void phase_descend(phase_shape k, phase *s, const state *x) {
  vec_copy(s->frame, s->chosen, k.m);
  vec_copy(s->z + k.n, evaluator_run(s->e, BUNDLE_DESCEND, x->t, x->q, x->p, s->frame),
           phase_rho(k));
  vec_zero(s->low + k.n, phase_rho(k));
}

static inline bool phase_same_frame(phase_shape k, const phase *s, const double *signs) {
  for (int i = 0; i < k.m; i++)
    if (s->chosen[i] != signs[i])
      return false;
  return true;
}

// (q, rho), and the frame; true if it is not that of the step before
static inline bool phase_reduce(phase_shape k, phase *s, const state *x, double h) {
  s->frame[k.m] = h;
  vec_copy(s->chosen, evaluator_run(s->e, BUNDLE_SIGNS, x->t, x->q, x->p, NULL), k.m);
  if (!x->reduced || !phase_same_frame(k, s, x->signs)) {
    phase_descend(k, s, x);
    return true;
  }
  vec_copy(s->frame, x->signs, k.m);
  vec_copy(s->z + k.n, x->rho, phase_rho(k));
  vec_copy(s->low + k.n, x->rho_low, phase_rho(k));
  return false;
}

// z of the state; true if what earlier steps have found is of no use
static inline bool phase_begin(phase_shape k, phase *s, const state *x, double h) {
  vec_copy(s->z, x->q, k.n);
  vec_copy(s->low, x->q_low, k.n);
  if (k.form == SKEW_REDUCED)
    return phase_reduce(k, s, x, h);
  vec_copy(s->z + k.n, x->p, phase_rho(k));  // none of a bracket model
  vec_copy(s->low + k.n, x->p_low, phase_rho(k));
  return false;
}

// The frame of the place that is reached with half of d: true if it is another one, which is then in
// use. For a second attempt, where the first has failed.
static inline bool phase_reframe(phase_shape k, phase *s, const state *x, const double *d) {
  if (k.form != SKEW_REDUCED)
    return false;
  vec_axpy(s->end, 0.5, d, s->z, k.n);
  vec_copy(s->chosen, evaluator_run(s->e, BUNDLE_SIGNS, x->t, s->end, x->p, NULL), k.m);
  if (phase_same_frame(k, s, s->frame))
    return false;
  phase_descend(k, s, x);
  return true;
}

// p = M X y at the end, and whether the frame was good for it
static inline kernel_result phase_lift(phase_shape k, phase *s, double t, state *x) {
  const double *out = evaluator_run(s->e, BUNDLE_LIFT, t, s->end, s->end, s->frame);
  const double *turn = out + k.n;
  for (int i = 0; i < k.m; i++)
    if (!(turn[i] > phase_least_turn))
      return KERNEL_NO_FRAME;
  vec_copy(x->p, out, k.n);
  vec_zero(x->p_low, k.n);
  vec_copy(x->rho, s->end + k.n, phase_rho(k));
  vec_copy(x->rho_low, s->end_low + k.n, phase_rho(k));
  vec_copy(x->signs, s->frame, k.m);
  x->reduced = true;
  return KERNEL_DONE;
}

// the state at z + d; unchanged if the result is not KERNEL_DONE
static inline kernel_result phase_end(phase_shape k, phase *s, kernel *base, state *x,
                                      const double *d) {
  base->guilty = kernel_not_finite(k.size, s->z, d);
  if (base->guilty >= 0)
    return KERNEL_NOT_FINITE;
  vec_copy(s->end, s->z, k.size);
  vec_copy(s->end_low, s->low, k.size);
  vec_add_compensated(s->end, s->end_low, d, k.size);
  if (k.form == SKEW_REDUCED) {
    kernel_result lifted = phase_lift(k, s, x->t + base->h, x);
    if (lifted != KERNEL_DONE)
      return lifted;
  } else if (k.form == SKEW_FULL) {
    vec_copy(x->p, s->end + k.n, k.n);
    vec_copy(x->p_low, s->end_low + k.n, k.n);
  }
  vec_copy(x->q, s->end, k.n);
  vec_copy(x->q_low, s->end_low, k.n);
  return KERNEL_DONE;
}
