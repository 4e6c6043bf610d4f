// Tests of src/expr: the graph and its simplifications, tapes, texts, and what happens when memory
// or the limit runs out. Derivatives are in test_diff.c.

#include "tests/support/check.h"
#include "tests/support/expressions.h"

#include "expr/diff.h"
#include "expr/show.h"
#include "expr/tape.h"

#include <stdlib.h>

// ---- a graph with some symbols

enum { variables = 3 };

typedef struct setting {
  memory memory;
  graph *g;
  expr s[variables];
  expr x, y, z;  // the same
} setting;

static void setting_begin(setting *s) {
  static const char *const names[] = {"x", "y", "z"};
  s->memory = memory_default();
  s->g = graph_new(&s->memory, 1000000);
  assert_non_null(s->g);
  for (int j = 0; j < variables; j++)
    s->s[j] = expr_symbol(s->g, 1u << j, names[j]);
  s->x = s->s[0];
  s->y = s->s[1];
  s->z = s->s[2];
}

static void setting_end(setting *s) {
  assert_int_equal(graph_status(s->g), NOSLIP_OK);
  graph_free(s->g);
}

// ---- one node per expression

static void equal_expressions_are_one_node(void **state) {
  (void)state;
  setting s;
  setting_begin(&s);
  graph *g = s.g;
  expr a = expr_call(g, EXPR_SIN, expr_add(g, expr_mul(g, s.x, s.y), s.z));
  int32_t size = graph_size(g);
  expr b = expr_call(g, EXPR_SIN, expr_add(g, s.z, expr_mul(g, s.y, s.x)));
  assert_int_equal(a, b);
  assert_int_equal(graph_size(g), size);

  // but two symbols are two, whatever their names
  assert_int_not_equal(expr_symbol(g, 1, "w"), expr_symbol(g, 1, "w"));
  setting_end(&s);
}

static void numbers_are_told_apart_by_their_bits(void **state) {
  (void)state;
  setting s;
  setting_begin(&s);
  graph *g = s.g;
  assert_int_equal(expr_number(g, 0), expr_zero);
  assert_int_equal(expr_number(g, -0.0), expr_zero);
  assert_int_equal(expr_number(g, 1), expr_one);
  assert_int_equal(expr_number(g, (double)NAN), expr_number(g, -(double)NAN));
  assert_int_not_equal(expr_number(g, 0.1), expr_number(g, nextafter(0.1, 1)));
  assert_int_not_equal(expr_number(g, 5e-324), expr_zero);
  assert_true(expr_number_value(g, expr_number(g, -(double)INFINITY)) == -(double)INFINITY);
  setting_end(&s);
}

// the table grows and still finds everything
static void many_nodes_are_found_again(void **state) {
  (void)state;
  enum { many = 20000 };
  setting s;
  setting_begin(&s);
  expr *made = calloc(many, sizeof *made);
  for (int i = 0; i < many; i++)
    made[i] = expr_call(s.g, EXPR_SIN, expr_mul(s.g, expr_number(s.g, i + 0.5), s.x));
  int32_t size = graph_size(s.g);
  for (int i = 0; i < many; i++)
    assert_int_equal(made[i],
                     expr_call(s.g, EXPR_SIN, expr_mul(s.g, expr_number(s.g, i + 0.5), s.x)));
  assert_int_equal(graph_size(s.g), size);
  free(made);
  setting_end(&s);
}

static void kinds_are_those_of_all_symbols_below(void **state) {
  (void)state;
  setting s;
  setting_begin(&s);
  graph *g = s.g;
  expr condition = expr_call2(g, EXPR_LESS, s.z, expr_one);
  assert_int_equal(expr_kinds(g, expr_one), 0);
  assert_int_equal(expr_kinds(g, expr_mul(g, s.x, expr_power(g, s.y, 3))), 3);
  assert_int_equal(expr_kinds(g, expr_select(g, condition, s.x, expr_one)), 5);
  setting_end(&s);
}

static void below_lists_operands_first(void **state) {
  (void)state;
  setting s;
  int32_t count;
  setting_begin(&s);
  graph *g = s.g;
  expr product = expr_mul(g, s.x, s.y), sine = expr_call(g, EXPR_SIN, product);
  expr roots[] = {expr_add(g, sine, product), sine, expr_power(g, s.x, 2)};
  expr *list = graph_below(g, roots, 3, &count);
  assert_non_null(list);
  assert_int_equal(count, 6);  // x y x*y sin sum power; not z, not the exponent 2
  bool *met = calloc((size_t)graph_size(g), sizeof *met);
  for (int32_t i = 0; i < count; i++) {
    node n = graph_node(g, list[i]);
    assert_false(met[list[i]]);
    for (int k = 0; k < expr_operands((expr_op)n.op); k++)
      assert_true(met[node_operand(&n, k)]);
    met[list[i]] = true;
  }
  free(met);
  memory_free(graph_memory(g), list);
  setting_end(&s);
}

// ---- simplification

static void sums_are_simplified(void **state) {
  (void)state;
  setting s;
  setting_begin(&s);
  graph *g = s.g;
  expr x = s.x, y = s.y, two = expr_number(g, 2), three = expr_number(g, 3);
  expr minus_x = expr_neg(g, x), minus_y = expr_neg(g, y);
  assert_int_equal(expr_add(g, two, three), expr_number(g, 5));
  assert_int_equal(expr_add(g, x, expr_zero), x);
  assert_int_equal(expr_add(g, expr_zero, x), x);
  assert_int_equal(expr_sub(g, x, expr_zero), x);
  assert_int_equal(expr_sub(g, expr_zero, x), minus_x);
  assert_int_equal(expr_sub(g, x, x), expr_zero);
  assert_int_equal(expr_add(g, x, minus_x), expr_zero);
  assert_int_equal(expr_add(g, x, x), expr_mul(g, two, x));
  assert_int_equal(expr_neg(g, minus_x), x);
  assert_int_equal(expr_add(g, x, minus_y), expr_sub(g, x, y));
  assert_int_equal(expr_add(g, minus_y, x), expr_sub(g, x, y));
  assert_int_equal(expr_sub(g, x, minus_y), expr_add(g, x, y));
  assert_int_equal(expr_neg(g, expr_sub(g, x, y)), expr_sub(g, y, x));
  assert_int_equal(expr_add(g, expr_mul(g, two, x), expr_mul(g, three, x)),
                   expr_mul(g, expr_number(g, 5), x));
  assert_int_equal(expr_sub(g, expr_mul(g, three, x), expr_mul(g, two, x)), x);
  assert_int_equal(expr_add(g, x, expr_number(g, -3)), expr_sub(g, x, three));
  setting_end(&s);
}

static void products_are_simplified(void **state) {
  (void)state;
  setting s;
  setting_begin(&s);
  graph *g = s.g;
  expr x = s.x, y = s.y, two = expr_number(g, 2), three = expr_number(g, 3);
  expr minus_x = expr_neg(g, x), minus_y = expr_neg(g, y), product = expr_mul(g, x, y);
  assert_int_equal(expr_mul(g, x, expr_zero), expr_zero);
  assert_int_equal(expr_mul(g, x, expr_one), x);
  assert_int_equal(expr_mul(g, x, expr_number(g, -1)), minus_x);
  assert_int_equal(expr_mul(g, minus_x, minus_y), product);
  assert_int_equal(expr_mul(g, minus_x, y), expr_neg(g, product));
  assert_int_equal(expr_mul(g, two, expr_mul(g, three, x)), expr_mul(g, expr_number(g, 6), x));
  assert_int_equal(expr_mul(g, expr_div(g, x, two), expr_mul(g, two, y)), product);
  assert_int_equal(expr_div(g, x, expr_one), x);
  assert_int_equal(expr_div(g, expr_zero, x), expr_zero);
  assert_int_equal(expr_div(g, x, x), expr_one);
  assert_int_equal(expr_div(g, x, expr_number(g, -4)), expr_mul(g, expr_number(g, -0.25), x));
  assert_int_equal(graph_node(g, expr_div(g, x, three)).op, EXPR_DIV);  // 1/3 is not exact
  assert_int_equal(expr_div(g, minus_x, y), expr_neg(g, expr_div(g, x, y)));
  assert_int_equal(expr_div(g, x, minus_y), expr_neg(g, expr_div(g, x, y)));
  setting_end(&s);
}

static void powers_are_simplified(void **state) {
  (void)state;
  setting s;
  setting_begin(&s);
  graph *g = s.g;
  expr x = s.x, square = expr_power(g, x, 2);
  assert_int_equal(expr_mul(g, x, x), square);
  assert_int_equal(expr_mul(g, square, x), expr_power(g, x, 3));
  assert_int_equal(expr_mul(g, square, expr_power(g, x, -5)), expr_power(g, x, -3));
  assert_int_equal(expr_div(g, square, x), x);
  assert_int_equal(expr_power(g, square, 3), expr_power(g, x, 6));
  assert_int_equal(expr_power(g, x, 0), expr_one);
  assert_int_equal(expr_power(g, x, 1), x);
  assert_int_equal(expr_power(g, x, -1), expr_div(g, expr_one, x));
  assert_int_equal(expr_div(g, expr_one, square), expr_power(g, x, -2));
  assert_int_equal(expr_power(g, expr_neg(g, x), 2), square);
  assert_int_equal(expr_power(g, expr_neg(g, x), 3), expr_neg(g, expr_power(g, x, 3)));
  assert_int_equal(expr_pow(g, x, expr_number(g, 3)), expr_power(g, x, 3));
  assert_int_equal(expr_pow(g, x, expr_number(g, 0.5)), expr_call(g, EXPR_SQRT, x));
  assert_int_equal(graph_node(g, expr_pow(g, x, s.y)).op, EXPR_POW);
  assert_int_equal(graph_node(g, expr_pow(g, x, expr_number(g, 1e10))).op, EXPR_POW);
  assert_true(expr_number_value(g, expr_power(g, expr_number(g, 3), -2)) == 1.0/9);

  // exponents beyond 32 bits are not collected
  expr huge = expr_power(g, x, INT32_MAX);
  assert_int_equal(graph_node(g, expr_mul(g, huge, huge)).op, EXPR_MUL);
  assert_int_equal(graph_node(g, expr_mul(g, huge, x)).op, EXPR_MUL);
  assert_int_equal(graph_node(g, expr_power(g, x, INT32_MIN)).b, INT32_MIN);
  setting_end(&s);
}

static void calls_are_simplified(void **state) {
  (void)state;
  setting s;
  setting_begin(&s);
  graph *g = s.g;
  expr x = s.x, y = s.y, minus_x = expr_neg(g, x);
  expr less = expr_call2(g, EXPR_LESS, x, y);
  assert_int_equal(expr_call(g, EXPR_COS, expr_zero), expr_one);
  assert_int_equal(expr_call(g, EXPR_SIN, minus_x), expr_neg(g, expr_call(g, EXPR_SIN, x)));
  assert_int_equal(expr_call(g, EXPR_COS, minus_x), expr_call(g, EXPR_COS, x));
  assert_int_equal(expr_call(g, EXPR_ABS, minus_x), expr_call(g, EXPR_ABS, x));
  assert_int_equal(expr_call(g, EXPR_COS, expr_sub(g, y, x)),
                   expr_call(g, EXPR_COS, expr_sub(g, x, y)));
  assert_int_equal(expr_call2(g, EXPR_MIN, x, x), x);
  assert_int_equal(expr_call2(g, EXPR_MAX, y, x), expr_call2(g, EXPR_MAX, x, y));
  assert_int_equal(expr_call2(g, EXPR_LESS, x, x), expr_zero);
  assert_int_equal(expr_call2(g, EXPR_LESS_EQUAL, x, x), expr_one);
  assert_int_equal(expr_call2(g, EXPR_AND, expr_one, less), less);
  assert_int_equal(expr_call2(g, EXPR_AND, less, expr_zero), expr_zero);
  assert_int_equal(expr_call2(g, EXPR_OR, less, expr_number(g, 7)), expr_one);
  assert_int_equal(expr_call2(g, EXPR_OR, expr_zero, less), less);
  assert_int_equal(expr_select(g, expr_one, x, y), x);
  assert_int_equal(expr_select(g, expr_zero, x, y), y);
  assert_int_equal(expr_select(g, less, x, x), x);
  setting_end(&s);
}

// ---- simplification does not change values

enum { pool_size = 40 };

// operands that meet every rule: signs, factors, powers, differences, numbers
static int fill_pool(setting *s, expr *pool) {
  graph *g = s->g;
  expr x = s->x, y = s->y;
  static const double numbers[] = {0, 1, -1, 2, -0.5, 3, -3, 1e-300, 1e300};
  int n = 0;
  for (size_t i = 0; i < sizeof numbers/sizeof *numbers; i++)
    pool[n++] = expr_number(g, numbers[i]);
  expr parts[] = {x,
                  y,
                  expr_sub(g, x, y),
                  expr_sub(g, y, x),
                  expr_mul(g, x, y),
                  expr_div(g, expr_one, x),
                  expr_power(g, x, 2)};
  for (size_t i = 0; i < sizeof parts/sizeof *parts; i++)
    for (size_t j = 1; j < 8; j += 2)
      pool[n++] = expr_mul(g, expr_number(g, numbers[j]), parts[i]);
  pool[n++] = expr_power(g, x, -3);
  pool[n++] = expr_div(g, expr_number(g, -3), y);
  pool[n++] = expr_call(g, EXPR_ABS, x);
  assert_int_equal(n, pool_size);
  return n;
}

// the value `made` should have, from the values of its operands
static void check_value(const double *value, expr made, double expected, expr_op op) {
  if (!isfinite(expected) || fabs(expected) > 1e290 || fabs(expected) < 1e-290)
    return;  // at the ends of the range a rule may only help
  double error = fabs(value[made] - expected)/fabs(expected);
  if (!(error < 1e-14))
    print_error("operation %d\n", (int)op);
  check_below(error, 1e-14);
}

static expr make_pair(graph *g, expr_op op, expr a, expr b) {
  return graph_make(g, op, a, op == EXPR_POWER ? (b % 7) - 3 : b, expr_zero);
}

static void simplification_keeps_values(void **state) {
  (void)state;
  setting s;
  expr pool[pool_size], *made;
  setting_begin(&s);
  int n = fill_pool(&s, pool), total = 0;
  made = calloc((size_t)(n*n*EXPR_OP_COUNT), sizeof *made);
  for (int op = EXPR_ADD; op < EXPR_SELECT; op++)
    for (int i = 0; i < n*n; i++)
      made[total++] = make_pair(s.g, (expr_op)op, pool[i/n], pool[i % n]);

  double at[variables] = {0.7, -1.3, 2};
  double *value = evaluate(s.g, s.s, at, variables);
  total = 0;
  for (int op = EXPR_ADD; op < EXPR_SELECT; op++)
    for (int i = 0; i < n*n; i++) {
      expr b = pool[i % n];
      double second = op == EXPR_POWER ? (b % 7) - 3 : value[b];
      double expected = expr_apply((expr_op)op, value[pool[i/n]], second, 0);
      check_value(value, made[total++], expected, (expr_op)op);
    }
  free(value);
  free(made);
  setting_end(&s);
}

static void order_of_operands_does_not_matter(void **state) {
  (void)state;
  static const expr_op ops[] = {EXPR_ADD, EXPR_MUL, EXPR_MIN, EXPR_MAX, EXPR_AND, EXPR_OR};
  setting s;
  expr pool[pool_size];
  setting_begin(&s);
  int n = fill_pool(&s, pool);
  for (size_t k = 0; k < sizeof ops/sizeof *ops; k++)
    for (int i = 0; i < n*n; i++)
      assert_int_equal(graph_make(s.g, ops[k], pool[i/n], pool[i % n], 0),
                       graph_make(s.g, ops[k], pool[i % n], pool[i/n], 0));
  setting_end(&s);
}

// ---- tapes

// a tape over the group of all symbols, and room to run it
typedef struct machine {
  arena arena;
  tape *t;
  double *work, *out;
} machine;

static void machine_begin(machine *m, setting *s, const expr *f, int nf) {
  tape_group group = {.symbols = s->s, .n = variables};
  arena_init(&m->arena, &s->memory);
  m->t = tape_new(&m->arena, s->g, &group, 1, f, nf);
  assert_non_null(m->t);
  m->work = ARENA_ARRAY(&m->arena, double, m->t->nwork);
  m->out = ARENA_ARRAY(&m->arena, double, nf);
  tape_prepare(m->t, m->work);
}

static const double *machine_run(machine *m, const double *at) {
  const double *in[] = {at};
  tape_run(m->t, m->work, in, m->out);
  return m->out;
}

// bit for bit, integer powers too
static void tape_agrees_with_nodes(void **state) {
  (void)state;
  enum { outputs = 3, cases = 1000 };
  for (uint64_t seed = 1; seed <= cases; seed++) {
    setting s;
    machine m;
    expr f[outputs];
    setting_begin(&s);
    maker random = {.g = s.g, .dice = {seed}, .x = s.s, .n = variables};
    for (int i = 0; i < outputs; i++)
      f[i] = make_expr(&random, 4);
    machine_begin(&m, &s, f, outputs);
    for (int k = 0; k < 3; k++) {
      double at[variables];
      for (int j = 0; j < variables; j++)
        at[j] = dice_real(&random.dice, -2, 2);
      double *value = evaluate(s.g, s.s, at, variables);
      const double *out = machine_run(&m, at);
      for (int i = 0; i < outputs; i++)
        assert_memory_equal(&out[i], &value[f[i]], sizeof out[i]);
      free(value);
    }
    arena_free(&m.arena);
    setting_end(&s);
  }
}

static int instructions(setting *s, const expr *f, int n) {
  machine m;
  machine_begin(&m, s, f, n);
  int ncode = m.t->ncode;
  arena_free(&m.arena);
  return ncode;
}

static void common_subexpressions_are_computed_once(void **state) {
  (void)state;
  setting s;
  setting_begin(&s);
  graph *g = s.g;
  expr sine = expr_call(g, EXPR_SIN, expr_mul(g, s.x, s.y));
  expr f[] = {expr_add(g, sine, s.x), expr_mul(g, sine, s.y), sine, s.x, expr_one};
  assert_int_equal(instructions(&s, f, 5), 4);  // product, sine, sum, product

  // x^2 = x*x, x^3 = x*x^2, x^4 = x^2*x^2, x^7 = x^3*x^4, x^-2 = 1/x^2
  expr powers[] = {expr_power(g, s.x, 3), expr_power(g, s.x, 2), expr_power(g, s.x, 4),
                   expr_power(g, s.x, 7), expr_power(g, s.x, -2)};
  assert_int_equal(instructions(&s, powers, 1), 2);
  assert_int_equal(instructions(&s, powers, 2), 2);
  assert_int_equal(instructions(&s, powers, 3), 3);
  assert_int_equal(instructions(&s, powers, 4), 4);
  assert_int_equal(instructions(&s, powers, 5), 5);
  setting_end(&s);
}

static void powers_have_the_right_value(void **state) {
  (void)state;
  enum { largest = 40 };
  setting s;
  machine m;
  expr f[2*largest + 1];
  setting_begin(&s);
  for (int k = -largest; k <= largest; k++)
    f[k + largest] = expr_power(s.g, s.x, k);
  machine_begin(&m, &s, f, 2*largest + 1);
  const double at[variables] = {-1.1, 0, 0};
  const double *out = machine_run(&m, at);
  for (int k = -largest; k <= largest; k++)
    check_below(fabs(out[k + largest]/pow(at[0], k) - 1), 2e-15);
  arena_free(&m.arena);
  setting_end(&s);
}

// slots: constants, the inputs that are used, one for each instruction
static void slots_are_in_order(void **state) {
  (void)state;
  setting s;
  machine m;
  setting_begin(&s);
  graph *g = s.g;
  expr f[] = {expr_zero, expr_add(g, expr_number(g, 2.5), expr_mul(g, s.x, s.z)), expr_zero};
  machine_begin(&m, &s, f, 3);
  assert_int_equal(m.t->nconstant, 1);
  assert_true(m.t->constants[0] == 2.5);
  assert_int_equal(m.t->nload[0], 2);
  assert_int_equal(m.t->load[0][1].from, 2);
  assert_int_equal(m.t->load[0][1].to, 2);
  assert_int_equal(m.t->ncode, 2);
  assert_int_equal(m.t->nwork, 5);
  for (int i = 0; i < m.t->ncode; i++)
    assert_int_equal(m.t->code[i].dst, 3 + i);

  // only the output that is not identically zero is stored
  assert_int_equal(m.t->nout, 3);
  assert_int_equal(m.t->nstore, 1);
  assert_int_equal(m.t->store[0].to, 1);
  arena_free(&m.arena);
  setting_end(&s);
}

static void groups_have_their_own_arrays(void **state) {
  (void)state;
  setting s;
  arena a;
  setting_begin(&s);
  arena_init(&a, &s.memory);
  tape_group groups[] = {{&s.x, 1}, {NULL, 0}, {&s.y, 2}};
  expr f = expr_sub(s.g, expr_mul(s.g, s.x, s.z), s.y);
  tape *t = tape_new(&a, s.g, groups, 3, &f, 1);
  assert_non_null(t);
  double x = 2, yz[] = {3, 5}, out = 0;
  const double *in[] = {&x, NULL, yz};
  double *work = ARENA_ARRAY(&a, double, t->nwork);
  tape_prepare(t, work);
  tape_run(t, work, in, &out);
  assert_true(out == 7);
  arena_free(&a);
  setting_end(&s);
}

static void branch_not_taken_does_not_leak(void **state) {
  (void)state;
  setting s;
  machine m;
  setting_begin(&s);
  expr root = expr_call(s.g, EXPR_SQRT, s.x);
  expr f = expr_select(s.g, expr_call2(s.g, EXPR_LESS, expr_zero, s.x), root, s.y);
  machine_begin(&m, &s, &f, 1);
  const double at[variables] = {-1, 0.5, 0};
  assert_true(machine_run(&m, at)[0] == 0.5);
  arena_free(&m.arena);
  setting_end(&s);
}

// ---- text

static void check_shown(const graph *g, expr e, size_t limit, const char *expected) {
  memory m = memory_default();
  text_buffer t;
  text_init(&t, &m);
  expr_show(&t, g, e, limit);
  assert_string_equal(t.data, expected);
  text_free(&t);
}

static void sums_and_products_are_shown(void **state) {
  (void)state;
  setting s;
  setting_begin(&s);
  graph *g = s.g;
  expr x = s.x, y = s.y, z = s.z, sum = expr_add(g, x, y), three = expr_number(g, 3);
  expr cosine = expr_call(g, EXPR_COS, z);
  check_shown(g, expr_mul(g, expr_neg(g, sum), cosine), 99, "-(x + y)*cos(z)");
  check_shown(g, expr_div(g, x, expr_mul(g, y, z)), 99, "x/(y*z)");
  check_shown(g, expr_div(g, expr_div(g, x, y), z), 99, "x/y/z");
  check_shown(g, expr_sub(g, x, expr_sub(g, y, z)), 99, "x - (y - z)");
  check_shown(g, expr_sub(g, expr_sub(g, x, y), z), 99, "x - y - z");
  check_shown(g, expr_add(g, z, sum), 99, "x + y + z");
  check_shown(g, expr_mul(g, z, sum), 99, "z*(x + y)");
  check_shown(g, expr_mul(g, x, three), 99, "3*x");
  check_shown(g, expr_mul(g, three, expr_mul(g, x, y)), 99, "3*(x*y)");
  check_shown(g, expr_div(g, expr_mul(g, x, y), expr_number(g, 2)), 99, "0.5*x*y");
  check_shown(g, expr_add(g, expr_one, x), 99, "x + 1");
  check_shown(g, expr_sub(g, x, expr_mul(g, three, y)), 99, "x - 3*y");
  check_shown(g, expr_neg(g, expr_mul(g, three, y)), 99, "-3*y");
  check_shown(g, expr_mul(g, sum, expr_sub(g, x, y)), 99, "(x + y)*(x - y)");
  setting_end(&s);
}

static void powers_and_calls_are_shown(void **state) {
  (void)state;
  setting s;
  setting_begin(&s);
  graph *g = s.g;
  expr x = s.x, y = s.y, z = s.z, two = expr_number(g, 2);
  expr less = expr_call2(g, EXPR_LESS, x, y), other = expr_call2(g, EXPR_LESS_EQUAL, y, z);
  check_shown(g, expr_power(g, x, 2), 99, "x^2");
  check_shown(g, expr_neg(g, expr_power(g, x, -2)), 99, "-x^-2");
  check_shown(g, expr_power(g, expr_add(g, x, y), 2), 99, "(x + y)^2");
  check_shown(g, expr_pow(g, two, expr_neg(g, x)), 99, "2^-x");
  check_shown(g, expr_pow(g, two, expr_neg(g, expr_mul(g, x, y))), 99, "2^(-x*y)");
  check_shown(g, expr_pow(g, x, expr_pow(g, y, z)), 99, "x^y^z");
  check_shown(g, expr_pow(g, expr_pow(g, x, y), z), 99, "(x^y)^z");
  check_shown(g, expr_pow(g, expr_number(g, -2), x), 99, "(-2)^x");
  check_shown(g, expr_call(g, EXPR_SIN, expr_add(g, x, y)), 99, "sin(x + y)");
  check_shown(g, expr_call2(g, EXPR_ATAN2, x, y), 99, "atan2(x, y)");
  check_shown(g, expr_select(g, less, x, expr_call2(g, EXPR_MAX, y, z)), 99,
              "where(x < y, x, max(y, z))");
  check_shown(g, expr_select(g, expr_call2(g, EXPR_AND, less, other), x, z), 99,
              "where(x < y and y <= z, x, z)");
  setting_end(&s);
}

static void long_texts_are_cut(void **state) {
  (void)state;
  setting s;
  setting_begin(&s);
  graph *g = s.g;
  check_shown(g, expr_mul(g, expr_add(g, s.x, s.y), s.z), 8, "z*(x ...");
  check_shown(g, expr_mul(g, s.x, s.y), 3, "x*y");
  expr greek = expr_symbol(g, 1, "θθθθ");
  check_shown(g, greek, 8, "θθθθ");
  check_shown(g, expr_neg(g, greek), 8, "-θθ...");

  // doubled forty times, the text would be longer than any memory; nested deep, than any stack
  expr e = s.x;
  for (int i = 0; i < 40; i++)
    e = expr_mul(g, expr_add(g, e, s.y), expr_call(g, EXPR_SIN, e));
  for (int i = 0; i < 100000; i++)
    e = expr_call(g, EXPR_SIN, e);
  memory m = memory_default();
  text_buffer t;
  text_init(&t, &m);
  expr_show(&t, g, e, 5000);
  assert_true(t.length <= 5000);
  assert_non_null(strstr(t.data, "..."));
  text_free(&t);
  setting_end(&s);
}

// ---- when something runs out

static void limit_is_a_failure_of_the_model(void **state) {
  (void)state;
  memory m = memory_default();
  graph *g = graph_new(&m, 100);
  expr x = expr_symbol(g, 1, "x"), e = x;
  for (int i = 0; i < 97; i++)
    e = expr_call(g, EXPR_SIN, e);
  assert_int_equal(graph_status(g), NOSLIP_OK);
  assert_int_equal(graph_size(g), 100);

  // from here on everything is zero
  assert_int_equal(expr_call(g, EXPR_SIN, e), expr_zero);
  assert_int_equal(graph_status(g), NOSLIP_ERROR_MODEL);
  assert_int_equal(expr_call(g, EXPR_SIN, x), expr_zero);
  expr df;
  assert_false(diff_gradient(g, e, &x, 1, &df));
  assert_int_equal(graph_status(g), NOSLIP_ERROR_MODEL);
  graph_free(g);
}

// an allocator that fails from its n-th request on, and counts the blocks in use
typedef struct meter {
  int requests, allowed, blocks;
} meter;

static void *metered(void *context, void *block, size_t size) {
  meter *m = context;
  if (size == 0) {
    m->blocks -= block != NULL;
    free(block);
    return NULL;
  }
  if (m->requests++ >= m->allowed)
    return NULL;
  void *more = realloc(block, size);
  m->blocks += !block && more;
  return more;
}

// everything this room does, in one graph
static void do_everything(graph *g, arena *a, text_buffer *t) {
  enum { n = 40 };
  expr x[n], df[n], H[n*n], out[n];
  for (int i = 0; i < n; i++)
    x[i] = expr_symbol(g, 1, "x");
  expr f = expr_zero;
  for (int i = 0; i + 1 < n; i++) {
    expr less = expr_call2(g, EXPR_LESS, x[i], x[i + 1]);
    expr power = expr_power(g, expr_sub(g, x[i], x[i + 1]), i - 10);
    f = expr_add(g, f, expr_select(g, less, power, expr_call(g, EXPR_SIN, power)));
  }
  bool ok = diff_gradient(g, f, x, n, df) && diff_jacobian(g, df, n, x, n, H) &&
            diff_directional(g, df, n, x, df, n, out) && diff_substitute(g, df, n, x, H, n, out);
  assert_int_equal(ok, graph_status(g) == NOSLIP_OK);
  tape_group group = {.symbols = x, .n = n};
  tape *made = tape_new(a, g, &group, 1, H, n*n);
  assert_int_equal(made != NULL, graph_status(g) == NOSLIP_OK && !a->failed);
  expr_show(t, g, f, 1000);
}

// returns false once the allowance was enough
static bool fails_with(int allowed) {
  meter used = {.allowed = allowed};
  memory m = {.hook = metered, .context = &used};
  arena a;
  text_buffer t;
  arena_init(&a, &m);
  text_init(&t, &m);
  graph *g = graph_new(&m, 1000000);
  bool failed = !g;
  if (g) {
    do_everything(g, &a, &t);
    failed = graph_status(g) != NOSLIP_OK || a.failed || t.failed;
    if (graph_status(g) != NOSLIP_OK)
      assert_int_equal(graph_status(g), NOSLIP_ERROR_MEMORY);
  }
  graph_free(g);
  arena_free(&a);
  text_free(&t);
  assert_int_equal(used.blocks, 0);
  assert_int_equal(failed, used.requests > allowed);
  return failed;
}

static void memory_may_run_out_at_any_request(void **state) {
  (void)state;
  int allowed = 0;
  while (fails_with(allowed))
    allowed++;
  check_above(allowed, 100);  // there was something to fail
}

// ---- copies

// the same expression has the same node in both, and what is new in one is not in the other
static void a_copy_goes_its_own_way(void **state) {
  (void)state;
  setting s;
  setting_begin(&s);
  expr a = expr_call(s.g, EXPR_SIN, expr_mul(s.g, s.x, s.y)), d[variables];
  int32_t size = graph_size(s.g);
  graph *copy = graph_copy(s.g, &s.memory);
  assert_non_null(copy);
  assert_int_equal(graph_size(copy), size);
  assert_int_equal(expr_call(copy, EXPR_SIN, expr_mul(copy, s.y, s.x)), a);
  assert_int_equal(expr_kinds(copy, a), expr_kinds(s.g, a));
  assert_string_equal(expr_symbol_name(copy, s.z), "z");
  assert_true(diff_gradient(copy, a, s.s, variables, d));
  check_above(graph_size(copy), size);
  assert_int_equal(graph_size(s.g), size);

  // and the original would have made the same nodes
  expr e[variables];
  assert_true(diff_gradient(s.g, a, s.s, variables, e));
  assert_memory_equal(d, e, sizeof d);
  assert_int_equal(graph_size(s.g), graph_size(copy));
  graph_free(copy);
  setting_end(&s);
}

static void a_copy_may_lack_memory(void **state) {
  (void)state;
  setting s;
  setting_begin(&s);
  graph *copy = NULL;
  int allowed = 0;
  for (; !copy; allowed++) {
    meter used = {.allowed = allowed};
    memory m = {.hook = metered, .context = &used};
    copy = graph_copy(s.g, &m);
    graph_free(copy);
    assert_int_equal(used.blocks, 0);
  }
  check_above(allowed, 5);  // there was something to fail
  setting_end(&s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_expressions_are_one_node),
      cmocka_unit_test(numbers_are_told_apart_by_their_bits),
      cmocka_unit_test(many_nodes_are_found_again),
      cmocka_unit_test(kinds_are_those_of_all_symbols_below),
      cmocka_unit_test(below_lists_operands_first),
      cmocka_unit_test(sums_are_simplified),
      cmocka_unit_test(products_are_simplified),
      cmocka_unit_test(powers_are_simplified),
      cmocka_unit_test(calls_are_simplified),
      cmocka_unit_test(simplification_keeps_values),
      cmocka_unit_test(order_of_operands_does_not_matter),
      cmocka_unit_test(tape_agrees_with_nodes),
      cmocka_unit_test(common_subexpressions_are_computed_once),
      cmocka_unit_test(powers_have_the_right_value),
      cmocka_unit_test(slots_are_in_order),
      cmocka_unit_test(groups_have_their_own_arrays),
      cmocka_unit_test(branch_not_taken_does_not_leak),
      cmocka_unit_test(sums_and_products_are_shown),
      cmocka_unit_test(powers_and_calls_are_shown),
      cmocka_unit_test(long_texts_are_cut),
      cmocka_unit_test(limit_is_a_failure_of_the_model),
      cmocka_unit_test(memory_may_run_out_at_any_request),
      cmocka_unit_test(a_copy_goes_its_own_way),
      cmocka_unit_test(a_copy_may_lack_memory),
  };
  return check_run(argc, argv, tests);
}
