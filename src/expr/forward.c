// Passes from the symbols upwards: the derivative along a direction, and substitution. Each node
// below the outputs is met once, after its operands.

#include "expr/diff.h"

#include "expr/graph.h"
#include "expr/partial.h"

#include <assert.h>

typedef struct forward {
  graph *g;
  int32_t count;  // nodes below all outputs
  expr *nodes;    // count   operands first
  expr *result;   // count   what the pass makes of each node
} forward;

static bool begin(forward *p, const expr *f, int m) {
  p->nodes = graph_below(p->g, f, m, &p->count);
  if (!p->nodes)
    return false;
  graph_number_list(p->g, p->nodes, p->count);
  p->result = graph_array(p->g, p->count, sizeof *p->result);
  return p->result != NULL;
}

// results of the outputs; false if something went wrong on the way
static bool end(forward *p, const expr *f, int m, expr *out, bool begun) {
  for (int i = 0; i < m && begun; i++)
    out[i] = p->result[p->g->place[f[i]]];
  memory_free(&p->g->memory, p->nodes);
  memory_free(&p->g->memory, p->result);
  return graph_status(p->g) == NOSLIP_OK;
}

static expr result_of(const forward *p, expr e) {
  assert(graph_position(p->g, p->nodes, p->count, e) >= 0);
  return p->result[p->g->place[e]];
}

// ---- derivative along a direction

// where(c, a, b)' = where(c, a', b')
static expr branch_derivative(const forward *p, expr e) {
  partial_branches b = partial_branch(p->g, e);
  expr yes = result_of(p, b.yes), no = result_of(p, b.no);
  return yes == no ? yes : expr_select(p->g, b.condition, yes, no);
}

// e' = sum of de/da a' over the operands a
static expr derivative(const forward *p, expr e, const expr *dx) {
  graph *g = p->g;
  if (node_is(g, e, EXPR_SYMBOL))
    return graph_column(g, e) >= 0 ? dx[graph_column(g, e)] : expr_zero;
  if (partial_is_branch(g, e))
    return branch_derivative(p, e);

  node n = g->nodes[e];
  expr sum = expr_zero;
  for (int k = 0; k < expr_operands((expr_op)n.op); k++) {
    expr slope = result_of(p, node_operand(&n, k));
    if (slope != expr_zero)
      sum = expr_add(g, sum, partial_times(g, slope, e, k));
  }
  return sum;
}

// ---- substitution

// e with its operands replaced; a node without x below it stays as it is
static expr replaced(const forward *p, expr e, const expr *y) {
  graph *g = p->g;
  if (graph_column(g, e) >= 0)
    return y[graph_column(g, e)];

  node n = g->nodes[e];
  int32_t operand[3] = {n.a, n.b, n.c};
  bool changed = false;
  for (int k = 0; k < expr_operands((expr_op)n.op); k++) {
    expr result = result_of(p, operand[k]);
    changed = changed || result != operand[k];
    operand[k] = result;
  }
  return changed ? graph_make(g, (expr_op)n.op, operand[0], operand[1], operand[2]) : e;
}

// ---- one sweep over the nodes below f, operands first

typedef expr visitor(const forward *p, expr e, const expr *given);

// `given` belongs to the symbols x, n of each
static bool sweep(graph *g, const expr *f, int m, const expr *x, const expr *given, int n,
                  visitor *visit, expr *out) {
  if (graph_status(g) != NOSLIP_OK)
    return false;
  forward p = {.g = g};
  graph_columns_begin(g, x, n);
  bool begun = begin(&p, f, m);
  for (int32_t i = 0; i < p.count && begun; i++)
    p.result[i] = visit(&p, p.nodes[i], given);
  graph_columns_end(g, x, n);
  return end(&p, f, m, out, begun);
}

bool diff_directional(graph *g, const expr *f, int m, const expr *x, const expr *dx, int n,
                      expr *out) {
  return sweep(g, f, m, x, dx, n, derivative, out);
}

bool diff_substitute(graph *g, const expr *f, int m, const expr *x, const expr *y, int n,
                     expr *out) {
  return sweep(g, f, m, x, y, n, replaced, out);
}
