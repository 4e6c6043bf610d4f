// Bundles with forces that are functions of the caller.

#include "problem/added_forces.h"

#include "base/vec.h"
#include "problem/added_work.h"
#include "problem/bundles.h"

#include <assert.h>

void added_withdraw(mechanical_structure *s) {
  s->forces = true;
  s->autonomous = s->separable = s->unforced = s->damping = s->placed = false;
  s->linear_multipliers = false;
}

// ---------------------------------------------------------------------------------------------
// the forces at a place

static void note_failure(added_work *w, const added_force *force, double t) {
  for (int i = 0; i < force->count; i++)
    if (!isfinite(w->part[i])) {
      w->failed = force;
      w->failed_at = t;
      return;
    }
}

// w->f
static void add_up(added_work *w, added_place at) {
  const added_forces *all = w->problem->added;
  vec_zero(w->f, w->problem->nv);
  for (int k = 0; k < all->count; k++) {
    const added_force *force = &all->list[k];
    force->of.force(force->of.context, at.t, at.q, at.v, w->part);
    note_failure(w, force, at.t);
    for (int i = 0; i < force->count; i++)
      w->f[force->entry[i]] += w->part[i];
  }
}

static void derivatives_of(added_work *w, const added_force *force, added_place at) {
  const noslip_extra_force *of = &force->of;
  if (of->derivatives)
    of->derivatives(of->context, at.t, at.q, at.v, w->part_q, w->part_v);
  else
    added_differences(w, force, at, w->part_q, w->part_v);
}

// w->by_q and w->by_v
static void add_derivatives(added_work *w, added_place at) {
  const added_forces *all = w->problem->added;
  int n = w->problem->nv;
  vec_zero(w->by_q, n*n);
  vec_zero(w->by_v, n*n);
  for (int k = 0; k < all->count; k++) {
    const added_force *force = &all->list[k];
    derivatives_of(w, force, at);
    for (int i = 0; i < force->count; i++) {
      double *q = w->by_q + force->entry[i]*n, *v = w->by_v + force->entry[i]*n;
      vec_axpy(q, 1, w->part_q + i*n, q, n);
      vec_axpy(v, 1, w->part_v + i*n, v, n);
    }
  }
}

// ---------------------------------------------------------------------------------------------
// bundles

// a tape may leave zeros unwritten, and something was added to them
static void run_inside(const added_bundle *b, const double *const *in, double *out) {
  vec_zero(out, b->outputs);
  b->inside.function(b->inside.context, in, out);
}

// y is that of the tape: the v of a hamiltonian
static added_place place_of(const added_work *w, const double *const *in, const double *y) {
  return (added_place){*in[0], in[1], w->problem->mechanical.lagrangian ? in[2] : y};
}

static void values(void *context, const double *const *in, double *out) {
  const added_bundle *b = context;
  added_work *w = b->work;
  int n = w->problem->nv;
  run_inside(b, in, out);
  add_up(w, place_of(w, in, out));
  vec_axpy(out + n, 1, w->f, out + n, n);
}

// out += A B, n x n each
static void add_product(double *out, const double *A, const double *B, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      vec_axpy(out + i*n, A[i*n + k], B + k*n, out + i*n, n);
}

static void blocks(void *context, const double *const *in, double *out) {
  const added_bundle *b = context;
  added_work *w = b->work;
  int n = w->problem->nv, nn = n*n;
  double *yx = out + 2*n, *yq = yx + nn, *fx = yq + nn, *fq = fx + nn;
  run_inside(b, in, out);
  added_place at = place_of(w, in, out);
  add_up(w, at);
  add_derivatives(w, at);
  vec_axpy(out + n, 1, w->f, out + n, n);
  vec_axpy(fq, 1, w->by_q, fq, nn);
  if (w->problem->mechanical.lagrangian) {
    vec_axpy(fx, 1, w->by_v, fx, nn);
    return;
  }
  add_product(fq, w->by_v, yq, n);
  add_product(fx, w->by_v, yx, n);
}

static void acceleration(void *context, const double *const *in, double *out) {
  const added_bundle *b = context;
  added_work *w = b->work;
  int n = w->problem->nv, m = w->problem->m;
  bool lagrangian = w->problem->mechanical.lagrangian;
  run_inside(b, in, out);
  if (!lagrangian)
    run_inside(&w->values, in, w->chart);
  add_up(w, place_of(w, in, w->chart));
  if (lagrangian)
    vec_axpy(out + n*n, 1, w->f, out + n*n, n);
  for (int k = 0; !lagrangian && k < m; k++)
    out[2*m*n + k] -= vec_dot(out + k*n, w->f, n);
}

// ---------------------------------------------------------------------------------------------

bool added_work_init(added_work *w, arena *a, const problem *p) {
  size_t n = (size_t)p->nv, most = 1;
  for (int k = 0; k < p->added->count; k++)
    if ((size_t)p->added->list[k].count > most)
      most = (size_t)p->added->list[k].count;
  *w = (added_work){.problem = p,
                    .chart = ARENA_ARRAY(a, double, 2*n),
                    .f = ARENA_ARRAY(a, double, n),
                    .part = ARENA_ARRAY(a, double, most),
                    .near = ARENA_ARRAY(a, double, most),
                    .far = ARENA_ARRAY(a, double, most),
                    .q = ARENA_ARRAY(a, double, p->n),
                    .v = ARENA_ARRAY(a, double, n),
                    .move = ARENA_ARRAY(a, double, n),
                    .part_q = ARENA_ARRAY(a, double, most*n),
                    .part_v = ARENA_ARRAY(a, double, most*n),
                    .by_q = ARENA_ARRAY(a, double, n*n),
                    .by_v = ARENA_ARRAY(a, double, n*n)};
  return !a->failed;
}

static void wrap(evaluator *e, bundle_kind kind, bundle_function *f, added_bundle *b) {
  assert(e->bundles[kind].function);
  *b = (added_bundle){e->added, e->bundles[kind], bundle_outputs(e->problem, kind)};
  e->bundles[kind].function = f;
  e->bundles[kind].context = b;
}

bool added_bind(evaluator *e, arena *a) {
  added_work *w = arena_alloc(a, sizeof *w);
  assert(e->problem->added && !e->problem->lean);
  if (!w || !added_work_init(w, a, e->problem))
    return false;
  e->added = w;
  wrap(e, BUNDLE_VALUES, values, &w->values);
  wrap(e, BUNDLE_BLOCKS, blocks, &w->blocks);
  wrap(e, BUNDLE_ACCELERATION, acceleration, &w->acceleration);
  return true;
}

const char *added_failed(const evaluator *e, double t, double h) {
  const added_work *w = e->added;
  return w && w->failed && (w->failed_at - t)*h >= 0 ? w->failed->of.on : NULL;
}
