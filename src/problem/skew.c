#include "problem/skew.h"

#include "expr/degree.h"
#include "expr/diff.h"
#include "expr/difference.h"

typedef struct builder {
  const skew_parts *parts;
  arena *arena;
  graph *g;
  problem *problem;
  int n;
  expr *w;  // n  symbols: a vector, or a displacement
} builder;

static expr *new_exprs(builder *b, int count) {
  return ARENA_ARRAY(b->arena, expr, count);
}

static bool add_bundle(builder *b, bundle_kind kind, const expr *out, int count) {
  const skew_parts *p = b->parts;
  tape_group groups[] = {{&p->time, 1}, {p->z, b->n}, {b->w, b->n}, {p->frame, p->nframe}};
  b->problem->bundles[kind] = tape_new(b->arena, b->g, groups, 4, out, count);
  return b->problem->bundles[kind] != NULL;
}

// grad H; with its derivative
static bool gradient_bundles(builder *b) {
  int n = b->n;
  expr *out = new_exprs(b, n + n*n);
  return out && diff_gradient(b->g, b->parts->function, b->parts->z, n, out) &&
         diff_jacobian(b->g, out, n, b->parts->z, n, out + n) &&
         add_bundle(b, BUNDLE_GRADIENT, out, n) &&
         add_bundle(b, BUNDLE_GRADIENT_BLOCKS, out, n + n*n);
}

// P w; with P and (P w)_z
static bool structure_bundles(builder *b) {
  int n = b->n;
  expr *out = new_exprs(b, n + 2*n*n);
  return out && b->parts->structure(b->parts->context, b->w, out) &&
         diff_jacobian(b->g, out, n, b->w, n, out + n) &&
         diff_jacobian(b->g, out, n, b->parts->z, n, out + n + n*n) &&
         add_bundle(b, BUNDLE_STRUCTURE, out, n) &&
         add_bundle(b, BUNDLE_STRUCTURE_BLOCKS, out, n + 2*n*n);
}

// H(z + w) - H(z)
static bool increment_bundle(builder *b) {
  expr out;
  return difference_make(b->g, &b->parts->function, 1, b->parts->z, b->w, b->n, &out) &&
         add_bundle(b, BUNDLE_INCREMENT, &out, 1);
}

bool skew_bundles(arena *a, const skew_parts *parts, problem *p) {
  static const unsigned own_kind = 1U << 30;  // of symbols that no model has
  builder b = {.parts = parts, .arena = a, .g = parts->graph, .problem = p, .n = parts->n};
  b.w = new_exprs(&b, parts->n);
  for (int i = 0; b.w && i < parts->n; i++)
    b.w[i] = expr_symbol(parts->graph, own_kind, "w");
  p->form = parts->form;
  p->nz = parts->n;
  return b.w && degree_of(b.g, parts->function, parts->z, parts->n, &p->degree) &&
         gradient_bundles(&b) && structure_bundles(&b) && increment_bundle(&b);
}
