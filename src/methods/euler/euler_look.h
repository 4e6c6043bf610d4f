// What a step of euler.h asks of its problem: one form of a DAE, a hamiltonian and a lagrangian.

#pragma once

#include "methods/euler/euler.h"

// ---- blocks

// out = those rows and columns of A, which has `width` columns (NULL: the first ones)
static inline void euler_take(double *out, const double *A, int width, const int *rows, int nrow,
                              const int *columns, int ncolumn) {
  for (int i = 0; i < nrow; i++)
    for (int j = 0; j < ncolumn; j++)
      out[i*ncolumn + j] = A[(rows ? rows[i] : i)*width + (columns ? columns[j] : j)];
}

static inline void euler_unit(double *A, int n) {
  vec_zero(A, n*n);
  for (int i = 0; i < n; i++)
    A[i*n + i] = 1;
}

// the states of a DAE in their order
static inline const double *euler_states(euler_shape k, euler *s, const double *y,
                                         const double *z) {
  for (int i = 0; i < k.ny; i++)
    s->states[k.y[i]] = y[i];
  for (int i = 0; i < k.nz; i++)
    s->states[k.z[i]] = z[i];
  return s->states;
}

// ---- v, f, p

// of a DAE: f_1 = (v, 0), f_2 = (0, f), and p = z
static inline void euler_look_bare(euler_shape k, euler *s, euler_rates *to, double t,
                                   const double *y, const double *z, bool blocks) {
  int n = k.ny + k.nz;
  bundle_kind kind = blocks ? BUNDLE_PARTS_BLOCKS : BUNDLE_PARTS;
  const double *out = evaluator_run(s->e, kind, t, euler_states(k, s, y, z), s->psi, NULL);
  euler_take(to->v, out, 1, k.y, k.ny, NULL, 1);
  euler_take(to->f, out + n, 1, k.z, k.nz, NULL, 1);
  vec_copy(to->p, z, k.nz);
  if (!blocks)
    return;
  const double *A = out + 3*n + k.m, *B = A + n*n + n*k.m;
  euler_take(to->vy, A, n, k.y, k.ny, k.y, k.ny);
  euler_take(to->vz, A, n, k.y, k.ny, k.z, k.nz);
  euler_take(to->fy, B, n, k.z, k.nz, k.y, k.ny);
  euler_take(to->fz, B, n, k.z, k.nz, k.z, k.nz);
}

// of a mechanical problem, in its own chart
static inline void euler_look_own(euler_shape k, euler *s, euler_rates *to, double t,
                                  const double *q, const double *x, bool blocks) {
  int n = k.nz;
  chart_view at = own_chart(n, s->e, t, q, x, blocks, s->e->bundles[BUNDLE_VALUES].out);
  vec_copy(to->f, at.f, n);
  vec_copy(to->v, k.lagrangian ? x : at.y, n);
  vec_copy(to->p, k.lagrangian ? at.y : x, n);
  if (!blocks)
    return;
  vec_copy(to->fy, at.fq, n*n);
  vec_copy(to->fz, at.fx, n*n);
  vec_copy(k.lagrangian ? to->py : to->vy, at.yq, n*n);
  vec_copy(k.lagrangian ? to->pz : to->vz, at.yx, n*n);
  if (!k.lagrangian)
    return;
  vec_zero(to->vy, n*n);
  euler_unit(to->vz, n);
}

static inline void euler_look(euler_shape k, euler *s, euler_rates *to, double t, const double *y,
                              const double *z, bool blocks) {
  if (k.bare)
    euler_look_bare(k, s, to, t, y, z, blocks);
  else
    euler_look_own(k, s, to, t, y, z, blocks);
  if (!blocks || k.lagrangian)
    return;
  vec_zero(to->py, k.nz*k.ny);
  euler_unit(to->pz, k.nz);
}

// p at a point less p(0), from z - z0: without the rounding of p where it is linear
static inline void euler_momentum(euler_shape k, const euler *s, const euler_rates *at,
                                  const double *d, double *out) {
  if (!k.lagrangian)
    vec_copy(out, d, k.nz);
  else if (k.uniform)
    mat_vec(out, k.M, d, k.nz, k.nz);
  else
    vec_sub(out, at->p, s->start.p, k.nz);
}

// ---- r

// of a DAE: f_3 = (0, r)
static inline void euler_pull_bare(euler_shape k, const double *out, euler_pull *to, bool blocks) {
  int n = k.ny + k.nz;
  const double *A = out + 3*n + k.m + 2*(n*n + n*k.m);
  euler_take(to->r, out + 2*n, 1, k.z, k.nz, NULL, 1);
  if (!blocks)
    return;
  euler_take(to->ry, A, n, k.z, k.nz, k.y, k.ny);
  euler_take(to->rz, A, n, k.z, k.nz, k.z, k.nz);
  euler_take(to->rpsi, A + n*n, k.m, k.z, k.nz, NULL, k.m);
}

// where the multiplier of constraint c of the equations stands
static inline int euler_declared(euler_shape k, int c) {
  return k.mn > 0 ? k.declared[c] : c;
}

// of ideal reactions, r = B^T psi: what BUNDLE_STAGE_BLOCKS has of them
static inline void euler_pull_ideal(euler_shape k, const double *out, euler_pull *to, bool blocks) {
  int n = k.nz, m = k.m;
  const double *Rq = out + n + m, *B = Rq + 2*n*n + k.mn*n;
  vec_copy(to->r, out, n);
  if (!blocks)
    return;
  vec_copy(to->ry, Rq, n*n);
  vec_zero(to->rz, n*n);
  for (int i = 0; i < n; i++)
    for (int c = 0; c < m; c++)
      to->rpsi[i*m + euler_declared(k, c)] = B[c*n + i];
}

// of forces that depend on multipliers
static inline void euler_pull_loaded(euler_shape k, const double *out, euler_pull *to,
                                     bool blocks) {
  int n = k.nz;
  vec_copy(to->r, out, n);
  if (!blocks)
    return;
  vec_copy(to->ry, out + n, n*n);
  vec_copy(to->rz, out + n + n*n, n*n);
  vec_copy(to->rpsi, out + n + 2*n*n, n*k.m);
}

static inline void euler_pull_at(euler_shape k, euler *s, euler_pull *to, double t, const double *y,
                                 const double *z, const double *psi, bool blocks) {
  evaluator *e = s->e;
  if (k.bare)
    euler_pull_bare(k,
                    evaluator_run(e, blocks ? BUNDLE_PARTS_BLOCKS : BUNDLE_PARTS, t,
                                  euler_states(k, s, y, z), psi, NULL),
                    to, blocks);
  else if (k.loaded)
    euler_pull_loaded(k, evaluator_run(e, blocks ? BUNDLE_PULL_BLOCKS : BUNDLE_PULL, t, y, z, psi),
                      to, blocks);
  else
    euler_pull_ideal(k, evaluator_run(e, blocks ? BUNDLE_STAGE_BLOCKS : BUNDLE_STAGE, t, y, z, psi),
                     to, blocks);
}

// r at psi; its derivatives beside 0, where they may not exist
static inline void euler_react(euler_shape k, euler *s, euler_pull *to, double t, const double *y,
                               const double *z, const double *psi, bool blocks) {
  bool moved = k.bent && blocks && consistent_move_aside(k.m, s->aside, psi, s->size);
  euler_pull_at(k, s, to, t, y, z, moved ? s->aside : psi, blocks);
  if (moved)
    euler_pull_at(k, s, to, t, y, z, psi, false);
}

// ---- g, u

static inline void euler_bound_bare(euler_shape k, euler *s, double t, bool blocks) {
  int n = k.ny + k.nz, m = k.m;
  euler_bounds *to = &s->end;
  const double *x = euler_states(k, s, s->y1, s->z1), *psi = s->psi;
  if (!blocks) {
    const double *both = evaluator_run(s->e, BUNDLE_RESIDUALS, t, x, psi, NULL);
    vec_copy(to->g, both, m);
    vec_copy(to->u, both + m, m);
    return;
  }
  const double *out = evaluator_run(s->e, BUNDLE_GAP_BLOCKS, t, x, psi, NULL);
  vec_copy(to->g, out, m);
  euler_take(to->gy, out + m, n, NULL, m, k.y, k.ny);
  out = evaluator_run(s->e, BUNDLE_RATE_BLOCKS, t, x, psi, NULL);
  vec_copy(to->u, out, m);
  euler_take(to->uy, out + m, n, NULL, m, k.y, k.ny);
  euler_take(to->uz, out + m, n, NULL, m, k.z, k.nz);
}

// Phi and u = G v + g_t by (q,v), the first `count` of them; of a hamiltonian v is that of (q,p)
static inline void euler_level(euler_shape k, euler *s, double t, const double *q,
                               const euler_rates *at, int count, double *u, double *uy, double *uz,
                               bool blocks) {
  int n = k.nz, m = k.m;
  const double *out =
      evaluator_run(s->e, blocks ? BUNDLE_LEVEL_BLOCKS : BUNDLE_LEVEL, t, q, at->v, NULL);
  vec_copy(u, out, count);
  if (!blocks)
    return;
  const double *B = out + m + m*n;
  vec_copy(uy, out + m, count*n);
  vec_copy(uz, B, count*n);
  if (k.lagrangian)
    return;
  vec_zero(uz, count*n);
  for (int c = 0; c < count; c++) {
    mat_tvec_add(uy + c*n, 1, at->vy, B + c*n, n, n);
    mat_tvec_add(uz + c*n, 1, at->vz, B + c*n, n, n);
  }
}

// g(t1,y1), or Phi at the stage; u and Phi at the end
static inline void euler_bound_own(euler_shape k, euler *s, double t, bool blocks) {
  int n = k.nz, m = k.m, mn = k.mn;
  euler_bounds *to = &s->end;
  if (m > mn) {
    const double *out =
        evaluator_run(s->e, blocks ? BUNDLE_G_BLOCKS : BUNDLE_G, t, s->y1, s->y1, NULL);
    vec_copy(to->g + mn, out, m - mn);
    if (blocks)
      vec_copy(to->gy + mn*n, out + m - mn, (m - mn)*n);
  }
  bool late = euler_late(k, s);
  if (mn > 0)
    euler_level(k, s, late ? t : s->t, late ? s->y1 : s->y0, &s->S, mn, to->g, to->gy, to->gz,
                blocks);
  euler_level(k, s, t, s->y1, &s->E, m, to->u, to->uy, to->uz, blocks);
}

// at (t,y1,z1), after the rates there
static inline void euler_bound(euler_shape k, euler *s, double t, bool blocks) {
  if (k.m == 0)
    return;
  if (k.bare)
    euler_bound_bare(k, s, t, blocks);
  else
    euler_bound_own(k, s, t, blocks);
}
