#include "run/stepmap.h"

#include "base/vec.h"
#include "solve/dense.h"

#include <assert.h>
#include <float.h>
#include <math.h>

enum { levels = 4 };

// The error of B is of sixth order in the distance, and rounding goes with its inverse: of numbers
// near 1 both are about 1e-12 here.
static const double distance = 1e-3;

bool stepmap_init(stepmap *s, noslip_run *r, arena *a) {
  const problem *p = r->problem;
  size_t N = 2*(size_t)p->nv;
  *s = (stepmap){.run = r, .stepper = run_checker(r), .arena = a};
  s->before = arena_array(a, levels*N*N + 1, sizeof(double));
  s->after = arena_array(a, levels*N*N + 1, sizeof(double));
  s->square = arena_array(a, N*N + 1, sizeof(double));
  s->pivot = arena_array(a, N + 1, sizeof(int));
  s->G = group_of_problem(p, GROUP_CAY);
  s->back = ARENA_ARRAY(a, double, p->n);
  s->between = ARENA_ARRAY(a, double, p->n);
  s->mu = ARENA_ARRAY(a, double, p->nv + 1);
  s->mu1 = ARENA_ARRAY(a, double, p->nv + 1);
  s->ad = ARENA_ARRAY(a, double, p->nv + 1);
  s->axis = ARENA_ARRAY(a, double, N + 1);
  s->lambda = ARENA_ARRAY(a, double, p->m + 1);
  return s->stepper && state_init(&s->x, a, p) && state_init(&s->point, a, p) &&
         state_init(&s->image, a, p) && !a->failed;
}

// the solution at another point is not used as a start here
static void forget(stepper *s) {
  s->kernel->carried.h = (double)NAN;
  for (int i = 0; i < s->nstage; i++)
    s->stages[i]->kernel->carried.h = (double)NAN;
}

noslip_status stepmap_step(stepmap *s, double h, failure *why) {
  noslip_run *r = s->run;
  forget(s->stepper);
  if (method_step(s->stepper, &s->x, h, why) != NOSLIP_OK)
    return NOSLIP_ERROR_STEP;
  s->x.t += h;
  if (r->observed.mechanical && !observed_complete(&r->evaluator, &s->x, r->observed.velocities))
    return fail(why, NOSLIP_ERROR_STEP, "the velocities cannot be found from the momenta");
  return NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// points

// what belongs to the node does not belong to a point beside it
static void make_plain(state *x) {
  vec_zero(x->q_low, x->n);
  vec_zero(x->v_low, x->n);
  vec_zero(x->p_low, x->n);
  vec_copy(x->kept, x->lambda, x->m);
  x->reduced = false;
}

noslip_status stepmap_settle(stepmap *s, failure *why) {
  noslip_run *r = s->run;
  initial in = {&r->evaluator, &r->consistent, true, NULL, r->h, NULL};
  if (!observed_complete(&r->evaluator, &s->x, false))
    return fail(why, NOSLIP_ERROR_STEP, "the velocities cannot be found from the momenta");
  noslip_status status = initial_prepare(&in, s->arena, &s->x, why);
  make_plain(&s->x);
  return status;
}

noslip_status stepmap_beside(stepmap *s, int k, double d, failure *why) {
  noslip_run *r = s->run;
  assert(k >= 0 && k < 2*r->problem->nv);
  int n = r->problem->nv;
  monitor_motion(r);
  monitor_multipliers(r);
  state_copy(&s->x, &r->state);
  if (k < n) {
    vec_zero(s->ad, n);
    s->ad[k] = d;
    group_move(r->problem, s->x.q, s->ad);
  } else {
    s->x.p[k - n] += d;
  }
  return stepmap_settle(s, why);
}

bool stepmap_rates(stepmap *s, const state *x, double *out) {
  noslip_run *r = s->run;
  int n = r->problem->nv, m = r->problem->m;
  double *v = out, *f = out + n;
  if (!chart_eval(&r->evaluator.momenta, x->t, x->q, x->p, v, f, NULL))
    return false;
  if (m == 0)
    return true;
  const double *own = r->problem->mechanical.lagrangian ? v : x->p;
  vec_copy(s->lambda, x->lambda, m);
  if (!consistent_multipliers(&r->consistent, x->t, x->q, own, s->lambda))
    return false;
  if (r->problem->mechanical.structure.loaded) {
    const double *all = evaluator_run(&r->evaluator, BUNDLE_PULL, x->t, x->q, own, s->lambda);
    vec_axpy(f, 1, all, f, n);
    return true;
  }
  const double *B = consistent_directions(&r->consistent);
  for (int k = 0; k < m; k++)
    vec_axpy(f, s->lambda[k], B + k*n, f, n);
  return true;
}

// ---------------------------------------------------------------------------------------------
// differences

// u = (b - a)/2d
static void subtract(stepmap *s, double d, const state *a, const state *b, double *u) {
  int n = s->run->problem->nv;
  if (s->run->problem->class == PROBLEM_GROUP) {
    group_inverse(&s->G, s->back, a->q);
    group_compose(&s->G, s->between, s->back, b->q);
    group_tau_inverse(&s->G, u, s->between);
  } else {
    vec_sub(u, b->q, a->q, n);
  }
  vec_sub(u + n, b->p, a->p, n);
  for (int i = 0; i < 2*n; i++)
    u[i] /= 2*d;
}

// u_k(d) and (S u_k)(d)
static noslip_status differ(stepmap *s, int k, double d, double *u, double *Su, failure *why) {
  for (int side = -1; side <= 1; side += 2) {
    noslip_status status = stepmap_beside(s, k, side*d, why);
    if (status != NOSLIP_OK)
      return status;
    if (side < 0)
      state_copy(&s->point, &s->x);
    else
      subtract(s, d, &s->point, &s->x, u);
    status = stepmap_step(s, s->run->h, why);
    if (status != NOSLIP_OK)
      return status;
    if (side < 0)
      state_copy(&s->image, &s->x);
    else
      subtract(s, d, &s->image, &s->x, Su);
  }
  return NOSLIP_OK;
}

// momenta of the node and of its image
static noslip_status know_momenta(stepmap *s, failure *why) {
  monitor_motion(s->run);
  state_copy(&s->x, &s->run->state);
  vec_copy(s->mu, s->x.p, s->run->problem->nv);
  noslip_status status = stepmap_step(s, s->run->h, why);
  vec_copy(s->mu1, s->x.p, s->run->problem->nv);
  return status;
}

// D(d), D(2d), D(4d), D(8d) become B(d), B(2d), A(4d), D(8d)
static void extrapolate(double *D, size_t size) {
  static const double factors[] = {4, 16};
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < (size_t)(levels - 1 - pass)*size; i++)
      D[i] = (factors[pass]*D[i] - D[size + i])/(factors[pass] - 1);
}

static void know_axes(stepmap *s) {
  widths *w = &s->run->residuals.sizes.width;
  int n = s->run->problem->nv;
  monitor_motion(s->run);
  widths_at(w, &s->run->state);
  for (int k = 0; k < 2*n; k++)
    s->axis[k] = widths_reach(w, k);
}

noslip_status stepmap_differentiate(stepmap *s, failure *why) {
  const problem *p = s->run->problem;
  int n = p->nv;
  size_t N = 2*(size_t)n, size = N*N;
  know_axes(s);
  if (p->class == PROBLEM_GROUP && know_momenta(s, why) != NOSLIP_OK)
    return NOSLIP_ERROR_STEP;
  for (int l = 0; l < levels; l++)
    for (int k = 0; k < 2*n; k++) {
      size_t at = (size_t)l*size + (size_t)k*N;
      double d = ldexp(distance*s->axis[k], l);
      noslip_status status = differ(s, k, d, s->before + at, s->after + at, why);
      if (status != NOSLIP_OK)
        return status;
    }
  extrapolate(s->before, size);
  extrapolate(s->after, size);
  return NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// what they say

// w(u,v) where the momenta are mu
static double form(const stepmap *s, const double *mu, const double *u, const double *v) {
  int n = s->run->problem->nv;
  double plain = vec_dot(u, v + n, n) - vec_dot(u + n, v, n);
  if (s->run->problem->class != PROBLEM_GROUP)
    return plain;
  group_ad_star(&s->G, s->ad, u, mu);
  return plain + vec_dot(s->ad, v, n);
}

// an axis against the root of what it spans with its conjugate: 1 for both where they are equal
static double axis_share(const stepmap *s, int k) {
  int n = s->run->problem->nv, other = k < n ? k + n : k - n;
  return sqrt(s->axis[k]/s->axis[other]);
}

// w(Su_j, Su_k) - w(u_j, u_k) of one level, in the units of the axes
static double form_change(const stepmap *s, int level, int j, int k) {
  size_t N = 2*(size_t)s->run->problem->nv, at = (size_t)level*N*N;
  const double *u = s->before + at, *Su = s->after + at;
  double change = form(s, s->mu1, Su + (size_t)j*N, Su + (size_t)k*N) -
                  form(s, s->mu, u + (size_t)j*N, u + (size_t)k*N);
  return change*axis_share(s, j)*axis_share(s, k);
}

stepmap_number stepmap_form(const stepmap *s) {
  stepmap_number out = {0, DBL_EPSILON/distance};
  for (int j = 0; j < 2*s->run->problem->nv; j++)
    for (int k = 0; k < j; k++) {
      double between = form_change(s, 0, j, k) - form_change(s, 1, j, k);
      out.value = observed_larger(out.value, fabs(form_change(s, 0, j, k)));
      out.accuracy = observed_larger(out.accuracy, fabs(between));
    }
  return out;
}

static double determinant(stepmap *s, int level) {
  int N = 2*s->run->problem->nv;
  vec_copy(s->square, s->after + (size_t)level*(size_t)N*(size_t)N, N*N);
  if (dense_factor(s->square, s->pivot, N) >= 0)
    return 0;
  double product = dense_sign(s->square, s->pivot, N);
  for (int i = 0; i < N; i++)
    product *= fabs(s->square[i*N + i]);
  return product;
}

stepmap_number stepmap_volume(stepmap *s) {
  double between = determinant(s, 0) - determinant(s, 1);
  return (stepmap_number){fabs(determinant(s, 0) - 1), fmax(fabs(between), DBL_EPSILON/distance)};
}
