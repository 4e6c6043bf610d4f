// The constructors of sums, products, quotients and powers.
//
// Operations on numbers are folded. Otherwise the rules may change a value only where that makes it
// more accurate or where a factor was 0:
//
//   signs      move outwards and vanish in sums:  (-x)*y = -(x*y),  x + (-y) = x - y
//   factors    2^k move outwards, which is exact:  (x/2)*(2*y) = x*y
//   like terms c*x + d*x = (c + d)*x,  c*(d*x) = (c*d)*x,  x^a*x^b = x^(a + b)
//
// Sums and products are not reassociated beyond that. No rule calls for more than a few others, so
// the depth of a graph does not matter here.

#include "expr/apply.h"
#include "expr/graph.h"

#include <assert.h>
#include <math.h>

double expr_apply(expr_op op, double a, double b, double c) {
  return apply(op, a, b, c);
}

// ---- what an expression looks like

// the number c if e is c, NaN otherwise
static double number_or_nan(const graph *g, expr e) {
  return expr_is_number(g, e) ? expr_number_value(g, e) : (double)NAN;
}

static bool both_numbers(const graph *g, expr a, expr b) {
  return expr_is_number(g, a) && expr_is_number(g, b);
}

static expr fold(graph *g, expr_op op, expr a, expr b) {
  return expr_number(g, apply(op, expr_number_value(g, a), expr_number_value(g, b), 0));
}

// e = c*rest
typedef struct term {
  double c;
  expr rest;
} term;

// the number in front of a product, with -x = (-1)*x and x = 1*x
static term term_of(const graph *g, expr e) {
  node n = g->nodes[e];
  if (n.op == EXPR_NEG)
    return (term){-1, n.a};
  if (n.op == EXPR_MUL && expr_is_number(g, n.a))
    return (term){expr_number_value(g, n.a), n.b};
  if (n.op == EXPR_MUL && expr_is_number(g, n.b))
    return (term){expr_number_value(g, n.b), n.a};
  return (term){1, e};
}

// is c = +-2^k, with a reciprocal that is exact too?
static bool is_power_of_two(double c) {
  int exponent;
  return isnormal(c) && isnormal(1/c) && fabs(frexp(c, &exponent)) == 0.5;
}

// e = c*rest with c = +-2^k, c != 1?
static bool has_exact_factor(const graph *g, expr e, term *t) {
  *t = term_of(g, e);
  return t->c != 1 && is_power_of_two(t->c);
}

// e = base^k
typedef struct power {
  expr base;
  int32_t k;
} power;

static power power_of(const graph *g, expr e) {
  node n = g->nodes[e];
  if (n.op == EXPR_POWER)
    return (power){n.a, n.b};
  if (n.op == EXPR_DIV && n.a == expr_one)
    return (power){n.b, -1};
  return (power){e, 1};
}

static bool fits(int64_t k) {
  return k >= -INT32_MAX && k <= INT32_MAX;
}

// does e begin with a minus sign: -x, (-c)*x, (-c)/x, -c?
static bool is_negative(const graph *g, expr e) {
  node n = g->nodes[e];
  if (n.op == EXPR_DIV)
    return number_or_nan(g, n.a) < 0;
  return term_of(g, e).c < 0 || number_or_nan(g, e) < 0;
}

static void order(expr *a, expr *b) {
  if (*a <= *b)
    return;
  expr smaller = *b;
  *b = *a;
  *a = smaller;
}

// ---- sums

// c*x + d*x or c*x - d*x as one term; -1 if the terms are not alike
static expr like_terms(graph *g, expr_op op, expr a, expr b) {
  term s = term_of(g, a), t = term_of(g, b);
  double c = apply(op, s.c, t.c, 0);
  if (s.rest != t.rest || !isfinite(c))
    return -1;
  return expr_mul(g, expr_number(g, c), s.rest);
}

expr expr_add(graph *g, expr a, expr b) {
  if (both_numbers(g, a, b))
    return fold(g, EXPR_ADD, a, b);
  if (a == expr_zero)
    return b;
  if (b == expr_zero)
    return a;
  expr alike = like_terms(g, EXPR_ADD, a, b);
  if (alike >= 0)
    return alike;

  // x + (-y) = x - y, (-x) + (-y) = -(x + y)
  order(&a, &b);
  if (is_negative(g, b))
    return expr_sub(g, a, expr_neg(g, b));
  if (is_negative(g, a))
    return expr_sub(g, b, expr_neg(g, a));
  return graph_intern(g, EXPR_ADD, a, b, 0);
}

expr expr_sub(graph *g, expr a, expr b) {
  if (both_numbers(g, a, b))
    return fold(g, EXPR_SUB, a, b);
  if (b == expr_zero)
    return a;
  if (a == expr_zero)
    return expr_neg(g, b);
  expr alike = like_terms(g, EXPR_SUB, a, b);
  if (alike >= 0)
    return alike;

  // x - (-y) = x + y, (-x) - y = -(x + y)
  if (is_negative(g, b))
    return expr_add(g, a, expr_neg(g, b));
  if (node_is(g, a, EXPR_NEG))
    return expr_neg(g, expr_add(g, g->nodes[a].a, b));
  return graph_intern(g, EXPR_SUB, a, b, 0);
}

// a sign is taken into a number in front, and -(x - y) = y - x
expr expr_neg(graph *g, expr a) {
  node n = g->nodes[a];
  if (n.op == EXPR_NUMBER)
    return expr_number(g, -expr_number_value(g, a));
  if (n.op == EXPR_SUB)
    return expr_sub(g, n.b, n.a);
  if (n.op == EXPR_DIV && n.a != expr_one && expr_is_number(g, n.a))
    return expr_div(g, expr_neg(g, n.a), n.b);
  term t = term_of(g, a);
  if (t.rest != a)
    return expr_mul(g, expr_number(g, -t.c), t.rest);
  return graph_intern(g, EXPR_NEG, a, 0, 0);
}

// ---- products

// x^j*x^k or x^j/x^k as one power; -1 if the bases differ
static expr like_powers(graph *g, expr_op op, expr a, expr b) {
  power s = power_of(g, a), t = power_of(g, b);
  int64_t k = op == EXPR_MUL ? (int64_t)s.k + t.k : (int64_t)s.k - t.k;
  if (s.base != t.base || !fits(k))
    return -1;
  return expr_power(g, s.base, (int32_t)k);
}

// c*e
static expr scaled(graph *g, double c, expr e) {
  if (c == 0)
    return expr_zero;
  if (c == 1)
    return e;
  if (c == -1 && !node_is(g, e, EXPR_NEG))
    return expr_neg(g, e);

  // c*(d*x) = (c*d)*x, unless the product of the numbers leaves the range
  term t = term_of(g, e);
  if (t.rest != e && isnormal(c*t.c))
    return scaled(g, c*t.c, t.rest);
  expr number = expr_number(g, c);
  order(&number, &e);
  return graph_intern(g, EXPR_MUL, number, e, 0);
}

expr expr_mul(graph *g, expr a, expr b) {
  if (both_numbers(g, a, b))
    return fold(g, EXPR_MUL, a, b);
  if (expr_is_number(g, a))
    return scaled(g, expr_number_value(g, a), b);
  if (expr_is_number(g, b))
    return scaled(g, expr_number_value(g, b), a);

  // exact factors, signs among them, move outwards
  order(&a, &b);
  term t;
  if (has_exact_factor(g, a, &t))
    return scaled(g, t.c, expr_mul(g, t.rest, b));
  if (has_exact_factor(g, b, &t))
    return scaled(g, t.c, expr_mul(g, a, t.rest));
  expr alike = like_powers(g, EXPR_MUL, a, b);
  return alike >= 0 ? alike : graph_intern(g, EXPR_MUL, a, b, 0);
}

// a/(c*rest), c = +-2^k
static expr divided_exactly(graph *g, expr a, term t) {
  double c = number_or_nan(g, a)/t.c;
  if (isnormal(c))
    return expr_div(g, expr_number(g, c), t.rest);
  return scaled(g, 1/t.c, expr_div(g, a, t.rest));
}

expr expr_div(graph *g, expr a, expr b) {
  if (both_numbers(g, a, b))
    return fold(g, EXPR_DIV, a, b);
  if (a == expr_zero)
    return expr_zero;
  if (is_power_of_two(number_or_nan(g, b)))
    return scaled(g, 1/expr_number_value(g, b), a);
  if (number_or_nan(g, a) == -1)
    return expr_neg(g, expr_div(g, expr_one, b));

  // exact factors, signs among them, move outwards
  term t;
  if (has_exact_factor(g, b, &t))
    return divided_exactly(g, a, t);
  if (has_exact_factor(g, a, &t))
    return scaled(g, t.c, expr_div(g, t.rest, b));

  // 1/x^k = x^(-k), x^j/x^k = x^(j - k)
  power p = power_of(g, b);
  if (a == expr_one && p.base != b && fits(-(int64_t)p.k))
    return expr_power(g, p.base, -p.k);
  expr alike = like_powers(g, EXPR_DIV, a, b);
  return alike >= 0 ? alike : graph_intern(g, EXPR_DIV, a, b, 0);
}

// ---- powers

// a^k by what a is made of; -1 if there is no rule
static expr power_of_parts(graph *g, expr a, int32_t k) {
  // (x^j)^k = x^(j k)
  power p = power_of(g, a);
  if (p.base != a && fits((int64_t)p.k*k))
    return expr_power(g, p.base, (int32_t)((int64_t)p.k*k));

  // (c x)^k = c^k x^k, c = +-2^j
  term t;
  if (has_exact_factor(g, a, &t) && is_power_of_two(apply_power(t.c, k)))
    return scaled(g, apply_power(t.c, k), expr_power(g, t.rest, k));

  // |x|^k = x^k and (x - y)^k = (y - x)^k for even k
  if (node_is(g, a, EXPR_ABS) && k % 2 == 0)
    return expr_power(g, g->nodes[a].a, k);
  expr turned = graph_turned(g, a);
  if (turned >= 0)
    return scaled(g, k % 2 == 0 ? 1 : -1, expr_power(g, turned, k));
  return -1;
}

expr expr_power(graph *g, expr a, int32_t k) {
  if (k == 0)
    return expr_one;
  if (k == 1)
    return a;
  if (k == -1)
    return expr_div(g, expr_one, a);
  if (expr_is_number(g, a))
    return expr_number(g, apply_power(expr_number_value(g, a), k));
  expr known = power_of_parts(g, a, k);
  return known >= 0 ? known : graph_intern(g, EXPR_POWER, a, k, 0);
}

expr expr_pow(graph *g, expr a, expr b) {
  double k = number_or_nan(g, b);
  if (fabs(k) <= INT32_MAX && k == floor(k))
    return expr_power(g, a, (int32_t)k);
  if (both_numbers(g, a, b))
    return fold(g, EXPR_POW, a, b);
  if (a == expr_one)
    return expr_one;
  if (k == 0.5)
    return expr_call(g, EXPR_SQRT, a);
  return graph_intern(g, EXPR_POW, a, b, 0);
}
