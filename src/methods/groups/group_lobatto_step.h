// One step on a group: the solve is that of stages_step.h, the update goes along the group.

#pragma once

#include "methods/groups/group_lobatto_equations.h"
#include "methods/stages/stages_step.h"

// What is added is kept with its rounding: numbers of R^k, translations, and angles of SE(2).
static inline void group_lobatto_translate(double *q, double *low, const double *R,
                                           const double *tau, double *d) {
  mat_vec(d, R, tau, 3, 3);
  vec_add_compensated(q, low, d, 3);
}

// Of a matrix nothing is kept: R becomes R tau, orthonormal.
static inline void group_lobatto_replace(double *q, double *low, const double *next, int n) {
  vec_copy(q, next, n);
  vec_zero(low, n);
}

// one factor of the node
static inline void group_lobatto_move(group_lobatto_shape g, group_lobatto *s,
                                      const group_factor *f, state *x) {
  int last = g.k.r.s - 1;
  double d[3], *q = x->q + f->from, *low = x->q_low + f->from;
  const double *tau = s->step + f->from, *G = s->stages.Q + last*g.k.nq + f->from;
  switch (f->kind) {
  case GROUP_R: vec_add_compensated(q, low, tau, f->n); break;
  case GROUP_SE2:
    se2_rotate(d, q[2], tau);
    d[2] = tau[2];
    vec_add_compensated(q, low, d, 3);
    break;
  case GROUP_SE3:
    group_lobatto_translate(q, low, q + 3, tau, d);
    group_lobatto_replace(q + 3, low + 3, G + 3, 9);
    break;
  case GROUP_SO3:
  case GROUP_SO: group_lobatto_replace(q, low, G, f->size); break;
  }
}

// mu1 = Ad*_tau(Xi_s) (mu0 + sum_j b_j h f_j), in p; P is mu0 + ... with the last stage
static inline void group_lobatto_know_end(group_lobatto_shape g, group_lobatto *s) {
  int last = g.k.r.s - 1;
  group_lobatto_gather(g, s, s->P, g.k.r.b, g.k.r.s);
  group_Ad_star(&g.G, s->stages.at.p, s->tau + last*g.k.nq, s->P);
}

// the momenta of one factor
static inline void group_lobatto_push(group_lobatto_shape g, group_lobatto *s,
                                      const group_factor *f, state *x) {
  double *p = x->p + f->first, *low = x->p_low + f->first;
  if (f->kind != GROUP_R) {
    group_lobatto_replace(p, low, s->stages.at.p + f->first, f->dim);
    return;
  }
  vec_zero(s->T, f->dim);
  for (int j = 0; j < g.k.r.s; j++)
    vec_axpy(s->T, g.k.r.b[j], s->f + j*g.k.n + f->first, s->T, f->dim);
  vec_add_compensated(p, low, s->T, f->dim);
}

// the first number of the node that would not be finite, -1: all are
static inline int group_lobatto_not_finite(group_lobatto_shape g, const group_lobatto *s) {
  const double *G = s->stages.Q + (g.k.r.s - 1)*g.k.nq;
  if (!isfinite(vec_max(s->stages.at.p, g.k.n)))
    return 0;
  for (int i = 0; i < g.k.nq; i++)
    if (!isfinite(G[i]))
      return i;
  return -1;
}

static inline kernel_result group_lobatto_finish(group_lobatto_shape g, group_lobatto *s,
                                                 state *x) {
  stages *base = &s->stages;
  int n = g.k.n, last = g.k.r.s - 1;
  group_lobatto_stages(g, s, base->base->newton.x, false);
  if (base->failed)
    return KERNEL_NO_VELOCITIES;
  group_lobatto_know_end(g, s);
  vec_copy(base->dq, s->xi, n);
  vec_sub(base->at.w, base->V + last*n, base->v0, n);
  base->carried->gain = vec_max(base->at.w, n);
  if (stages_jumped(g.k, base))
    return KERNEL_JUMPED;
  base->base->failed_at = group_lobatto_not_finite(g, s);
  if (base->base->failed_at >= 0)
    return KERNEL_NOT_FINITE;
  for (int i = 0; i < g.G.nfactor; i++) {
    group_lobatto_move(g, s, g.G.factor + i, x);
    group_lobatto_push(g, s, g.G.factor + i, x);
  }
  group_orthonormalise(&g.G, x->q);
  base->base->carried.turn = vec_larger(base->base->carried.turn, group_turn(&g.G, s->xi));
  stages_keep_multipliers(g.k, base, x);
  return KERNEL_DONE;
}

static inline kernel_result group_lobatto_step(group_lobatto_shape g, group_lobatto *s,
                                               const newton_equations *e, state *x, double h) {
  kernel_result result = stages_solve(g.k, &s->stages, e, x, h);
  return result == KERNEL_DONE ? group_lobatto_finish(group_lobatto_of(g, s), s, x) : result;
}
