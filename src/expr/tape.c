// Tapes from graphs: each node below the outputs becomes one instruction, operands first.
//
// Slots of the work array: the constants, then the inputs that are used, then one for each
// instruction, so that no slot is written twice.
//
// A power x^k becomes products of x, x^2, x^4, ... as its binary digits say, in the order of
// apply_power; all powers of one x share what they have in common.

#include "expr/tape.h"

#include "expr/graph.h"
#include "expr/validate.h"

#include <assert.h>
#include <string.h>

// a power of a node that the code has computed
typedef struct known_power {
  int64_t k;
  int32_t slot;
  int32_t next;  // another power of the same node, -1 at the end
} known_power;

typedef struct builder {
  arena *arena;
  graph *g;
  tape *t;
  int32_t count;   // nodes below the outputs
  expr *nodes;     // count   operands first
  int32_t *slot;   // count   where the value of the node is
  int32_t *power;  // count   index of the newest known power of the node, -1 if there is none
  int32_t one;     // slot of the constant 1, if a negative power needs it

  tape_code *code;
  int32_t ncode, code_room;
  known_power *known;
  int32_t nknown, known_room;
} builder;

static int32_t position(const builder *b, expr e) {
  return graph_position(b->g, b->nodes, b->count, e);
}

// ---- constants, inputs and outputs

static bool needs_one(const builder *b) {
  for (int32_t i = 0; i < b->count; i++) {
    node n = b->g->nodes[b->nodes[i]];
    if (n.op == EXPR_POWER && n.b < 0)
      return true;
  }
  return false;
}

static int count_numbers(const builder *b) {
  int n = 0;
  for (int32_t i = 0; i < b->count; i++)
    n += expr_is_number(b->g, b->nodes[i]);
  return n;
}

static void place_constants(builder *b) {
  tape *t = b->t;
  t->constants = ARENA_ARRAY(b->arena, double, count_numbers(b) + 1);
  if (!t->constants)
    return;
  for (int32_t i = 0; i < b->count; i++) {
    if (!expr_is_number(b->g, b->nodes[i]))
      continue;
    b->slot[i] = t->nconstant;
    t->constants[t->nconstant++] = expr_number_value(b->g, b->nodes[i]);
  }
  if (position(b, expr_one) >= 0) {
    b->one = b->slot[position(b, expr_one)];
  } else if (needs_one(b)) {
    b->one = t->nconstant;
    t->constants[t->nconstant++] = 1;
  }
  t->nwork = t->nconstant;
}

static void place_group(builder *b, int k, const tape_group *group) {
  tape *t = b->t;
  int used = 0;
  for (int i = 0; i < group->n; i++)
    used += position(b, group->symbols[i]) >= 0;
  t->load[k] = ARENA_ARRAY(b->arena, tape_move, used);
  if (!t->load[k])
    return;
  for (int i = 0; i < group->n; i++) {
    int32_t p = position(b, group->symbols[i]);
    if (p < 0)
      continue;
    b->slot[p] = t->nwork++;
    t->load[k][t->nload[k]++] = (tape_move){.from = i, .to = b->slot[p]};
  }
}

static void place_outputs(builder *b, const expr *out, int nout) {
  tape *t = b->t;
  t->nout = nout;
  t->store = ARENA_ARRAY(b->arena, tape_move, nout);
  for (int i = 0; i < nout && t->store; i++)
    if (out[i] != expr_zero)
      t->store[t->nstore++] = (tape_move){.from = b->slot[position(b, out[i])], .to = i};
}

// ---- instructions

// one instruction; returns the slot of its value
static int32_t emit(builder *b, expr_op op, int32_t x, int32_t y, int32_t z) {
  tape_code *code = graph_grow(b->g, b->code, &b->code_room, b->ncode + 1, sizeof *code);
  if (!code)
    return 0;
  b->code = code;
  int32_t dst = b->t->nwork++;
  assert(0 <= x && x < dst && 0 <= y && y < dst && 0 <= z && z < dst);
  b->code[b->ncode++] = (tape_code){.op = (int32_t)op, .dst = dst, .a = x, .b = y, .c = z};
  return dst;
}

static int32_t find_power(const builder *b, int32_t p, int64_t k) {
  for (int32_t i = b->power[p]; i >= 0; i = b->known[i].next)
    if (b->known[i].k == k)
      return b->known[i].slot;
  return -1;
}

// the k-th power of node p is op(x, y): computed now, unless it is known
static int32_t emit_power(builder *b, int32_t p, int64_t k, expr_op op, int32_t x, int32_t y) {
  int32_t slot = find_power(b, p, k);
  if (slot >= 0)
    return slot;
  known_power *known = graph_grow(b->g, b->known, &b->known_room, b->nknown + 1, sizeof *known);
  if (!known)
    return 0;
  b->known = known;
  slot = emit(b, op, x, y, 0);
  b->known[b->nknown] = (known_power){.k = k, .slot = slot, .next = b->power[p]};
  b->power[p] = b->nknown++;
  return slot;
}

// node p to the k: `square` runs through x, x^2, x^4, ... and `product` collects, as in apply_power
static int32_t expand_power(builder *b, int32_t p, int64_t k) {
  int64_t size = k < 0 ? -k : k;
  assert(size >= 2 && b->slot[p] >= 0);
  int32_t square = b->slot[p], product = -1;
  for (int64_t digit = 1; digit <= size; digit *= 2) {
    if (digit > 1)
      square = emit_power(b, p, digit, EXPR_MUL, square, square);
    if (!(size & digit))
      continue;
    product =
        product < 0 ? square : emit_power(b, p, size & (2*digit - 1), EXPR_MUL, product, square);
  }
  return k < 0 ? emit_power(b, p, k, EXPR_DIV, b->one, product) : product;
}

static void emit_node(builder *b, int32_t i) {
  node n = b->g->nodes[b->nodes[i]];
  if (n.op == EXPR_NUMBER || n.op == EXPR_SYMBOL)
    return;
  if (n.op == EXPR_POWER) {
    b->slot[i] = expand_power(b, b->g->place[n.a], n.b);
    return;
  }
  int32_t operand[3] = {0, 0, 0};
  for (int k = 0; k < expr_operands((expr_op)n.op); k++)
    operand[k] = b->slot[b->g->place[node_operand(&n, k)]];
  b->slot[i] = emit(b, (expr_op)n.op, operand[0], operand[1], operand[2]);
}

static void emit_all(builder *b) {
  if (b->arena->failed)  // not every group has its place
    return;
  for (int32_t i = 0; i < b->count && graph_status(b->g) == NOSLIP_OK; i++) {
    assert(b->slot[i] >= 0 || !node_is(b->g, b->nodes[i], EXPR_SYMBOL));
    emit_node(b, i);
  }
  b->t->code = ARENA_ARRAY(b->arena, tape_code, b->ncode);
  if (!b->t->code || b->ncode == 0)
    return;
  memcpy(b->t->code, b->code, (size_t)b->ncode*sizeof *b->code);
  b->t->ncode = b->ncode;
}

// ---- the whole

// the nodes below the outputs that are stored
static expr *nodes_below(builder *b, const expr *out, int nout) {
  expr *roots = graph_array(b->g, nout, sizeof *roots);
  if (!roots)
    return NULL;
  int nroot = 0;
  for (int i = 0; i < nout; i++)
    if (out[i] != expr_zero)
      roots[nroot++] = out[i];
  expr *nodes = graph_below(b->g, roots, nroot, &b->count);
  memory_free(&b->g->memory, roots);
  return nodes;
}

static bool begin(builder *b, const expr *out, int nout) {
  b->t = ARENA_ARRAY(b->arena, tape, 1);
  b->nodes = nodes_below(b, out, nout);
  if (!b->t || !b->nodes)
    return false;
  graph_number_list(b->g, b->nodes, b->count);
  b->slot = graph_array(b->g, b->count, sizeof *b->slot);
  b->power = graph_array(b->g, b->count, sizeof *b->power);
  if (!b->slot || !b->power)
    return false;

  // -1: no slot and no power so far
  memset(b->slot, 0xff, (size_t)b->count*sizeof *b->slot);
  memset(b->power, 0xff, (size_t)b->count*sizeof *b->power);
  return true;
}

static void end(builder *b) {
  void *arrays[] = {b->nodes, b->slot, b->power, b->code, b->known};
  for (size_t i = 0; i < sizeof arrays/sizeof *arrays; i++)
    memory_free(&b->g->memory, arrays[i]);
}

tape *tape_new(arena *a, graph *g, const tape_group *groups, int ngroup, const expr *out,
               int nout) {
  assert(0 <= ngroup && ngroup <= tape_groups && nout >= 0);
  if (graph_status(g) != NOSLIP_OK)
    return NULL;
  builder b = {.arena = a, .g = g};
  if (begin(&b, out, nout)) {
    place_constants(&b);
    b.t->ngroup = ngroup;
    for (int k = 0; k < ngroup; k++)
      place_group(&b, k, &groups[k]);
    emit_all(&b);
    place_outputs(&b, out, nout);
  }
  end(&b);
  if (graph_status(g) != NOSLIP_OK || a->failed)
    return NULL;
  assert(!tape_flaw(b.t));
  return b.t;
}
