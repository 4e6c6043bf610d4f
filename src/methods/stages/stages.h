// The kernel of the stage methods on mechanical problems: lobatto, spark, srk and rk are rules
// (rule.h) for it.
//
//   stages     Q_i = q0 + h sum_j a_ij V_j,   L_v(Q_i,V_i) = p0 + sum_j ah_ij h W_j,   i = 1..s
//              h W_i = h (L_q + F)(Q_i,V_i) + R_i,  R_i = Phi_v(Q_i,V_i)^T h Lam_i + G(Q_i)^T h M_i
//              where forces depend on multipliers, R_i has them, too: stages_load.h
//   points     q_e = q0 + h sum_j E_ej V_j,   p_e = p0 + sum_j E_ej h W_j,   L_v(q_e,w_e) = p_e
//   end        q1 = q0 + h sum_j b_j V_j,     p1 = p0 + sum_j b_j h W_j
//
//   unknown    x: V_i - v0 (n each), h Lam_i (mn each), h M_i (mh each). Neither Q_i, W_i nor the
//              w_e are unknowns: the first are sums, the last Legendre transforms of sums
//   residual   momenta    L_v(Q_i,V_i) - p0 - sum_j ah_ij h W_j
//              inner      sum_j C_kj Phi(Q_j,V_j)
//              points     Phi(q_e,w_e)
//              closure    sum_i w_i h Lam_i
//              positions  g(Q_i)/h, i = 2..s;   at the end  G w + g_t
//   Jacobian   with y = L_v, U_j = h (L_q + F)_q + R_q, X_j = h (L_q + F)_v + R_v at stage j:
//              d(h W_j) = sum_k (h a_jk U_j + [j = k] X_j) dV_k + Phi_v^T d(h Lam_j) + G^T d(h M_j)
//              momenta    [i = k] y_v + h a_ik y_q - sum_j ah_ij d(h W_j)/dV_k
//              points     dPhi = (Phi_q + Phi_v H_pq) dq_e + Phi_v H_pp dp_e
//
// The letters are those of rule.h, with y = (q,p): A[0] = a belongs to q, A[1] = ah to p.

#pragma once

#include "base/vec.h"
#include "methods/kernel.h"
#include "methods/stages/rule.h"
#include "problem/consistent.h"
#include "problem/own_chart.h"
#include "solve/sparse_rows.h"

// What is not always zero, where there are many unknowns. Without: everything.
typedef struct stages_zeros {
  sparse_rows J;        // N x N
  sparse_rows mass;     // n x n  M,
  sparse_rows inverse;  // n x n  and M^-1
  sparse_rows forces;   // n x n  y_v, y_q, U, X
  sparse_rows level;    // m x n  Phi_v and G, Phi_q, and derivatives of the level
  sparse_rows reach;    // m x n  these times U or X
} stages_zeros;

// what does not change in a run
typedef struct stages_shape {
  int n, mn, mh;        // velocities, nonholonomic and holonomic constraints
  int nq;               // numbers of a position: n, except on a group
  bool own;             // the model is a lagrangian: its own chart is that of the velocities
  bool constant_mass;   // p = M v + const: differences of p are M times those of v
  bool autonomous;      // constraints do not move by themselves
  bool by_blocks;       // the linear equations are solved by block elimination: stages_equations.h
  bool loaded;          // forces depend on multipliers: stages_load.h
  bool bent;            // and are not affine in them
  double noise;         //        rounding of what the model gives, in units of eps
  const int *declared;  // m      place of each constraint among all, nonholonomic ones first
  const double *M, *W;  // n x n  a constant mass matrix and its inverse
  const double *rest;   // n      and p at v = 0
  const stages_zeros *zeros;  //     NULL: nothing is known to be zero
  rule r;
} stages_shape;

typedef struct stages_carried {
  bool known_last;  // `last` has multipliers
  double gain;      // largest change of a velocity in the step before
  double first;     // what the forces alone would have added in a first step
} stages_carried;

// derivatives in the stages, left by stages_evaluate with J
typedef struct stages_derivatives {
  double *yv, *yq, *U, *X;  // s x n x n
  double *Pq;               // s x mn x n  Phi_q
  double *out;              // R Phi g R_q R_v Phi_q Phi_v G of one stage
} stages_derivatives;

// a point, and the level there: Phi and G w + g_t
typedef struct stages_point_values {
  double *q, *p, *w;  // n      q_e, p_e or p_e - p0, w_e
  double *level;      // m
  double *Lq, *Lp;    // m x n  its derivatives by q_e and p_e
  double *LU, *LX;    // m x n  Lp U_j; Lp X_k
} stages_point_values;

// block elimination: its factors are carried, while Newton's method keeps them
typedef struct stages_solver {
  double *S;        // L x L      factors, L multipliers are unknown
  double *K;        // s x m x n  M^-1 B^T
  double *mass;     // n x n      factors of M, where it is not constant
  int *S_pivot;     // L
  int *mass_pivot;  // n
  double *z;        // n          scratch, as the next
  double *column;   // n
} stages_solver;

// of forces that depend on multipliers
typedef struct stages_reactions {
  double *psi;    // m  multipliers of a stage
  double *aside;  // m  where derivatives are taken
  double *size;   // m  of the multipliers
} stages_reactions;

typedef struct stages {
  kernel *base;
  evaluator *e;
  stages_shape shape;

  stages_carried *carried;
  double *last;  // m          multipliers of the last stage of the last step, as declared
  double *mu;    // s x m      h Lam and h M, as declared; a plain start reads those of stage 1
  double *hW;    // s x n      sizes of unknowns are made of that of stage 1,
  double *B;     // s x m x n  Phi_v, then G; and of that of stage 1 in the last Jacobian

  // scratch
  double t, h;
  const double *q0, *p0;  // n      start of the step                       set by the caller
  const double *lambda0;  // m      given multipliers of stage 1, as declared
  double *lambda;         // m      room for them
  double *v0;             // n      left by stages_begin

  double *V, *Q;           // s x n, s x nq  left by stages_evaluate
  double *y;               // s x n  L_v
  double *R;               // s x (n + m)  R, Phi, g of each stage
  double *values;          // 2n     of the last point of the own chart
  stages_derivatives d;    //        with J
  stages_point_values at;  //        the last point
  stages_solver solver;    //        if it solves by blocks
  stages_reactions load;   //        if forces depend on multipliers
  double *T;               // s x m x n  r_lambda^T then, otherwise B
  chart_room room;         //        of the chart that is not the model's own
  consistent consistent;   //        of a rule that restarts

  double *dq, *dp;    // n      left by stages_finish
  double pace;        //        speed of the motion in this step
  bool failed;        //        a Legendre transform failed: at this x,
  bool begin_failed;  //        or before the solve
} stages;

// ---- sizes, and where things are

static inline stages_zeros stages_zeros_of(stages_shape k) {
  return k.zeros ? *k.zeros : (stages_zeros){.J = rows_all};
}

static inline int stages_m(stages_shape k) {
  return k.mn + k.mh;
}

// unknown velocities, multipliers of both kinds
static inline int stages_nv(stages_shape k) {
  return (k.r.s - k.r.first_known)*k.n;
}

static inline int stages_nl(stages_shape k) {
  return (k.r.s - k.r.first_given)*k.mn;
}

static inline int stages_N(stages_shape k) {
  return stages_nv(k) + stages_nl(k) + k.r.s*k.mh;
}

// the first point that is needed: without nonholonomic constraints it is the end, without any none
// is
static inline int stages_first_point(stages_shape k) {
  int end = k.r.npoint;
  return k.mn > 0 ? 0 : k.mh > 0 && end > 0 ? end - 1 : end;
}

static inline int stages_column_v(stages_shape k, int i) {
  return (i - k.r.first_known)*k.n;
}

static inline int stages_column_l(stages_shape k, int i) {
  return stages_nv(k) + (i - k.r.first_given)*k.mn;
}

static inline int stages_column_m(stages_shape k, int i) {
  return stages_nv(k) + stages_nl(k) + i*k.mh;
}

static inline int stages_row_point(stages_shape k, int e) {
  return stages_nv(k) + (k.r.ninner + e)*k.mn;
}

static inline int stages_row_closure(stages_shape k) {
  return stages_row_point(k, k.r.npoint);
}

static inline int stages_row_g(stages_shape k, int i) {
  return stages_nv(k) + stages_nl(k) + (i - 1)*k.mh;
}

// outputs of BUNDLE_STAGE_BLOCKS
static inline int stages_blocks(stages_shape k) {
  return k.n + stages_m(k) + 2*k.n*k.n + 2*k.mn*k.n + k.mh*k.n;
}

// unknown multipliers
static inline int stages_multipliers(stages_shape k) {
  return stages_N(k) - stages_nv(k);
}

// ---- the record

static inline void stages_open(stages *s, kernel *base, stages_carried *carried, evaluator *e) {
  s->base = base;
  s->carried = carried;
  s->e = e;
}

static inline newton_shape stages_unknowns(stages_shape k) {
  int v = stages_nv(k), l = v + stages_nl(k);
  return (newton_shape){stages_N(k), {v, l, l + k.r.s*k.mh}, 0};
}

static inline void stages_lay_derivatives(stages_shape k, stages_derivatives *d, layout *l) {
  long n = k.n, blocks = k.r.s*n*n;
  d->yv = layout_scratch(l, blocks);
  d->yq = layout_scratch(l, blocks);
  d->U = layout_scratch(l, blocks);
  d->X = layout_scratch(l, blocks);
  d->Pq = layout_scratch(l, k.r.s*k.mn*n);
  d->out = layout_output(l, stages_blocks(k));
}

static inline void stages_lay_point(stages_shape k, stages_point_values *at, layout *l) {
  int n = k.n, m = stages_m(k);
  at->q = layout_scratch(l, n);
  at->p = layout_scratch(l, n);
  at->w = layout_scratch(l, n);
  at->level = layout_output(l, m);
  at->Lq = layout_scratch(l, m*n);
  at->Lp = layout_scratch(l, m*n);
  at->LU = layout_scratch(l, m*n);
  at->LX = layout_scratch(l, m*n);
}

static inline void stages_lay_solver(stages_shape k, stages_solver *s, layout *l) {
  long n = k.n, L = stages_multipliers(k);
  s->S = layout_carried(l, L*L);
  s->K = layout_carried(l, k.r.s*n*stages_m(k));
  s->mass = layout_carried(l, k.constant_mass ? 0 : n*n);
  s->S_pivot = layout_integers(l, LAYOUT_CARRIED, L);
  s->mass_pivot = layout_integers(l, LAYOUT_CARRIED, k.constant_mass ? 0 : n);
  s->z = layout_scratch(l, n);
  s->column = layout_scratch(l, n);
}

// the equations of multipliers that are consistent with a node
static inline void stages_lay_consistent(stages_shape k, stages *s, layout *l) {
  int m = stages_m(k);
  s->consistent = (consistent){.evaluator = s->e,
                               .n = k.n,
                               .m = m,
                               .lagrangian = k.own,
                               .loaded = k.loaded,
                               .bent = k.bent,
                               .size = k.own ? k.n + m : m};
  consistent_lay(&s->consistent, l);
  if (!k.loaded)
    return;
  consistent_lay_load(&s->consistent.load, k.n, m, l);
  algebraic_lay(&s->consistent.algebraic, k.nq, m, 0, l);
}

static inline void stages_lay_load(stages_shape k, stages *s, layout *l) {
  int m = stages_m(k);
  s->T = s->B;
  if (!k.loaded)
    return;
  s->T = layout_scratch(l, (long)k.r.s*m*k.n);
  s->load = (stages_reactions){layout_scratch(l, m), layout_scratch(l, m), layout_scratch(l, m)};
}

static inline void stages_lay(stages_shape k, stages *s, layout *l) {
  int n = k.n, m = stages_m(k), ns = k.r.s*n;
  assert(k.r.s > k.r.first_known && k.nq >= n && k.mn >= 0 && k.mh >= 0);
  assert(!k.constant_mass || (k.M && k.W && k.rest));
  assert(k.declared || m == 0);
  s->last = layout_carried(l, m);
  s->mu = layout_carried(l, k.r.s*m);
  s->hW = layout_carried(l, ns);
  s->B = layout_carried(l, (long)k.r.s*m*n);
  s->lambda = layout_scratch(l, m);
  s->v0 = layout_scratch(l, n);
  s->V = layout_scratch(l, ns);
  s->Q = layout_scratch(l, k.r.s*k.nq);
  s->y = layout_scratch(l, ns);
  s->R = layout_output(l, k.r.s*(n + m));
  s->values = layout_output(l, 2*n);
  s->dq = layout_scratch(l, n);
  s->dp = layout_scratch(l, n);
  s->room = chart_room_lay(n, l);
  stages_lay_derivatives(k, &s->d, l);
  stages_lay_point(k, &s->at, l);
  stages_lay_load(k, s, l);
  if (k.by_blocks)
    stages_lay_solver(k, &s->solver, l);
  if (k.r.restarts)
    stages_lay_consistent(k, s, l);
}
