// Live parameters: numbers that stay free when a model is loaded, and that each run has for itself.

#include "tests/support/live.h"

#include <math.h>
#include <stdio.h>

static void set(trial *t, const char *name, double value) {
  if (noslip_set_parameter(t->r, name, value) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(t->c));
}

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
    set(&t, "m", course[i][0]);
    set(&t, "k", course[i][1]);
    set(&t, "l", course[i][2]);
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
  set(&t, "k", 9);
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
  set(&t, "g", 7);
  set(&t, "m[3]", 1);
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
  set(&t, "g", 3);
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
  set(&t, "k", 7);
  trial_advance(&t, 50);
  noslip_run_report(t.r, &report);
  assert_true(report.energy_is_invariant);
  check_below(report.energy_max_error, 1e-14);
  check_near(report.energy_initial, 0.5 + 7*0.125, 1e-15);
  set(&t, "k", 3);
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
    set(&t, "e", course[i]);
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
  noslip_run *r;
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
    set(&t, "e", 0);
    set(&t, "mu", 0);
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
  noslip_run *r;
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

// ---- mistakes

typedef struct mistake {
  const char *name, *text, *sentence;
} mistake;

static void what_decides_the_model_is_refused(void **state) {
  (void)state;
#define COORD "coord x\nlagrangian x'^2/2\n"
  static const mistake list[] = {
      {"n", "model a\nconst n = 2\n" COORD, "the constant `n` cannot be live"},
      {"n", "model a\nconst n = 2\n" COORD, "declare it with `param`"},
      {"f", "model a\nparam g = 2\n" COORD, "the option `live`: a has no parameter `f`"},
      {"gg", "model a\nparam g = 2\n" COORD, "did you mean `g`?"},
      {"m[4]", "model a\nparam m[1..3] = 1\n" COORD, "no parameter `m[4]`"},
      {"u", "model a\ninput u\n" COORD, "`u` is an input, which is set between steps"},
      {"h", "model a\nparam h = 2\n" COORD "run method dla-mp, step h/3\n",
       "the step cannot contain the live parameter `h`"},
      {"h", "model a\nparam h = 2\n" COORD "run method dla-mp, step h/3\n",
       "leave it out of the option `live`, and give its value with `set`"},
      {"h", "model a\nparam h = 2\n" COORD "init t = h\n",
       "the start time cannot contain the live"},
      {"h", "model a\nparam h = 2\nconst n = h\n" COORD, "cannot depend on the parameter `h`"},
      {"h", "model a\nparam h = 2\ninput u = h\n" COORD,
       "start of an input cannot contain the live"},
      {"h", "model a\nparam h = 1\ncoord x[1..2]\nlagrangian x[h]'^2 + x[2]'^2\n",
       "an index cannot contain the live parameter `h`"},
      {"k", "model a\nparam k = 2\ncoord th: angle\nlagrangian th'^2/2 - cos(k*th)\n",
       "changes when it makes a full turn, with other values of a live parameter"},
      {"k", "model a\nparam k = 1\ncoord x\nlagrangian x'^2/2 - floor(k)*x\n",
       "cannot contain floor()"},
      {"d", gas, "test:"},
      {"e", "model a\nparam e = 2\ncoord x\nlagrangian x'^2\ncontact c: x >= 0, restitution e\n",
       "the restitution lies between 0 and 1, not at 2"},
      {"e", "model a\nparam e = 0, f = 1/e\n" COORD, "is not a finite number"},
      {"mu",
       "model a\nparam mu = -1\ncoord x, y\nlagrangian x'^2 + y'^2\n"
       "contact c: y >= 0, friction mu along x'\n",
       "a coefficient of friction is not negative, this is -1"},
  };
#undef COORD
  for (size_t i = 0; i < sizeof list/sizeof *list; i++) {
    noslip_context *c = noslip_open(NULL);
    noslip_model *m = load(c, list[i].text, (live_names){list[i].name});
    if (list[i].text == gas)
      assert_non_null(m);  // d stands nowhere
    else {
      assert_null(m);
      check_text(noslip_last_error(c), list[i].sentence);
    }
    noslip_model_free(m);
    noslip_close(c);
  }
}

static void distances_of_pairs_are_numbers(void **state) {
  (void)state;
  static const char *const wrong[2] = {
      "model a\nparam d = 0.3\ncoord x[1..3]\nlagrangian sum(i in 1..3: x[i]'^2)\n"
      "contact p[i,j] for i < j in 1..3 within d: (x[i] - x[j])^2 - 0.01 >= 0\n",
      "model a\nparam d = 0.1\ncoord x[1..3]\nlagrangian sum(i in 1..3: x[i]'^2)\n"
      "contact p[i,j] for i < j in 1..3 within 0.3: (x[i] - x[j])^2 - d^2 >= 0\n"};
  static const char *const sentence[2] = {
      "the distance after `within` cannot contain the live parameter `d`",
      "that of a contact of pairs cannot contain the live parameter `d`"};
  for (int i = 0; i < 2; i++) {
    noslip_context *c = noslip_open(NULL);
    assert_null(load(c, wrong[i], (live_names){"d"}));
    check_text(noslip_last_error(c), sentence[i]);
    check_text(noslip_last_error(c), "give its value with `set`");
    noslip_close(c);
  }
}

static void wrong_values_are_refused(void **state) {
  (void)state;
  const noslip_parameter wrong[] = {{"g", NAN}, {"h", 1}, {NULL, 1}, {"g", 0}, {"k", 1}, {"gg", 2}};
  static const char *const sentences[] = {
      "the parameter `g` is not a finite number; give one",
      "p has no live parameter `h`; name it in the option `live`",
      "`name` of a parameter is NULL",
      "the parameter `k`, which is computed from others, is not a finite number with these",
      "the parameter `k` is a number of the model; load it with `k` in the option `live`",
      "p has no live parameter `gg`; did you mean `g`?"};
  noslip_context *c = noslip_open(NULL);
  noslip_model *m = load(c, pendulum, (live_names){"l", "g"});
  for (int i = 0; i < 6; i++) {
    noslip_run *r;
    assert_int_equal(noslip_run_new(c, m,
                                    &(noslip_run_options){.method = "rattle",
                                                          .step = 0.01,
                                                          .parameters = &wrong[i],
                                                          .nparameter = 1},
                                    &r),
                     NOSLIP_ERROR_ARGUMENT);
    assert_null(r);
    check_text(noslip_last_error(c), sentences[i]);
  }
  noslip_run *r;
  const noslip_run_options bad = {.method = "rattle", .step = 0.01, .nparameter = 2};
  assert_int_equal(noslip_run_new(c, m, &bad, &r), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "`parameters` has 2 entries and is NULL");
  noslip_model_free(m);
  const noslip_model_options none = {.nlive = 1};
  assert_int_equal(noslip_model_parse(c, "test", pendulum, &none, &m), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "`live` has 1 entries and is NULL");
  const char *nothing = NULL;
  const noslip_model_options null = {.live = &nothing, .nlive = 1};
  assert_int_equal(noslip_model_parse(c, "test", pendulum, &null, &m), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "`live[0]` is NULL");
  noslip_close(c);
}

// a parameter in a constraint is of the start; the run goes on as if it had not been asked
static void parameters_of_constraints_are_of_the_start(void **state) {
  (void)state;
  const noslip_parameter longer = {"l", 2};
  trial t =
      live_trial(pendulum, (live_names){"l", "g"},
                 &(noslip_run_options){
                     .method = "rattle", .step = 0.01, .parameters = &longer, .nparameter = 1});
  check_near(noslip_value(t.r, "x"), 2, 0);
  trial_advance(&t, 10);
  check_near(hypot(noslip_value(t.r, "x"), noslip_value(t.r, "y")), 2, 1e-14);
  assert_int_equal(noslip_set_parameter(t.r, "l", 1), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c),
             "the parameter `l` stands in `rod`, which the run satisfies "
             "with 2; start another run with `l` in its option `parameters`");
  assert_int_equal(noslip_set_parameter(t.r, "l", 2), NOSLIP_OK);
  set(&t, "g", 1);
  assert_int_equal(noslip_set_parameter(t.r, "g", 0), NOSLIP_ERROR_ARGUMENT);
  check_near(noslip_run_parameter(t.r, 1), 1, 0);
  assert_int_equal(noslip_set_parameter_at(t.r, 7, 0), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c), "there is no live parameter 7; p has 2");
  assert_int_equal(noslip_set_parameter(t.r, NULL, 0), NOSLIP_ERROR_ARGUMENT);
  assert_int_equal(noslip_set_parameter(NULL, "g", 0), NOSLIP_ERROR_ARGUMENT);
  assert_int_equal(noslip_set_parameter_at(t.r, 1, INFINITY), NOSLIP_ERROR_ARGUMENT);
  trial_advance(&t, 10);
  trial_end(&t);
}

// Without live parameters nothing of this is there.
static void models_without_any_have_none(void **state) {
  (void)state;
  trial t = trial_with(spring, "dla-mp", 0.1);
  assert_int_equal(noslip_run_parameter_count(t.r), 0);
  assert_true(isnan(noslip_run_parameter(t.r, 0)));
  assert_int_equal(noslip_set_parameter(t.r, "k", 2), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c), "load it with `k` in the option `live`");
  trial_end(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parameter_is_that_of_its_steps),
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
      cmocka_unit_test(what_decides_the_model_is_refused),
      cmocka_unit_test(distances_of_pairs_are_numbers),
      cmocka_unit_test(wrong_values_are_refused),
      cmocka_unit_test(parameters_of_constraints_are_of_the_start),
      cmocka_unit_test(models_without_any_have_none),
  };
  return check_run(argc, argv, tests);
}
