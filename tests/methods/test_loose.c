// Tests of src/methods/compose/loose.c: what becomes of the energy when the equations of a step are
// solved to a tolerance only, a drift that is not the method's own.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include "noslip/verdict.h"

#include <math.h>
#include <stdio.h>

// a method solved to a tolerance, or to the floor where that is 0
static const char *loose(char text[64], const char *method, double tolerance) {
  snprintf(text, 64, tolerance > 0 ? "loose(%s, %g)" : "%s", method, tolerance);
  return text;
}

// change of the energy from the first to the last tenth of a run, in the mean
static double drift(const char *file, const char *settings, double h, long steps,
                    double tolerance) {
  char name[64];
  trial t = trial_file(file, settings, loose(name, "spark(2)", tolerance), h);
  double first = 0, last = 0;
  for (long k = 1; k <= steps; k++) {
    trial_steps(&t, 1);
    first += k <= steps/10 ? noslip_energy(t.run) : 0;
    last += k > steps - steps/10 ? noslip_energy(t.run) : 0;
  }
  trial_close(&t);
  return 10*(last - first)/(double)steps;
}

// the largest of four orbits of the contact oscillator, over 500 periods
static double contact_drift(double tolerance) {
  double h = 2*sin(3.141592653589793/40), largest = 0;
  for (int k = 0; k < 10; k += 3) {
    char start[64];
    snprintf(start, sizeof start, "z0=(-0.9+0.2*%d)*sqrt(2)", k);
    largest =
        fmax(largest, fabs(drift("contact_oscillator.noslip", start, h, 40*500, tolerance)));
  }
  return largest;
}

// What was published as a drift of SPARK goes away as the equations are solved better: it is that of
// the solver. (Where the motion is sampled differently at the beginning and the end, 1e-5 remains.)
static void a_loose_solver_drifts(void **unused) {
  (void)unused;
  check_above(contact_drift(1e-3), 3e-2);
  check_above(contact_drift(1e-4), 3e-3);
  check_above(contact_drift(1e-6), 3e-5);
  check_below(contact_drift(1e-6), 5e-4);
  check_below(contact_drift(0), 2e-5);
}

// on the rolling disk, too, where the method keeps the energy exactly
static void the_disk_shows_it_best(void **unused) {
  (void)unused;
  check_above(fabs(drift("disk.noslip", NULL, 0.1, 2000, 1e-3)), 3e-6);
  check_above(fabs(drift("disk.noslip", NULL, 0.1, 2000, 1e-4)), 1e-8);
  check_below(fabs(drift("disk.noslip", NULL, 0.1, 2000, 0)), 1e-15);
}

// it keeps nothing, and says so
static void it_promises_nothing(void **unused) {
  (void)unused;
  trial t = trial_file("disk.noslip", NULL, "loose(spark(2), 1e-4)", 0.1);
  trial_steps(&t, 10);
  int count;
  assert_int_equal(noslip_run_judge(t.run, &count), NOSLIP_OK);
  for (int i = 0; i < count; i++)
    assert_string_equal(noslip_run_verdict(t.run, i)->claim, "");
  trial_close(&t);
}

// a composition is solved to a tolerance in all its stages
static void compositions_are_taken(void **unused) {
  (void)unused;
  double error[2];
  for (int k = 0; k < 2; k++) {
    char name[64];
    trial t = trial_file("sleigh.noslip", "x'=0.7 theta'=0.5",
                         loose(name, "compose(dla-cm, suzuki4)", k == 0 ? 1e-3 : 0), 0.1);
    trial_steps(&t, 10);
    error[k] = fabs(noslip_energy(t.run) - 0.495);
    trial_close(&t);
  }
  check_above(error[0], 10*error[1]);
}

static void refused(const char *method, bool comparison, const char *sentence) {
  noslip_context *context = noslip_open(NULL);
  noslip_model *model;
  noslip_run *run;
  noslip_run_options o = {.method = method, .comparison = comparison, .step = 0.1, .steps = 1};
  assert_int_equal(noslip_model_load(context, NOSLIP_MODELS "/disk.noslip", &model), NOSLIP_OK);
  assert_int_equal(noslip_run_new(context, model, &o, &run), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(context), sentence);
  noslip_model_free(model);
  noslip_close(context);
}

static void it_is_for_comparison(void **unused) {
  (void)unused;
  refused("loose(spark(2), 1e-4)", false, "it is there for comparison");
  refused("loose(spark(2))", true, "as in loose(spark(2), 1e-4)");
  refused("loose(1e-3, spark(2))", true, "as in loose(spark(2), 1e-4)");
  refused("loose(spark(2), 0)", true, "as in loose(spark(2), 1e-4)");
  refused("loose(spork(2), 1e-3)", true, "there is no method `spork`");
  refused("loose(index1, 1e-3)", true, "has no equations");
  refused("loose(moreau, 1e-3)", true, "has no equations");
  refused("compose(loose(spark(2), 1e-3), suzuki4)", true,
          "loose(compose(spark(2), suzuki4), 0.001)");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_loose_solver_drifts), cmocka_unit_test(the_disk_shows_it_best),
      cmocka_unit_test(it_promises_nothing),   cmocka_unit_test(compositions_are_taken),
      cmocka_unit_test(it_is_for_comparison),
  };
  return check_run(argc, argv, tests);
}
