// One step of a discrete gradient: sizes and start of the unknowns, the solve, the update.

#pragma once

#include "methods/avf.h"
#include "solve/newton_run.h"

// sizes of the unknowns: d against z
static inline void avf_set_scale(avf_shape k, avf *s) {
  double largest = vec_max(s->z0, k.n);
  for (int i = 0; i < k.n; i++)
    s->base->newton.scale[i] = fabs(s->z0[i]) + 1e-3*largest;
}

// start: extrapolated, or d = h P(z0) grad H(z0)
static inline void avf_set_start(avf_shape k, avf *s) {
  newton *solve = &s->base->newton;
  if (!s->base->plain) {
    newton_predict(k.n, solve);
    return;
  }
  evaluator_into(s->e, BUNDLE_GRADIENT, s->t, s->z0, s->z0, NULL, s->slope);
  evaluator_into(s->e, BUNDLE_STRUCTURE, s->t, s->z0, s->slope, NULL, s->out);
  for (int i = 0; i < k.n; i++)
    solve->x[i] = s->h*s->out[i];
}

static inline bool avf_attempt(avf_shape k, avf *s, const newton_equations *e) {
  avf_set_scale(k, s);
  avf_set_start(k, s);
  s->base->solved = newton_run(newton_one_block(k.n), &s->base->newton, e);
  return s->base->solved == NEWTON_CONVERGED;
}

static inline kernel_result avf_update(avf_shape k, avf *s, state *x) {
  const double *d = s->base->newton.x;
  s->base->guilty = kernel_not_finite(k.n, x->q, d);
  if (s->base->guilty >= 0)
    return KERNEL_NOT_FINITE;
  vec_add_compensated(x->q, x->q_low, d, k.n);
  return KERNEL_DONE;
}

// from an extrapolated start, and if that leads nowhere or was far off from a plain one
static inline kernel_result avf_step(avf_shape k, avf *s, const newton_equations *e, state *x,
                                     double h) {
  bool extrapolated = kernel_begin(s->base, h), solved = false;
  s->h = h;
  s->t = x->t;
  s->z0 = x->q;
  for (int attempt = 0; !solved && attempt < 1 + extrapolated; attempt++) {
    if (attempt > 0)
      kernel_again(s->base);
    solved = avf_attempt(k, s, e) && !kernel_mistrusts(s->base);
  }
  return solved ? avf_update(k, s, x) : KERNEL_UNSOLVED;
}
