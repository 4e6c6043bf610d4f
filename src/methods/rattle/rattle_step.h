// One step of rattle: sizes and start of the unknowns, the solve, the projection, the update.

#pragma once

#include "methods/rattle/rattle_reduced.h"
#include "solve/newton_run.h"

#include <float.h>

// any of the three forms
static inline void rattle_evaluate(rattle_shape k, rattle *s, const double *x, double *r,
                                   double *J) {
  s->failed = s->begin_failed;
  if (k.eliminates)
    rattle_reduced(k, s, x, r, J);
  else if (k.separable)
    rattle_separable(k, s, x, r, J);
  else
    rattle_general(k, s, x, r, J);
  if (s->failed)
    r[0] = (double)NAN;
}

// Sizes of the unknowns. g(q1) carries the rounding of q1, so u is known to eps |q|/h only, and the
// multiplier to eps |q|/(h |H_pp G^T|), along G^T, where the projection removes it. In the
// separable form that is the size of the multiplier; in the general form, it is the noise of the
// equations: an increment that no longer shrinks is then taken if it moves q by a thousand
// roundings at most.
static inline void rattle_set_scale(rattle_shape k, rattle *s) {
  int n = k.n, m = k.m;
  newton *solve = &s->base->newton;
  double h = fabs(s->h), q = vec_max(s->q0, n), p = vec_max(s->p0, n) + h*vec_max(s->f0, n);
  double v = vec_larger(s->pace, DBL_EPSILON*q/h);
  bool positions = !k.separable || k.eliminates;  // u is unknown
  double *rates = solve->scale + (k.separable ? 0 : n);
  for (int i = 0; !k.separable && i < n; i++)
    solve->scale[i] = fabs(s->p0[i]) + 1e-3*p;
  for (int i = 0; positions && i < n; i++)
    rates[i] = fabs(s->v0[i]) + 1e-3*v;
  solve->noise = k.noise*(!positions || !(v > 0) ? 1 : vec_larger(1, q/(h*v)));
  if (k.eliminates)
    return;
  double *scale = solve->scale + (k.separable ? 0 : 2*n);
  for (int c = 0; c < m; c++) {
    double row = rows_max(k.zeros.G, c, c + 1, s->G0, n), size = p;
    if (k.separable && s->carried->largest > 0)
      size = v/s->carried->largest + q/(h*s->carried->largest);
    scale[c] = row > 0 ? size/row : size;
  }
}

static inline void rattle_set_start(rattle_shape k, rattle *s, const state *x) {
  newton *solve = &s->base->newton;
  int all = rattle_unknowns(k).n;
  if (!s->base->plain) {
    newton_predict(all, solve);
    return;
  }
  if (k.eliminates) {
    vec_copy(solve->x, s->v0, k.n);
    return;
  }
  vec_zero(solve->x, all);
  if (!k.separable)
    vec_copy(solve->x + k.n, s->v0, k.n);
  for (int c = 0; c < k.m; c++)
    solve->x[all - k.m + c] = 0.5*s->h*x->lambda[k.declared[c]];
}

// A step that leads far beyond what velocity and forces allow, and not along g = 0, has found another
// sheet of it. Where constraints move by themselves, nothing can be concluded.
static inline bool rattle_jumped(rattle_shape k, const rattle *s) {
  double moved = 0, rounding = 1000*DBL_EPSILON*vec_max(s->q0, k.n);
  double reach = 10*fabs(s->h)*s->pace + rounding;
  if (k.m == 0 || !k.autonomous)
    return false;
  for (int i = 0; i < k.n; i++)
    moved = vec_larger(moved, fabs(s->q1[i] - s->q0[i]));
  return moved > reach && kernel_goes_across(k.zeros.G, s->G0, s->dq, k.m, k.n);
}

// d = ph - p0 and q1 - q0 from the solution
static inline void rattle_read_solution(rattle_shape k, rattle *s) {
  const double *x = s->base->newton.x;
  int n = k.n, m = k.m, all = rattle_unknowns(k).n;
  s->failed = s->begin_failed;
  if (k.eliminates) {
    rattle_across(k, s, x, false);
    rattle_recover(k, s);
    vec_axpy(s->ph, 1, s->d, s->p0, n);
    for (int i = 0; i < n; i++)
      s->dq[i] = s->h*x[i];
  } else if (k.separable) {
    const double *v = rattle_drift(k, s, x);
    for (int i = 0; i < n; i++)
      s->dq[i] = s->h*v[i];
  } else {
    vec_copy(s->d, x, n);
    for (int i = 0; i < n; i++) {
      s->ph[i] = s->p0[i] + s->d[i];
      s->dq[i] = s->h*x[n + i];
      s->q1[i] = s->q0[i] + s->dq[i];
    }
  }
  if (!k.eliminates)
    vec_copy(s->k0, x + all - m, m);
  s->carried->way = vec_max(s->dq, n);
}

// a speed that matters at rest
static inline double rattle_rest(const rattle *s) {
  return 1e-3*s->carried->gain;
}

// The speed of the motion in this step: that at the start; in a first step what the forces will
// add, if it is larger, otherwise that of the step before, if it is larger. (At a turning point in
// the middle of a step the speed at its end is h a/2, at a turning point at its end the way was
// h^2 a/2: one of the two is never small.) Of a body that is held at rest by constraints nothing of
// this is left; forces whose balance is rounding are.
static inline void rattle_know_pace(rattle_shape k, rattle *s) {
  if (s->base->newton.carried.npast == 0) {
    s->carried->gain = rattle_gain(k, s);
    s->pace = vec_larger(s->speed, s->carried->gain);
  } else
    s->pace = vec_larger(vec_larger(s->speed, s->carried->way/fabs(s->h)), rattle_rest(s));
}

// of a separable system: the scale of the multiplier needs H_pp before the first solve
static inline void rattle_know_mass(rattle_shape k, rattle *s) {
  if (k.separable && !k.eliminates && !(s->carried->largest > 0))
    s->carried->largest = rows_max(k.zeros.W, 0, k.n, rattle_mass(k, s, s->t, s->q0, s->p0), k.n);
}

// q1 and ph
static inline kernel_result rattle_attempt(rattle_shape k, rattle *s, const newton_equations *e,
                                           const state *x) {
  rattle_begin(k, s);
  rattle_know_pace(k, s);
  rattle_know_mass(k, s);
  if (k.eliminates)
    rattle_reflect(k, s);
  rattle_set_scale(k, s);
  rattle_set_start(k, s, x);
  s->base->solved = newton_run(rattle_unknowns(k), &s->base->newton, e);
  if (s->base->solved == NEWTON_NOT_FINITE && k.eliminates && s->failed)
    return KERNEL_NO_MOMENTA;
  if (s->base->solved != NEWTON_CONVERGED)
    return KERNEL_UNSOLVED;
  rattle_read_solution(k, s);
  return rattle_jumped(k, s) ? KERNEL_JUMPED : KERNEL_DONE;
}

// ---- the projection

// row c of G1 times y
static inline double rattle_row(rattle_shape k, const rattle *s, int c, const double *y) {
  return k.zeros.G.first ? rows_dot(k.zeros.G, c, s->G1, y, k.n)
                         : vec_dot_sparse(s->G1 + c*k.n, y, k.n);
}

// r = G1 v + g_t
static inline void rattle_rate(rattle_shape k, const rattle *s, const double *v, double *r) {
  VEC_UNROLL
  for (int c = 0; c < k.m; c++)
    r[c] = s->gt[c] + rattle_row(k, s, c, v);
}

// The size of r = G1 v + g_t against |G| |v|, in *coarse against |G| times the speed of the step
// (near rest only that means anything), in *whose the worst row.
static inline double rattle_miss(rattle_shape k, const rattle *s, const double *v, const double *r,
                                 double *coarse, int *whose) {
  sparse_rows G = k.zeros.G;
  double worst = 0, worst_coarse = 0;
  for (int c = 0; c < k.m; c++) {
    double size = fabs(s->gt[c]), row = 0;
    VEC_UNROLL
    for (int j = rows_from(G, c); j < rows_to(G, c, k.n); j++) {
      double entry = s->G1[rows_at(G, c, j, k.n)];
      if (VEC_IS_ZERO(entry))
        continue;
      size += fabs(entry*v[rows_column(G, j)]);
      row += fabs(entry);
    }
    double error = fabs(r[c]), most = size + row*vec_larger(s->speed, rattle_rest(s));
    worst = vec_larger(worst, error > 0 ? error/size : 0);
    if (!(error <= worst_coarse*most)) {
      worst_coarse = error/most;
      *whose = c;
    }
    if (isnan(error))
      return error;
  }
  *coarse = worst_coarse;
  return worst;
}

// Is g(t1,q1) = 0 to rounding, whatever the solver reports? The constraint that is not, or -1.
static inline int rattle_violated(rattle_shape k, const rattle *s, const double *g) {
  sparse_rows G = k.zeros.G;
  const double allowed = 1e-10;  // of sum_i |G_i| (|q_i| + |h v_i| + |h| pace)
  for (int c = 0; c < k.m; c++) {
    // |G q| is not more than that, and mostly enough
    if (fabs(g[c]) <= allowed*fabs(rattle_row(k, s, c, s->q1)))
      continue;
    double size = 0;
    for (int j = rows_from(G, c); j < rows_to(G, c, k.n); j++) {
      double entry = fabs(s->G1[rows_at(G, c, j, k.n)]);
      int i = rows_column(G, j);
      size += entry == 0
                  ? 0
                  : entry*(fabs(s->q1[i]) + fabs(s->q1[i] - s->q0[i]) + fabs(s->h)*s->pace);
    }
    if (!(fabs(g[c]) <= allowed*size) && g[c] != 0)
      return c;
  }
  return -1;
}

// dp = d + w1 h f(t1,q1,ph); returns H_pp there, if there are constraints
static inline const double *rattle_kick(rattle_shape k, rattle *s, double t1) {
  double w = rattle_w1(k, s);
  chart_view a = {0};
  if (w != 0 || !k.W)
    a = rattle_at(k, s, t1, s->q1, s->ph, !k.W);
  VEC_UNROLL
  for (int i = 0; i < k.n; i++)
    s->dp[i] = w != 0 ? s->d[i] + w*s->h*a.f[i] + 0.0 : s->d[i];
  if (k.W || k.m == 0)
    return k.W;
  vec_copy(s->matrices.Hpp, a.yx, k.n*k.n);
  return s->matrices.Hpp;
}

// factors of the matrix in S, that are then in its place or with its own solver; -1, or a column
// without a pivot
static inline int rattle_factor(rattle_shape k, rattle *s) {
  rattle_matrices *w = &s->matrices;
  return k.project ? k.project->factor(k.project->context, w->S)
                   : dense_factor(w->S, w->pivot, k.m);
}

static inline void rattle_solve(rattle_shape k, rattle *s, double *b) {
  if (k.project)
    k.project->solve(k.project->context, b);
  else
    dense_solve(s->matrices.S, s->matrices.pivot, b, k.m);
}

// k1 = (G H_pp G^T)^-1 r from r in k1, dp -= G^T k1; in the first round the factors, too. Returns
// -1, or a constraint that depends on others.
static inline int rattle_remove_rate(rattle_shape k, rattle *s, const double *Hpp, bool first) {
  if (first) {
    if (k.zeros.S.first)
      rattle_schur_packed(k, s, s->G1, Hpp, s->G1, s->matrices.S);
    else
      rattle_schur(k, s, s->G1, Hpp, s->G1, s->matrices.S);
    int singular = rattle_factor(k, s);
    if (singular >= 0)
      return singular;
  }
  rattle_solve(k, s, s->k1);
  rows_tvec_add(k.zeros.G, s->dp, -1, s->G1, s->k1, k.m, k.n);
  return -1;
}

// dp = p1 - p0 from ph and q1, and p1 in the place of ph; returns -1, or the constraint at which
// the projection failed
static inline int rattle_project(rattle_shape k, rattle *s) {
  enum { most = 20 };
  const double rounding = 4*DBL_EPSILON;
  int n = k.n, m = k.m, whose = 0;
  double t1 = s->t + s->h, before = HUGE_VAL;
  evaluator_into(s->e, BUNDLE_G_BLOCKS, t1, s->q1, s->ph, NULL, s->g1);
  int violated = rattle_violated(k, s, s->g1);
  if (violated >= 0)
    return violated;
  const double *Hpp = rattle_kick(k, s, t1);
  for (int round = 0; m > 0 && round < most; round++) {
    for (int i = 0; i < n; i++)
      s->ph[i] = s->p0[i] + s->dp[i];
    const double *v = rattle_velocity(k, s, t1, s->q1, s->ph);
    rattle_rate(k, s, v, s->k1);

    // with a constant mass only rounding is left after the first correction: before it, no check
    if (round > 0 || !k.W) {
      double coarse = 0, size = rattle_miss(k, s, v, s->k1, &coarse, &whose);
      if (size <= rounding || (round > 1 && size > 0.25*before && coarse <= 1e-12*k.noise))
        break;
      if (!isfinite(size) || round == most - 1)
        return whose;
      before = size;
    }
    int singular = rattle_remove_rate(k, s, Hpp, round == 0);
    if (singular >= 0)
      return singular;
  }
  return -1;
}

// dp = psi(q1, p0 + dp) - p0, from G at q1; returns -1, or a constraint that depends on others
static inline int rattle_represent(rattle_shape k, rattle *s) {
  enum { rounds = 2 };  // the second removes the rounding of the first
  int n = k.n, m = k.m;
  bool zeros = k.zeros.S.first;
  if (zeros)
    rattle_schur_packed(k, s, s->G1, NULL, s->G1, s->matrices.S);
  for (int c = 0; !zeros && c < m; c++)
    for (int l = 0; l < m; l++)
      s->matrices.S[c*m + l] = vec_dot_sparse(s->G1 + c*n, s->G1 + l*n, n);
  int singular = rattle_factor(k, s);
  for (int round = 0; singular < 0 && round < rounds; round++) {
    vec_axpy(s->sum, 1, s->dp, s->p0, n);
    for (int c = 0; c < m; c++)
      s->k1[c] = rattle_row(k, s, c, s->sum);
    rattle_solve(k, s, s->k1);
    rows_tvec_add(k.zeros.G, s->dp, -1, s->G1, s->k1, m, n);
  }
  return singular;
}

// ---- the step

// The same with psi(q,p), which accumulates its increments as p does otherwise; p follows from it.
static inline kernel_result rattle_finish_tangent(rattle_shape k, rattle *s, state *x) {
  s->base->failed_at = rattle_represent(k, s);
  if (s->base->failed_at >= 0)
    return KERNEL_NOT_PROJECTED;
  kernel_result result = kernel_commit(k.n, s->base, (double *[]){x->q, x->q_low}, s->dq,
                                       (double *[]){x->rho, x->rho_low}, s->dp);
  if (result != KERNEL_DONE)
    return result;
  vec_copy(x->p, s->ph, k.n);
  vec_zero(x->p_low, k.n);
  x->reduced = true;
  return KERNEL_DONE;
}

// p1 from ph and q1, then the update
static inline kernel_result rattle_finish(rattle_shape k, rattle *s, state *x) {
  s->base->failed_at = rattle_project(k, s);
  if (s->failed)
    return KERNEL_NO_VELOCITIES;
  if (s->base->failed_at >= 0)
    return KERNEL_NOT_PROJECTED;
  if (k.tangent)
    return rattle_finish_tangent(k, s, x);
  return kernel_commit(k.n, s->base, (double *[]){x->q, x->q_low}, s->dq,
                       (double *[]){x->p, x->p_low}, s->dp);
}

// psi(q,p) of a state that has none; false if G G^T is singular
static inline bool rattle_start_tangent(rattle_shape k, rattle *s, state *x) {
  evaluator_into(s->e, BUNDLE_G_BLOCKS, x->t, x->q, x->p, NULL, s->g1);
  s->p0 = x->p;
  vec_zero(s->dp, k.n);
  if (rattle_represent(k, s) >= 0)
    return false;
  vec_axpy(x->rho, 1, s->dp, x->p, k.n);
  vec_zero(x->rho_low, k.n);
  x->reduced = true;
  return true;
}

static inline kernel_result rattle_step(rattle_shape k, rattle *s, const newton_equations *e,
                                        state *x, double h) {
  kernel_begin(s->base, h);
  s->h = h;
  s->t = x->t;
  s->q0 = x->q;
  s->known = x->p;
  s->p0 = k.tangent && (x->reduced || rattle_start_tangent(k, s, x)) ? x->rho : x->p;
  kernel_result result = KERNEL_UNSOLVED;
  for (int try = 0; kernel_tries(s->base, result, try); try++)
    result = kernel_trusted(s->base, rattle_attempt(k, s, e, x));
  return result == KERNEL_DONE ? rattle_finish(k, s, x) : result;
}
