// The constructors of functions, comparisons and where(): numbers are folded, signs move outwards.

#include "expr/apply.h"
#include "expr/graph.h"

#include <assert.h>

// Of x - y and y - x one is the usual way to write their distance: numbers last, otherwise the
// older node first. sin, cos, ... of both then share one node: half of all calls in a double sum
// over angles th[i] - th[j].
expr graph_turned(graph *g, expr e) {
  node n = g->nodes[e];
  if (n.op != EXPR_SUB || expr_is_number(g, n.b))
    return -1;
  return expr_is_number(g, n.a) || n.a > n.b ? graph_intern(g, EXPR_SUB, n.b, n.a, 0) : -1;
}

// -e if that is the usual one of the two, otherwise -1
static expr without_sign(graph *g, expr e) {
  node n = g->nodes[e];
  if (n.op == EXPR_NEG)
    return n.a;
  bool negative = n.op == EXPR_MUL && ((expr_is_number(g, n.a) && expr_number_value(g, n.a) < 0) ||
                                       (expr_is_number(g, n.b) && expr_number_value(g, n.b) < 0));
  return negative ? expr_neg(g, e) : graph_turned(g, e);
}

static bool has(expr_op op, expr_trait trait) {
  return expr_traits(op) & trait;
}

// is e its own absolute value?
static bool is_absolute(const graph *g, expr e) {
  node n = g->nodes[e];
  return has((expr_op)n.op, EXPR_POSITIVE) || (n.op == EXPR_POWER && n.b % 2 == 0);
}

expr expr_call(graph *g, expr_op op, expr a) {
  assert(has(op, EXPR_CALL) && expr_operands(op) == 1);
  if (expr_is_number(g, a))
    return expr_number(g, apply(op, expr_number_value(g, a), 0, 0));
  if (op == EXPR_ABS && is_absolute(g, a))
    return a;
  if (op == EXPR_SIGN && node_is(g, a, EXPR_SIGN))
    return a;

  // f(-x) = -f(x) or f(x)
  expr turned = has(op, EXPR_ODD) || has(op, EXPR_EVEN) ? without_sign(g, a) : -1;
  if (turned >= 0 && has(op, EXPR_EVEN))
    return expr_call(g, op, turned);
  if (turned >= 0)
    return expr_neg(g, expr_call(g, op, turned));
  return graph_intern(g, op, a, 0, 0);
}

// is e always 0 or 1?
static bool is_condition(const graph *g, expr e) {
  return has((expr_op)g->nodes[e].op, EXPR_TRUTH) || e == expr_zero || e == expr_one;
}

// op(a, a)
static expr call_of_equals(graph *g, expr_op op, expr a) {
  switch (op) {
  case EXPR_MIN:
  case EXPR_MAX: return a;
  case EXPR_LESS: return expr_zero;
  case EXPR_LESS_EQUAL: return expr_one;
  case EXPR_AND:
  case EXPR_OR: return is_condition(g, a) ? a : -1;
  default: return -1;
  }
}

// `and`, `or` of a number and a condition
static expr junction(graph *g, expr_op op, expr number, expr other) {
  bool holds = expr_number_value(g, number) != 0;
  if (op == EXPR_AND && !holds)
    return expr_zero;
  if (op == EXPR_OR && holds)
    return expr_one;
  return is_condition(g, other) ? other : -1;
}

static expr simpler_junction(graph *g, expr_op op, expr a, expr b) {
  if (op != EXPR_AND && op != EXPR_OR)
    return -1;
  if (expr_is_number(g, a))
    return junction(g, op, a, b);
  return expr_is_number(g, b) ? junction(g, op, b, a) : -1;
}

expr expr_call2(graph *g, expr_op op, expr a, expr b) {
  assert(has(op, EXPR_CALL) && expr_operands(op) == 2);
  if (expr_is_number(g, a) && expr_is_number(g, b))
    return expr_number(g, apply(op, expr_number_value(g, a), expr_number_value(g, b), 0));
  expr simpler = a == b ? call_of_equals(g, op, a) : simpler_junction(g, op, a, b);
  if (simpler >= 0)
    return simpler;
  if (has(op, EXPR_COMMUTES) && a > b)
    return graph_intern(g, op, b, a, 0);
  return graph_intern(g, op, a, b, 0);
}

expr expr_select(graph *g, expr condition, expr yes, expr no) {
  if (expr_is_number(g, condition))
    return expr_number_value(g, condition) != 0 ? yes : no;
  return yes == no ? yes : graph_intern(g, EXPR_SELECT, condition, yes, no);
}

expr graph_make(graph *g, expr_op op, int32_t a, int32_t b, int32_t c) {
  switch (op) {
  case EXPR_ADD: return expr_add(g, a, b);
  case EXPR_SUB: return expr_sub(g, a, b);
  case EXPR_MUL: return expr_mul(g, a, b);
  case EXPR_DIV: return expr_div(g, a, b);
  case EXPR_NEG: return expr_neg(g, a);
  case EXPR_POWER: return expr_power(g, a, b);
  case EXPR_POW: return expr_pow(g, a, b);
  case EXPR_SELECT: return expr_select(g, a, b, c);
  default: return expr_operands(op) == 1 ? expr_call(g, op, a) : expr_call2(g, op, a, b);
  }
}
