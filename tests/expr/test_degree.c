// Tests of src/expr/degree.h: the degree of a polynomial, and the points that discrete gradients take
// because of it.

#include "tests/support/check.h"
#include "tests/support/expressions.h"
#include "tests/support/systems.h"

#include "expr/degree.h"
#include "methods/families.h"

#include <stdio.h>

// --- expressions -----------------------------------------------------------------------------

typedef struct setting {
  graph *g;
  expr x[2], other;
} setting;

static setting begin(void) {
  memory m = memory_default();
  setting s = {.g = graph_new(&m, 100000)};
  assert_non_null(s.g);
  s.x[0] = expr_symbol(s.g, 1, "x");
  s.x[1] = expr_symbol(s.g, 1, "y");
  s.other = expr_symbol(s.g, 2, "t");
  return s;
}

static int degree(const setting *s, expr f) {
  int found = 12345;
  assert_true(degree_of(s->g, f, s->x, 2, &found));
  return found;
}

static void degrees_of_polynomials(void **unused) {
  (void)unused;
  setting s = begin();
  graph *g = s.g;
  expr x = s.x[0], y = s.x[1], t = s.other;
  expr product = expr_mul(g, expr_power(g, x, 3), expr_power(g, y, 2));
  assert_int_equal(degree(&s, number(g, 3)), 0);
  assert_int_equal(degree(&s, call(g, EXPR_SIN, t)), 0);
  assert_int_equal(degree(&s, x), 1);
  assert_int_equal(degree(&s, expr_neg(g, expr_sub(g, y, number(g, 2)))), 1);
  assert_int_equal(degree(&s, product), 5);
  assert_int_equal(degree(&s, expr_power(g, expr_add(g, product, y), 4)), 20);
  assert_int_equal(degree(&s, expr_div(g, product, expr_add(g, t, number(g, 2)))), 5);
  assert_int_equal(degree(&s, expr_mul(g, call(g, EXPR_EXP, t), expr_power(g, y, 2))), 2);
  graph_free(g);
}

static void others_have_none(void **unused) {
  (void)unused;
  setting s = begin();
  graph *g = s.g;
  expr x = s.x[0], y = s.x[1];
  const expr list[] = {call(g, EXPR_SIN, x),
                       expr_div(g, number(g, 1), x),
                       expr_power(g, y, -2),
                       expr_pow(g, x, s.other),
                       expr_pow(g, s.other, x),
                       call(g, EXPR_ABS, x),
                       expr_call2(g, EXPR_MAX, x, y),
                       expr_select(g, expr_call2(g, EXPR_LESS, x, y), x, y),
                       expr_add(g, expr_power(g, x, 4), call(g, EXPR_SQRT, y)),
                       expr_power(g, x, degree_most + 1),
                       expr_power(g, expr_power(g, expr_add(g, x, y), 90), 1 << 30)};
  for (size_t i = 0; i < sizeof list/sizeof *list; i++)
    assert_int_equal(degree(&s, list[i]), degree_none);
  assert_int_equal(degree(&s, expr_power(g, x, degree_most)), degree_most);
  graph_free(g);
}

// a deep graph is walked without recursion, and its exponents do not overflow
static void deep_expressions(void **unused) {
  (void)unused;
  setting s = begin();
  expr f = s.x[0];
  for (int i = 0; i < 20000; i++)
    f = expr_mul(s.g, expr_add(s.g, f, s.x[1]), s.other);
  assert_int_equal(degree(&s, f), 1);
  for (int i = 0; i < 200; i++)
    f = expr_mul(s.g, f, f);
  assert_int_equal(degree(&s, f), degree_none);
  graph_free(s.g);
}

// --- points ----------------------------------------------------------------------------------

static void points_of_a_degree(void **unused) {
  (void)unused;
  static const int rows[][3] = {// s, degree, points
                                {1, 0, 1},  {1, 1, 1},  {1, 2, 1}, {1, 3, 2},   {1, 4, 2},
                                {1, 6, 3},  {2, 4, 4},  {3, 4, 6}, {4, 4, 8},   {3, 1, 3},
                                {2, 6, 6},  {5, 6, 15}, {3, 3, 5}, {50, 2, 50}, {1, 100, 50},
                                {1, -1, 0}, {50, 3, 0}};
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++)
    assert_int_equal(gradient_points(rows[i][0], rows[i][1]), rows[i][2]);
}

// the name of the method of a run, with this energy of two variables
static void check_name(const char *energy, const char *written, const char *name) {
  char text[300];
  snprintf(text, sizeof text,
           "model m\nparam w = 3\nstate a, b\nhamiltonian %s\nbracket {a, b} = 1 + a^2\n"
           "init a = 0.3, b = 0.2\n",
           energy);
  trial t = trial_text(text, NULL, written, 0.1);
  trial_steps(&t, 2);
  assert_string_equal(trial_report(&t).method, name);
  trial_close(&t);
}

static void runs_choose_their_points(void **unused) {
  (void)unused;
  check_name("a^2/2 + w*b^2", "avf", "avf(1)");
  check_name("a^3 + b^2/w", "avf", "avf(2)");
  check_name("a^2*b^4 + cos(w)*b", "avf", "avf(3)");
  check_name("cos(a) + b^2", "avf", "avf(5)");
  check_name("a^2*b^4 + b", "avfc", "avfc(3)");
  check_name("a^4 + b^2", "avfc", "avfc(2)");
  check_name("cos(a) + b^2", "avfc", "avfc(3)");
  check_name("cos(a) + b^2", "avf(7)", "avf(7)");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(degrees_of_polynomials),   cmocka_unit_test(others_have_none),
      cmocka_unit_test(deep_expressions),         cmocka_unit_test(points_of_a_degree),
      cmocka_unit_test(runs_choose_their_points),
  };
  return check_run(argc, argv, tests);
}
