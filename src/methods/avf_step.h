// One step of a discrete gradient: sizes and start of the unknowns, the solve, the update.

#pragma once

#include "methods/avf.h"
#include "solve/newton_run.h"

// sizes of the unknowns: d against z
static inline void avf_set_scale(avf_shape k, avf *s) {
  double largest = vec_max(s->phase.z, k.phase.size);
  for (int i = 0; i < k.phase.size; i++)
    s->base->newton.scale[i] = fabs(s->phase.z[i]) + 1e-3*largest;
}

// start: extrapolated, or d = h P(z0) grad H(z0)
static inline void avf_set_start(avf_shape k, avf *s) {
  newton *solve = &s->base->newton;
  if (!s->base->plain) {
    newton_predict(k.phase.size, solve);
    return;
  }
  evaluator_into(s->e, BUNDLE_GRADIENT, s->t, s->phase.z, s->phase.z, s->phase.frame, s->slope);
  evaluator_into(s->e, BUNDLE_STRUCTURE, s->t, s->phase.z, s->slope, s->phase.frame, s->out);
  for (int i = 0; i < k.phase.size; i++)
    solve->x[i] = s->h*s->out[i];
}

static inline bool avf_attempt(avf_shape k, avf *s, const newton_equations *e) {
  avf_set_scale(k, s);
  avf_set_start(k, s);
  s->base->solved = newton_run(newton_one_block(k.phase.size), &s->base->newton, e);
  return s->base->solved == NEWTON_CONVERGED;
}

// from an extrapolated start, and if that leads nowhere or was far off from a plain one
static inline kernel_result avf_step(avf_shape k, avf *s, const newton_equations *e, state *x,
                                     double h) {
  if (phase_begin(k.phase, &s->phase, x, h))
    newton_forget(&s->base->newton);
  bool extrapolated = kernel_begin(s->base, h), solved = false;
  s->h = h;
  s->t = x->t;
  for (int attempt = 0; !solved && attempt < 1 + extrapolated; attempt++) {
    if (attempt > 0)
      kernel_again(s->base);
    solved = avf_attempt(k, s, e) && !kernel_mistrusts(s->base);
  }
  return solved ? phase_end(k.phase, &s->phase, s->base, x, s->base->newton.x) : KERNEL_UNSOLVED;
}
