// The reduced system Z' = P(Z) grad H(Z), in expressions.

#include "problem/reduction_make.h"

#include "expr/diff.h"
#include "problem/group.h"

#include <assert.h>
#include <string.h>

// rho, or p - a of the full form
static void find_rho(reducer *b, expr *rho) {
  const expr *given = b->z + b->nq;
  for (int i = 0; i < b->d; i++)
    rho[i] = b->kind == REDUCTION_FULL ? expr_sub(b->g, given[i], b->a[i]) : given[i];
}

// where M = c 1: y = rho/c, p = X rho, H = |rho|^2/2c + V
static void find_simple_energy(reducer *b, const expr *rho) {
  expr c = b->mass.scale;
  for (int i = 0; i < b->d; i++)
    b->y[i] = expr_div(b->g, rho[i], c);
  frame_apply(&b->X, rho, b->p);
  expr twice = expr_add(b->g, c, c);
  b->H = expr_add(b->g, expr_div(b->g, expr_dot(b->g, rho, rho, b->d), twice), b->V);
}

// the factors of g = X^T M X
static bool factor_metric(reducer *b) {
  int d = b->d, n = b->n;
  expr *g = new_exprs(b, d*d), *v = new_exprs(b, n), *unit = new_exprs(b, d);
  if (b->arena->failed)
    return false;
  for (int i = 0; i < d; i++) {  // row i: X^T M X e_i
    unit[i] = expr_one;
    frame_apply(&b->X, unit, v);
    expr_apply_matrix(b->g, b->mass.M, n, v, b->p);
    frame_apply_transposed(&b->X, b->p, g + i*d);
    unit[i] = expr_zero;
  }
  return ldl_make(&b->g_factors, b->arena, b->g, g, d);
}

// rho.y/2 = sum u_i^2/2 D_i, u = L^-1 rho: a sum of squares. `rho` becomes u
static expr kinetic_energy(reducer *b, expr *rho) {
  expr sum = expr_zero;
  ldl_forward(&b->g_factors, rho);
  for (int i = 0; i < b->d; i++)
    sum = expr_add(b->g, sum, expr_div(b->g, expr_power(b->g, rho[i], 2), b->g_factors.D[i]));
  return expr_div(b->g, sum, expr_number(b->g, 2));
}

bool reducer_find_energy(reducer *b) {
  int d = b->d, n = b->n;
  expr *v = new_exprs(b, n), *rho = new_exprs(b, d);
  b->y = new_exprs(b, d);
  b->p = new_exprs(b, n);
  if (b->arena->failed)
    return false;
  find_rho(b, rho);
  if (b->mass.scale != expr_zero) {
    find_simple_energy(b, rho);
    return true;
  }
  if (!factor_metric(b))
    return false;
  memcpy(b->y, rho, (size_t)d*sizeof *rho);
  ldl_solve(&b->g_factors, b->y);
  frame_apply(&b->X, b->y, v);
  expr_apply_matrix(b->g, b->mass.M, n, v, b->p);
  b->H = expr_add(b->g, kinetic_energy(b, rho), b->V);
  return true;
}

// X(q + h e_i)^T p with p fixed, or that of -h
static bool shifted(reducer *b, int i, expr h, expr *out) {
  frame X;
  expr *A = new_exprs(b, b->m*b->n), *p = new_exprs(b, b->n);
  expr place = expr_add(b->g, b->left.q[i], h);
  if (b->arena->failed || !diff_substitute(b->g, b->A, b->m*b->n, &b->left.q[i], &place, 1, A) ||
      !frame_make(&X, b->arena, b->g, A, b->m, b->n, b->frame))
    return false;
  memcpy(p, b->fixed, (size_t)b->n*sizeof *p);
  frame_apply_transposed(&X, p, out);
  return true;
}

// (d_i X)^T p by central differences
bool reducer_find_change(reducer *b) {
  assert(b->frame && b->fixed);
  int n = b->nq, d = b->d;
  expr h = b->frame[b->m], *back = new_exprs(b, d);
  b->change = new_exprs(b, n*d);
  if (b->arena->failed)
    return false;
  for (int i = 0; i < n; i++) {
    expr *out = b->change + i*d;
    if (!shifted(b, i, h, out) || !shifted(b, i, expr_neg(b->g, h), back))
      return false;
    for (int a = 0; a < d; a++)
      out[a] = expr_div(b->g, expr_sub(b->g, out[a], back[a]), expr_add(b->g, h, h));
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// P w

// grad_q (p.X u) and the derivative of X^T p along q' = rate, p fixed; v = X u
static bool bend(reducer *b, const expr *u, const expr *v, const expr *rate, expr *slope,
                 expr *turned) {
  int n = b->n, d = b->d;
  if (b->change) {
    for (int i = 0; i < b->nq; i++) {
      slope[i] = expr_dot(b->g, b->change + i*d, u, d);
      for (int a = 0; a < d; a++)
        turned[a] = expr_add(b->g, turned[a], expr_mul(b->g, b->change[i*d + a], rate[i]));
    }
    return true;
  }
  expr *p = new_exprs(b, n), *down = new_exprs(b, d);
  if (b->arena->failed)
    return false;
  memcpy(p, b->fixed, (size_t)n*sizeof *p);
  frame_apply_transposed(&b->X, p, down);
  return diff_gradient(b->g, expr_dot(b->g, b->fixed, v, n), b->left.q, b->nq, slope) &&
         diff_directional(b->g, down, d, b->left.q, rate, b->nq, turned);
}

// the force of velocities v = X u: F_v v, or F_p M v
static bool add_damping(reducer *b, const expr *v, expr *sum) {
  int nv = b->parts->nv;
  expr *x = new_exprs(b, nv), *momenta = new_exprs(b, nv), *force = new_exprs(b, nv);
  expr *left = new_exprs(b, b->n);
  if (b->arena->failed || !b->damping)
    return !b->arena->failed;
  reducer_widen(b, v, x);
  if (!b->parts->lagrangian) {
    expr_apply_matrix(b->g, b->mass.whole, nv, x, momenta);
    x = momenta;
  }
  expr_apply_matrix(b->g, b->damping, nv, x, force);
  reducer_narrow(b, force, left);
  for (int i = 0; i < b->n; i++)
    sum[i] = expr_add(b->g, sum[i], left[i]);
  return true;
}

// sum += B v
static void add_gyroscopic(reducer *b, const expr *v, expr *sum) {
  for (int i = 0; b->B && i < b->n; i++)
    sum[i] = expr_add(b->g, sum[i], expr_dot(b->g, b->B + i*b->n, v, b->n));
}

// sum += ad*_v (p + a) on a group; what is given belongs to R^n, and has no part in it
static bool add_coadjoint(reducer *b, const expr *v, expr *sum) {
  int nv = b->parts->nv;
  expr *eta = new_exprs(b, nv), *mu = new_exprs(b, nv), *out = new_exprs(b, nv);
  if (b->arena->failed || !b->left.Y)
    return !b->arena->failed;
  for (int i = 0; i < b->n; i++) {
    eta[b->left.kept_v[i]] = v[i];
    mu[b->left.kept_v[i]] = expr_add(b->g, b->p[i], b->a[i]);
  }
  if (!group_add_coadjoint(b->arena, b->parts, eta, mu, out))
    return false;
  for (int i = 0; i < b->n; i++)
    sum[i] = expr_add(b->g, sum[i], out[b->left.kept_v[i]]);
  return true;
}

// out = P w, w = (a, u)
bool reducer_structure(void *context, const expr *w, expr *out) {
  reducer *b = context;
  int nq = b->nq, n = b->n, d = b->d;
  const expr *a = w, *u = w + nq;
  expr *v = new_exprs(b, n), *sum = new_exprs(b, n), *turned = new_exprs(b, d);
  expr *slope = new_exprs(b, nq);
  if (b->arena->failed)
    return false;
  frame_apply(&b->X, u, v);
  reducer_move(b, v, out);
  if (!bend(b, u, v, out, slope, turned) ||
      !diff_substitute(b->g, slope, nq, b->fixed, b->p, n, slope) ||
      !diff_substitute(b->g, turned, d, b->fixed, b->p, n, turned))
    return false;
  for (int i = 0; i < nq; i++)
    slope[i] = expr_neg(b->g, expr_add(b->g, a[i], slope[i]));
  reducer_turn(b, slope, sum);
  add_gyroscopic(b, v, sum);
  if (!add_damping(b, v, sum) || !add_coadjoint(b, v, sum))
    return false;
  frame_apply_transposed(&b->X, sum, out + nq);
  for (int i = 0; i < d; i++)
    out[nq + i] = expr_add(b->g, out[nq + i], turned[i]);
  return true;
}

// ---------------------------------------------------------------------------------------------
// grad H by differences of the frame: V_q - (v^T M v)_q/2 - (d_i X)^T p.y, and y

bool reducer_gradient(reducer *b, expr *out) {
  assert(b->change);
  int n = b->n, nq = b->nq, d = b->d;
  expr *v = new_symbols(b, n, "v"), *Mv = new_exprs(b, n), *actual = new_exprs(b, n);
  if (b->arena->failed)
    return false;
  expr_apply_matrix(b->g, b->mass.M, n, v, Mv);
  expr twice = expr_dot(b->g, v, Mv, n), half = expr_div(b->g, twice, expr_number(b->g, 2));
  if (!diff_gradient(b->g, expr_sub(b->g, b->V, half), b->left.q, nq, out))
    return false;
  for (int i = 0; i < nq; i++)
    out[i] = expr_sub(b->g, out[i], expr_dot(b->g, b->change + i*d, b->y, d));
  frame_apply(&b->X, b->y, actual);
  memcpy(out + nq, b->y, (size_t)d*sizeof *out);
  return diff_substitute(b->g, out, nq, v, actual, n, out) &&
         diff_substitute(b->g, out, nq, b->fixed, b->p, n, out);
}
