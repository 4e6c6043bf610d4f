// From expressions to tapes: what methods for index-2 problems ask for.

#include "problem/index2.h"

#include "expr/diff.h"
#include "problem/bundles.h"
#include "problem/expr_vector.h"
#include "problem/fault.h"
#include "problem/skew.h"

#include <assert.h>
#include <string.h>

// dense blocks of n x n: beyond this a model needs sparse linear algebra
enum { most_states = 1000 };

// everything that is on the way from the parts to the tapes
typedef struct builder {
  const index2_parts *parts;
  arena *arena;
  graph *g;
  problem *problem;
  int n, m, nparts;
  expr *sum;  // n  f_1 + ... + f_P
  expr *u;    // m  of an overdetermined problem the time derivatives of g, otherwise zero
} builder;

static expr *new_exprs(builder *b, int count) {
  return ARENA_ARRAY(b->arena, expr, count);
}

static bool sum_parts(builder *b) {
  b->sum = new_exprs(b, b->n);
  if (!b->sum)
    return false;
  for (int p = 0; p < b->nparts; p++)
    for (int i = 0; i < b->n; i++)
      b->sum[i] = expr_add(b->g, b->sum[i], b->parts->f[p*b->n + i]);
  return true;
}

// ---------------------------------------------------------------------------------------------
// tapes

// a bundle of `count` outputs in (t,y,z)
static bool add_bundle(builder *b, bundle_kind kind, const expr *out, int count) {
  assert(count == bundle_outputs(b->problem, kind));
  const index2_parts *p = b->parts;
  tape_group groups[] = {clock_group(&p->clock), {p->y, b->n}, {p->z, b->m}};
  b->problem->bundles[kind] = tape_new(b->arena, b->g, groups, 3, out, count);
  return b->problem->bundles[kind] != NULL;
}

// f_1 ... f_P g; the same, then f_y f_z of each part, g_y
static bool parts_bundles(builder *b) {
  const index2_parts *p = b->parts;
  int n = b->n, m = b->m, values = b->nparts*n + m;
  int count = values + b->nparts*(n*n + n*m) + m*n;
  expr *out = new_exprs(b, count), *at = out + values;
  if (!out)
    return false;
  memcpy(out, p->f, (size_t)(b->nparts*n)*sizeof *out);
  memcpy(out + b->nparts*n, p->g, (size_t)m*sizeof *out);
  for (int k = 0; k < b->nparts; k++, at += n*n + n*m)
    if (!diff_jacobian(b->g, p->f + k*n, n, p->y, n, at) ||
        !diff_jacobian(b->g, p->f + k*n, n, p->z, m, at + n*n))
      return false;
  return diff_jacobian(b->g, p->g, m, p->y, n, at) && add_bundle(b, BUNDLE_PARTS, out, values) &&
         add_bundle(b, BUNDLE_PARTS_BLOCKS, out, count);
}

// d/dt of m expressions in (t,y) along y' = f
static bool rate(builder *b, const expr *e, expr *out) {
  const index2_parts *p = b->parts;
  int n = b->n;
  expr *x = new_exprs(b, n + 1), *dx = new_exprs(b, n + 1);
  if (b->arena->failed)
    return false;
  memcpy(x, p->y, (size_t)n*sizeof *x);
  memcpy(dx, b->sum, (size_t)n*sizeof *dx);
  x[n] = p->time;
  dx[n] = expr_one;
  return diff_directional(b->g, e, b->m, x, dx, n + 1, out);
}

// g; g g_y; and g with what is imposed besides: zeros, or u
static bool gap_bundles(builder *b) {
  int n = b->n, m = b->m;
  expr *out = new_exprs(b, m + m*n), *residuals = new_exprs(b, 2*m);
  if (b->arena->failed)
    return false;
  memcpy(out, b->parts->g, (size_t)m*sizeof *out);
  memcpy(residuals, b->parts->g, (size_t)m*sizeof *out);
  memcpy(residuals + m, b->u, (size_t)m*sizeof *out);
  return diff_jacobian(b->g, b->parts->g, m, b->parts->y, n, out + m) &&
         add_bundle(b, BUNDLE_GAP, out, m) && add_bundle(b, BUNDLE_GAP_BLOCKS, out, m + m*n) &&
         add_bundle(b, BUNDLE_RESIDUALS, residuals, 2*m);
}

// w = g_y f + g_t, or the rate of u; w_z
static bool hidden_bundle(builder *b) {
  const index2_parts *p = b->parts;
  int m = b->m;
  expr *out = new_exprs(b, m + m*m);
  bool twice = p->class == PROBLEM_OVERDETERMINED;
  return out && rate(b, twice ? b->u : p->g, out) &&
         diff_jacobian(b->g, out, m, p->z, m, out + m) &&
         add_bundle(b, BUNDLE_HIDDEN, out, m + m*m);
}

// u = g_y v + g_t of an overdetermined problem, zero of the others; u, u_y
static bool rate_bundle(builder *b) {
  int n = b->n, m = b->m;
  expr *out = new_exprs(b, m + m*n);
  b->u = out;
  if (!out || b->parts->class != PROBLEM_OVERDETERMINED)
    return out != NULL;
  return rate(b, b->parts->g, out) && diff_jacobian(b->g, out, m, b->parts->y, n, out + m) &&
         add_bundle(b, BUNDLE_RATE_BLOCKS, out, m + m*n);
}

// there are neither velocities nor momenta
static bool monitor_bundle(builder *b, bundle_kind kind, const expr *monitors, int nmonitor) {
  const index2_parts *p = b->parts;
  tape_group groups[] = {clock_group(&p->clock), {p->y, b->n},   {NULL, 0}, {NULL, 0},
                         {p->z, b->m},           {&p->energy, 1}};
  const tape *t = tape_new(b->arena, b->g, groups, 6, monitors, nmonitor);
  b->problem->bundles[kind] = t;
  return t != NULL;
}

static bool watched_bundles(builder *b) {
  const index2_parts *p = b->parts;
  return monitor_bundle(b, BUNDLE_MONITORS, p->watched.monitors, p->watched.nmonitor) &&
         (p->watched.nsection == 0 || monitor_bundle(b, BUNDLE_SECTIONS, p->watched.sections,
                                                     section_width*p->watched.nsection));
}

// out = P w, P as it was given
static bool given_structure(void *context, const expr *w, expr *out) {
  builder *b = context;
  int n = b->n;
  for (int i = 0; i < n; i++) {
    out[i] = expr_zero;
    for (int j = 0; j < n; j++)
      out[i] = expr_add(b->g, out[i], expr_mul(b->g, b->parts->P[i*n + j], w[j]));
  }
  return true;
}

// H of a skew-gradient system, and what is asked of these; other equations have no energy
static bool energy_bundle(builder *b) {
  const index2_parts *p = b->parts;
  if (p->class != PROBLEM_SKEW)
    return true;
  skew_parts skew = {.graph = p->graph,
                     .form = SKEW_STATES,
                     .n = p->n,
                     .z = p->y,
                     .clock = p->clock,
                     .function = p->function,
                     .structure = given_structure,
                     .context = b};
  return add_bundle(b, BUNDLE_ENERGY, &p->function, 1) && skew_bundles(b->arena, &skew, b->problem);
}

// ---------------------------------------------------------------------------------------------
// structure

static bool find_structure(builder *b) {
  const index2_parts *p = b->parts;
  index2_class *s = &b->problem->index2;
  int n = b->n, m = b->m;
  unsigned z = m > 0 ? expr_kinds(b->g, p->z[0]) : 0, t = expr_kinds(b->g, p->time);
  int rows = b->nparts*n;
  expr *fz = new_exprs(b, rows*m);
  if (b->arena->failed || !diff_jacobian(b->g, p->f, rows, p->z, m, fz))
    return false;
  s->nparts = b->nparts;
  s->autonomous = !((expr_list_kinds(b->g, p->f, rows) | expr_list_kinds(b->g, p->g, m)) & t);
  s->linear = !(expr_list_kinds(b->g, fz, rows*m) & z);
  for (int i = 0; i < rows; i++) {
    unsigned bit = 1U << i/n;
    s->parts |= p->f[i] != expr_zero ? bit : 0;
    s->parts_z |= expr_kinds(b->g, p->f[i]) & z ? bit : 0;
  }
  return true;
}

// which states of an overdetermined problem are y, and which z
static bool list_states(builder *b) {
  const bool *is_z = b->parts->is_z;
  int n = b->n, *y = ARENA_ARRAY(b->arena, int, n), *z = ARENA_ARRAY(b->arena, int, n);
  overdetermined_class *c = &b->problem->overdetermined;
  if (b->arena->failed)
    return false;
  for (int i = 0; is_z && i < n; i++)
    if (is_z[i])
      z[c->nz++] = i;
    else
      y[c->ny++] = i;
  c->y = y;
  c->z = z;
  return true;
}

// ---------------------------------------------------------------------------------------------

static noslip_status refuse_size(const index2_parts *p, failure *why) {
  if (p->nparts > index2_most_parts)
    return fail(why, NOSLIP_ERROR_MODEL,
                "the equations have %d parts; there are coefficients for %d", p->nparts,
                index2_most_parts);
  return fail(why, NOSLIP_ERROR_MODEL,
              "the model has %d states and %d constraints; with dense linear algebra %d can be "
              "treated",
              p->n, p->m, most_states);
}

noslip_status index2_new(arena *a, const index2_parts *parts, const problem **out, failure *why) {
  assert(parts->class >= PROBLEM_INDEX2);
  assert((parts->class == PROBLEM_OVERDETERMINED || parts->class == PROBLEM_INDEX2) ==
         (parts->m > 0));
  assert((parts->class == PROBLEM_SKEW) == (parts->P != NULL));
  assert((parts->class == PROBLEM_OVERDETERMINED) == (parts->is_z != NULL));
  assert(parts->class != PROBLEM_OVERDETERMINED || parts->nparts == 3);
  if (parts->nparts > index2_most_parts || parts->n > most_states || parts->m > most_states)
    return refuse_size(parts, why);
  problem *made = arena_alloc(a, sizeof *made);
  bool *angle = ARENA_ARRAY(a, bool, parts->n);
  if (a->failed)
    return fail_memory(why);
  *made = (problem){.class = parts->class,
                    .n = parts->n,
                    .m = parts->m,
                    .coordinate = parts->state,
                    .momentum = parts->state,
                    .constraint = parts->constraint,
                    .multiplier = parts->algebraic,
                    .angle = angle,
                    .input = parts->clock.start,
                    .ninput = parts->clock.ninput,
                    .nlive = parts->clock.nlive};
  builder b = {.parts = parts,
               .arena = a,
               .g = parts->graph,
               .problem = made,
               .n = parts->n,
               .m = parts->m,
               .nparts = parts->nparts};
  bool good = parts->f && sum_parts(&b) && list_states(&b) && find_structure(&b) &&
              parts_bundles(&b) && rate_bundle(&b) && gap_bundles(&b) && hidden_bundle(&b) &&
              watched_bundles(&b) && energy_bundle(&b);
  return problem_finish(out, made, b.g, good, problem_too_large, why);
}
