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
static inline void group_lobatto_model_blocks(group_lobatto_shape g, group_lobatto *s, int i) {
  const stages *base = &s->stages;
  int n = g.k.n, nn = n*n;
  const double *D = s->D + i*nn;
  group_lobatto_pair(n, s->one.w_X, base->d.yq + i*nn, D, base->d.yv + i*nn, s->one.M,
                     s->product);
  mat_mul(s->one.w_H, base->d.yv + i*nn, D, n);
  group_lobatto_pair(n, s->one.F_X, base->d.U + i*nn, D, base->d.X + i*nn, s->one.M,
                     s->product);
  mat_mul(s->one.F_H, base->d.X + i*nn, D, n);
}

// A += a B^T C
static inline void group_lobatto_add_tmul(int n, double *A, double a, const double *B,
                                          const double *C, double *room) {
  mat_tmul(room, B, C, n);
  vec_axpy(A, a, room, A, n*n);
}

// W_X = N + D^T w_X, W_H = D^T w_H
static inline void group_lobatto_W(group_lobatto_shape g, group_lobatto *s, int i) {
  int n = g.k.n, nn = n*n;
  const double *D = s->D + i*nn;
  double *W_X = s->by.W_X + i*nn;
  vec_copy(W_X, s->one.N, nn);
  group_lobatto_add_tmul(n, W_X, 1, D, s->one.w_X, s->product);
  mat_tmul(s->by.W_H + i*nn, D, s->one.w_H, n);
}

// Z_X and Z_H: h (S + M^T w_X) and h (N^T + M^T w_H), and of a stage that is `forced`
// N(h F) + D^T F_X and D^T F_H; N is then that of F
static inline void group_lobatto_Z(group_lobatto_shape g, group_lobatto *s, int i, bool forced) {
  const stages *base = &s->stages;
  int n = g.k.n, nn = n*n;
  const double *D = s->D + i*nn;
  double *Z_X = s->by.Z_X + i*nn, *Z_H = s->by.Z_H + i*nn, h = base->h;
  mat_transpose(s->sum, s->one.N, n);
  for (int k = 0; k < nn; k++) {
    Z_X[k] = h*s->one.S[k];
    Z_H[k] = h*s->sum[k];
  }
  group_lobatto_add_tmul(n, Z_X, h, s->one.M, s->one.w_X, s->product);
  group_lobatto_add_tmul(n, Z_H, h, s->one.M, s->one.w_H, s->product);
  if (!forced)
    return;
  group_N(&g.G, s->one.N, s->Xi + i*n, base->hW + i*n);
  vec_axpy(Z_X, 1, s->one.N, Z_X, nn);
  group_lobatto_add_tmul(n, Z_X, 1, D, s->one.F_X, s->product);
  group_lobatto_add_tmul(n, Z_H, 1, D, s->one.F_H, s->product);
}

// f_X = A (F_X - K(F) D), f_H = A F_H; F_X is then that difference
static inline void group_lobatto_f(group_lobatto_shape g, group_lobatto *s, int i) {
  int n = g.k.n, nn = n*n;
  const double *back = s->back + i*nn;
  mat_mul(s->product, s->one.K, s->D + i*nn, n);
  vec_sub(s->one.F_X, s->one.F_X, s->product, nn);
  mat_tmul(s->by.f_X + i*nn, back, s->one.F_X, n);
  mat_tmul(s->by.f_H + i*nn, back, s->one.F_H, n);
}

// the blocks of stage i: W, Z and h f by Xi, by H and by the multipliers
static inline void group_lobatto_stage_blocks(group_lobatto_shape g, group_lobatto *s, int i) {
  const stages *base = &s->stages;
  int n = g.k.n, nn = n*n, m = stages_m(g.k);
  const double *Xi = s->Xi + i*n, *H = base->V + i*n, *w = base->y + i*n;
  bool forced = i < g.k.r.s - 1;
  group_M(&g.G, s->one.M, Xi, H);
  group_N(&g.G, s->one.N, Xi, w);
  group_S(&g.G, s->one.S, Xi, H, w);
  group_K(&g.G, s->one.K, base->hW + i*n);
  group_lobatto_model_blocks(g, s, i);
  group_lobatto_W(g, s, i);
  group_lobatto_Z(g, s, i, forced);
  group_lobatto_f(g, s, i);

  // rows of the multipliers, b a row of F_lambda^T: D^T b, A b
  for (int c = i*m; c < (i + 1)*m; c++) {
    const double *b = base->T + c*n;
    mat_tvec(s->by.f_L + c*n, s->back + i*nn, b, n);
    vec_zero(s->by.Z_L + c*n, n);
    if (forced)
      mat_tvec(s->by.Z_L + c*n, s->D + i*nn, b, n);
  }
}

// Of the adjoint, after group_lobatto_stage_blocks of stage i: what W, Z and h f gain as the end
// moves by D(xi) times a vector, with D(xi) in `out`
static inline void group_lobatto_stage_moved(group_lobatto_shape g, group_lobatto *s, int i) {
  const stages *base = &s->stages;
  int n = g.k.n, nn = n*n;
  const double *D = s->D + i*nn, *back = s->back + i*nn;
  double *Y = s->moved.Y + i*nn, *Z_Y = s->moved.Z_Y + i*nn;

  // Y = Ad_tau^-1 D(xi), w_g Y, F_g Y
  mat_mul(Y, back, s->moved.out, n);
  mat_mul(s->one.w_X, base->d.yq + i*nn, Y, n);
  mat_mul(s->one.F_X, base->d.U + i*nn, Y, n);

  // D^T w_g Y, A F_g Y, h M^T w_g Y + D^T F_g Y
  mat_tmul(s->moved.W_Y + i*nn, D, s->one.w_X, n);
  mat_tmul(s->moved.f_Y + i*nn, back, s->one.F_X, n);
  vec_zero(Z_Y, nn);
  group_lobatto_add_tmul(n, Z_Y, base->h, s->one.M, s->one.w_X, s->product);
  if (i < g.k.r.s - 1)
    group_lobatto_add_tmul(n, Z_Y, 1, D, s->one.F_X, s->product);
}

// and mu0 brought to the end: Ad*_tau(Xi_1)^-1 K(mu0) D_1, after stage 1
static inline void group_lobatto_moved_start(group_lobatto_shape g, group_lobatto *s) {
  group_D(&g.G, s->moved.out, s->xi);
  group_K(&g.G, s->one.K, s->stages.p0);
  mat_mul(s->product, s->one.K, s->D, g.k.n);
  mat_tmul(s->moved.from_Y, s->back, s->product, g.k.n);
}

// the column of J of constraint c in stage j; -1 if its multiplier is given
static inline int group_lobatto_column(stages_shape k, int j, int c) {
  if (c >= k.mn)
    return stages_column_m(k, j) + c - k.mn;
  return j < k.r.first_given ? -1 : stages_column_l(k, j) + c;
}

// -N(-xi,P) d(-xi), which all rows of the momenta have in common; d(-xi) = -h sum_l b_l dH_l
static inline void group_lobatto_jacobian_turn(group_lobatto_shape g, group_lobatto *s, double *J) {
  int n = g.k.n, S = g.k.r.s, N = stages_N(g.k);
  group_N(&g.G, s->one.N, s->minus, s->P);
  for (int l = 0; l < S; l++)
    for (int i = 0; i < S; i++)
      rows_add(rows_all, n, n, J + stages_column_v(g.k, i)*N + stages_column_v(g.k, l), N,
               s->stages.h*g.k.r.b[l], s->one.N);
}

// -D(-xi)^T dP
static inline void group_lobatto_jacobian_end(group_lobatto_shape g, group_lobatto *s, double *J) {
  const stages *base = &s->stages;
  int n = g.k.n, nn = n*n, S = g.k.r.s, m = stages_m(g.k), N = stages_N(g.k);
  const double *a = g.k.r.A[0], *b = g.k.r.b;
  group_D(&g.G, s->one.M, s->minus);
  for (int l = 0; l < S; l++) {
    // dP/dH_l, without the last stage
    vec_zero(s->sum, nn);
    if (l < S - 1)
      vec_axpy(s->sum, b[l], s->by.f_H + l*nn, s->sum, nn);
    for (int j = 0; j < S - 1; j++)
      if (a[j*S + l] != 0)
        vec_axpy(s->sum, base->h*b[j]*a[j*S + l], s->by.f_X + j*nn, s->sum, nn);
    mat_tmul(s->product, s->one.M, s->sum, n);
    for (int i = 0; i < S; i++)
      rows_add(rows_all, n, n, J + stages_column_v(g.k, i)*N + stages_column_v(g.k, l), N, -1,
               s->product);
  }
  for (int l = 0; l < S - 1; l++)
    for (int c = 0; c < m; c++) {
      int column = group_lobatto_column(g.k, l, c);
      if (column < 0)
        continue;
      mat_tvec(s->T, s->one.M, s->by.f_L + (l*m + c)*n, n);
      for (int i = 0; i < S*n; i++)
        J[i*N + column] -= b[l]*s->T[i % n];
    }
}

// of the adjoint: what the rows of stage i gain as the end moves,
// D_i^T dw_i + sum_j (b_j c_ji/b_i) dZ_j
static inline void group_lobatto_jacobian_moved(group_lobatto_shape g, group_lobatto *s, int i,
                                                double *J) {
  int n = g.k.n, nn = n*n, S = g.k.r.s, N = stages_N(g.k);
  vec_copy(s->sum, s->moved.W_Y + i*nn, nn);
  for (int j = 0; j < S; j++)
    vec_axpy(s->sum, group_lobatto_weight(&g, i, j), s->moved.Z_Y + j*nn, s->sum, nn);
  for (int l = 0; l < S; l++)
    rows_add(rows_all, n, n, J + stages_column_v(g.k, i)*N + stages_column_v(g.k, l), N,
             s->stages.h*g.k.r.b[l], s->sum);
}

static inline void group_lobatto_jacobian_momenta(group_lobatto_shape g, group_lobatto *s, int i,
                                                  double *J) {
  const stages *base = &s->stages;
  int n = g.k.n, nn = n*n, S = g.k.r.s, m = stages_m(g.k), N = stages_N(g.k);
  double *row = J + stages_column_v(g.k, i)*N;
  rows_add(rows_all, n, n, row + stages_column_v(g.k, i), N, 1, s->by.W_H + i*nn);
  for (int l = 0; l < S; l++) {
    double *block = row + stages_column_v(g.k, l), weight = group_lobatto_weight(&g, i, l);
    double own = group_lobatto_c(&g, i, l);
    if (own != 0)
      rows_add(rows_all, n, n, block, N, base->h*own, s->by.W_X + i*nn);
    rows_add(rows_all, n, n, block, N, weight, s->by.Z_H + l*nn);
    for (int j = 0; j < S; j++) {
      double both = group_lobatto_weight(&g, i, j)*group_lobatto_c(&g, j, l);
      if (both != 0)
        rows_add(rows_all, n, n, block, N, base->h*both, s->by.Z_X + j*nn);
    }
    for (int c = 0; c < m; c++) {
      int column = group_lobatto_column(g.k, l, c);
      for (int j = 0; column >= 0 && j < n; j++)
        row[j*N + column] += weight*s->by.Z_L[(l*m + c)*n + j];
    }
  }
}

// Of the adjoint: what rows of the level at stage i gain as the end moves, with Lp Ad*_tau_i in
// LpA: Lq Y_i + Lp Ad*_tau_i (Ad*_tau(Xi_1)^-1 K(mu0) D_1 + sum_j a_ij df_j)
static inline void group_lobatto_jacobian_point_moved(group_lobatto_shape g, group_lobatto *s,
                                                      int i, int from, int rows, double *J) {
  stages *base = &s->stages;
  int n = g.k.n, nn = n*n, S = g.k.r.s, N = stages_N(g.k);
  const double *a = g.k.r.A[0] + i*S;
  vec_copy(s->sum, s->moved.from_Y, nn);
  for (int j = 0; j < S; j++)
    vec_axpy(s->sum, a[j], s->moved.f_Y + j*nn, s->sum, nn);
  rows_times(rows_all, rows, n, base->at.LU, rows_all, s->LpA, rows_all, s->sum);
  rows_times(rows_all, rows, n, base->at.LX, rows_all, base->at.Lq + from*n, rows_all,
             s->moved.Y + i*nn);
  vec_axpy(base->at.LU, 1, base->at.LX, base->at.LU, rows*n);
  for (int l = 0; l < S; l++)
    rows_add(rows_all, rows, n, J + stages_column_v(g.k, l), N, base->h*g.k.r.b[l], base->at.LU);
}

// rows [from, from + rows) of the level at stage i, after stages_level and with mu^i in p
static inline void group_lobatto_jacobian_point(group_lobatto_shape g, group_lobatto *s, int i,
                                                int from, int rows, double *J) {
  stages *base = &s->stages;
  int n = g.k.n, nn = n*n, S = g.k.r.s, m = stages_m(g.k), N = stages_N(g.k);
  const double *a = g.k.r.A[0], *Lq = base->at.Lq + from*n, *Lp = base->at.Lp + from*n;

  // (Lq + Lp K(mu^i)) D_i and Lp Ad*_tau_i
  group_K(&g.G, s->one.K, base->at.p);
  rows_times(rows_all, rows, n, base->at.LU, rows_all, Lp, rows_all, s->one.K);
  vec_axpy(base->at.LU, 1, Lq, base->at.LU, rows*n);
  rows_times(rows_all, rows, n, base->at.LX, rows_all, base->at.LU, rows_all, s->D + i*nn);
  group_Ad(&g.G, s->product, s->tau + i*g.k.nq);
  mat_transpose(s->one.M, s->product, n);
  rows_times(rows_all, rows, n, s->LpA, rows_all, Lp, rows_all, s->one.M);
  for (int l = 0; l < S; l++) {
    double *block = J + stages_column_v(g.k, l);
    vec_zero(s->sum, nn);
    vec_axpy(s->sum, a[i*S + l], s->by.f_H + l*nn, s->sum, nn);
    for (int j = 0; j < S; j++) {
      double both = a[i*S + j]*group_lobatto_c(&g, j, l);
      if (both != 0)
        vec_axpy(s->sum, base->h*both, s->by.f_X + j*nn, s->sum, nn);
    }
    rows_times(rows_all, rows, n, base->at.LU, rows_all, s->LpA, rows_all, s->sum);
    rows_add(rows_all, rows, n, block, N, 1, base->at.LU);
    rows_add(rows_all, rows, n, block, N, base->h*group_lobatto_c(&g, i, l), base->at.LX);
    for (int c = 0; c < m; c++) {
      int column = group_lobatto_column(g.k, l, c);
      for (int k = 0; column >= 0 && k < rows; k++)
        J[k*N + column] += a[i*S + l]*vec_dot(s->LpA + k*n, s->by.f_L + (l*m + c)*n, n);
    }
  }
  if (g.adjoint)
    group_lobatto_jacobian_point_moved(g, s, i, from, rows, J);
}

// ---- rows

static inline void group_lobatto_points(group_lobatto_shape g, group_lobatto *s, double *r,
                                        double *J) {
  stages *base = &s->stages;
  stages_shape k = g.k;
  int N = stages_N(k), end = k.r.npoint - 1;
  for (int e = stages_first_point(k); e <= end; e++) {
    int i = e + 1;
    const double *G = base->Q + i*k.nq;
    double t = base->t + k.r.e[e]*base->h;
    group_lobatto_gather(g, s, s->T, k.r.A[0] + i*k.r.s, k.r.s);
    group_Ad_star(&g.G, base->at.p, s->tau + i*k.nq, s->T);
    chart_view a = stages_transform(k, base, t, G, base->at.p, J != NULL);
    vec_copy(base->at.w, a.y, k.n);
    if (J) {
      stages_level(k, base, e, G, a);
      group_lobatto_jacobian_point(g, s, i, 0, k.mn, J + stages_row_point(k, e)*N);
    } else
      evaluator_into(base->e, BUNDLE_LEVEL, t, G, base->at.w, NULL, base->at.level);
    stages_put_level(k, base, e, r);
    if (J && e == end && k.mh > 0)
      group_lobatto_jacobian_point(g, s, i, k.mn, k.mh, J + stages_row_g(k, k.r.s)*N);
  }
}

// g(G_i)/h; its derivative is c_il G D_i, of the adjoint + b_l G Y_i
static inline void group_lobatto_positions(group_lobatto_shape g, group_lobatto *s, double *r,
                                           double *J) {
  stages *base = &s->stages;
  int n = g.k.n, S = g.k.r.s, m = stages_m(g.k), N = stages_N(g.k);
  double per_step = 1/base->h;
  for (int i = 1; i < S; i++) {
    int at = stages_row_g(g.k, i);
    const double *residual = stages_phi(g.k, base, i) + g.k.mn;
    for (int c = 0; c < g.k.mh; c++)
      r[at + c] = per_step*residual[c];
    if (!J)
      continue;
    rows_times(rows_all, g.k.mh, n, base->at.LX, rows_all, base->B + (i*m + g.k.mn)*n, rows_all,
               s->D + i*n*n);
    for (int l = 0; l < S; l++)
      rows_add(rows_all, g.k.mh, n, J + at*N + stages_column_v(g.k, l), N,
               group_lobatto_c(&g, i, l), base->at.LX);
    if (!g.adjoint)
      continue;
    rows_times(rows_all, g.k.mh, n, base->at.LX, rows_all, base->B + (i*m + g.k.mn)*n, rows_all,
               s->moved.Y + i*n*n);
    for (int l = 0; l < S; l++)
      rows_add(rows_all, g.k.mh, n, J + at*N + stages_column_v(g.k, l), N, g.k.r.b[l],
               base->at.LX);
  }
}

// all stages, with derivatives if asked for
static inline void group_lobatto_stages(group_lobatto_shape g, group_lobatto *s, const double *x,
                                        bool blocks) {
  s->stages.failed = s->stages.begin_failed;
  group_lobatto_read(g, s, x);
  for (int i = 0; i < g.k.r.s; i++) {
    group_lobatto_stage(g, s, i, blocks);
    if (blocks)
      group_lobatto_stage_blocks(g, s, i);
    if (blocks && g.adjoint && i == 0)
      group_lobatto_moved_start(g, s);
    if (blocks && g.adjoint)
      group_lobatto_stage_moved(g, s, i);
  }
  group_lobatto_bring(g, s);
}

// the rows of the momenta
static inline void group_lobatto_balance(group_lobatto_shape g, group_lobatto *s, double *r,
                                         double *J) {
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
}

// r at x, and J = dr/dx unless it is NULL
static inline void group_lobatto_evaluate(group_lobatto_shape any, group_lobatto *s,
                                          const double *x, double *r, double *J) {
  group_lobatto_shape g = group_lobatto_of(any, s);
  int N = stages_N(g.k);
  if (J)
    vec_zero(J, N*N);
  group_lobatto_stages(g, s, x, J != NULL);
  group_lobatto_balance(g, s, r, J);
  if (g.k.mn > 0)
    stages_inner(g.k, &s->stages, x, r, J);
  if (g.k.mn + g.k.mh > 0)
    group_lobatto_points(g, s, r, J);
  if (g.k.mh > 0)
    group_lobatto_positions(g, s, r, J);
  if (s->stages.failed)
    r[0] = (double)NAN;
}
