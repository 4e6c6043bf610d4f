#include "run/stepmap.h"

#include "base/vec.h"
#include "solve/dense.h"

#include <float.h>
#include <math.h>

enum { levels = 4 };

// The error of B is of sixth order in the distance, and rounding goes with its inverse: of numbers near
// 1 both are about 1e-12 here.
static const double distance = 1e-3;

bool stepmap_init(stepmap *s, noslip_run *r, arena *a) {
  size_t n = 2*(size_t)r->problem->n;
  *s = (stepmap){.run = r, .stepper = run_checker(r), .arena = a};
  s->before = arena_array(a, levels*n*n, sizeof(double));
  s->after = arena_array(a, levels*n*n, sizeof(double));
  s->square = arena_array(a, n*n, sizeof(double));
  s->pivot = arena_array(a, n, sizeof(int));
  return s->stepper && state_init(&s->x, a, r->problem) && !a->failed;
}

// what was solved at another point is no start here
static void forget(stepper *s) {
  s->kernel->h = (double)NAN;
  for (int i = 0; i < s->nstage; i++)
    s->stages[i]->kernel->h = (double)NAN;
}

noslip_status stepmap_step(stepmap *s, double h, failure *why) {
  noslip_run *r = s->run;
  forget(s->stepper);
  if (method_step(s->stepper, &s->x, h, why) != NOSLIP_OK)
    return NOSLIP_ERROR_STEP;
  s->x.t += h;
  if (r->seen.mechanical && !seen_complete(&r->evaluator, &s->x, r->seen.velocities))
    return fail(why, NOSLIP_ERROR_STEP, "the velocities cannot be found from the momenta");
  return NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// points

// what belongs to the node is of no use beside it
static void make_plain(state *x) {
  vec_zero(x->q_low, x->n);
  vec_zero(x->v_low, x->n);
  vec_zero(x->p_low, x->n);
  vec_copy(x->kept, x->lambda, x->m);
  x->reduced = false;
}

noslip_status stepmap_beside(stepmap *s, int k, double d, failure *why) {
  noslip_run *r = s->run;
  int n = r->problem->n;
  initial in = {&r->evaluator, &r->consistent, true, NULL};
  monitor_motion(r);
  monitor_multipliers(r);
  state_copy(&s->x, &r->state);
  *(k < n ? &s->x.q[k] : &s->x.p[k - n]) += d;
  if (!seen_complete(&r->evaluator, &s->x, false))
    return fail(why, NOSLIP_ERROR_STEP, "the velocities cannot be found from the momenta");
  noslip_status status = initial_prepare(&in, s->arena, &s->x, why);
  make_plain(&s->x);
  return status;
}

// ---------------------------------------------------------------------------------------------
// differences

// x += c (q,p)
static void add_state(double *x, double c, const state *s) {
  vec_axpy(x, c, s->q, x, s->n);
  vec_axpy(x + s->n, c, s->p, x + s->n, s->n);
}

// u_k(d) and (S u_k)(d)
static noslip_status differ(stepmap *s, int k, double d, double *u, double *Su, failure *why) {
  int n = s->run->problem->n;
  vec_zero(u, 2*n);
  vec_zero(Su, 2*n);
  for (int side = -1; side <= 1; side += 2) {
    noslip_status status = stepmap_beside(s, k, side*d, why);
    if (status != NOSLIP_OK)
      return status;
    add_state(u, side/(2*d), &s->x);
    status = stepmap_step(s, s->run->h, why);
    if (status != NOSLIP_OK)
      return status;
    add_state(Su, side/(2*d), &s->x);
  }
  return NOSLIP_OK;
}

// D(d), D(2d), D(4d), D(8d) become B(d), B(2d), A(4d), D(8d)
static void extrapolate(double *D, size_t size) {
  static const double factors[] = {4, 16};
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < (size_t)(levels - 1 - pass)*size; i++)
      D[i] = (factors[pass]*D[i] - D[size + i])/(factors[pass] - 1);
}

noslip_status stepmap_differentiate(stepmap *s, failure *why) {
  int n = s->run->problem->n;
  size_t N = 2*(size_t)n, size = N*N;
  double scale[] = {1 + vec_max(s->run->state.q, n), 1 + vec_max(s->run->state.p, n)};
  for (int l = 0; l < levels; l++)
    for (int k = 0; k < 2*n; k++) {
      size_t at = (size_t)l*size + (size_t)k*N;
      double d = ldexp(distance*scale[k >= n], l);
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

static double form(const double *u, const double *v, int n) {
  return vec_dot(u, v + n, n) - vec_dot(u + n, v, n);
}

// w(Su_j, Su_k) - w(u_j, u_k) of one level
static double form_change(const stepmap *s, int level, int j, int k) {
  int n = s->run->problem->n;
  size_t N = 2*(size_t)n, at = (size_t)level*N*N;
  const double *u = s->before + at, *Su = s->after + at;
  return form(Su + (size_t)j*N, Su + (size_t)k*N, n) -
         form(u + (size_t)j*N, u + (size_t)k*N, n);
}

stepmap_number stepmap_form(const stepmap *s) {
  stepmap_number out = {0, DBL_EPSILON/distance};
  for (int j = 0; j < 2*s->run->problem->n; j++)
    for (int k = 0; k < j; k++) {
      double between = form_change(s, 0, j, k) - form_change(s, 1, j, k);
      out.value = seen_larger(out.value, fabs(form_change(s, 0, j, k)));
      out.accuracy = seen_larger(out.accuracy, fabs(between));
    }
  return out;
}

static double determinant(stepmap *s, int level) {
  int N = 2*s->run->problem->n;
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
