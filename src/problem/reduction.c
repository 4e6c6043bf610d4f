// The tapes of a reduced form, and making it.

#include "problem/reduction_make.h"

#include "problem/bundles.h"
#include "problem/fault.h"
#include "problem/motion_form.h"
#include "problem/skew.h"
#include "problem/surface.h"

#include <assert.h>
#include <string.h>

// of expressions: some seconds of work, and 500 MB
enum { most_nodes = 5000000 };
static const char too_large[] =
    "the reduced form of this model is larger than the limit of 5000000 expression nodes; take "
    "another method";

static bool add_bundle(reducer *b, bundle_kind kind, const tape_group *groups, int ngroup,
                       const expr *out, int count) {
  assert(count == bundle_outputs(b->problem, kind));
  b->problem->bundles[kind] = tape_new(b->arena, b->g, groups, ngroup, out, count);
  return b->problem->bundles[kind] != NULL;
}

// p = M v + a with all velocities, v = X y
static bool all_momenta(reducer *b, expr *out) {
  int nv = b->parts->nv;
  expr *v = new_exprs(b, b->n), *all = new_exprs(b, nv);
  if (b->arena->failed)
    return false;
  if (b->left.given.count > 0) {
    frame_apply(&b->X, b->y, v);
    reducer_widen(b, v, all);
    expr_apply_matrix(b->g, b->mass.whole, nv, all, out);
  } else
    memcpy(out, b->p, (size_t)nv*sizeof *out);
  for (int i = 0; i < nv; i++)
    out[i] = expr_add(b->g, out[i], b->own.a[i]);
  return true;
}

// between (q,p) and (q,rho)
static bool passage_bundles(reducer *b) {
  const mechanical_parts *p = b->parts;
  int nq = b->nq, nv = p->nv, m = b->m, d = b->d, count = b->left.given.count;
  frame fresh;
  expr *lift = new_exprs(b, nv + m + count), *momenta = new_exprs(b, b->n);
  expr *down = new_exprs(b, d), *kinetic = new_exprs(b, nv);
  if (b->arena->failed || !frame_make(&fresh, b->arena, b->g, b->A, m, b->n, NULL) ||
      !all_momenta(b, lift))
    return false;
  if (m > 0)
    memcpy(lift + nv, b->X.turn, (size_t)m*sizeof *lift);
  if (count > 0)
    memcpy(lift + nv + m, b->left.given.value, (size_t)count*sizeof *lift);
  for (int i = 0; i < nv; i++)
    kinetic[i] = expr_sub(b->g, p->p[i], b->own.a[i]);
  reducer_narrow(b, kinetic, momenta);
  frame_apply_transposed(&b->X, momenta, down);
  tape_group signs[] = {clock_group(&p->clock), {b->left.q, nq}, {p->p, nv}};
  tape_group descend[] = {clock_group(&p->clock), {b->left.q, nq}, {p->p, nv}, {b->frame, m + 1}};
  tape_group rise[] = {clock_group(&p->clock), {b->z, nq + d}, {NULL, 0}, {b->frame, m + 1}};
  return add_bundle(b, BUNDLE_SIGNS, signs, 3, fresh.sign, m) &&
         add_bundle(b, BUNDLE_DESCEND, descend, 4, down, d) &&
         add_bundle(b, BUNDLE_LIFT, rise, 4, lift, nv + m + count);
}

// the holonomic constraints that are left: g and rows of A
static bool find_surface(reducer *b, surface *s) {
  const mechanical_parts *p = b->parts;
  expr *g = new_exprs(b, b->m), *G = new_exprs(b, b->m*b->n);
  int row = 0;
  *s = (surface){.graph = b->g, .n = b->n, .g = g, .G = G};
  if (b->arena->failed)
    return false;
  for (int k = 0; b->m > 0 && k < p->m; k++) {
    if (given_coordinates_has(b->left.given.constraint, b->left.given.count, k))
      continue;
    if (p->is_holonomic[k]) {
      memcpy(G + s->count*b->n, b->A + row*b->n, (size_t)b->n*sizeof *G);
      g[s->count++] = p->residual[k];
    }
    row++;
  }
  return reducer_put_in(b, g, s->count);
}

// back to them
static bool surface_bundle(reducer *b) {
  surface s;
  expr *w = new_symbols(b, b->nq, "w"), *c = new_exprs(b, b->n), *out = new_exprs(b, b->nq);
  if (b->arena->failed || !find_surface(b, &s))
    return false;
  if (s.count == 0)
    return true;
  if (!surface_return(&s, b->arena, b->left.q, w, b->nq, c))
    return false;
  reducer_move(b, c, out);
  tape_group groups[] = {clock_group(&b->parts->clock), {b->left.q, b->nq}, {w, b->nq}};
  return add_bundle(b, BUNDLE_SURFACE, groups, 3, out, b->nq);
}

static bool all_bundles(reducer *b) {
  expr *gradient = b->change ? new_exprs(b, b->nq + b->d) : NULL;
  if (b->arena->failed || (gradient && !reducer_gradient(b, gradient)))
    return false;
  skew_parts skew = {.graph = b->g,
                     .form = b->kind == REDUCTION_FULL ? SKEW_FULL : SKEW_REDUCED,
                     .n = b->nq + b->d,
                     .z = b->z,
                     .clock = b->parts->clock,
                     .frame = b->frame,
                     .nframe = b->m + 1,
                     .nsign = b->m,
                     .function = b->H,
                     .gradient = gradient,
                     .coordinates = b->kind == REDUCTION_COORDINATES ||
                                            b->kind == REDUCTION_COORDINATES_DIFFERENCES
                                        ? SKEW_ALWAYS
                                        : SKEW_NEVER,
                     .structure = reducer_structure,
                     .context = b};
  return skew_bundles(b->arena, &skew, b->problem) &&
         (b->kind == REDUCTION_FULL || (passage_bundles(b) && surface_bundle(b)));
}

// ---------------------------------------------------------------------------------------------

static bool symbols(reducer *b) {
  int nq = b->nq, d = b->d;
  expr *rho = new_symbols(b, d, "rho");
  b->z = new_exprs(b, nq + d);
  b->frame = new_symbols(b, b->m + 1, "s");
  b->fixed = new_symbols(b, b->n, "p");
  if (b->arena->failed)
    return false;
  memcpy(b->z, b->left.q, (size_t)nq*sizeof *b->z);
  memcpy(b->z + nq, rho, (size_t)d*sizeof *b->z);
  return true;
}

// everything, in order; false when the graph or the arena has failed
static bool make_all(reducer *b) {
  bool by_differences =
      b->kind == REDUCTION_DIFFERENCES || b->kind == REDUCTION_COORDINATES_DIFFERENCES;
  return given_coordinates_find(&b->left.given, b->arena, b->parts) && reducer_find_places(b) &&
         symbols(b) && reducer_find_rates(b) && reducer_describe(b) && reducer_find_rows(b) &&
         reducer_find_mass(b) && reducer_find_gyroscopic(b) && reducer_find_damping(b) &&
         frame_make(&b->X, b->arena, b->g, b->A, b->m, b->n, b->frame) && reducer_find_energy(b) &&
         (!by_differences || reducer_find_change(b)) && all_bundles(b);
}

// In a copy of the graph: that of the model is not changed.
noslip_status reduction_new(arena *a, const mechanical_parts *parts, const problem *of,
                            reduction_kind kind, const problem **out, failure *why) {
  assert(kind < REDUCTION_COUNT && problem_is_mechanical(of) && of->skew.form == SKEW_NONE);
  if (kind == REDUCTION_MOTION)
    return motion_form_new(a, parts, of, out, why);
  problem *made = arena_alloc(a, sizeof *made);
  mechanical_parts own = *parts;
  if (!made)
    return fail_memory(why);
  own.graph = graph_copy(parts->graph, a->memory);
  if (!own.graph)
    return fail_memory(why);
  *made = *of;
  reducer b = {.parts = &own,
               .kind = kind,
               .arena = a,
               .g = own.graph,
               .problem = made,
               .x = parts->lagrangian ? parts->v : parts->p};
  graph_allow(own.graph, most_nodes);
  bool good = make_all(&b);
  noslip_status status = problem_finish(out, made, own.graph, good, too_large, why);
  graph_free(own.graph);
  return status;
}
