// What the derivatives of the operations, the column `slope` of functions.inl, are made of. e is the
// value of the operation itself: tan' = 1 + e^2, exp' = e, so that nothing is computed twice.

#include "expr/partial.h"

#include <assert.h>

// e = a/b:  1/b,  -e/b
static expr quotient_slope(graph *g, expr s, expr e, node n, int k) {
  expr part = expr_div(g, s, n.b);
  return k == 0 ? part : expr_neg(g, expr_mul(g, part, e));
}

// e = a^k:  k a^(k - 1), as k e/a for the one k from which 1 cannot be taken
static expr power_slope(graph *g, expr s, expr e, node n) {
  expr lower = n.b > INT32_MIN ? expr_power(g, n.a, n.b - 1) : expr_div(g, e, n.a);
  return expr_mul(g, s, expr_mul(g, expr_number(g, n.b), lower));
}

// e = a^b:  b a^(b - 1),  e log a
static expr pow_slope(graph *g, expr s, expr e, node n, int k) {
  if (k == 1)
    return expr_mul(g, s, expr_mul(g, e, expr_call(g, EXPR_LOG, n.a)));
  expr lower = expr_pow(g, n.a, expr_sub(g, n.b, expr_one));
  return expr_mul(g, s, expr_mul(g, n.b, lower));
}

// e = asin a:  1/sqrt(1 - a^2)
static expr asin_slope(graph *g, expr s, expr a) {
  expr radicand = expr_sub(g, expr_one, expr_power(g, a, 2));
  return expr_div(g, s, expr_call(g, EXPR_SQRT, radicand));
}

// the angle of (b, a):  b/(a^2 + b^2),  -a/(a^2 + b^2)
static expr atan2_slope(graph *g, expr s, node n, int k) {
  expr b2 = expr_power(g, n.b, 2), a2 = expr_power(g, n.a, 2);  // in this order with any compiler
  expr square = expr_add(g, a2, b2);
  expr part = expr_div(g, expr_mul(g, s, k == 0 ? n.b : n.a), square);
  return k == 0 ? part : expr_neg(g, part);
}

// e = a - |b| floor(a/|b|):  1,  (e - a)/b
static expr mod_slope(graph *g, expr s, expr e, node n, int k) {
  return k == 0 ? s : expr_mul(g, s, expr_div(g, expr_sub(g, e, n.a), n.b));
}

expr partial_times(graph *g, expr s, expr e, int k) {
  node n = g->nodes[e];
  assert(!partial_is_branch(g, e));
  assert(0 <= k && k < expr_operands((expr_op)n.op));
  if (!partial_passes((expr_op)n.op, k))
    return expr_zero;
  switch ((expr_op)n.op) {
// clang-format off
#define OPERATION(name, sign, operands, traits, file, value, slope, ...) \
  case EXPR_##name: return slope;
#include "expr/functions.inl"
  // clang-format on
  case EXPR_NUMBER:
  case EXPR_SYMBOL:
  case EXPR_OP_COUNT: break;
  }
  return expr_zero;
}

bool partial_is_branch(const graph *g, expr e) {
  return expr_traits((expr_op)g->nodes[e].op) & EXPR_BRANCH;
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
  return !(expr_traits(op) & EXPR_STEPS) && (op != EXPR_SELECT || k > 0);
}
