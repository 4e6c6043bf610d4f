// One step of a stage method: sizes and start of the unknowns, the solve, the update.

#pragma once

#include "methods/stages/stages_equations.h"
#include "solve/newton_run.h"

#include <float.h>

// B at the start, for the sizes of the multipliers; later steps have that of the last Jacobian
static inline void stages_know_reactions(stages_shape k, stages *s) {
  stages_stage(k, s, 0, s->q0, s->v0, true);
}

// The speed of the motion: that at the start, or what the step before gained; from rest, what the
// forces will add. Of a body that is held at rest by constraints nothing of this is left; forces
// whose balance is rounding are.
static inline double stages_pace(stages_shape k, stages *s) {
  double pace = vec_max(s->v0, k.n);
  if (!s->base->plain)
    return vec_larger(vec_larger(pace, s->carried->gain), 1e-3*s->carried->first);
  vec_axpy(s->at.p, 1, s->hW, s->p0, k.n);
  chart_view a = stages_transform(k, s, s->t, s->q0, s->at.p, false);
  vec_sub(s->at.w, a.y, s->v0, k.n);
  s->carried->first = vec_max(s->at.w, k.n);
  return vec_larger(pace, s->carried->first);
}

// Sizes of the unknowns: velocities against v0, multipliers against the momentum they balance. With
// constraints of positions g carries the rounding of q, so velocities are known to eps |q|/h only:
// that is the noise of the equations. `pace` is the speed of the motion, `push` what forces add to
// p.
static inline void stages_set_scale(stages_shape k, stages *s, double pace, double push) {
  int n = k.n, m = stages_m(k);
  newton *solve = &s->base->newton;
  double largest = vec_max(s->v0, n), h = fabs(s->h), q = vec_max(s->q0, k.nq);
  double p = vec_max(s->p0, n) + push;
  solve->noise = k.noise;
  if (k.mh > 0) {
    largest = vec_larger(pace, DBL_EPSILON*q/h);
    solve->noise *= largest > 0 ? vec_larger(1, k.r.noise*q/(h*largest)) : 1;
  }
  for (int i = k.r.first_known; i < k.r.s; i++)
    for (int j = 0; j < n; j++)
      solve->scale[stages_column_v(k, i) + j] = fabs(s->v0[j]) + 1e-3*largest;
  for (int c = 0; c < m; c++) {
    double row = vec_max(s->B + c*n, n), size = row > 0 ? p/row : p;
    if (k.loaded)
      s->load.size[k.declared[c]] = size/h;
    for (int i = 0; i < k.r.s; i++) {
      if (c < k.mn && i >= k.r.first_given)
        solve->scale[stages_column_l(k, i) + c] = size;
      else if (c >= k.mn)
        solve->scale[stages_column_m(k, i) + c - k.mn] = size;
    }
  }
}

// start: extrapolated, or the velocity of the node with the multipliers known last
static inline void stages_set_start(stages_shape k, stages *s, const state *x) {
  newton *solve = &s->base->newton;
  const double *lambda = s->carried->known_last ? s->last : x->lambda;
  if (!s->base->plain) {
    newton_predict(stages_N(k), solve);
    return;
  }
  vec_zero(solve->x, stages_nv(k));
  for (int i = 0; i < k.r.s; i++) {
    for (int c = 0; i >= k.r.first_given && c < k.mn; c++)
      solve->x[stages_column_l(k, i) + c] = s->h*lambda[k.declared[c]];
    for (int c = 0; c < k.mh; c++)
      solve->x[stages_column_m(k, i) + c] = s->h*lambda[k.declared[k.mn + c]];
  }
}

// The motion was much faster than the pace, so the bound of rounding that was made of it is too
// large: from rest, forces and constraints that set in after the node are not known at the node.
static inline bool stages_exceeded_pace(stages_shape k, const stages *s) {
  return k.mh > 0 && vec_max(s->base->newton.x, stages_nv(k)) > 100*s->pace;
}

static inline kernel_result stages_attempt(stages_shape k, stages *s, const newton_equations *e,
                                           const state *x) {
  newton *solve = &s->base->newton;
  stages_begin(k, s);
  if (s->base->plain)
    stages_know_reactions(k, s);
  s->pace = k.mh > 0 ? stages_pace(k, s) : vec_max(s->v0, k.n);
  stages_set_scale(k, s, s->pace, vec_max(s->hW, k.n));
  stages_set_start(k, s, x);
  s->base->solved = newton_run(stages_unknowns(k), solve, e);
  if (s->base->solved == NEWTON_CONVERGED && stages_exceeded_pace(k, s)) {
    // again from the start, by the pace and the push that were found
    stages_set_scale(k, s, vec_max(solve->x, stages_nv(k)), vec_max(s->hW, k.r.s*k.n));
    vec_copy(solve->x, solve->start, stages_N(k));
    newton_forget(solve);
    s->base->solved = newton_run(stages_unknowns(k), solve, e);
  }
  return s->base->solved == NEWTON_CONVERGED ? KERNEL_DONE : KERNEL_UNSOLVED;
}

// A step that leads far beyond what velocities and forces allow, and not along g = 0, has found
// another sheet of it. Where constraints move by themselves, nothing can be concluded.
static inline bool stages_jumped(stages_shape k, const stages *s) {
  double rounding = 1000*DBL_EPSILON*vec_max(s->q0, k.nq);
  return k.mh > 0 && k.autonomous && vec_max(s->dq, k.n) > 10*fabs(s->h)*s->pace + rounding &&
         kernel_goes_across(rows_after(stages_zeros_of(k).level, k.mn), s->B + k.mn*k.n, s->dq,
                            k.mh, k.n);
}

// the multipliers of the last stage: a start for the next step, or what a node has
static inline void stages_keep_multipliers(stages_shape k, stages *s, state *x) {
  int m = stages_m(k), last = k.r.s - 1;
  for (int c = 0; c < m; c++)
    s->last[c] = s->mu[last*m + c]/s->h;
  s->carried->known_last = true;
  if (k.r.delivers)
    vec_copy(x->kept, s->last, m);
  if (k.loaded)
    vec_copy(x->lambda, s->last, m);  // where the search for those of the node starts
}

// dq = h sum_j b_j V_j, dp = sum_j b_j h W_j
static inline kernel_result stages_finish(stages_shape k, stages *s, state *x) {
  int n = k.n, last = k.r.s - 1;
  s->failed = s->begin_failed;
  stages_read(k, s, s->base->newton.x);
  stages_all(k, s, false);
  if (s->failed)
    return KERNEL_NO_VELOCITIES;
  vec_zero(s->dq, n);
  vec_zero(s->dp, n);
  stages_sum(k, s->dq, s->dq, s->h, k.r.b, s->V);
  stages_sum(k, s->dp, s->dp, 1, k.r.b, s->hW);
  vec_sub(s->at.w, s->V + last*n, s->v0, n);
  s->carried->gain = vec_max(s->at.w, n);
  if (stages_jumped(k, s))
    return KERNEL_JUMPED;
  kernel_result result = kernel_commit(n, s->base, (double *[]){x->q, x->q_low}, s->dq,
                                       (double *[]){x->p, x->p_low}, s->dp);
  if (result == KERNEL_DONE)
    stages_keep_multipliers(k, s, x);
  return result;
}

// Lam_1 of a rule that has it given
static inline bool stages_know_first(stages_shape k, stages *s, const state *x) {
  s->lambda0 = x->kept;
  if (!k.r.restarts)
    return true;
  s->failed = false;
  stages_start_velocity(k, s);
  s->lambda0 = s->lambda;
  vec_copy(s->lambda, x->lambda, stages_m(k));
  return consistent_multipliers(&s->consistent, s->t, s->q0, k.own ? s->v0 : s->p0, s->lambda);
}

// Solve the equations of a step.
static inline kernel_result stages_solve(stages_shape k, stages *s, const newton_equations *e,
                                         const state *x, double h) {
  kernel_begin(s->base, h);
  s->h = h;
  s->t = x->t;
  s->q0 = x->q;
  s->p0 = x->p;
  s->base->failed_at = 0;
  if (!stages_know_first(k, s, x))
    return KERNEL_SINGULAR;
  kernel_result result = KERNEL_UNSOLVED;
  for (int try = 0; kernel_tries(s->base, result, try); try++)
    result = kernel_trusted(s->base, stages_attempt(k, s, e, x));
  return result;
}

static inline kernel_result stages_step(stages_shape k, stages *s, const newton_equations *e,
                                        state *x, double h) {
  kernel_result result = stages_solve(k, s, e, x, h);
  return result == KERNEL_DONE ? stages_finish(k, s, x) : result;
}
