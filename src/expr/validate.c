#include "expr/validate.h"

#include "expr/graph.h"

#include <math.h>

// ---- graphs

static bool is_inside(int32_t i, int32_t count) {
  return 0 <= i && i < count;
}

// a number that expr_number makes: one zero, one NaN
static const char *number_flaw(const graph *g, const node *n) {
  if (!is_inside(n->a, g->nnumber))
    return "a number outside the table of numbers";
  double x = g->numbers[n->a];
  return x == 0 && signbit(x) ? "a negative zero" : NULL;
}

static const char *symbol_flaw(const graph *g, expr e) {
  const node *n = &g->nodes[e];
  if (!is_inside(n->a, g->nsymbol))
    return "a symbol outside the table of symbols";
  if (g->symbols[n->a].column != -1)
    return "a symbol with a column between passes";
  return g->kinds[e] == g->symbols[n->a].kind ? NULL : "a symbol of another kind than its node";
}

// b of EXPR_POWER is its exponent; other operands that the operation does not have are 0
static const char *operand_flaw(const graph *g, expr e) {
  const node *n = &g->nodes[e];
  int count = expr_operands((expr_op)n->op);
  unsigned kinds = expr_traits((expr_op)n->op) & EXPR_JUMPS ? expr_jumps : 0;
  for (int k = 0; k < 3; k++) {
    int32_t operand = node_operand(n, k);
    if (k < count && !is_inside(operand, e))
      return "an operand that does not come before its node";
    if (k < count)
      kinds |= g->kinds[operand];
    else if (operand != 0 && !(n->op == EXPR_POWER && k == 1))
      return "an operand too many";
  }
  if (n->op == EXPR_POWER && -2 < n->b && n->b < 2)
    return "a power with an exponent of -1, 0 or 1";
  if ((expr_traits((expr_op)n->op) & EXPR_COMMUTES) && n->a > n->b)
    return "operands of a commuting operation out of order";
  return kinds == g->kinds[e] ? NULL : "kinds that are not those of the operands";
}

static const char *node_flaw(const graph *g, expr e) {
  const node *n = &g->nodes[e];
  if (!is_inside(n->op, EXPR_OP_COUNT))
    return "an operation that does not exist";
  return n->op == EXPR_NUMBER   ? number_flaw(g, n)
         : n->op == EXPR_SYMBOL ? symbol_flaw(g, e)
                                : operand_flaw(g, e);
}

// the entries of the table are nodes, as many as there are that are not symbols
static const char *table_flaw(const graph *g) {
  int32_t entries = 0;
  if (g->table_size == 0 || (g->table_size & (g->table_size - 1)) != 0)
    return "a hash table whose size is no power of two";
  for (uint32_t i = 0; i < g->table_size; i++) {
    if (g->table[i] < -1 || g->table[i] >= g->size)
      return "an entry of the hash table that is no node";
    entries += g->table[i] >= 0;
  }
  if (entries != g->size - g->nsymbol)
    return "a hash table with too few or too many nodes";
  return (uint32_t)entries < g->table_size/2 ? NULL : "a hash table that is too full";
}

const char *graph_flaw(const graph *g) {
  const char *flaw = NULL;
  if (g->size < 2 || g->size > g->room)
    return "a graph without 0 and 1, or larger than its arrays";
  if (g->nodes[expr_zero].op != EXPR_NUMBER || g->nodes[expr_one].op != EXPR_NUMBER ||
      g->numbers[g->nodes[expr_zero].a] != 0 || g->numbers[g->nodes[expr_one].a] != 1)
    return "0 and 1 are not the first two nodes";
  flaw = table_flaw(g);
  for (expr e = 0; e < g->size && !flaw; e++)
    flaw = node_flaw(g, e);
  for (expr e = 0; e < g->size && !flaw; e++)
    if (!node_is(g, e, EXPR_SYMBOL) && graph_find(g, e) != e)
      flaw = "a node that the hash table does not find";
  return flaw;
}

// ---- tapes

// the inputs that are used: slots one after the other, from *next on
static const char *load_flaw(const tape *t, int32_t *next) {
  for (int k = 0; k < t->ngroup; k++)
    for (int i = 0; i < t->nload[k]; i++) {
      const tape_move *move = &t->load[k][i];
      if (move->from < 0 || (i > 0 && move->from <= move[-1].from))
        return "inputs of a group out of order";
      if (move->to != (*next)++)
        return "an input in a slot that is not the next";
    }
  return NULL;
}

static const char *code_flaw(const tape_code *code, int32_t next) {
  const int32_t slots[] = {code->a, code->b, code->c};
  if (code->op < EXPR_ADD || code->op >= EXPR_OP_COUNT || code->op == EXPR_POWER)
    return "an instruction that no tape has";
  if (code->dst != next)
    return "an instruction that does not write the next slot";
  for (int k = 0; k < 3; k++)
    if (!is_inside(slots[k], next))
      return "a slot that is read before it is written";
  return NULL;
}

static const char *store_flaw(const tape *t) {
  for (int i = 0; i < t->nstore; i++) {
    const tape_move *move = &t->store[i];
    if (!is_inside(move->from, t->nwork))
      return "an output from outside the work array";
    if (!is_inside(move->to, t->nout) || (i > 0 && move->to <= move[-1].to))
      return "an output that is outside its array or out of order";
  }
  return NULL;
}

const char *tape_flaw(const tape *t) {
  if (!is_inside(t->ngroup, tape_groups + 1) || t->nconstant < 0 || t->ncode < 0)
    return "a tape with impossible sizes";
  int32_t next = t->nconstant;
  const char *flaw = load_flaw(t, &next);
  for (int i = 0; i < t->ncode && !flaw; i++)
    flaw = code_flaw(&t->code[i], next++);
  if (!flaw && next != t->nwork)
    flaw = "a work array of another length than its slots";
  return flaw ? flaw : store_flaw(t);
}
