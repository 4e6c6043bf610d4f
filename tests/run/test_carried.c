// The carried multiplier of lobatto(s, multiplier=carry): a run notices when it goes astray, before
// the energy does.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include <stdio.h>
#include <stdlib.h>

static const char *warning(trial *t) {
  noslip_report r = trial_report(t);
  return r.nwarning > 0 ? r.warnings[r.nwarning - 1] : "";
}

// time of the warning; 0 if there is none until `until`. *energy is the largest error by then.
static double time_of_warning(trial *t, double until, double *energy) {
  while (noslip_time(t->run) < until - 1e-9) {
    trial_steps(t, 1);
    *energy = trial_report(t).energy_max_error;
    if (*warning(t))
      return noslip_time(t->run);
  }
  return 0;
}

static void it_speaks_before_the_energy_does(void **unused) {
  (void)unused;
  static const struct {
    const char *method;
    double time, energy;
  } rows[] = {{"lobatto(2, multiplier=carry)", 24.8, 3e-5},
              {"lobatto(3, multiplier=carry)", 19.5, 5e-8},
              {"lobatto(4, multiplier=carry)", 43.8, 2e-8}};
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    double energy;
    trial t = trial_file("sleigh.noslip", NULL, rows[i].method, 0.1);
    check_near(time_of_warning(&t, 60, &energy), rows[i].time, 0.15);
    check_below(energy, rows[i].energy);
    check_text(warning(&t), "`blade` goes astray");
    check_text(warning(&t), "multiplier=reduce");

    // once only; and what it warned of comes true
    trial_steps(&t, lround(600 - 10*rows[i].time));
    assert_int_equal(trial_report(&t).nwarning, 1);
    check_above(trial_report(&t).energy_max_error, 1);
    trial_close(&t);
  }
}

// in grams, or in tons, the same run has the same energy error: the warning must not be late
static void it_knows_no_unit(void **unused) {
  (void)unused;
  static const struct {
    const char *settings;
    double unit;
  } rows[] = {{"m=1e-3 I=1e-3", 1e-3}, {"m=1e-6 I=1e-6", 1e-6}, {"m=1e6 I=1e6", 1e6}};
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++)
    for (int s = 2; s <= 4; s++) {
      char method[40];
      double energy;
      snprintf(method, sizeof method, "lobatto(%d, multiplier=carry)", s);
      trial t = trial_file("sleigh.noslip", rows[i].settings, method, 0.1);
      check_above(time_of_warning(&t, 60, &energy), 1);
      check_below(energy, 1e-4*rows[i].unit);
      trial_close(&t);
    }
}

static void it_is_silent_where_all_is_well(void **unused) {
  (void)unused;
  static const struct {
    const char *file, *method;
    double h;
  } rows[] = {{"particle.noslip", "lobatto(2, multiplier=carry)", 0.1},
              {"particle.noslip", "lobatto(3, multiplier=carry)", 0.2},
              {"cvt.noslip", "lobatto(2, multiplier=carry)", 0.314159265358979312},
              {"chaotic.noslip", "lobatto(2, multiplier=carry)", 0.2},
              {"disk.noslip", "lobatto(3, multiplier=carry)", 0.1},
              {"sleigh.noslip", "lobatto(2)", 0.1},
              {"sleigh.noslip", "rk-lobatto3a(3)", 0.1},
              {"sleigh.noslip", "lobatto(2, multiplier=restart)", 0.1}};
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    double energy;
    trial t = trial_file(rows[i].file, NULL, rows[i].method, rows[i].h);
    if (time_of_warning(&t, 100, &energy) > 0)
      check_fail("%s on %s: %s\n", rows[i].method, rows[i].file, warning(&t));
    trial_close(&t);
  }
}

// what a run does not watch otherwise, it watches nevertheless
static void an_unmonitored_run_speaks_too(void **unused) {
  (void)unused;
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  noslip_report report;
  noslip_run_options options = {
      .method = "lobatto(2, multiplier=carry)", .step = 0.1, .unmonitored = true};
  assert_int_equal(noslip_model_load(c, NOSLIP_MODELS "/sleigh.noslip", &m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(c, m, &options, &r), NOSLIP_OK);
  assert_int_equal(noslip_advance(r, 300), NOSLIP_OK);
  noslip_run_report(r, &report);
  assert_int_equal(report.nwarning, 1);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_speaks_before_the_energy_does),
      cmocka_unit_test(it_knows_no_unit),
      cmocka_unit_test(it_is_silent_where_all_is_well),
      cmocka_unit_test(an_unmonitored_run_speaks_too),
  };
  return check_run(argc, argv, tests);
}
