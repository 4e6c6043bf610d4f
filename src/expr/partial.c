// The derivatives of the operations. e is the value of the operation itself: tan' = 1 + e^2,
// exp' = e, so that nothing is computed twice.

#include "expr/partial.h"

#include <assert.h>

// e = a/b:  1/b,  -e/b
static expr quotient(graph *g, expr s, expr e, node n, int k) {
  expr part = expr_div(g, s, n.b);
  return k == 0 ? part : expr_neg(g, expr_mul(g, part, e));
}

// e = a^k:  k a^(k - 1), as k e/a for the one k from which 1 cannot be taken
static expr integer_power(graph *g, expr s, expr e, node n) {
  expr lower = n.b > INT32_MIN ? expr_power(g, n.a, n.b - 1) : expr_div(g, e, n.a);
  return expr_mul(g, s, expr_mul(g, expr_number(g, n.b), lower));
}

// e = a^b:  b a^(b - 1),  e log a
static expr general_power(graph *g, expr s, expr e, node n, int k) {
  if (k == 1)
    return expr_mul(g, s, expr_mul(g, e, expr_call(g, EXPR_LOG, n.a)));
  expr lower = expr_pow(g, n.a, expr_sub(g, n.b, expr_one));
  return expr_mul(g, s, expr_mul(g, n.b, lower));
}

// e = asin a:  1/sqrt(1 - a^2)
static expr inverse_sine(graph *g, expr s, expr a) {
  expr radicand = expr_sub(g, expr_one, expr_power(g, a, 2));
  return expr_div(g, s, expr_call(g, EXPR_SQRT, radicand));
}

// the angle of (b, a):  b/(a^2 + b^2),  -a/(a^2 + b^2)
static expr angle(graph *g, expr s, node n, int k) {
  expr b2 = expr_power(g, n.b, 2), a2 = expr_power(g, n.a, 2);  // in this order with any compiler
  expr square = expr_add(g, a2, b2);
  expr part = expr_div(g, expr_mul(g, s, k == 0 ? n.b : n.a), square);
  return k == 0 ? part : expr_neg(g, part);
}

// the functions of one argument
static expr of_function(graph *g, expr s, expr e, expr_op op, expr a) {
  switch (op) {
  case EXPR_SIN: return expr_mul(g, s, expr_call(g, EXPR_COS, a));
  case EXPR_COS: return expr_neg(g, expr_mul(g, s, expr_call(g, EXPR_SIN, a)));
  case EXPR_TAN: return expr_mul(g, s, expr_add(g, expr_one, expr_power(g, e, 2)));
  case EXPR_ASIN: return inverse_sine(g, s, a);
  case EXPR_ACOS: return expr_neg(g, inverse_sine(g, s, a));
  case EXPR_ATAN: return expr_div(g, s, expr_add(g, expr_one, expr_power(g, a, 2)));
  case EXPR_SINH: return expr_mul(g, s, expr_call(g, EXPR_COSH, a));
  case EXPR_COSH: return expr_mul(g, s, expr_call(g, EXPR_SINH, a));
  case EXPR_TANH: return expr_mul(g, s, expr_sub(g, expr_one, expr_power(g, e, 2)));
  case EXPR_EXP: return expr_mul(g, s, e);
  case EXPR_LOG: return expr_div(g, s, a);
  case EXPR_LOG1P: return expr_div(g, s, expr_add(g, expr_one, a));
  case EXPR_SQRT: return expr_div(g, s, expr_mul(g, expr_number(g, 2), e));
  case EXPR_ABS: return expr_mul(g, s, expr_call(g, EXPR_SIGN, a));
  default: return expr_zero;
  }
}

expr partial_times(graph *g, expr s, expr e, int k) {
  node n = g->nodes[e];
  assert(!partial_is_branch(g, e));
  if (!partial_passes((expr_op)n.op, k))
    return expr_zero;
  switch (n.op) {
  case EXPR_ADD: return s;
  case EXPR_SUB: return k == 0 ? s : expr_neg(g, s);
  case EXPR_MUL: return expr_mul(g, s, k == 0 ? n.b : n.a);
  case EXPR_DIV: return quotient(g, s, e, n, k);
  case EXPR_NEG: return expr_neg(g, s);
  case EXPR_POWER: return integer_power(g, s, e, n);
  case EXPR_POW: return general_power(g, s, e, n, k);
  case EXPR_ATAN2: return angle(g, s, n, k);
  default: return of_function(g, s, e, (expr_op)n.op, n.a);
  }
}

bool partial_is_branch(const graph *g, expr e) {
  return node_is(g, e, EXPR_SELECT) || node_is(g, e, EXPR_MIN) || node_is(g, e, EXPR_MAX);
}

partial_branches partial_branch(graph *g, expr e) {
  node n = g->nodes[e];
  if (n.op == EXPR_SELECT)
    return (partial_branches){.condition = n.a, .yes = n.b, .no = n.c};
  expr less = expr_call2(g, EXPR_LESS, n.a, n.b);
  if (n.op == EXPR_MIN)
    return (partial_branches){.condition = less, .yes = n.a, .no = n.b};
  return (partial_branches){.condition = less, .yes = n.b, .no = n.a};
}

bool partial_passes(expr_op op, int k) {
  switch (op) {
  case EXPR_SIGN:
  case EXPR_LESS:
  case EXPR_LESS_EQUAL:
  case EXPR_AND:
  case EXPR_OR: return false;
  case EXPR_SELECT: return k > 0;
  default: return true;
  }
}
