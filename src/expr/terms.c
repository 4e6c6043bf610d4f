#include "expr/terms.h"

#include "expr/graph.h"

// which nodes of a sum are taken apart
typedef struct wanted {
  const graph *g;
  unsigned kinds;
} wanted;

static bool is_sum(const graph *g, expr e) {
  return node_is(g, e, EXPR_ADD) || node_is(g, e, EXPR_SUB) || node_is(g, e, EXPR_NEG);
}

static walk_choice choose(const void *context, expr e) {
  const wanted *w = context;
  bool mixed = expr_kinds(w->g, e) & w->kinds;
  return mixed && is_sum(w->g, e) ? WALK_INTO : WALK_TAKE;
}

// the two parts of node `list[i]` from those of its operands
static void split_node(graph *g, const wanted *w, const expr *list, int32_t i, expr *without,
                       expr *with) {
  const node n = g->nodes[list[i]];
  bool mixed = expr_kinds(g, list[i]) & w->kinds;
  if (!mixed || !is_sum(g, list[i])) {
    without[i] = mixed ? expr_zero : list[i];
    with[i] = mixed ? list[i] : expr_zero;
    return;
  }
  int32_t a = g->place[n.a], b = n.op == EXPR_NEG ? 0 : g->place[n.b];
  assert(list[a] == n.a && (n.op == EXPR_NEG || list[b] == n.b));
  switch (n.op) {
  case EXPR_NEG:
    without[i] = expr_neg(g, without[a]);
    with[i] = expr_neg(g, with[a]);
    break;
  case EXPR_SUB:
    without[i] = expr_sub(g, without[a], without[b]);
    with[i] = expr_sub(g, with[a], with[b]);
    break;
  default:
    without[i] = expr_add(g, without[a], without[b]);
    with[i] = expr_add(g, with[a], with[b]);
  }
}

bool terms_split(graph *g, expr e, unsigned kinds, expr *without, expr *with) {
  const wanted w = {g, kinds};
  int32_t count;
  expr *list = graph_walk(g, &e, 1, choose, &w, &count);
  expr *parts = list ? graph_array(g, 2*count, sizeof *parts) : NULL;
  bool good = parts != NULL;
  if (good) {
    graph_number_list(g, list, count);
    for (int32_t i = 0; i < count; i++)
      split_node(g, &w, list, i, parts, parts + count);
    *without = parts[count - 1];
    *with = parts[2*count - 1];
  }
  memory_free(&g->memory, parts);
  memory_free(&g->memory, list);
  return good;
}
