// What a stage method computes in its stages and points: positions, velocities, momenta, reactions.

#pragma once

#include "methods/stages/stages_load.h"

// p and f at (q,v); derivatives if asked for
static inline chart_view stages_at(stages_shape k, stages *s, double t, const double *q,
                                   const double *v, bool blocks) {
  return k.own ? own_chart(k.n, s->e, t, q, v, blocks, s->values)
               : chart_look(&s->e->velocities, &s->room, t, q, v, blocks, &s->failed);
}

// H_p and f at (q,p), likewise
static inline chart_view stages_transform(stages_shape k, stages *s, double t, const double *q,
                                          const double *p, bool blocks) {
  return k.own ? chart_look(&s->e->momenta, &s->room, t, q, p, blocks, &s->failed)
               : own_chart(k.n, s->e, t, q, p, blocks, s->values);
}

// x = base + h sum_j a_j Y_j
static inline void stages_sum(stages_shape k, double *x, const double *base, double h,
                              const double *a, const double *Y) {
  vec_copy(x, base, k.n);
  VEC_UNROLL
  for (int j = 0; j < k.r.s; j++)
    if (!VEC_IS_ZERO(a[j]))
      vec_axpy(x, h*a[j], Y + j*k.n, x, k.n);
}

// velocities and multipliers of all stages from the unknowns
static inline void stages_read_unknowns(stages_shape k, stages *s, const double *x) {
  int n = k.n, m = stages_m(k);
  for (int i = k.r.first_known; i < k.r.s; i++)
    vec_axpy(s->V + i*n, 1, x + stages_column_v(k, i), s->v0, n);
  for (int i = 0; i < k.r.s; i++) {
    const double *l = x + stages_column_l(k, i), *g = x + stages_column_m(k, i);
    for (int c = 0; i >= k.r.first_given && c < k.mn; c++)
      s->mu[i*m + k.declared[c]] = l[c];
    for (int c = 0; c < k.mh; c++)
      s->mu[i*m + k.declared[k.mn + c]] = g[c];
  }
}

// the same, then the positions
static inline void stages_read(stages_shape k, stages *s, const double *x) {
  stages_read_unknowns(k, s, x);
  for (int i = 0; i < k.r.s; i++)
    stages_sum(k, s->Q + i*k.n, s->q0, s->h, k.r.A[0] + i*k.r.s, s->V);
}

// of a stage at (Q,V): y, h W, R, Phi, g; derivatives are kept if asked for
static inline void stages_stage(stages_shape k, stages *s, int i, const double *Q, const double *V,
                                bool blocks) {
  int n = k.n, m = stages_m(k), nn = n*n;
  double t = s->t + k.r.c[i]*s->h, *hW = s->hW + i*n, *R = s->R + i*(n + m);
  const double *mu = s->mu + i*m;
  chart_view a = stages_at(k, s, t, Q, V, blocks);
  if (!k.constant_mass)
    vec_copy(s->y + i*n, a.y, n);
  for (int j = 0; j < n; j++)
    hW[j] = s->h*a.f[j];
  if (blocks) {
    rows_copy(stages_zeros_of(k).forces, n, n, s->d.yv + i*nn, 1, a.yx);
    rows_copy(stages_zeros_of(k).forces, n, n, s->d.yq + i*nn, 1, a.yq);
    rows_copy(stages_zeros_of(k).forces, n, n, s->d.U + i*nn, s->h, a.fq);
    rows_copy(stages_zeros_of(k).forces, n, n, s->d.X + i*nn, s->h, a.fx);
  }
  if (m == 0)
    return;

  // the constraints
  if (!blocks) {
    evaluator_into(s->e, BUNDLE_STAGE, t, Q, V, mu, R);
  } else {
    evaluator_into(s->e, BUNDLE_STAGE_BLOCKS, t, Q, V, mu, s->d.out);
    const double *Rq = s->d.out + n + m, *Rv = Rq + nn, *Pq = Rv + nn;
    vec_copy(R, s->d.out, n + m);
    rows_add(stages_zeros_of(k).forces, n, n, s->d.U + i*nn, n, k.loaded ? 0 : 1, Rq);
    rows_add(stages_zeros_of(k).forces, n, n, s->d.X + i*nn, n, k.loaded ? 0 : 1, Rv);
    rows_copy(stages_zeros_of(k).level, k.mn, n, s->d.Pq + i*k.mn*n, 1, Pq);
    rows_copy(stages_zeros_of(k).level, m, n, s->B + i*m*n, 1, Pq + k.mn*n);
  }
  if (k.loaded)
    stages_load(k, s, i, t, Q, V, a, blocks);
  vec_axpy(hW, 1, R, hW, n);
}

// all stages at their positions and velocities
static inline void stages_all(stages_shape k, stages *s, bool blocks) {
  for (int i = 0; i < k.r.s; i++)
    stages_stage(k, s, i, s->Q + i*k.n, s->V + i*k.n, blocks);
}

// Phi and g of stage i
static inline const double *stages_phi(stages_shape k, const stages *s, int i) {
  return s->R + i*(k.n + stages_m(k)) + k.n;
}

// the velocity at the start
static inline void stages_start_velocity(stages_shape k, stages *s) {
  if (k.own && k.constant_mass) {
    vec_sub(s->at.p, s->p0, k.rest, k.n);
    VEC_UNROLL
    for (int i = 0; i < k.n; i++)
      s->v0[i] = stages_zeros_of(k).inverse.first
                     ? rows_dot(stages_zeros_of(k).inverse, i, k.W, s->at.p, k.n)
                     : vec_dot_sparse(k.W + i*k.n, s->at.p, k.n);
  } else {
    vec_copy(s->v0, stages_transform(k, s, s->t, s->q0, s->p0, false).y, k.n);
  }
}

// what does not change during the solve: the velocity at the start, and a first stage that is known
static inline void stages_begin(stages_shape k, stages *s) {
  int n = k.n, m = stages_m(k);
  s->failed = false;
  stages_start_velocity(k, s);
  if (k.loaded)
    vec_zero(s->load.size, m);  // not known before the reactions are
  for (int c = 0; k.r.first_given && c < k.mn; c++)
    s->mu[k.declared[c]] = s->h*s->lambda0[k.declared[c]];
  if (k.r.first_known) {
    vec_copy(s->V, s->v0, n);
    vec_copy(s->Q, s->q0, n);
    for (int c = 0; c < m; c++)
      s->mu[c] = s->h*s->lambda0[c];
  }
  s->begin_failed = s->failed;
}

// L_v - p0 - sum_j ah_ij h W_j of stage i
static inline void stages_momenta(stages_shape k, stages *s, int i, const double *x, double *r) {
  int n = k.n;
  if (k.constant_mass)
    rows_vec(stages_zeros_of(k).mass, r, k.M, x, n, n);
  else
    vec_sub(r, s->y + i*n, s->p0, n);
  VEC_UNROLL
  for (int j = 0; j < k.r.s; j++)
    if (!VEC_IS_ZERO(k.r.A[1][i*k.r.s + j]))
      vec_axpy(r, -k.r.A[1][i*k.r.s + j], s->hW + j*n, r, n);
}

// position and velocity of a point
static inline chart_view stages_point(stages_shape k, stages *s, int e, bool blocks) {
  int n = k.n;
  const double *E = k.r.E + e*k.r.s;
  stages_sum(k, s->at.q, s->q0, s->h, E, s->V);
  if (k.constant_mass) {
    vec_zero(s->at.p, n);
    stages_sum(k, s->at.p, s->at.p, 1, E, s->hW);
    rows_vec(stages_zeros_of(k).inverse, s->at.w, k.W, s->at.p, n, n);
    vec_axpy(s->at.w, 1, s->at.w, s->v0, n);
    return (chart_view){.y = s->at.w};
  }
  stages_sum(k, s->at.p, s->p0, 1, E, s->hW);
  chart_view a = stages_transform(k, s, s->t + k.r.e[e]*s->h, s->at.q, s->at.p, blocks);
  vec_copy(s->at.w, a.y, n);
  return a;
}
