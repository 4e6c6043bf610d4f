// Tests of src/run: plans, failures that speak, memory, the numbers a run reports.

#include "tests/support/check.h"
#include "tests/support/counting.h"
#include "tests/support/systems.h"

#include "run/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char pendulum[] = "model pendulum\ncoord th: angle\nlagrangian th'^2/2 + cos(th)\n"
                               "init th' = 3\nobserve height = -cos(th)\ninvariant E = energy\n"
                               "run method dla-mp, step 0.1, until 2, every 5\n";

// --- plans -----------------------------------------------------------------------------------

static noslip_status plan(const char *text, noslip_run_options options, long *steps, int *warnings,
                          char *sentence) {
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  *steps = *warnings = -1;
  sentence[0] = 0;
  assert_int_equal(noslip_model_parse(c, "test", text, NULL, &m), NOSLIP_OK);
  noslip_status status = noslip_run_new(c, m, &options, &r);
  if (status == NOSLIP_OK) {
    noslip_report report;
    noslip_run_report(r, &report);
    *steps = noslip_run_steps(r);
    *warnings = report.nwarning;
    if (report.nwarning > 0)
      snprintf(sentence, 512, "%s", report.warnings[0]);
  } else
    snprintf(sentence, 512, "%s", noslip_last_error(c));
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
  return status;
}

static void until_is_counted_in_steps(void **unused) {
  (void)unused;
  long steps;
  int warnings;
  char text[512];
  plan(pendulum, (noslip_run_options){0}, &steps, &warnings, text);
  assert_int_equal(steps, 20);  // the file's own plan
  plan(pendulum, (noslip_run_options){.until = 1000}, &steps, &warnings, text);
  assert_int_equal(steps, 10000);  // 1000/0.1 is whole to rounding
  assert_int_equal(warnings, 0);
  plan(pendulum, (noslip_run_options){.step = 1.0/3, .until = 100}, &steps, &warnings, text);
  assert_int_equal(steps, 300);
  plan(pendulum, (noslip_run_options){.steps = 7, .until = 1}, &steps, &warnings, text);
  assert_int_equal(steps, 7);
  plan(pendulum, (noslip_run_options){.step = 0.3, .until = 1}, &steps, &warnings, text);
  assert_int_equal(steps, 3);  // to the last node before
  check_text(text, "not a multiple");
}

static void bad_options_are_refused(void **unused) {
  (void)unused;
  static const struct {
    noslip_run_options options;
    const char *words;
  } bad[] = {
      {{.method = "dla-mq"}, "did you mean `dla-mp`"},
      {{.method = "dla-mp(3)"}, "takes no options"},
      {{.method = "dla-mp("}, "expected"},
      {{.method = "moreu"}, "no method `moreu`"},
      {{.method = "moreau"}, "`moreau` treats models with contacts, and here are none"},
      {{.method = "lobatto"}, "needs a number of stages, as in lobatto(3)"},
      {{.method = "lobatto(1)"}, "no lobatto(1): its tableau has 2 stages or more"},
      {{.method = "lobatto(2.5)"}, "an integer"},
      {{.method = "spark(51)"}, "limit of 50 stages"},
      {{.method = "spark(3, multiplier=carry)"}, "has no option `multiplier`"},
      {{.method = "lobatto(3, multiplier=keep)"}, "reduce, carry or restart"},
      {{.method = "lobatto(3, 4)"}, "takes one number"},
      {{.method = "lobatto(3, multiplier=carry, multiplier=reduce)"}, "twice"},
      {{.method = "rk-lobatto3b(3)"}, "enters no stage"},
      {{.method = "rk-lobatto3c-star(3)"}, "enters no stage"},
      {{.method = "compose(srk-radau1a(2), suzuki4)"}, "srk-radau1a(2), symmetric) has order 4"},
      {{.method = "compose(spark(3), suzuki4)"}, "has order 4"},
      {{.step = (double)NAN}, "not a finite number"},
      {{.step = -0.1, .until = 1}, "do not lead to"},
      {{.step = 5, .until = 1}, "longer than the run"},
      {{.steps = -3}, "positive"},
      {{.every = -3}, "positive"},
  };
  for (size_t i = 0; i < sizeof bad/sizeof *bad; i++) {
    long steps;
    int warnings;
    char text[512];
    assert_int_equal(plan(pendulum, bad[i].options, &steps, &warnings, text),
                     NOSLIP_ERROR_ARGUMENT);
    check_text(text, bad[i].words);
  }
}

// initial values in the options are those of --init, bit for bit; and they are not those of the file
static void starts_are_replaced(void **unused) {
  (void)unused;
  static const char hamiltonian[] = "model h\ncoord q momentum p\nhamiltonian p^2/2 + q^4\n"
                                    "init q = 1\nrun method dla-mp, step 0.1\n";
  static const struct {
    const char *text, *value;
    noslip_start start[2];
  } cases[] = {
      {pendulum, "th", {{"th", 0.5}, {"th'", 0.25}}},
      {hamiltonian, "q", {{"q", 0.5}, {"p", 0.25}}},
  };
  for (size_t i = 0; i < sizeof cases/sizeof *cases; i++) {
    trial a = trial_text(cases[i].text, NULL, "dla-mp", 0.1), b = a;
    noslip_run_options o = {.method = "dla-mp", .step = 0.1, .start = cases[i].start, .nstart = 2};
    assert_int_equal(noslip_run_new(a.context, a.model, &o, &b.run), NOSLIP_OK);
    noslip_setting set[2];
    char numbers[2][32];
    for (int k = 0; k < 2; k++) {
      snprintf(numbers[k], sizeof numbers[k], "%g", cases[i].start[k].value);
      set[k] = (noslip_setting){cases[i].start[k].name, numbers[k]};
    }
    noslip_model *m;
    noslip_run *c;
    assert_int_equal(noslip_model_parse(a.context, "test", cases[i].text,
                                        &(noslip_model_options){.init = set, .ninit = 2}, &m),
                     NOSLIP_OK);
    o.nstart = 0;
    assert_int_equal(noslip_run_new(a.context, m, &o, &c), NOSLIP_OK);
    trial_steps(&a, 10);
    assert_int_equal(noslip_advance(b.run, 10), NOSLIP_OK);
    assert_int_equal(noslip_advance(c, 10), NOSLIP_OK);
    assert_true(noslip_value(b.run, cases[i].value) == noslip_value(c, cases[i].value));
    assert_true(noslip_energy(b.run) == noslip_energy(c));
    assert_true(noslip_energy(a.run) != noslip_energy(c));
    noslip_run_free(b.run);
    noslip_run_free(c);
    noslip_model_free(m);
    trial_close(&a);
  }
}

static void bad_starts_are_refused(void **unused) {
  (void)unused;
  long steps;
  int warnings;
  char text[512];
  static const char follower[] = "model f\ncoord xx, y\nlagrangian (xx'^2 + y'^2)/2\n"
                                 "init xx = 1, y = 2*xx\nrun method dla-mp, step 0.1\n";
  noslip_start start = {"xy", 1};
  noslip_run_options o = {.start = &start, .nstart = 1};
  assert_int_equal(plan(follower, o, &steps, &warnings, text), NOSLIP_ERROR_ARGUMENT);
  assert_string_equal(text, "there is no initial value `xy`; did you mean `xx` or `y`?");
  start = (noslip_start){"xx", (double)NAN};
  assert_int_equal(plan(follower, o, &steps, &warnings, text), NOSLIP_ERROR_ARGUMENT);
  check_text(text, "not a finite number");

  // y follows: test_start_values.c
  start.value = 3;
  assert_int_equal(plan(follower, o, &steps, &warnings, text), NOSLIP_OK);
  assert_int_equal(warnings, 0);
}

static void method_and_model_must_fit(void **unused) {
  (void)unused;
  long steps;
  int warnings;
  char text[512];
  static const char rod[] = "model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
                            "holonomic rod: x^2 + y^2 = 1\ninit x = 1\nrun step 0.1, until 1\n";
  static const char top[] = "model m\ncoord R: SO(3) velocity w\nlagrangian dot(w, w)/2\n"
                            "run step 0.1, until 1\n";
  plan(rod, (noslip_run_options){.method = "rk-gauss(1)"}, &steps, &warnings, text);
  check_text(text, "no equations for holonomic constraints");
  static const char skate[] = "model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
                              "nonholonomic edge: x' = y*y'\nrun step 0.1, until 1\n";
  plan(skate, (noslip_run_options){.method = "compose(rk-gauss(1), suzuki4)"}, &steps, &warnings,
       text);
  check_text(text, "`rk-gauss(1)` does not end on the constraints");

  // measured: q and p of such compositions have order 4, whatever the scheme
  static const char *const carrying[] = {"compose(rk-lobatto3a(2), kahan-li6)",
                                         "compose(lobatto(2, multiplier=carry), kahan-li8)"};
  for (int i = 0; i < 2; i++) {
    plan(skate, (noslip_run_options){.method = carrying[i]}, &steps, &warnings, text);
    check_text(text, "carries a multiplier, and compositions of it have order 4 at most");
  }
  assert_int_equal(plan(skate, (noslip_run_options){.method = "compose(rk-lobatto3a(2), suzuki4)"},
                        &steps, &warnings, text),
                   NOSLIP_OK);
  plan(rod, (noslip_run_options){.method = "dla-mp"}, &steps, &warnings, text);
  check_text(text, "`rod` is one");
  check_text(text, "methods that can: `rattle`");
  plan(rod, (noslip_run_options){0}, &steps, &warnings, text);
  check_text(text, "chosen, since the model does not say: method rattle");
  plan(top, (noslip_run_options){.method = "dla-mp"}, &steps, &warnings, text);
  check_text(text, "Lie groups");
}

// --- values ----------------------------------------------------------------------------------

static void values_have_names(void **unused) {
  (void)unused;
  trial t = trial_text(pendulum, NULL, "dla-mp", 0.1);
  assert_int_equal(noslip_run_count(t.run, NOSLIP_STATE), 2);
  assert_string_equal(noslip_run_name(t.run, NOSLIP_STATE, 0), "th");
  assert_string_equal(noslip_run_name(t.run, NOSLIP_STATE, 1), "th'");
  assert_string_equal(noslip_run_name(t.run, NOSLIP_MOMENTUM, 0), "th");
  assert_string_equal(noslip_run_name(t.run, NOSLIP_INVARIANT, 0), "E");
  assert_string_equal(noslip_run_name(t.run, NOSLIP_OBSERVABLE, 0), "height");
  assert_null(noslip_run_name(t.run, NOSLIP_STATE, 2));
  check_near(trial_value(&t, "height"), -1, 0);
  check_near(trial_value(&t, "E"), 3.5, 1e-15);
  assert_true(isnan(trial_value(&t, "nothing")));
  trial_close(&t);
}

// an angle that turns many times is written out unwrapped, and loses nothing on the way
static void angles_are_unwrapped(void **unused) {
  (void)unused;
  trial t = trial_text("model m\ncoord th: angle\nlagrangian th'^2/2\ninit th' = 2\n", NULL,
                       "dla-mp", 0.25);
  trial_steps(&t, 40000);
  check_near(trial_value(&t, "th"), 20000, 1e-9);
  check_below(fabs(t.run->state.q[0]), 3.15);  // near zero inside
  trial_close(&t);
}

// two wheels that turn alike, 0.3 apart
static const char wheels[] =
    "model wheels\ncoord a: angle, b: angle, x\nlagrangian (a'^2 + b'^2 + x'^2)/2\n"
    "init a = 0.1, b = 0.4, a' = 3, b' = 3\n"
    "invariant apart = cos(b - a) + a'^2/2\ninvariant twice = sin(2*b - 2*a)\n"
    "invariant half = sin(b/2 - a/2)\n"
    "observe bare = b\nobserve travelled = b/4 + x\nobserve mixed = a*cos(b) + x\n";

// 1e5 turns cost an invariant that is periodic in the angles nothing, because it takes them without
// their turns: the last digits of the angles themselves are 1e-10 by then. `half` is not periodic.
static void turns_cost_periodic_invariants_nothing(void **unused) {
  (void)unused;
  trial t = trial_text(wheels, NULL, "dla-mp", 1);
  trial_steps(&t, 209500);
  check_above(trial_value(&t, "b"), 1e5*6.2832);
  check_near(trial_value(&t, "apart"), cos(0.4 - 0.1) + 4.5, 2e-15);
  check_near(trial_value(&t, "twice"), sin(0.8 - 0.2), 2e-15);
  check_above(fabs(sin(2*trial_value(&t, "b") - 2*trial_value(&t, "a")) - sin(0.6)), 1e-12);
  check_above(fabs(trial_value(&t, "half") - sin(0.15)), 1e-13);
  trial_close(&t);
}

// the angle itself, and what is not periodic in it, counts all turns
static void other_observables_have_all_turns(void **unused) {
  (void)unused;
  trial t = trial_text(wheels, NULL, "dla-mp", 1);
  trial_steps(&t, 1000);
  double a = trial_value(&t, "a"), b = trial_value(&t, "b");
  check_near(b, 3000.4, 1e-12);
  assert_true(trial_value(&t, "bare") == b);
  assert_true(trial_value(&t, "travelled") == b/4);

  // `mixed` is periodic in b alone
  assert_true(trial_value(&t, "mixed") == a*cos(t.run->state.q[1]));
  check_above(fabs(t.run->state.q[1] - b), 2900);
  trial_close(&t);
}

static void same_command_same_bytes(void **unused) {
  (void)unused;
  double x[2*trial_most];
  trial a = trial_file("chaotic.noslip", NULL, "dla-mp", 0.1);
  trial b = trial_file("chaotic.noslip", NULL, "dla-mp", 0.1);
  trial_steps(&a, 1000);
  trial_steps(&b, 1000);
  trial_state(&a, x);
  check_near(trial_distance(&b, x), 0, 0);
  trial_close(&a);
  trial_close(&b);
}

// --- failures --------------------------------------------------------------------------------

// steps until one fails; the state must be that of the last good one
static void run_into_failure(trial *t, long most) {
  double x[2*trial_most];
  noslip_status status = NOSLIP_OK;
  for (long i = 0; i < most && status == NOSLIP_OK; i++) {
    trial_state(t, x);
    status = noslip_step(t->run);
  }
  assert_int_equal(status, NOSLIP_ERROR_STEP);
  check_near(trial_distance(t, x), 0, 0);
}

// two rods whose anchors move apart: at t = 1 there is no position left, and the message says where
static void impossible_constraint_is_named(void **unused) {
  (void)unused;
  trial t = trial_text("model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
                       "holonomic left: x^2 + y^2 = 1\nholonomic right: (x - 1 - t)^2 + y^2 = 1\n"
                       "init x = 0.5, y = sqrt(0.75), x' = 0.5, y' = -0.25/sqrt(0.75)\n",
                       NULL, "rattle", 0.01);
  run_into_failure(&t, 1000);
  check_text(noslip_last_error(t.context), "stopped at t = ");
  check_text(noslip_last_error(t.context), "constraint `");
  check_near(noslip_time(t.run), 1, 0.02);
  trial_close(&t);
}

static void not_a_number_stops_a_run(void **unused) {
  (void)unused;
  trial t = trial_text("model m\ncoord x\nlagrangian x'^2/2 + log(x)*0 - sqrt(x)\n"
                       "init x = 1, x' = -1\n",
                       NULL, "dla-mp", 0.1);
  run_into_failure(&t, 1000);
  check_text(noslip_last_error(t.context), "`x` would no longer be finite");
  trial_close(&t);
}

// a speed that the constraint takes away: beyond t = 1 there is no real velocity left
static void failed_newton_says_what_to_try(void **unused) {
  (void)unused;
  trial t = trial_text("model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
                       "nonholonomic c: x'^2 + y'^2 = 1 - t\ninit x' = -0.6, y' = 0.8\n",
                       NULL, "dla-cm", 0.05);
  run_into_failure(&t, 1000);
  check_text(noslip_last_error(t.context), "try a smaller step");
  check_text(noslip_last_error(t.context), "increments:");
  check_text(noslip_last_error(t.context), "constraint `c`");
  check_near(noslip_time(t.run), 1, 0.06);
  trial_close(&t);
}

// --- memory ----------------------------------------------------------------------------------

// load, run and step with the n-th request failing; true if everything worked
static bool one_life(counter *c, const char *text, const char *name) {
  noslip_context *context = noslip_open(&(noslip_options){count, c});
  noslip_model *m = NULL;
  if (!context)
    return false;
  noslip_status status = noslip_model_parse(context, "test", text, NULL, &m);
  return live(c, context, m, status, (noslip_run_options){.method = name, .step = 0.01},
              "interpret");
}

static void every_allocation_may_fail(void **unused) {
  (void)unused;
  static const char *const methods[] = {"dla-mp", "rattle"};
  static const char *const texts[] = {
      "model a\nconst n = 3\nparam g = 9.81\ncoord x[1..n], th: angle\n"
      "let f(u) = dot(u, u)\nlagrangian f(x')/2 + th'^2*(1 + x[1]^2)/2 - g*sum(i in 1..n: x[i]^2)\n"
      "nonholonomic c: x[1]' + th'*x[2] = 0\ninit x = [1, 0.5, 2], th' = 0.3, x[1]' = -th'*x[2]\n"
      "invariant E = energy\nobserve s = sin(th)\n",
      "model b\ncoord x, y momentum py\nlagrangian (x'^2 + y'^2)/2 - y\n"
      "holonomic rod: x^2 + y^2 = 1\ninit x = 1, y' = 0.5\n"};
  for (int k = 0; k < 2; k++) {
    counter c = {0, 0, 0};
    assert_true(one_life(&c, texts[k], methods[k]));
    long all = c.requests;
    assert_true(all > 5);
    for (long n = 1; n <= all; n++) {
      c = (counter){0, n, 0};
      assert_false(one_life(&c, texts[k], methods[k]));
    }
  }
}

// a step that fails may take memory to find out why, and gives it back
static void failed_steps_keep_nothing(void **unused) {
  (void)unused;
  counter c = {0, 0, 0};
  noslip_context *context = noslip_open(&(noslip_options){count, &c});
  noslip_model *m;
  noslip_run *r;
  assert_int_equal(noslip_model_parse(context, "test",
                                      "model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
                                      "nonholonomic c: x'^2 + y'^2 = 1 - t\n"
                                      "init x' = -0.6, y' = 0.8\n",
                                      NULL, &m),
                   NOSLIP_OK);
  noslip_run_options options = {.method = "dla-mp", .step = 2};
  assert_int_equal(noslip_run_new(context, m, &options, &r), NOSLIP_OK);
  assert_int_equal(noslip_step(r), NOSLIP_ERROR_STEP);
  long blocks = c.blocks;
  for (int i = 0; i < 1000; i++)
    assert_int_equal(noslip_step(r), NOSLIP_ERROR_STEP);
  assert_int_equal(c.blocks, blocks);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(context);
  assert_int_equal(c.blocks, 0);
}

static void steps_allocate_nothing(void **unused) {
  (void)unused;
  static const char *const files[] = {"sleigh.noslip", "spheroid.noslip", "chetaev.noslip",
                                      "double_spherical_pendulum_lagrangian.noslip"};
  static const char *const methods[] = {"dla-mp", "rattle", "dla-cm", "rattle"};
  for (int k = 0; k < 4; k++) {
    counter c = {0, 0, 0};
    char path[512];
    noslip_context *context = noslip_open(&(noslip_options){count, &c});
    noslip_model *m;
    noslip_run *r;
    snprintf(path, sizeof path, "%s/%s", NOSLIP_MODELS, files[k]);
    assert_int_equal(noslip_model_load(context, path, &m), NOSLIP_OK);
    noslip_run_options options = {.method = methods[k], .step = 0.01};
    assert_int_equal(noslip_run_new(context, m, &options, &r), NOSLIP_OK);
    assert_int_equal(requests_of_steps(&c, r), 0);
    noslip_run_free(r);
    noslip_model_free(m);
    noslip_close(context);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(until_is_counted_in_steps),
      cmocka_unit_test(bad_options_are_refused),
      cmocka_unit_test(starts_are_replaced),
      cmocka_unit_test(bad_starts_are_refused),
      cmocka_unit_test(method_and_model_must_fit),
      cmocka_unit_test(values_have_names),
      cmocka_unit_test(angles_are_unwrapped),
      cmocka_unit_test(turns_cost_periodic_invariants_nothing),
      cmocka_unit_test(other_observables_have_all_turns),
      cmocka_unit_test(same_command_same_bytes),
      cmocka_unit_test(impossible_constraint_is_named),
      cmocka_unit_test(not_a_number_stops_a_run),
      cmocka_unit_test(failed_newton_says_what_to_try),
      cmocka_unit_test(every_allocation_may_fail),
      cmocka_unit_test(failed_steps_keep_nothing),
      cmocka_unit_test(steps_allocate_nothing),
  };
  return check_run(argc, argv, tests);
}
