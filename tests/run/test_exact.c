// The error of a run against the exact solution of its model.

#include "tests/support/trial.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char swing[] = "model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - (x^2 + 4*y^2)/2\n"
                            "init x = 1, y' = 2\nexact x = cos(t), y = sin(2*t)\n";

// what the report says is the difference, at the last node and the largest of all
static void errors_are_those_of_the_nodes(void **state) {
  (void)state;
  double largest[2] = {0, 0}, last[2] = {0, 0};
  trial t = trial_with(swing, "dla-mp", 0.1);
  for (int k = 0; k < 50; k++) {
    trial_advance(&t, 1);
    double time = noslip_time(t.r);
    last[0] = fabs(noslip_value(t.r, "x") - cos(time));
    last[1] = fabs(noslip_value(t.r, "y") - sin(2*time));
    for (int i = 0; i < 2; i++)
      largest[i] = fmax(largest[i], last[i]);
  }
  noslip_report r;
  noslip_run_report(t.r, &r);
  assert_int_equal(r.nexact, 2);
  assert_string_equal(r.exact_names[0], "x");
  assert_string_equal(r.exact_names[1], "y");
  for (int i = 0; i < 2; i++) {
    check_near(r.exact_errors[i], last[i], 1e-15);
    check_near(r.exact_max_errors[i], largest[i], 1e-15);
    check_above(largest[i], 1e-3);
  }
  trial_end(&t);
}

// angles count their turns, and momenta and states have errors, too
static void all_that_is_given_has_an_error(void **state) {
  (void)state;
  static const struct {
    const char *text, *method;
    double bound;
  } rows[] = {
      {"model m\ncoord th: angle\nlagrangian th'^2/2\ninit th' = 3\nexact th = 3*t\n", "dla-mp",
       1e-12},
      {"model m\ncoord x momentum p\nhamiltonian p^2/2 + x^2/2\ninit x = 1\n"
       "exact x = cos(t), p = -sin(t)\n",
       "lobatto(4)", 1e-6},
      {"model m\nstate y\ny' = -y\ninit y = 1\nexact y = exp(-t)\n", "rk-gauss(3)", 1e-8},
  };
  for (int i = 0; i < 3; i++) {
    noslip_report r;
    trial t = trial_with(rows[i].text, rows[i].method, 0.1);
    trial_advance(&t, 100);
    noslip_run_report(t.r, &r);
    assert_int_equal(r.nexact, i == 1 ? 2 : 1);
    for (int k = 0; k < r.nexact; k++)
      check_below(r.exact_max_errors[k], rows[i].bound);
    trial_end(&t);
  }
}

static const char index2[] = "model m\nstate y[1..2]\nalgebraic z\ny[1]' = y[1]*y[2]^2*z^2\n"
                             "y[2]' = y[1]^2*y[2]^2 - 3*y[2]^2*z\nconstraint y[1]^2*y[2] = 1\n"
                             "init y = [1, 1], z = 1\nexact y = [exp(t), exp(-2*t)]";

// algebraic variables of a bare DAE: those of the column, of every method
static void algebraic_variables_have_errors(void **state) {
  (void)state;
  static const char *const methods[] = {"srk-gauss(2)", "srk-radau1a(2)", "rk-radau2a(2)",
                                        "midpoint"};
  char text[500];
  snprintf(text, sizeof text, "%s, z = exp(2*t)\n", index2);
  for (int i = 0; i < 4; i++) {
    trial t = trial_with(text, methods[i], 0.05), bare = trial_with(index2, methods[i], 0.05);
    double largest = 0, last = 0;
    for (int k = 0; k < 20; k++) {
      trial_advance(&t, 1);
      last = fabs(noslip_run_values(t.r, NOSLIP_MULTIPLIER)[0] - exp(2*noslip_time(t.r)));
      largest = fmax(largest, last);
    }
    noslip_report r;
    noslip_run_report(t.r, &r);
    assert_int_equal(r.nexact, 3);
    assert_string_equal(r.exact_names[2], "z");
    check_near(r.exact_errors[2], last, 1e-15);
    check_near(r.exact_max_errors[2], largest, 1e-15);
    check_above(largest, 1e-7);

    // looking at z does not change the run
    trial_advance(&bare, 20);
    assert_true(noslip_value(bare.r, "y[1]") == noslip_value(t.r, "y[1]"));
    trial_end(&bare);
    trial_end(&t);
  }
}

// with other data than those of the file there is no exact solution
static void other_data_have_none(void **state) {
  (void)state;
  const noslip_start from = {"x", 2};
  noslip_report r;
  trial t = trial_begin(
      swing, &(noslip_run_options){.method = "dla-mp", .step = 0.1, .start = &from, .nstart = 1});
  trial_advance(&t, 1);
  noslip_run_report(t.r, &r);
  assert_int_equal(r.nexact, 0);
  check_text(r.warnings[r.nwarning - 1], "the exact solution of the file is set aside");
  trial_end(&t);

  // an input that is set; one that has the value of the model is none
  static const char pushed[] = "model m\ninput u = 2\ncoord x\nlagrangian x'^2/2\nforce x = u\n"
                               "exact x = u*t^2/2\n";
  t = trial_with(pushed, "dla-mp", 0.1);
  noslip_set_input(t.r, "u", 2);
  trial_advance(&t, 10);
  noslip_run_report(t.r, &r);
  assert_int_equal(r.nexact, 1);
  check_below(r.exact_max_errors[0], 1e-14);
  noslip_set_input(t.r, "u", 1);
  trial_advance(&t, 1);
  noslip_run_report(t.r, &r);
  assert_int_equal(r.nexact, 0);
  trial_end(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(errors_are_those_of_the_nodes),
      cmocka_unit_test(all_that_is_given_has_an_error),
      cmocka_unit_test(algebraic_variables_have_errors),
      cmocka_unit_test(other_data_have_none),
  };
  return check_run(argc, argv, tests);
}
