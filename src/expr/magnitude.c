#include "expr/magnitude.h"

#include "expr/apply.h"
#include "expr/graph.h"

#include <assert.h>
#include <math.h>

// a node of the pass
typedef struct measure {
  double value, size;
} measure;

// |f'(a)| size(a) by a relative difference; 0 where that leaves the domain of f
static double through(expr_op op, measure a, double b, double value) {
  static const double relative = 1e-7;  // the root of eps: only the order of magnitude is needed
  double moved = fabs(apply(op, a.value + relative*a.size, b, 0) - value)/relative;
  return isfinite(moved) ? moved : 0;
}

static double size_of(expr_op op, measure a, measure b, int32_t exponent, double value) {
  switch (op) {
  case EXPR_ADD:
  case EXPR_SUB: return a.size + b.size;
  case EXPR_MUL: return a.size*b.size;
  case EXPR_DIV: return a.size/fabs(b.value);
  case EXPR_NEG:
  case EXPR_ABS: return a.size;
  case EXPR_POWER:
    return exponent > 0 ? apply_power(a.size, exponent)
                        : fmax(fabs(value), through(op, a, exponent, value));
  case EXPR_MIN:
  case EXPR_MAX: return fmax(a.size, b.size);
  default: break;
  }
  // of one argument: that of a function, or the base of a power
  bool smooth = expr_traits(op) & EXPR_SMOOTH;
  return smooth ? fmax(fabs(value), through(op, a, b.value, value)) : fabs(value);
}

static measure of_node(graph *g, const measure *known, expr e, const double *at) {
  node n = g->nodes[e];
  expr_op op = (expr_op)n.op;
  int operands = expr_operands(op);
  measure arg[3] = {{0}};
  if (op == EXPR_NUMBER)
    return (measure){g->numbers[n.a], fabs(g->numbers[n.a])};
  if (op == EXPR_SYMBOL) {
    int32_t j = graph_column(g, e);
    double x = j >= 0 ? at[j] : (double)NAN;
    return (measure){x, fabs(x)};
  }
  for (int k = 0; k < operands; k++)
    arg[k] = known[g->place[node_operand(&n, k)]];
  double second = op == EXPR_POWER ? n.b : arg[1].value;
  double value = apply(op, arg[0].value, second, arg[2].value);
  if (op == EXPR_SELECT)
    return arg[0].value != 0 ? arg[1] : arg[2];
  return (measure){value, size_of(op, arg[0], arg[1], n.b, value)};
}

bool magnitude_of(graph *g, const expr *f, int m, const expr *x, const double *at, int n,
                  double *value, double *size) {
  int32_t count;
  if (graph_status(g) != NOSLIP_OK)
    return false;
  expr *nodes = graph_below(g, f, m, &count);
  measure *known = nodes ? graph_array(g, count, sizeof *known) : NULL;
  if (known) {
    graph_number_list(g, nodes, count);
    graph_columns_begin(g, x, n);
    for (int32_t i = 0; i < count; i++)
      known[i] = of_node(g, known, nodes[i], at);
    graph_columns_end(g, x, n);
    for (int i = 0; i < m; i++) {
      assert(graph_position(g, nodes, count, f[i]) >= 0);
      value[i] = known[g->place[f[i]]].value;
      size[i] = known[g->place[f[i]]].size;
    }
  }
  memory_free(&g->memory, nodes);
  memory_free(&g->memory, known);
  return known != NULL && graph_status(g) == NOSLIP_OK;
}
