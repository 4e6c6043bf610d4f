// The step of dla-mp where the multipliers enter linearly: no Newton at all.
//
//   where      p = M v + const, f free of v, Phi affine in v, and Phi(t1,q1,v1) affine in mu when
//              v1 = v0 + M^-1 (h f(tm,qm) + B^T mu), q1 = qm + (h/2) v1:
//              problem/linear_multipliers.c finds out
//   step       d = M^-1 h f(tm,qm),  W = M^-1 B^T,  B = Phi_v(tm,qm)
//              S mu = -Phi(t1,q1,v1) at v1 = v0 + d,  S = (Phi_v + (h/2) Phi_q)(t1,q1,v1) W
//              v1 = v0 + d + W mu
//
// The equations are those of dla.h; S is the same at every mu, so one step of Newton is exact.
// Without constraints the step is explicit: it is that of Stoermer and Verlet.

#pragma once

#include "methods/dla/dla.h"
#include "solve/dense.h"

// What may be there of constraint c and coordinate j: by structure, so that a compiler passes over the rest.
enum { DLA_PUSHED = 1, DLA_LEVEL = 2, DLA_MOVED = 4 };  // of W, Phi_v, Phi_q

// y = M^-1 x; y must not be x
static inline void dla_linear_accelerate(dla_shape k, double *y, const double *x) {
  for (int i = 0; k.diagonal && i < k.n; i++)
    y[i] = k.identity ? x[i] : k.W[i*k.n + i]*x[i];
  if (!k.diagonal)
    mat_vec(y, k.W, x, k.n, k.n);
}

// d = M^-1 h f(tm,qm)
static inline void dla_linear_free(dla_shape k, dla *s, dla_linear *w, const state *x, double h) {
  const double *f = w->values + k.n;
  vec_axpy(w->qm, 0.5*h, x->v, x->q, k.n);
  evaluator_into(s->e, BUNDLE_VALUES, x->t + 0.5*h, w->qm, x->v, NULL, w->values);
  for (int i = 0; i < k.n; i++)
    w->v1[i] = h*f[i];
  dla_linear_accelerate(k, w->d, w->v1);
}

// (Pv + (h/2) Pq) w of constraint a, pushed by c
static inline double dla_linear_slope(dla_shape k, const dla_linear *w, int a, int c, double h) {
  int n = k.n;
  const double *Pq = w->phi + k.m + a*n, *Pv = Pq + k.m*n, *W = w->W + c*n;
  double sum = 0;
  for (int j = 0; j < n; j++) {
    int at = k.there[a*n + j];
    if (!(k.there[c*n + j] & DLA_PUSHED) || !(at & (DLA_LEVEL | DLA_MOVED)))
      continue;
    double level = at & DLA_LEVEL ? Pv[j] : 0;
    sum += (at & DLA_MOVED ? level + 0.5*h*Pq[j] : level)*W[j];
  }
  return sum;
}

// S mu = -Phi at v1 = v0 + d, then d + W mu; false if S is singular
static inline bool dla_linear_react(dla_shape k, dla *s, dla_linear *w, const state *x, double h) {
  int n = k.n, m = k.m;
  evaluator_into(s->e, BUNDLE_REACTION, x->t + 0.5*h, w->qm, x->v, NULL, w->B);
  for (int c = 0; c < m; c++)
    dla_linear_accelerate(k, w->W + c*n, w->B + c*n);
  for (int i = 0; i < n; i++) {
    w->v1[i] = x->v[i] + w->d[i];
    w->q1[i] = w->qm[i] + 0.5*h*w->v1[i];
  }
  evaluator_into(s->e, BUNDLE_PHI_BLOCKS, x->t + h, w->q1, w->v1, NULL, w->phi);
  for (int a = 0; a < m; a++) {
    w->mu[a] = -w->phi[a];
    for (int c = 0; c < m; c++)
      w->S[a*m + c] = dla_linear_slope(k, w, a, c, h);
  }
  s->base->failed_at = dense_factor(w->S, w->pivot, m);
  if (s->base->failed_at >= 0)
    return false;
  dense_solve(w->S, w->pivot, w->mu, m);
  for (int c = 0; c < m; c++)
    for (int j = 0; j < n; j++)
      if (k.there[c*n + j] & DLA_PUSHED)
        w->d[j] += w->W[c*n + j]*w->mu[c];
  return true;
}

static inline kernel_result dla_linear_step(dla_shape k, dla *s, state *x, double h) {
  int n = k.n, m = k.m;
  dla_linear *w = &s->linear;
  dla_linear_free(k, s, w, x, h);
  if (m > 0 && !dla_linear_react(k, s, w, x, h))
    return KERNEL_SINGULAR;
  for (int i = 0; i < n; i++)
    w->q1[i] = h*(x->v[i] + 0.5*w->d[i]);
  kernel_result result = kernel_commit(n, s->base, (double *[]){x->q, x->q_low}, w->q1,
                                       (double *[]){x->v, x->v_low}, w->d);
  // last: nothing that the compiler has in registers is to be read again after it
  vec_copy(s->base->newton.x + n, w->mu, m);
  return result;
}
