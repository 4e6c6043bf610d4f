// The equations of rattle.h without the multiplier: q1 is all that is unknown.
//
//   problem    H = T(p) + V(t,q), T' invertible
//   step       Z (T')^-1((q1 - q0)/h) = Z (p0 + w0 h f(t0,q0)),   g(t1,q1) = 0,           [M] (12)
//              Z of n - m rows that are independent and across the constraints: Z G(q0)^T = 0
//   then       ph = (T')^-1((q1 - q0)/h), G(q0)^T k0 = ph - p0 - w0 h f(t0,q0); the rest is
//              rattle.h
//
//   unknown    u = (q1 - q0)/h (n)
//   residual   r1 = Z ((T')^-1(u) - p0 - w0 h f0),   r2 = g(t1,q1)/h
//   Jacobian   [ Z M ]    M = H_pp^-1 at u
//              [ G(q1) ]
//   rows       G(q0)^T = Q [R; 0] by reflections; Z is the last n - m rows of Q^T, and R has k0
//
// [M] prints (12) with (T')^-1(q1 - q0) = h p: that is so where T is quadratic. It has psi(q0, .)
// in the place of Z: n equations of which n - m are independent.

#pragma once

#include "methods/rattle/rattle.h"

// y <- Q^T y, by the first `count` reflections
static inline void rattle_turn(int n, const rattle *s, double *y, int count) {
  for (int c = 0; c < count; c++) {
    const double *v = s->matrices.Q + c*n;
    double along = vec_dot(v + c, y + c, n - c);
    for (int i = c; i < n; i++)
      y[i] -= v[i]*along;
  }
}

// Q and R from G(q0): row c of Q is v, |v|^2 = 2, of the reflection 1 - v v^T
static inline void rattle_reflect(rattle_shape k, rattle *s) {
  int n = k.n, m = k.m;
  vec_copy(s->matrices.Q, s->G0, m*n);
  for (int c = 0; c < m; c++) {
    double *v = s->matrices.Q + c*n;
    rattle_turn(n, s, v, c);
    for (int i = 0; i < c; i++) {
      s->matrices.R[i*m + c] = v[i];
      v[i] = 0;
    }
    double size = sqrt(vec_dot(v + c, v + c, n - c)), end = v[c] > 0 ? -size : size;
    double length = sqrt(size*(size + fabs(v[c])));  // of v - end e_c, over sqrt(2)
    s->matrices.R[c*m + c] = end;
    v[c] -= end;
    for (int i = c; i < n && length > 0; i++)
      v[i] /= length;
  }
}

// p of a velocity, and its derivative, if asked for
static inline chart_view rattle_momenta(rattle_shape k, rattle *s, const double *u, bool blocks) {
  return k.own ? chart_look(&s->e->velocities, &s->look.room, s->t, s->q0, u, blocks, &s->failed)
               : own_chart(k.n, s->e, s->t, s->q0, u, blocks, s->look.values);
}

// q1, ph and sum = Q^T (ph - p0 - w0 h f0) at u; returns M, or NULL if not asked for
static inline const double *rattle_across(rattle_shape k, rattle *s, const double *u, bool blocks) {
  int n = k.n;
  double w = rattle_w0(k, s);
  chart_view a = rattle_momenta(k, s, u, blocks);
  vec_axpy(s->q1, s->h, u, s->q0, n);
  vec_copy(s->ph, a.y, n);
  for (int i = 0; i < n; i++)
    s->sum[i] = a.y[i] - s->p0[i] - w*s->h*s->f0[i];
  rattle_turn(n, s, s->sum, k.m);
  return blocks ? a.yx : NULL;
}

// r at x = u, and J = dr/dx unless it is NULL
static inline void rattle_reduced(rattle_shape k, rattle *s, const double *u, double *r,
                                  double *J) {
  int n = k.n, m = k.m, across = n - m;
  const double *M = rattle_across(k, s, u, J != NULL);
  vec_copy(r, s->sum + m, across);
  rattle_constraint(m, s, r + across, J != NULL);
  if (!J)
    return;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++)
      s->matrices.Hpp[i] = M[i*n + j];
    rattle_turn(n, s, s->matrices.Hpp, m);
    for (int i = 0; i < across; i++)
      J[i*n + j] = s->matrices.Hpp[m + i];
  }
  vec_copy(J + across*n, s->G1, m*n);
}

// k0 from R k0 = sum, then d = w0 h f0 + G0^T k0
static inline void rattle_recover(rattle_shape k, rattle *s) {
  int n = k.n, m = k.m;
  double w = rattle_w0(k, s);
  for (int c = m - 1; c >= 0; c--) {
    double rest = s->sum[c];
    for (int l = c + 1; l < m; l++)
      rest -= s->matrices.R[c*m + l]*s->k0[l];
    s->k0[c] = rest/s->matrices.R[c*m + c];
  }
  for (int i = 0; i < n; i++)
    s->d[i] = w*s->h*s->f0[i] + 0.0;  // 0, if it is -0
  mat_tvec_add(s->d, 1, s->G0, s->k0, m, n);
}
