// The storage of a graph: nodes, numbers, symbols, and a hash table that finds the node of an
// operation, so that equal expressions are one node.

#include "expr/graph.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { first_room = 64, first_table = 256 };

void *graph_no_memory(graph *g) {
  if (g->status == NOSLIP_OK)
    g->status = NOSLIP_ERROR_MEMORY;
  return NULL;
}

void *graph_grow(graph *g, void *array, int32_t *room, int32_t need, size_t size) {
  assert(need > 0 && size > 0 && *room >= 0);
  if (need <= *room && array)
    return array;

  // double, so that n elements cost O(n) copies
  int64_t wanted = 2*(int64_t)*room;
  if (wanted < need)
    wanted = need;
  if (wanted < first_room)
    wanted = first_room;
  if (wanted > INT32_MAX)
    wanted = INT32_MAX;
  void *more = memory_resize(&g->memory, array, (size_t)wanted*size);
  if (!more)
    return graph_no_memory(g);
  *room = (int32_t)wanted;
  return more;
}

void *graph_array(graph *g, int32_t count, size_t size) {
  assert(count >= 0);
  void *array = memory_resize(&g->memory, NULL, (size_t)count*size);
  return array ? memset(array, 0, (size_t)count*size) : graph_no_memory(g);
}

// ---- the hash table

// the high half goes into the low one before and after: the bits of small integers as doubles, and
// first operands, are all high
static uint64_t mix(uint64_t h, uint64_t x) {
  h ^= x;
  h = (h ^ h >> 32)*UINT64_C(0x9e3779b97f4a7c15);
  return h ^ h >> 32;
}

static uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

// numbers are found by their bits, operations by their operands
static uint64_t hash_number(double value) {
  return mix(EXPR_NUMBER, bits_of(value));
}

static uint64_t hash_operation(const node *n) {
  uint64_t h = mix((uint64_t)n->op, (uint64_t)(uint32_t)n->a << 32 | (uint32_t)n->b);
  return mix(h, (uint32_t)n->c);
}

static uint64_t hash_of(const graph *g, expr e) {
  const node *n = &g->nodes[e];
  return n->op == EXPR_NUMBER ? hash_number(g->numbers[n->a]) : hash_operation(n);
}

// the first free place for this hash
static uint32_t free_place(const graph *g, uint64_t hash) {
  uint32_t i = (uint32_t)hash & (g->table_size - 1);
  while (g->table[i] >= 0)
    i = (i + 1) & (g->table_size - 1);
  return i;
}

static bool grow_table(graph *g) {
  uint32_t size = g->table ? 2*g->table_size : first_table;
  int32_t *table = memory_resize(&g->memory, NULL, size*sizeof *table);
  if (!table)
    return graph_no_memory(g);
  memory_free(&g->memory, g->table);
  g->table = table;
  g->table_size = size;

  // every node except the symbols goes in again
  memset(table, 0xff, size*sizeof *table);
  for (expr e = 0; e < g->size; e++)
    if (g->nodes[e].op != EXPR_SYMBOL)
      table[free_place(g, hash_of(g, e))] = e;
  return true;
}

static expr find_number(const graph *g, double value) {
  uint32_t i = (uint32_t)hash_number(value) & (g->table_size - 1);
  for (; g->table[i] >= 0; i = (i + 1) & (g->table_size - 1)) {
    const node *n = &g->nodes[g->table[i]];
    if (n->op == EXPR_NUMBER && bits_of(g->numbers[n->a]) == bits_of(value))
      return g->table[i];
  }
  return -1;
}

static expr find_operation(const graph *g, const node *wanted) {
  uint32_t i = (uint32_t)hash_operation(wanted) & (g->table_size - 1);
  for (; g->table[i] >= 0; i = (i + 1) & (g->table_size - 1)) {
    const node *n = &g->nodes[g->table[i]];
    if (n->op == wanted->op && n->a == wanted->a && n->b == wanted->b && n->c == wanted->c)
      return g->table[i];
  }
  return -1;
}

expr graph_find(const graph *g, expr e) {
  const node *n = &g->nodes[e];
  assert(n->op != EXPR_SYMBOL);
  return n->op == EXPR_NUMBER ? find_number(g, g->numbers[n->a]) : find_operation(g, n);
}

// ---- new nodes

// the four arrays that run along with the nodes become longer together
static bool grow_nodes(graph *g) {
  int32_t room = g->room, need = g->size + 1;
  void *nodes = graph_grow(g, g->nodes, &room, need, sizeof *g->nodes);
  if (!nodes)
    return false;
  g->nodes = nodes;

  void *kinds = memory_resize(&g->memory, g->kinds, (size_t)room*sizeof *g->kinds);
  g->kinds = kinds ? kinds : g->kinds;
  void *mark = memory_resize(&g->memory, g->mark, (size_t)room*sizeof *g->mark);
  g->mark = mark ? mark : g->mark;
  void *place = memory_resize(&g->memory, g->place, (size_t)room*sizeof *g->place);
  g->place = place ? place : g->place;
  if (!kinds || !mark || !place)
    return graph_no_memory(g);

  // no walk has met the nodes to come, and their place is a valid index
  memset(g->mark + g->room, 0, (size_t)(room - g->room)*sizeof *g->mark);
  memset(g->place + g->room, 0, (size_t)(room - g->room)*sizeof *g->place);
  g->room = room;
  return true;
}

// may one more node be made?
static bool make_room(graph *g) {
  if (g->status == NOSLIP_OK && g->size >= g->limit)
    g->status = NOSLIP_ERROR_MODEL;
  if (g->status != NOSLIP_OK)
    return false;
  if (g->size >= g->room && !grow_nodes(g))
    return false;
  return (uint32_t)g->size + 1 < g->table_size/2 || grow_table(g);
}

// the caller has made room
static expr append(graph *g, node n, unsigned kinds) {
  assert(g->size < g->room && g->size < g->limit);
  expr e = g->size++;
  g->nodes[e] = n;
  g->kinds[e] = kinds;
  if (n.op != EXPR_SYMBOL)
    g->table[free_place(g, hash_of(g, e))] = e;
  return e;
}

expr graph_intern(graph *g, expr_op op, int32_t a, int32_t b, int32_t c) {
  if (g->status != NOSLIP_OK)
    return expr_zero;

  node n = {.op = (int32_t)op, .a = a, .b = b, .c = c};
  assert(op >= EXPR_ADD && op < EXPR_OP_COUNT);
  for (int k = 0; k < expr_operands(op); k++)
    assert(0 <= node_operand(&n, k) && node_operand(&n, k) < g->size);
  expr found = find_operation(g, &n);
  if (found >= 0)
    return found;
  if (!make_room(g))
    return expr_zero;
  unsigned kinds = expr_traits(op) & EXPR_JUMPS ? expr_jumps : 0;
  for (int k = 0; k < expr_operands(op); k++)
    kinds |= g->kinds[node_operand(&n, k)];
  return append(g, n, kinds);
}

expr expr_number(graph *g, double value) {
  if (g->status != NOSLIP_OK)
    return expr_zero;

  // one zero and one NaN
  if (value == 0)
    value = 0;
  if (isnan(value))
    value = (double)NAN;
  expr found = find_number(g, value);
  if (found >= 0)
    return found;

  double *numbers = graph_grow(g, g->numbers, &g->number_room, g->nnumber + 1, sizeof *g->numbers);
  if (!numbers)
    return expr_zero;
  g->numbers = numbers;
  if (!make_room(g))
    return expr_zero;
  g->numbers[g->nnumber] = value;
  return append(g, (node){.op = EXPR_NUMBER, .a = g->nnumber++}, 0);
}

expr expr_symbol(graph *g, unsigned kind, const char *name) {
  if (g->status != NOSLIP_OK)
    return expr_zero;

  symbol *symbols = graph_grow(g, g->symbols, &g->symbol_room, g->nsymbol + 1, sizeof *g->symbols);
  if (!symbols)
    return expr_zero;
  g->symbols = symbols;
  if (!make_room(g))
    return expr_zero;
  g->symbols[g->nsymbol] = (symbol){.name = name, .kind = kind, .column = -1};
  return append(g, (node){.op = EXPR_SYMBOL, .a = g->nsymbol++}, kind);
}

// ---- the graph as a whole

// zero and one are nodes 0 and 1, whatever the limit
static bool first_nodes(graph *g) {
  g->limit = 2;
  if (!grow_nodes(g) || !grow_table(g))
    return false;
  expr zero = expr_number(g, 0), one = expr_number(g, 1);
  return g->status == NOSLIP_OK && zero == expr_zero && one == expr_one;
}

void graph_allow(graph *g, int32_t more) {
  assert(more >= 0);
  if (g->limit - g->size > more)
    g->limit = g->size + more;
}

graph *graph_new(const memory *m, int32_t limit) {
  graph *g = memory_resize(m, NULL, sizeof *g);
  if (!g)
    return NULL;
  *g = (graph){.memory = *m};
  if (!first_nodes(g)) {
    graph_free(g);
    return NULL;
  }
  g->limit = limit;
  return g;
}

// `count` elements in room for `room` of them, the rest zero; NULL when there is no memory
static void *copy_array(graph *g, const void *from, int32_t count, int32_t room, size_t size) {
  void *to = graph_array(g, room > 0 ? room : 1, size);
  if (to && count > 0)
    memcpy(to, from, (size_t)count*size);
  return to;
}

graph *graph_copy(const graph *from, const memory *m) {
  graph *g = memory_resize(m, NULL, sizeof *g);
  if (!g)
    return NULL;
  *g = *from;
  g->memory = *m;
  g->path_room = 0;
  g->path = NULL;
  g->nodes = copy_array(g, from->nodes, from->size, from->room, sizeof *g->nodes);
  g->kinds = copy_array(g, from->kinds, from->size, from->room, sizeof *g->kinds);
  g->mark = copy_array(g, from->mark, from->size, from->room, sizeof *g->mark);
  g->place = copy_array(g, from->place, from->size, from->room, sizeof *g->place);
  g->numbers = copy_array(g, from->numbers, from->nnumber, from->number_room, sizeof *g->numbers);
  g->symbols = copy_array(g, from->symbols, from->nsymbol, from->symbol_room, sizeof *g->symbols);
  g->table = copy_array(g, from->table, (int32_t)from->table_size, (int32_t)from->table_size,
                        sizeof *g->table);
  if (g->nodes && g->kinds && g->mark && g->place && g->numbers && g->symbols && g->table)
    return g;
  graph_free(g);
  return NULL;
}

void graph_free(graph *g) {
  if (!g)
    return;
  memory m = g->memory;
  void *arrays[] = {g->nodes,   g->kinds,   g->mark,  g->place,
                    g->numbers, g->symbols, g->table, g->path};
  for (size_t i = 0; i < sizeof arrays/sizeof *arrays; i++)
    memory_free(&m, arrays[i]);
  memory_free(&m, g);
}

noslip_status graph_status(const graph *g) {
  return g->status;
}

int32_t graph_size(const graph *g) {
  return g->size;
}

node graph_node(const graph *g, expr e) {
  assert(e >= 0 && e < g->size);
  return g->nodes[e];
}

const memory *graph_memory(const graph *g) {
  return &g->memory;
}

unsigned expr_kinds(const graph *g, expr e) {
  assert(e >= 0 && e < g->size);
  return g->kinds[e];
}

const char *expr_symbol_name(const graph *g, expr e) {
  assert(node_is(g, e, EXPR_SYMBOL));
  return g->symbols[g->nodes[e].a].name;
}

bool expr_is_number(const graph *g, expr e) {
  return node_is(g, e, EXPR_NUMBER);
}

double expr_number_value(const graph *g, expr e) {
  assert(node_is(g, e, EXPR_NUMBER));
  return g->numbers[g->nodes[e].a];
}

// ---- what is known of an operation

static const struct {
  int operands;
  unsigned traits;
} operations[EXPR_OP_COUNT] = {
#define OPERATION(name, sign, n, traits, ...) [EXPR_##name] = {n, traits},
#include "expr/functions.inl"
};

// every operation has its row
enum {
  nrows = 0
#define OPERATION(...) +1
#include "expr/functions.inl"
};
_Static_assert(nrows == EXPR_OP_COUNT - EXPR_ADD, "an operation without a row in functions.inl");

int expr_operands(expr_op op) {
  assert((unsigned)op < EXPR_OP_COUNT);
  return operations[op].operands;
}

unsigned expr_traits(expr_op op) {
  assert((unsigned)op < EXPR_OP_COUNT);
  return operations[op].traits;
}

// ---- the variables of a pass

void graph_columns_begin(graph *g, const expr *x, int n) {
  for (int j = 0; j < n; j++) {
    assert(node_is(g, x[j], EXPR_SYMBOL));
    assert(g->symbols[g->nodes[x[j]].a].column == -1);  // one pass at a time, each x once
    g->symbols[g->nodes[x[j]].a].column = j;
  }
}

void graph_columns_end(graph *g, const expr *x, int n) {
  for (int j = 0; j < n; j++)
    g->symbols[g->nodes[x[j]].a].column = -1;
}
