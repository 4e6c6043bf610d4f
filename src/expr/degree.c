#include "expr/degree.h"

#include "expr/graph.h"

#include <assert.h>

static int larger(int a, int b) {
  return a > b ? a : b;
}

// of a constant 0, of anything else none
static int constant_only(graph *g, const int *degrees, expr e) {
  node n = g->nodes[e];
  for (int k = 0; k < expr_operands((expr_op)n.op); k++)
    if (degrees[g->place[node_operand(&n, k)]] != 0)
      return degree_none;
  return 0;
}

// operands that are polynomials
static int of_polynomials(expr_op op, int a, int b, int exponent) {
  switch (op) {
  case EXPR_ADD:
  case EXPR_SUB: return larger(a, b);
  case EXPR_MUL: return a + b;
  case EXPR_NEG: return a;
  case EXPR_DIV: return b == 0 ? a : degree_none;
  case EXPR_POWER: return exponent > degree_most ? degree_most + 1 : a*exponent;
  default: return degree_none;
  }
}

static int of_node(graph *g, const int *degrees, expr e) {
  node n = g->nodes[e];
  expr_op op = (expr_op)n.op;
  if (op == EXPR_SYMBOL)
    return graph_column(g, e) >= 0;
  int constant = constant_only(g, degrees, e);
  if (constant == 0)
    return 0;
  int a = degrees[g->place[n.a]], b = expr_operands(op) > 1 ? degrees[g->place[n.b]] : 0;
  if (a < 0 || b < 0 || (op == EXPR_POWER && n.b < 0))
    return degree_none;
  int degree = of_polynomials(op, a, b, n.b);
  return degree > degree_most ? degree_none : degree;
}

bool degree_of(graph *g, expr f, const expr *x, int n, int *degree) {
  int32_t count;
  if (graph_status(g) != NOSLIP_OK)
    return false;
  expr *nodes = graph_below(g, &f, 1, &count);
  int *degrees = nodes ? graph_array(g, count, sizeof *degrees) : NULL;
  if (degrees) {
    graph_number_list(g, nodes, count);
    graph_columns_begin(g, x, n);
    for (int32_t i = 0; i < count; i++)
      degrees[i] = of_node(g, degrees, nodes[i]);
    graph_columns_end(g, x, n);
    assert(count > 0 && nodes[count - 1] == f);
    *degree = degrees[count - 1];
  }
  memory_free(&g->memory, nodes);
  memory_free(&g->memory, degrees);
  return degrees != NULL && graph_status(g) == NOSLIP_OK;
}
