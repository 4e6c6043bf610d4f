// The turns of every node below the expressions, one symbol after the other.

#include "expr/periodic.h"

#include "expr/graph.h"

#include <assert.h>
#include <math.h>

typedef struct pass {
  graph *g;
  int32_t count;  // nodes below all expressions
  expr *nodes;    // count   operands first
  double *turns;  // count   of each node while x makes one; NaN: there is no such number
} pass;

static double turns_of(const pass *p, expr e) {
  assert(graph_position(p->g, p->nodes, p->count, e) >= 0);
  return p->turns[p->g->place[e]];
}

static bool is_whole(double c) {
  return isfinite(c) && c == nearbyint(c);
}

static bool operands_rest(const pass *p, const node *n) {
  for (int k = 0; k < expr_operands((expr_op)n->op); k++)
    if (turns_of(p, node_operand(n, k)) != 0)
      return false;
  return true;
}

// a b, one of them a number
static double of_product(const pass *p, expr a, expr b) {
  if (expr_is_number(p->g, a))
    return expr_number_value(p->g, a)*turns_of(p, b);
  return expr_is_number(p->g, b) ? turns_of(p, a)*expr_number_value(p->g, b) : (double)NAN;
}

// of an operation with an operand that turns
static double of_operation(const pass *p, const node *n) {
  const double none = (double)NAN;
  double a = turns_of(p, n->a);
  switch (n->op) {
  case EXPR_ADD: return a + turns_of(p, n->b);
  case EXPR_SUB: return a - turns_of(p, n->b);
  case EXPR_NEG: return -a;
  case EXPR_MUL: return of_product(p, n->a, n->b);
  case EXPR_DIV: return expr_is_number(p->g, n->b) ? a/expr_number_value(p->g, n->b) : none;
  case EXPR_SELECT:
    return a == 0 && turns_of(p, n->b) == turns_of(p, n->c) ? turns_of(p, n->b) : none;
  case EXPR_SIN:
  case EXPR_COS: return is_whole(a) ? 0 : none;
  case EXPR_TAN: return is_whole(2*a) ? 0 : none;
  default: return none;
  }
}

// x makes a turn
static void turn(pass *p, expr x) {
  for (int32_t i = 0; i < p->count; i++) {
    node n = p->g->nodes[p->nodes[i]];
    if (p->nodes[i] == x)
      p->turns[i] = 1;
    else
      p->turns[i] = operands_rest(p, &n) ? 0 : of_operation(p, &n);
  }
}

bool periodic_in(graph *g, const expr *f, int m, const expr *x, int n, bool *periodic) {
  if (graph_status(g) != NOSLIP_OK)
    return false;
  pass p = {.g = g};
  p.nodes = graph_below(g, f, m, &p.count);
  p.turns = p.nodes ? graph_array(g, p.count, sizeof *p.turns) : NULL;
  if (p.turns) {
    graph_number_list(g, p.nodes, p.count);
    for (int j = 0; j < n; j++) {
      turn(&p, x[j]);
      for (int i = 0; i < m; i++)
        periodic[(size_t)i*(size_t)n + (size_t)j] = turns_of(&p, f[i]) == 0;
    }
  }
  memory_free(&g->memory, p.nodes);
  memory_free(&g->memory, p.turns);
  return graph_status(g) == NOSLIP_OK;
}
