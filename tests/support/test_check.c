// Tests of tests/support/check.h: a check that should fail does, and says what it saw.

#include "tests/support/check.h"

#include <stdio.h>
#include <unistd.h>

static void below_is_strict(void **state) {
  (void)state;
  double half = 0.5;
  check_below(half, 0.5);
}

static void below_fails_for_nan(void **state) {
  (void)state;
  check_below((double)NAN, 1);
}

static void above_fails_for_nan(void **state) {
  (void)state;
  check_above((double)NAN, 1);
}

static void near_fails_outside(void **state) {
  (void)state;
  check_near(2.0, 1, 0.99);
}

static void near_fails_for_nan(void **state) {
  (void)state;
  check_near((double)NAN, 1, 1);
}

static void text_fails_without_the_words(void **state) {
  (void)state;
  const char *message = "expected a name";
  check_text(message, "expected a number");
}

static void text_fails_for_null(void **state) {
  (void)state;
  const char *message = NULL;
  check_text(message, "expected");
}

// what the tests above printed, and how many of them failed
static char output[16384];
static int nfailed;

static void every_one_of_them_failed(void **state) {
  (void)state;
  assert_int_equal(nfailed, 7);
}

static void they_say_expression_value_and_bound(void **state) {
  (void)state;
  check_text(output, "half = 0.5 is not below 0.5 = 0.5");
  check_text(output, "2.0 = 2 is not 1: off by 1, allowed 0.99");
  check_text(output, "message does not contain\n  expected a number\nit is\n  expected a name");
  check_text(output, "test_check.c:");
}

static void good_values_pass(void **state) {
  (void)state;
  check_below(0.5, 0.6);
  check_above(0.6, 0.5);
  check_near(1.0, 1.5, 0.5);
  check_text("expected a name", "a name");
}

// run the group with both streams in a file
static int run_quietly(const struct CMUnitTest *tests, size_t ntest, FILE *file) {
  fflush(stdout);
  int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
  dup2(fileno(file), STDOUT_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  int failed = _cmocka_run_group_tests("meant to fail", tests, ntest, NULL, NULL);
  fflush(stdout);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  close(out);
  close(err);
  return failed;
}

int main(int argc, char **argv) {
  const struct CMUnitTest meant_to_fail[] = {
      cmocka_unit_test(below_is_strict),     cmocka_unit_test(below_fails_for_nan),
      cmocka_unit_test(above_fails_for_nan), cmocka_unit_test(near_fails_outside),
      cmocka_unit_test(near_fails_for_nan),  cmocka_unit_test(text_fails_without_the_words),
      cmocka_unit_test(text_fails_for_null),
  };
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_one_of_them_failed),
      cmocka_unit_test(they_say_expression_value_and_bound),
      cmocka_unit_test(good_values_pass),
  };

  FILE *file = tmpfile();
  if (!file)
    return 1;
  nfailed = run_quietly(meant_to_fail, sizeof meant_to_fail/sizeof *meant_to_fail, file);
  rewind(file);
  output[fread(output, 1, sizeof output - 1, file)] = 0;
  fclose(file);
  return check_run(argc, argv, tests);
}
