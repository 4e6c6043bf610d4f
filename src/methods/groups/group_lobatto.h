// Lobatto IIIA-IIIB methods on Lie groups, left-trivialised, with holonomic and nonholonomic
// constraints.
//
//   problem    g' = g hat(eta),  mu' = ad*_eta mu + X l + F + Phi_eta^T lambda + G^T m,
//              mu = l_eta(t,g,eta),  Phi(t,g,eta) = 0,  g(t,g) = 0,  G = X g       problem/group.h
//              F may depend on lambda and m: stages_load.h
//   stages     Xi_i = h sum_j a_ij H_j,  G_i = g0 tau(Xi_i),  D_i = D(Xi_i),  eta_i = D_i H_i,
//              w_i = l_eta(G_i,eta_i), F_i = (X l + F)(G_i,eta_i) + Phi_eta^T Lam_i + G(G_i)^T M_i,
//              f_i = Ad*_tau(Xi_i)^-1 F_i,  T_i = T(Xi_i,H_i,w_i),   i = 1..s            [C] sec. 6
//   momenta    D_i^T w_i + sum_j (b_j a_ji/b_i) h (T_j + D_j^T F_j) = D(-xi)^T P,  xi = Xi_s,
//              P = mu0 + h sum_j b_j f_j; what F_s adds to both sides cancels and is left out
//                                                                                         [C] (26)
//   end        g1 = G_s,  mu1 = Ad*_tau(xi) (mu0 + h sum_j b_j f_j)                       [C] (27)
//   Phi        Phi(G_i, e_i) = 0, i = 2..s, at the velocities e_i of the momenta
//              mu^i = Ad*_tau(Xi_i) (mu0 + h sum_j a_ij f_j): those of the stages are
//              too inaccurate
//   g          g(G_i) = 0, i = 2..s, and G e + g_t = 0 at the end
//   closure    reduce, carry or restart, as on R^n: lobatto.h
//
//   adjoint    lobatto*: the step whose inverse is that of lobatto with -h. Its stages are expanded
//              about the end, and the momentum at the start is known:
//              Xi_i = h sum_j (a_ij - b_j) H_j,  g1 = g0 tau(xi),  xi = -Xi_1,  G_i = g1 tau(Xi_i)
//              D_i^T w_i = D_1^T mu0 + h sum_j ah_ij (T_j + D_j^T F_j),  ah: IIIB
//              mu^i = Ad*_tau(Xi_i) (Ad*_tau(Xi_1)^-1 mu0 + h sum_j a_ij f_j),  mu1 = mu^s
//              with the same conditions. In the letters of the step: c_ij = a_ij - b_j in the place
//              of a_ij wherever Xi is, as ah_ij = -b_j c_ji/b_i, and mu0 in the place of P
//   symmetric  compose(lobatto(s), symmetric): a step of h/2 and one of the adjoint, h/2
//
//   unknown    H_i - eta0, h Lam_i, h M_i
//   Jacobian   exact. With M = d(D H)/dXi, N(y) = d(D^T y)/dXi, S = dT/dXi, and
//              K(mu) zeta = ad*_zeta mu of geometry/product.h, and A = Ad*_tau(Xi)^-1, for one
//              stage by Xi and by H
//              w_Xi = w_g D + w_eta M            w_H = w_eta D          W = D^T w
//              F_Xi = F_g D + F_eta M            F_H = F_eta D          F_Lam = Phi_eta^T, G^T,
//                                                                       or r_lambda
//              f_Xi = A (F_Xi - K(F) D)          f_H = A F_H
//              W_Xi = N(w) + D^T w_Xi            W_H = D^T w_H
//              T_Xi = S + M^T w_Xi               T_H = N(w)^T + M^T w_H
//              Q_Xi = N(F) + D^T F_Xi            Q_H = D^T F_H          Q = D^T F
//              and d./dH_k of a stage quantity is [j = k] (.)_H + h a_jk (.)_Xi; the right side has
//              -N(-xi,P) h b_k beside D(-xi)^T dP;
//              dmu^i = Ad*_tau(Xi_i) h sum_j a_ij df_j + K(mu^i) D_i dXi_i
//              of the adjoint also what moves with g1, with Y_j = Ad_tau(Xi_j)^-1 D(xi):
//              h b_k (.)_g Y_j, w_g and F_g by themselves, f_g = A F_g, W_g = D^T w_g,
//              T_g = M^T w_g, Q_g = D^T F_g, and in dmu^i
//              h b_k Ad*_tau(Xi_i) Ad*_tau(Xi_1)^-1 K(mu0) D_1
//   order      2s-2 for g and mu, and for consistent multipliers; Lam_s of carry s for even s and
//              s-1 for odd s, M_s of holonomic constraints s-1
//
//   retraction tau is cay or exp: both have order 2s-2; exp is the more accurate one on bodies that
//              turn fast, cay knows no rotation by pi. On R^k there is no difference
//   keeps      Phi = 0, g = 0, G e + g_t = 0 at every node; without nonholonomic constraints the
//              symplectic form, and momenta of symmetries of g: of a free body all of Ad*_g^-1 mu
//   does not   undo itself with -h: stages are expanded about g0, so the step is not symmetric (8
//              digits at h = 0.1 on a heavy top). With nonholonomic constraints the energy may
//              drift; it does not in symmetric compositions, where a reversing symmetry forbids it
//   rotations  are products of a node with tau, made orthonormal again in every step: what rounding
//              has added is then gone, and a step depends on nothing but its node
//
// [C] Martin de Diego, Sato Martin de Almagro, "High-order geometric methods for nonholonomic
//     mechanical systems" (2022). The first argument of dd tau in a remark of sec. 6.1 must be H_i,
//     not Xi_i; the closures reduce and restart and the adjoint are ours.

#pragma once

#include "geometry/product.h"
#include "methods/stages/stages_values.h"

// what does not change in a run
typedef struct group_lobatto_shape {
  stages_shape k;
  group G;
  bool in_turn;  // it is composed with its adjoint: the kernel says which of both it is,
  bool adjoint;  // otherwise this
} group_lobatto_shape;

typedef stages_carried group_lobatto_carried;

// derivatives in the stages, left by group_lobatto_evaluate with J
typedef struct group_lobatto_derivatives {
  double *W_H, *W_X, *Z_H, *Z_X, *f_H, *f_X;  // s x n x n
  double *Z_L, *f_L;                          // s x m x n  by the multipliers, one row each
} group_lobatto_derivatives;

// and what they are made of in one stage
typedef struct group_lobatto_blocks {
  double *M, *N, *S, *K;          // n x n
  double *w_X, *w_H, *F_X, *F_H;  // n x n
} group_lobatto_blocks;

// of the adjoint: derivatives by what moves with the end
typedef struct group_lobatto_moved {
  double *Y, *W_Y, *Z_Y, *f_Y;  // s x n x n
  double *out, *from_Y;         // n x n      D(xi); Ad*_tau(Xi_1)^-1 K(mu0) D_1
} group_lobatto_moved;

// All in it is scratch, except what `stages` carries. That has what does not depend on the group: V
// are the H_i, Q the G_i, y the w_i and hW the h F_i.
typedef struct group_lobatto {
  stages stages;
  group_lobatto_shape shape;

  double *Xi, *eta;                  // s x n      left by group_lobatto_evaluate
  double *f, *Z;                     // s x n      h f_i; h T_i + D_i^T h F_i, the last without F
  double *tau;                       // s x nq     tau(Xi_i)
  double *D, *back;                  // s x n x n  D_i; Ad of tau(Xi_i)^-1
  double *inverse;                   // nq
  double *P, *end, *T;               // n          P, D(-xi)^T P, room for T_i
  double *minus;                     // n          -xi
  const double *centre, *step, *xi;  // nq, nq, n  what stages are expanded about; tau(xi); xi
  const double *from;                // n          mu0 there
  double *centre_room, *step_room;   // nq         of the adjoint
  double *xi_room, *from_room;       // n

  group_lobatto_derivatives by;  //        with J
  group_lobatto_blocks one;      //        of the last stage
  group_lobatto_moved moved;     //        of the adjoint
  double *sum, *product;         // n x n
  double *LpA;                   // m x n
} group_lobatto;

// ---- the record

static inline void group_lobatto_open(group_lobatto *s, kernel *base,
                                      group_lobatto_carried *carried, evaluator *e) {
  stages_open(&s->stages, base, carried, e);
}

static inline newton_shape group_lobatto_unknowns(group_lobatto_shape g) {
  return stages_unknowns(g.k);
}

static inline void group_lobatto_lay_derivatives(group_lobatto_shape g, group_lobatto *s,
                                                 layout *l) {
  long n = g.k.n, nn = n*n, blocks = g.k.r.s*nn, rows = g.k.r.s*stages_m(g.k)*n;
  group_lobatto_derivatives *by = &s->by;
  group_lobatto_blocks *one = &s->one;
  double **const of_stages[] = {&by->W_H, &by->W_X, &by->Z_H, &by->Z_X, &by->f_H, &by->f_X};
  double **const of_one[] = {&one->M,   &one->N,   &one->S,   &one->K,
                             &one->w_X, &one->w_H, &one->F_X, &one->F_H};
  for (int i = 0; i < 6; i++)
    *of_stages[i] = layout_scratch(l, blocks);
  for (int i = 0; i < 8; i++)
    *of_one[i] = layout_scratch(l, nn);
  by->Z_L = layout_scratch(l, rows);
  by->f_L = layout_scratch(l, rows);
}

// Of the adjoint. The text of a step serves for both, and whether they are taken in turn is not
// known before: the arrays are always there.
static inline void group_lobatto_lay_moved(group_lobatto_shape g, group_lobatto *s, layout *l) {
  long n = g.k.n, nn = n*n, blocks = g.k.r.s*nn;
  s->moved.Y = layout_scratch(l, blocks);
  s->moved.W_Y = layout_scratch(l, blocks);
  s->moved.Z_Y = layout_scratch(l, blocks);
  s->moved.f_Y = layout_scratch(l, blocks);
  s->moved.out = layout_scratch(l, nn);
  s->moved.from_Y = layout_scratch(l, nn);
  s->centre_room = layout_scratch(l, g.k.nq);
  s->step_room = layout_scratch(l, g.k.nq);
  s->xi_room = layout_scratch(l, n);
  s->from_room = layout_scratch(l, n);
}

static inline void group_lobatto_lay(group_lobatto_shape g, group_lobatto *s, layout *l) {
  long n = g.k.n, ns = g.k.r.s*n, nn = n*n;
  assert(group_is_covered(g.G.factor, g.G.nfactor, g.k.n, g.k.nq));
  s->stages.shape = g.k;
  stages_lay(g.k, &s->stages, l);
  s->Xi = layout_scratch(l, ns);
  s->eta = layout_scratch(l, ns);
  s->f = layout_scratch(l, ns);
  s->Z = layout_scratch(l, ns);
  s->tau = layout_scratch(l, g.k.r.s*g.k.nq);
  s->D = layout_scratch(l, ns*n);
  s->back = layout_scratch(l, ns*n);
  s->inverse = layout_scratch(l, g.k.nq);
  s->P = layout_scratch(l, n);
  s->end = layout_scratch(l, n);
  s->T = layout_scratch(l, n);
  s->minus = layout_scratch(l, n);
  s->sum = layout_scratch(l, nn);
  s->product = layout_scratch(l, nn);
  s->LpA = layout_scratch(l, stages_m(g.k)*n);
  group_lobatto_lay_derivatives(g, s, l);
  group_lobatto_lay_moved(g, s, l);
}

// the shape of the step that is taken: it is that of the adjoint, or it is not
static inline group_lobatto_shape group_lobatto_of(group_lobatto_shape g, const group_lobatto *s) {
  if (g.in_turn)
    g.adjoint = s->stages.base->adjoint;
  return g;
}

// ---- the tableau

// c_ij: a_ij, of the adjoint a_ij - b_j = -a_(s+1-i)(s+1-j)
static inline double group_lobatto_c(const group_lobatto_shape *g, int i, int j) {
  int s = g->k.r.s, at = i*s + j;
  return g->adjoint ? -g->k.r.A[0][s*s - 1 - at] : g->k.r.A[0][at];
}

// b_j c_ji/b_i
static inline double group_lobatto_weight(const group_lobatto_shape *g, int i, int j) {
  return g->k.r.b[j]*group_lobatto_c(g, j, i)/g->k.r.b[i];
}

// ---- values

// the whole step, g1 = g0 tau(xi), and the element that stages are expanded about
static inline void group_lobatto_place(group_lobatto_shape g, group_lobatto *s) {
  int n = g.k.n, last = g.k.r.s - 1;
  if (!g.adjoint) {
    s->centre = s->stages.q0;
    s->step = s->tau + last*g.k.nq;
    s->xi = s->Xi + last*n;
    vec_negate(s->minus, s->xi, n);
    return;
  }
  vec_copy(s->minus, s->Xi, n);
  vec_negate(s->xi_room, s->minus, n);
  group_tau(&g.G, s->step_room, s->xi_room);
  group_compose(&g.G, s->centre_room, s->stages.q0, s->step_room);
  s->centre = s->centre_room;
  s->step = s->step_room;
  s->xi = s->xi_room;
}

// Xi_i and G_i from the unknowns
static inline void group_lobatto_read(group_lobatto_shape g, group_lobatto *s, const double *x) {
  stages *base = &s->stages;
  int n = g.k.n, nq = g.k.nq, S = g.k.r.s;
  stages_read_unknowns(g.k, base, x);
  for (int i = 0; i < S; i++) {
    vec_zero(s->Xi + i*n, n);
    for (int j = 0; j < S; j++)
      if (!VEC_IS_ZERO(group_lobatto_c(&g, i, j)))
        vec_axpy(s->Xi + i*n, base->h*group_lobatto_c(&g, i, j), base->V + j*n, s->Xi + i*n,
                 n);
    group_tau(&g.G, s->tau + i*nq, s->Xi + i*n);
  }
  group_lobatto_place(g, s);
  for (int i = 0; i < S; i++)
    group_compose(&g.G, base->Q + i*nq, s->centre, s->tau + i*nq);
}

// w, h F, h f and Z of stage i; what the model says of derivatives is kept if asked for
static inline void group_lobatto_stage(group_lobatto_shape g, group_lobatto *s, int i,
                                       bool blocks) {
  stages *base = &s->stages;
  int n = g.k.n, nq = g.k.nq, nn = n*n, last = g.k.r.s - 1;
  double *D = s->D + i*nn, *eta = s->eta + i*n, *Z = s->Z + i*n;
  const double *H = base->V + i*n, *Xi = s->Xi + i*n;
  group_D(&g.G, D, Xi);
  mat_vec(eta, D, H, n, n);
  stages_stage(g.k, base, i, base->Q + i*nq, eta, blocks);

  // h f = Ad*_tau^-1 h F
  group_inverse(&g.G, s->inverse, s->tau + i*nq);
  group_Ad(&g.G, s->back + i*nn, s->inverse);
  mat_tvec(s->f + i*n, s->back + i*nn, base->hW + i*n, n);

  // Z = h T + D^T h F
  vec_zero(Z, n);
  if (i < last)
    mat_tvec(Z, D, base->hW + i*n, n);
  group_T(&g.G, s->T, Xi, H, base->y + i*n);
  vec_axpy(Z, base->h, s->T, Z, n);
}

// mu0 at the centre: as it is, of the adjoint Ad*_tau(Xi_1)^-1 mu0, after stage 1
static inline void group_lobatto_bring(group_lobatto_shape g, group_lobatto *s) {
  s->from = g.adjoint ? s->from_room : s->stages.p0;
  if (g.adjoint)
    mat_tvec(s->from_room, s->back, s->stages.p0, g.k.n);
}

// from + sum_j a_j h f_j over the first `count` stages
static inline void group_lobatto_gather(group_lobatto_shape g, const group_lobatto *s, double *mu,
                                        const double *a, int count) {
  vec_copy(mu, s->from, g.k.n);
  for (int j = 0; j < count; j++)
    if (a[j] != 0)
      vec_axpy(mu, a[j], s->f + j*g.k.n, mu, g.k.n);
}

// D_i^T w_i + sum_j (b_j c_ji/b_i) Z_j - D(-xi)^T P
static inline void group_lobatto_momenta(group_lobatto_shape g, group_lobatto *s, int i,
                                         double *r) {
  int n = g.k.n;
  mat_tvec(r, s->D + i*n*n, s->stages.y + i*n, n);
  vec_sub(r, r, s->end, n);
  for (int j = 0; j < g.k.r.s; j++)
    vec_axpy(r, group_lobatto_weight(&g, i, j), s->Z + j*n, r, n);
}

// P, of the adjoint mu0, and D(-xi)^T P
static inline void group_lobatto_end(group_lobatto_shape g, group_lobatto *s) {
  if (g.adjoint)
    vec_copy(s->P, s->stages.p0, g.k.n);
  else
    group_lobatto_gather(g, s, s->P, g.k.r.b, g.k.r.s - 1);
  group_D_star(&g.G, s->end, s->minus, s->P);
}
