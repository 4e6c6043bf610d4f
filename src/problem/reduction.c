#include "problem/reduction.h"

#include "expr/diff.h"
#include "problem/evaluate.h"
#include "problem/fault.h"
#include "problem/frame.h"
#include "problem/given_coordinates.h"
#include "problem/group.h"
#include "problem/gyroscopic.h"
#include "problem/ldl.h"
#include "problem/skew.h"
#include "problem/surface.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { most_nodes = 5000000 };  // of expressions: some seconds of work, and 500 MB

typedef struct builder {
  const mechanical_parts *parts;
  reduction_kind kind;
  arena *arena;
  graph *g;
  problem *problem;
  given_coordinates given;  //          positions that constraints give, with their velocities
  int nq, n, m,
      d;        //          positions and velocities that are left, constraints, allowed directions
  int *kept;    // nq       places of these positions in q
  int *kept_v;  // n        and of the velocities in v
  const expr *x;  // nv       v or p: the variable of the model's own form
  expr *q;        // nq       symbols
  expr *Y;        // nq x n   q' = Y v; NULL: q' = v
  expr *T;        // given.count x n  the velocities that are given, by the others
  expr *z;        // nq + d   symbols q, rho
  expr *frame;    // m + 1    symbols s, h
  expr *A;        // m x n
  frame X;        //          of A
  expr *whole;    // nv x nv  M with the velocities that are given
  expr *M;        // n x n
  expr scale;     //          c if M = c 1, otherwise zero
  expr V;
  gyroscopic own;  //         a, with the velocities that are given
  expr *a;         // n        what is left of it
  expr *B;         // n x n    its d_i a_j - d_j a_i; NULL: not in P
  ldl g_factors;   //          of g, unless M = c 1
  expr *y;         // d
  expr *p;         // n        M X y
  expr H;
  expr *fixed;    // n        symbols: p that is not to be differentiated
  expr *change;   // nq x d   (d_i X)^T p with p = `fixed`, by differences; otherwise NULL
  expr *damping;  // nv x nv  F_v or F_p, NULL without forces
} builder;

static expr *new_exprs(builder *b, int count) {
  return ARENA_ARRAY(b->arena, expr, count);
}

static expr *new_symbols(builder *b, int count, const char *name) {
  static const unsigned own_kind = 1U << 30;  // of symbols that no model has
  expr *out = new_exprs(b, count);
  for (int i = 0; out && i < count; i++)
    out[i] = expr_symbol(b->g, own_kind, name);
  return out;
}

static expr dot(builder *b, const expr *x, const expr *y, int n) {
  expr sum = expr_zero;
  for (int i = 0; i < n; i++)
    sum = expr_add(b->g, sum, expr_mul(b->g, x[i], y[i]));
  return sum;
}

// out = G x, G n x n
static void apply(builder *b, const expr *G, int n, const expr *x, expr *out) {
  for (int i = 0; i < n; i++)
    out[i] = dot(b, G + i*n, x, n);
}

// ---------------------------------------------------------------------------------------------
// positions that are given, and the others

// put in what is given
static bool put_in(builder *b, expr *e, int count) {
  const mechanical_parts *p = b->parts;
  const given_coordinates *s = &b->given;
  for (int k = 0; k < s->count; k++)
    if (!diff_substitute(b->g, e, count, &p->q[s->coordinate[k]], &s->value[k], 1, e))
      return false;
  return true;
}

// out[nv]: all velocities, v and what T gives
static void widen(builder *b, const expr *v, expr *out) {
  for (int i = 0; i < b->n; i++)
    out[b->kept_v[i]] = v[i];
  for (int k = 0; k < b->given.count; k++)
    out[b->given.velocity[k]] = dot(b, b->T + k*b->n, v, b->n);
}

// out[n], of nv momenta or forces: the transpose
static void narrow(builder *b, const expr *p, expr *out) {
  for (int i = 0; i < b->n; i++) {
    out[i] = p[b->kept_v[i]];
    for (int k = 0; k < b->given.count; k++)
      out[i] = expr_add(b->g, out[i], expr_mul(b->g, b->T[k*b->n + i], p[b->given.velocity[k]]));
  }
}

// out[nq] = q' of the velocities v
static void move(builder *b, const expr *v, expr *out) {
  for (int i = 0; i < b->nq; i++)
    out[i] = b->Y ? dot(b, b->Y + i*b->n, v, b->n) : v[i];
}

// out[n]: the transpose, from slopes by q to slopes along velocities
static void turn(builder *b, const expr *slope, expr *out) {
  for (int i = 0; i < b->n; i++) {
    out[i] = b->Y ? expr_zero : slope[i];
    for (int j = 0; b->Y && j < b->nq; j++)
      out[i] = expr_add(b->g, out[i], expr_mul(b->g, b->Y[j*b->n + i], slope[j]));
  }
}

// the derivative of a function of the positions along velocities
static bool along_velocities(builder *b, expr e, expr *out) {
  expr *slope = new_exprs(b, b->nq);
  if (!slope || !diff_gradient(b->g, e, b->q, b->nq, slope))
    return false;
  turn(b, slope, out);
  return true;
}

// places of what is left
static bool find_places(builder *b) {
  const mechanical_parts *p = b->parts;
  const given_coordinates *s = &b->given;
  b->kept = ARENA_ARRAY(b->arena, int, p->n);
  b->kept_v = ARENA_ARRAY(b->arena, int, p->nv);
  b->q = new_exprs(b, p->n);
  if (b->arena->failed)
    return false;
  b->nq = b->n = 0;
  for (int i = 0; i < p->n; i++)
    if (!given_coordinates_has(s->coordinate, s->count, i)) {
      b->q[b->nq] = p->q[i];
      b->kept[b->nq++] = i;
    }
  for (int i = 0; i < p->nv; i++)
    if (!given_coordinates_has(s->velocity, s->count, i))
      b->kept_v[b->n++] = i;
  b->m = b->kind == REDUCTION_FULL ? 0 : p->m - s->count;
  b->d = b->n - b->m;
  return true;
}

// Y and T
static bool find_rates(builder *b) {
  const mechanical_parts *p = b->parts;
  int nq = b->nq, n = b->n, nv = p->nv;
  expr *all = new_exprs(b, p->n*nv);
  b->T = new_exprs(b, b->given.count*n);
  if (p->class == PROBLEM_GROUP) {
    b->Y = new_exprs(b, nq*n);
    if (b->arena->failed || !diff_jacobian(b->g, p->rate, p->n, p->v, nv, all))
      return false;
    for (int i = 0; i < nq; i++)
      for (int j = 0; j < n; j++)
        b->Y[i*n + j] = all[b->kept[i]*nv + b->kept_v[j]];
  }
  if (b->arena->failed)
    return false;
  for (int k = 0; k < b->given.count; k++)
    if (!along_velocities(b, b->given.value[k], b->T + k*n))
      return false;
  return true;
}

// ---------------------------------------------------------------------------------------------
// the parts of the mechanical system

// a constraint on velocities: Phi_v, or G
static bool find_row(builder *b, int k, expr *row) {
  const mechanical_parts *p = b->parts;
  expr e = p->residual[k], *all = new_exprs(b, p->nv);
  if (!all || !put_in(b, &e, 1))
    return false;
  if (p->is_holonomic[k])
    return along_velocities(b, e, row);
  if (!diff_gradient(b->g, e, p->v, p->nv, all))
    return false;
  narrow(b, all, row);
  return true;
}

static bool find_rows(builder *b) {
  const given_coordinates *s = &b->given;
  int row = 0;
  b->A = new_exprs(b, b->m*b->n);
  if (!b->A)
    return false;
  for (int k = 0; b->m > 0 && k < b->parts->m; k++)
    if (!given_coordinates_has(s->constraint, s->count, k) && !find_row(b, k, b->A + b->n*row++))
      return false;
  return true;
}

// c if a matrix is c 1 with a number c, otherwise zero
static expr scale_of(const builder *b, const expr *G) {
  for (int i = 0; i < b->n; i++)
    for (int j = 0; j < b->n; j++)
      if (G[i*b->n + j] != (i == j ? G[0] : expr_zero))
        return expr_zero;
  return expr_is_number(b->g, G[0]) ? G[0] : expr_zero;
}

// a hamiltonian has the inverse
static bool invert_mass(builder *b, const expr *W, int n) {
  ldl f;
  expr *column = new_exprs(b, n);
  if (!column || !ldl_make(&f, b->arena, b->g, W, n))
    return false;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++)
      column[i] = i == j ? expr_one : expr_zero;
    ldl_solve(&f, column);
    for (int i = 0; i < n; i++)
      b->whole[i*n + j] = column[i];
  }
  return true;
}

// M of what is left, T and M being known: T^T M T
static bool narrow_mass(builder *b) {
  int n = b->n, nv = b->parts->nv;
  expr *unit = new_exprs(b, n), *v = new_exprs(b, nv), *p = new_exprs(b, nv);
  b->M = b->given.count > 0 ? new_exprs(b, n*n) : b->whole;
  if (b->arena->failed)
    return false;
  for (int i = 0; b->given.count > 0 && i < n; i++) {
    unit[i] = expr_one;
    widen(b, unit, v);
    apply(b, b->whole, nv, v, p);
    narrow(b, p, b->M + i*n);
    unit[i] = expr_zero;
  }
  b->scale = scale_of(b, b->M);
  return true;
}

// M and V; L and H are quadratic in x
static bool find_mass(builder *b) {
  const mechanical_parts *p = b->parts;
  int nv = p->nv;
  expr *slope = new_exprs(b, nv), *second = new_exprs(b, nv*nv), function = p->function;
  b->whole = new_exprs(b, nv*nv);
  if (b->arena->failed || !put_in(b, &function, 1) ||
      !diff_gradient(b->g, function, b->x, nv, slope) ||
      !diff_jacobian(b->g, slope, nv, b->x, nv, second) ||
      !gyroscopic_find(&b->own, b->arena, p, function))
    return false;
  b->V = b->own.V;
  if (p->lagrangian)
    memcpy(b->whole, second, (size_t)(nv*nv)*sizeof *second);
  else if (!invert_mass(b, second, nv))
    return false;
  return narrow_mass(b);
}

// a of what is left, and B; the full form has a in H
static bool find_gyroscopic(builder *b) {
  int n = b->n;
  expr *slope = new_exprs(b, n*n);
  b->a = new_exprs(b, n);
  if (b->arena->failed)
    return false;
  narrow(b, b->own.a, b->a);
  if (!b->own.there || b->kind == REDUCTION_FULL)
    return true;
  b->B = new_exprs(b, n*n);
  for (int j = 0; j < n; j++)
    if (!along_velocities(b, b->a[j], slope + j*n))
      return false;
  for (int i = 0; b->B && i < n; i++)
    for (int j = 0; j < i; j++) {
      b->B[i*n + j] = expr_sub(b->g, slope[j*n + i], slope[i*n + j]);
      b->B[j*n + i] = expr_neg(b->g, b->B[i*n + j]);
    }
  return b->B != NULL;
}

// F as a matrix times v or p
static bool find_damping(builder *b) {
  const mechanical_parts *p = b->parts;
  int nv = p->nv;
  const expr *other = p->lagrangian ? p->p : p->v;
  expr *force = new_exprs(b, nv), *y = new_exprs(b, nv);
  if (!b->problem->mechanical.structure.forces)
    return true;
  b->damping = new_exprs(b, nv*nv);
  return !b->arena->failed && diff_gradient(b->g, p->function, b->x, nv, y) &&
         diff_substitute(b->g, p->force, nv, other, y, nv, force) && put_in(b, force, nv) &&
         diff_jacobian(b->g, force, nv, b->x, nv, b->damping);
}

// ---------------------------------------------------------------------------------------------
// the reduced system

// y, p = M X y, H
static bool find_energy(builder *b) {
  int d = b->d, n = b->n;
  expr *g = new_exprs(b, d*d), *v = new_exprs(b, n), *unit = new_exprs(b, d);
  expr *rho = new_exprs(b, d);
  b->y = new_exprs(b, d);
  b->p = new_exprs(b, n);
  if (b->arena->failed)
    return false;
  for (int i = 0; i < d; i++)
    rho[i] = b->kind == REDUCTION_FULL ? expr_sub(b->g, b->z[b->nq + i], b->a[i]) : b->z[b->nq + i];
  if (b->scale != expr_zero) {
    for (int i = 0; i < d; i++)
      b->y[i] = expr_div(b->g, rho[i], b->scale);
    frame_apply(&b->X, rho, b->p);
    expr twice = expr_add(b->g, b->scale, b->scale);
    b->H = expr_add(b->g, expr_div(b->g, dot(b, rho, rho, d), twice), b->V);
    return true;
  }
  for (int i = 0; i < d; i++) {  // row i of g: X^T M X e_i
    unit[i] = expr_one;
    frame_apply(&b->X, unit, v);
    apply(b, b->M, n, v, b->p);
    frame_apply_transposed(&b->X, b->p, g + i*d);
    unit[i] = expr_zero;
  }
  if (!ldl_make(&b->g_factors, b->arena, b->g, g, d))
    return false;
  memcpy(b->y, rho, (size_t)d*sizeof *rho);
  ldl_solve(&b->g_factors, b->y);
  frame_apply(&b->X, b->y, v);
  apply(b, b->M, n, v, b->p);

  // rho.y/2 = sum u_i^2/2 D_i, u = L^-1 rho: a sum of squares
  memcpy(unit, rho, (size_t)d*sizeof *rho);
  ldl_forward(&b->g_factors, unit);
  expr sum = expr_zero;
  for (int i = 0; i < d; i++)
    sum = expr_add(b->g, sum, expr_div(b->g, expr_power(b->g, unit[i], 2), b->g_factors.D[i]));
  b->H = expr_add(b->g, expr_div(b->g, sum, expr_number(b->g, 2)), b->V);
  return true;
}

// X(q + h e_i)^T p with p fixed, or that of -h
static bool shifted(builder *b, int i, expr h, expr *out) {
  frame X;
  expr *A = new_exprs(b, b->m*b->n), *p = new_exprs(b, b->n);
  expr place = expr_add(b->g, b->q[i], h);
  if (b->arena->failed || !diff_substitute(b->g, b->A, b->m*b->n, &b->q[i], &place, 1, A) ||
      !frame_make(&X, b->arena, b->g, A, b->m, b->n, b->frame))
    return false;
  memcpy(p, b->fixed, (size_t)b->n*sizeof *p);
  frame_apply_transposed(&X, p, out);
  return true;
}

// (d_i X)^T p by central differences
static bool find_change(builder *b) {
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
static bool bend(builder *b, const expr *u, const expr *v, const expr *rate, expr *slope,
                 expr *turned) {
  int n = b->n, d = b->d;
  if (b->change) {
    for (int i = 0; i < b->nq; i++) {
      slope[i] = dot(b, b->change + i*d, u, d);
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
  return diff_gradient(b->g, dot(b, b->fixed, v, n), b->q, b->nq, slope) &&
         diff_directional(b->g, down, d, b->q, rate, b->nq, turned);
}

// the force of velocities v = X u: F_v v, or F_p M v
static bool add_damping(builder *b, const expr *v, expr *sum) {
  int nv = b->parts->nv;
  expr *x = new_exprs(b, nv), *momenta = new_exprs(b, nv), *force = new_exprs(b, nv);
  expr *left = new_exprs(b, b->n);
  if (b->arena->failed || !b->damping)
    return !b->arena->failed;
  widen(b, v, x);
  if (!b->parts->lagrangian) {
    apply(b, b->whole, nv, x, momenta);
    x = momenta;
  }
  apply(b, b->damping, nv, x, force);
  narrow(b, force, left);
  for (int i = 0; i < b->n; i++)
    sum[i] = expr_add(b->g, sum[i], left[i]);
  return true;
}

// sum += B v
static void add_gyroscopic(builder *b, const expr *v, expr *sum) {
  for (int i = 0; b->B && i < b->n; i++)
    sum[i] = expr_add(b->g, sum[i], dot(b, b->B + i*b->n, v, b->n));
}

// sum += ad*_v (p + a) on a group; what is given belongs to R^n, and has no part in it
static bool add_coadjoint(builder *b, const expr *v, expr *sum) {
  int nv = b->parts->nv;
  expr *eta = new_exprs(b, nv), *mu = new_exprs(b, nv), *out = new_exprs(b, nv);
  if (b->arena->failed || !b->Y)
    return !b->arena->failed;
  for (int i = 0; i < b->n; i++) {
    eta[b->kept_v[i]] = v[i];
    mu[b->kept_v[i]] = expr_add(b->g, b->p[i], b->a[i]);
  }
  if (!group_add_coadjoint(b->arena, b->parts, eta, mu, out))
    return false;
  for (int i = 0; i < b->n; i++)
    sum[i] = expr_add(b->g, sum[i], out[b->kept_v[i]]);
  return true;
}

// out = P w, w = (a, u)
static bool structure(void *context, const expr *w, expr *out) {
  builder *b = context;
  int nq = b->nq, n = b->n, d = b->d;
  const expr *a = w, *u = w + nq;
  expr *v = new_exprs(b, n), *sum = new_exprs(b, n), *turned = new_exprs(b, d);
  expr *slope = new_exprs(b, nq);
  if (b->arena->failed)
    return false;
  frame_apply(&b->X, u, v);
  move(b, v, out);
  if (!bend(b, u, v, out, slope, turned) ||
      !diff_substitute(b->g, slope, nq, b->fixed, b->p, n, slope) ||
      !diff_substitute(b->g, turned, d, b->fixed, b->p, n, turned))
    return false;
  for (int i = 0; i < nq; i++)
    slope[i] = expr_neg(b->g, expr_add(b->g, a[i], slope[i]));
  turn(b, slope, sum);
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

static bool gradient_by_differences(builder *b, expr *out) {
  int n = b->n, nq = b->nq, d = b->d;
  expr *v = new_symbols(b, n, "v"), *Mv = new_exprs(b, n), *actual = new_exprs(b, n);
  if (b->arena->failed)
    return false;
  apply(b, b->M, n, v, Mv);
  expr twice = dot(b, v, Mv, n), half = expr_div(b->g, twice, expr_number(b->g, 2));
  if (!diff_gradient(b->g, expr_sub(b->g, b->V, half), b->q, nq, out))
    return false;
  for (int i = 0; i < nq; i++)
    out[i] = expr_sub(b->g, out[i], dot(b, b->change + i*d, b->y, d));
  frame_apply(&b->X, b->y, actual);
  memcpy(out + nq, b->y, (size_t)d*sizeof *out);
  return diff_substitute(b->g, out, nq, v, actual, n, out) &&
         diff_substitute(b->g, out, nq, b->fixed, b->p, n, out);
}

// ---------------------------------------------------------------------------------------------
// tapes

static bool add_bundle(builder *b, bundle_kind kind, const tape_group *groups, int ngroup,
                       const expr *out, int count) {
  b->problem->bundles[kind] = tape_new(b->arena, b->g, groups, ngroup, out, count);
  return b->problem->bundles[kind] != NULL;
}

// p = M v + a with all velocities, v = X y
static bool all_momenta(builder *b, expr *out) {
  int nv = b->parts->nv;
  expr *v = new_exprs(b, b->n), *all = new_exprs(b, nv);
  if (b->arena->failed)
    return false;
  if (b->given.count > 0) {
    frame_apply(&b->X, b->y, v);
    widen(b, v, all);
    apply(b, b->whole, nv, all, out);
  } else
    memcpy(out, b->p, (size_t)nv*sizeof *out);
  for (int i = 0; i < nv; i++)
    out[i] = expr_add(b->g, out[i], b->own.a[i]);
  return true;
}

// between (q,p) and (q,rho)
static bool passage_bundles(builder *b) {
  const mechanical_parts *p = b->parts;
  int nq = b->nq, nv = p->nv, m = b->m, d = b->d, count = b->given.count;
  frame fresh;
  expr *lift = new_exprs(b, nv + m + count), *momenta = new_exprs(b, b->n);
  expr *down = new_exprs(b, d), *kinetic = new_exprs(b, nv);
  if (b->arena->failed || !frame_make(&fresh, b->arena, b->g, b->A, m, b->n, NULL) ||
      !all_momenta(b, lift))
    return false;
  if (m > 0)
    memcpy(lift + nv, b->X.turn, (size_t)m*sizeof *lift);
  if (count > 0)
    memcpy(lift + nv + m, b->given.value, (size_t)count*sizeof *lift);
  for (int i = 0; i < nv; i++)
    kinetic[i] = expr_sub(b->g, p->p[i], b->own.a[i]);
  narrow(b, kinetic, momenta);
  frame_apply_transposed(&b->X, momenta, down);
  tape_group signs[] = {{&p->time, 1}, {b->q, nq}, {p->p, nv}};
  tape_group descend[] = {{&p->time, 1}, {b->q, nq}, {p->p, nv}, {b->frame, m + 1}};
  tape_group rise[] = {{&p->time, 1}, {b->z, nq + d}, {NULL, 0}, {b->frame, m + 1}};
  return add_bundle(b, BUNDLE_SIGNS, signs, 3, fresh.sign, m) &&
         add_bundle(b, BUNDLE_DESCEND, descend, 4, down, d) &&
         add_bundle(b, BUNDLE_LIFT, rise, 4, lift, nv + m + count);
}

// the holonomic constraints that are left: g and rows of A
static bool find_surface(builder *b, surface *s) {
  const mechanical_parts *p = b->parts;
  expr *g = new_exprs(b, b->m), *G = new_exprs(b, b->m*b->n);
  int row = 0;
  *s = (surface){.graph = b->g, .n = b->n, .g = g, .G = G};
  if (b->arena->failed)
    return false;
  for (int k = 0; b->m > 0 && k < p->m; k++) {
    if (given_coordinates_has(b->given.constraint, b->given.count, k))
      continue;
    if (p->is_holonomic[k]) {
      memcpy(G + s->count*b->n, b->A + row*b->n, (size_t)b->n*sizeof *G);
      g[s->count++] = p->residual[k];
    }
    row++;
  }
  return put_in(b, g, s->count);
}

// back to them
static bool surface_bundle(builder *b) {
  surface s;
  expr *w = new_symbols(b, b->nq, "w"), *c = new_exprs(b, b->n), *out = new_exprs(b, b->nq);
  if (b->arena->failed || !find_surface(b, &s))
    return false;
  if (s.count == 0)
    return true;
  if (!surface_return(&s, b->arena, b->q, w, b->nq, c))
    return false;
  move(b, c, out);
  tape_group groups[] = {{&b->parts->time, 1}, {b->q, b->nq}, {w, b->nq}};
  return add_bundle(b, BUNDLE_SURFACE, groups, 3, out, b->nq);
}

static bool all_bundles(builder *b) {
  expr *gradient = b->change ? new_exprs(b, b->nq + b->d) : NULL;
  if (b->arena->failed || (gradient && !gradient_by_differences(b, gradient)))
    return false;
  skew_parts skew = {.graph = b->g,
                     .form = b->kind == REDUCTION_FULL ? SKEW_FULL : SKEW_REDUCED,
                     .n = b->nq + b->d,
                     .z = b->z,
                     .time = b->parts->time,
                     .frame = b->frame,
                     .nframe = b->m + 1,
                     .nsign = b->m,
                     .function = b->H,
                     .gradient = gradient,
                     .coordinates = b->kind == REDUCTION_COORDINATES ||
                                            b->kind == REDUCTION_COORDINATES_DIFFERENCES
                                        ? SKEW_ALWAYS
                                        : SKEW_NEVER,
                     .structure = structure,
                     .context = b};
  return skew_bundles(b->arena, &skew, b->problem) &&
         (b->kind == REDUCTION_FULL || (passage_bundles(b) && surface_bundle(b)));
}

// ---------------------------------------------------------------------------------------------

static bool symbols(builder *b) {
  int nq = b->nq, d = b->d;
  expr *rho = new_symbols(b, d, "rho");
  b->z = new_exprs(b, nq + d);
  b->frame = new_symbols(b, b->m + 1, "s");
  b->fixed = new_symbols(b, b->n, "p");
  if (b->arena->failed)
    return false;
  memcpy(b->z, b->q, (size_t)nq*sizeof *b->z);
  memcpy(b->z + nq, rho, (size_t)d*sizeof *b->z);
  return true;
}

// where the positions of z are in q, and which of them are rotations
static bool describe(builder *b) {
  problem *p = b->problem;
  int *turning = ARENA_ARRAY(b->arena, int, 2*p->group.nfactor);
  if (!turning)
    return false;
  p->skew.zq = b->nq;
  p->skew.zm = b->m;
  p->skew.kept = b->kept;
  p->skew.given = b->given.coordinate;
  p->skew.turning = turning;
  p->skew.nturning = 0;
  for (int k = 0; k < p->group.nfactor; k++) {
    const group_factor *f = p->group.factor + k;
    int from = f->from + (f->kind == GROUP_SE3 ? 3 : 0), at = 0;
    if (f->kind == GROUP_R || f->kind == GROUP_SE2)
      continue;
    while (b->kept[at] != from)
      at++;
    turning[2*p->skew.nturning] = at;
    turning[2*p->skew.nturning++ + 1] = f->kind == GROUP_SO ? f->n : 3;
  }
  return true;
}

// everything, in order; false when the graph or the arena has failed
static bool make_all(builder *b) {
  bool by_differences =
      b->kind == REDUCTION_DIFFERENCES || b->kind == REDUCTION_COORDINATES_DIFFERENCES;
  return given_coordinates_find(&b->given, b->arena, b->parts) && find_places(b) && symbols(b) &&
         find_rates(b) && describe(b) && find_rows(b) && find_mass(b) && find_gyroscopic(b) &&
         find_damping(b) && frame_make(&b->X, b->arena, b->g, b->A, b->m, b->n, b->frame) &&
         find_energy(b) && (!by_differences || find_change(b)) && all_bundles(b);
}

// in a graph of its own: that of the model stays as it is
static noslip_status make_in(graph *g, builder *b, failure *why) {
  graph_allow(g, most_nodes);
  bool good = make_all(b);
  if (graph_status(g) == NOSLIP_ERROR_MODEL)
    return fail(
        why, NOSLIP_ERROR_MODEL,
        "the reduced form of this model is larger than the limit of %d expression nodes; take "
        "another method",
        most_nodes);
  return good && graph_status(g) == NOSLIP_OK ? NOSLIP_OK : fail_memory(why);
}

noslip_status reduction_new(arena *a, const mechanical_parts *parts, const problem *of,
                            reduction_kind kind, const problem **out, failure *why) {
  problem *made = arena_alloc(a, sizeof *made);
  mechanical_parts own = *parts;
  if (!made)
    return fail_memory(why);
  own.graph = graph_copy(parts->graph, a->memory);
  if (!own.graph)
    return fail_memory(why);
  *made = *of;
  builder b = {.parts = &own,
               .kind = kind,
               .arena = a,
               .g = own.graph,
               .problem = made,
               .x = parts->lagrangian ? parts->v : parts->p};
  noslip_status status = make_in(own.graph, &b, why);
  graph_free(own.graph);
  if (status != NOSLIP_OK)
    return status;
  assert(!problem_fault(made));
  *out = made;
  return NOSLIP_OK;
}
