// The value of every operation on numbers: the one definition that folding and the interpreter
// share. `apply` is inline so that the interpreter has it inside its loop.
//
// a^k, k an integer, is the product of those squares a, a^2, a^4, ... that the binary digits of k
// name, lowest first, and its reciprocal if k < 0. The tape expands powers in the same order, so
// both give the same bits.

#pragma once

#include "expr/node.h"
#include "real/arctangent.h"
#include "real/exponential.h"
#include "real/logarithm.h"
#include "real/sine.h"

#include <math.h>

static inline double apply_power(double a, int32_t k) {
  double square = a, product = 1;
  for (uint32_t digits = k < 0 ? 0u - (uint32_t)k : (uint32_t)k; digits > 0; digits >>= 1) {
    if (digits & 1)
      product *= square;
    if (digits > 1)
      square *= square;
  }
  return k < 0 ? 1/product : product;
}

static inline double apply(expr_op op, double a, double b, double c) {
  switch (op) {
  case EXPR_ADD: return a + b;
  case EXPR_SUB: return a - b;
  case EXPR_MUL: return a*b;
  case EXPR_DIV: return a/b;
  case EXPR_NEG: return -a;
  case EXPR_POWER: return apply_power(a, (int32_t)b);
  case EXPR_POW: return real_pow(a, b);
  case EXPR_SIN: return real_sin(a);
  case EXPR_COS: return real_cos(a);
  case EXPR_TAN: return real_tan(a);
  case EXPR_ASIN: return real_asin(a);
  case EXPR_ACOS: return real_acos(a);
  case EXPR_ATAN: return real_atan(a);
  case EXPR_SINH: return real_sinh(a);
  case EXPR_COSH: return real_cosh(a);
  case EXPR_TANH: return real_tanh(a);
  case EXPR_EXP: return real_exp(a);
  case EXPR_LOG: return real_log(a);
  case EXPR_SQRT: return sqrt(a);
  case EXPR_LOG1P: return real_log1p(a);
  case EXPR_ABS: return fabs(a);
  case EXPR_SIGN: return (double)((a > 0) - (a < 0));
  case EXPR_ATAN2: return real_atan2(a, b);
  case EXPR_MIN: return a < b ? a : b;
  case EXPR_MAX: return a < b ? b : a;
  case EXPR_LESS: return a < b;
  case EXPR_LESS_EQUAL: return a <= b;
  case EXPR_AND: return a != 0 && b != 0;
  case EXPR_OR: return a != 0 || b != 0;
  case EXPR_SELECT: return a != 0 ? b : c;
  case EXPR_NUMBER:
  case EXPR_SYMBOL:
  case EXPR_OP_COUNT: break;
  }
  return (double)NAN;
}
