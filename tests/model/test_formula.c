// Formulas of columns: names, families, values, errors with their places; and the exact solution of
// a model as columns.

#include "tests/support/check.h"

#include "noslip.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"t",
                                    "x",
                                    "x'",
                                    "w[1]",
                                    "w[1]'",
                                    "w[2]",
                                    "w[2]'",
                                    "R[1,2]",
                                    "energy",
                                    "step",
                                    "momentum.w[1]",
                                    "momentum.w[2]",
                                    "multiplier.floor.t[1]",
                                    "\xCE\xB8'",
                                    "sin"};
enum { n = sizeof names/sizeof *names, nrow = 3 };

static double data[n][nrow];
static const double *columns[n];
static noslip_context *context;

// column j of row i is j + 1 + i/10
static void fill(void) {
  for (int j = 0; j < n; j++) {
    columns[j] = data[j];
    for (int i = 0; i < nrow; i++)
      data[j][i] = j + 1 + 0.1*i;
  }
}

// entry k of a formula in the last row
static double value_of(const char *text, int k) {
  noslip_formula *f;
  double out[nrow];
  noslip_status status = noslip_formula_new(context, text, names, n, &f);
  check_that(status == NOSLIP_OK, __FILE__, __LINE__, "%s", noslip_last_error(context));
  assert_int_equal(noslip_formula_fill(f, k, columns, nrow, out), NOSLIP_OK);
  noslip_formula_free(f);
  return out[nrow - 1];
}

static void columns_have_their_names(void **state) {
  (void)state;
  for (int j = 0; j < n; j++)
    check_near(value_of(names[j], 0), j + 1.2, 0);
  check_near(value_of("sqrt(x^2 + x'^2)", 0), sqrt(2.2*2.2 + 3.2*3.2), 1e-15);
  check_near(value_of("-x'^2", 0), -3.2*3.2, 1e-14);
  check_near(value_of("sin(t) + sin", 0), sin(1.2) + 15.2, 1e-14);
  check_near(value_of("where(step > 1 and t < 2, momentum . w[ 2 ]/2, 0)", 0), 6.1, 1e-15);
  check_near(value_of("2*\xCE\xB8'*pi", 0), 2*14.2*acos(-1), 1e-13);
  check_near(value_of("3", 0), 3, 0);
}

static void families_are_vectors(void **state) {
  (void)state;
  noslip_formula *f;
  assert_int_equal(noslip_formula_new(context, "w", names, n, &f), NOSLIP_OK);
  assert_int_equal(noslip_formula_count(f), 2);
  assert_int_equal(noslip_formula_first(f), 1);
  noslip_formula_free(f);
  check_near(value_of("w", 1), 6.2, 0);
  check_near(value_of("w'", 0), 5.2, 0);
  check_near(value_of("momentum.w - w", 1), 12.2 - 6.2, 1e-15);
  check_near(value_of("norm(w)", 0), hypot(4.2, 6.2), 1e-15);
  check_near(value_of("sum(i in 1..2: w[i]*w'[i])", 0), 4.2*5.2 + 6.2*7.2, 1e-13);
}

// refused with words, and with the place in the text
static void refused(const char *text, const char *place, const char *words) {
  noslip_formula *f;
  noslip_status status = noslip_formula_new(context, text, names, n, &f);
  check_that(status == NOSLIP_ERROR_MODEL && !f, __FILE__, __LINE__, "%s: status %d\n", text,
             (int)status);
  check_text(noslip_last_error(context), place);
  check_text(noslip_last_error(context), words);
}

static void mistakes_have_a_place(void **state) {
  (void)state;
  refused("x + enrgy", "1:5", "there is no column `enrgy`");
  refused("x + enrgy", "1:5", "did you mean `energy`?");
  refused("2*x''", "1:3", "there is no column `x''`");
  refused("momentum.q", "1:1", "there is no column `momentum.q`");
  refused("(x + t)'", "1:8", "belongs to the name of a column here");
  refused("sqr(x)", "1:1", "did you mean `sqrt`?");
  refused("x +", "1:4", "the end");
  refused("x t", "1:3", "operator");
  refused("w[3]", "1:3", "the index 3 is outside w[1..2]");
  refused("w*w", "1:2", "dot");
  refused("", "1:1", "expected");
  refused("sum(i in 1..100000000: x)", "1:10", "limit");
}

// a file without these columns does not have them
static void time_and_energy_are_columns(void **state) {
  (void)state;
  noslip_formula *f;
  static const char *const few[] = {"a"};
  assert_int_equal(noslip_formula_new(context, "t*a", few, 1, &f), NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(context), "there is no column `t`");
  assert_int_equal(noslip_formula_new(context, "energy", few, 1, &f), NOSLIP_ERROR_MODEL);
}

static void wrong_arguments_are_told(void **state) {
  (void)state;
  noslip_formula *f;
  double out[nrow];
  const noslip_status bad = NOSLIP_ERROR_ARGUMENT;
  assert_int_equal(noslip_formula_new(NULL, "x", names, n, &f), bad);
  assert_int_equal(noslip_formula_new(context, NULL, names, n, &f), bad);
  assert_int_equal(noslip_formula_new(context, "x", NULL, n, &f), bad);
  assert_int_equal(noslip_formula_new(context, "x", names, n, NULL), bad);
  assert_int_equal(noslip_formula_new(context, "x", names, n, &f), NOSLIP_OK);
  assert_int_equal(noslip_formula_fill(f, 1, columns, nrow, out), bad);
  check_text(noslip_last_error(context), "`entry` is 1");
  assert_int_equal(noslip_formula_fill(f, 0, NULL, nrow, out), bad);
  assert_int_equal(noslip_formula_fill(NULL, 0, columns, nrow, out), bad);
  noslip_formula_free(f);
  noslip_formula_free(NULL);
}

// an allocator that fails at the n-th call, for every n
static void *scarce(void *left, void *block, size_t size) {
  if (size == 0) {
    free(block);
    return NULL;
  }
  return --*(long *)left >= 0 ? realloc(block, size) : NULL;
}

static void lack_of_memory_is_a_status(void **state) {
  (void)state;
  noslip_status status = NOSLIP_ERROR_MEMORY;
  long room = 0;
  for (; status != NOSLIP_OK && room < 500; room++) {
    long left = room;
    noslip_formula *f = NULL;
    noslip_context *c = noslip_open(&(noslip_options){scarce, &left});
    if (c)
      status = noslip_formula_new(c, "norm(w) + momentum.w[2]", names, n, &f);
    assert_true(status == NOSLIP_OK || status == NOSLIP_ERROR_MEMORY);
    noslip_formula_free(f);
    noslip_close(c);
  }
  check_above((double)room, 5);
  check_below((double)room, 500);
}

// ---------------------------------------------------------------------------------------------
// exact solutions

static const char swing[] = "model swing\nparam k = 4\ncoord x\nlagrangian x'^2/2 - k*x^2/2\n"
                            "init x = 1\nexact x = cos(2*t)\n"
                            "run method dla-mp, step 0.1, steps 20\n";

static void exact_solutions_are_columns(void **state) {
  (void)state;
  noslip_model *m;
  const double times[] = {0, 0.5, 2};
  double x[3];
  assert_int_equal(noslip_model_parse(context, "swing", swing, NULL, &m), NOSLIP_OK);
  assert_true(noslip_model_has_exact(m));
  assert_int_equal(noslip_model_exact(m, "x", times, 3, x), NOSLIP_OK);
  check_near(x[2], cos(4), 1e-15);
  assert_int_equal(noslip_model_exact(m, "x'", times, 3, x), NOSLIP_OK);
  check_near(x[1], -2*sin(1), 1e-15);
  assert_int_equal(noslip_model_exact(m, "y", times, 3, x), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(context), "has no `y`");
  noslip_model_free(m);

  // other data: it does not hold
  const noslip_setting init = {"x", "2"};
  const noslip_model_options other = {.init = &init, .ninit = 1};
  assert_int_equal(noslip_model_parse(context, "swing", swing, &other, &m), NOSLIP_OK);
  assert_false(noslip_model_has_exact(m));
  assert_int_equal(noslip_model_exact(m, "x", times, 3, x), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(context), "does not hold here");
  noslip_model_free(m);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(columns_have_their_names),    cmocka_unit_test(families_are_vectors),
      cmocka_unit_test(mistakes_have_a_place),       cmocka_unit_test(time_and_energy_are_columns),
      cmocka_unit_test(wrong_arguments_are_told),    cmocka_unit_test(lack_of_memory_is_a_status),
      cmocka_unit_test(exact_solutions_are_columns),
  };
  fill();
  context = noslip_open(NULL);
  int failed = check_run(argc, argv, tests);
  noslip_close(context);
  return failed;
}
