// The shapes of a model at a node: one tape for all their numbers.

#include "model/drawn.h"
#include "run/run.h"

#include "base/vec.h"
#include "real/sine.h"
#include "run/row.h"
#include "solve/dense.h"

#include <assert.h>

struct noslip_shapes {
  noslip_run *run;
  arena arena;
  drawn drawn;
  int *first;                   // count    of each shape its first point
  double *work, *out;           // of the tape
  double *points;               // drawn.npoint x 3
  double *acceleration;         // nv  behind it nv x nv of M; NULL: they are not drawn
  int *pivot;                   // nv
  double *q, *v, *p, *lambda;   // of a row
  const double *clock, *place;  // t and inputs, positions: what was looked at last
  double **surface_work;        // drawn.nsurface  of their tapes
};

// ---------------------------------------------------------------------------------------------
// numbers

// M a = F + B^T lambda, or F + r(lambda): consistent.h
static noslip_status find_accelerations(noslip_shapes *k, double t, const double *q,
                                        const double *v, const double *lambda) {
  if (!k->acceleration)
    return NOSLIP_OK;
  evaluator *e = &k->run->evaluator;
  int n = k->run->problem->nv, m = k->run->problem->m;
  double *a = k->acceleration, *M = a + n;
  const double *out = evaluator_run(e, BUNDLE_ACCELERATION, t, q, v, NULL);
  vec_copy(M, out, n*n);
  vec_copy(a, out + n*n, n);
  if (k->run->problem->mechanical.structure.loaded)
    vec_axpy(a, 1, evaluator_run(e, BUNDLE_PULL, t, q, v, lambda), a, n);
  else
    mat_tvec_add(a, 1, out + n*n + n, lambda, m, n);
  if (dense_factor(M, k->pivot, n) >= 0)
    return fail(&k->run->context->failure, NOSLIP_ERROR_STEP,
                "the mass matrix is singular at t = %.10g: accelerations cannot be drawn there", t);
  dense_solve(M, k->pivot, a, n);
  return NOSLIP_OK;
}

// points are listed with three numbers each
static void place_points(noslip_shapes *k) {
  int d = k->drawn.dimension;
  double *to = k->points;
  for (int i = 0; i < k->drawn.count; i++) {
    const drawn_shape *s = &k->drawn.list[i];
    for (int j = 0; j < s->npoint; j++, to += 3)
      for (int c = 0; c < 3; c++)
        to[c] = c < d ? k->out[s->first + j*d + c] : 0;
  }
}

static void see(noslip_shapes *k, const double *const *in) {
  k->clock = in[0];
  k->place = in[1];
  tape_run(k->drawn.tape, k->work, in, k->out);
  place_points(k);
}

noslip_status noslip_shapes_look(noslip_shapes *k) {
  if (!k)
    return NOSLIP_ERROR_ARGUMENT;
  noslip_run *r = k->run;
  state *s = &r->state;
  monitor_motion(r);
  if (k->drawn.multipliers && !r->contacts)
    observed_consistent(&r->observed, s);
  if (find_accelerations(k, s->t, s->q, s->v, s->lambda) != NOSLIP_OK)
    return NOSLIP_ERROR_STEP;
  const double *in[drawn_groups] = {evaluator_clock(&r->evaluator, &s->t),
                                    r->observed.unwrapped,
                                    s->v,
                                    s->p,
                                    s->lambda,
                                    &r->observed.energy,
                                    k->acceleration};
  see(k, in);
  return NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// rows of a trajectory

int noslip_shapes_columns(const noslip_shapes *k) {
  int n = 0;
  for (int i = 0; k && i < row_nparts; i++)
    n += row_count(k->run, &row_parts[i]);
  return n;
}

static void take_state(noslip_shapes *k, const double *row) {
  const run_names *names = &k->run->names;
  for (int i = 0; i < names->ncolumn; i++) {
    const model_column *c = &names->columns[i];
    if (c->kind == COLUMN_POSITION)
      k->q[c->index] = row[i];
    else if (c->kind == COLUMN_VELOCITY)
      k->v[c->index] = row[i];
  }
}

// a group of a row: positions and velocities, momenta, multipliers
static void take_group(noslip_shapes *k, noslip_group group, const double *row, int n) {
  if (group == NOSLIP_STATE)
    take_state(k, row);
  else if (group == NOSLIP_MOMENTUM)
    vec_copy(k->p, row, n);
  else if (group == NOSLIP_MULTIPLIER)
    vec_copy(k->lambda, row, n);
}

noslip_status noslip_shapes_look_at(noslip_shapes *k, const double *row) {
  if (!k || !row)
    return k ? context_refuse_null(k->run->context, "row") : NOSLIP_ERROR_ARGUMENT;
  double time = 0, energy = (double)NAN;
  for (int i = 0, n; i < row_nparts; i++, row += n) {
    const row_part *p = &row_parts[i];
    n = row_count(k->run, p);
    if (p->kind == ROW_GROUP)
      take_group(k, p->group, row, n);
    else if (n > 0 && p->kind != ROW_RESIDUAL)
      *(p->kind == ROW_TIME ? &time : &energy) = *row;
  }
  if (find_accelerations(k, time, k->q, k->v, k->lambda) != NOSLIP_OK)
    return NOSLIP_ERROR_STEP;
  const double *in[drawn_groups] = {evaluator_clock(&k->run->evaluator, &time),
                                    k->q,
                                    k->v,
                                    k->p,
                                    k->lambda,
                                    &energy,
                                    k->acceleration};
  see(k, in);
  return NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// one shape

// a length for each of its own axes
static void fill_size(noslip_shape *out, const drawn_shape *s, const double *given, int d) {
  bool flat = s->kind == NOSLIP_SHAPE_WHEEL || s->kind == NOSLIP_SHAPE_DISK;
  for (int c = 0; c < 3 && s->nsize > 0; c++)
    out->size[c] = given[c < s->nsize ? c : s->nsize - 1];
  if (s->kind == NOSLIP_SHAPE_CYLINDER) {
    out->size[1] = given[0];
    out->size[2] = given[1];
  }
  if (flat || d == 2)
    out->size[2] = 0;
}

static void fill_turn(noslip_shape *out, const drawn_shape *s, const double *given) {
  for (int c = 0; c < 9; c++)
    out->turn[c] = s->nturn == 9 ? given[c] : c % 4 == 0;
  if (s->nturn == 1) {
    out->turn[0] = out->turn[4] = real_cos(given[0]);
    out->turn[3] = real_sin(given[0]);
    out->turn[1] = -out->turn[3];
  }
}

static noslip_shape shape_of(const noslip_shapes *k, int i) {
  const drawn_shape *s = &k->drawn.list[i];
  int d = k->drawn.dimension;
  const double *at = k->out + s->first + s->npoint*d;
  noslip_shape out = {.kind = s->kind,
                      .name = s->name,
                      .colour = s->colour,
                      .npoint = s->npoint,
                      .points = k->points + 3*k->first[i],
                      .curved = s->surface >= 0};
  for (int c = 0; c < d && s->vector; c++)
    out.direction[c] = *at++;
  fill_size(&out, s, at, d);
  fill_turn(&out, s, at + s->nsize);
  return out;
}

bool noslip_shapes_get_sized(const noslip_shapes *k, int i, noslip_shape *shape, size_t size) {
  noslip_shape own = {0};
  bool there = k && 0 <= i && i < k->drawn.count;
  if (there)
    own = shape_of(k, i);
  if (shape)
    sized_give(shape, size, &own, sizeof own);
  return there;
}

bool noslip_shapes_gap(const noslip_shapes *k, int i, const double place[3], double *gap) {
  if (!k || !place || !gap || i < 0 || i >= k->drawn.count || k->drawn.list[i].surface < 0)
    return false;
  int s = k->drawn.list[i].surface;
  const double *const in[drawn_surface_groups] = {k->clock, k->place, place};
  *gap = 0;
  tape_run(k->drawn.surfaces[s], k->surface_work[s], in, gap);
  return true;
}

int noslip_shapes_count(const noslip_shapes *k) {
  return k ? k->drawn.count : 0;
}

int noslip_shapes_dimension(const noslip_shapes *k) {
  return k ? k->drawn.dimension : 0;
}

bool noslip_shapes_given(const noslip_shapes *k) {
  return k && k->drawn.given;
}

// ---------------------------------------------------------------------------------------------
// making them

static bool allocate(noslip_shapes *k) {
  const problem *p = k->run->problem;
  const drawn *d = &k->drawn;
  arena *a = &k->arena;
  size_t nv = (size_t)p->nv;
  k->first = ARENA_ARRAY(a, int, d->count);
  k->work = ARENA_ARRAY(a, double, d->tape->nwork + 1);
  k->out = ARENA_ARRAY(a, double, d->tape->nout + 1);
  k->points = ARENA_ARRAY(a, double, 3*(size_t)d->npoint + 1);
  k->pivot = ARENA_ARRAY(a, int, nv);
  k->q = ARENA_ARRAY(a, double, p->n);
  k->v = ARENA_ARRAY(a, double, nv);
  k->p = ARENA_ARRAY(a, double, nv);
  k->lambda = ARENA_ARRAY(a, double, p->m);
  k->surface_work = ARENA_ARRAY(a, double *, d->nsurface + 1);
  for (int i = 0; i < d->nsurface && !a->failed; i++)
    k->surface_work[i] = ARENA_ARRAY(a, double, d->surfaces[i]->nwork + 1);
  if (d->accelerations)
    k->acceleration = ARENA_ARRAY(a, double, nv + nv*nv);
  return !a->failed;
}

static noslip_status make(noslip_shapes *k) {
  failure *why = &k->run->context->failure;
  if (drawn_make(k->run->model, &k->arena, &k->drawn, why) != NOSLIP_OK)
    return why->status;
  if (!allocate(k))
    return fail_memory(why);
  for (int i = 1; i < k->drawn.count; i++)
    k->first[i] = k->first[i - 1] + k->drawn.list[i - 1].npoint;
  tape_prepare(k->drawn.tape, k->work);
  for (int i = 0; i < k->drawn.nsurface; i++)
    tape_prepare(k->drawn.surfaces[i], k->surface_work[i]);
  return noslip_shapes_look(k);
}

noslip_status noslip_shapes_new(noslip_run *r, noslip_shapes **out) {
  if (out)
    *out = NULL;
  if (!r || !out)
    return r ? context_refuse_null(r->context, "shapes") : NOSLIP_ERROR_ARGUMENT;
  noslip_shapes *k = memory_resize(&r->context->memory, NULL, sizeof *k);
  if (!k)
    return fail_memory(&r->context->failure);
  holders_keep(&r->holders);
  *k = (noslip_shapes){.run = r};
  arena_init(&k->arena, &r->context->memory);
  noslip_status status = make(k);
  if (status == NOSLIP_OK)
    *out = k;
  else
    noslip_shapes_free(k);
  return status;
}

void noslip_shapes_free(noslip_shapes *k) {
  if (!k)
    return;
  noslip_run *r = k->run;
  arena_free(&k->arena);
  memory_free(&r->context->memory, k);
  noslip_run_free(r);
}
