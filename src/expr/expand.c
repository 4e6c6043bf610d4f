#include "expr/expand.h"

#include "expr/graph.h"

#include <math.h>
#include <string.h>

enum { most_factors = 16, highest_power = 8 };
enum { most_depth = 100, most_products = 12, most_work = 50000 };

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

// how far it may go: levels of nodes, levels of products, each of which has a sum of its own, nodes
typedef struct expansion {
  graph *g;
  int depth, products, work;
} expansion;

// s += scale*e; false: too much
static bool collect(expansion *x, sum *s, expr e, const term *scale);

// of a product: the terms of one factor, each times all of the other
static bool collect_product(expansion *x, sum *s, node n, const term *scale) {
  sum left = {.n = 0};
  if (x->products == 0)
    return false;
  x->products--;
  bool good = collect(x, &left, n.a, scale);
  for (int i = 0; i < left.n && good; i++)
    good = collect(x, s, n.b, &left.list[i]);
  x->products++;
  return good;
}

static bool collect_factor(sum *s, expr e, int power, const term *scale) {
  term t = *scale;
  bool good = true;
  for (int k = 0; k < power && good; k++)
    good = put(t.factor, &t.nfactor, e);
  return good && add_term(s, &t);
}

static bool collect_quotient(expansion *x, sum *s, node n, const term *scale) {
  term t = *scale;
  if (expr_is_number(x->g, n.b))
    t.number /= expr_number_value(x->g, n.b);
  else if (!put(t.divisor, &t.ndivisor, n.b))
    return false;
  return collect(x, s, n.a, &t);
}

static bool collect_node(expansion *x, sum *s, expr e, const term *scale) {
  node n = x->g->nodes[e];
  term turned = *scale;
  turned.number = -turned.number;
  switch (n.op) {
  case EXPR_NUMBER:
    turned.number = scale->number*expr_number_value(x->g, e);
    return add_term(s, &turned);
  case EXPR_ADD: return collect(x, s, n.a, scale) && collect(x, s, n.b, scale);
  case EXPR_SUB: return collect(x, s, n.a, scale) && collect(x, s, n.b, &turned);
  case EXPR_NEG: return collect(x, s, n.a, &turned);
  case EXPR_MUL: return collect_product(x, s, n, scale);
  case EXPR_DIV: return collect_quotient(x, s, n, scale);
  case EXPR_POWER:
    if (node_is(x->g, n.a, EXPR_SYMBOL) && n.b > 0 && n.b <= highest_power)
      return collect_factor(s, n.a, n.b, scale);
    return collect_factor(s, e, 1, scale);
  default: return collect_factor(s, e, 1, scale);
  }
}

static bool collect(expansion *x, sum *s, expr e, const term *scale) {
  if (x->depth == 0 || x->work-- == 0)
    return false;
  x->depth--;
  bool good = collect_node(x, s, e, scale);
  x->depth++;
  return good;
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
  expansion limits = {g, most_depth, most_products, most_work};
  sum s = {.n = 0};
  term one = {.number = 1};
  expr total = expr_zero;
  *out = e;
  if (!collect(&limits, &s, e, &one))
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
