// Functions of a caller may be wrong. When a model is made they are evaluated at the start
// and at points around it: does every output get a number, are the derivatives those of the
// functions (callbacks_compare.c), does what was promised hold (callbacks_promises.c)?
//
// Points where a function is not defined (not a number) prove nothing and are passed over, except
// the start.

#include "problem/callbacks_check.h"

#include "base/vec.h"
#include "problem/fault.h"
#include "real/sine.h"

#include <assert.h>
#include <math.h>

void check_run_bundle(checker *k, bundle_kind kind, callback_place at, double *out, int count) {
  vec_copy(out, evaluator_run(&k->e, kind, at.t, at.q, at.x, NULL), count);
}

double check_magnitude(const checker *k, callback_place at) {
  return fabs(k->c->of.function(k->c->of.context, at.t, at.q, at.x));
}

static bool new_point(checker *k, arena *a, int which) {
  const noslip_callbacks *of = &k->c->of;
  int n = k->c->n;
  double *q = ARENA_ARRAY(a, double, n), *x = ARENA_ARRAY(a, double, n);
  if (a->failed)
    return false;
  for (int i = 0; i < n; i++) {
    q[i] = of->start_q ? of->start_q[i] : 0;
    x[i] = of->start_x ? of->start_x[i] : 0;
    if (which == 0)
      continue;
    q[i] += check_away_q*(of->size_q ? of->size_q[i] : 1)*real_cos(1 + 2.3*i + 1.9*which);
    x[i] += check_away_x*(of->size_x ? of->size_x[i] : 1)*real_sin(1 + 1.7*i + 2.9*which);
  }
  k->points[which] = (callback_place){0, q, x};
  return true;
}

static bool checker_init(checker *k, arena *a, problem *p, failure *why) {
  callbacks *c = p->callbacks;
  size_t n = (size_t)c->n, m = (size_t)c->m, most = 3*n*n + 6*n + m*n + 4*m + 2;
  *k = (checker){.c = c, .why = why};
  k->rest = ARENA_ARRAY(a, double, n);
  k->v = ARENA_ARRAY(a, double, n);
  k->one = ARENA_ARRAY(a, double, most);
  k->two = ARENA_ARRAY(a, double, most);
  k->mu = ARENA_ARRAY(a, double, m);
  double *ones = ARENA_ARRAY(a, double, most);
  for (size_t i = 0; ones && i < most; i++)
    ones[i] = 1;
  k->ones = ones;
  for (size_t i = 0; k->mu && i < m; i++)
    k->mu[i] = real_cos(2 + 1.3*(double)i);
  for (int i = 0; i < check_points; i++)
    if (!new_point(k, a, i))
      return false;
  return evaluator_init(&k->e, a, p) && callback_work_init(&k->w, a, c);
}

// ---------------------------------------------------------------------------------------------
// every output a number, at the start

static void spoil(double *out, int count) {
  for (int i = 0; i < count; i++)
    out[i] = (double)NAN;
}

static bool numbers(checker *k, const char *field, const double *out, int count) {
  for (int i = 0; i < count; i++)
    if (!isfinite(out[i])) {
      fail(k->why, NOSLIP_ERROR_MODEL,
           "`%s` gives no number at the start (entry %d of %d); a function writes all its outputs",
           field, i, count);
      return false;
    }
  return true;
}

static bool array_is_whole(checker *k, const char *field, noslip_array *f, int count,
                           callback_place at) {
  if (!f || count == 0)
    return true;
  spoil(k->one, count);
  f(k->c->of.context, at.t, at.q, at.x, k->one);
  return numbers(k, field, k->one, count);
}

static bool place_is_whole(checker *k, const char *field, noslip_place *f, int count,
                           callback_place at) {
  if (!f || count == 0)
    return true;
  spoil(k->one, count);
  f(k->c->of.context, at.t, at.q, k->one);
  return numbers(k, field, k->one, count);
}

static bool dynamics_are_whole(checker *k, callback_place at) {
  const noslip_callbacks *of = &k->c->of;
  int n = k->c->n, nn = n*n;
  double *out = k->one, *value = &out[3*nn + 2*n];
  value[0] = of->function(of->context, at.t, at.q, at.x);
  value[1] = of->energy ? of->energy(of->context, at.t, at.q, at.x) : 0;
  if (!numbers(k, "function", value, 1) || !numbers(k, "energy", value + 1, 1))
    return false;
  spoil(out, 3*nn);
  if (of->gradient) {
    of->gradient(of->context, at.t, at.q, at.x, out, out + n);
    if (!numbers(k, "gradient", out, 2*n))
      return false;
  }
  spoil(out, 3*nn);
  if (of->hessian) {
    of->hessian(of->context, at.t, at.q, at.x, out, out + nn, out + 2*nn);
    if (!numbers(k, "hessian", out, 3*nn))
      return false;
  }
  spoil(out, 3*nn);
  if (of->force_derivatives) {
    of->force_derivatives(of->context, at.t, at.q, at.x, out, out + nn);
    if (!numbers(k, "force_derivatives", out, 2*nn))
      return false;
  }
  return array_is_whole(k, "force", of->force, n, at) &&
         array_is_whole(k, "gradient_t", of->gradient_t, n, at);
}

static bool constraints_are_whole(checker *k, callback_place at) {
  const noslip_callbacks *of = &k->c->of;
  const noslip_nonholonomic *p = &of->nonholonomic;
  const noslip_holonomic *h = &of->holonomic;
  int n = k->c->n, mn = k->c->mn, mh = k->c->mh;
  spoil(k->one, n*n);
  if (mn > 0 && p->phi_vv) {
    p->phi_vv(of->context, at.t, at.q, at.x, k->mu, k->one);
    if (!numbers(k, "nonholonomic.phi_vv", k->one, n*n))
      return false;
  }
  return array_is_whole(k, "nonholonomic.phi", p->phi, mn, at) &&
         array_is_whole(k, "nonholonomic.phi_v", p->phi_v, mn*n, at) &&
         array_is_whole(k, "nonholonomic.phi_q", p->phi_q, mn*n, at) &&
         array_is_whole(k, "nonholonomic.phi_t", p->phi_t, mn, at) &&
         place_is_whole(k, "holonomic.g", h->g, mh, at) &&
         place_is_whole(k, "holonomic.g_q", h->g_q, mh*n, at) &&
         place_is_whole(k, "holonomic.g_t", h->g_t, mh, at) &&
         array_is_whole(k, "holonomic.bias", h->bias, mh, at);
}

// ---------------------------------------------------------------------------------------------
// the constant mass matrix

// M = L_xx and c = L_x at x = 0, from the start
static void find_mass(checker *k, double *M, double *c) {
  int n = k->c->n;
  bool identity = k->c->of.promises & NOSLIP_IDENTITY_MASS;
  callback_place at = {0, k->points[0].q, k->rest};
  const double *out = evaluator_run(&k->e, BUNDLE_BLOCKS, at.t, at.q, at.x, NULL);
  vec_copy(c, out, n);
  vec_copy(M, out + 2*n, n*n);
  for (int i = 0; identity && i < n*n; i++)
    M[i] = i % (n + 1) == 0;
}

static void note_mass(mechanical_structure *s, const double *M, int n) {
  s->diagonal_mass = s->identity_mass = true;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      s->diagonal_mass = s->diagonal_mass && (i == j || M[i*n + j] == 0);
      s->identity_mass = s->identity_mass && M[i*n + j] == (i == j);
    }
}

static bool settle_mass(checker *k, problem *p, arena *a) {
  int n = p->n;
  assert(k->c->uniform && p->mechanical.structure.uniform);
  double *M = ARENA_ARRAY(a, double, (size_t)n*(size_t)n), *c = ARENA_ARRAY(a, double, n);
  if (a->failed) {
    fail_memory(k->why);
    return false;
  }
  find_mass(k, M, c);
  for (int i = 0; !k->c->of.unchecked && i < check_points; i++)
    if (!check_constant_mass(k, M, c, k->points[i]))
      return false;
  note_mass(&p->mechanical.structure, M, n);
  k->c->M = M;
  k->c->c = c;
  return true;
}

// ---------------------------------------------------------------------------------------------

// constraints are functions of velocities: those of a hamiltonian are found first
static callback_place moving(checker *k) {
  callback_place at = k->points[0];
  if (k->c->lagrangian)
    return at;
  check_run_bundle(k, BUNDLE_VALUES, at, k->v, k->c->n);
  at.x = k->v;
  return at;
}

static bool all_is_well(checker *k) {
  if (!dynamics_are_whole(k, k->points[0]) || !constraints_are_whole(k, moving(k)))
    return false;
  for (int i = 0; i < check_points; i++)
    if (!check_derivatives(k, k->points[i]) || !check_promises(k, k->points[i]))
      return false;
  return true;
}

noslip_status callbacks_check(problem *p, arena *a, failure *why) {
  checker k;
  arena scratch;
  bool good = false;
  arena_init(&scratch, a->memory);
  if (!checker_init(&k, &scratch, p, why))
    fail_memory(why);
  else
    good = (k.c->of.unchecked || all_is_well(&k)) && (!k.c->uniform || settle_mass(&k, p, a));
  arena_free(&scratch);
  assert(!good || !problem_fault(p));
  return good ? NOSLIP_OK : why->status;
}
