// Sums are taken apart into terms with signs, products into factors, those of a quotient into
// numerator and denominator.

#include "expr/show_mathml.h"

#include "base/mathml.h"
#include "expr/graph.h"

#include <math.h>
#include <string.h>

enum { deepest = 100 };  // nesting that is shown

typedef struct printer {
  text_buffer *t;
  const graph *g;
  size_t end;
  int depth;
  bool failed;  // too long, or too deep
} printer;

static const char *const signs[EXPR_OP_COUNT] = {
#define OPERATION(name, sign, ...) [EXPR_##name] = sign,
#include "expr/functions.inl"
};

static void put(printer *p, const char *markup) {
  text_add(p->t, markup, strlen(markup));
  p->failed = p->failed || p->t->failed || p->t->length > p->end;
}

static bool enter(printer *p) {
  p->failed = p->failed || p->depth >= deepest;
  p->depth += !p->failed;
  return !p->failed;
}

static void show_terms(printer *p, expr e, bool minus, bool *first);
static void show_factor(printer *p, expr e);

// a whole expression, in an element of its own
static void show_row(printer *p, expr e) {
  bool first = true;
  put(p, "<mrow>");
  show_terms(p, e, false, &first);
  put(p, first ? "<mn>0</mn></mrow>" : "</mrow>");
}

static void show_fenced(printer *p, const char *open, expr e, const char *close) {
  put(p, "<mrow><mo>");
  put(p, open);
  put(p, "</mo>");
  show_row(p, e);
  put(p, "<mo>");
  put(p, close);
  put(p, "</mo></mrow>");
}

static bool is_sum(const graph *g, expr e) {
  return node_is(g, e, EXPR_ADD) || node_is(g, e, EXPR_SUB) || node_is(g, e, EXPR_NEG) ||
         (expr_is_number(g, e) && expr_number_value(g, e) < 0);
}

// ---------------------------------------------------------------------------------------------
// factors

static void show_call(printer *p, node n) {
  put(p, "<mrow>");
  mathml_name(p->t, signs[n.op], strlen(signs[n.op]), 0);

  if (expr_operands((expr_op)n.op) == 1 && node_is(p->g, n.a, EXPR_SYMBOL)) {
    put(p, "<mspace width=\"0.15em\"/>");
    show_factor(p, n.a);
  } else {
    put(p, "<mrow><mo>(</mo>");
    for (int k = 0; k < expr_operands((expr_op)n.op); k++) {
      put(p, k > 0 ? "<mo>,</mo>" : "");
      show_row(p, node_operand(&n, k));
    }
    put(p, "<mo>)</mo></mrow>");
  }
  put(p, "</mrow>");
}

static void show_power(printer *p, expr base, expr power, int exponent) {
  bool atom = node_is(p->g, base, EXPR_SYMBOL);
  put(p, "<msup>");
  if (atom)
    show_factor(p, base);
  else
    show_fenced(p, "(", base, ")");
  if (power >= 0)
    show_row(p, power);
  else
    mathml_number(p->t, exponent);
  put(p, "</msup>");
}

static void show_condition(printer *p, node n, const char *sign) {
  put(p, "<mrow>");
  show_row(p, n.a);
  put(p, sign);
  show_row(p, n.b);
  put(p, "</mrow>");
}

static void show_cases(printer *p, node n) {
  put(p, "<mrow><mo>{</mo><mtable columnalign=\"left\"><mtr><mtd>");
  show_row(p, n.b);
  put(p, "</mtd><mtd>");
  show_factor(p, n.a);
  put(p, "</mtd></mtr><mtr><mtd>");
  show_row(p, n.c);
  put(p, "</mtd><mtd><mtext>otherwise</mtext></mtd></mtr></mtable></mrow>");
}

static void show_bare(printer *p, expr e) {
  node n = p->g->nodes[e];
  switch (n.op) {
  case EXPR_NUMBER: mathml_number(p->t, expr_number_value(p->g, e)); break;
  case EXPR_SYMBOL: mathml_key(p->t, expr_symbol_name(p->g, e)); break;
  case EXPR_SQRT:
    put(p, "<msqrt>");
    show_row(p, n.a);
    put(p, "</msqrt>");
    break;
  case EXPR_ABS: show_fenced(p, "|", n.a, "|"); break;
  case EXPR_POW: show_power(p, n.a, n.b, 0); break;
  case EXPR_POWER: show_power(p, n.a, -1, n.b); break;
  case EXPR_LESS: show_condition(p, n, "<mo>&lt;</mo>"); break;
  case EXPR_LESS_EQUAL: show_condition(p, n, "<mo>≤</mo>"); break;
  case EXPR_AND: show_condition(p, n, "<mo>∧</mo>"); break;
  case EXPR_OR: show_condition(p, n, "<mo>∨</mo>"); break;
  case EXPR_SELECT: show_cases(p, n); break;
  default: show_call(p, n); break;
  }
}

// one factor of a product, in parentheses if it is a sum
static void show_factor(printer *p, expr e) {
  if (!enter(p))
    return;
  bool product = node_is(p->g, e, EXPR_MUL) || node_is(p->g, e, EXPR_DIV);
  if (is_sum(p->g, e))
    show_fenced(p, "(", e, ")");
  else if (product)
    show_row(p, e);
  else
    show_bare(p, e);
  p->depth--;
}

// ---------------------------------------------------------------------------------------------
// products

enum { most_factors = 24 };

typedef struct factors {
  expr list[most_factors];
  int n;
  bool too_many;
} factors;

static void collect(printer *p, expr e, factors *f) {
  node n = p->g->nodes[e];
  if (n.op == EXPR_MUL && f->n < most_factors) {
    collect(p, n.a, f);
    collect(p, n.b, f);
  } else if (f->n < most_factors) {
    f->list[f->n++] = e;
  } else {
    f->too_many = true;
  }
}

// The last symbol of a factor: symbols are made in the order of the model, so parameters stand before
// coordinates, accelerations and multipliers last. -1: a number, which stands first.
static expr last_symbol(const graph *g, expr e, int depth) {
  node n = g->nodes[e];
  expr last = n.op == EXPR_SYMBOL ? e : -1;
  for (int k = 0; depth > 0 && n.op > EXPR_SYMBOL && k < expr_operands((expr_op)n.op); k++) {
    expr below = last_symbol(g, node_operand(&n, k), depth - 1);
    last = below > last ? below : last;
  }
  return last;
}

static void sort(const graph *g, factors *f) {
  enum { look = 6 };  // levels of a factor that are looked at
  for (int i = 1; i < f->n; i++)
    for (int k = i;
         k > 0 && last_symbol(g, f->list[k], look) < last_symbol(g, f->list[k - 1], look); k--) {
      expr swap = f->list[k];
      f->list[k] = f->list[k - 1];
      f->list[k - 1] = swap;
    }
}

static void show_quotient(printer *p, node n) {
  put(p, "<mfrac>");
  show_row(p, n.a);
  show_row(p, n.b);
  put(p, "</mfrac>");
}

// the factors one after the other
static void show_product(printer *p, expr e) {
  factors f = {0};
  if (!enter(p))
    return;
  collect(p, e, &f);
  sort(p->g, &f);
  p->failed = p->failed || f.too_many;
  for (int i = 0; i < f.n && !p->failed; i++) {
    put(p, i > 0 ? "<mspace width=\"0.15em\"/>" : "");
    if (node_is(p->g, f.list[i], EXPR_DIV))
      show_quotient(p, p->g->nodes[f.list[i]]);
    else
      show_factor(p, f.list[i]);
  }
  p->depth--;
}

// Is it the product of a negative number, or of a sum with a minus? Then the sign goes before the term,
// and what is multiplied is in *rest, the size of the number in *size.
static bool takes_sign(const graph *g, expr e, expr *rest, double *size) {
  node n = g->nodes[e];
  if (n.op != EXPR_MUL)
    return false;
  bool left = expr_is_number(g, n.a), right = expr_is_number(g, n.b);
  if (!left && !right)
    return false;
  *size = expr_number_value(g, left ? n.a : n.b);
  *rest = left ? n.b : n.a;
  return *size < 0;
}

static void show_sign(printer *p, bool minus, bool *first) {
  put(p, minus ? "<mo>−</mo>" : *first ? "" : "<mo>+</mo>");
  *first = false;
}

static void show_term(printer *p, expr e, bool minus, bool *first) {
  expr rest;
  double size;
  if (expr_is_number(p->g, e) && expr_number_value(p->g, e) < 0) {
    show_sign(p, !minus, first);
    mathml_number(p->t, -expr_number_value(p->g, e));
  } else if (takes_sign(p->g, e, &rest, &size)) {
    show_sign(p, !minus, first);
    if (size != -1) {
      mathml_number(p->t, -size);
      put(p, "<mspace width=\"0.15em\"/>");
    }
    show_product(p, rest);
  } else {
    show_sign(p, minus, first);
    show_product(p, e);
  }
}

static void show_terms(printer *p, expr e, bool minus, bool *first) {
  node n = p->g->nodes[e];
  if (e == expr_zero || !enter(p))
    return;
  switch (n.op) {
  case EXPR_ADD:
  case EXPR_SUB:
    show_terms(p, n.a, minus, first);
    show_terms(p, n.b, n.op == EXPR_SUB ? !minus : minus, first);
    break;
  case EXPR_NEG: show_terms(p, n.a, !minus, first); break;
  default: show_term(p, e, minus, first); break;
  }
  p->depth--;
}

bool expr_show_mathml(text_buffer *t, const graph *g, expr e, bool first, size_t limit) {
  printer p = {.t = t, .g = g, .end = t->length + limit};
  show_terms(&p, e, false, &first);
  return !p.failed;
}
