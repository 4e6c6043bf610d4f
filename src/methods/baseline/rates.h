// The right-hand side of the baselines: positions, velocities or momenta, and multipliers of
// index0, as an ordinary differential equation y' = f(t,y). Equations and letters are those of
// index1.h.

#pragma once

#include "methods/kernel.h"
#include "problem/consistent.h"
#include "problem/own_chart.h"

// errors |e_i| <= atol + rtol |y_i| in the mean square
typedef struct tolerances {
  double rtol, atol;
} tolerances;

typedef struct rates_shape {
  int n, m;              // coordinates, constraints
  tolerances tolerance;  // of the steps
  bool lagrangian;       // y = (q,v), otherwise (q,p)
  bool multipliers;      // y has the multipliers, too: index0
} rates_shape;

// numbers of y
static inline int rates_numbers(rates_shape k) {
  return 2*k.n + (k.multipliers ? k.m : 0);
}

// unknowns of the linear equations
static inline int rates_linear_size(rates_shape k) {
  return k.lagrangian ? k.n + k.m : k.m;
}

// all of it scratch
typedef struct rates {
  kernel *base;  //      counts the evaluations, and has the number at which one failed
  evaluator *e;
  consistent linear;  //      the equations of accelerations and multipliers
  double *values;     // 2n   v and f of a hamiltonian                          left by rates_at
  double *mass;       // n x n  factors of M                                        of index0
  int *pivot;         // n
  double *pushed;     // 2n   B^T lambda, then B'^T lambda
} rates;

static inline void rates_lay(rates_shape k, rates *s, layout *l) {
  s->linear = (consistent){.size = rates_linear_size(k)};
  consistent_lay(&s->linear, l);
  s->values = layout_output(l, 2*k.n);
  s->mass = layout_scratch(l, k.n*k.n);
  s->pivot = layout_integers(l, LAYOUT_SCRATCH, k.n);
  s->pushed = layout_scratch(l, 2*k.n);
}

// the linear equations with the sizes of the shape, which a compiled step knows
static inline consistent rates_equations(rates_shape k, const rates *s) {
  consistent c = s->linear;
  c.n = k.n;
  c.m = k.m;
  c.lagrangian = k.lagrangian;
  c.size = rates_linear_size(k);
  return c;
}

// A = P L U; `failed_at` counts as y does: velocities from n on, multipliers from 2n on
static inline kernel_result rates_factor(rates *s, double *A, int *pivot, int n, int first) {
  double largest = vec_max(A, n*n);
  int column = dense_factor(A, pivot, n);
  if (column < 0)
    return KERNEL_DONE;
  if (!isfinite(largest)) {
    s->base->failed_at = 0;
    return KERNEL_NOT_FINITE;
  }
  s->base->failed_at = first + column;
  return KERNEL_NO_ACCELERATION;
}

// ---- index1

// q' = v, v' = a
static inline kernel_result rates_lagrangian(rates_shape k, rates *s, double t, const double *y,
                                             double *rate) {
  int n = k.n;
  consistent c = rates_equations(k, s);
  consistent_lagrangian(&c, evaluator_run(s->e, BUNDLE_ACCELERATION, t, y, y + n, NULL));
  kernel_result result = rates_factor(s, c.A, c.pivot, c.size, n);
  if (result != KERNEL_DONE)
    return result;
  dense_solve(c.A, c.pivot, c.b, c.size);
  vec_copy(rate, y + n, n);
  vec_copy(rate + n, c.b, n);
  return KERNEL_DONE;
}

// q' = H_p, p' = f + B^T lambda, the rates of a hamiltonian
static inline void rates_push(rates_shape k, rates *s, double t, const double *y, const double *B,
                              const double *lambda, double *rate) {
  int n = k.n;
  chart_view at = own_chart(n, s->e, t, y, y + n, false, s->values);
  vec_copy(rate, at.y, n);
  for (int i = 0; i < n; i++)
    rate[n + i] = at.f[i] + 0.0;  // 0, if it is -0
  mat_tvec_add(rate + n, 1, B, lambda, k.m, n);
}

static inline kernel_result rates_hamiltonian(rates_shape k, rates *s, double t, const double *y,
                                              double *rate) {
  int n = k.n, m = k.m;
  consistent c = rates_equations(k, s);
  const double *out = evaluator_run(s->e, BUNDLE_ACCELERATION, t, y, y + n, NULL);
  consistent_hamiltonian(&c, out);
  kernel_result result = rates_factor(s, c.A, c.pivot, m, 2*n);
  if (result != KERNEL_DONE)
    return result;
  dense_solve(c.A, c.pivot, c.b, m);
  rates_push(k, s, t, y, out + m*n, c.b, rate);
  return KERNEL_DONE;
}

// ---- index0

// M a = F + B^T lambda; [M -B^T; B 0] (a', lambda') = (F' - M' a + B'^T lambda, c' - B' a)
static inline kernel_result rates_lagrangian0(rates_shape k, rates *s, double t, const double *y,
                                              double *rate) {
  int n = k.n, m = k.m;
  const double *lambda = y + 2*n;
  double *a = rate + n;
  consistent c = rates_equations(k, s);
  const double *M = evaluator_run(s->e, BUNDLE_ACCELERATION, t, y, y + n, NULL);
  const double *F = M + n*n, *B = F + n;
  consistent_lagrangian(&c, M);
  vec_copy(s->mass, M, n*n);
  kernel_result result = rates_factor(s, s->mass, s->pivot, n, n);
  if (result == KERNEL_DONE)
    result = rates_factor(s, c.A, c.pivot, c.size, n);
  if (result != KERNEL_DONE)
    return result;
  for (int i = 0; i < n; i++)
    a[i] = F[i] + 0.0;  // 0, if it is -0
  mat_tvec_add(a, 1, B, lambda, m, n);
  dense_solve(s->mass, s->pivot, a, n);

  const double *dM = evaluator_run(s->e, BUNDLE_ACCELERATION_RATE, t, y, y + n, a);
  const double *dF = dM + n*n, *dB = dF + n, *dc = dB + m*n;
  for (int i = 0; i < n; i++)
    c.b[i] = dF[i] - vec_dot(dM + i*n, a, n) + 0.0;
  mat_tvec_add(c.b, 1, dB, lambda, m, n);
  for (int i = 0; i < m; i++)
    c.b[n + i] = dc[i] - vec_dot(dB + i*n, a, n);
  dense_solve(c.A, c.pivot, c.b, c.size);
  vec_copy(rate, y + n, n);
  vec_copy(rate + 2*n, c.b + n, m);
  return KERNEL_DONE;
}

// C B^T lambda' = c' - C' B^T lambda - C B'^T lambda
static inline kernel_result rates_hamiltonian0(rates_shape k, rates *s, double t, const double *y,
                                               double *rate) {
  int n = k.n, m = k.m;
  const double *lambda = y + 2*n;
  double *along = s->pushed, *turned = along + n;
  consistent c = rates_equations(k, s);
  const double *C = evaluator_run(s->e, BUNDLE_ACCELERATION, t, y, y + n, NULL), *B = C + m*n;
  consistent_hamiltonian(&c, C);
  kernel_result result = rates_factor(s, c.A, c.pivot, m, 2*n);
  if (result != KERNEL_DONE)
    return result;
  rates_push(k, s, t, y, B, lambda, rate);

  const double *dC = evaluator_run(s->e, BUNDLE_ACCELERATION_RATE, t, y, y + n, rate + n);
  const double *dB = dC + m*n, *dc = dB + m*n;
  vec_zero(along, 2*n);
  mat_tvec_add(along, 1, B, lambda, m, n);
  mat_tvec_add(turned, 1, dB, lambda, m, n);
  for (int i = 0; i < m; i++)
    c.b[i] = dc[i] - vec_dot(dC + i*n, along, n) - vec_dot(C + i*n, turned, n);
  dense_solve(c.A, c.pivot, c.b, m);
  vec_copy(rate + 2*n, c.b, m);
  return KERNEL_DONE;
}

// y' at (t, y); there is none where the equations are singular
static inline kernel_result rates_at(rates_shape k, rates *s, double t, const double *y,
                                     double *rate) {
  s->base->carried.evaluations++;
  if (k.multipliers)
    return k.lagrangian ? rates_lagrangian0(k, s, t, y, rate)
                        : rates_hamiltonian0(k, s, t, y, rate);
  return k.lagrangian ? rates_lagrangian(k, s, t, y, rate) : rates_hamiltonian(k, s, t, y, rate);
}
