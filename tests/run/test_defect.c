// Tests of src/run/defect.c: a run tells when a rule with too few points loses the energy.

#include "tests/support/bracket_models.h"

#include <float.h>

static const char *warning(trial *t) {
  noslip_report r = trial_report(t);
  return r.nwarning > 0 ? r.warnings[0] : "";
}

// what is said after some steps; it stays valid until the next
static const char *said(trial t, long steps) {
  static char text[500];
  trial_steps(&t, steps);
  snprintf(text, sizeof text, "%s", warning(&t));
  assert_true(trial_report(&t).nwarning <= 1);  // once
  trial_close(&t);
  return text;
}

static void too_few_points_are_told(void **unused) {
  (void)unused;
  check_text(said(qpc("avf(1)", 0.1), 50), "avf(1) does not keep this energy to rounding");
  check_text(said(qpc("avf(1)", 0.1), 50), "the step to t = 0.1 has changed it by 3.2e-05");
  check_text(said(qpc("avf(1)", 0.1), 50), "take avf(2), which is exact for it");
  check_text(said(qpc("compose(avf(1), suzuki4)", 0.1), 5), "compose(avf(1), suzuki4) does not");
  check_text(said(qpc("ep-collocation(2, quadrature=3)", 0.1), 5),
             "take ep-collocation(2, quadrature=4), which is exact for it");
  check_text(said(bell("avf(2)", 0.1), 5),
             "take avfc(2), which is exact with any number of points");
  check_text(said(bell("ep-collocation(2, quadrature=3)", 0.1), 5),
             "take ep-collocation(2, quadrature=7) or more points, or a smaller step");
  check_text(said(bell("avf", 0.4), 5), "avf(5) does not keep");  // five are not enough here
}

// what it says of the step is what the step did to the energy
static void it_tells_the_size(void **unused) {
  (void)unused;
  trial t = qpc("avf(1)", 0.1);
  double before = noslip_energy(t.run);
  trial_steps(&t, 1);
  check_near(t.run->stepper->kernel->carried.defect, fabs(noslip_energy(t.run) - before), 1e-15);
  trial_close(&t);
}

// exact rules are not even watched, and enough points are as good
static void nothing_is_told_where_all_is_well(void **unused) {
  (void)unused;
  static const struct {
    trial_maker *make;
    const char *method;
    double h;
    long steps;
  } rows[] = {
      {qpc, "avf", 0.1, 2000},
      {qpc, "avf(2)", 0.3, 500},
      {qpc, "ep-collocation(3)", 0.2, 500},
      {qpc, "compose(avf, suzuki4)", 0.1, 500},
      {suslov, "avf", 0.5, 200},
      {suslov, "ep-collocation(4)", 1, 200},
      {bell, "avf(8)", 0.1, 2000},
      {bell, "avf(12)", 0.15, 2000},
      {bell, "avfc(1)", 0.1, 200},  // it keeps every energy
      {bell, "gonzalez", 0.1, 200},
      {bell, "itoh-abe", 0.1, 200},
      {bell, "ep-collocation(2, quadrature=10)", 0.1, 2000},
      {plain_wave, "avf", 0.05, 4000},
      {plain_wave, "ep-collocation(3, quadrature=12)", 0.3, 2000},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    trial t = rows[i].make(rows[i].method, rows[i].h);
    trial_steps(&t, rows[i].steps);
    if (trial_report(&t).nwarning > 0)
      check_fail("%s: %s\n", rows[i].method, warning(&t));
    const stepper *s = t.run->stepper;
    check_below(stepper_base(s)->kernel->carried.excess,
                2*DBL_EPSILON);  // a quarter of what is told
    trial_close(&t);
  }
  assert_string_equal(said(wave("a=0 b=0", "avf(1)", 0.1), 10), "");  // at rest
  assert_string_equal(said(wave("C=1e8", "avf(9)", 0.1), 100), "");
}

// where the points are known to be exact, the energy is among what the method keeps
static void exact_rules_claim_it(void **unused) {
  (void)unused;
  static const struct {
    trial_maker *make;
    const char *method;
    bool exact;
  } rows[] = {{qpc, "avf(1)", false},
              {qpc, "avf", true},
              {qpc, "avf(4)", true},
              {bell, "avf(4)", false},
              {qpc, "ep-collocation(2)", true},
              {qpc, "ep-collocation(2, quadrature=3)", false},
              {bell, "ep-collocation(2)", false},
              {qpc, "compose(avf, suzuki4)", true},
              {bell, "compose(avf, suzuki4)", false},
              {qpc, "rk-gauss(2)", false}};
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    trial t = rows[i].make(rows[i].method, 0.1);
    noslip_method_info info;
    noslip_run_method(t.run, &info);
    if (info.keeps_energy != rows[i].exact)
      check_fail("%s is said %sto keep the energy\n", rows[i].method, rows[i].exact ? "not " : "");
    trial_close(&t);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(too_few_points_are_told),
      cmocka_unit_test(it_tells_the_size),
      cmocka_unit_test(nothing_is_told_where_all_is_well),
      cmocka_unit_test(exact_rules_claim_it),
  };
  return check_run(argc, argv, tests);
}
