// Expressions as text. Operands get parentheses where the grammar of the model language would
// otherwise read another expression:
//
//   expr  = term { ("+" | "-") term }        factor = "-" factor | power
//   term  = factor { ("*" | "/") factor }    power  = postfix [ "^" factor ]
//
// Sums and products are printed in the order that needs fewest of them; numbers stand first in
// a product and last in a sum.

#include "expr/show.h"

#include "expr/graph.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { deepest = 200 };  // nesting that is shown; what is below appears as "..."

// how tightly an expression holds together, as in the grammar
typedef enum level {
  LEVEL_OR,
  LEVEL_AND,
  LEVEL_COMPARISON,
  LEVEL_SUM,
  LEVEL_TERM,
  LEVEL_FACTOR,
  LEVEL_POWER,
  LEVEL_POSTFIX,
} level;

typedef struct printer {
  text_buffer *t;
  const graph *g;
  size_t end;  // length of the text at which to stop
  int depth;
} printer;

static const char *const signs[EXPR_OP_COUNT] = {
#define OPERATION(name, sign, ...) [EXPR_##name] = sign,
#include "expr/functions.inl"
};

static bool is_full(const printer *p) {
  return p->t->failed || p->t->length > p->end;
}

static void put(printer *p, const char *word) {
  if (!is_full(p))
    text_add(p->t, word, strlen(word));
}

static bool is_product(const graph *g, expr e) {
  return node_is(g, e, EXPR_MUL) || node_is(g, e, EXPR_DIV);
}

static level level_of(const graph *g, expr e) {
  node n = g->nodes[e];
  switch (n.op) {
  case EXPR_NUMBER: return expr_number_value(g, e) < 0 ? LEVEL_FACTOR : LEVEL_POSTFIX;
  case EXPR_ADD:
  case EXPR_SUB: return LEVEL_SUM;
  case EXPR_MUL:
  case EXPR_DIV: return LEVEL_TERM;
  case EXPR_NEG: return is_product(g, n.a) ? LEVEL_TERM : LEVEL_FACTOR;
  case EXPR_POWER:
  case EXPR_POW: return LEVEL_POWER;
  case EXPR_LESS:
  case EXPR_LESS_EQUAL: return LEVEL_COMPARISON;
  case EXPR_AND: return LEVEL_AND;
  case EXPR_OR: return LEVEL_OR;
  default: return LEVEL_POSTFIX;
  }
}

static void show(printer *p, expr e, level least);

static void show_number(printer *p, double x) {
  char buffer[32];
  put(p, text_number(buffer, x));
}

static void show_pair(printer *p, expr a, level least_a, const char *between, expr b,
                      level least_b) {
  show(p, a, least_a);
  put(p, between);
  show(p, b, least_b);
}

// a + b: a number last, a sum first
static void show_sum(printer *p, expr a, expr b) {
  bool sum_first = level_of(p->g, b) == LEVEL_SUM && level_of(p->g, a) != LEVEL_SUM;
  bool turn = sum_first || expr_is_number(p->g, a);
  show_pair(p, turn ? b : a, LEVEL_SUM, signs[EXPR_ADD], turn ? a : b, LEVEL_TERM);
}

// Is this a number by which a product may be multiplied in any order, without rounding? The
// constructors move +-2^k outwards: 2*x*y, read as (2*x)*y, is 2*(x*y) again.
static bool is_exact_factor(const graph *g, expr e) {
  int exponent;
  return expr_is_number(g, e) && fabs(frexp(expr_number_value(g, e), &exponent)) == 0.5;
}

// a*b: a number first, otherwise a product first
static void show_product(printer *p, expr a, expr b) {
  const graph *g = p->g;
  bool product_first = level_of(g, b) == LEVEL_TERM && level_of(g, a) != LEVEL_TERM;
  bool turn = expr_is_number(g, b) || (product_first && !expr_is_number(g, a));
  expr first = turn ? b : a, second = turn ? a : b;
  show_pair(p, first, LEVEL_TERM, signs[EXPR_MUL], second,
            is_exact_factor(g, first) ? LEVEL_TERM : LEVEL_FACTOR);
}

// -x*y is read as (-x)*y, which is the same number
static void show_negative(printer *p, expr a) {
  put(p, signs[EXPR_NEG]);
  show(p, a, is_product(p->g, a) ? LEVEL_TERM : LEVEL_FACTOR);
}

static void show_call(printer *p, node n) {
  put(p, signs[n.op]);
  put(p, "(");
  for (int k = 0; k < expr_operands((expr_op)n.op); k++) {
    put(p, k > 0 ? ", " : "");
    show(p, node_operand(&n, k), LEVEL_OR);
  }
  put(p, ")");
}

static void show_bare(printer *p, expr e) {
  node n = p->g->nodes[e];
  switch (n.op) {
  case EXPR_NUMBER: show_number(p, expr_number_value(p->g, e)); break;
  case EXPR_SYMBOL: put(p, expr_symbol_name(p->g, e)); break;
  case EXPR_ADD: show_sum(p, n.a, n.b); break;
  case EXPR_SUB: show_pair(p, n.a, LEVEL_SUM, signs[n.op], n.b, LEVEL_TERM); break;
  case EXPR_MUL: show_product(p, n.a, n.b); break;
  case EXPR_DIV: show_pair(p, n.a, LEVEL_TERM, signs[n.op], n.b, LEVEL_FACTOR); break;
  case EXPR_NEG: show_negative(p, n.a); break;
  case EXPR_POW: show_pair(p, n.a, LEVEL_POSTFIX, signs[n.op], n.b, LEVEL_FACTOR); break;
  case EXPR_POWER:
    show(p, n.a, LEVEL_POSTFIX);
    put(p, signs[n.op]);
    show_number(p, n.b);
    break;
  case EXPR_LESS:
  case EXPR_LESS_EQUAL: show_pair(p, n.a, LEVEL_SUM, signs[n.op], n.b, LEVEL_SUM); break;
  case EXPR_AND: show_pair(p, n.a, LEVEL_AND, signs[n.op], n.b, LEVEL_AND); break;
  case EXPR_OR: show_pair(p, n.a, LEVEL_OR, signs[n.op], n.b, LEVEL_OR); break;
  default: show_call(p, n); break;
  }
}

// e, in parentheses if it holds together less tightly than `least`
static void show(printer *p, expr e, level least) {
  if (is_full(p))
    return;
  if (p->depth >= deepest) {
    put(p, "...");
    return;
  }
  p->depth++;
  bool parentheses = level_of(p->g, e) < least;
  put(p, parentheses ? "(" : "");
  show_bare(p, e);
  put(p, parentheses ? ")" : "");
  p->depth--;
}

// shorten the text to `length` bytes, not within a character, and end it in "..."
static void cut(text_buffer *t, size_t start, size_t length) {
  static const char dots[] = "...";
  size_t ndots = sizeof dots - 1;
  size_t end = length > start + ndots ? length - ndots : start;
  while (end > start && ((unsigned char)t->data[end] & 0xc0) == 0x80)
    end--;
  t->length = end;
  text_add(t, dots, ndots);
}

void expr_show(text_buffer *t, const graph *g, expr e, size_t limit) {
  size_t start = t->length;
  printer p = {.t = t, .g = g, .end = start + limit};
  assert(0 <= e && e < graph_size(g));
  show(&p, e, LEVEL_OR);
  assert(p.depth == 0);
  if (!t->failed && t->length > p.end)
    cut(t, start, p.end);
}
