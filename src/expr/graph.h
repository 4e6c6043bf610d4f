// Inside a graph: what the files of this room share. Other rooms do not include this.

#pragma once

#include "expr/node.h"

#include <assert.h>

typedef struct symbol {
  const char *name;
  unsigned kind;
  int32_t column;  // index among the variables of the present pass; -1 between passes
} symbol;

struct graph {
  memory memory;
  int32_t limit;         // largest number of nodes
  noslip_status status;  // the first failure stays

  int32_t size, room;  // nodes there are, nodes there is room for
  node *nodes;         // room
  unsigned *kinds;     // room   kinds of all symbols below the node
  uint32_t *mark;      // room   the last walk that met the node
  int32_t *place;      // room   position in the list of the present pass: see graph_number_list

  int32_t nnumber, number_room;
  double *numbers;

  int32_t nsymbol, symbol_room;
  symbol *symbols;

  uint32_t table_size;  // a power of two, more than twice the number of entries
  int32_t *table;       // table_size   nodes by hash, -1 is a free place

  uint32_t walks;  // walks so far: the newest value in mark
  int32_t path_room;
  expr *path;  // the nodes from a root of the walk down to the one it is at
};

// the node op(a, b, c) as it stands; operands that op does not have are 0
expr graph_intern(graph *g, expr_op op, int32_t a, int32_t b, int32_t c);

// op(a, b, c) through the constructors; b of EXPR_POWER is its exponent
expr graph_make(graph *g, expr_op op, int32_t a, int32_t b, int32_t c);

// y - x if e = x - y and that is the usual way to write their distance, otherwise -1
expr graph_turned(graph *g, expr e);

// the node that the hash table has for what e, which is no symbol, says: e itself; -1: none
expr graph_find(const graph *g, expr e);

// note that memory ran out; returns NULL
void *graph_no_memory(graph *g);

// `array` of *room elements of `size` bytes, made at least `need` long; NULL if there is no memory,
// and then the array is as it was
void *graph_grow(graph *g, void *array, int32_t *room, int32_t need, size_t size);

// zeroed elements from the graph's memory; NULL if there is none
void *graph_array(graph *g, int32_t count, size_t size);

// what a walk does with a node: pass it by, take it alone, take it and go on to its operands
typedef enum walk_choice { WALK_PAST, WALK_TAKE, WALK_INTO } walk_choice;
typedef walk_choice walk_choose(const void *context, expr e);

// graph_below for the nodes that `choose` lets in (NULL: all)
expr *graph_walk(graph *g, const expr *roots, int nroot, walk_choose *choose, const void *context,
                 int32_t *count);

// place[list[i]] = i. It holds for nodes of the list until another pass numbers its own.
void graph_number_list(graph *g, const expr *list, int32_t count);

// position of e in the numbered list, -1 if it is not there
static inline int32_t graph_position(const graph *g, const expr *list, int32_t count, expr e) {
  assert(0 <= e && e < g->size);
  int32_t i = g->place[e];
  return i < count && list[i] == e ? i : -1;
}

static inline expr node_operand(const node *n, int k) {
  assert(0 <= k && k < 3);
  return k == 0 ? n->a : k == 1 ? n->b : n->c;
}

// is e this operation?
static inline bool node_is(const graph *g, expr e, expr_op op) {
  assert(0 <= e && e < g->size);
  return g->nodes[e].op == (int32_t)op;
}

// The symbols x[j] have their index j as their column during a pass, until graph_columns_end.
void graph_columns_begin(graph *g, const expr *x, int n);
void graph_columns_end(graph *g, const expr *x, int n);

// j if e is x[j], otherwise -1
static inline int32_t graph_column(const graph *g, expr e) {
  return node_is(g, e, EXPR_SYMBOL) ? g->symbols[g->nodes[e].a].column : -1;
}
