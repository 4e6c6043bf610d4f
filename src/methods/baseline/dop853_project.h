// The right-hand side of dop853, and the way back to the constraints: from one tape each, or by the
// linear equations of consistent.h.

#pragma once

#include "methods/baseline/dop853.h"

#include <float.h>

// y' at (t, y). Where the tape has no finite answer, a pivot may be 0: the linear equations choose
// theirs.
static inline kernel_result dop853_rate(dop853_shape k, dop853 *s, double t, const double *y,
                                        double *rate) {
  int n = k.of.n, N = 2*n;
  if (!k.motion)
    return rates_at(k.of, &s->rates, t, y, rate);
  const double *out = evaluator_run(s->e, BUNDLE_MOTION, t, y, y + n, NULL);
  double sum = 0;
  if (k.of.lagrangian) {
    vec_copy(rate, y + n, n);
    vec_copy(rate + n, out, n);
  } else
    vec_copy(rate, out, N);
  VEC_UNROLL
  for (int i = 0; i < N; i++)
    sum += rate[i];
  if (!isfinite(sum))
    return rates_at(k.of, &s->rates, t, y, rate);
  s->base->carried.evaluations++;
  return KERNEL_DONE;
}

// ---- the way back

// A^T of -mu: dq of a hamiltonian by A = C, dp by A = B
static inline void dop853_against(double *out, const double *A, const double *mu, int m, int n) {
  vec_zero(out, n);
  mat_tvec_add(out, -1, A, mu, m, n);
}

// The answer of the equations of consistent.h to a residual, A of a hamiltonian: the step against it.
static inline void dop853_answer(double *out, consistent *c, const double *A,
                                 const double *residual) {
  int n = c->n, m = c->m, first = c->size - m;
  vec_zero(c->b, first);
  vec_copy(c->b + first, residual, m);
  dense_solve(c->A, c->pivot, c->b, c->size);
  if (!c->lagrangian) {
    dop853_against(out, A, c->b, m, n);
    return;
  }
  for (int i = 0; i < n; i++)
    out[i] = -c->b[i];
}

// what is left of the constraints: of positions, nothing for Phi, and of velocities
static inline void dop853_residuals(dop853_shape k, dop853 *s, double t, const double *y) {
  int n = k.of.n, m = k.of.m;
  const double *v = y + n;
  if (!k.of.lagrangian)
    v = own_chart(n, s->e, t, y, y + n, false, s->rates.values).y;
  const double *all = evaluator_run(s->e, BUNDLE_RESIDUALS, t, y, v, NULL);
  for (int i = 0; i < m; i++) {
    s->residual[i] = k.holonomic[i] ? all[i] : 0;
    s->residual[m + i] = k.holonomic[i] ? all[m + i] : all[i];
  }
}

// dq and dv or dp by linear equations
static inline kernel_result dop853_solve_back(dop853_shape k, dop853 *s, double t,
                                              const double *y) {
  int n = k.of.n, m = k.of.m;
  consistent c = rates_equations(k.of, &s->rates);
  dop853_residuals(k, s, t, y);
  const double *out = evaluator_run(s->e, BUNDLE_ACCELERATION, t, y, y + n, NULL);
  consistent_ideal(&c, out);
  kernel_result result = rates_factor(&s->rates, c.A, c.pivot, c.size, k.of.lagrangian ? n : 2*n);
  if (result != KERNEL_DONE)
    return result;
  dop853_answer(s->back, &c, out, s->residual);
  dop853_answer(s->back + n, &c, out + m*n, s->residual + m);
  return KERNEL_DONE;
}

// dq, then dv or dp; NULL: there is none
static inline const double *dop853_back(dop853_shape k, dop853 *s, double t, const double *y) {
  int n = k.of.n;
  if (k.motion) {
    const double *d = evaluator_run(s->e, BUNDLE_RESTORE, t, y, y + n, NULL);
    if (isfinite(vec_max(d, 2*n)))
      return d;
  }
  bool solved = dop853_solve_back(k, s, t, y) == KERNEL_DONE;
  return solved && isfinite(vec_max(s->back, 2*n)) ? s->back : NULL;
}

// The constraints hold at (t, y) afterwards. Newton's method squares what is left: after a change of
// positions by `small` the next is rounding, and so are velocities one change later. At rounding
// changes of positions no longer become smaller.
static inline bool dop853_project(dop853_shape k, dop853 *s, double t, double *y) {
  enum { most = 8 };
  const double small = 1e-8, rounding = 4*DBL_EPSILON;
  int n = k.of.n;
  double last = 1;
  for (int i = 0; k.of.m > 0 && i < most; i++) {
    const double *d = dop853_back(k, s, t, y);
    if (!d)
      return false;
    double q = vec_max(d, n)/(vec_max(y, n) + DBL_MIN), x = vec_max(d + n, n);
    x /= vec_max(y + n, n) + x + DBL_MIN;
    vec_axpy(y, 1, d, y, 2*n);
    bool placed = !k.positions || q <= rounding || (i > 0 && last <= small);
    if (placed && x <= small)
      return true;
    if (i > 1 && q >= last/2 && q <= small)
      return true;
    last = q;
  }
  return k.of.m == 0;
}
