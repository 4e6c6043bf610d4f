// One step of a discrete gradient: sizes and start of the unknowns, the solve, the update.

#pragma once

#include "methods/gradient/gradient.h"
#include "solve/newton_run.h"

static inline void gradient_set_scale(gradient_shape k, gradient *s) {
  for (int j = 0; j < k.stages; j++)
    phase_set_scale(k.phase, &s->phase, s->base->newton.scale + j*k.phase.size);
}

// start from the middle that an explicit half step finds
static inline void gradient_set_plain(gradient_shape k, gradient *s) {
  int n = k.phase.size;
  gradient_field(n, s, s->t, s->phase.z, s->D);
  gradient_field(n, s, gradient_time(s, 0.5), gradient_place(n, s, 0.5, s->D), s->D);
  for (int j = 0; j < k.stages; j++)
    gradient_field(n, s, gradient_time(s, k.c[j]), gradient_place(n, s, k.c[j], s->D),
                   s->base->newton.x + j*n);
}

// or extrapolated
static inline void gradient_set_start(gradient_shape k, gradient *s) {
  if (s->base->plain)
    gradient_set_plain(k, s);
  else
    newton_predict(k.stages*k.phase.size, &s->base->newton);
}

static inline kernel_result gradient_attempt(gradient_shape k, gradient *s,
                                             const newton_equations *e) {
  gradient_set_scale(k, s);
  gradient_set_start(k, s);
  s->base->solved = newton_run(k.newton, &s->base->newton, e);
  return s->base->solved == NEWTON_CONVERGED ? KERNEL_DONE : KERNEL_UNSOLVED;
}

static inline kernel_result gradient_solve(gradient_shape k, gradient *s,
                                           const newton_equations *e) {
  kernel_result result = KERNEL_UNSOLVED;
  for (int try = 0; kernel_tries(s->base, result, try); try++)
    result = kernel_trusted(s->base, gradient_attempt(k, s, e));
  return result;
}

// D = sum_i b_i d_i, the way of the step
static inline const double *gradient_way(gradient_shape k, gradient *s) {
  int n = k.phase.size;
  vec_zero(s->D, n);
  for (int j = 0; j < k.stages; j++)
    vec_axpy(s->D, k.b[j], s->base->newton.x + j*n, s->D, n);
  return s->D;
}

// sum_i |H_i| (|z0_i| + |d_i|) with the gradient at z
static inline double gradient_size(int n, gradient *s, double t, const double *z, const double *d) {
  double sum = 0;
  gradient_slope(s, t, z);
  for (int i = 0; i < n; i++)
    sum += fabs(s->slope[i])*(fabs(s->phase.z[i]) + fabs(d[i]));
  return sum;
}

// What a step has done to the energy, against what rounding of z does to it. At one of both ends the
// gradient may have a zero that it has not on the way. A change by the rule is not corrected.
static inline void gradient_watch(gradient_shape k, gradient *s, const double *d) {
  int n = k.phase.size;
  kernel *base = s->base;
  const double *z0 = s->phase.z, *z1 = gradient_place(n, s, 1, d);
  double change = evaluator_run(s->e, BUNDLE_INCREMENT, s->t, z0, d, s->phase.frame)[0];
  double size = gradient_size(n, s, s->t, z0, d) + gradient_size(n, s, gradient_time(s, 1), z1, d);
  double defect = fabs(change);
  phase_leave_uncorrected(&s->phase, change, size);
  if (defect > base->carried.excess*size) {
    base->carried.defect = defect;
    base->carried.excess = defect/size;
  }
}

static inline void gradient_begin(gradient_shape k, gradient *s, const state *x, double h) {
  if (phase_begin(k.phase, &s->phase, x, h))
    newton_forget(&s->base->newton);
  s->h = h;
  s->t = x->t;
  kernel_begin(s->base, h);
}

// solved once more, where the middle of the step has another frame
static inline kernel_result gradient_step(gradient_shape k, gradient *s, const newton_equations *e,
                                          state *x, double h) {
  gradient_begin(k, s, x, h);
  kernel_result result = gradient_solve(k, s, e);
  if (result != KERNEL_DONE)
    gradient_set_plain(k, s);
  if (phase_reframe(k.phase, &s->phase, x, gradient_way(k, s))) {
    newton_forget(&s->base->newton);
    kernel_start_plainly(s->base);
    result = gradient_solve(k, s, e);
  }
  if (result != KERNEL_DONE)
    return result;
  const double *d = gradient_way(k, s);
  if (k.watched)
    gradient_watch(k, s, d);
  return phase_end(k.phase, &s->phase, s->base, x, d);
}
