// Promises of a caller, tried with numbers.

#include "problem/callbacks_check.h"

#include "base/vec.h"

#include <math.h>

static bool broken(checker *k, const char *promise, const char *what) {
  fail(k->why, NOSLIP_ERROR_MODEL, "the promise %s does not hold near the start: %s", promise,
       what);
  return false;
}

// Are two results the same, against what they could be off? Not a number proves nothing.
static bool agree(const checker *k, const double *a, const double *b, int n, double largest) {
  double allowed = k->c->of.gradient ? 1e-9 : 1e-6;
  for (int i = 0; i < n; i++)
    if (fabs(a[i] - b[i]) > allowed*largest)
      return false;
  return true;
}

static double larger(const double *a, const double *b, int n) {
  return fmax(vec_max(a, n), vec_max(b, n));
}

// what a bundle gives at other times
static bool depends_on_time(checker *k, bundle_kind kind, callback_place at, int count) {
  static const double times[] = {0.31, 1.37};
  check_run_bundle(k, kind, at, k->one, count);
  for (int i = 0; i < 2; i++) {
    at.t = times[i];
    check_run_bundle(k, kind, at, k->two, count);
    if (!agree(k, k->one, k->two, count, larger(k->one, k->two, count)))
      return true;
  }
  return false;
}

static bool keeps_autonomous(checker *k, callback_place at) {
  const char *name = "NOSLIP_AUTONOMOUS";
  if (!k->c->autonomous)
    return true;
  if (depends_on_time(k, BUNDLE_VALUES, at, 2*k->c->n) ||
      depends_on_time(k, BUNDLE_ENERGY, at, 1))
    return broken(k, name, "the dynamics depend on t");
  if (depends_on_time(k, BUNDLE_RESIDUALS, at, k->c->m))
    return broken(k, name, "a constraint depends on t");
  return true;
}

// L_x is M x + c, or at least affine in x: half way between two points it is half of both
static bool keeps_quadratic(checker *k, callback_place at) {
  int n = k->c->n;
  double *y = k->one, *half = k->two, *x = k->two + 2*n;
  if (!k->c->quadratic)
    return true;
  check_run_bundle(k, BUNDLE_VALUES, at, y, n);
  double largest = vec_max(y, n) + check_magnitude(k, at);
  check_run_bundle(k, BUNDLE_VALUES, (callback_place){at.t, at.q, k->rest}, half, n);
  for (int i = 0; i < n; i++) {
    y[i] = 0.5*(y[i] + half[i]);
    x[i] = 0.5*at.x[i];
  }
  check_run_bundle(k, BUNDLE_VALUES, (callback_place){at.t, at.q, x}, half, n);
  return agree(k, y, half, n, largest) ||
         broken(k, "NOSLIP_QUADRATIC (or constant mass)", "L_v or H_p is not affine in x");
}

bool check_constant_mass(checker *k, const double *M, const double *c, callback_place at) {
  int n = k->c->n;
  if (!k->c->uniform)
    return true;
  for (int time = 0; time < 2; time++) {
    at.t = time;
    check_run_bundle(k, BUNDLE_VALUES, at, k->one, n);
    mat_vec(k->two, M, at.x, n, n);
    vec_axpy(k->two, 1, c, k->two, n);
    if (!agree(k, k->one, k->two, n, larger(k->one, k->two, n) + check_magnitude(k, at)))
      return broken(k, "NOSLIP_CONSTANT_MASS (or identity mass)", "L_v or H_p is not M x + c");
  }
  return true;
}

static bool keeps_separable(checker *k, callback_place at) {
  const char *name = "NOSLIP_SEPARABLE";
  int n = k->c->n;
  double *one = k->one, *two = k->two;
  if (!k->c->separable)
    return true;
  check_run_bundle(k, BUNDLE_VALUES, at, one, 2*n);
  check_run_bundle(k, BUNDLE_VALUES, (callback_place){at.t, at.q, k->rest}, two, 2*n);
  double size = check_magnitude(k, at);
  if (!agree(k, one + n, two + n, n, larger(one + n, two + n, n) + size))
    return broken(k, name, "L_q, H_q or the force depends on x");
  check_run_bundle(k, BUNDLE_VALUES, (callback_place){at.t, k->points[0].q, at.x}, two, n);
  return agree(k, one, two, n, larger(one, two, n) + size) ||
         broken(k, name, "L_v or H_p depends on q");
}

// Phi half way between v and 0 is half of both; at 0 it is 0
static bool keeps_affine(checker *k, callback_place at) {
  int n = k->c->n, m = k->c->mn;
  double *one = k->one, *two = k->two, *v = k->two + m;
  if (!k->c->affine || m == 0)
    return true;
  check_run_bundle(k, BUNDLE_PHI, at, one, m);
  check_run_bundle(k, BUNDLE_PHI, (callback_place){at.t, at.q, k->rest}, two, m);
  double largest = larger(one, two, m);
  for (int i = 0; i < n; i++)
    v[i] = 0.5*at.x[i];
  if (k->c->linear && vec_max(two, m) > 1e-9*largest)
    return broken(k, "NOSLIP_LINEAR_CONSTRAINTS", "Phi is not 0 at v = 0");
  for (int i = 0; i < m; i++)
    one[i] = 0.5*(one[i] + two[i]);
  check_run_bundle(k, BUNDLE_PHI, (callback_place){at.t, at.q, v}, two, m);
  return agree(k, one, two, m, largest) ||
         broken(k, "NOSLIP_AFFINE_CONSTRAINTS (or linear)", "Phi is not affine in v");
}

// Phi(q + u, v + u) + Phi(q - u, v - u) - 2 Phi(q, v) = 0 for u = M^-1 B^T mu, B from another point
static bool keeps_linear_multipliers(checker *k, callback_place at) {
  int n = k->c->n, m = k->c->mn;
  double *u = k->two + 3*m, *q = u + n, *v = q + n, *x = v + n, *f = x + n;
  if (!(k->c->of.promises & NOSLIP_LINEAR_MULTIPLIERS) || m == 0)
    return true;

  // u: the velocity that belongs to the momentum B^T mu, without that of momentum 0
  const double *B = evaluator_run(&k->e, BUNDLE_REACTION, 0, k->points[0].q, k->points[0].x, NULL);
  vec_zero(x, n);
  mat_tvec_add(x, 1, B, k->mu, m, n);
  const chart *momenta = &k->e.momenta;
  if (!chart_eval(momenta, 0, at.q, k->rest, v, f, NULL) ||
      !chart_eval(momenta, 0, at.q, x, u, f, NULL))
    return true;
  vec_sub(u, u, v, n);

  double *sum = k->two, *part = sum + m, largest = 0;
  vec_zero(sum, m);
  for (int side = -1; side <= 1; side++) {
    vec_axpy(q, side*check_away_q, u, at.q, n);
    vec_axpy(v, side, u, at.x, n);
    check_run_bundle(k, BUNDLE_PHI, (callback_place){at.t, q, v}, part, m);
    largest = fmax(largest, vec_max(part, m));
    vec_axpy(sum, side == 0 ? -2 : 1, part, sum, m);
  }
  return !(vec_max(sum, m) > 1e-9*largest) ||
         broken(k, "NOSLIP_LINEAR_MULTIPLIERS",
                "Phi(q + c u, v + u) is not affine in u = M^-1 B^T mu");
}

bool check_promises(checker *k, callback_place at) {
  return keeps_autonomous(k, at) && keeps_quadratic(k, at) && keeps_separable(k, at) &&
         keeps_affine(k, at) && keeps_linear_multipliers(k, at);
}
