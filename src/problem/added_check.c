// Derivatives of forces that are functions: by differences, and those that are given against them.

#include "base/vec.h"
#include "problem/added_work.h"
#include "problem/evaluate.h"
#include "problem/group.h"
#include "real/sine.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------
// (F(d) - F(-d))/(2 d), d = eps^(1/3) times the size of the variable, a power of two

static const double step_share = 0x1p-17;

static double step_of(double size) {
  return step_share*ldexp(1, ilogb(fmax(1, size)));
}

// of the positions that velocity j moves: rotations have size 1
static double size_of_place(const problem *p, const double *q, int j) {
  if (p->class != PROBLEM_GROUP)
    return fabs(q[j]);
  for (int i = 0; i < p->group.nfactor; i++) {
    const group_factor *f = &p->group.factor[i];
    int k = j - f->first, translations = group_factor_translations(f);
    if (k >= 0 && k < translations)
      return f->kind == GROUP_R ? fabs(q[f->from + k]) : vec_max(q + f->from, translations);
  }
  return 1;
}

// F with velocity j, or the positions it moves, moved by d
static void moved(added_work *w, const added_force *force, added_place at, bool by_q, int j,
                  double d, double *out) {
  const problem *p = w->problem;
  vec_copy(w->q, at.q, p->n);
  vec_copy(w->v, at.v, p->nv);
  vec_zero(w->move, p->nv);
  w->move[j] = d;
  if (by_q)
    group_move(p, w->q, w->move);
  else
    w->v[j] += d;
  force->of.force(force->of.context, at.t, w->q, w->v, out);
}

static void difference(added_work *w, const added_force *force, added_place at, bool by_q,
                       double *out) {
  int n = w->problem->nv;
  for (int j = 0; j < n; j++) {
    double d = step_of(by_q ? size_of_place(w->problem, at.q, j) : fabs(at.v[j]));
    moved(w, force, at, by_q, j, d, w->near);
    moved(w, force, at, by_q, j, -d, w->far);
    for (int i = 0; i < force->count; i++)
      out[i*n + j] = (w->near[i] - w->far[i])/(2*d);
  }
}

void added_differences(added_work *w, const added_force *force, added_place at, double *by_q,
                       double *by_v) {
  difference(w, force, at, true, by_q);
  difference(w, force, at, false, by_v);
}

// ---------------------------------------------------------------------------------------------
// the check: at the start, and a little beyond it

enum { check_points = 3 };

// what may be off, against the largest entry and against the force (callbacks_compare.c)
static const double share = 1e-4, tell = 1e-6;

// how far from the start, in sizes
static const double away_q = 0x1p-6, away_v = 1;

typedef struct checker {
  added_work w;
  added_place at;
  double *q, *v;              // n, nv  that place
  double *given_q, *given_v;  // n x n
  double size;                // the largest entry of a force at all places of the check
  failure *why;
} checker;

static bool is_whole(checker *k, const char *field, int which, const double *out, int count) {
  for (int i = 0; i < count; i++)
    if (!isfinite(out[i])) {
      fail(k->why, NOSLIP_ERROR_MODEL,
           "`forces[%d].%s` gives no number at the start (entry %d of %d); a function writes all "
           "its outputs",
           which, field, i, count);
      return false;
    }
  return true;
}

static void spoil(double *out, int count) {
  for (int i = 0; i < count; i++)
    out[i] = (double)NAN;
}

// at the start every output is a number
static bool gives_numbers(checker *k, int which) {
  const added_force *force = &k->w.problem->added->list[which];
  const noslip_extra_force *of = &force->of;
  int all = force->count*k->w.problem->nv;
  spoil(k->w.part, force->count);
  of->force(of->context, k->at.t, k->at.q, k->at.v, k->w.part);
  if (!is_whole(k, "force", which, k->w.part, force->count))
    return false;
  if (!of->derivatives)
    return true;
  spoil(k->given_q, all);
  spoil(k->given_v, all);
  of->derivatives(of->context, k->at.t, k->at.q, k->at.v, k->given_q, k->given_v);
  return is_whole(k, "derivatives", which, k->given_q, all) &&
         is_whole(k, "derivatives", which, k->given_v, all);
}

static bool is_same(checker *k, int which, const char *field, const double *given,
                    const double *found) {
  const added_force *force = &k->w.problem->added->list[which];
  int count = force->count*k->w.problem->nv;
  double largest = fmax(vec_max(given, count), vec_max(found, count));
  for (int i = 0; i < count; i++)
    if (fabs(given[i] - found[i]) > share*largest + tell*k->size) {
      fail(k->why, NOSLIP_ERROR_MODEL,
           "`forces[%d].derivatives` (%s) is not the derivative of the force on `%s`: entry %d is "
           "%.6g, differences give %.6g; correct it, or leave it out",
           which, field, force->of.on, i, given[i], found[i]);
      return false;
    }
  return true;
}

// where something is no number, nothing is compared
static bool is_derivative(checker *k, int which) {
  const added_force *force = &k->w.problem->added->list[which];
  const noslip_extra_force *of = &force->of;
  of->derivatives(of->context, k->at.t, k->at.q, k->at.v, k->given_q, k->given_v);
  added_differences(&k->w, force, k->at, k->w.part_q, k->w.part_v);
  return is_same(k, which, "by_q", k->given_q, k->w.part_q) &&
         is_same(k, which, "by_v", k->given_v, k->w.part_v);
}

static void go_to(checker *k, const double *q, const double *v, int which) {
  const problem *p = k->w.problem;
  vec_copy(k->q, q, p->n);
  vec_copy(k->v, v, p->nv);
  vec_zero(k->w.move, p->nv);
  for (int i = 0; which > 0 && i < p->nv; i++) {
    k->w.move[i] = away_q*real_cos(1 + 2.3*i + 1.9*which);
    k->v[i] += away_v*fmax(1, fabs(v[i]))*real_sin(1 + 1.7*i + 2.9*which);
  }
  if (which > 0)
    group_move(p, k->q, k->w.move);
}

static bool checker_init(checker *k, arena *a, const problem *p) {
  size_t nn = (size_t)p->nv*(size_t)p->nv;
  k->q = ARENA_ARRAY(a, double, p->n);
  k->v = ARENA_ARRAY(a, double, p->nv);
  k->given_q = ARENA_ARRAY(a, double, nn);
  k->given_v = ARENA_ARRAY(a, double, nn);
  return added_work_init(&k->w, a, p) && !a->failed;
}

// a force may be 0 at one of the places, and differences of it are not
static void find_size(checker *k, int which, const double *q, const double *v) {
  const added_force *force = &k->w.problem->added->list[which];
  k->size = 0;
  for (int point = 0; point < check_points; point++) {
    go_to(k, q, v, point);
    force->of.force(force->of.context, k->at.t, k->at.q, k->at.v, k->w.part);
    k->size = fmax(k->size, vec_max(k->w.part, force->count));
  }
}

static bool is_well(checker *k, int which, const double *q, const double *v) {
  go_to(k, q, v, 0);
  if (!gives_numbers(k, which))
    return false;
  if (!k->w.problem->added->list[which].of.derivatives)
    return true;
  find_size(k, which, q, v);
  for (int point = 0; point < check_points; point++) {
    go_to(k, q, v, point);
    if (!is_derivative(k, which))
      return false;
  }
  return true;
}

static bool all_is_well(checker *k, const double *q, const double *v) {
  for (int i = 0; i < k->w.problem->added->count; i++)
    if (!is_well(k, i, q, v))
      return false;
  return true;
}

noslip_status added_check(const problem *p, arena *a, double t, const double *q, const double *x,
                          failure *why) {
  checker k = {.why = why};
  evaluator e;
  arena scratch;
  noslip_status status = NOSLIP_OK;
  arena_init(&scratch, a->memory);
  if (!checker_init(&k, &scratch, p) || !evaluator_init(&e, &scratch, p))
    status = fail_memory(why);
  if (status == NOSLIP_OK) {
    const double *v =
        p->mechanical.lagrangian ? x : evaluator_run(&e, BUNDLE_VALUES, t, q, x, NULL);
    k.at = (added_place){t, k.q, k.v};
    status = all_is_well(&k, q, v) ? NOSLIP_OK : why->status;
  }
  arena_free(&scratch);
  return status;
}
