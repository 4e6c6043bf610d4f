#include "expr/expand.h"

#include "expr/graph.h"

#include <math.h>
#include <string.h>

enum { most_factors = 16, deepest = 60, highest_power = 8 };

// number times factors over divisors, both in the order of their nodes
typedef struct term {
  double number;
  expr factor[most_factors], divisor[most_factors];
  int nfactor, ndivisor;
} term;

typedef struct sum {
  term list[expand_most];
  int n;
} sum;

// ---------------------------------------------------------------------------------------------
// terms

static bool put(expr *list, int *n, expr e) {
  if (*n == most_factors)
    return false;
  int k = (*n)++;
  for (; k > 0 && list[k - 1] > e; k--)
    list[k] = list[k - 1];
  list[k] = e;
  return true;
}

static bool is_alike(const term *a, const term *b) {
  return a->nfactor == b->nfactor && a->ndivisor == b->ndivisor &&
         memcmp(a->factor, b->factor, (size_t)a->nfactor*sizeof *a->factor) == 0 &&
         memcmp(a->divisor, b->divisor, (size_t)a->ndivisor*sizeof *a->divisor) == 0;
}

static bool add_term(sum *s, const term *t) {
  for (int i = 0; i < s->n; i++)
    if (is_alike(&s->list[i], t)) {
      s->list[i].number += t->number;
      return true;
    }
  if (s->n == expand_most)
    return false;
  s->list[s->n++] = *t;
  return true;
}

// ---------------------------------------------------------------------------------------------
// expressions

// s += scale*e
static bool collect(graph *g, sum *s, expr e, const term *scale, int depth);

// of a product: the terms of one factor, each times all of the other
static bool collect_product(graph *g, sum *s, node n, const term *scale, int depth) {
  sum left = {.n = 0};
  bool good = collect(g, &left, n.a, scale, depth);
  for (int i = 0; i < left.n && good; i++)
    good = collect(g, s, n.b, &left.list[i], depth);
  return good;
}

static bool collect_factor(sum *s, expr e, int power, const term *scale) {
  term t = *scale;
  bool good = true;
  for (int k = 0; k < power && good; k++)
    good = put(t.factor, &t.nfactor, e);
  return good && add_term(s, &t);
}

static bool collect(graph *g, sum *s, expr e, const term *scale, int depth) {
  node n = g->nodes[e];
  term t = *scale;
  if (depth == 0)
    return false;
  switch (n.op) {
  case EXPR_NUMBER: t.number *= expr_number_value(g, e); return add_term(s, &t);
  case EXPR_ADD: return collect(g, s, n.a, &t, depth - 1) && collect(g, s, n.b, &t, depth - 1);
  case EXPR_SUB:
    if (!collect(g, s, n.a, &t, depth - 1))
      return false;
    t.number = -t.number;
    return collect(g, s, n.b, &t, depth - 1);
  case EXPR_NEG: t.number = -t.number; return collect(g, s, n.a, &t, depth - 1);
  case EXPR_MUL: return collect_product(g, s, n, &t, depth - 1);
  case EXPR_DIV:
    if (expr_is_number(g, n.b))
      t.number /= expr_number_value(g, n.b);
    else if (!put(t.divisor, &t.ndivisor, n.b))
      return false;
    return collect(g, s, n.a, &t, depth - 1);
  case EXPR_POWER:
    if (node_is(g, n.a, EXPR_SYMBOL) && n.b > 0 && n.b <= highest_power)
      return collect_factor(s, n.a, n.b, &t);
    return collect_factor(s, e, 1, &t);
  default: return collect_factor(s, e, 1, &t);
  }
}

// ---------------------------------------------------------------------------------------------
// back into the graph

// the product of a list, equal ones as a power
static expr product(graph *g, const expr *list, int n, expr with) {
  for (int i = 0, k; i < n; i = k) {
    for (k = i + 1; k < n && list[k] == list[i];)
      k++;
    with = expr_mul(g, with, expr_power(g, list[i], k - i));
  }
  return with;
}

bool expr_expand(graph *g, expr e, expr *out) {
  sum s = {.n = 0};
  term one = {.number = 1};
  expr total = expr_zero;
  *out = e;
  if (!collect(g, &s, e, &one, deepest))
    return false;
  for (int i = 0; i < s.n; i++) {
    const term *t = &s.list[i];
    if (t->number == 0)
      continue;
    expr x = product(g, t->factor, t->nfactor, expr_number(g, fabs(t->number)));
    x = t->ndivisor > 0 ? expr_div(g, x, product(g, t->divisor, t->ndivisor, expr_one)) : x;
    total = t->number < 0 ? expr_sub(g, total, x) : expr_add(g, total, x);
  }
  if (graph_status(g) != NOSLIP_OK)
    return false;
  *out = total;
  return true;
}
