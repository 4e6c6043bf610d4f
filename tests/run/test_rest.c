// Tests of motions that decay: they come to rest, through sizes that floating-point numbers no longer
// have all digits for (newton_tiny of solve/newton_linear.h, phase_tiny of methods/gradient/phase.h).

#include "tests/support/trial.h"

#include "solve/newton_linear.h"

static const char damped[] = "model damped\nparam m = 1\ncoord x, z\n"
                             "lagrangian m*(x'^2 + z'^2 - x^2)/2\n"
                             "dissipation m*(x'^2 + z'^2)\ninit x = 1, z' = 1\n"
                             "run method lobatto(2), step 0.1, until 1\n";

static const char linear[] = "model linear\nstate x, z\nx' = -x\nz' = -2*z\ninit x = 1, z = 1\n"
                             "run method spark(2), step 0.1, until 1\n";

static const char rolling[] = "model rolling\ncoord x, z\nlagrangian (x'^2 + z'^2)/2\n"
                              "force x = -x' - x^3\nforce z = -z' - 2*z\n"
                              "nonholonomic c: x' = z*z'\ninit z = 1\n"
                              "run method dla-mp, step 0.1, until 1\n";

static const char bead[] = "model bead\ncoord x, z\nlagrangian (x'^2 + z'^2)/2\n"
                           "force x = -3*x' - x\nforce z = -3*z' - z\nholonomic c: z = x^2\n"
                           "init x = 1, z = 1\nrun method rattle, step 0.1, until 1\n";

static const char spinning[] = "model spinning\ncoord R: SO(3) velocity w\n"
                               "lagrangian (w[1]^2 + 2*w[2]^2 + 3*w[3]^2)/2\n"
                               "dissipation dot(w, w)\ninit w = [1, 2, 3]\n"
                               "run method lobatto(2), step 0.1, until 1\n";

// run for this long, without a failure and without a warning
static trial rested(const char *text, const char *method, double until) {
  static const double h = 0.1;
  trial t = trial_with(text, method, h);
  trial_advance(&t, (long)(until/h));
  noslip_report r;
  noslip_run_report(t.r, &r);
  check_that(r.nwarning == 0, __FILE__, __LINE__, "%s: %s\n", method, r.warnings[0]);
  return t;
}

// exp(-t) is below 1e-308 at t = 710, below the smallest number at 746
static void decaying_states_come_to_rest(void **unused) {
  (void)unused;
  static const char *const methods[] = {"spark(2)", "spark(3)", "srk-gauss(2)", "rk-radau2a(2)",
                                        "midpoint"};
  for (int i = 0; i < 5; i++) {
    trial t = rested(linear, methods[i], 1000);
    check_below(fabs(noslip_value(t.r, "x")), 1e-300);
    check_below(fabs(noslip_value(t.r, "z")), 1e-300);
    trial_end(&t);
  }
}

static void damped_motions_come_to_rest(void **unused) {
  (void)unused;
  static const char *const methods[] = {
      "lobatto(2)", "lobatto(3)", "spark(3)",     "rattle",       "dla-mp",
      "dla-cm",     "reich",      "srk-gauss(2)", "euler-true",   "gonzalez",
      "avf(2)",     "itoh-abe",   "itoh-abe*",    "itoh-abe-sym", "ep-collocation(2)"};
  for (int i = 0; i < 15; i++) {
    trial t = rested(damped, methods[i], 800);
    check_below(fabs(noslip_energy(t.r)), 1e-250);
    check_near(noslip_value(t.r, "z"), 0.5, 1e-2);  // where friction has stopped it
    trial_end(&t);
  }
}

static void constrained_motions_come_to_rest(void **unused) {
  (void)unused;
  static const struct {
    const char *text, *method;
    double until;
  } runs[] = {{rolling, "dla-mp", 1600},      {rolling, "spark(2)", 1600},
              {bead, "rattle", 2000},         {bead, "lobatto(3)", 2000},
              {spinning, "lobatto(3)", 1200}, {spinning, "gonzalez", 1200},
              {spinning, "itoh-abe", 1200}};
  for (int i = 0; i < 7; i++) {
    trial t = rested(runs[i].text, runs[i].method, runs[i].until);
    check_below(fabs(noslip_energy(t.r)), 1e-250);
    trial_end(&t);
  }
}

// sizes that have all their digits count as before, in every bit; below, only what is far below does not
static void other_increments_are_judged_as_before(void **unused) {
  (void)unused;
  for (double size = 1e-275; size < 1e300; size *= 1e5)
    assert_true(newton_change(1e-3*size, size) == 1e-3*size/size);
  assert_true(newton_change(1, 0) == 1 && newton_change(0, 0) == 0);
  assert_true(newton_change(1e-280, 0) == 1 && newton_change(1e-295, 1e-295) < 0.01);
  check_below(newton_change(1e-310, 1e-310), DBL_EPSILON);
  assert_true(isnan(newton_change((double)NAN, 0)) && isnan(newton_change(1, (double)NAN)));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(decaying_states_come_to_rest),
      cmocka_unit_test(damped_motions_come_to_rest),
      cmocka_unit_test(constrained_motions_come_to_rest),
      cmocka_unit_test(other_increments_are_judged_as_before),
  };
  return check_run(argc, argv, tests);
}
