// Between the nodes: visits of times in the last step, and a last step that is shorter.

#include "tests/support/trial.h"

#include <math.h>
#include <string.h>

static const char swing[] = "model p\nparam g = 9.81\ncoord th: angle, x\n"
                            "lagrangian (x'^2 + th'^2 + th'*x'*cos(th))/2 + g*cos(th) - x^2/2\n"
                            "init th = 1, x' = 0.5\nobserve height = -cos(th)\n";
static const char rolling[] = "model r\ncoord x, y, th\nlagrangian (x'^2 + y'^2 + th'^2)/2 - y\n"
                              "nonholonomic blade: y'*cos(th) = x'*sin(th)\n"
                              "init th = 0.3, th' = 1\n";
static const char top[] = "model top\ncoord R: SO(3) velocity w\n"
                          "lagrangian (w[1]^2 + 2*w[2]^2 + 3*w[3]^2)/2 - R[3,3]\n"
                          "init w = [1, 0.5, 2]\n";
static const char ball[] = "model b\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
                           "contact floor: y >= 0, restitution 0.7, friction 0.2 along x'\n"
                           "init y = 0.3, x' = 1\n";
static const char decay[] = "model d\nstate y\ny' = -y*(1 + t)\ninit y = 1\n";

static const struct {
  const char *text, *method;
} runs[] = {
    {swing, "dla-mp"},
    {swing, "lobatto(3)"},
    {swing, "rattle"},
    {swing, "index1"},
    {swing, "gonzalez"},
    {swing, "reich"},
    {rolling, "dla-cm"},
    {rolling, "gonzalez"},
    {rolling, "spark(3)"},
    {rolling, "index0"},
    {top, "lobatto(2)"},
    {top, "reich"},
    {ball, "lobatto(2)"},
    {ball, "moreau"},
    {decay, "rk-gauss(2)"},
    {rolling, "lobatto(2, multiplier=carry)"},
    {swing, "compose(dla-mp, suzuki4)"},
};
enum { nrun = sizeof runs/sizeof *runs };

static trial begin(int i) {
  return trial_begin(runs[i].text, &(noslip_run_options){.method = runs[i].method,
                                                         .step = 0.02,
                                                         .backend = "interpret",
                                                         .visits = true});
}

static void check_same(trial *a, trial *b, int i) {
  static const noslip_group groups[] = {NOSLIP_STATE, NOSLIP_MOMENTUM, NOSLIP_MULTIPLIER,
                                        NOSLIP_CONSTRAINT, NOSLIP_OBSERVABLE};
  for (int g = 0; g < 5; g++)
    for (int k = 0; k < noslip_run_count(a->r, groups[g]); k++) {
      double x = noslip_run_values(a->r, groups[g])[k], y = noslip_run_values(b->r, groups[g])[k];
      check_that(memcmp(&x, &y, sizeof x) == 0, __FILE__, __LINE__,
                 "`%s` of run %d with %s at t = %g: %a and %a\n",
                 noslip_run_name(a->r, groups[g], k), i, runs[i].method, noslip_time(a->r), x, y);
    }
}

// the bits of the nodes and the counts of the report, with and without visits
static void visits_leave_no_trace(void **state) {
  (void)state;
  for (int i = 0; i < nrun; i++) {
    trial a = begin(i), b = trial_with(runs[i].text, runs[i].method, 0.02);
    for (int k = 0; k < 60; k++) {
      trial_advance(&a, 1);
      trial_advance(&b, 1);
      double t = noslip_time(a.r);
      for (int s = 1; s < 4 && k % 3 == 0; s++)
        if (noslip_visit(a.r, t - 0.005*s) != NOSLIP_OK)
          check_fail("%s: %s\n", runs[i].method, noslip_last_error(a.c));
      if (k % 2 == 0)
        noslip_return(a.r);  // otherwise the next step does
      else
        trial_advance(&a, 1), trial_advance(&b, 1);
      check_same(&a, &b, i);
    }
    noslip_report x, y;
    noslip_run_report(a.r, &x);
    noslip_run_report(b.r, &y);
    assert_true(x.steps == y.steps && x.newton_iterations == y.newton_iterations &&
                x.constraint_max_error == y.constraint_max_error &&
                memcmp(&x.energy_max_error, &y.energy_max_error, sizeof(double)) == 0);
    noslip_event e, f;
    for (int k = 0; noslip_run_event(b.r, k, &f); k++)
      assert_true(noslip_run_event(a.r, k, &e) && e.time == f.time);
    trial_end(&a);
    trial_end(&b);
  }
}

// dla-mp is exact for a falling body, at all times
static void visits_are_steps_of_the_method(void **state) {
  (void)state;
  trial t = trial_begin("model f\ncoord y\nlagrangian y'^2/2 - 9.81*y\ninit y = 1\n",
                        &(noslip_run_options){.method = "dla-mp", .step = 0.1, .visits = true});
  trial_advance(&t, 3);
  assert_int_equal(noslip_visit(t.r, 0.25), NOSLIP_OK);
  check_near(noslip_time(t.r), 0.25, 1e-16);
  check_near(noslip_value(t.r, "y"), 1 - 9.81/2*0.0625, 1e-15);
  check_near(noslip_value(t.r, "y'"), -9.81*0.25, 1e-15);
  check_near(noslip_energy(t.r), 9.81, 1e-14);
  noslip_return(t.r);
  check_near(noslip_time(t.r), 0.3, 1e-15);
  assert_int_equal(noslip_visit(t.r, 0.2), NOSLIP_OK);  // the nodes, too
  check_near(noslip_value(t.r, "y"), 1 - 9.81/2*0.04, 1e-15);
  assert_int_equal(noslip_visit(t.r, 0.3), NOSLIP_OK);
  check_near(noslip_value(t.r, "y"), 1 - 9.81/2*0.09, 1e-15);
  trial_end(&t);
}

// between the impacts of a ball: the node before it, the bounce, and the visit beyond it
static void visits_see_events(void **state) {
  (void)state;
  trial t = trial_begin("model b\ncoord y\nlagrangian y'^2/2 - 9.81*y\ninit y = 1\n"
                        "contact floor: y >= 0, restitution 0.8\n",
                        &(noslip_run_options){.method = "lobatto(2)", .step = 0.1, .visits = true});
  trial_advance(&t, 5);
  double fall = sqrt(2/9.81), v = 9.81*fall, after = 0.48 - fall;
  assert_int_equal(noslip_visit(t.r, 0.44), NOSLIP_OK);
  check_near(noslip_value(t.r, "y"), 1 - 9.81/2*0.44*0.44, 1e-13);
  assert_int_equal(noslip_visit(t.r, 0.48), NOSLIP_OK);
  check_near(noslip_value(t.r, "y"), 0.8*v*after - 9.81/2*after*after, 1e-13);
  trial_end(&t);
}

static void other_times_are_refused(void **state) {
  (void)state;
  trial t = begin(0);
  assert_int_equal(noslip_visit(t.r, 0), NOSLIP_OK);  // it stands there
  assert_int_equal(noslip_visit(t.r, 0.01), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c), "not in the last step, from t = 0 to 0");
  trial_advance(&t, 2);
  assert_int_equal(noslip_visit(t.r, 0.05), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c), "visit it after its step");
  assert_int_equal(noslip_visit(t.r, 0.01), NOSLIP_ERROR_ARGUMENT);
  assert_int_equal(noslip_visit(t.r, (double)NAN), NOSLIP_ERROR_ARGUMENT);
  trial_end(&t);
  t = trial_with(swing, "dla-mp", 0.02);
  trial_advance(&t, 1);
  assert_int_equal(noslip_visit(t.r, 0.01), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c), "needs the option `visits`");
  trial_end(&t);
  assert_int_equal(noslip_visit(NULL, 0), NOSLIP_ERROR_ARGUMENT);
  noslip_return(NULL);
}

// a stop ends the last step: beyond it there is nothing
static void visits_end_at_a_stop(void **state) {
  (void)state;
  trial t = trial_begin("model f\ncoord y\nlagrangian y'^2/2 - 9.81*y\ninit y = 1\n"
                        "stop ground: y = 0 falling\n",
                        &(noslip_run_options){.method = "dla-mp", .step = 0.1, .visits = true});
  assert_int_equal(noslip_advance(t.r, 100), NOSLIP_STOPPED);
  double end = noslip_time(t.r);
  check_near(end, sqrt(2/9.81), 1e-15);
  assert_int_equal(noslip_visit(t.r, 0.42), NOSLIP_OK);
  check_near(noslip_value(t.r, "y"), 1 - 9.81/2*0.42*0.42, 1e-14);
  assert_int_equal(noslip_visit(t.r, 0.46), NOSLIP_ERROR_ARGUMENT);
  check_near(noslip_time(t.r), end, 0);
  trial_end(&t);
}

// ---- the last step

// a symmetric method ends where it is asked to, with its order
static double end_error(const char *method, double h) {
  trial t = trial_begin("model o\ncoord x\nlagrangian x'^2/2 - x^2/2\ninit x = 1\n",
                        &(noslip_run_options){.method = method, .step = h, .until = 1});
  trial_advance(&t, noslip_run_steps(t.r));
  check_above(noslip_run_rest(t.r), 0);
  assert_int_equal(noslip_finish(t.r), NOSLIP_OK);
  check_near(noslip_time(t.r), 1, 0);
  double error = fabs(noslip_value(t.r, "x") - cos(1));
  noslip_report r;
  noslip_run_report(t.r, &r);
  assert_int_equal(r.steps, noslip_run_steps(t.r) + 1);
  check_near(r.step, h, 0);
  check_text(r.warnings[0], "the last step, from t =");
  assert_int_equal(noslip_step(t.r), NOSLIP_STOPPED);  // it has ended
  assert_int_equal(noslip_finish(t.r), NOSLIP_OK);
  check_near(noslip_time(t.r), 1, 0);
  trial_end(&t);
  return error;
}

static void last_step_is_shorter(void **state) {
  (void)state;
  check_near(log2(end_error("dla-mp", 0.3)/end_error("dla-mp", 0.15)), 2, 0.4);
  check_near(log2(end_error("lobatto(3)", 0.3)/end_error("lobatto(3)", 0.15)), 4, 0.6);
}

// another method proposes steps, and does not take one
static void others_are_advised(void **state) {
  (void)state;
  trial t = trial_begin("model o\ncoord x momentum p\nhamiltonian p^2/2 + x^2/2\ninit x = 1\n",
                        &(noslip_run_options){.method = "reich", .step = 0.3, .until = 1});
  noslip_report r;
  noslip_run_report(t.r, &r);
  check_text(r.warnings[0], "the run stops at t = 0.9; steps of 0.3333333333 or 0.25 lead there");
  check_near(noslip_run_rest(t.r), 0, 0);
  trial_advance(&t, 3);
  assert_int_equal(noslip_finish(t.r), NOSLIP_OK);
  check_near(noslip_time(t.r), 0.9, 1e-15);
  trial_end(&t);
}

static void finish_waits_for_the_others(void **state) {
  (void)state;
  trial t = trial_begin(
      swing, &(noslip_run_options){.method = "dla-mp", .step = -0.3, .until = -1, .visits = true});
  trial_advance(&t, 2);
  assert_int_equal(noslip_finish(t.r), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c), "the last step comes after 3 others");
  trial_advance(&t, 1);
  assert_int_equal(noslip_finish(t.r), NOSLIP_OK);
  check_near(noslip_time(t.r), -1, 0);
  assert_int_equal(noslip_visit(t.r, -0.95), NOSLIP_OK);
  trial_end(&t);
  assert_int_equal(noslip_finish(NULL), NOSLIP_ERROR_ARGUMENT);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(visits_leave_no_trace), cmocka_unit_test(visits_are_steps_of_the_method),
      cmocka_unit_test(visits_see_events),     cmocka_unit_test(other_times_are_refused),
      cmocka_unit_test(visits_end_at_a_stop),  cmocka_unit_test(last_step_is_shorter),
      cmocka_unit_test(others_are_advised),    cmocka_unit_test(finish_waits_for_the_others),
  };
  return check_run(argc, argv, tests);
}
