// The equations of a step on a group: residual and Jacobian.

#pragma once

#include "methods/groups/group_lobatto.h"
#include "methods/stages/stages_equations.h"

// ---- Jacobian

// C = A B + E F
static inline void group_lobatto_pair(int n, double *C, const double *A, const double *B,
                                      const double *E, const double *F, double *room) {
  mat_mul(C, A, B, n);
  mat_mul(room, E, F, n);
  vec_axpy(C, 1, room, C, n*n);
}

// derivatives of w and h F: w_X, w_H, F_X, F_H
static inline void group_lobatto_model_blocks(group_shape g, group_lobatto *s, int i) {
  const stages *base = &s->stages;
  int n = g.k.n, nn = n*n;
  const double *D = s->D + i*nn;
  group_lobatto_pair(n, s->w_X, base->yq + i*nn, D, base->yv + i*nn, s->M, s->product);
  mat_mul(s->w_H, base->yv + i*nn, D, n);
  group_lobatto_pair(n, s->F_X, base->U + i*nn, D, base->X + i*nn, s->M, s->product);
  mat_mul(s->F_H, base->X + i*nn, D, n);
}

// A += a B^T C
static inline void group_lobatto_add_tmul(int n, double *A, double a, const double *B,
                                          const double *C, double *room) {
  mat_tmul(room, B, C, n);
  vec_axpy(A, a, room, A, n*n);
}

// the blocks of stage i: W, Z and h f by Xi, by H and by the multipliers
static inline void group_lobatto_blocks(group_shape g, group_lobatto *s, int i) {
  const stages *base = &s->stages;
  int n = g.k.n, nn = n*n, m = stages_m(g.k);
  const double *Xi = s->Xi + i*n, *H = base->V + i*n, *w = base->y + i*n,
               *F = base->hW + i*n;
  const double *D = s->D + i*nn, *back = s->back + i*nn;
  double *W_X = s->W_X + i*nn, *Z_X = s->Z_X + i*nn, *Z_H = s->Z_H + i*nn, h = base->h;
  bool forced = i < g.k.r.s - 1;
  group_M(&g.G, s->M, Xi, H);
  group_N(&g.G, s->N, Xi, w);
  group_S(&g.G, s->S, Xi, H, w);
  group_K(&g.G, s->K, F);
  group_lobatto_model_blocks(g, s, i);

  // W_X = N + D^T w_X, W_H = D^T w_H
  vec_copy(W_X, s->N, nn);
  group_lobatto_add_tmul(n, W_X, 1, D, s->w_X, s->product);
  mat_tmul(s->W_H + i*nn, D, s->w_H, n);

  // h (S + M^T w_X), h (N^T + M^T w_H)
  mat_transpose(s->sum, s->N, n);
  for (int k = 0; k < nn; k++) {
    Z_X[k] = h*s->S[k];
    Z_H[k] = h*s->sum[k];
  }
  group_lobatto_add_tmul(n, Z_X, h, s->M, s->w_X, s->product);
  group_lobatto_add_tmul(n, Z_H, h, s->M, s->w_H, s->product);

  // N(h F) + D^T F_X, D^T F_H
  if (forced) {
    group_N(&g.G, s->N, Xi, F);
    vec_axpy(Z_X, 1, s->N, Z_X, nn);
    group_lobatto_add_tmul(n, Z_X, 1, D, s->F_X, s->product);
    group_lobatto_add_tmul(n, Z_H, 1, D, s->F_H, s->product);
  }

  // A (F_X - K(F) D), A F_H
  mat_mul(s->product, s->K, D, n);
  vec_sub(s->F_X, s->F_X, s->product, nn);
  mat_tmul(s->f_X + i*nn, back, s->F_X, n);
  mat_tmul(s->f_H + i*nn, back, s->F_H, n);

  // rows of the multipliers: D^T b, A b
  for (int c = i*m; c < (i + 1)*m; c++) {
    const double *b = base->B + c*n;
    mat_tvec(s->f_L + c*n, back, b, n);
    vec_zero(s->Z_L + c*n, n);
    if (forced)
      mat_tvec(s->Z_L + c*n, D, b, n);
  }
}

// Of the adjoint, after group_lobatto_blocks of stage i: what W, Z and h f gain as the end moves by
// D(xi) times a vector, with D(xi) in `out`
static inline void group_lobatto_moved(group_shape g, group_lobatto *s, int i) {
  const stages *base = &s->stages;
  int n = g.k.n, nn = n*n;
  const double *D = s->D + i*nn, *back = s->back + i*nn;
  double *Y = s->Y + i*nn, *Z_Y = s->Z_Y + i*nn;

  // Y = Ad_tau^-1 D(xi), w_g Y, F_g Y
  mat_mul(Y, back, s->out, n);
  mat_mul(s->w_X, base->yq + i*nn, Y, n);
  mat_mul(s->F_X, base->U + i*nn, Y, n);

  // D^T w_g Y, A F_g Y, h M^T w_g Y + D^T F_g Y
  mat_tmul(s->W_Y + i*nn, D, s->w_X, n);
  mat_tmul(s->f_Y + i*nn, back, s->F_X, n);
  vec_zero(Z_Y, nn);
  group_lobatto_add_tmul(n, Z_Y, base->h, s->M, s->w_X, s->product);
  if (i < g.k.r.s - 1)
    group_lobatto_add_tmul(n, Z_Y, 1, D, s->F_X, s->product);
}

// and mu0 brought to the end: Ad*_tau(Xi_1)^-1 K(mu0) D_1, after stage 1
static inline void group_lobatto_moved_start(group_shape g, group_lobatto *s) {
  group_D(&g.G, s->out, s->xi);
  group_K(&g.G, s->K, s->stages.p0);
  mat_mul(s->product, s->K, s->D, g.k.n);
  mat_tmul(s->from_Y, s->back, s->product, g.k.n);
}

// the column of J of constraint c in stage j; -1 if its multiplier is given
static inline int group_lobatto_column(stages_shape k, int j, int c) {
  if (c >= k.mn)
    return stages_column_m(k, j) + c - k.mn;
  return j < k.r.first_given ? -1 : stages_column_l(k, j) + c;
}

// -N(-xi,P) d(-xi), which all rows of the momenta have in common; d(-xi) = -h sum_l b_l dH_l
static inline void group_lobatto_jacobian_turn(group_shape g, group_lobatto *s, double *J) {
  int n = g.k.n, S = g.k.r.s, N = stages_unknowns(g.k);
  group_N(&g.G, s->N, s->minus, s->P);
  for (int l = 0; l < S; l++)
    for (int i = 0; i < S; i++)
      stages_add(n, n, J + stages_column_v(g.k, i)*N + stages_column_v(g.k, l), N,
                 s->stages.h*g.k.r.b[l], s->N);
}

// -D(-xi)^T dP
static inline void group_lobatto_jacobian_end(group_shape g, group_lobatto *s, double *J) {
  const stages *base = &s->stages;
  int n = g.k.n, nn = n*n, S = g.k.r.s, m = stages_m(g.k), N = stages_unknowns(g.k);
  const double *a = g.k.r.A[0], *b = g.k.r.b;
  group_D(&g.G, s->M, s->minus);
  for (int l = 0; l < S; l++) {
    // dP/dH_l, without the last stage
    vec_zero(s->sum, nn);
    if (l < S - 1)
      vec_axpy(s->sum, b[l], s->f_H + l*nn, s->sum, nn);
    for (int j = 0; j < S - 1; j++)
      if (a[j*S + l] != 0)
        vec_axpy(s->sum, base->h*b[j]*a[j*S + l], s->f_X + j*nn, s->sum, nn);
    mat_tmul(s->product, s->M, s->sum, n);
    for (int i = 0; i < S; i++)
      stages_add(n, n, J + stages_column_v(g.k, i)*N + stages_column_v(g.k, l), N, -1,
                 s->product);
  }
  for (int l = 0; l < S - 1; l++)
    for (int c = 0; c < m; c++) {
      int column = group_lobatto_column(g.k, l, c);
      if (column < 0)
        continue;
      mat_tvec(s->T, s->M, s->f_L + (l*m + c)*n, n);
      for (int i = 0; i < S*n; i++)
        J[i*N + column] -= b[l]*s->T[i % n];
    }
}

// of the adjoint: what the rows of stage i gain as the end moves, D_i^T dw_i + sum_j (b_j c_ji/b_i) dZ_j
static inline void group_lobatto_jacobian_moved(group_shape g, group_lobatto *s, int i, double *J) {
  int n = g.k.n, nn = n*n, S = g.k.r.s, N = stages_unknowns(g.k);
  vec_copy(s->sum, s->W_Y + i*nn, nn);
  for (int j = 0; j < S; j++)
    vec_axpy(s->sum, group_lobatto_weight(&g, i, j), s->Z_Y + j*nn, s->sum, nn);
  for (int l = 0; l < S; l++)
    stages_add(n, n, J + stages_column_v(g.k, i)*N + stages_column_v(g.k, l), N,
               s->stages.h*g.k.r.b[l], s->sum);
}

static inline void group_lobatto_jacobian_momenta(group_shape g, group_lobatto *s, int i,
                                                  double *J) {
  const stages *base = &s->stages;
  int n = g.k.n, nn = n*n, S = g.k.r.s, m = stages_m(g.k), N = stages_unknowns(g.k);
  double *row = J + stages_column_v(g.k, i)*N;
  stages_add(n, n, row + stages_column_v(g.k, i), N, 1, s->W_H + i*nn);
  for (int l = 0; l < S; l++) {
    double *block = row + stages_column_v(g.k, l), weight = group_lobatto_weight(&g, i, l);
    double own = group_lobatto_c(&g, i, l);
    if (own != 0)
      stages_add(n, n, block, N, base->h*own, s->W_X + i*nn);
    stages_add(n, n, block, N, weight, s->Z_H + l*nn);
    for (int j = 0; j < S; j++) {
      double both = group_lobatto_weight(&g, i, j)*group_lobatto_c(&g, j, l);
      if (both != 0)
        stages_add(n, n, block, N, base->h*both, s->Z_X + j*nn);
    }
    for (int c = 0; c < m; c++) {
      int column = group_lobatto_column(g.k, l, c);
      for (int j = 0; column >= 0 && j < n; j++)
        row[j*N + column] += weight*s->Z_L[(l*m + c)*n + j];
    }
  }
}

// Of the adjoint: what rows of the level at stage i gain as the end moves, with Lp Ad*_tau_i in LpA:
// Lq Y_i + Lp Ad*_tau_i (Ad*_tau(Xi_1)^-1 K(mu0) D_1 + sum_j a_ij df_j)
static inline void group_lobatto_jacobian_point_moved(group_shape g, group_lobatto *s, int i,
                                                      int from, int rows, double *J) {
  stages *base = &s->stages;
  int n = g.k.n, nn = n*n, S = g.k.r.s, N = stages_unknowns(g.k);
  const double *a = g.k.r.A[0] + i*S;
  vec_copy(s->sum, s->from_Y, nn);
  for (int j = 0; j < S; j++)
    vec_axpy(s->sum, a[j], s->f_Y + j*nn, s->sum, nn);
  stages_times(rows, n, base->LU, s->LpA, s->sum);
  stages_times(rows, n, base->LX, base->Lq + from*n, s->Y + i*nn);
  vec_axpy(base->LU, 1, base->LX, base->LU, rows*n);
  for (int l = 0; l < S; l++)
    stages_add(rows, n, J + stages_column_v(g.k, l), N, base->h*g.k.r.b[l], base->LU);
}

// rows [from, from + rows) of the level at stage i, after stages_level and with mu^i in p
static inline void group_lobatto_jacobian_point(group_shape g, group_lobatto *s, int i, int from,
                                                int rows, double *J) {
  stages *base = &s->stages;
  int n = g.k.n, nn = n*n, S = g.k.r.s, m = stages_m(g.k), N = stages_unknowns(g.k);
  const double *a = g.k.r.A[0], *Lq = base->Lq + from*n, *Lp = base->Lp + from*n;

  // (Lq + Lp K(mu^i)) D_i and Lp Ad*_tau_i
  group_K(&g.G, s->K, base->p);
  stages_times(rows, n, base->LU, Lp, s->K);
  vec_axpy(base->LU, 1, Lq, base->LU, rows*n);
  stages_times(rows, n, base->LX, base->LU, s->D + i*nn);
  group_Ad(&g.G, s->product, s->tau + i*g.k.nq);
  mat_transpose(s->M, s->product, n);
  stages_times(rows, n, s->LpA, Lp, s->M);
  for (int l = 0; l < S; l++) {
    double *block = J + stages_column_v(g.k, l);
    vec_zero(s->sum, nn);
    vec_axpy(s->sum, a[i*S + l], s->f_H + l*nn, s->sum, nn);
    for (int j = 0; j < S; j++) {
      double both = a[i*S + j]*group_lobatto_c(&g, j, l);
      if (both != 0)
        vec_axpy(s->sum, base->h*both, s->f_X + j*nn, s->sum, nn);
    }
    stages_times(rows, n, base->LU, s->LpA, s->sum);
    stages_add(rows, n, block, N, 1, base->LU);
    stages_add(rows, n, block, N, base->h*group_lobatto_c(&g, i, l), base->LX);
    for (int c = 0; c < m; c++) {
      int column = group_lobatto_column(g.k, l, c);
      for (int k = 0; column >= 0 && k < rows; k++)
        J[k*N + column] += a[i*S + l]*vec_dot(s->LpA + k*n, s->f_L + (l*m + c)*n, n);
    }
  }
  if (g.adjoint)
    group_lobatto_jacobian_point_moved(g, s, i, from, rows, J);
}

// ---- rows

static inline void group_lobatto_points(group_shape g, group_lobatto *s, double *r, double *J) {
  stages *base = &s->stages;
  stages_shape k = g.k;
  int N = stages_unknowns(k), end = k.r.npoint - 1;
  for (int e = stages_first_point(k); e <= end; e++) {
    int i = e + 1;
    const double *G = base->Q + i*k.nq;
    double t = base->t + k.r.e[e]*base->h;
    group_lobatto_gather(g, s, s->T, k.r.A[0] + i*k.r.s, k.r.s);
    group_Ad_star(&g.G, base->p, s->tau + i*k.nq, s->T);
    chart_view a = stages_transform(k, base, t, G, base->p, J != NULL);
    vec_copy(base->w, a.y, k.n);
    if (J) {
      stages_level(k, base, e, G, a);
      group_lobatto_jacobian_point(g, s, i, 0, k.mn, J + stages_row_point(k, e)*N);
    } else
      evaluator_into(base->e, BUNDLE_LEVEL, t, G, base->w, NULL, base->level);
    stages_put_level(k, base, e, r);
    if (J && e == end && k.mh > 0)
      group_lobatto_jacobian_point(g, s, i, k.mn, k.mh, J + stages_row_g(k, k.r.s)*N);
  }
}

// g(G_i)/h; its derivative is c_il G D_i, of the adjoint + b_l G Y_i
static inline void group_lobatto_positions(group_shape g, group_lobatto *s, double *r, double *J) {
  stages *base = &s->stages;
  int n = g.k.n, S = g.k.r.s, m = stages_m(g.k), N = stages_unknowns(g.k);
  double per_step = 1/base->h;
  for (int i = 1; i < S; i++) {
    int at = stages_row_g(g.k, i);
    const double *residual = stages_phi(g.k, base, i) + g.k.mn;
    for (int c = 0; c < g.k.mh; c++)
      r[at + c] = per_step*residual[c];
    if (!J)
      continue;
    stages_times(g.k.mh, n, base->LX, base->B + (i*m + g.k.mn)*n, s->D + i*n*n);
    for (int l = 0; l < S; l++)
      stages_add(g.k.mh, n, J + at*N + stages_column_v(g.k, l), N, group_lobatto_c(&g, i, l),
                 base->LX);
    if (!g.adjoint)
      continue;
    stages_times(g.k.mh, n, base->LX, base->B + (i*m + g.k.mn)*n, s->Y + i*n*n);
    for (int l = 0; l < S; l++)
      stages_add(g.k.mh, n, J + at*N + stages_column_v(g.k, l), N, g.k.r.b[l], base->LX);
  }
}

// r at x, and J = dr/dx unless it is NULL
static inline void group_lobatto_evaluate(group_shape g, group_lobatto *s, const double *x,
                                          double *r, double *J) {
  stages *base = &s->stages;
  int N = stages_unknowns(g.k);
  base->failed = base->begin_failed;
  if (J)
    vec_zero(J, N*N);
  group_lobatto_read(g, s, x);
  for (int i = 0; i < g.k.r.s; i++) {
    group_lobatto_stage(g, s, i, J != NULL);
    if (J)
      group_lobatto_blocks(g, s, i);
    if (J && g.adjoint && i == 0)
      group_lobatto_moved_start(g, s);
    if (J && g.adjoint)
      group_lobatto_moved(g, s, i);
  }
  group_lobatto_bring(g, s);
  group_lobatto_end(g, s);
  for (int i = 0; i < g.k.r.s; i++) {
    group_lobatto_momenta(g, s, i, r + stages_column_v(g.k, i));
    if (J)
      group_lobatto_jacobian_momenta(g, s, i, J);
    if (J && g.adjoint)
      group_lobatto_jacobian_moved(g, s, i, J);
  }
  if (J)
    group_lobatto_jacobian_turn(g, s, J);
  if (J && !g.adjoint)
    group_lobatto_jacobian_end(g, s, J);
  if (g.k.mn > 0)
    stages_inner(g.k, base, x, r, J);
  if (g.k.mn + g.k.mh > 0)
    group_lobatto_points(g, s, r, J);
  if (g.k.mh > 0)
    group_lobatto_positions(g, s, r, J);
  if (base->failed)
    r[0] = (double)NAN;
}
