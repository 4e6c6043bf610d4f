// Tests of src/methods/baseline/bdf.h: what its header block claims, and nothing else. A build without
// SUNDIALS has nothing to test here; tests/cli/test_bare.c shows what it says.

#include "tests/support/check.h"
#include "tests/support/counting.h"
#include "tests/support/systems.h"

#include "methods/baseline/bdf.h"
#include "methods/method.h"
#include "run/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool absent(void) {
  return cvode_missing() != NULL;
}

static trial disk(const char *name, double h) {
  return trial_file("disk.noslip", NULL, name, h);
}

// --- tolerances ------------------------------------------------------------------------------

// the largest error of x, y, phi, theta and their rates at T
static double disk_error(const char *name, double T) {
  trial t = disk(name, T/4);
  double x[8], c = cos(2*T), s = sin(2*T), worst = 0;
  double exact[] = {s/8, (1 - c)/8, 2*T, T, c/4, s/4, 2, 1};
  trial_steps(&t, 4);
  trial_state(&t, x);
  for (int i = 0; i < 8; i++)
    worst = fmax(worst, fabs(x[i] - exact[i]));
  trial_close(&t);
  return worst;
}

// Local errors are those of the tolerance, and there are more steps: the error at the end is a
// multiple of it, and follows it with a power a little below 1, that of orders up to 5.
static void error_follows_rtol(void **unused) {
  (void)unused;
  double error[4];
  if (absent())
    skip();
  for (int i = 0; i < 4; i++) {
    char name[60];
    snprintf(name, sizeof name, "bdf(rtol=1e-%d, atol=1e-%d)", 4 + 2*i, 4 + 2*i);
    error[i] = disk_error(name, 20);
    check_below(error[i], 3000*pow(10, -4 - 2*i));
  }
  check_near(log10(error[0]/error[3])/6, 0.9, 0.2);
}

// steps and rejections are those of the tolerance, not of the nodes
static void nodes_do_not_restrict_the_steps(void **unused) {
  (void)unused;
  if (absent())
    skip();
  trial a = disk("bdf", 10), b = disk("bdf", 1.0/128);
  trial_steps(&a, 2);
  trial_steps(&b, 2560);
  noslip_report p = trial_report(&a), q = trial_report(&b);
  double x[8];
  trial_state(&a, x);
  check_below(trial_distance(&b, x), 1e-12);  // nodes are read off, angles lose full turns
  assert_int_equal(q.steps_accepted, p.steps_accepted);
  assert_int_equal(q.steps_rejected, p.steps_rejected);
  assert_int_equal(q.right_hand_sides, p.right_hand_sides);
  check_below((double)q.steps_accepted, 600);
  check_above((double)q.right_hand_sides, (double)q.steps_accepted);
  trial_close(&a);
  trial_close(&b);
}

// --- the drift -------------------------------------------------------------------------------

// The largest |Phi| up to t = 25, 50, 75, 100 on the rolling disk. Another BDF code has 6.6e-6, 1.3e-5,
// 1.9e-5 and 2.6e-5; its control of steps is another one, so a factor of three is allowed. Errors of
// steps have no sign of their own, and the line is one over long times.
static void drift_is_linear(void **unused) {
  (void)unused;
  static const double known[] = {6.6e-6, 1.3e-5, 1.9e-5, 2.6e-5};
  double drift[4];
  if (absent())
    skip();
  trial t = disk("bdf", 0.1);
  for (int i = 0; i < 4; i++) {
    trial_steps(&t, 250);
    drift[i] = trial_report(&t).constraint_max_error;
    check_above(drift[i], known[i]/3);
    check_below(drift[i], known[i]*3);
  }
  trial_steps(&t, 3000);
  check_near(log2(trial_report(&t).constraint_max_error/drift[1])/3, 1, 0.2);
  trial_close(&t);
}

// --- stiff models ----------------------------------------------------------------------------

static const char damped[] =
    "model damped\nparam k = 1e6, d = 2e4\ncoord x, y\n"
    "lagrangian (x'^2 + y'^2)/2 - k*(sqrt(x^2 + y^2) - 1)^2/2 - y\n"
    "force x = -d*(x*x' + y*y')*x/(x^2 + y^2)\nforce y = -d*(x*x' + y*y')*y/(x^2 + y^2)\n"
    "init x = 1, y' = 0.5\n";

// A spring with much damping is stiff: where the explicit pair has to follow its relaxation time,
// this one does not. The twin is the same spring without stiffness, where it has no such gain.
static double gain(const char *settings) {
  long steps[2];
  for (int k = 0; k < 2; k++) {
    trial t = trial_text(damped, settings, k ? "index1" : "bdf", 0.1);
    trial_steps(&t, 20);
    steps[k] = trial_report(&t).right_hand_sides;
    trial_close(&t);
  }
  return (double)steps[1]/(double)steps[0];
}

static void stiff_models_take_few_steps(void **unused) {
  (void)unused;
  if (absent())
    skip();
  check_above(gain(NULL), 20);
  check_below(gain("k=10 d=0.2"), 3);
}

// both forms of a model, and time backwards, lead to the same place
static void both_forms_agree(void **unused) {
  (void)unused;
  static const char *const forms[] = {
      "model m\ncoord x, y, phi: angle\nlagrangian x'^2 + y'^2 + phi'^2/4 + 3*x\n"
      "nonholonomic blade: sin(phi)*x' = cos(phi)*y'\ninit phi' = 1.7, x' = 0.5\n",
      "model m\ncoord x momentum px, y momentum py, phi: angle momentum pf\n"
      "hamiltonian (px^2 + py^2)/4 + pf^2 - 3*x\n"
      "nonholonomic blade: sin(phi)*x' = cos(phi)*y'\ninit pf = 0.85, px = 1\n"};
  double x[2], phi[2];
  if (absent())
    skip();
  for (int k = 0; k < 2; k++) {
    trial t = trial_text(forms[k], NULL, "bdf(rtol=1e-10, atol=1e-12)", 0.25);
    trial_steps(&t, 40);  // 17 radians: the angle is kept within a turn
    x[k] = trial_value(&t, "x");
    phi[k] = trial_value(&t, "phi");
    trial_back(&t, 40);
    check_near(trial_value(&t, "phi"), 0, 1e-6);
    check_near(trial_value(&t, "x"), 0, 1e-6);
    trial_close(&t);
  }
  check_near(phi[0], 17, 1e-7);
  check_near(x[0], x[1], 1e-7);
}

// --- what is carried -------------------------------------------------------------------------

static void same_state(trial *a, trial *b) {
  double x[trial_most], y[trial_most];
  int n = trial_state(a, x);
  trial_state(b, y);
  assert_memory_equal(x, y, (size_t)n*sizeof *x);
  noslip_report p = trial_report(a), q = trial_report(b);
  assert_int_equal(p.right_hand_sides, q.right_hand_sides);
  assert_int_equal(p.steps_accepted, q.steps_accepted);
  assert_int_equal(p.steps_rejected, q.steps_rejected);
}

// A run that was copied, and its original, go on to the same bits, with the same counters; also over
// the end of a history. The twin is a run whose history begins where it was copied.
static void a_copy_goes_on_to_the_same_bits(void **unused) {
  (void)unused;
  if (absent())
    skip();
  trial t = disk("bdf(rtol=1e-9, atol=1e-12)", 0.1), copy = t;
  const bdf *s = t.run->stepper->self;
  trial_steps(&t, 610);
  check_above((double)s->carried->past.taken, bdf_longest/2.0);
  assert_int_equal(noslip_run_copy(t.run, &copy.run), NOSLIP_OK);
  trial_steps(&t, 200);
  check_below((double)s->carried->past.taken, bdf_longest/2.0);  // another history
  trial_steps(&copy, 200);
  same_state(&t, &copy);

  noslip_run_free(copy.run);
  assert_int_equal(noslip_run_copy(t.run, &copy.run), NOSLIP_OK);
  ((bdf *)copy.run->stepper->self)->carried->past.there = false;
  trial_steps(&t, 1);
  trial_steps(&copy, 1);
  double x[trial_most];
  trial_state(&t, x);
  check_above(trial_distance(&copy, x), 0);
  noslip_run_free(copy.run);
  trial_close(&t);
}

// a history that no run has had is refused: it might be repeated for years
static void a_foreign_history_is_refused(void **unused) {
  (void)unused;
  if (absent())
    skip();
  trial t = disk("bdf", 0.1);
  char path[] = "/tmp/noslip-bdf-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  trial_steps(&t, 3);
  bdf_history *past = &((bdf *)t.run->stepper->self)->carried->past;
  const bdf_history real = *past;
  for (int k = 0; k < 4; k++) {
    *past = real;
    if (k == 1)
      past->taken = 1L << 50;
    if (k == 2)
      past->first = 0;
    if (k == 3)
      past->from = (double)NAN;
    noslip_run *loaded = NULL;
    noslip_model *model = NULL;
    assert_int_equal(noslip_run_save(t.run, path), NOSLIP_OK);
    noslip_status status =
        noslip_run_load(t.context, path, &(noslip_load_options){0}, &model, &loaded);
    assert_int_equal(status == NOSLIP_OK, k == 0);
    noslip_run_free(loaded);
    noslip_model_free(model);
  }
  remove(path);
  trial_close(&t);
}

// --- failures --------------------------------------------------------------------------------

// steps of 0.25 until one fails, with these words; nothing is printed by others
static void check_stops(const char *text, const char *words) {
  trial t = trial_text(text, NULL, "bdf", 0.25);
  noslip_status status = NOSLIP_OK;
  while (status == NOSLIP_OK && noslip_time(t.run) < 10)
    status = noslip_step(t.run);
  assert_int_equal(status, NOSLIP_ERROR_STEP);
  if (!strstr(noslip_last_error(t.context), words))
    check_fail("%s\n", noslip_last_error(t.context));
  trial_close(&t);
}

static void failures_are_explained(void **unused) {
  (void)unused;
  if (absent())
    skip();
  // it comes to x = 1, where the model ends
  check_stops("model a\ncoord x\nlagrangian x'^2/2\nforce x = sqrt(1 - x)\ninit x' = 1\n",
              "velocity of `x` is no longer a finite number, however short the step");
  // x'' = x'^3 leaves in finite time, 1/2
  check_stops("model b\ncoord x\nlagrangian x'^2/2\nforce x = x'^3\ninit x' = 1\n",
              "as short as the rounding of the time; the largest error is that of the velocity "
              "of `x`");
  // a body that falls into the origin does not come out on the other side
  check_stops("model c\ncoord x\nlagrangian x'^2/2 + 1/x\ninit x = 1\n",
              "as short as the rounding of the time");
  // the constraint fades at t = 1
  check_stops("model d\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
              "nonholonomic slot: where(t < 1, 1, 0)*x' = 0\ninit y' = 1\n",
              "singular (first without a pivot: multiplier of `slot`)");
}

// what is too stiff for index1 is not for bdf
static void a_time_constant_may_be_short(void **unused) {
  (void)unused;
  if (absent())
    skip();
  trial t =
      trial_text("model d\ncoord x\nlagrangian x'^2/2 - x^2/2\nforce x = -1e9*x'\ninit x = 1\n",
                 NULL, "bdf", 0.25);
  trial_steps(&t, 40);
  check_near(trial_value(&t, "x"), 1 - 1e-8, 1e-9);
  check_below((double)trial_report(&t).steps_accepted, 100);
  trial_close(&t);
}

// --- memory ----------------------------------------------------------------------------------

static void every_allocation_may_fail(void **unused) {
  (void)unused;
  if (absent())
    skip();
  check_failing_memory("disk.noslip", "bdf(rtol=1e-5)");
  assert_int_equal(allocations("disk.noslip", "bdf", 40), 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(error_follows_rtol),
      cmocka_unit_test(nodes_do_not_restrict_the_steps),
      cmocka_unit_test(drift_is_linear),
      cmocka_unit_test(stiff_models_take_few_steps),
      cmocka_unit_test(both_forms_agree),
      cmocka_unit_test(a_copy_goes_on_to_the_same_bits),
      cmocka_unit_test(a_foreign_history_is_refused),
      cmocka_unit_test(failures_are_explained),
      cmocka_unit_test(a_time_constant_may_be_short),
      cmocka_unit_test(every_allocation_may_fail),
  };
  return check_run(argc, argv, tests);
}
