// One step of a Runge-Kutta method for index-2 DAEs: sizes and start of the unknowns, the solve,
// the branch, the update.

#pragma once

#include "methods/stages/dae.h"
#include "solve/newton_run.h"

// Sizes of the unknowns: D against y, Z against what moves y by as much in a step. The rounding of
// y is in g, so Z is known to eps |y|/(h |f_z|) only. Of an overdetermined problem Z moves y by h^2
// only, so that there is more noise in the equations.
static inline void dae_set_scale(dae_shape k, dae *s) {
  double pace = s->carried->pace, size = vec_max(s->y0, k.n);
  if (k.twice)
    s->base->newton.noise = pace > 0 ? vec_larger(1, size/(fabs(s->h)*pace)) : 1;
  int u = dae_stages(k);
  double *D = s->base->newton.scale, *Z = D + u*k.n, largest = vec_max(s->y0, k.n);
  for (int j = 0; j < u; j++, D += k.n, Z += k.m) {
    for (int i = 0; i < k.n; i++)
      D[i] = fabs(s->y0[i]) + 1e-3*largest;
    for (int c = 0; c < k.m; c++)
      Z[c] = s->slope[c] > 0 ? largest/(fabs(s->h)*s->slope[c]) : 0;
  }
}

// f = f_1 + ... + f_P, from what a bundle has left
static inline void dae_sum_parts(dae_shape k, double *f, const double *parts) {
  vec_zero(f, k.n);
  for (int p = 0; p < k.parts; p++)
    vec_axpy(f, 1, parts + p*k.n, f, k.n);
}

// z0 and the sign that belongs to it; false if g_y f_z is singular there
static inline bool dae_know_branch(dae_shape k, dae *s, const double *z) {
  algebraic *d = &s->algebraic;
  vec_copy(s->z0, z, k.m);
  if (!algebraic_solve(k.m, d, s->e, s->t, s->y0, s->z0) || d->sign != d->sign0)
    vec_copy(s->z0, z, k.m);
  bool regular = algebraic_look(k.m, d, s->e, s->t, s->y0, s->z0);
  s->base->failed_at = d->singular;
  s->carried->sign = d->sign;
  return regular;
}

// f0 and f_z at (y0,z0)
static inline void dae_know_slope(dae_shape k, dae *s) {
  double *parts = s->blocks + k.r.first_known*dae_blocks(k);
  evaluator_into(s->e, BUNDLE_PARTS_BLOCKS, s->t, s->y0, s->z0, NULL, parts);
  dae_find_slope(k, s, k.r.first_known);
  dae_sum_parts(k, s->f0, parts);
  s->carried->pace = vec_max(s->f0, k.n);
}

// z = z(t,y), from the last z; false if that is not on the branch
static inline bool dae_follow(dae_shape k, dae *s, double t, const double *y) {
  algebraic *d = &s->algebraic;
  return k.m == 0 || (algebraic_solve(k.m, d, s->e, t, y, s->z) && d->sign == s->carried->sign);
}

// f = f(t,y,z(t,y)) of the underlying equation
static inline bool dae_rate(dae_shape k, dae *s, double t, const double *y) {
  if (!dae_follow(k, s, t, y))
    return false;
  dae_sum_parts(k, s->f, evaluator_run(s->e, BUNDLE_PARTS, t, y, s->z, NULL));
  return true;
}

// move `path` by a step d along the underlying equation, from t
static inline bool dae_walk(dae_shape k, dae *s, double t, double d) {
  static const double part[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
  vec_zero(s->sum, k.n);
  vec_zero(s->f, k.n);
  for (int l = 0; l < 4; l++) {
    vec_axpy(s->Y, part[l]*d, s->f, s->path, k.n);
    if (!dae_rate(k, s, t + part[l]*d, s->Y))
      return false;
    vec_axpy(s->sum, weight[l], s->f, s->sum, k.n);
  }
  vec_axpy(s->path, d/6, s->sum, s->path, k.n);
  return dae_rate(k, s, t + d, s->path);
}

// D_i and Z_i along the underlying equation; false where that fails, or goes too far for one step
static inline bool dae_walk_stages(dae_shape k, dae *s) {
  double *D = s->base->newton.x, *Z = D + dae_stages(k)*k.n;
  double reach = vec_max(s->y0, k.n) + 10*fabs(s->h)*vec_max(s->f0, k.n), at = 0;
  vec_copy(s->path, s->y0, k.n);
  vec_copy(s->z, s->z0, k.m);
  for (int j = k.r.first_known; j < k.r.s; j++, D += k.n, Z += k.m) {
    if (!dae_walk(k, s, s->t + at*s->h, (k.r.c[j] - at)*s->h))
      return false;
    at = k.r.c[j];
    vec_sub(D, s->path, s->y0, k.n);
    vec_copy(Z, s->z, k.m);
    if (!(vec_max(D, k.n) <= reach))
      return false;
  }
  return true;
}

// the start where that fails: D_i = c_i h f0, Z_i = z0
static inline void dae_straight_start(dae_shape k, dae *s) {
  double *D = s->base->newton.x, *Z = D + dae_stages(k)*k.n;
  for (int j = k.r.first_known; j < k.r.s; j++, D += k.n, Z += k.m) {
    for (int i = 0; i < k.n; i++)
      D[i] = k.r.c[j]*s->h*s->f0[i];
    vec_copy(Z, s->z0, k.m);
  }
}

// is det g_y f_z of the same sign in all stages as it was at the start?
static inline bool dae_on_branch(dae_shape k, dae *s) {
  for (int j = k.r.first_known; k.m > 0 && j < k.r.s; j++) {
    const double *Z = dae_stage(k, s, s->base->newton.x, j);
    if (!algebraic_look(k.m, &s->algebraic, s->e, dae_time(k, s, j), s->Y, Z) ||
        s->algebraic.sign != s->carried->sign)
      return false;
  }
  return true;
}

// Does the start follow the underlying equation, so that the solution is near it?
static inline bool dae_start(dae_shape k, dae *s) {
  newton *solve = &s->base->newton;
  if (!s->base->plain) {
    newton_predict(dae_unknowns(k).n, solve);
    return false;
  }
  solve->carried.frozen = solve->carried.aged = false;  // older factors may lead to another root
  dae_know_slope(k, s);
  if (dae_walk_stages(k, s))
    return true;
  dae_straight_start(k, s);
  return false;
}

// From a start that is good to O(h^5), long increments lead to other roots: on [T] (2.28) with
// h = 0.4, increments of 0.4 and 0.8 to solutions without meaning, where no sign has changed.
// (Stages of an overdetermined problem are O(h) from the path in z, which says nothing.)
static inline bool dae_strayed(const newton *solve) {
  static const double far = 0.25;
  return vec_max(solve->last.history, solve->last.nhistory) > far;
}

static inline kernel_result dae_attempt(dae_shape k, dae *s, const newton_equations *e,
                                        const state *x) {
  newton *solve = &s->base->newton;
  dae_begin(k, s);
  if (s->base->plain && k.m > 0 && !dae_know_branch(k, s, x->lambda))
    return KERNEL_SINGULAR;
  bool followed = dae_start(k, s);
  dae_set_scale(k, s);
  s->base->solved = newton_run(dae_unknowns(k), solve, e);
  if (s->base->solved != NEWTON_CONVERGED)
    return KERNEL_UNSOLVED;
  bool strayed = followed && k.bent && !k.twice && dae_strayed(solve);
  return !strayed && dae_on_branch(k, s) ? KERNEL_DONE : KERNEL_OFF_BRANCH;
}

// y1 = y0 + D_s, or y0 + h sum_j b_j f_j
static inline void dae_know_end(dae_shape k, dae *s, const state *x) {
  const double *D = s->base->newton.x;
  if (k.stiff)
    vec_copy(s->dy, D + (dae_stages(k) - 1)*k.n, k.n);
  else {
    dae_look(k, s, D, false);
    dae_advance(k, s, false);
  }
  for (int i = 0; i < k.n; i++)
    s->y1[i] = x->q[i] + (s->dy[i] + x->q_low[i]);
}

// z that is consistent with y1, from Z_s; where that is too far off, along the underlying equation
static inline bool dae_follow_end(dae_shape k, dae *s, const double *Zs, const double *z0) {
  double t1 = s->t + s->h;
  vec_copy(s->z, Zs, k.m);
  if (dae_follow(k, s, t1, s->y1))
    return true;
  vec_copy(s->z, z0, k.m);
  vec_copy(s->path, s->y0, k.n);
  return dae_walk(k, s, s->t, s->h) && dae_follow(k, s, t1, s->y1);
}

static inline kernel_result dae_update(dae_shape k, dae *s, state *x) {
  int u = dae_stages(k);
  const double *Zs = s->base->newton.x + u*k.n + (u - 1)*k.m;
  dae_know_end(k, s, x);
  s->base->failed_at = kernel_not_finite(k.n, x->q, s->dy);
  if (s->base->failed_at >= 0)
    return KERNEL_NOT_FINITE;
  if (!dae_follow_end(k, s, Zs, x->lambda))
    return KERNEL_OFF_BRANCH;
  vec_add_compensated(x->q, x->q_low, s->dy, k.n);
  s->carried->pace = vec_max(s->dy, k.n)/fabs(s->h);
  vec_copy(x->lambda, s->z, k.m);
  if (k.r.delivers)
    vec_copy(x->kept, Zs, k.m);
  return KERNEL_DONE;
}

// The plain start is off by O(h^5), an extrapolated one from k steps by O(h^k). With fewer than
// three it may lead to another branch: on [T] (2.28) with h = 0.1 that of one step does.
enum { dae_past = 3 };

static inline kernel_result dae_step(dae_shape k, dae *s, const newton_equations *e, state *x,
                                     double h) {
  kernel_begin(s->base, h);
  if (s->base->newton.carried.npast < dae_past)
    kernel_start_plainly(s->base);
  s->h = h;
  s->t = x->t;
  s->y0 = x->q;
  s->z1 = x->kept;
  kernel_result result = KERNEL_UNSOLVED;
  for (int try = 0; kernel_tries(s->base, result, try); try++) {
    if (try > 0)
      s->base->carried.rest = kernel_rest;
    result = kernel_trusted(s->base, dae_attempt(k, s, e, x));
  }
  return result == KERNEL_DONE ? dae_update(k, s, x) : result;
}
