// Tests of steps that end at a high floor of rounding: mechanisms with short steps or nearly dependent
// constraints, stiff springs. They run, or say why not.

#include "tests/model/mechanisms.h"

#include <math.h>
#include <stdlib.h>

// rounding leaves q to eps, and velocities to eps q/h: from 1e-9 at 1e-4 to 1e-3 at 1e-7
static void andrews_runs_with_short_steps(void **state) {
  (void)state;
  static const char *const methods[] = {"rattle",     "reich",    "lobatto(2)",
                                        "lobatto(3)", "spark(2)", "spark(3)"};
  for (int i = 0; i < 6; i++)
    for (double h = 1e-4; h > 5e-8; h /= 10) {
      trial t = trial_of("andrews", NULL, methods[i], h);
      trial_steps(&t, methods[i], h, 30);
      check_below(trial_constraint(&t), 1e-14);
      trial_end(&t);
    }
}

// below 1e-8 velocities are noise, and that is said
static void steps_too_short_are_named(void **state) {
  (void)state;
  trial t = trial_of("andrews", NULL, "lobatto(2)", 1e-9);
  assert_int_equal(noslip_advance(t.run, 100), NOSLIP_ERROR_STEP);
  check_text(noslip_last_error(t.context), "rounding leaves the step undetermined");
  check_text(noslip_last_error(t.context), "try a larger step");
  trial_end(&t);
}

// through the stretched position, where constraints are dependent
static void four_bar_passes_its_singular_position(void **state) {
  (void)state;
  static const char *const methods[] = {"rattle", "lobatto(2)", "spark(3)"};
  for (int i = 0; i < 3; i++) {
    trial t = trial_of("four_bar_iftomm", NULL, methods[i], 0.005);
    trial_steps(&t, methods[i], 0.005, 200);
    check_above(noslip_value(t.run, "psi"), 2);  // beyond pi/2
    check_below(trial_constraint(&t), 1e-14);
    trial_end(&t);
  }
}

// the report speaks of it where it is more than 1e-8, and nowhere else
static void the_report_tells_how_well_steps_are_known(void **state) {
  (void)state;
  trial t = trial_of("andrews", NULL, "spark(3)", 1e-6);
  trial_steps(&t, "spark(3)", 1e-6, 30);
  assert_true(trial_warns(&t, "rounding leaves the steps known to"));
  trial_end(&t);
  t = trial_of("double_spherical_pendulum", NULL, "spark(3)", 0.01);
  trial_steps(&t, "spark(3)", 0.01, 30);
  assert_false(trial_warns(&t, "rounding leaves"));
  trial_end(&t);
}

// stiff springs, resolved and not: every method that can treat them
static void stiff_springs_run(void **state) {
  (void)state;
  static const char *const methods[] = {"rattle",          "reich",           "lobatto(3)",
                                        "spark(3)",        "srk-gauss(2)",    "rk-radau2a(2)",
                                        "rk-lobatto3a(3)", "rk-lobatto3c(3)", "rk-lobatto3d(3)",
                                        "srk-radau1a(2)",  "dla-mp",          "dla-cm"};
  static const char *const stiffness[] = {"1e4", "1e5", "1e8", "1e12"};
  static const double angles[] = {0.05, 0.3, 2};
  for (int i = 0; i < (int)(sizeof methods/sizeof *methods); i++)
    for (int j = 0; j < 12; j++) {
      noslip_setting set = {"k", stiffness[j/3]};
      double h = angles[j % 3]/sqrt(strtod(stiffness[j/3], NULL));
      trial t = trial_of("stiff_spring", &set, methods[i], h);
      trial_steps(&t, methods[i], h, 60);
      trial_end(&t);
    }
}

// twin: dry friction that would turn the velocity round has no solution, and no mode finds one
static void a_jump_is_refused(void **state) {
  (void)state;
  static const char text[] = "model jump \"dry friction\"\ncoord x\nlagrangian x'^2/2\n"
                             "force x = -sign(x')\ninit x = 0, x' = 1e-3\n";
  trial t = {.context = noslip_open(NULL)};
  assert_int_equal(noslip_model_parse(t.context, "jump", text, NULL, &t.model), NOSLIP_OK);
  noslip_run_options o = {
      .method = "srk-gauss(1)", .step = 0.1, .steps = 1, .backend = "interpret"};
  assert_int_equal(noslip_run_new(t.context, t.model, &o, &t.run), NOSLIP_OK);
  assert_int_equal(noslip_advance(t.run, 1), NOSLIP_ERROR_STEP);
  check_text(noslip_last_error(t.context), "no longer shrink");
  trial_end(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(andrews_runs_with_short_steps),
      cmocka_unit_test(steps_too_short_are_named),
      cmocka_unit_test(four_bar_passes_its_singular_position),
      cmocka_unit_test(the_report_tells_how_well_steps_are_known),
      cmocka_unit_test(stiff_springs_run),
      cmocka_unit_test(a_jump_is_refused),
  };
  return check_run(argc, argv, tests);
}
