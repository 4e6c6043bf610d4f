// The validators of graphs and tapes: what the library makes has no flaw, and each kind of broken
// data is told, with its own sentence.

#include "tests/support/check.h"

#include "expr/graph.h"
#include "expr/tape.h"
#include "expr/validate.h"

#include <string.h>

typedef struct bench {
  memory memory;
  arena arena;
  graph *g;
  expr x, y;  // symbols
  expr sum, power, product;
  tape *t;
} bench;

// x + y, (x + y)^3, 2 sin(x) y: numbers, symbols, a power, a function
static void bench_open(bench *b) {
  *b = (bench){.memory = memory_default()};
  arena_init(&b->arena, &b->memory);
  graph *g = b->g = graph_new(&b->memory, 1000);
  b->x = expr_symbol(g, 1, "x");
  b->y = expr_symbol(g, 2, "y");
  b->sum = expr_add(g, b->x, b->y);
  b->power = expr_power(g, b->sum, 3);
  b->product = expr_mul(g, expr_call(g, EXPR_SIN, b->x), b->y);
  expr out[] = {b->sum, expr_zero, b->power, expr_mul(g, expr_number(g, 2), b->product)};
  tape_group groups[] = {{&b->x, 1}, {&b->y, 1}};
  b->t = tape_new(&b->arena, g, groups, 2, out, 4);
  assert_non_null(b->t);
}

static void bench_close(bench *b) {
  graph_free(b->g);
  arena_free(&b->arena);
}

// the flaw is told, whatever else the sentence says
static void is_told(const char *flaw, const char *sentence) {
  assert_non_null(flaw);
  check_text(flaw, sentence);
}

static void what_is_made_has_no_flaw(void **state) {
  (void)state;
  bench b;
  bench_open(&b);
  assert_null(graph_flaw(b.g));
  assert_null(tape_flaw(b.t));
  bench_close(&b);
}

// random expressions, their derivatives, and a table that has grown a few times
static void large_graphs_have_no_flaw(void **state) {
  (void)state;
  bench b;
  bench_open(&b);
  graph *g = b.g;
  g->limit = 100000;
  expr e = b.product;
  for (int i = 0; i < 5000; i++) {
    e = expr_add(g, e, expr_mul(g, expr_number(g, i + 0.5), expr_power(g, b.x, i + 2)));
    if (i % 7 == 0)
      e = expr_call2(g, EXPR_MAX, e, expr_call(g, EXPR_COS, e));
  }
  assert_true(graph_size(g) > 20000);
  assert_null(graph_flaw(g));
  tape_group groups[] = {{&b.x, 1}, {&b.y, 1}};
  tape *t = tape_new(&b.arena, g, groups, 2, &e, 1);
  assert_non_null(t);
  assert_null(tape_flaw(t));
  bench_close(&b);
}

// ---- broken graphs

static void break_node(void (*how)(bench *b), const char *sentence) {
  bench b;
  bench_open(&b);
  how(&b);
  is_told(graph_flaw(b.g), sentence);
  bench_close(&b);
}

static void late_operand(bench *b) {
  b->g->nodes[b->sum].b = b->sum;
}

static void foreign_operand(bench *b) {
  b->g->nodes[b->sum].a = -1;
}

static void third_operand(bench *b) {
  b->g->nodes[b->sum].c = b->x;
}

static void turned_operands(bench *b) {
  b->g->nodes[b->sum].a = b->y;
  b->g->nodes[b->sum].b = b->x;
}

static void no_operation(bench *b) {
  b->g->nodes[b->sum].op = EXPR_OP_COUNT;
}

static void first_power(bench *b) {
  b->g->nodes[b->power].b = 1;
}

static void wrong_kinds(bench *b) {
  b->g->kinds[b->product] = 1;
}

static void wrong_symbol(bench *b) {
  b->g->nodes[b->x].a = 2;
}

static void wrong_symbol_kind(bench *b) {
  b->g->symbols[0].kind = 4;
}

static void open_column(bench *b) {
  graph_columns_begin(b->g, &b->x, 1);
}

static void wrong_number(bench *b) {
  b->g->nodes[expr_number(b->g, 2)].a = b->g->nnumber;
}

static void negative_zero(bench *b) {
  b->g->numbers[b->g->nodes[expr_zero].a] = -0.0;
}

static void no_one(bench *b) {
  b->g->numbers[b->g->nodes[expr_one].a] = 3;
}

static void broken_nodes_are_told(void **state) {
  (void)state;
  break_node(late_operand, "an operand that does not come before its node");
  break_node(foreign_operand, "an operand that does not come before its node");
  break_node(third_operand, "an operand too many");
  break_node(turned_operands, "operands of a commuting operation out of order");
  break_node(no_operation, "an operation that does not exist");
  break_node(first_power, "a power with an exponent of -1, 0 or 1");
  break_node(wrong_kinds, "kinds that are not those of the operands");
  break_node(wrong_symbol, "a symbol outside the table of symbols");
  break_node(wrong_symbol_kind, "a symbol of another kind than its node");
  break_node(open_column, "a symbol with a column between passes");
  break_node(wrong_number, "a number outside the table of numbers");
  break_node(negative_zero, "a negative zero");
  break_node(no_one, "0 and 1 are not the first two nodes");
}

// where the hash table has a node
static uint32_t place_in_table(const graph *g, expr e) {
  uint32_t i = 0;
  while (g->table[i] != e)
    i++;
  return i;
}

static void lost_entry(bench *b) {
  b->g->table[place_in_table(b->g, b->sum)] = -1;
}

static void doubled_entry(bench *b) {
  b->g->table[place_in_table(b->g, b->sum)] = b->product;
}

static void foreign_entry(bench *b) {
  b->g->table[place_in_table(b->g, b->sum)] = b->g->size;
}

static void moved_entry(bench *b) {
  graph *g = b->g;
  uint32_t at = place_in_table(g, b->sum), to = (at + g->table_size/2) & (g->table_size - 1);
  while (g->table[to] >= 0)
    to = (to + 1) & (g->table_size - 1);
  g->table[at] = -1;
  g->table[to] = b->sum;
}

static void odd_size(bench *b) {
  b->g->table_size--;
}

static void broken_tables_are_told(void **state) {
  (void)state;
  break_node(lost_entry, "a hash table with too few or too many nodes");
  break_node(doubled_entry, "a node that the hash table does not find");
  break_node(foreign_entry, "an entry of the hash table that is no node");
  break_node(moved_entry, "a node that the hash table does not find");
  break_node(odd_size, "a hash table whose size is no power of two");
}

// ---- broken tapes

static void break_tape(void (*how)(tape *t), const char *sentence) {
  bench b;
  bench_open(&b);
  how(b.t);
  is_told(tape_flaw(b.t), sentence);
  bench_close(&b);
}

static void read_too_early(tape *t) {
  t->code[0].b = t->code[0].dst;
}

static void read_outside(tape *t) {
  t->code[t->ncode - 1].a = -1;
}

static void written_twice(tape *t) {
  t->code[1].dst = t->code[0].dst;
}

static void unexpanded_power(tape *t) {
  t->code[0].op = EXPR_POWER;
}

static void input_elsewhere(tape *t) {
  t->load[1][0].to++;
}

static void input_before(tape *t) {
  t->load[0][0].from = -1;
}

static void output_behind(tape *t) {
  t->store[t->nstore - 1].to = t->nout;
}

static void output_twice(tape *t) {
  t->store[1].to = t->store[0].to;
}

static void output_from_nowhere(tape *t) {
  t->store[0].from = t->nwork;
}

static void long_work(tape *t) {
  t->nwork++;
}

static void many_groups(tape *t) {
  t->ngroup = tape_groups + 1;
}

static void broken_tapes_are_told(void **state) {
  (void)state;
  break_tape(read_too_early, "a slot that is read before it is written");
  break_tape(read_outside, "a slot that is read before it is written");
  break_tape(written_twice, "an instruction that does not write the next slot");
  break_tape(unexpanded_power, "an instruction that no tape has");
  break_tape(input_elsewhere, "an input in a slot that is not the next");
  break_tape(input_before, "inputs of a group out of order");
  break_tape(output_behind, "an output that is outside its array or out of order");
  break_tape(output_twice, "an output that is outside its array or out of order");
  break_tape(output_from_nowhere, "an output from outside the work array");
  break_tape(long_work, "a work array of another length than its slots");
  break_tape(many_groups, "a tape with impossible sizes");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_made_has_no_flaw), cmocka_unit_test(large_graphs_have_no_flaw),
      cmocka_unit_test(broken_nodes_are_told),    cmocka_unit_test(broken_tables_are_told),
      cmocka_unit_test(broken_tapes_are_told),
  };
  return check_run(argc, argv, tests);
}
