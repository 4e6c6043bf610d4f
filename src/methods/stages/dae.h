// Runge-Kutta methods with additive parts for index-2 DAEs: spark, srk and plain ones.
//
//   problem    y' = f(t,y,z),  f = f_1 + ... + f_P,   0 = g(t,y),   g_y f_z regular
//   state      y0 with g(t0,y0) = 0; z0 that is consistent with it: g_y f + g_t = 0
//   stages     Y_i = y0 + h sum_j sum_p a^p_ij f_p(T_j,Y_j,Z_j),   T_j = t0 + c_j h,   i = 1..s
//   end        y1 = y0 + h sum_j b_j f(T_j,Y_j,Z_j)
//   spark      part p has tableau p of Lobatto IIIA, IIIB, IIIC, IIIC*, IIID; f_1 free of z;
//              g(T_i,Y_i) = P_(s-1)(2 c_i - 1) g(T_s,Y_s) for i < s, and g(t1,y1) = 0  [T] (2.20)
//              which is sum_j a^1_ij g(T_j,Y_j) = 0, i = 2..s: the Legendre polynomial spans what
//              these rows leave open
//   srk        one tableau, Gauss or Radau IA; sum_j b_j P_k(2 c_j - 1) g(T_j,Y_j) = 0,
//              k = 0..s-2, and g(t1,y1) = 0; [T] (2.26) has c_j^k for P_k, which is the same
//              overdetermined: f_1 = (v, 0) with IIIA, f + r with IIIB; g(T_i,Y_i) = 0, i = 2..s,
//              and u = g_y v + g_t = 0 at the end, so that both hold at every node            [J]
//   plain      one tableau, any with an invertible A; g(T_i,Y_i) = 0 in all stages       [T] (2.15)
//              Lobatto IIIA: stage 1 is known, Y_1 = y0, and Z_1 is Z_s of the step before
//   without    constraints the methods are those for ordinary differential equations
//
//   unknown    D_i = Y_i - y0 (n) and Z_i (m) of every stage that is not known
//   residual   r = (D_i - h sum_j sum_p a^p_ij f_p,  sum_j C_kj g(T_j,Y_j),  g(t1,y1))
//   Jacobian   of the stages 1 - h sum_p a^p_ij (f_p)_y and -h sum_p a^p_ij (f_p)_z at stage j,
//              of the inner conditions C_kj g_y at stage j,
//              of the end g_y(t1,y1) h b_j (f_y, f_z) at stage j
//   start      along the underlying equation y' = f(t,y,z(t,y)), z(t,y) consistent, to each T_i by
//              the classical Runge-Kutta method; or extrapolated from the steps before
//   branch     where z enters nonlinearly, other roots of the equations follow other solutions. The
//              sign of det g_y f_z in every stage, and at the end, has to be that at (y0,z0); and
//              from a start on the branch, Newton's method must not go far
//
//   keeps      g = 0 at every node, to the rounding of the solve: spark, srk, Radau IIA, Lobatto
//              IIIA and IIIC. The other plain ones do not: the end is off by the order of y
//   symmetric  srk and plain Gauss, plain Lobatto IIIA and IIID; spark, if parts 3 and 4 are zero
//   order      of y: spark 2s-2, srk 2s (Gauss) and 2s-1 (Radau IA), plain Radau IIA 2s-1, Lobatto
//              IIIA and IIIC 2s-2, Radau IA s, Gauss and IIID s+1 (s odd) or s (s even)
//   does not   propagate z, except that of Lobatto IIIA: the z of a node is the consistent one, or
//              Z_s where that belongs to the node: Radau IIA, Lobatto IIIA and IIIC
//
// [T] Hilden, "Numerical Methods for Nonholonomic Mechanics", thesis, NTNU 2009, ch. 2, after
//     Jay, SIAM J. Numer. Anal. 35 (1998) and 40 (2003). Plain methods on index 2: Hairer, Lubich,
//     Roche, "The Numerical Solution of Differential-Algebraic Systems by Runge-Kutta Methods",
//     Lecture Notes in Mathematics 1409 (1989).
// [J] Jay, "Specialized partitioned additive Runge-Kutta methods for systems of overdetermined DAEs
//     with holonomic constraints", SIAM J. Numer. Anal. 45 (2007)

#pragma once

#include "base/vec.h"
#include "methods/kernel.h"
#include "methods/stages/rule.h"
#include "problem/algebraic.h"

// what does not change in a run
typedef struct dae_shape {
  int n, m;    // states, algebraic variables
  int parts;   // P
  bool stiff;  // the end is the last stage
  bool bent;   // z enters nonlinearly: there may be branches
  bool twice;  // the problem is overdetermined
  rule r;
} dae_shape;

typedef struct dae_carried {
  double sign;  // of det g_y f_z at the (y0,z0) of the last plain start
  double pace;  // largest rate of a state: there, or in the last step
} dae_carried;

typedef struct dae {
  kernel *base;
  evaluator *e;
  dae_shape shape;

  dae_carried *carried;
  double *slope;  // m               largest |f_z| for each z: of the start or the last Jacobian

  // scratch
  double t, h;
  const double *y0;  // n            start of the step                      set by the caller
  const double *z1;  // m            Z_1 of a stage that is known
  double *known;     // P n + m      f and g of that stage                  left by dae_begin

  double *values;  // s x (P n + m)  f_1 .. f_P, g of each stage            left by dae_evaluate
  double *blocks;  // s x (P n + m + P (n n + n m) + m n)  the same, with f_y f_z of each part, g_y
  double *Y;       // n              a stage, or the end
  double *gap;     // m              g(t1,y1); of an overdetermined problem 2m, g and u
  double *gap_blocks;  // m + m n    the same with g_y; u with u_y
  double *F;           // n x (n+m)  h b_j (f_y, f_z) of a stage

  double *dy, *y1;  // n             y1 - y0, and y1 as it will be kept     left by dae_know_end

  algebraic algebraic;  //               arrays of its solve                    left by the start
  double *z0, *z;       // m             consistent with y0, and on the way to the stages
  double *f0, *f;       // n             f there
  double *sum;          // n             of the f of the classical method
  double *path;         // n             y on the way to the stages

} dae;

// stages that have unknowns
static inline int dae_stages(dae_shape k) {
  return k.r.s - k.r.first_known;
}

// numbers of a stage: f and g, and with derivatives
static inline int dae_values(dae_shape k) {
  return k.parts*k.n + k.m;
}

static inline int dae_blocks(dae_shape k) {
  return dae_values(k) + k.parts*(k.n*k.n + k.n*k.m) + k.m*k.n;
}

static inline void dae_open(dae *s, kernel *base, dae_carried *carried, evaluator *e) {
  s->base = base;
  s->carried = carried;
  s->e = e;
}

static inline newton_shape dae_unknowns(dae_shape k) {
  int u = dae_stages(k), N = u*(k.n + k.m);
  return (newton_shape){N, {u*k.n, N, N}, 0};
}

static inline void dae_lay(dae_shape k, dae *s, layout *l) {
  int n = k.n, m = k.m;
  assert(k.parts > 0 && k.parts <= rule_parts && k.r.s > k.r.first_known);
  assert(!k.r.closed && k.r.npoint <= 1);  // the conditions that dae_conditions knows
  s->slope = layout_carried(l, m);
  s->known = layout_output(l, dae_values(k));
  s->values = layout_output(l, (long)k.r.s*dae_values(k));
  s->blocks = layout_output(l, (long)k.r.s*dae_blocks(k));
  s->gap = layout_output(l, k.twice ? 2*m : m);
  s->gap_blocks = layout_output(l, m + m*n);
  s->Y = layout_scratch(l, n);
  s->dy = layout_scratch(l, n);
  s->y1 = layout_scratch(l, n);
  s->f0 = layout_scratch(l, n);
  s->f = layout_scratch(l, n);
  s->sum = layout_scratch(l, n);
  s->path = layout_scratch(l, n);
  s->F = layout_scratch(l, n*(n + m));
  s->z0 = layout_scratch(l, m);
  s->z = layout_scratch(l, m);
  algebraic_lay(&s->algebraic, n, m, k.parts, l);
  if (k.twice)
    s->algebraic.rows = BUNDLE_RATE_BLOCKS;
}

static inline double dae_time(dae_shape k, const dae *s, int j) {
  return s->t + k.r.c[j]*s->h;
}

// Y_j into s->Y; returns Z_j
static inline const double *dae_stage(dae_shape k, dae *s, const double *x, int j) {
  int i = j - k.r.first_known;
  vec_axpy(s->Y, 1, x + i*k.n, s->y0, k.n);
  return x + dae_stages(k)*k.n + i*k.m;
}

// what does not change during the solve: a stage that is known
static inline void dae_begin(dae_shape k, dae *s) {
  if (k.r.first_known)
    evaluator_into(s->e, BUNDLE_PARTS, s->t, s->y0, s->z1, NULL, s->known);
}

// f and g in all stages, with derivatives if asked for
static inline void dae_look(dae_shape k, dae *s, const double *x, bool blocks) {
  for (int j = k.r.first_known; j < k.r.s; j++) {
    const double *Z = dae_stage(k, s, x, j);
    if (blocks)
      evaluator_into(s->e, BUNDLE_PARTS_BLOCKS, dae_time(k, s, j), s->Y, Z, NULL,
                     s->blocks + j*dae_blocks(k));
    else
      evaluator_into(s->e, BUNDLE_PARTS, dae_time(k, s, j), s->Y, Z, NULL,
                     s->values + j*dae_values(k));
  }
}

// f_1 .. f_P, g of stage j, from the last look
static inline const double *dae_at(dae_shape k, const dae *s, int j, bool blocks) {
  if (j < k.r.first_known)
    return s->known;
  return blocks ? s->blocks + j*dae_blocks(k) : s->values + j*dae_values(k);
}

// dy = h sum_j b_j f_j
static inline void dae_advance(dae_shape k, dae *s, bool blocks) {
  vec_zero(s->dy, k.n);
  for (int j = 0; j < k.r.s; j++) {
    const double *f = dae_at(k, s, j, blocks);
    for (int p = 0; p < k.parts; p++)
      vec_axpy(s->dy, k.r.b[j], f + p*k.n, s->dy, k.n);
  }
  for (int i = 0; i < k.n; i++)
    s->dy[i] *= s->h;
}

// D_i - h sum_j sum_p a^p_ij f_p
static inline void dae_stage_rows(dae_shape k, dae *s, const double *x, double *r, bool blocks) {
  int n = k.n;
  for (int i = k.r.first_known; i < k.r.s; i++, r += n, x += n) {
    vec_zero(r, n);
    for (int j = 0; j < k.r.s; j++)
      for (int p = 0; p < k.parts; p++) {
        double a = k.r.A[p][i*k.r.s + j];
        if (a != 0)
          vec_axpy(r, a, dae_at(k, s, j, blocks) + p*n, r, n);
      }
    for (int c = 0; c < n; c++)
      r[c] = x[c] - s->h*r[c];
  }
}

// g at the end, or u
static inline const double *dae_end(dae_shape k, dae *s, bool blocks) {
  double t1 = s->t + s->h;
  bundle_kind with = k.twice ? BUNDLE_RATE_BLOCKS : BUNDLE_GAP_BLOCKS;
  bundle_kind without = k.twice ? BUNDLE_RESIDUALS : BUNDLE_GAP;
  if (blocks)
    evaluator_into(s->e, with, t1, s->Y, s->z0, NULL, s->gap_blocks);
  else
    evaluator_into(s->e, without, t1, s->Y, s->z0, NULL, s->gap);
  return blocks ? s->gap_blocks : k.twice ? s->gap + k.m : s->gap;
}

// sum_j C_kj g_j, then g at the end
static inline void dae_conditions(dae_shape k, dae *s, double *r, bool blocks) {
  int m = k.m, g = k.parts*k.n;
  for (int l = 0; l < k.r.ninner; l++, r += m) {
    vec_zero(r, m);
    for (int j = k.r.first_known; j < k.r.s; j++)
      if (k.r.C[l*k.r.s + j] != 0)
        vec_axpy(r, k.r.C[l*k.r.s + j], dae_at(k, s, j, blocks) + g, r, m);
  }
  if (k.r.npoint == 0)
    return;
  dae_advance(k, s, blocks);
  vec_axpy(s->Y, 1, s->dy, s->y0, k.n);
  vec_copy(r, dae_end(k, s, blocks), m);
}

// J[row + i][column + j] += a B[i][j]
static inline void dae_add(double *J, int N, double a, const double *B, int rows, int columns) {
  for (int i = 0; i < rows; i++)
    vec_axpy(J + (long)i*N, a, B + (long)i*columns, J + (long)i*N, columns);
}

// the columns of stage j in the rows of the stages
static inline void dae_stage_columns(dae_shape k, const dae *s, int j, double *J) {
  int n = k.n, m = k.m, u = dae_stages(k), N = u*(n + m), at = j - k.r.first_known;
  double *own = J + (long)at*n*N + at*n;
  for (int i = 0; i < n; i++)
    own[(long)i*N + i] = 1;
  for (int i = 0; i < u; i++)
    for (int p = 0; p < k.parts; p++) {
      double a = k.r.A[p][(i + k.r.first_known)*k.r.s + j], *row = J + (long)i*n*N;
      const double *fy = s->blocks + j*dae_blocks(k) + dae_values(k) + p*(n*n + n*m);
      if (a == 0)
        continue;
      dae_add(row + at*n, N, -s->h*a, fy, n, n);
      dae_add(row + u*n + at*m, N, -s->h*a, fy + n*n, n, m);
    }
}

// and in those of the conditions
static inline void dae_condition_columns(dae_shape k, dae *s, int j, double *J) {
  int n = k.n, m = k.m, u = dae_stages(k), N = u*(n + m), at = j - k.r.first_known;
  const double *block = s->blocks + j*dae_blocks(k) + dae_values(k);
  const double *gy = block + k.parts*(n*n + n*m);
  double *row = J + (long)u*n*N;
  for (int l = 0; l < k.r.ninner; l++, row += (long)m*N)
    if (k.r.C[l*k.r.s + j] != 0)
      dae_add(row + at*n, N, k.r.C[l*k.r.s + j], gy, m, n);
  if (k.r.npoint == 0)
    return;

  // g_y(y1) h b_j (f_y, f_z)
  double *Fy = s->F, *Fz = Fy + n*n;
  vec_zero(s->F, n*(n + m));
  for (int p = 0; p < k.parts; p++)
    vec_axpy(s->F, s->h*k.r.b[j], block + p*(n*n + n*m), s->F, n*(n + m));
  for (int c = 0; c < m; c++)
    for (int l = 0; l < n; l++) {
      double g = s->gap_blocks[m + c*n + l];
      vec_axpy(row + (long)c*N + at*n, g, Fy + l*n, row + (long)c*N + at*n, n);
      vec_axpy(row + (long)c*N + u*n + at*m, g, Fz + l*m,
               row + (long)c*N + u*n + at*m, m);
    }
}

// the largest |f_z| for each z, in the blocks of stage j
static inline void dae_find_slope(dae_shape k, dae *s, int j) {
  int n = k.n, m = k.m;
  const double *fz = s->blocks + j*dae_blocks(k) + dae_values(k) + n*n;
  vec_zero(s->slope, m);
  for (int p = 0; p < k.parts; p++, fz += n*n + n*m)
    for (int i = 0; i < n; i++)
      for (int c = 0; c < m; c++)
        s->slope[c] = vec_larger(s->slope[c], fabs(fz[i*m + c]));
}

// r at x = (D, Z), and J = dr/dx unless it is NULL
static inline void dae_evaluate(dae_shape k, dae *s, const double *x, double *r, double *J) {
  int u = dae_stages(k), N = u*(k.n + k.m);
  dae_look(k, s, x, J != NULL);
  dae_stage_rows(k, s, x, r, J != NULL);
  if (k.m > 0)
    dae_conditions(k, s, r + u*k.n, J != NULL);
  if (!J)
    return;
  vec_zero(J, N*N);
  for (int j = k.r.first_known; j < k.r.s; j++) {
    dae_stage_columns(k, s, j, J);
    if (k.m > 0)
      dae_condition_columns(k, s, j, J);
  }
  dae_find_slope(k, s, k.r.first_known);
}
