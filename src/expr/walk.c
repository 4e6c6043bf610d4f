// Walks through a graph: the nodes below some roots, operands first.
//
// A walk goes depth first, without recursion: a graph may be a chain of a million nodes. Its path
// is the way from a root to the node it is at, and since no node is below itself none is on the
// path twice. The cost is that of the nodes it meets, however large the graph is.

#include "expr/graph.h"

#include <assert.h>
#include <string.h>

typedef struct walk {
  graph *g;
  walk_choose *choose;  // NULL: into every node
  const void *context;
  int32_t depth;  // length of the path
  expr *list;     // the nodes taken so far
  int32_t count, room;
} walk;

static walk_choice choice(const walk *w, expr e) {
  return w->choose ? w->choose(w->context, e) : WALK_INTO;
}

static bool push(walk *w, expr e) {
  graph *g = w->g;
  expr *path = graph_grow(g, g->path, &g->path_room, w->depth + 1, sizeof *path);
  if (!path)
    return false;
  g->path = path;
  g->path[w->depth++] = e;
  g->mark[e] = g->walks;
  return true;
}

static bool take(walk *w, expr e) {
  expr *list = graph_grow(w->g, w->list, &w->room, w->count + 1, sizeof *list);
  if (!list)
    return false;
  w->list = list;
  w->list[w->count++] = e;
  return true;
}

// is e still to be met?
static bool is_ahead(const walk *w, expr e) {
  return w->g->mark[e] != w->g->walks && choice(w, e) != WALK_PAST;
}

// an operand of e that is still to be met, -1 if there is none
static expr next_operand(const walk *w, expr e) {
  if (choice(w, e) != WALK_INTO)
    return -1;
  const node *n = &w->g->nodes[e];
  for (int k = 0; k < expr_operands((expr_op)n->op); k++)
    if (is_ahead(w, node_operand(n, k)))
      return node_operand(n, k);
  return -1;
}

static bool walk_from(walk *w, expr root) {
  bool ok = push(w, root);
  while (ok && w->depth > 0) {
    expr e = w->g->path[w->depth - 1];
    expr next = next_operand(w, e);
    if (next >= 0) {
      ok = push(w, next);
    } else {
      // everything below e is in the list
      w->depth--;
      ok = take(w, e);
    }
  }
  return ok;
}

// a new value for the marks; after 2^32 walks they start again
static void next_walk(graph *g) {
  if (++g->walks > 0)
    return;
  memset(g->mark, 0, (size_t)g->room*sizeof *g->mark);
  g->walks = 1;
}

expr *graph_walk(graph *g, const expr *roots, int nroot, walk_choose *choose, const void *context,
                 int32_t *count) {
  walk w = {.g = g, .choose = choose, .context = context};
  next_walk(g);
  w.list = graph_grow(g, NULL, &w.room, 1, sizeof *w.list);
  bool ok = w.list != NULL;
  for (int i = 0; i < nroot; i++)
    assert(0 <= roots[i] && roots[i] < g->size);
  for (int i = 0; i < nroot && ok; i++)
    if (is_ahead(&w, roots[i]))
      ok = walk_from(&w, roots[i]);
  if (!ok) {
    memory_free(&g->memory, w.list);
    return NULL;
  }
  assert(w.depth == 0 && w.count <= g->size);
  *count = w.count;
  return w.list;
}

expr *graph_below(graph *g, const expr *roots, int nroot, int32_t *count) {
  return graph_walk(g, roots, nroot, NULL, NULL, count);
}

bool graph_branches(graph *g, const expr *e, int count, unsigned kinds, bool *found) {
  int32_t below;
  expr *nodes = graph_below(g, e, count, &below);
  *found = false;
  for (int32_t i = 0; nodes && i < below; i++) {
    node n = graph_node(g, nodes[i]);
    bool steps =
        (n.op >= EXPR_ABS && n.op <= EXPR_SIGN) || (n.op >= EXPR_MIN && n.op < EXPR_SELECT);
    expr by = n.op == EXPR_SELECT ? n.a : nodes[i];
    *found |= (steps || n.op == EXPR_SELECT) && expr_kinds(g, by) & kinds;
  }
  memory_free(graph_memory(g), nodes);
  return nodes != NULL;
}

void graph_number_list(graph *g, const expr *list, int32_t count) {
  for (int32_t i = 0; i < count; i++)
    g->place[list[i]] = i;
}
