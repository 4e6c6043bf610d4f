// Tests of src/expr: the graph, its simplifications, its texts. Tapes and what happens when memory
// runs out are in test_tape.c, derivatives in test_diff.c.

#include "tests/expr/graph_setting.h"

#include "expr/show.h"

#include <stdlib.h>

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
      cmocka_unit_test(sums_and_products_are_shown),
      cmocka_unit_test(powers_and_calls_are_shown),
      cmocka_unit_test(long_texts_are_cut),
  };
  return check_run(argc, argv, tests);
}
