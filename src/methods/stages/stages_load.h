// Reactions that are not B^T lambda: where forces depend on multipliers, R of stages.h becomes
//
//   R_i = h r(T_i,Q_i,V_i,Lam_i),   r = B^T lambda + F(lambda)
//
// and T_i = r_lambda^T takes the place of B_i in the derivatives of R_i by the multipliers. A
// hamiltonian gives r by momenta, which are L_v(Q_i,V_i): r_q + r_p L_vq and r_p L_vv are its
// derivatives.

#pragma once

#include "methods/stages/stages.h"

// D += h A B, all n x n
static inline void stages_load_chain(int n, double *D, double h, const double *A, const double *B) {
  for (int i = 0; i < n; i++)
    mat_tvec_add(D + i*n, h, B, A + i*n, n, n);
}

// R of stage i, from y = L_v there, and with blocks its derivatives, added to U and X, and T
static inline void stages_load(stages_shape k, stages *s, int i, double t, const double *Q,
                               const double *V, chart_view a, bool blocks) {
  int n = k.n, m = stages_m(k), nn = n*n;
  double *R = s->R + i*(n + m), *U = s->d.U + i*nn, *X = s->d.X + i*nn, *psi = s->load.psi;
  const double *x = k.own ? V : a.y;
  for (int c = 0; c < m; c++)
    psi[c] = s->mu[i*m + c]/s->h;
  bool moved = blocks && k.bent && consistent_move_aside(m, s->load.aside, psi, s->load.size);
  const double *at = moved ? s->load.aside : psi;
  const double *out = evaluator_run(s->e, blocks ? BUNDLE_PULL_BLOCKS : BUNDLE_PULL, t, Q, x, at);
  for (int j = 0; j < n; j++)
    R[j] = s->h*out[j];
  if (!blocks)
    return;
  const double *rq = out + n, *rx = rq + nn, *rmu = rx + nn;
  vec_axpy(U, s->h, rq, U, nn);
  if (k.own) {
    vec_axpy(X, s->h, rx, X, nn);
  } else {
    stages_load_chain(n, U, s->h, rx, a.yq);
    stages_load_chain(n, X, s->h, rx, a.yx);
  }
  for (int c = 0; c < m; c++)
    for (int j = 0; j < n; j++)
      s->T[(i*m + c)*n + j] = rmu[j*m + k.declared[c]];
  if (!moved)
    return;
  out = evaluator_run(s->e, BUNDLE_PULL, t, Q, x, psi);
  for (int j = 0; j < n; j++)
    R[j] = s->h*out[j];
}
