// Tests of src/expr/magnitude.c: what a value that should be 0 is compared with.

#include "tests/support/check.h"

#include "expr/magnitude.h"

#include <float.h>
#include <math.h>

typedef struct trial {
  graph *g;
  expr x, y;
} trial;

static trial begin(void) {
  memory plain = memory_default();
  trial t = {.g = graph_new(&plain, 1000)};
  t.x = expr_symbol(t.g, 1, "x");
  t.y = expr_symbol(t.g, 1, "y");
  return t;
}

// the size of f at (x, y)
static double size_at(const trial *t, expr f, double x, double y, double *value) {
  double size;
  assert_true(magnitude_of(t->g, &f, 1, (expr[]){t->x, t->y}, (double[]){x, y}, 2, value, &size));
  return size;
}

static void terms_do_not_cancel(void **unused) {
  (void)unused;
  trial t = begin();
  double value;
  expr circle = expr_sub(t.g, expr_add(t.g, expr_power(t.g, t.x, 2), expr_power(t.g, t.y, 2)),
                         expr_number(t.g, 25));
  check_near(size_at(&t, circle, 3, 4, &value), 50, 1e-12);
  assert_true(value == 0);
  // x (x - y): no term of its own, and yet something cancels
  expr product = expr_mul(t.g, t.x, expr_sub(t.g, t.x, t.y));
  check_near(size_at(&t, product, 2, 2, &value), 8, 1e-12);
  assert_true(value == 0);
  check_near(size_at(&t, expr_div(t.g, expr_sub(t.g, t.x, t.y), t.y), 2, 2, &value), 2, 1e-12);
  graph_free(t.g);
}

// sin(pi) is rounding, against the slope times pi
static void functions_pass_their_arguments_on(void **unused) {
  (void)unused;
  trial t = begin();
  double value, size = size_at(&t, expr_call(t.g, EXPR_SIN, t.x), acos(-1), 0, &value);
  check_near(size, acos(-1), 1e-5);
  check_below(fabs(value)/size, DBL_EPSILON);
  check_above(fabs(value), 0);
  check_near(size_at(&t, expr_call(t.g, EXPR_EXP, t.x), 3, 0, &value), 3*exp(3), 1e-4);
  // on the edge of its domain a function has its own size
  assert_true(size_at(&t, expr_call(t.g, EXPR_ACOS, t.x), 1, 0, &value) == 0 && value == 0);
  graph_free(t.g);
}

// another unit of x and y: value and size change alike
static void the_unit_cancels(void **unused) {
  (void)unused;
  trial t = begin();
  double value, size;
  expr f = expr_sub(t.g, expr_power(t.g, t.x, 3), expr_mul(t.g, expr_power(t.g, t.y, 2), t.x));
  size = size_at(&t, f, 1.1, 1, &value);
  double ratio = value/size;
  size = size_at(&t, f, 1.1e-9, 1e-9, &value);
  check_near(value/size/ratio, 1, 1e-12);
  graph_free(t.g);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(terms_do_not_cancel),
      cmocka_unit_test(functions_pass_their_arguments_on),
      cmocka_unit_test(the_unit_cancels),
  };
  return check_run(argc, argv, tests);
}
