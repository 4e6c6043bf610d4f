#include "expr/difference.h"

#include "expr/diff.h"
#include "expr/graph.h"
#include "expr/partial.h"

// a node: its value here, its value there, and the difference
typedef struct triple {
  expr here, there, change;
} triple;

typedef struct pass {
  graph *g;
  int32_t count;  // nodes below all outputs
  expr *nodes;    // count   operands first
  expr *there;    // count   each at x + dx
  expr *change;   // count
} pass;

static triple operand(const pass *p, expr e) {
  int32_t i = p->g->place[e];
  assert(i < p->count && p->nodes[i] == e);
  return (triple){e, p->there[i], p->change[i]};
}

static expr number(graph *g, double x) {
  return expr_number(g, x);
}

static expr half(graph *g, expr e) {
  return expr_mul(g, number(g, 0.5), e);
}

// A = a + D a/2
static expr mean(graph *g, triple a) {
  return expr_add(g, a.here, half(g, a.change));
}

static expr call(graph *g, expr_op op, expr a) {
  return expr_call(g, op, a);
}

// e/d, 0 where d is 0
static expr guarded(graph *g, expr e, expr d) {
  expr positive = expr_call2(g, EXPR_LESS, expr_zero, d);
  return expr_select(g, positive, expr_div(g, e, d), expr_zero);
}

// ---- products and quotients

// A D b + B D a
static expr product(graph *g, triple a, triple b) {
  // one after the other: sums stand in the order in which their terms were made
  expr second = expr_mul(g, mean(g, b), a.change);
  expr first = expr_mul(g, mean(g, a), b.change);
  return expr_add(g, first, second);
}

// (B D a - A D b)/(b b')
static expr quotient(graph *g, triple a, triple b) {
  expr second = expr_mul(g, mean(g, a), b.change);
  expr first = expr_mul(g, mean(g, b), a.change);
  expr top = expr_sub(g, first, second);
  return expr_div(g, top, expr_mul(g, b.here, b.there));
}

static triple times(graph *g, triple a, triple b) {
  return (triple){expr_mul(g, a.here, b.here), expr_mul(g, a.there, b.there), product(g, a, b)};
}

static triple square(graph *g, triple a) {
  expr sum = expr_add(g, a.here, a.there);
  return (triple){expr_power(g, a.here, 2), expr_power(g, a.there, 2), expr_mul(g, sum, a.change)};
}

// a^k by squares, as apply_power has it
static expr power(graph *g, triple a, int32_t k) {
  uint32_t digits = k < 0 ? 0u - (uint32_t)k : (uint32_t)k;
  triple one = {expr_one, expr_one, expr_zero}, result = one;
  for (; digits > 0; digits >>= 1) {
    if (digits & 1)
      result = result.here == expr_one ? a : times(g, result, a);
    if (digits > 1)
      a = square(g, a);
  }
  return k < 0 ? quotient(g, one, result) : result.change;
}

// ---- functions

// 2 f(A) s(D a/2)
static expr by_half(graph *g, expr_op f, expr_op s, triple a) {
  expr step = call(g, s, half(g, a.change));
  return expr_mul(g, number(g, 2), expr_mul(g, call(g, f, mean(g, a)), step));
}

// s(D a)/(f(a) f(a'))
static expr by_whole(graph *g, expr_op s, expr_op f, triple a) {
  return expr_div(g, call(g, s, a.change), expr_mul(g, call(g, f, a.here), call(g, f, a.there)));
}

// D a/(sqrt a + sqrt a')
static expr root(graph *g, triple a) {
  expr there = call(g, EXPR_SQRT, a.there), here = call(g, EXPR_SQRT, a.here);
  expr sum = expr_add(g, here, there);
  return guarded(g, a.change, sum);
}

// the angle of (x, y): atan2(x D y - y D x, x x' + y y')
static expr angle(graph *g, triple y, triple x) {
  expr b = expr_mul(g, y.here, x.change), a = expr_mul(g, x.here, y.change);
  expr across = expr_sub(g, a, b);
  expr d = expr_mul(g, y.here, y.there), c = expr_mul(g, x.here, x.there);
  expr along = expr_add(g, c, d);
  return expr_call2(g, EXPR_ATAN2, across, along);
}

// sqrt(1 - a^2)
static triple cosine(graph *g, triple a) {
  triple s = square(g, a);
  triple left = {expr_sub(g, expr_one, s.here), expr_sub(g, expr_one, s.there),
                 expr_neg(g, s.change)};
  return (triple){call(g, EXPR_SQRT, left.here), call(g, EXPR_SQRT, left.there), root(g, left)};
}

static expr logarithm(graph *g, triple a) {
  return call(g, EXPR_LOG1P, expr_div(g, a.change, a.here));
}

// a^b = exp(b log a). 0 has no logarithm; where a is 0 at one of the two points nothing cancels.
static expr general_power(graph *g, triple a, triple b, triple e) {
  triple l = {call(g, EXPR_LOG, a.here), call(g, EXPR_LOG, a.there), logarithm(g, a)};
  triple u = times(g, b, l);
  expr positive = expr_call2(g, EXPR_AND, expr_call2(g, EXPR_LESS, expr_zero, a.here),
                             expr_call2(g, EXPR_LESS, expr_zero, a.there));
  return expr_select(g, positive, by_half(g, EXPR_EXP, EXPR_SINH, u), expr_sub(g, e.there, e.here));
}

static expr absolute(graph *g, triple a) {
  expr sum = expr_add(g, call(g, EXPR_ABS, a.here), call(g, EXPR_ABS, a.there));
  return guarded(g, expr_mul(g, expr_add(g, a.here, a.there), a.change), sum);
}

// ---- branches

// the condition of where, min or max at x + dx
static expr condition_there(const pass *p, node n) {
  triple a = operand(p, n.a);
  return n.op == EXPR_SELECT ? a.there
                             : expr_call2(p->g, EXPR_LESS, a.there, operand(p, n.b).there);
}

// the difference of the branch on which both points lie, otherwise that of the values
static expr branch(const pass *p, expr e, expr there) {
  graph *g = p->g;
  partial_branches b = partial_branch(g, e);
  expr other = condition_there(p, g->nodes[e]), apart = expr_sub(g, there, e);
  expr both = expr_call2(g, EXPR_AND, b.condition, other);
  expr any = expr_call2(g, EXPR_OR, b.condition, other);
  return expr_select(g, both, operand(p, b.yes).change,
                     expr_select(g, any, apart, operand(p, b.no).change));
}

// ---- the sweep

static expr change_of(const pass *p, expr e, expr there, const expr *dx) {
  graph *g = p->g;
  if (node_is(g, e, EXPR_SYMBOL))
    return graph_column(g, e) >= 0 ? dx[graph_column(g, e)] : expr_zero;
  if (there == e)
    return expr_zero;
  node n = g->nodes[e];
  const triple whole = {e, there, expr_zero}, one = {expr_one, expr_one, expr_zero};
  triple a = operand(p, n.a), b = expr_operands((expr_op)n.op) > 1 ? operand(p, n.b) : a;
  switch ((expr_op)n.op) {
// clang-format off
#define OPERATION(name, sign, operands, traits, file, value, slope, change) \
  case EXPR_##name: return change;
#include "expr/functions.inl"

#include <assert.h>
  // clang-format on
  case EXPR_NUMBER:
  case EXPR_SYMBOL:
  case EXPR_OP_COUNT: break;
  }
  return expr_zero;
}

// every node at x + dx
static bool move(pass *p, const expr *x, const expr *dx, int n) {
  graph *g = p->g;
  expr *moved = graph_array(g, n, sizeof *moved);
  bool done = moved != NULL || n == 0;
  for (int j = 0; done && j < n; j++)
    moved[j] = expr_add(g, x[j], dx[j]);
  done = done && diff_substitute(g, p->nodes, p->count, x, moved, n, p->there);
  memory_free(&g->memory, moved);
  return done;
}

bool difference_make(graph *g, const expr *f, int m, const expr *x, const expr *dx, int n,
                     expr *out) {
  pass p = {.g = g};
  if (graph_status(g) != NOSLIP_OK)
    return false;
  p.nodes = graph_below(g, f, m, &p.count);
  p.there = graph_array(g, p.count, sizeof *p.there);
  p.change = graph_array(g, p.count, sizeof *p.change);
  bool done = p.nodes && p.there && p.change && move(&p, x, dx, n);
  if (done) {
    graph_number_list(g, p.nodes, p.count);
    graph_columns_begin(g, x, n);
    for (int32_t i = 0; i < p.count; i++)
      p.change[i] = change_of(&p, p.nodes[i], p.there[i], dx);
    graph_columns_end(g, x, n);
    for (int i = 0; i < m; i++)
      out[i] = p.change[g->place[f[i]]];
  }
  memory_free(&g->memory, p.nodes);
  memory_free(&g->memory, p.there);
  memory_free(&g->memory, p.change);
  return done && graph_status(g) == NOSLIP_OK;
}
