#include "problem/legendre.h"

#include "base/vec.h"
#include "solve/dense.h"

#include <float.h>
#include <math.h>

bool legendre_init(legendre *l, arena *a, const picture *of, int n,
                   const mechanical_structure *found) {
  size_t size = (size_t)n;
  *l = (legendre){
      .n = n,
      .of = of,
      .linear = found->quadratic,
      .constant = found->uniform,
      .separable = found->uniform && found->separable,
      .floor = 1e-12*found->noise,
      .x = ARENA_ARRAY(a, double, n),
      .y = ARENA_ARRAY(a, double, n),
      .f = ARENA_ARRAY(a, double, n),
      .d = ARENA_ARRAY(a, double, n),
      .step = ARENA_ARRAY(a, double, n),
      .from = ARENA_ARRAY(a, double, n),
      .blocks = picture_blocks_new(a, n),
      .lu = ARENA_ARRAY(a, double, size*size),
      .pivot = ARENA_ARRAY(a, int, n),
      .column = ARENA_ARRAY(a, double, n),
      .inverse = ARENA_ARRAY(a, double, size*size),
  };
  return !a->failed;
}

// y, f and blocks at the current x; the factors of y_x
static bool evaluate(legendre *l, double t, const double *q) {
  if (!picture_eval(l->of, t, q, l->x, l->y, l->f, &l->blocks))
    return false;
  vec_copy(l->lu, l->blocks.yx, l->n*l->n);
  return dense_factor(l->lu, l->pivot, l->n) < 0;
}

// x_y = y_x^-1, column by column
static void invert(legendre *l, double *inverse) {
  int n = l->n;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++)
      l->column[i] = i == j;
    dense_solve(l->lu, l->pivot, l->column, n);
    for (int i = 0; i < n; i++)
      inverse[i*n + j] = l->column[i];
  }
}

// x = y_x^-1 (want - y(t,q,0)), from y at x = 0: exact for a linear y, and the same whatever was
// asked before
static void solve_from_zero(legendre *l, const double *want) {
  vec_sub(l->x, want, l->y, l->n);
  dense_solve(l->lu, l->pivot, l->x, l->n);
}

// y_x constant: one factorisation and one inverse serve always
static bool solve_constant(legendre *l, double t, const double *q, const double *want) {
  vec_zero(l->x, l->n);
  if (!l->factored) {
    if (!evaluate(l, t, q))
      return false;
    invert(l, l->inverse);
    l->factored = true;
  }
  if (!picture_eval(l->of, t, q, l->x, l->y, l->f, NULL))
    return false;
  solve_from_zero(l, want);
  return isfinite(vec_max(l->x, l->n)) &&
         (l->separable || picture_eval(l->of, t, q, l->x, l->y, l->f, NULL));
}

static bool solve_linear(legendre *l, double t, const double *q, const double *want) {
  vec_zero(l->x, l->n);
  if (!evaluate(l, t, q))
    return false;
  solve_from_zero(l, want);
  return isfinite(vec_max(l->x, l->n)) && evaluate(l, t, q);
}

// by how much y(t,q,x) misses what is wanted; infinite where the picture is not defined
static double miss(legendre *l, double t, const double *q, const double *want) {
  if (!evaluate(l, t, q))
    return HUGE_VAL;
  vec_sub(l->d, want, l->y, l->n);
  double size = vec_max(l->d, l->n);
  return isnan(size) ? HUGE_VAL : size;
}

// Newton from the current x. A long step is halved until it misses by less.
static bool solve_from_here(legendre *l, double t, const double *q, const double *want) {
  enum { most = 200 };
  const double long_step = 1e-6, shortest = 1e-18;
  int n = l->n;
  double missed = miss(l, t, q, want), before = HUGE_VAL;
  for (int k = 0; k < most && isfinite(missed); k++) {
    dense_solve(l->lu, l->pivot, l->d, n);
    vec_copy(l->step, l->d, n);
    vec_copy(l->from, l->x, n);
    double change = vec_max(l->step, n), now = HUGE_VAL;
    for (double a = 1; !(now < missed) && a > shortest; a *= 0.5) {
      vec_axpy(l->x, a, l->step, l->from, n);
      now = miss(l, t, q, want);
      if (isfinite(now) && change <= long_step*vec_max(l->x, n))
        break;
    }
    // converged, or at the floor of rounding: nothing shrinks any more
    double size = vec_max(l->x, n);
    if (change <= DBL_EPSILON*size || (change > 0.9*before && change <= l->floor*(1 + size)))
      return isfinite(now);
    before = change;
    missed = now;
  }
  return false;
}

// from the last x; if that leads nowhere from zero, or from what is wanted
static bool solve(legendre *l, double t, const double *q, const double *want) {
  if (solve_from_here(l, t, q, want))
    return true;
  vec_zero(l->x, l->n);
  if (solve_from_here(l, t, q, want))
    return true;
  vec_copy(l->x, want, l->n);
  return solve_from_here(l, t, q, want);
}

static double entry(const double *A, const double *B, int i, int j, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++)
    sum += A[i*n + k]*B[k*n + j];
  return sum;
}

// x_y = y_x^-1, x_q = -x_y y_q, f_y = f_x x_y, f_q - f_y y_q
static void transform_blocks(legendre *l, picture_blocks *d) {
  int n = l->n;
  invert(l, d->yx);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      d->yq[i*n + j] = -entry(d->yx, l->blocks.yq, i, j, n);
      d->fx[i*n + j] = entry(l->blocks.fx, d->yx, i, j, n);
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      d->fq[i*n + j] = l->blocks.fq[i*n + j] - entry(d->fx, l->blocks.yq, i, j, n);
}

// the same where y_x is constant and y_q = 0
static void transform_constant(legendre *l, picture_blocks *d) {
  int n = l->n;
  vec_copy(d->yx, l->inverse, n*n);
  vec_zero(d->yq, n*n);
  vec_copy(d->fq, l->blocks.fq, n*n);
  vec_zero(d->fx, n*n);
  for (int i = 0; !l->separable && i < n; i++)
    for (int j = 0; j < n; j++)
      d->fx[i*n + j] = entry(l->blocks.fx, d->yx, i, j, n);
}

bool legendre_eval(void *context, double t, const double *q, const double *y, double *x, double *f,
                   picture_blocks *d) {
  legendre *l = context;
  bool good = l->constant ? solve_constant(l, t, q, y)
              : l->linear ? solve_linear(l, t, q, y)
                          : solve(l, t, q, y);
  if (good && d && l->constant)
    good = picture_eval(l->of, t, q, l->x, l->y, l->f, &l->blocks);
  if (!good) {
    // a bad start must not spoil the next attempt
    vec_zero(l->x, l->n);
    return false;
  }
  vec_copy(x, l->x, l->n);
  vec_copy(f, l->f, l->n);
  if (d && l->constant)
    transform_constant(l, d);
  else if (d)
    transform_blocks(l, d);
  return true;
}
