// Inputs: numbers that are set between steps.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/backends.h"
#include "tests/support/trial.h"

#include <math.h>
#include <stdio.h>

static void set(trial *t, const char *name, double value) {
  if (noslip_set_input(t->r, name, value) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(t->c));
}

// ---- the controller of examples/control.c

static const char cart[] = "model cart\n"
                           "param m = 2, I = 0.5, gx = -3, gy = 2\n"
                           "input thrust, torque\n"
                           "coord x, y, th: angle\n"
                           "lagrangian m/2*(x'^2 + y'^2) + I/2*th'^2\n"
                           "nonholonomic wheel: y'*cos(th) - x'*sin(th) = 0\n"
                           "force x = thrust*cos(th)\nforce y = thrust*sin(th)\n"
                           "force th = torque\n"
                           "let way = atan2(gy - y, gx - x) - th\n"
                           "observe distance = norm([gx - x, gy - y])\n"
                           "observe error = atan2(sin(way), cos(way))\n"
                           "observe speed = x'*cos(th) + y'*sin(th)\n";

static void steer(noslip_run *r) {
  double error = noslip_value(r, "error"), far = fmin(1, noslip_value(r, "distance"));
  noslip_set_input(r, "torque", 4*error - 2*noslip_value(r, "th'"));
  noslip_set_input(r, "thrust", 2*(far*fmax(0, cos(error)) - noslip_value(r, "speed")));
}

// what the same cart did when it was made of C functions that read thrust and torque
static void controlled_cart_goes_where_it_went(void **state) {
  (void)state;
  trial t = trial_with(cart, "dla-mp", 0.01);
  for (int k = 0; k < 400; k++) {
    steer(t.r);
    trial_advance(&t, 1);
  }
  const double rounding = 1e-13;  // 400 steps; atan2 has another way round than remainder()
  check_near(noslip_value(t.r, "x"), -2.0120133119400667, rounding);
  check_near(noslip_value(t.r, "y"), 1.3286440208636616, rounding);
  check_near(noslip_value(t.r, "th"), 2.5425991408450814, rounding);
  trial_end(&t);
}

// ---- an input is a parameter that changes

static const char spring[] = "model spring\ninput u = 1, pull\ncoord x\n"
                             "lagrangian x'^2/2 - 2*(x - u)^2\nforce x = pull\n"
                             "init x = 0.5, x' = 1\nobserve seen = u\n";
static const char spring_of_parameters[] = "model spring\nparam u = %g, pull = %g\ncoord x\n"
                                           "lagrangian x'^2/2 - 2*(x - u)^2\nforce x = pull\n"
                                           "init x = %.17g, x' = %.17g\n";

// ten steps with parameters from where x is, into x
static void ten_steps(double x[2], const char *method, double u, double pull) {
  char text[400];
  snprintf(text, sizeof text, spring_of_parameters, u, pull, x[0], x[1]);
  trial t = trial_with(text, method, 0.1);
  trial_advance(&t, 10);
  x[0] = noslip_value(t.r, "x");
  x[1] = noslip_value(t.r, "x'");
  trial_end(&t);
}

static void input_is_a_parameter_of_its_steps(void **state) {
  (void)state;
  static const char *const methods[] = {"dla-mp",
                                        "dla-cm",
                                        "lobatto(3)",
                                        "rattle",
                                        "reich*",
                                        "euler-true",
                                        "euler-natural",
                                        "spark(2)",
                                        "srk-gauss(2)",
                                        "srk-radau1a(2)",
                                        "midpoint",
                                        "rk-gauss(2)",
                                        "rk-radau2a(2)",
                                        "rk-lobatto3a(3)",
                                        "compose(dla-mp, suzuki4)",
                                        "lobatto(2, multiplier=carry)",
                                        "index1",
                                        "dop853",
                                        "index0"};
  static const double course[][2] = {{1, 0}, {-0.5, 0}, {-0.5, 2}, {0, 0}};
  for (size_t i = 0; i < sizeof methods/sizeof *methods; i++) {
    double x[2] = {0.5, 1};
    trial t = trial_with(spring, methods[i], 0.1);
    for (int k = 0; k < 4; k++) {
      set(&t, "u", course[k][0]);
      set(&t, "pull", course[k][1]);
      trial_advance(&t, 10);
      ten_steps(x, methods[i], course[k][0], course[k][1]);
      double rounding = strncmp(methods[i], "index", 5) == 0 ? 1e-10 : 1e-13;
      check_near(noslip_value(t.r, "x"), x[0], rounding);
      check_near(noslip_value(t.r, "x'"), x[1], rounding);
      check_near(noslip_value(t.r, "seen"), course[k][0], 0);
    }
    trial_end(&t);
  }
}

// until it is set, an input has the value of the model, or of the option `set`
static void input_begins_as_the_model_says(void **state) {
  (void)state;
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  const noslip_setting other = {"u", "2*3"};
  const noslip_model_options with = {.set = &other, .nset = 1};
  assert_int_equal(noslip_model_parse(c, "test", spring, &with, &m), NOSLIP_OK);
  const noslip_run_options options = {.method = "dla-mp", .step = 0.1};
  assert_int_equal(noslip_run_new(c, m, &options, &r), NOSLIP_OK);
  assert_int_equal(noslip_run_input_count(r), 2);
  assert_string_equal(noslip_run_input_name(r, 1), "pull");
  assert_int_equal(noslip_run_input_find(r, "pull"), 1);
  assert_int_equal(noslip_run_input_find(r, "push"), -1);
  check_near(noslip_run_input(r, 0), 6, 0);
  check_near(noslip_run_input(r, 1), 0, 0);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
}

// p = x' - u: a jump of u leaves the velocity, whichever of the two a method carries; of a
// hamiltonian it leaves the momentum
static void velocity_stays_where_momenta_jump(void **state) {
  (void)state;
  static const char belt[] = "model belt\ninput u\ncoord x\nlagrangian (x' - u)^2/2\n"
                             "init x' = 1\nobserve p = (x' - u)\n";
  static const char *const methods[] = {"dla-mp", "lobatto(2)", "rattle"};
  for (int i = 0; i < 3; i++) {
    trial t = trial_with(belt, methods[i], 0.1);
    trial_advance(&t, 3);
    set(&t, "u", 0.25);
    check_near(noslip_value(t.r, "x'"), 1, 1e-15);
    trial_advance(&t, 3);
    check_near(noslip_value(t.r, "x'"), 1, 1e-14);
    check_near(noslip_run_values(t.r, NOSLIP_MOMENTUM)[0], 0.75, 1e-14);
    trial_end(&t);
  }
  trial t = trial_with("model h\ninput u\ncoord x momentum p\nhamiltonian (p + u)^2/2\n"
                       "init p = 1\n",
                       "dla-mp", 0.1);
  trial_advance(&t, 3);
  set(&t, "u", 0.25);
  check_near(noslip_value(t.r, "x'"), 1.25, 1e-15);
  trial_advance(&t, 3);
  check_near(noslip_run_values(t.r, NOSLIP_MOMENTUM)[0], 1, 1e-14);
  trial_end(&t);
}

// ---- other classes

static void equations_have_inputs(void **state) {
  (void)state;
  trial t = trial_with("model o\ninput u = 2\nstate y\ny' = u\n", "rk-gauss(2)", 0.25);
  trial_advance(&t, 4);
  check_near(noslip_value(t.r, "y"), 2, 1e-14);
  set(&t, "u", -1);
  trial_advance(&t, 4);
  check_near(noslip_value(t.r, "y"), 1, 1e-14);
  trial_end(&t);
}

// the multiplier of a constraint sees the input at once: N = u on a table
static void multipliers_follow(void **state) {
  (void)state;
  trial t = trial_with("model r\ninput u = 3\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
                       "force y = -u\nholonomic table: y = 0\ninit x' = 1\n",
                       "lobatto(2)", 0.1);
  check_near(noslip_run_values(t.r, NOSLIP_MULTIPLIER)[0], 3, 1e-13);
  set(&t, "u", 5);
  check_near(noslip_run_values(t.r, NOSLIP_MULTIPLIER)[0], 5, 1e-13);
  trial_advance(&t, 3);
  set(&t, "u", 7);
  check_near(noslip_run_values(t.r, NOSLIP_MULTIPLIER)[0], 7, 1e-13);
  trial_end(&t);
}

static void rotations_have_inputs(void **state) {
  (void)state;
  static const char wheel[] = "model w\ninput torque\ncoord R: SO(3) velocity omega\n"
                              "lagrangian (omega[1]^2 + 2*omega[2]^2 + 3*omega[3]^2)/2\n"
                              "force omega = [0, 0, torque]\n";
  static const char *const methods[] = {"lobatto(2)", "rattle"};
  for (int i = 0; i < 2; i++) {
    trial t = trial_with(wheel, methods[i], 0.01);
    set(&t, "torque", 3);
    trial_advance(&t, 50);
    set(&t, "torque", 0);
    trial_advance(&t, 50);
    check_near(noslip_value(t.r, "omega[3]"), 0.5, 1e-12);
    trial_end(&t);
  }
}

// a mass matrix that an input changes is not taken for a constant one
static void mass_of_a_body_may_be_an_input(void **state) {
  (void)state;
  trial t = trial_with("model w\ninput J = 1\ncoord R: SO(3) velocity omega\n"
                       "lagrangian J*dot(omega, omega)/2\nforce omega = [0, 0, 1]\n",
                       "lobatto(2)", 0.01);
  trial_advance(&t, 50);
  check_near(noslip_value(t.r, "omega[3]"), 0.5, 1e-12);
  set(&t, "J", 5);
  trial_advance(&t, 50);
  check_near(noslip_value(t.r, "omega[3]"), 0.6, 1e-12);
  trial_end(&t);
}

// ---- contacts

static const char block[] = "model block\nparam m = 1, g = 10\ninput lift, push\ncoord x, y\n"
                            "lagrangian m/2*(x'^2 + y'^2) - m*g*y\n"
                            "force y = lift\nforce x = push\n"
                            "contact floor: y >= 0, friction 0.5 along x'\n";

// it lets go when it is lifted by more than its weight, and not before
static void contact_lets_go(void **state) {
  (void)state;
  static const char *const methods[] = {"lobatto(2)", "moreau"};
  for (int i = 0; i < 2; i++) {
    trial t = trial_with(block, methods[i], 0.01);
    set(&t, "lift", 9);
    trial_advance(&t, 10);
    check_near(noslip_value(t.r, "y"), 0, 1e-14);
    check_near(noslip_run_values(t.r, NOSLIP_MULTIPLIER)[0], 1, i == 0 ? 1e-12 : 0.02);
    set(&t, "lift", 12);
    trial_advance(&t, 100);
    double rounding = i == 0 ? 1e-12 : 0.02;  // moreau: order 1
    check_near(noslip_value(t.r, "y"), 1, rounding);
    trial_end(&t);
  }
}

// friction holds a push of 4 and not one of 6; and rests again without
static void contact_slips(void **state) {
  (void)state;
  trial t = trial_with(block, "lobatto(2)", 0.01);
  noslip_event e;
  set(&t, "push", 4);
  trial_advance(&t, 20);
  check_near(noslip_value(t.r, "x"), 0, 1e-14);
  set(&t, "push", 6);
  trial_advance(&t, 100);
  check_near(noslip_value(t.r, "x'"), 1, 1e-10);
  assert_true(noslip_run_event(t.r, 0, &e));
  assert_string_equal(e.kind, "slip");
  check_near(e.time, 0.2, 1e-12);
  set(&t, "push", 0);
  trial_advance(&t, 100);
  check_near(noslip_value(t.r, "x'"), 0, 1e-12);
  check_near(noslip_value(t.r, "x"), 0.5 + 0.1, 1e-9);
  trial_end(&t);
}

// ---- signals

// x'' = u: of a line the mean in each step, so that the end is exact
static void lines_are_seen_in_the_middle(void **state) {
  (void)state;
  const double times[] = {0, 1, 3}, values[] = {0, 2, -2};
  const noslip_signal line = {"u", times, values, 3, false}, stairs = {"u", times, values, 3, true};
  static const char text[] = "model m\ninput u\ncoord x\nlagrangian x'^2/2\nforce x = u\n";
  trial t = trial_begin(
      text, &(noslip_run_options){
                .method = "dla-mp", .step = 0.05, .until = 3, .signals = &line, .nsignal = 1});
  trial_advance(&t, 60);
  check_near(noslip_value(t.r, "x'"), 1, 1e-13);  // 1 + 0
  trial_end(&t);
  t = trial_begin(
      text, &(noslip_run_options){
                .method = "dla-mp", .step = 0.05, .until = 4, .signals = &stairs, .nsignal = 1});
  trial_advance(&t, 80);
  check_near(noslip_value(t.r, "x'"), 0*1 + 2*2 - 2*1, 1e-12);
  trial_end(&t);
}

// the error at t = 2 of x'' = -x + u against the formula in the model
static double error_of(const char *method, double h) {
  enum { n = 4001 };
  static double times[n], values[n];
  for (int i = 0; i < n; i++) {
    times[i] = i*0.0005;
    values[i] = sin(3*times[i]);
  }
  const noslip_signal s = {"u", times, values, n, false};
  trial t = trial_begin(
      "model m\ninput u\ncoord x\nlagrangian x'^2/2 - x^2/2\nforce x = u\ninit x = 1\n",
      &(noslip_run_options){.method = method, .step = h, .until = 2, .signals = &s, .nsignal = 1});
  trial f = trial_with("model m\ncoord x\nlagrangian x'^2/2 - x^2/2\nforce x = sin(3*t)\n"
                       "init x = 1\n",
                       "lobatto(4)", 0.02);
  trial_advance(&t, lround(2/h));
  trial_advance(&f, 100);
  double error = fabs(noslip_value(t.r, "x") - noslip_value(f.r, "x"));
  trial_end(&t);
  trial_end(&f);
  return error;
}

// order 2 is kept; a method of order 4 has 2, as the page says
static void signals_keep_order_two(void **state) {
  (void)state;
  static const char *const methods[] = {"dla-mp", "lobatto(2)", "lobatto(3)"};
  for (int i = 0; i < 3; i++)
    check_near(log2(error_of(methods[i], 0.1)/error_of(methods[i], 0.05)), 2, 0.1);
}

// a run back sees the same values
static void signals_are_symmetric(void **state) {
  (void)state;
  const double times[] = {-1, 0, 0.33, 1, 2}, values[] = {5, 1, -2, 3, 0};
  for (int hold = 0; hold < 2; hold++) {
    noslip_signal s = {"u", times, values, 5, hold};
    noslip_run_options o = {
        .method = "dla-mp", .step = 0.1, .steps = 7, .signals = &s, .nsignal = 1};
    double x[2], end_of[2];
    static const char text[] = "model m\ninput u\ncoord x\nlagrangian x'^2/2 - x^4/4\n"
                               "force x = u*x\ninit x = 1, x' = 0.5\n";
    trial t = trial_begin(text, &o);
    trial_advance(&t, 7);
    end_of[0] = noslip_value(t.r, "x");
    end_of[1] = noslip_value(t.r, "x'");
    trial_end(&t);
    check_above(fabs(end_of[0] - 1), 0.01);

    // time runs from 0 again: the table is turned round about 0.7
    double turned[5], back[5];
    for (int i = 0; i < 5; i++) {
      turned[i] = times[i] - 0.7;
      back[i] = values[i];
    }
    const noslip_start from[] = {{"x", end_of[0]}, {"x'", end_of[1]}};
    noslip_signal r = {"u", turned, back, 5, hold};
    o.step = -0.1;
    o.signals = &r;
    o.start = from;
    o.nstart = 2;
    t = trial_begin(text, &o);
    trial_advance(&t, 7);
    x[0] = noslip_value(t.r, "x");
    x[1] = noslip_value(t.r, "x'");
    trial_end(&t);
    check_near(x[0], 1, 1e-13);
    check_near(x[1], 0.5, 1e-13);
  }
}

// a value that the program sets ends the signal
static void setting_ends_a_signal(void **state) {
  (void)state;
  const double times[] = {0}, values[] = {2};
  const noslip_signal s = {"u", times, values, 1, false};
  trial t = trial_begin(
      "model m\ninput u\ncoord x\nlagrangian x'^2/2\nforce x = u\n",
      &(noslip_run_options){.method = "dla-mp", .step = 0.1, .signals = &s, .nsignal = 1});
  check_near(noslip_run_input(t.r, 0), 2, 0);
  trial_advance(&t, 5);
  set(&t, "u", 0);
  trial_advance(&t, 5);
  check_near(noslip_value(t.r, "x'"), 1, 1e-14);
  trial_end(&t);
}

// ---- what is claimed

// an input in forces or potential: the energy is no invariant; one that is only observed leaves it
static void energy_is_not_claimed(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool invariant;
  } rows[] = {
      {"model m\ninput u\ncoord x\nlagrangian x'^2/2 - x^2/2\nforce x = u\ninit x = 1\n", false},
      {"model m\ninput u\ncoord x\nlagrangian x'^2/2 - (x - u)^2/2\ninit x = 1\n", false},
      {"model m\ninput u\ncoord x\nlagrangian x'^2/2 - x^2/2\nobserve a = u*x\ninit x = 1\n", true},
  };
  for (int i = 0; i < 3; i++) {
    noslip_report report;
    trial t = trial_with(rows[i].text, "dla-mp", 0.1);
    trial_advance(&t, 10);
    noslip_run_report(t.r, &report);
    assert_int_equal(report.energy_is_invariant, rows[i].invariant);
    trial_end(&t);
  }
}

// ---- backends

// interpreter and compiled code agree to the last bit, and one compilation serves all values
static void backends_agree(void **state) {
  (void)state;
  static const char *const texts[] = {cart, spring};
  static const char *const methods[] = {"dla-mp", "lobatto(2)"};
  empty_cache("cache");
  use_compiler("cc");
  for (int i = 0; i < 2; i++) {
    trial a = trial_with(texts[i], methods[i], 0.01);
    trial b = trial_begin(
        texts[i], &(noslip_run_options){.method = methods[i], .step = 0.01, .backend = "native"});
    assert_string_equal(noslip_run_backend(b.r), "native");
    int calls = count_calls();
    for (int k = 0; k < 100; k++) {
      noslip_set_input_at(a.r, k % 2, sin(k));
      noslip_set_input_at(b.r, k % 2, sin(k));
      trial_advance(&a, 1);
      trial_advance(&b, 1);
      const char *difference = run_difference(a.r, b.r);
      if (difference)
        check_fail("%s\n", difference);
    }
    assert_int_equal(count_calls(), calls);
    trial_end(&a);
    trial_end(&b);
  }
}

// ---- errors

static void bad_inputs_are_refused(void **state) {
  (void)state;
  trial t = trial_with(spring, "dla-mp", 0.1);
  assert_int_equal(noslip_set_input(t.r, "w", 1), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c), "spring has no input `w`");
  assert_int_equal(noslip_set_input(t.r, "pul", 1), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c), "did you mean `pull`?");
  assert_int_equal(noslip_set_input(t.r, NULL, 1), NOSLIP_ERROR_ARGUMENT);
  assert_int_equal(noslip_set_input_at(t.r, 2, 1), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c), "there is no input 2");
  assert_int_equal(noslip_set_input(t.r, "u", (double)NAN), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c), "not a finite number");
  check_near(noslip_run_input(t.r, 0), 1, 0);
  assert_true(isnan(noslip_run_input(t.r, -1)));
  assert_int_equal(noslip_set_input(NULL, "u", 1), NOSLIP_ERROR_ARGUMENT);
  trial_end(&t);
}

static void bad_signals_are_refused(void **state) {
  (void)state;
  static const double up[] = {0, 1}, down[] = {1, 0}, wrong[] = {0, HUGE_VAL};
  static const struct {
    noslip_signal signal;
    const char *words;
  } rows[] = {
      {{"w", up, up, 2, false}, "has no input `w`"},
      {{"u", up, up, 0, false}, "the table of the input `u` is empty"},
      {{"u", NULL, up, 2, false}, "`times` of a signal is NULL"},
      {{"u", down, up, 2, false}, "do not increase: 0 after 1 in row 2; sort them"},
      {{"u", up, wrong, 2, false}, "no finite number in row 2"},
  };
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  assert_int_equal(noslip_model_parse(c, "test", spring, NULL, &m), NOSLIP_OK);
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    noslip_run_options o = {
        .method = "dla-mp", .step = 0.1, .signals = &rows[i].signal, .nsignal = 1};
    assert_int_equal(noslip_run_new(c, m, &o, &r), NOSLIP_ERROR_ARGUMENT);
    check_text(noslip_last_error(c), rows[i].words);
    assert_null(r);
  }
  const noslip_signal twice[] = {{"u", up, up, 2, false}, {"u", up, up, 2, true}};
  noslip_run_options o = {.method = "dla-mp", .step = 0.1, .signals = twice, .nsignal = 2};
  assert_int_equal(noslip_run_new(c, m, &o, &r), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "has two tables");
  noslip_model_free(m);
  noslip_close(c);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(controlled_cart_goes_where_it_went),
      cmocka_unit_test(input_is_a_parameter_of_its_steps),
      cmocka_unit_test(input_begins_as_the_model_says),
      cmocka_unit_test(velocity_stays_where_momenta_jump),
      cmocka_unit_test(equations_have_inputs),
      cmocka_unit_test(multipliers_follow),
      cmocka_unit_test(rotations_have_inputs),
      cmocka_unit_test(mass_of_a_body_may_be_an_input),
      cmocka_unit_test(contact_lets_go),
      cmocka_unit_test(contact_slips),
      cmocka_unit_test(lines_are_seen_in_the_middle),
      cmocka_unit_test(signals_keep_order_two),
      cmocka_unit_test(signals_are_symmetric),
      cmocka_unit_test(setting_ends_a_signal),
      cmocka_unit_test(energy_is_not_claimed),
      cmocka_unit_test(backends_agree),
      cmocka_unit_test(bad_inputs_are_refused),
      cmocka_unit_test(bad_signals_are_refused),
  };
  return tool_run(argc, argv, tests);
}
