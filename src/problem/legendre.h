// The Legendre transform of a chart, by numbers.
//
//   given      (q,x) -> y(t,q,x), f(t,q,x) with their derivatives
//   wanted     (q,y) -> x with y(t,q,x) = y, and f as a function of (q,y)
//   solve      Newton: x <- x + y_x^-1 (y - y(t,q,x)), steps halved where they lead too far; one
//              step from x = 0 is enough when y is linear in x, with the same factors always when
//              y_x is a constant matrix and y free of q
//   blocks     x_y = y_x^-1,  x_q = -x_y y_q,  f_y = f_x x_y,  f_q - f_x x_y y_q
//
// With x = v, y = p = L_v this gives H_p, H_pp = L_vv^-1, H_pq = -L_vv^-1 L_vq and
// -H_q = f; with x = p, y = v = H_p it gives the Lagrangian side. The two directions
// are the same formulas.

#pragma once

#include "base/vec.h"
#include "problem/chart.h"
#include "solve/dense.h"

#include <float.h>
#include <math.h>

typedef struct legendre {
  int n;
  const chart *of;
  bool linear;     // y is affine in x
  bool constant;   // y_x is constant, y_q = 0
  bool separable;  // and f_x = 0
  bool factored;   // lu holds the factors of a constant y_x
  double
      floor;  // where corrections may stop shrinking, against |x|, or misses against what is wanted
  double *x;  // n      last solution, the start of the next
  double *y, *f, *d;    // n
  double *step, *from;  // n      of a Newton step, before it is halved
  chart_blocks blocks;
  double *lu;  // n x n  factors of y_x
  int *pivot;
  double *column;   // n
  double *inverse;  // n x n  of a constant y_x
  int *profile;     // 2n     where the rows of its factors begin and end; NULL: they are whole
} legendre;

// y, f and blocks at the current x; the factors of y_x
static inline bool legendre_evaluate(legendre *l, double t, const double *q) {
  if (!chart_eval(l->of, t, q, l->x, l->y, l->f, &l->blocks))
    return false;
  vec_copy(l->lu, l->blocks.yx, l->n*l->n);
  return dense_factor(l->lu, l->pivot, l->n) < 0;
}

// where the rows of the factors begin and end, of large ones: masses are mostly alone, or in blocks
static inline void legendre_know_profile(legendre *l) {
  int n = l->n;
  for (int i = 0; l->profile && i < n; i++) {
    int from = 0, end = n;
    while (from < i && l->lu[(long)i*n + from] == 0)
      from++;
    while (end > i + 1 && l->lu[(long)i*n + end - 1] == 0)
      end--;
    l->profile[2*i] = from;
    l->profile[2*i + 1] = end;
  }
}

// b = y_x^-1 b by constant factors: the sums of dense_solve, without terms that are zero
static inline void legendre_solve_profile(const legendre *l, double *b) {
  int n = l->n;
  for (int k = 0; k < n; k++) {
    double t = b[l->pivot[k]];
    b[l->pivot[k]] = b[k];
    b[k] = t;
  }
  for (int i = 0; i < n; i++)
    for (int j = l->profile[2*i]; j < i; j++)
      b[i] -= l->lu[(long)i*n + j]*b[j];
  for (int i = n - 1; i >= 0; i--) {
    for (int j = l->profile[2*i + 1] - 1; j > i; j--)
      b[i] -= l->lu[(long)i*n + j]*b[j];
    b[i] /= l->lu[(long)i*n + i];
  }
}

// b = y_x^-1 b
static inline void legendre_solve_factors(const legendre *l, double *b) {
  if (l->profile && l->factored)
    legendre_solve_profile(l, b);
  else
    dense_solve(l->lu, l->pivot, b, l->n);
}

// x_y = y_x^-1, column by column
static inline void legendre_invert(legendre *l, double *inverse) {
  int n = l->n;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++)
      l->column[i] = i == j;
    legendre_solve_factors(l, l->column);
    for (int i = 0; i < n; i++)
      inverse[i*n + j] = l->column[i];
  }
}

// x = y_x^-1 (want - y(t,q,0)), from y at x = 0: exact for a linear y, and the same whatever was
// asked before
static inline void legendre_from_zero(legendre *l, const double *want) {
  vec_sub(l->x, want, l->y, l->n);
  legendre_solve_factors(l, l->x);
}

// y_x constant: one factorisation and one inverse serve always
static inline bool legendre_solve_constant(legendre *l, double t, const double *q,
                                           const double *want) {
  vec_zero(l->x, l->n);
  if (!l->factored) {
    if (!legendre_evaluate(l, t, q))
      return false;
    legendre_know_profile(l);
    l->factored = true;
    legendre_invert(l, l->inverse);
  }
  if (!chart_eval(l->of, t, q, l->x, l->y, l->f, NULL))
    return false;
  legendre_from_zero(l, want);
  return isfinite(vec_max(l->x, l->n)) &&
         (l->separable || chart_eval(l->of, t, q, l->x, l->y, l->f, NULL));
}

static inline bool legendre_solve_linear(legendre *l, double t, const double *q,
                                         const double *want) {
  vec_zero(l->x, l->n);
  if (!legendre_evaluate(l, t, q))
    return false;
  legendre_from_zero(l, want);
  return isfinite(vec_max(l->x, l->n)) && legendre_evaluate(l, t, q);
}

// by how much y(t,q,x) misses what is wanted; infinite where the chart is not defined
static inline double legendre_miss(legendre *l, double t, const double *q, const double *want) {
  if (!legendre_evaluate(l, t, q))
    return HUGE_VAL;
  vec_sub(l->d, want, l->y, l->n);
  double size = vec_max(l->d, l->n);
  return isnan(size) ? HUGE_VAL : size;
}

// Newton from the current x. A long step is halved until it misses by less.
static inline bool legendre_from_here(legendre *l, double t, const double *q, const double *want) {
  enum { most = 200 };
  const double long_step = 1e-6, shortest = 1e-18;
  int n = l->n;
  double missed = legendre_miss(l, t, q, want), before = HUGE_VAL;
  for (int k = 0; k < most && isfinite(missed); k++) {
    dense_solve(l->lu, l->pivot, l->d, n);
    vec_copy(l->step, l->d, n);
    vec_copy(l->from, l->x, n);
    double change = vec_max(l->step, n), now = HUGE_VAL;
    for (double a = 1; !(now < missed) && a > shortest; a *= 0.5) {
      vec_axpy(l->x, a, l->step, l->from, n);
      now = legendre_miss(l, t, q, want);
      if (isfinite(now) && change <= long_step*vec_max(l->x, n))
        break;
    }
    // converged, or at the floor of rounding: nothing shrinks any more
    double size = vec_max(l->x, n);
    bool small = change <= l->floor*size || now <= l->floor*vec_max(want, n);
    if (change <= DBL_EPSILON*size || (change > 0.9*before && small))
      return isfinite(now);
    before = change;
    missed = now;
  }
  return false;
}

// from the last x; if that leads nowhere from zero, or from what is wanted
static inline bool legendre_solve(legendre *l, double t, const double *q, const double *want) {
  if (legendre_from_here(l, t, q, want))
    return true;
  vec_zero(l->x, l->n);
  if (legendre_from_here(l, t, q, want))
    return true;
  vec_copy(l->x, want, l->n);
  return legendre_from_here(l, t, q, want);
}

static inline double legendre_entry(const double *A, const double *B, int i, int j, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++)
    sum += A[i*n + k]*B[k*n + j];
  return sum;
}

// x_y = y_x^-1, x_q = -x_y y_q, f_y = f_x x_y, f_q - f_y y_q
static inline void legendre_blocks(legendre *l, chart_blocks *d) {
  int n = l->n;
  legendre_invert(l, d->yx);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      d->yq[i*n + j] = -legendre_entry(d->yx, l->blocks.yq, i, j, n);
      d->fx[i*n + j] = legendre_entry(l->blocks.fx, d->yx, i, j, n);
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      d->fq[i*n + j] = l->blocks.fq[i*n + j] - legendre_entry(d->fx, l->blocks.yq, i, j, n);
}

// the same where y_x is constant and y_q = 0
static inline void legendre_constant_blocks(legendre *l, chart_blocks *d) {
  int n = l->n;
  vec_copy(d->yx, l->inverse, n*n);
  vec_zero(d->yq, n*n);
  vec_copy(d->fq, l->blocks.fq, n*n);
  vec_zero(d->fx, n*n);
  for (int i = 0; !l->separable && i < n; i++)
    for (int j = 0; j < n; j++)
      d->fx[i*n + j] = legendre_entry(l->blocks.fx, d->yx, i, j, n);
}

// the transformed chart: its context is the legendre
static inline bool legendre_eval(void *context, double t, const double *q, const double *y,
                                 double *x, double *f, chart_blocks *d) {
  legendre *l = context;
  bool good = l->constant ? legendre_solve_constant(l, t, q, y)
              : l->linear ? legendre_solve_linear(l, t, q, y)
                          : legendre_solve(l, t, q, y);
  if (good && d && l->constant)
    good = chart_eval(l->of, t, q, l->x, l->y, l->f, &l->blocks);
  if (!good) {
    // a bad start must not spoil the next attempt
    vec_zero(l->x, l->n);
    return false;
  }
  vec_copy(x, l->x, l->n);
  vec_copy(f, l->f, l->n);
  if (d && l->constant)
    legendre_constant_blocks(l, d);
  else if (d)
    legendre_blocks(l, d);
  return true;
}
