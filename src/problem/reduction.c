#include "problem/reduction.h"

#include "expr/diff.h"
#include "problem/evaluate.h"
#include "problem/frame.h"
#include "problem/ldl.h"
#include "problem/skew.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// dense blocks of N x N, in expressions: some seconds of work, and 500 MB
enum { most_variables = 200, most_nodes = 5000000 };

typedef struct builder {
  const mechanical_parts *parts;
  reduction_kind kind;
  arena *arena;
  graph *g;
  problem *problem;
  int n, m, d;    // coordinates, constraints, directions that are allowed
  const expr *x;  // n      v or p: the variable of the model's own form
  expr *z;        // n + d  symbols q, rho
  expr *frame;    // m + 1  symbols s, h
  expr *A;        // m x n
  frame X;        //        of A
  expr *M;        // n x n
  expr scale;     //        c if M = c 1, otherwise zero
  expr V;
  ldl g_factors;  //        of g, unless M = c 1
  expr *y;        // d
  expr *p;        // n      M X y
  expr H;
  expr *fixed;    // n      symbols: p that is not to be differentiated
  expr *change;   // n x d  (d_i X)^T p with p = `fixed`, by differences; otherwise NULL
  expr *damping;  // n x n  F_v or F_p, NULL without forces
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
static void apply(builder *b, const expr *G, const expr *x, expr *out) {
  for (int i = 0; i < b->n; i++)
    out[i] = dot(b, G + i*b->n, x, b->n);
}

// ---------------------------------------------------------------------------------------------
// the parts of the mechanical system

// the constraints on velocities: Phi_v, or G
static bool find_rows(builder *b) {
  const mechanical_parts *p = b->parts;
  int n = b->n;
  b->A = new_exprs(b, b->m*n);
  if (!b->A)
    return false;
  for (int k = 0; k < b->m; k++)
    if (!diff_gradient(b->g, p->residual[k], p->is_holonomic[k] ? p->q : p->v, n, b->A + k*n))
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
static bool invert_mass(builder *b, const expr *W) {
  ldl f;
  int n = b->n;
  expr *column = new_exprs(b, n);
  if (!column || !ldl_make(&f, b->arena, b->g, W, n))
    return false;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++)
      column[i] = i == j ? expr_one : expr_zero;
    ldl_solve(&f, column);
    for (int i = 0; i < n; i++)
      b->M[i*n + j] = column[i];
  }
  return true;
}

// M and V; L and H are quadratic in x
static bool find_mass(builder *b) {
  const mechanical_parts *p = b->parts;
  int n = b->n;
  expr *slope = new_exprs(b, n), *second = new_exprs(b, n*n), *rest = new_exprs(b, n), at_rest;
  b->M = new_exprs(b, n*n);
  if (b->arena->failed || !diff_gradient(b->g, p->function, b->x, n, slope) ||
      !diff_jacobian(b->g, slope, n, b->x, n, second) ||
      !diff_substitute(b->g, &p->function, 1, b->x, rest, n, &at_rest))
    return false;
  b->V = p->lagrangian ? expr_neg(b->g, at_rest) : at_rest;
  if (p->lagrangian)
    memcpy(b->M, second, (size_t)(n*n)*sizeof *second);
  else if (!invert_mass(b, second))
    return false;
  b->scale = scale_of(b, b->M);
  return true;
}

// F as a matrix times v or p
static bool find_damping(builder *b) {
  const mechanical_parts *p = b->parts;
  int n = b->n;
  const expr *other = p->lagrangian ? p->p : p->v;
  expr *force = new_exprs(b, n), *y = new_exprs(b, n);
  if (!b->problem->structure.forces)
    return true;
  b->damping = new_exprs(b, n*n);
  return !b->arena->failed && diff_gradient(b->g, p->function, b->x, n, y) &&
         diff_substitute(b->g, p->force, n, other, y, n, force) &&
         diff_jacobian(b->g, force, n, b->x, n, b->damping);
}

// ---------------------------------------------------------------------------------------------
// the reduced system

// y, p = M X y, H
static bool find_energy(builder *b) {
  int d = b->d, n = b->n;
  const expr *rho = b->z + n;
  expr *g = new_exprs(b, d*d), *v = new_exprs(b, n), *unit = new_exprs(b, d);
  b->y = new_exprs(b, d);
  b->p = new_exprs(b, n);
  if (b->arena->failed)
    return false;
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
    apply(b, b->M, v, b->p);
    frame_apply_transposed(&b->X, b->p, g + i*d);
    unit[i] = expr_zero;
  }
  if (!ldl_make(&b->g_factors, b->arena, b->g, g, d))
    return false;
  memcpy(b->y, rho, (size_t)d*sizeof *rho);
  ldl_solve(&b->g_factors, b->y);
  frame_apply(&b->X, b->y, v);
  apply(b, b->M, v, b->p);

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
  expr place = expr_add(b->g, b->parts->q[i], h);
  if (b->arena->failed ||
      !diff_substitute(b->g, b->A, b->m*b->n, &b->parts->q[i], &place, 1, A) ||
      !frame_make(&X, b->arena, b->g, A, b->m, b->n, b->frame))
    return false;
  memcpy(p, b->fixed, (size_t)b->n*sizeof *p);
  frame_apply_transposed(&X, p, out);
  return true;
}

// (d_i X)^T p by central differences
static bool find_change(builder *b) {
  int n = b->n, d = b->d;
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

// grad_q (p.X u) and (d_v X)^T p, p fixed
static bool bend(builder *b, const expr *u, const expr *v, expr *slope, expr *turned) {
  int n = b->n, d = b->d;
  if (b->change) {
    for (int i = 0; i < n; i++) {
      slope[i] = dot(b, b->change + i*d, u, d);
      for (int a = 0; a < d; a++)
        turned[a] = expr_add(b->g, turned[a], expr_mul(b->g, b->change[i*d + a], v[i]));
    }
    return true;
  }
  expr *p = new_exprs(b, n), *down = new_exprs(b, d);
  if (b->arena->failed)
    return false;
  memcpy(p, b->fixed, (size_t)n*sizeof *p);
  frame_apply_transposed(&b->X, p, down);
  return diff_gradient(b->g, dot(b, b->fixed, v, n), b->parts->q, n, slope) &&
         diff_directional(b->g, down, d, b->parts->q, v, n, turned);
}

// the force of velocities v = X u: F_v v, or F_p M v
static void add_damping(builder *b, const expr *v, expr *momentum, expr *sum) {
  const expr *x = v;
  if (!b->damping)
    return;
  if (!b->parts->lagrangian) {
    apply(b, b->M, v, momentum);
    x = momentum;
  }
  for (int i = 0; i < b->n; i++)
    sum[i] = expr_add(b->g, sum[i], dot(b, b->damping + i*b->n, x, b->n));
}

// out = P w, w = (a, u)
static bool structure(void *context, const expr *w, expr *out) {
  builder *b = context;
  int n = b->n, d = b->d;
  const expr *a = w, *u = w + n;
  expr *v = new_exprs(b, n), *sum = new_exprs(b, n), *turned = new_exprs(b, d);
  expr *scratch = new_exprs(b, n);
  if (b->arena->failed)
    return false;
  frame_apply(&b->X, u, v);
  if (!bend(b, u, v, sum, turned) || !diff_substitute(b->g, sum, n, b->fixed, b->p, n, sum) ||
      !diff_substitute(b->g, turned, d, b->fixed, b->p, n, turned))
    return false;
  for (int i = 0; i < n; i++) {
    out[i] = v[i];
    sum[i] = expr_neg(b->g, expr_add(b->g, a[i], sum[i]));
  }
  add_damping(b, v, scratch, sum);
  frame_apply_transposed(&b->X, sum, out + n);
  for (int i = 0; i < d; i++)
    out[n + i] = expr_add(b->g, out[n + i], turned[i]);
  return true;
}

// ---------------------------------------------------------------------------------------------
// grad H by differences of the frame: V_q - (v^T M v)_q/2 - (d_i X)^T p.y, and y

static bool gradient_by_differences(builder *b, expr *out) {
  int n = b->n, d = b->d;
  expr *v = new_symbols(b, n, "v"), *Mv = new_exprs(b, n), *actual = new_exprs(b, n);
  if (b->arena->failed)
    return false;
  apply(b, b->M, v, Mv);
  expr twice = dot(b, v, Mv, n), half = expr_div(b->g, twice, expr_number(b->g, 2));
  if (!diff_gradient(b->g, expr_sub(b->g, b->V, half), b->parts->q, n, out))
    return false;
  for (int i = 0; i < n; i++)
    out[i] = expr_sub(b->g, out[i], dot(b, b->change + i*d, b->y, d));
  frame_apply(&b->X, b->y, actual);
  memcpy(out + n, b->y, (size_t)d*sizeof *out);
  return diff_substitute(b->g, out, n, v, actual, n, out) &&
         diff_substitute(b->g, out, n, b->fixed, b->p, n, out);
}

// ---------------------------------------------------------------------------------------------
// tapes

static bool add_bundle(builder *b, bundle_kind kind, const tape_group *groups, int ngroup,
                       const expr *out, int count) {
  b->problem->bundles[kind] = tape_new(b->arena, b->g, groups, ngroup, out, count);
  return b->problem->bundles[kind] != NULL;
}

// between (q,p) and (q,rho)
static bool passage_bundles(builder *b) {
  const mechanical_parts *p = b->parts;
  int n = b->n, m = b->m, d = b->d;
  frame fresh;
  expr *lift = new_exprs(b, n + m), *momenta = new_exprs(b, n), *down = new_exprs(b, d);
  if (b->arena->failed || !frame_make(&fresh, b->arena, b->g, b->A, m, n, NULL))
    return false;
  memcpy(lift, b->p, (size_t)n*sizeof *lift);
  memcpy(lift + n, b->X.turn, (size_t)m*sizeof *lift);
  memcpy(momenta, p->p, (size_t)n*sizeof *momenta);
  frame_apply_transposed(&b->X, momenta, down);
  tape_group signs[] = {{&p->time, 1}, {p->q, n}, {p->p, n}};
  tape_group descend[] = {{&p->time, 1}, {p->q, n}, {p->p, n}, {b->frame, m + 1}};
  tape_group rise[] = {{&p->time, 1}, {b->z, n + d}, {NULL, 0}, {b->frame, m + 1}};
  return add_bundle(b, BUNDLE_SIGNS, signs, 3, fresh.sign, m) &&
         add_bundle(b, BUNDLE_DESCEND, descend, 4, down, d) &&
         add_bundle(b, BUNDLE_LIFT, rise, 4, lift, n + m);
}

static bool all_bundles(builder *b) {
  expr *gradient = b->change ? new_exprs(b, b->n + b->d) : NULL;
  if (b->arena->failed || (gradient && !gradient_by_differences(b, gradient)))
    return false;
  skew_parts skew = {.graph = b->g,
                     .form = b->kind == REDUCTION_FULL ? SKEW_FULL : SKEW_REDUCED,
                     .n = b->n + b->d,
                     .z = b->z,
                     .time = b->parts->time,
                     .frame = b->frame,
                     .nframe = b->m + 1,
                     .function = b->H,
                     .gradient = gradient,
                     .coordinates = b->kind == REDUCTION_COORDINATES ||
                                            b->kind == REDUCTION_COORDINATES_DIFFERENCES
                                        ? SKEW_ALWAYS
                                        : SKEW_NEVER,
                     .structure = structure,
                     .context = b};
  return skew_bundles(b->arena, &skew, b->problem) &&
         (b->kind == REDUCTION_FULL || passage_bundles(b));
}

// ---------------------------------------------------------------------------------------------

static bool symbols(builder *b) {
  int n = b->n, d = b->d;
  expr *rho = new_symbols(b, d, "rho");
  b->z = new_exprs(b, n + d);
  b->frame = new_symbols(b, b->m + 1, "s");
  b->fixed = new_symbols(b, n, "p");
  if (b->arena->failed)
    return false;
  memcpy(b->z, b->parts->q, (size_t)n*sizeof *b->z);
  memcpy(b->z + n, rho, (size_t)d*sizeof *b->z);
  return true;
}

noslip_status reduction_new(arena *a, const mechanical_parts *parts, const problem *of,
                            reduction_kind kind, problem **out, failure *why) {
  problem *made = arena_alloc(a, sizeof *made);
  if (!made)
    return fail_memory(why);
  *made = *of;
  int m = kind == REDUCTION_FULL ? 0 : parts->m;
  builder b = {.parts = parts,
               .kind = kind,
               .arena = a,
               .g = parts->graph,
               .problem = made,
               .n = parts->n,
               .m = m,
               .d = parts->n - m,
               .x = parts->lagrangian ? parts->v : parts->p};
  bool by_differences = kind == REDUCTION_DIFFERENCES || kind == REDUCTION_COORDINATES_DIFFERENCES;
  graph_allow(b.g, most_nodes);
  bool good = symbols(&b) && find_rows(&b) && find_mass(&b) && find_damping(&b) &&
              frame_make(&b.X, a, b.g, b.A, b.m, b.n, b.frame) && find_energy(&b) &&
              (!by_differences || find_change(&b)) && all_bundles(&b);
  if (graph_status(b.g) == NOSLIP_ERROR_MODEL)
    return fail(
        why, NOSLIP_ERROR_MODEL,
        "the reduced form of this model is larger than the limit of %d expression nodes; take "
        "another method",
        most_nodes);
  if (!good || graph_status(b.g) != NOSLIP_OK)
    return fail_memory(why);
  *out = made;
  return NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------

static const char *unfit_constraint(const problem *p, char *words, size_t size) {
  const mechanical_structure *s = &p->structure;
  if (!s->affine)
    return "has a nonholonomic constraint that is not linear in the velocities";
  if (!s->linear)
    return "has an affine constraint, which works: the energy is not constant";
  if (p->mh > 0 && s->no_quadric >= 0) {
    snprintf(words, size,
             "has the holonomic constraint `%s`, which is not quadratic and would be lost",
             p->constraint[s->no_quadric]);
    return words;
  }
  return NULL;
}

bool reduction_refuses(const problem *p, reduction_kind kind, char *sentence, size_t size) {
  const mechanical_structure *s = &p->structure;
  char words[200];
  const char *what = unfit_constraint(p, words, sizeof words);
  if (p->callbacks)
    what = "is made of functions, and the reduced form needs expressions";
  else if (!s->autonomous)
    what = "depends on time: its energy is not constant";
  else if (!s->natural)
    what = "has an energy that is not kinetic plus potential, v^T M(q) v/2 + V(q)";
  else if (s->forces && !s->damping)
    what =
        "has forces that are not linear in the velocities: only damping, F = -R(q) v, is treated";
  else if (kind == REDUCTION_FULL && p->mh > 0)
    what = "has a holonomic constraint, which would be kept in the middle of steps only";
  else if (2*p->n - p->m > most_variables)
    what = "is too large for dense blocks of expressions";
  if (what)
    snprintf(sentence, size, "the model %s", what);
  return what != NULL;
}

noslip_status reduction_check(evaluator *e, arena *a, const state *x, failure *why) {
  const problem *p = e->problem;
  if (p->form != SKEW_REDUCED)
    return NOSLIP_OK;
  double *z = ARENA_ARRAY(a, double, p->nz), *signs = ARENA_ARRAY(a, double, p->m + 1);
  if (a->failed)
    return fail_memory(why);
  signs[p->m] = 1;
  vec_copy(signs, evaluator_run(e, BUNDLE_SIGNS, x->t, x->q, x->p, NULL), p->m);
  vec_copy(z, x->q, p->n);
  vec_copy(z + p->n, evaluator_run(e, BUNDLE_DESCEND, x->t, x->q, x->p, signs), p->nz - p->n);
  if (isfinite(vec_max(evaluator_run(e, BUNDLE_LIFT, x->t, z, z, signs), p->n)))
    return NOSLIP_OK;
  return fail(
      why, NOSLIP_ERROR_MODEL,
      "the model has no reduced form at the start: its mass matrix is singular or indefinite; "
      "take a method that does not keep the energy exactly");
}
