// Random expressions, and ways to evaluate a graph that share nothing with the tape.

#pragma once

#include "expr/graph.h"

#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

// ---- random numbers, the same in every run

typedef struct dice {
  uint64_t state;
} dice;

static inline uint32_t dice_next(dice *d) {
  d->state = d->state*UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(d->state >> 33);
}

static inline int dice_below(dice *d, int n) {
  return (int)(dice_next(d) % (uint32_t)n);
}

// uniform in [low, high]
static inline double dice_real(dice *d, double low, double high) {
  return low + (high - low)*dice_next(d)/2147483647.0;
}

// ---- random expressions

typedef struct maker {
  graph *g;
  dice dice;
  const expr *x;  // n symbols
  int n;
  bool smooth;  // no abs, sign, min, max, comparisons, where
} maker;

static inline expr number(graph *g, double x) {
  return expr_number(g, x);
}

static inline expr call(graph *g, expr_op op, expr a) {
  return expr_call(g, op, a);
}

// 1.5 + sin(a), between 0.5 and 2.5
static inline expr positive(graph *g, expr a) {
  return expr_add(g, number(g, 1.5), call(g, EXPR_SIN, a));
}

static inline expr make_leaf(maker *m) {
  if (dice_below(&m->dice, 4) > 0)
    return m->x[dice_below(&m->dice, m->n)];
  return number(m->g,
                dice_below(&m->dice, 2) ? dice_below(&m->dice, 5) - 2 : dice_real(&m->dice, -2, 2));
}

// a smooth operation, its operands tamed so that it is defined and its derivative bounded
static inline expr make_smooth(maker *m, expr_op op, expr a, expr b) {
  graph *g = m->g;
  switch (op) {
  case EXPR_ADD: return expr_add(g, a, b);
  case EXPR_SUB: return expr_sub(g, a, b);
  case EXPR_MUL: return expr_mul(g, call(g, EXPR_TANH, a), b);
  case EXPR_DIV: return expr_div(g, a, positive(g, b));
  case EXPR_NEG: return expr_neg(g, a);
  case EXPR_POWER: return expr_power(g, positive(g, a), dice_below(&m->dice, 11) - 5);
  case EXPR_POW: return expr_pow(g, positive(g, a), call(g, EXPR_SIN, b));
  case EXPR_ASIN:
  case EXPR_ACOS: return call(g, op, expr_mul(g, number(g, 0.8), call(g, EXPR_SIN, a)));
  case EXPR_LOG: return call(g, b % 2 ? EXPR_LOG1P : EXPR_LOG, positive(g, a));
  case EXPR_SQRT: return call(g, op, positive(g, a));
  case EXPR_TAN:
  case EXPR_SINH:
  case EXPR_COSH:
  case EXPR_EXP: return call(g, op, call(g, EXPR_SIN, a));
  case EXPR_ATAN2: return expr_call2(g, op, positive(g, a), b);
  default: return call(g, op, a);
  }
}

static inline expr make_condition(maker *m, expr a, expr b) {
  graph *g = m->g;
  expr less = expr_call2(g, EXPR_LESS, a, b);
  expr other = expr_call2(g, EXPR_LESS_EQUAL, b, call(g, EXPR_SIN, a));
  switch (dice_below(&m->dice, 4)) {
  case 0: return less;
  case 1: return other;
  case 2: return expr_call2(g, EXPR_AND, less, other);
  default: return expr_call2(g, EXPR_OR, less, other);
  }
}

static inline expr make_rough(maker *m, expr a, expr b) {
  graph *g = m->g;
  switch (dice_below(&m->dice, 8)) {
  case 0: return call(g, EXPR_ABS, a);
  case 1: return expr_mul(g, call(g, EXPR_SIGN, a), b);
  case 2: return expr_call2(g, EXPR_MIN, a, b);
  case 3: return expr_call2(g, EXPR_MAX, a, b);
  case 4: return expr_add(g, call(g, EXPR_FLOOR, a), b);
  case 5: return expr_call2(g, EXPR_MOD, a, positive(g, b));
  default: return expr_select(g, make_condition(m, a, b), a, call(g, EXPR_COS, b));
  }
}

static inline expr make_expr(maker *m, int depth) {
  static const expr_op ops[] = {
      EXPR_ADD,  EXPR_SUB,  EXPR_MUL, EXPR_DIV,  EXPR_NEG,  EXPR_POWER, EXPR_POW,
      EXPR_SIN,  EXPR_COS,  EXPR_TAN, EXPR_ASIN, EXPR_ACOS, EXPR_ATAN,  EXPR_SINH,
      EXPR_COSH, EXPR_TANH, EXPR_EXP, EXPR_LOG,  EXPR_SQRT, EXPR_ATAN2,
  };
  if (depth == 0)
    return make_leaf(m);
  expr a = make_expr(m, depth - 1);
  expr b = make_expr(m, depth - 1 - dice_below(&m->dice, depth));
  if (!m->smooth && dice_below(&m->dice, 4) == 0)
    return make_rough(m, a, b);
  return make_smooth(m, ops[dice_below(&m->dice, sizeof ops/sizeof *ops)], a, b);
}

// ---- evaluation, node by node

// values of all nodes, value[e]; the symbols x have the values at[]. The caller frees it.
static inline double *evaluate(const graph *g, const expr *x, const double *at, int n) {
  double *value = calloc((size_t)graph_size(g), sizeof *value);
  for (int j = 0; j < n; j++)
    value[x[j]] = at[j];
  for (expr e = 0; e < graph_size(g); e++) {
    node k = graph_node(g, e);
    if (k.op == EXPR_NUMBER)
      value[e] = expr_number_value(g, e);
    else if (k.op == EXPR_POWER)
      value[e] = expr_apply(EXPR_POWER, value[k.a], k.b, 0);
    else if (k.op != EXPR_SYMBOL)
      value[e] = expr_apply((expr_op)k.op, value[k.a], value[k.b], value[k.c]);
  }
  return value;
}

// the angle of (x, y), continued to complex numbers near the real ones
static inline double complex complex_angle(double complex y, double complex x) {
  if (fabs(creal(x)) > fabs(creal(y)))
    return catan(y/x) + (creal(x) > 0 ? 0 : copysign(acos(-1.0), creal(y)));
  return copysign(acos(-1.0)/2, creal(y)) - catan(x/y);
}

static inline double complex complex_apply(expr_op op, double complex a, double complex b) {
  switch (op) {
  case EXPR_ADD: return a + b;
  case EXPR_SUB: return a - b;
  case EXPR_MUL: return a*b;
  case EXPR_DIV: return a/b;
  case EXPR_NEG: return -a;
  case EXPR_POW: return cexp(b*clog(a));
  case EXPR_SIN: return csin(a);
  case EXPR_COS: return ccos(a);
  case EXPR_TAN: return ctan(a);
  case EXPR_ASIN: return casin(a);
  case EXPR_ACOS: return cacos(a);
  case EXPR_ATAN: return catan(a);
  case EXPR_SINH: return csinh(a);
  case EXPR_COSH: return ccosh(a);
  case EXPR_TANH: return ctanh(a);
  case EXPR_EXP: return cexp(a);
  case EXPR_LOG: return clog(a);
  case EXPR_SQRT: return csqrt(a);
  case EXPR_LOG1P: return clog(1 + a);
  case EXPR_ATAN2: return complex_angle(a, b);
  default: return (double)NAN;
  }
}

static inline double complex complex_power(double complex a, int k) {
  double complex product = 1;
  for (int i = 0; i < abs(k); i++)
    product *= a;
  return k < 0 ? 1/product : product;
}

// as `evaluate`, with x[which] moved by i h: the imaginary parts are h times derivatives
static inline double complex *evaluate_complex(const graph *g, const expr *x, const double *at,
                                               int n, int which, double h) {
  double complex *value = calloc((size_t)graph_size(g), sizeof *value);
  for (int j = 0; j < n; j++)
    value[x[j]] = at[j] + (double complex)I*(j == which ? h : 0);
  for (expr e = 0; e < graph_size(g); e++) {
    node k = graph_node(g, e);
    if (k.op == EXPR_NUMBER)
      value[e] = expr_number_value(g, e);
    else if (k.op == EXPR_POWER)
      value[e] = complex_power(value[k.a], k.b);
    else if (k.op != EXPR_SYMBOL)
      value[e] = complex_apply((expr_op)k.op, value[k.a], value[k.b]);
  }
  return value;
}
