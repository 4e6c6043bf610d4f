#include "problem/skew.h"

#include "expr/degree.h"
#include "expr/diff.h"
#include "expr/difference.h"
#include "problem/bundles.h"

#include <assert.h>
#include <string.h>

typedef struct builder {
  const skew_parts *parts;
  arena *arena;
  graph *g;
  problem *problem;
  int n;
  expr *w;          // n      symbols: a vector, or a displacement
  expr *gradient;   // n, then n x n  grad H, or what takes its place, and its derivative
  expr *structure;  // n, then twice n x n  P w, P, (P w)_z
} builder;

static expr *new_exprs(builder *b, int count) {
  return ARENA_ARRAY(b->arena, expr, count);
}

static bool add_bundle(builder *b, bundle_kind kind, const expr *out, int count) {
  assert(count == bundle_outputs(b->problem, kind));
  const skew_parts *p = b->parts;
  tape_group groups[] = {clock_group(&p->clock), {p->z, b->n}, {b->w, b->n}, {p->frame, p->nframe}};
  b->problem->bundles[kind] = tape_new(b->arena, b->g, groups, 4, out, count);
  return b->problem->bundles[kind] != NULL;
}

// grad H; with its derivative
static bool gradient_bundles(builder *b) {
  int n = b->n;
  expr *out = b->gradient = new_exprs(b, n + n*n);
  if (!out || !diff_gradient(b->g, b->parts->function, b->parts->z, n, out) ||
      !add_bundle(b, BUNDLE_SLOPE, out, n))
    return false;
  if (b->parts->gradient)
    memcpy(out, b->parts->gradient, (size_t)n*sizeof *out);
  return diff_jacobian(b->g, out, n, b->parts->z, n, out + n) &&
         add_bundle(b, BUNDLE_GRADIENT, out, n) &&
         add_bundle(b, BUNDLE_GRADIENT_BLOCKS, out, n + n*n);
}

// P w; with P and (P w)_z
static bool structure_bundles(builder *b) {
  int n = b->n;
  expr *out = b->structure = new_exprs(b, n + 2*n*n);
  return out && b->parts->structure(b->parts->context, b->w, out) &&
         diff_jacobian(b->g, out, n, b->w, n, out + n) &&
         diff_jacobian(b->g, out, n, b->parts->z, n, out + n + n*n) &&
         add_bundle(b, BUNDLE_STRUCTURE, out, n) &&
         add_bundle(b, BUNDLE_STRUCTURE_BLOCKS, out, n + 2*n*n);
}

// (P w)_z + P H_zz
static bool tangent_bundle(builder *b) {
  int n = b->n;
  const expr *P = b->structure + n, *H = b->gradient + n;
  expr *out = new_exprs(b, n*n);
  if (!out)
    return false;
  memcpy(out, P + n*n, (size_t)(n*n)*sizeof *out);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; P[i*n + k] != expr_zero && j < n; j++)
        out[i*n + j] = expr_add(b->g, out[i*n + j], expr_mul(b->g, P[i*n + k], H[k*n + j]));
  return add_bundle(b, BUNDLE_TANGENT, out, n*n);
}

// H(z + w) - H(z), where the signs differ: those of s + c less those of s. `same` is where they do
// not
static bool crossing_bundle(builder *b, expr same) {
  const skew_parts *p = b->parts;
  int n = b->n, m = p->nsign, count = p->nframe + m;
  expr *place = new_exprs(b, n + m), *change = new_exprs(b, n + m), *frame = new_exprs(b, count),
       out;
  if (b->arena->failed)
    return false;
  memcpy(place, p->z, (size_t)n*sizeof *place);
  memcpy(change, b->w, (size_t)n*sizeof *change);
  memcpy(frame, p->frame, (size_t)p->nframe*sizeof *frame);
  for (int i = 0; i < m; i++) {
    place[n + i] = p->frame[i];
    change[n + i] = frame[p->nframe + i] = expr_symbol(b->g, skew_symbol_kind, "c");
  }
  if (!difference_make(b->g, &p->function, 1, place, change, n + m, &out))
    return false;
  if (out == same)
    return true;
  tape_group groups[] = {clock_group(&p->clock), {p->z, n}, {b->w, n}, {frame, count}};
  b->problem->bundles[BUNDLE_CROSSING] = tape_new(b->arena, b->g, groups, 4, &out, 1);
  return b->problem->bundles[BUNDLE_CROSSING] != NULL;
}

// H(z + w) - H(z)
static bool increment_bundles(builder *b) {
  expr out;
  return difference_make(b->g, &b->parts->function, 1, b->parts->z, b->w, b->n, &out) &&
         add_bundle(b, BUNDLE_INCREMENT, &out, 1) &&
         (b->parts->nsign == 0 || crossing_bundle(b, out));
}

// ---- coordinate by coordinate

// (H(z + w_i e_i) - H(z))/w_i, or its limit H_i where that would have lost its digits: w_i is next
// to the smallest numbers
static bool quotient(builder *b, int i, expr slope, expr *out) {
  static const double least = 1e-200;
  const skew_parts *p = b->parts;
  expr change;
  if (!difference_make(b->g, &p->function, 1, &p->z[i], &b->w[i], 1, &change))
    return false;
  expr moves =
      expr_call2(b->g, EXPR_LESS, expr_number(b->g, least), expr_call(b->g, EXPR_ABS, b->w[i]));
  *out = expr_select(b->g, moves, expr_div(b->g, change, b->w[i]), slope);
  return true;
}

// each where the coordinates before it, or `back` those behind it, have moved
static bool coordinate_bundle(builder *b, bundle_kind kind, bool back) {
  const skew_parts *p = b->parts;
  int n = b->n;
  expr *out = new_exprs(b, n), *moved = new_exprs(b, n), *slope = new_exprs(b, n);
  if (b->arena->failed || !diff_gradient(b->g, p->function, p->z, n, slope))
    return false;
  for (int j = 0; j < n; j++)
    moved[j] = expr_add(b->g, p->z[j], b->w[j]);
  for (int i = 0; i < n; i++) {
    int first = back ? i + 1 : 0, count = back ? n - 1 - i : i;
    expr here;
    if (!quotient(b, i, slope[i], &here) ||
        !diff_substitute(b->g, &here, 1, p->z + first, moved + first, count, &out[i]))
      return false;
  }
  return add_bundle(b, kind, out, n);
}

// ---- all of them

static bool begin(builder *b, arena *a, const skew_parts *parts, problem *p) {
  *b = (builder){.parts = parts, .arena = a, .g = parts->graph, .problem = p, .n = parts->n};
  b->w = new_exprs(b, parts->n);
  for (int i = 0; b->w && i < parts->n; i++)
    b->w[i] = expr_symbol(parts->graph, skew_symbol_kind, "w");
  return b->w != NULL;
}

bool skew_coordinates(arena *a, const skew_parts *parts, problem *p) {
  builder b;
  return begin(&b, a, parts, p) && coordinate_bundle(&b, BUNDLE_COORDINATES, false) &&
         coordinate_bundle(&b, BUNDLE_COORDINATES_BACK, true);
}

bool skew_bundles(arena *a, const skew_parts *parts, problem *p) {
  enum { most = 30000 };  // instructions of a bundle that has H n times: no more are compiled
  builder b;
  assert(parts->form != SKEW_NONE && parts->nsign <= parts->nframe);
  p->skew.form = parts->form;
  p->skew.nz = parts->n;
  if (!begin(&b, a, parts, p) ||
      !degree_of(b.g, parts->function, parts->z, parts->n, &p->skew.degree) ||
      !gradient_bundles(&b) || !structure_bundles(&b) || !tangent_bundle(&b) ||
      !increment_bundles(&b))
    return false;
  bool is_long = (long)p->bundles[BUNDLE_INCREMENT]->ncode*parts->n > most;
  return parts->coordinates == SKEW_NEVER || (parts->coordinates == SKEW_IF_SHORT && is_long) ||
         skew_coordinates(a, parts, p);
}
