// Long runs of the stage methods: constraints after 100 000 steps, energies over many periods, and
// errors that grow as they are known to grow.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double pi = 3.141592653589793;

static noslip_report report_after(const char *file, const char *settings, const char *name,
                                  double h, double until) {
  trial t = trial_file(file, settings, name, h);
  trial_steps(&t, lround(until/h));
  noslip_report r = trial_report(&t);
  trial_close(&t);
  return r;
}

static void check_within(const char *what, const char *method, double h, double value,
                         double expected, double tolerance) {
  if (!(fabs(value - expected) <= tolerance))
    check_fail("%s of %s with h = %g is %.4e, not %.4e within %.1e\n", what, method, h, value,
               expected, tolerance);
}

// --- constraints -------------------------------------------------------------------------------

// On the horizontal plane the speed of the sleigh stays below 1.2; on the inclined one it reaches
// 10 in 100 000 steps of 0.001. Measured: 1e-15 and 8e-15.
static void constraints_after_100000_steps(void **unused) {
  (void)unused;
  static const struct {
    const char *file, *settings, *method;
    double h, bound;
  } rows[] = {
      {"sleigh.noslip", "g=0 x'=0.7 theta'=0.5", "spark(4)", 0.1, 5e-15},
      {"sleigh.noslip", "g=0 x'=0.7 theta'=0.5", "srk-gauss(3)", 0.1, 5e-15},
      {"sleigh.noslip", "x'=0.7 theta'=0.5", "spark(4)", 0.001, 5e-14},
      {"sleigh.noslip", "x'=0.7 theta'=0.5", "srk-gauss(3)", 0.001, 5e-14},
      {"particle.noslip", NULL, "lobatto(4)", 0.1, 5e-15},
      {"particle.noslip", NULL, "lobatto(4, multiplier=carry)", 0.1, 5e-15},
      {"mixed.noslip", NULL, "spark(3)", 0.05, 5e-15},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    noslip_report r = report_after(rows[i].file, rows[i].settings, rows[i].method, rows[i].h,
                                   rows[i].h*100000/check_share(20));
    check_below(r.constraint_max_error, rows[i].bound);
  }
}

// a plain Runge-Kutta method does not keep what is put on its stages only
static void constraint_check_can_fail(void **unused) {
  (void)unused;
  noslip_report r = report_after("sleigh.noslip", "g=0 x'=0.7 theta'=0.5", "rk-gauss(3)", 0.1, 100);
  check_above(r.constraint_max_error, 1e-9);
}

// --- the sleigh on an inclined plane -------------------------------------------------------------

// Largest energy errors. What is reached before t = 20 stays: until 60 and until 100 are the same.
// Errors without a tolerance are rounding: they are not to be larger.
static void sleigh_energies(void **unused) {
  (void)unused;
  static const struct {
    const char *file, *method;
    double h, until, error, tolerance;
  } rows[] = {
      {"sleigh.noslip", "spark(2)", 0.12, 60, 2.240e-5, 5e-9},
      {"sleigh.noslip", "spark(2)", 0.12, 100, 2.240e-5, 5e-9},
      {"sleigh.noslip", "spark(3)", 0.12, 60, 5.292e-10, 6e-14},
      {"sleigh.noslip", "spark(3)", 0.12, 100, 5.292e-10, 6e-14},
      {"sleigh.noslip", "spark(4)", 0.12, 60, 1e-13, 0},
      {"sleigh.noslip", "srk-gauss(1)", 0.12, 60, 1.25e-5, 5e-8},
      {"sleigh.noslip", "srk-gauss(2)", 0.12, 60, 7.4e-10, 5e-12},
      {"sleigh.noslip", "srk-gauss(2)", 0.12, 100, 7.4e-10, 5e-12},
      {"sleigh.noslip", "srk-radau1a(2)", 0.12, 60, 4.0e-8, 5e-10},
      {"sleigh.noslip", "rk-radau2a(2)", 0.12, 60, 3.0e-7, 5e-9},
      {"sleigh.noslip", "lobatto(2)", 0.1, 100, 2.98e-5, 5e-8},
      {"sleigh.noslip", "lobatto(3)", 0.1, 100, 7.6e-10, 5e-12},
      {"sleigh.noslip", "lobatto(4)", 0.1, 100, 1e-13, 0},
      {"sleigh.noslip", "spark(4)", 0.1, 100, 1e-13, 0},
      {"sleigh_thesis.noslip", "spark(2)", 0.1, 30, 1.53e-4, 5e-7},
      {"sleigh_thesis.noslip", "spark(2)", 0.01, 30, 1.53e-6, 5e-9},
      {"sleigh_thesis.noslip", "srk-radau1a(2)", 0.1, 30, 1.03e-6, 5e-9},
      {"sleigh_thesis.noslip", "srk-radau1a(2)", 0.01, 30, 1.03e-9, 5e-12},
      {"sleigh_thesis.noslip", "srk-gauss(2)", 0.1, 30, 3.83e-9, 5e-12},
      {"sleigh_thesis.noslip", "srk-gauss(2)", 0.01, 30, 3.8e-13, 2e-14},
      {"sleigh_thesis.noslip", "spark(3)", 0.1, 30, 8.9e-10, 5e-12},
      {"sleigh_thesis.noslip", "spark(3)", 0.01, 30, 9e-14, 2e-14},
      {"sleigh_thesis.noslip", "srk-radau1a(3)", 0.1, 30, 1.9e-11, 5e-13},
      {"sleigh_thesis.noslip", "srk-radau1a(3)", 0.01, 30, 5e-14, 0},
      {"sleigh_thesis.noslip", "srk-gauss(3)", 0.1, 30, 3.5e-14, 2e-14},
      {"sleigh_thesis.noslip", "srk-gauss(3)", 0.01, 30, 8e-14, 0},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    noslip_report r = report_after(rows[i].file, NULL, rows[i].method, rows[i].h, rows[i].until);
    if (rows[i].tolerance > 0)
      check_within("energy error", rows[i].method, rows[i].h, r.energy_max_error, rows[i].error,
                   rows[i].tolerance);
    else
      check_below(r.energy_max_error, rows[i].error);
    check_below(r.constraint_max_error, 2e-13);  // speeds reach 10 and 300
  }
}

static void sleigh_arrives(void **unused) {
  (void)unused;
  trial t = trial_file("sleigh.noslip", NULL, "srk-gauss(3)", 0.12);
  trial_steps(&t, 500);
  check_near(trial_value(&t, "x"), -6.74774678, 1e-8);
  check_near(trial_value(&t, "y"), -167.63875119, 1e-8);
  check_near(trial_value(&t, "theta"), -1.60173464, 1e-8);
  trial_close(&t);
}

// With multiplier=carry an error of the multiplier grows as exp(int rho/(s-1) dt), whatever the
// step, until it takes over; reduce (above) has no such mode. With s = 4 it starts from rounding.
static void carried_multiplier_takes_over(void **unused) {
  (void)unused;
  static const struct {
    double time[3], error[2];  // energy error at the first two times; 0 is rounding
  } rows[] = {
      {{20, 30, 40}, {2.5e-5, 4.6e-4}}, {{20, 30, 40}, {2.5e-9, 1.8e-5}}, {{30, 40, 60}, {0}}};
  for (int s = 2; s <= 4; s++) {
    char name[40];
    snprintf(name, sizeof name, "lobatto(%d, multiplier=carry)", s);
    trial t = trial_file("sleigh.noslip", NULL, name, 0.1);
    for (int k = 0; k < 3; k++) {
      trial_steps(&t, lround((rows[s - 2].time[k] - noslip_time(t.run))/0.1));
      double error = trial_report(&t).energy_max_error, expected = k < 2 ? rows[s - 2].error[k] : 0;
      if (k == 2)
        check_above(error, 1);
      else if (expected > 0)
        check_within("energy error", name, 0.1, error, expected, 0.05*expected);
      else
        check_below(error, k == 0 ? 1e-13 : 1e-10);
    }
    trial_close(&t);
  }
}

// --- transmission --------------------------------------------------------------------------------

static trial transmission(int rotating, int halves, const char *name, double h) {
  char settings[64];
  snprintf(settings, sizeof settings, "rotating=%d ep=%d/2", rotating, halves);
  return trial_file("cvt.noslip", settings, name, h);
}

// Carried multiplier, until t = 20000: energies oscillate, also where orbits have no reversing
// symmetry (rotating, ep = 1/2), and do not drift.
static void transmission_oscillates(void **unused) {
  (void)unused;
  static const struct {
    int rotating, halves;
    double h, error;
  } rows[] = {{0, 0, 0.1, 7.2e-3},  {0, 1, 0.1, 1.33e-2}, {1, 0, 0.1, 2.49e-2},
              {1, 1, 0.1, 2.59e-2}, {0, 0, 0, 1.4e-1},    {0, 1, 0, 5.0e-1},
              {1, 0, 0, 5.1e-1},    {1, 1, 0, 5.0e-1}};  // 0: pi/10
  static const char name[] = "lobatto(2, multiplier=carry)";
  int share = check_share(20);
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    double h = rows[i].h > 0 ? rows[i].h : pi/10;
    trial t = transmission(rows[i].rotating, rows[i].halves, name, h);
    trial_steps(&t, lround(5000/h/share));
    double first = trial_report(&t).energy_max_error;
    trial_steps(&t, lround(15000/h/share));
    noslip_report r = trial_report(&t);
    check_within("energy error", name, h, r.energy_max_error, rows[i].error, 0.03*rows[i].error);
    check_below(r.energy_max_error, (share > 1 ? 1.1 : 1.01)*first);
    check_below(fabs(r.energy_trend), 1e-3*share*rows[i].error);
    trial_close(&t);
  }
}

// the same regimes without memory
static void transmission_without_memory(void **unused) {
  (void)unused;
  static const double error[2][2] = {{4.2e-3, 9.6e-3}, {1.14e-2, 0}};
  int share = check_share(20);
  for (int k = 0; k < 3; k++) {
    trial t = transmission(k == 1, k == 2, "lobatto(2)", 0.1);
    trial_steps(&t, 40000/share);
    noslip_report r = trial_report(&t);
    double expected = error[k == 1][k == 2];
    check_within("energy error", "lobatto(2)", 0.1, r.energy_max_error, expected, 0.02*expected);
    check_below(fabs(r.energy_trend),
                1e-5*share*share);  // of an oscillation over so many periods
    trial_close(&t);
  }
}

// Rotating with ep = 1/2, no reversing symmetry maps the orbit to itself, and the energy drifts: by
// so much per time, linearly. It is a property of the methods, solved to rounding.
static void transmission_drifts(void **unused) {
  (void)unused;
  static const struct {
    const char *method;
    double h, until, slope;
  } rows[] = {
      {"spark(2)", 0.1, 1000, -1.0e-4},
      {"spark(2)", 0.05, 1000, -2.7e-5},
      {"lobatto(2)", 0.1, 1000, 1.1e-4},
      {"lobatto(2)", 0.05, 1000, 2.8e-5},
      {"lobatto(3, multiplier=carry)", 0.2, 1000, -5.4e-6},
      {"lobatto(3, multiplier=carry)", 0.1, 1000, -3.1e-7},
      {"spark(3)", 0.2, 1000, -1.1e-5},
      {"spark(3)", 0.1, 1000, -7.3e-7},
      {"lobatto(3)", 0.2, 1000, 1.1e-5},
      {"lobatto(3)", 0.1, 1000, 7.3e-7},
      {"lobatto(4, multiplier=carry)", 0.25, 1000, 2.3e-7},
      {"lobatto(4, multiplier=carry)", 0.125, 1000, -8e-11},
      {"srk-gauss(1)", 0.1, 250, 2.3e-4},
      {"srk-gauss(2)", 0.2, 500, 3.5e-6},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    trial t = transmission(1, 1, rows[i].method, rows[i].h);
    trial_steps(&t, lround(rows[i].until/rows[i].h));
    check_within("energy slope", rows[i].method, rows[i].h,
                 trial_report(&t).energy_trend/rows[i].until, rows[i].slope,
                 0.06*fabs(rows[i].slope));
    trial_close(&t);
  }
}

// --- rolling disk --------------------------------------------------------------------------------

// theta runs away by so much per time; for spark(2) it is Om R^2 sin^2(d/2)/(1 + R^2 cos^2(d/2)),
// d = w h, and the energy is constant
static void disk_angles(void **unused) {
  (void)unused;
  double s = sin(0.1), c = cos(0.1), exact = s*s/16/(1 + c*c/16);
  const struct {
    const char *method;
    double slope, tolerance, energy;
  } rows[] = {{"spark(2)", exact, 1e-14, 1e-14},
              {"spark(3)", 4.894e-7, 5e-11, 1e-14},
              {"lobatto(2)", 6.23e-4, 5e-7, 1e-13},
              {"lobatto(3)", 4.895e-7, 5e-11, 1e-14},
              {"lobatto(2, multiplier=carry)", -2.0e-6, 5e-8, 4.2e-6}};
  check_near(exact, 5.8662104481e-4, 1e-14);
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    trial t = trial_file("disk.noslip", NULL, rows[i].method, 0.1);
    trial_steps(&t, 10000);
    check_within("slope of theta", rows[i].method, 0.1, (trial_value(&t, "theta") - 1000)/1000,
                 rows[i].slope, rows[i].tolerance);
    check_below(trial_report(&t).energy_max_error, rows[i].energy);
    trial_close(&t);
  }
}

// a multiplier that starts anew in every step costs energy, linearly
static void restart_drifts(void **unused) {
  (void)unused;
  trial t = trial_file("disk.noslip", NULL, "lobatto(2, multiplier=restart)", 0.1);
  double start = noslip_energy(t.run);
  trial_steps(&t, 1000);
  check_near(noslip_energy(t.run) - start, -4.1e-3, 5e-5);
  trial_steps(&t, 1000);
  check_near(noslip_energy(t.run) - start, -8.2e-3, 5e-5);
  trial_close(&t);
}

// --- contact oscillator --------------------------------------------------------------------------

static noslip_report orbit(int k, const char *name, long periods) {
  char start[64];
  snprintf(start, sizeof start, "z0=(-0.9+0.2*%d)*sqrt(2)", k);
  double h = 2*sin(pi/40);
  return report_after("contact_oscillator.noslip", start, name, h, (double)(40*periods)*h);
}

// Ten orbits over 8000 Poincare iterations: bands of the energy, and no drift. The Poincare map,
// which they have in common, is a rotation.
static void contact_orbits(void **unused) {
  (void)unused;
  static const double band[] = {1.23e-2, 1.24e-2, 1.17e-2, 1.02e-2, 8.4e-3,
                                6.5e-3,  4.8e-3,  3.6e-3,  5.7e-3,  9.3e-3};
  double trend = 0;
  int share = check_share(20);
  for (int k = 0; k < 10; k++) {
    noslip_report r = orbit(k, "spark(2)", 8000/share);
    check_within("energy error", "spark(2)", k, r.energy_max_error, band[k], 0.01*band[k]);
    trend = fmax(trend, fabs(r.energy_trend));
    check_below(r.constraint_max_error, 1e-14);
  }
  printf("largest trend of ten orbits %.1e\n", trend);
  check_below(trend, 1e-6*share);
}

// the same with the closure `reduce`, and with three stages
static void contact_orbits_of_other_methods(void **unused) {
  (void)unused;
  static const struct {
    const char *method;
    double band;
  } rows[] = {{"lobatto(2)", 8.3e-3}, {"lobatto(3)", 5.1e-6}, {"spark(3)", 8.8e-6}};
  for (int i = 0; i < 3; i++) {
    double largest = 0;
    for (int k = 0; k < 10; k++) {
      noslip_report r = orbit(k, rows[i].method, 150);
      largest = fmax(largest, r.energy_max_error);
      check_below(fabs(r.energy_trend), 0.01*rows[i].band);
    }
    check_within("largest energy error", rows[i].method, 2*sin(pi/40), largest, rows[i].band,
                 0.02*rows[i].band);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(constraints_after_100000_steps),
      cmocka_unit_test(constraint_check_can_fail),
      cmocka_unit_test(sleigh_energies),
      cmocka_unit_test(sleigh_arrives),
      cmocka_unit_test(carried_multiplier_takes_over),
      cmocka_unit_test(transmission_oscillates),
      cmocka_unit_test(transmission_without_memory),
      cmocka_unit_test(transmission_drifts),
      cmocka_unit_test(disk_angles),
      cmocka_unit_test(restart_drifts),
      cmocka_unit_test(contact_orbits),
      cmocka_unit_test(contact_orbits_of_other_methods),
  };
  return check_run(argc, argv, tests);
}
