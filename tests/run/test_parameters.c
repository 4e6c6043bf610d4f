// Live parameters: numbers that stay free when a model is loaded, and that each run has for itself.

#include "tests/support/live.h"

#include <math.h>
#include <stdio.h>

// ---- in a run

static const char spring_again[] = "model spring\nparam m = %g, k = %g, l = %g\ncoord x\n"
                                   "lagrangian m*x'^2/2 - k/2*(x - l)^2\n"
                                   "init x = %.17g, x' = %.17g\n";
static const char momenta_again[] = "model spring\nparam m = %g, k = %g, l = %g\n"
                                    "coord x momentum p\n"
                                    "hamiltonian p^2/(2*m) + k/2*(x - l)^2\n"
                                    "init x = %.17g, p = %.17g\n";

// x' of the lagrangian, p of the hamiltonian
static double second(const trial *t, const char *form) {
  return form == spring_again ? noslip_value(t->r, "x'")
                              : noslip_run_values(t->r, NOSLIP_MOMENTUM)[0];
}

// ten steps of the model with numbers from where y is, into y
static void ten_steps(double y[2], const char *form, const char *method, const double of[3]) {
  char text[400];
  snprintf(text, sizeof text, form, of[0], of[1], of[2], y[0], y[1]);
  trial t = trial_with(text, method, 0.1);
  trial_advance(&t, 10);
  y[0] = noslip_value(t.r, "x");
  y[1] = second(&t, form);
  trial_end(&t);
}

static void check_course(const char *text, const char *again, const char *method) {
  static const double course[][3] = {{1, 4, 1}, {1, 6, 1}, {1, 6, -0.5}, {3, 6, -0.5}};
  double y[2] = {0.5, 1};
  trial t =
      live_trial(text, (live_names){"m", "k", "l"},
                 &(noslip_run_options){.method = method, .step = 0.1, .backend = "interpret"});
  for (int i = 0; i < 4; i++) {
    live_set(&t, "m", course[i][0]);
    live_set(&t, "k", course[i][1]);
    live_set(&t, "l", course[i][2]);
    trial_advance(&t, 10);
    ten_steps(y, again, method, course[i]);
    double rounding = strncmp(method, "index", 5) == 0 ? 1e-10 : 1e-13;
    check_near(noslip_value(t.r, "x"), y[0], rounding);
    check_near(second(&t, again), y[1], rounding);
  }
  trial_end(&t);
}

// the velocity of a lagrangian stays, the momentum of a hamiltonian
static void parameter_is_that_of_its_steps(void **state) {
  (void)state;
  static const char *const methods[] = {
      "dla-mp",       "dla-cm",   "rattle",          "reich*",     "euler-true",
      "lobatto(3)",   "spark(2)", "srk-gauss(2)",    "midpoint",   "rk-gauss(2)",
      "gonzalez",     "avf(2)",   "itoh-abe-sym",    "gonzalez-f", "ep-collocation(2)",
      "avfc(1)",      "index1",   "rk-lobatto3a(3)", "index0",     "compose(dla-mp, suzuki4)",
      "euler-natural"};
  for (size_t i = 0; i < sizeof methods/sizeof *methods; i++) {
    check_course(spring, spring_again, methods[i]);
    check_course(spring_of_momenta, momenta_again, methods[i]);
  }
}

// The weight of a pendulum changes on the way: what follows is a run from
// there, whatever the method carries from step to step.
static void check_change(const char *of, const char *method) {
  char text[400];
  const noslip_run_options o = {.method = method, .step = 0.02, .backend = "interpret"};
  const double rounding = 1e-12;
  snprintf(text, sizeof text, of, 9.81, 0.6, 0.8, 0.8, -0.6);
  trial t = live_trial(text, (live_names){"g"}, &o);
  trial_advance(&t, 20);
  live_set(&t, "g", 4);
  snprintf(text, sizeof text, of, 4.0, noslip_value(t.r, "x"), noslip_value(t.r, "y"),
           noslip_value(t.r, "x'"), noslip_value(t.r, "y'"));
  trial u = trial_begin(text, &o);
  trial_advance(&t, 20);
  trial_advance(&u, 20);
  check_near(noslip_value(t.r, "x"), noslip_value(u.r, "x"), rounding);
  check_near(noslip_value(t.r, "y'"), noslip_value(u.r, "y'"), rounding);
  trial_end(&t);
  trial_end(&u);
}

static void constrained_runs_go_on(void **state) {
  (void)state;
  static const char swing[] = "model s\nparam g = %g\ncoord x, y\n"
                              "lagrangian (x'^2 + y'^2)/2 - g*y\nholonomic rod: x^2 + y^2 = 1\n"
                              "init x = %.17g, y = %.17g, x' = %.17g, y' = %.17g\n";
  static const char roll[] = "model s\nparam g = %g\ncoord x, y\n"
                             "lagrangian (x'^2 + y'^2)/2 - g*y\nnonholonomic rod: x*x' + y*y' = 0\n"
                             "init x = %.17g, y = %.17g, x' = %.17g, y' = %.17g\n";
  static const char *const holonomic[] = {"rattle",       "reich",
                                          "euler-true",   "lobatto(2)",
                                          "lobatto(3)",   "lobatto(2, multiplier=carry)",
                                          "spark(2)",     "gonzalez",
                                          "itoh-abe-sym", "avfc(2)"};
  static const char *const nonholonomic[] = {"dla-mp", "dla-cm", "srk-gauss(2)", "spark(2)"};
  for (size_t i = 0; i < sizeof holonomic/sizeof *holonomic; i++)
    check_change(swing, holonomic[i]);
  for (size_t i = 0; i < sizeof nonholonomic/sizeof *nonholonomic; i++)
    check_change(roll, nonholonomic[i]);
}

static void parameter_begins_as_the_model_says(void **state) {
  (void)state;
  trial t = live_trial(spring, (live_names){"l", "k"},
                       &(noslip_run_options){.method = "dla-mp", .step = 0.1});
  assert_int_equal(noslip_run_parameter_count(t.r), 2);
  assert_string_equal(noslip_run_parameter_name(t.r, 0), "k");
  assert_string_equal(noslip_run_parameter_name(t.r, 2), "");
  assert_int_equal(noslip_run_parameter_find(t.r, "l"), 1);
  assert_int_equal(noslip_run_parameter_find(t.r, "m"), -1);
  check_near(noslip_run_parameter(t.r, 0), 4, 0);
  assert_true(isnan(noslip_run_parameter(t.r, 2)));
  assert_false(noslip_model_parameter_is_live(t.m, 0));
  assert_true(noslip_model_parameter_is_live(t.m, 1));
  assert_false(noslip_model_parameter_is_live(t.m, 3));
  check_text(noslip_model_describe(t.m, false, NULL), "live       k, l: each run has its own");
  live_set(&t, "k", 9);
  check_near(noslip_value(t.r, "pull"), -4.5, 0);
  trial_end(&t);
}

// ---- what follows

static const char family[] = "model family\nparam g = 2, h = 3*g, w = h + 1\n"
                             "param m[1..3] = [1, g, 2*g]\ncoord x\n"
                             "lagrangian m[1]*x'^2/2 - g*x\ninit x = w, x' = m[3]\n"
                             "observe all = [g, h, w, m[1], m[2], m[3]]\n";

static void check_all(trial *t, const double all[6]) {
  const double *x = noslip_run_values(t->r, NOSLIP_OBSERVABLE);
  for (int i = 0; i < 6; i++)
    check_near(x[i], all[i], 0);
}

// what is computed from live parameters follows, until it is set itself
static void parameters_follow_each_other(void **state) {
  (void)state;
  noslip_run_options o = {.method = "dla-mp", .step = 0.1, .nparameter = 1};
  noslip_parameter given[2] = {{"g", 5}, {"h", -1}};
  o.parameters = given;
  trial t = live_trial(family, (live_names){"g", "h", "m[2]"}, &o);
  check_all(&t, (double[]){5, 15, 16, 1, 5, 10});
  check_near(noslip_value(t.r, "x"), 16, 0);
  check_near(noslip_value(t.r, "x'"), 10, 0);
  trial_end(&t);

  o.nparameter = 2;
  t = live_trial(family, (live_names){"g", "h", "m"}, &o);
  check_all(&t, (double[]){5, -1, 0, 1, 5, 10});
  check_near(noslip_value(t.r, "x"), 0, 0);
  live_set(&t, "g", 7);
  live_set(&t, "m[3]", 1);
  check_all(&t, (double[]){7, -1, 0, 1, 7, 1});
  check_near(noslip_value(t.r, "x'"), 10, 0);  // the state stays
  trial_end(&t);
}

// of --set and --init the values are those of the model, and expressions in them follow
static void settings_follow(void **state) {
  (void)state;
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  const char *g = "g";
  const noslip_setting other = {"h", "g^2"}, start = {"x", "2*h"};
  const noslip_model_options with = {
      .set = &other, .nset = 1, .init = &start, .ninit = 1, .live = &g, .nlive = 1};
  assert_int_equal(noslip_model_parse(c, "test", family, &with, &m), NOSLIP_OK);
  const noslip_parameter given = {"g", 3};
  const noslip_run_options options = {
      .method = "dla-mp", .step = 0.1, .parameters = &given, .nparameter = 1};
  assert_int_equal(noslip_run_new(c, m, &options, &r), NOSLIP_OK);
  check_near(noslip_value(r, "x"), 18, 0);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
}

static const char exact_model[] = "model e\nparam w = 1\ncoord x\n"
                                  "lagrangian x'^2/2 - w^2*x^2/2\ninit x = 1/w\n"
                                  "exact x = %s\n";

// an exact solution that is written with the parameter holds for each of its values
static void exact_solution_follows(void **state) {
  (void)state;
  static const char *const solutions[] = {"cos(w*t)/w", "cos(t)"};
  const noslip_parameter given = {"w", 1.5};
  for (int i = 0; i < 2; i++) {
    char text[300];
    noslip_report report;
    snprintf(text, sizeof text, exact_model, solutions[i]);
    trial t = live_trial(
        text, (live_names){"w"},
        &(noslip_run_options){
            .method = "lobatto(4)", .step = 0.01, .parameters = &given, .nparameter = 1});
    trial_advance(&t, 100);
    noslip_run_report(t.r, &report);
    assert_int_equal(report.nexact, 1 - i);
    if (i == 0)
      check_below(report.exact_max_errors[0], 1e-12);
    else
      check_text(report.warnings[report.nwarning - 1], "is set aside");
    trial_end(&t);
  }
}

// beside an input, whichever is declared first, and in what ends a run
static void inputs_and_stops_are_beside(void **state) {
  (void)state;
  static const char wall[] = "model w\nparam far = 1, g = 2\ninput u = 1\ncoord x\n"
                             "lagrangian x'^2/2 + (g - 2)*x\nforce x = u\n"
                             "observe both = g*u + 0*x\nstop there: x = far rising\n";
  const noslip_parameter given = {"far", 2};
  trial t =
      live_trial(wall, (live_names){"g", "far"},
                 &(noslip_run_options){
                     .method = "dla-mp", .step = 0.125, .parameters = &given, .nparameter = 1});
  assert_int_equal(noslip_run_input_count(t.r), 1);
  assert_int_equal(noslip_run_parameter_count(t.r), 2);
  assert_int_equal(noslip_run_input_find(t.r, "g"), -1);
  noslip_set_input(t.r, "u", 3);
  live_set(&t, "g", 3);
  check_near(noslip_value(t.r, "both"), 9, 0);
  assert_int_equal(noslip_advance(t.r, 100), NOSLIP_STOPPED);
  check_near(noslip_time(t.r), 1, 1e-14);  // x = (3 + 1) t^2/2
  trial_end(&t);
}

// a step that is chosen is that of the value
static void chosen_steps_follow(void **state) {
  (void)state;
  const noslip_parameter stiff = {"k", 4e4};
  trial t = live_trial(spring, (live_names){"k"}, NULL);
  double h, wide;
  trial_advance(&t, 1);
  wide = noslip_time(t.r);
  trial_end(&t);
  t = live_trial(spring, (live_names){"k"},
                 &(noslip_run_options){.parameters = &stiff, .nparameter = 1});
  trial_advance(&t, 1);
  h = noslip_time(t.r);
  check_near(wide/h, 100, 1e-9);
  noslip_model *m = t.m;
  const char *text;
  assert_int_equal(
      noslip_run_check(t.c, m, &(noslip_run_options){.parameters = &stiff, .nparameter = 1}, &text),
      NOSLIP_OK);
  trial_end(&t);
}

// ---- claims

// A live parameter is constant: the energy is an invariant, and stays one that is kept, until the
// parameter is changed on the way.
static void energy_is_kept_until_it_changes(void **state) {
  (void)state;
  noslip_report report;
  trial t = live_trial(spring, (live_names){"k", "m"},
                       &(noslip_run_options){.method = "gonzalez", .step = 0.1});
  live_set(&t, "k", 7);
  trial_advance(&t, 50);
  noslip_run_report(t.r, &report);
  assert_true(report.energy_is_invariant);
  check_below(report.energy_max_error, 1e-14);
  check_near(report.energy_initial, 0.5 + 7*0.125, 1e-15);
  live_set(&t, "k", 3);
  trial_advance(&t, 50);
  noslip_run_report(t.r, &report);
  assert_false(report.energy_is_invariant);
  check_above(report.energy_max_error, 0.05);
  int n;
  bool said = false;
  assert_int_equal(noslip_run_judge(t.r, &n), NOSLIP_OK);
  for (int i = 0; i < n; i++)
    said |= strstr(noslip_run_verdict(t.r, i)->reason, "a parameter was set on the way") != NULL;
  assert_true(said);
  trial_end(&t);
}

// before the first step: what is claimed is claimed of the value that was set
static void impacts_claim_what_their_value_does(void **state) {
  (void)state;
  static const char drop[] = "model d\nparam e = 1\ncoord y\nlagrangian y'^2/2 - y\n"
                             "contact floor: y >= 0, restitution e\ninit y = 1\n";
  noslip_report report;
  trial t = live_trial(drop, (live_names){"e"},
                       &(noslip_run_options){.method = "lobatto(2)", .step = 0.1});
  static const double course[] = {0.5, 1};
  for (int i = 0; i < 2; i++) {
    live_set(&t, "e", course[i]);
    noslip_run_report(t.r, &report);
    assert_int_equal(report.energy_is_invariant, course[i] == 1);
  }
  trial_advance(&t, 40);
  noslip_run_report(t.r, &report);
  check_below(report.energy_max_error, 1e-13);
  trial_end(&t);
}

// the words of `noslip check` on the structure are those of the model with numbers
static void structure_is_that_of_every_value(void **state) {
  (void)state;
  trial t = live_trial(spring, (live_names){"k", "m"},
                       &(noslip_run_options){.method = "dla-mp", .step = 0.1});
  check_text(noslip_model_describe(t.m, false, NULL), "constant diagonal");
  trial_end(&t);
}

// ---- contacts

static const char *const contact_methods[] = {"moreau", "lobatto(2)", "rattle"};

static double far_of(const noslip_model_options *mo, const noslip_run_options *ro, double *high) {
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r = NULL;
  if (noslip_model_parse(c, "test", ball, mo, &m) != NOSLIP_OK ||
      noslip_run_new(c, m, ro, &r) != NOSLIP_OK || noslip_advance(r, 60) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(c));
  double x = noslip_value(r, "x");
  *high = noslip_value(r, "y");
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
  return x;
}

static void contact_laws_follow(void **state) {
  (void)state;
  static const noslip_setting sets[] = {{"e", "0.9"}, {"r", "0.3"}, {"mu", "0.1"}};
  static const noslip_parameter given[] = {{"e", 0.9}, {"r", 0.3}, {"mu", 0.1}};
  static const char *const names[] = {"e", "r", "mu"};
  for (int i = 0; i < 2; i++)
    for (int k = 1; k <= 3; k++) {
      noslip_run_options o = {.method = contact_methods[i], .step = 0.01, .backend = "interpret"};
      double y, high, x = far_of(&(noslip_model_options){.set = sets, .nset = k}, &o, &y);
      o.parameters = given;
      o.nparameter = k;
      double far = far_of(&(noslip_model_options){.live = names, .nlive = 3}, &o, &high);
      check_near(far, x, 1e-13);
      check_near(high, y, 1e-13);
    }
}

// after it was set, the next impact has it
static void restitution_can_be_set(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    trial t = live_trial(ball, (live_names){"e", "mu"},
                         &(noslip_run_options){.method = contact_methods[i], .step = 0.01});
    trial_advance(&t, 10);
    live_set(&t, "e", 0);
    live_set(&t, "mu", 0);
    trial_advance(&t, 30);
    check_near(noslip_value(t.r, "y"), 0.1, 1e-12);
    check_near(noslip_value(t.r, "x'"), 1, 1e-12);
    assert_int_equal(noslip_set_parameter(t.r, "e", 1.5), NOSLIP_ERROR_ARGUMENT);
    check_text(noslip_last_error(t.c),
               "the restitution of `floor` lies between 0 and 1, not at 1.5");
    assert_int_equal(noslip_set_parameter(t.r, "mu", -2), NOSLIP_ERROR_ARGUMENT);
    check_text(noslip_last_error(t.c), "friction of `floor` is not negative, this is -1; give");
    check_near(noslip_run_parameter(t.r, 0), 0, 0);
    check_near(noslip_run_parameter(t.r, 1), 0, 0);
    trial_advance(&t, 5);
    trial_end(&t);
  }
}

static double gas_energy(double e, bool live) {
  char text[20];
  const char *name = "e";
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r = NULL;
  snprintf(text, sizeof text, "%g", e);
  const noslip_setting set_e = {"e", text};
  const noslip_parameter given = {"e", e};
  const noslip_model_options mo = live ? (noslip_model_options){.live = &name, .nlive = 1}
                                       : (noslip_model_options){.set = &set_e, .nset = 1};
  const noslip_run_options ro = {
      .method = "moreau", .step = 0.01, .parameters = &given, .nparameter = live};
  if (noslip_model_parse(c, "test", gas, &mo, &m) != NOSLIP_OK ||
      noslip_run_new(c, m, &ro, &r) != NOSLIP_OK || noslip_advance(r, 40) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(c));
  double energy = noslip_energy(r);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
  return energy;
}

static void pairs_follow(void **state) {
  (void)state;
  check_near(gas_energy(0.25, true), gas_energy(0.25, false), 1e-14);
  check_above(gas_energy(1, true) - gas_energy(0.25, true), 0.1);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parameter_is_that_of_its_steps),
      cmocka_unit_test(constrained_runs_go_on),
      cmocka_unit_test(parameter_begins_as_the_model_says),
      cmocka_unit_test(parameters_follow_each_other),
      cmocka_unit_test(settings_follow),
      cmocka_unit_test(exact_solution_follows),
      cmocka_unit_test(inputs_and_stops_are_beside),
      cmocka_unit_test(chosen_steps_follow),
      cmocka_unit_test(energy_is_kept_until_it_changes),
      cmocka_unit_test(impacts_claim_what_their_value_does),
      cmocka_unit_test(structure_is_that_of_every_value),
      cmocka_unit_test(contact_laws_follow),
      cmocka_unit_test(restitution_can_be_set),
      cmocka_unit_test(pairs_follow),
  };
  return check_run(argc, argv, tests);
}
