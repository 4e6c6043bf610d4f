// The value of every operation on numbers, for folding and for the interpreter. `apply` is inline
// so that the interpreter has it inside its loop.
//
// a^k, k an integer, is the product of those squares a, a^2, a^4, ... that the binary digits of k
// name, lowest first, and its reciprocal if k < 0. The tape expands powers in the same order, so
// both give the same bits.

#pragma once

#include "expr/node.h"
#include "real/arctangent.h"
#include "real/exponential.h"
#include "real/logarithm.h"
#include "real/remainder.h"
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
// clang-format off
#define OPERATION(name, sign, n, traits, file, value, ...) \
  case EXPR_##name: return value;
#include "expr/functions.inl"
  // clang-format on
  case EXPR_NUMBER:
  case EXPR_SYMBOL:
  case EXPR_OP_COUNT: break;
  }
  return (double)NAN;
}
