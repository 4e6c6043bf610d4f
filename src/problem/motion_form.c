#include "problem/motion_form.h"

#include "problem/expr_vector.h"
#include "problem/fault.h"
#include "problem/ldl.h"
#include "problem/mechanical_make.h"

#include <assert.h>
#include <string.h>

// of expressions, beside those of the model: a second of work
enum { most_nodes = 400000 };

// the factorisations, and what they are applied to
typedef struct eliminator {
  mechanical_builder b;
  size_t n, m;
  ldl M, S;       //        M of a lagrangian only
  const expr *B;  // m x n  in the model's own variables, as F and c
  const expr *C;  // m x n  of a hamiltonian
  expr *Y;        // m x n  rows L^-1 B^T of a lagrangian
  expr *F;        // n      L^-1 F of a lagrangian, f of a hamiltonian
  expr *c;        // m      right side of S lambda = c
} eliminator;

static bool has_pivots(const ldl *f) {
  for (int i = 0; i < f->n; i++)
    if (f->D[i] == expr_zero)
      return false;
  return true;
}

// x <- x + A^T mu, A m x n
static void push(const eliminator *s, const expr *A, const expr *mu, expr *x) {
  graph *g = s->b.g;
  for (size_t k = 0; k < s->m; k++)
    for (size_t i = 0; i < s->n; i++)
      x[i] = expr_add(g, x[i], expr_mul(g, mu[k], A[k*s->n + i]));
}

// ---- S

// row^T D^-1 x
static expr across(const eliminator *s, const expr *row, const expr *x) {
  graph *g = s->b.g;
  expr sum = expr_zero;
  for (size_t i = 0; i < s->n; i++)
    sum = expr_add(g, sum, expr_mul(g, expr_mul(g, row[i], s->M.E[i]), x[i]));
  return sum;
}

static bool reduce_lagrangian(eliminator *s, const expr *M, expr *S) {
  mechanical_builder *b = &s->b;
  if (!ldl_make_reciprocal(&s->M, b->arena, b->g, M, b->n))
    return false;
  memcpy(s->Y, s->B, s->m*s->n*sizeof *s->Y);
  ldl_forward(&s->M, s->F);
  for (size_t k = 0; k < s->m; k++)
    ldl_forward(&s->M, s->Y + k*s->n);
  for (size_t k = 0; k < s->m; k++) {
    const expr *row = s->Y + k*s->n;
    for (size_t i = 0; i < s->m; i++)
      S[k*s->m + i] = across(s, row, s->Y + i*s->n);
    s->c[k] = expr_sub(b->g, s->c[k], across(s, row, s->F));
  }
  return true;
}

static void reduce_hamiltonian(eliminator *s, expr *S) {
  for (size_t k = 0; k < s->m; k++)
    for (size_t i = 0; i < s->m; i++)
      S[k*s->m + i] = expr_dot(s->b.g, s->C + k*s->n, s->B + i*s->n, s->b.n);
}

// the parts of the equations, and S factorised
static bool reduce(eliminator *s) {
  mechanical_builder *b = &s->b;
  size_t n = s->n, m = s->m;
  expr *out = new_exprs(b, mechanical_acceleration_size(b)), *S = new_exprs(b, m*m);
  s->Y = new_exprs(b, m*n);
  if (b->arena->failed || !mechanical_acceleration_parts(b, out))
    return false;
  s->B = b->parts->lagrangian ? out + n*n + n : out + m*n;
  s->c = out + mechanical_acceleration_size(b) - m;
  s->C = out;
  s->F = b->parts->lagrangian ? out + n*n : b->f;
  if (!b->parts->lagrangian)
    reduce_hamiltonian(s, S);
  else if (!reduce_lagrangian(s, out, S))
    return false;
  return ldl_make_reciprocal(&s->S, b->arena, b->g, S, b->m);
}

// ---- the bundles

// v'; or q' and p'
static bool motion_bundle(eliminator *s) {
  mechanical_builder *b = &s->b;
  bool lagrangian = b->parts->lagrangian;
  size_t n = s->n, count = lagrangian ? n : 2*n;
  expr *lambda = new_exprs(b, s->m), *out = new_exprs(b, count);
  if (b->arena->failed)
    return false;
  memcpy(lambda, s->c, s->m*sizeof *lambda);
  ldl_solve(&s->S, lambda);
  expr *rate = lagrangian ? out : out + n;
  memcpy(rate, s->F, n*sizeof *rate);
  push(s, lagrangian ? s->Y : s->B, lambda, rate);
  if (lagrangian)
    ldl_backward(&s->M, rate);
  else
    memcpy(out, b->y, n*sizeof *out);
  return mechanical_add_bundle(b, BUNDLE_MOTION, b->x, false, out, count);
}

// the step of q, or of v or p, that takes a residual of the constraints away; `residual` is changed
static void step_back(eliminator *s, expr *residual, bool positions, expr *out) {
  bool lagrangian = s->b.parts->lagrangian;
  ldl_solve(&s->S, residual);
  for (size_t k = 0; k < s->m; k++)
    residual[k] = expr_neg(s->b.g, residual[k]);
  push(s, lagrangian ? s->Y : positions ? s->C : s->B, residual, out);
  if (lagrangian)
    ldl_backward(&s->M, out);
}

static bool restore_bundle(eliminator *s) {
  mechanical_builder *b = &s->b;
  size_t n = s->n;
  expr *out = new_exprs(b, 2*n), *g = new_exprs(b, s->m), *w = mechanical_velocity_level(b);
  if (b->arena->failed || !mechanical_own_variables(b, w, b->m, w))
    return false;
  for (size_t k = 0; k < s->m; k++)
    g[k] = b->parts->is_holonomic[k] ? b->phi[k] : expr_zero;
  step_back(s, g, true, out);
  step_back(s, w, false, out + n);
  return mechanical_add_bundle(b, BUNDLE_RESTORE, b->x, false, out, 2*n);
}

// ---- all of it

// is elimination in numbers, 2/3 (n + m)^3 operations beside the tape, cheaper?
static bool is_too_long(const eliminator *s, const problem *of) {
  double size = (double)(of->mechanical.lagrangian ? s->n + s->m : s->m);
  const tape *dense = of->bundles[BUNDLE_ACCELERATION];
  return s->b.problem->bundles[BUNDLE_MOTION]->ncode >
         dense->ncode + 2*size*size*size/3 + 100;
}

// *fits: every pivot is there; false when the graph or the arena has failed
static bool make(eliminator *s, bool *fits) {
  *fits = false;
  if (!mechanical_equations(&s->b) || !reduce(s))
    return false;
  *fits = has_pivots(&s->S) && (!s->b.parts->lagrangian || has_pivots(&s->M));
  return !*fits || (motion_bundle(s) && restore_bundle(s));
}

noslip_status motion_form_new(arena *a, const mechanical_parts *parts, const problem *of,
                              const problem **out, failure *why) {
  assert(of->class == PROBLEM_MECHANICAL && !of->mechanical.structure.loaded);
  problem *made = arena_alloc(a, sizeof *made);
  mechanical_parts own = *parts;
  own.graph = graph_copy(parts->graph, a->memory);
  if (!made || !own.graph) {
    graph_free(own.graph);
    return fail_memory(why);
  }
  *made = *of;
  eliminator s = {.b = {.parts = &own,
                        .arena = a,
                        .g = own.graph,
                        .problem = made,
                        .nq = parts->n,
                        .n = parts->nv,
                        .m = parts->m,
                        .x = parts->lagrangian ? parts->v : parts->p},
                  .n = (size_t)parts->nv,
                  .m = (size_t)parts->m};
  bool fits;
  graph_allow(own.graph, most_nodes);
  bool good = make(&s, &fits);
  bool large = graph_status(own.graph) == NOSLIP_ERROR_MODEL;
  graph_free(own.graph);
  if (!good && !large)
    return fail_memory(why);
  *out = large || !fits || is_too_long(&s, of) ? of : made;
  assert(!problem_fault(*out));
  return NOSLIP_OK;
}
