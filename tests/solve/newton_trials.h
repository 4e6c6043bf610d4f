// Equations for the tests of src/solve/newton.h, and a place to solve them.

#pragma once

#include "tests/support/check.h"

#include "base/arena.h"
#include "solve/newton_run.h"
#include "solve/newton_solve.h"

// equations as a test sees them: a formula for r and J, and a few numbers in it
typedef struct problem {
  void (*r)(const struct problem *p, const double *x, double *r);
  void (*J)(const struct problem *p, const double *x, double *J);
  int n;
  double c;         // a parameter
  const double *b;  // n  right side
  const double *A;  // n x n
  int residuals, jacobians;
} problem;

static inline void residual(void *context, const double *x, double *r) {
  problem *p = context;
  p->residuals++;
  p->r(p, x, r);
}

static inline void both(void *context, const double *x, double *r, double *J) {
  problem *p = context;
  residual(context, x, r);
  p->jacobians++;
  p->J(p, x, J);
}

typedef struct bench {
  memory memory;
  arena arena;
  newton s;
} bench;

static inline void bench_begin(bench *b, int n, double scale) {
  b->memory = memory_default();
  arena_init(&b->arena, &b->memory);
  assert_true(newton_init(&b->s, &b->arena, newton_one_block(n)));
  for (int i = 0; i < n; i++)
    b->s.scale[i] = scale;
}

static inline void bench_end(bench *b) {
  arena_free(&b->arena);
}

static inline newton_result solve(bench *b, problem *p) {
  return newton_solve(&b->s, &(newton_equations){.context = p, .residual = residual, .both = both});
}

// one solve from x (n), the solution goes there
static inline newton_result solve_once(problem *p, double scale, double *x) {
  bench b;
  bench_begin(&b, p->n, scale);
  memcpy(b.s.x, x, (size_t)p->n*sizeof *x);
  newton_result result = solve(&b, p);
  memcpy(x, b.s.x, (size_t)p->n*sizeof *x);
  bench_end(&b);
  return result;
}

// in long double, for checking
static inline long double wide_product(double a, double b) {
  return (long double)a*(long double)b;
}

// a number in (-1, 1) that depends on every bit of x: noise that no rounding mode changes
static inline double hash_noise(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits = (bits ^ bits >> 30)*0xbf58476d1ce4e5b9u;
  bits = (bits ^ bits >> 27)*0x94d049bb133111ebu;
  return (double)(int64_t)(bits ^ bits >> 31)/0x1p63;
}

// ---- formulas

// x^2 = c
static inline void square(const problem *p, const double *x, double *r) {
  r[0] = x[0]*x[0] - p->c;
}

static inline void square_J(const problem *p, const double *x, double *J) {
  (void)p;
  J[0] = 2*x[0];
}

// e^x = c
static inline void exponential(const problem *p, const double *x, double *r) {
  r[0] = exp(x[0]) - p->c;
}

static inline void exponential_J(const problem *p, const double *x, double *J) {
  (void)p;
  J[0] = exp(x[0]);
}

// Kepler's equation: x - c sin x = b
static inline void kepler(const problem *p, const double *x, double *r) {
  r[0] = x[0] - p->c*sin(x[0]) - p->b[0];
}

static inline void kepler_J(const problem *p, const double *x, double *J) {
  J[0] = 1 - p->c*cos(x[0]);
}

// A x + c x^3 = b, n equations
static inline void cubic(const problem *p, const double *x, double *r) {
  for (int i = 0; i < p->n; i++) {
    r[i] = p->c*x[i]*x[i]*x[i] - p->b[i];
    for (int j = 0; j < p->n; j++)
      r[i] += p->A[i*p->n + j]*x[j];
  }
}

static inline void cubic_J(const problem *p, const double *x, double *J) {
  for (int i = 0; i < p->n; i++)
    for (int j = 0; j < p->n; j++)
      J[i*p->n + j] = p->A[i*p->n + j] + (i == j ? 3*p->c*x[i]*x[i] : 0);
}

static const double eye4[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
static const double mixed4[] = {4, 1, 0, -1, 1, 5, 2, 0, 0, 2, 6, 1, -1, 0, 1, 4};
