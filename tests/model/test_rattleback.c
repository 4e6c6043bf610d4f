// The rattleback: what its file says is known of it, with methods on the group and by a quaternion. The
// reference states are those of two other programs, with different equations.

#include "tests/support/check.h"
#include "tests/support/group_systems.h"

#include <math.h>

static const double omega[3] = {5.0410423064087, 1.7614231694758, -3.1175435374237};  // at t = 1

// --- it turns back ---------------------------------------------------------------------------------

// the last time in 10 s at which the spin is negative; while it turns back it rocks, and changes sign
static double reversal(trial *t) {
  double last = 0;
  for (long i = 0; i < 10000; i++) {
    trial_steps(t, 1);
    if (trial_value(t, "spin") < 0)
      last = noslip_time(t->run);
  }
  return last;
}

// between 2.8 and 2.9, with steps of 1 ms; and the energy is kept, or changes, as is known of the method
static void turns_back(const char *name, double least, double most) {
  trial t = rattleback(name, 0.001);
  double when = reversal(&t);
  check_above(when, 2.8);
  check_below(when, 2.9);
  noslip_report r = trial_report(&t);
  check_above(r.energy_max_error, least*r.energy_initial);
  check_below(r.energy_max_error, most*r.energy_initial);
  check_below(r.constraint_max_error, 1e-15);
  check_near(trial_value(&t, "spin"), 4.6270, 0.03);
  trial_close(&t);
}

static void spin_reverses(void **unused) {
  (void)unused;
  turns_back("gonzalez", 0, 2e-15);
  turns_back("lobatto(2)", 1e-4, 1e-2);
  if (!check_long())
    return;
  turns_back("avfc(3)", 0, 2e-15);
  turns_back("ep-collocation(2)", 0, 5e-14);  // whose points are not quite enough
  turns_back("lobatto(3)", 1e-7, 5e-6);
}

// the way it was started does not matter to the method, but to the stone
static void other_way_it_does_not(void **unused) {
  (void)unused;
  static const char *const names[] = {"lobatto(3)", "ep-collocation(2)"};
  for (int i = 0; i < 2; i += check_share(2)) {
    trial t = trial_file("rattleback.noslip", "omega=[0,0,5]", names[i], 0.001);
    check_near(trial_value(&t, "spin"), 5, 1e-3);
    double least = 5;
    for (int k = 0; k < 100; k++) {
      trial_steps(&t, 100);
      least = fmin(least, trial_value(&t, "spin"));
    }
    check_above(least, 0.5);
    check_near(trial_value(&t, "spin"), 1.2, 0.1);
    trial_close(&t);
  }
}

// a stone whose inertia has the axes of its shape knows no side
static void symmetric_stones_do_not(void **unused) {
  (void)unused;
  trial t = trial_file("rattleback.noslip", "I12=0", "gonzalez", 0.001);
  check_above(reversal(&t), 9.99);
  check_below(trial_value(&t, "spin"), -4);
  trial_close(&t);
}

// --- energies ----------------------------------------------------------------------------------------

// a multiplier that is computed anew in every step has its price: the energy drifts, 5e-3 in 10 s
static void energy_drifts_with_restart(void **unused) {
  (void)unused;
  trial t = rattleback("lobatto(2, multiplier=restart)", 0.001);
  trial_steps(&t, 10000);
  noslip_report r = trial_report(&t);
  check_above(r.energy_max_error, 4e-3*r.energy_initial);
  trial_close(&t);
}

// --- convergence ---------------------------------------------------------------------------------------

static double error_at_one(const char *name, double h) {
  static const char *const names[] = {"omega[1]", "omega[2]", "omega[3]"};
  double worst = 0;
  trial t = rattleback(name, h);
  trial_steps(&t, lround(1/h));
  for (int i = 0; i < 3; i++)
    worst = fmax(worst, fabs(trial_value(&t, names[i]) - omega[i]));
  trial_close(&t);
  return worst;
}

// the error with h is `error`, within a tenth, and with h/2 as much less as the order says
static void converges(const char *name, double h, double error, double order) {
  double coarse = error_at_one(name, h), fine = error_at_one(name, h/2);
  check_near(coarse, error, 0.1*error);
  check_near(log2(coarse/fine), order, 0.1);
}

static void states_are_those_of_the_reference(void **unused) {
  (void)unused;
  converges("gonzalez", 5e-4, 2.67e-2, 2);
  converges("lobatto(3)", 1e-3, 2.25e-5, 4);
  if (!check_long())
    return;
  converges("avfc(3)", 5e-4, 6.29e-3, 2);
  converges("lobatto(2)", 5e-4, 3.2e-2, 2);
  converges("lobatto(4)", 5e-4, 3.14e-10, 6);
  converges("ep-collocation(2)", 1e-3, 3.56e-5, 4);
  converges("ep-collocation(3)", 1e-3, 2.78e-8, 6);
}

// positions, and R[3,3], too
static void positions_are_those_of_the_reference(void **unused) {
  (void)unused;
  trial t = rattleback("ep-collocation(4)", 5e-4);
  trial_steps(&t, 2000);
  check_near(trial_value(&t, "x[1]"), 1.2589430431823e-3, 1e-13);
  check_near(trial_value(&t, "x[2]"), 1.4849414609006e-3, 1e-13);
  check_near(trial_value(&t, "x[3]"), 0.010527675921258, 1e-13);
  check_near(trial_value(&t, "R[3,3]"), 0.99971362625026, 1e-13);
  check_near(trial_value(&t, "R[1,2]"), -0.90204375186965, 1e-12);
  check_near(trial_value(&t, "spin"), -3.2440022673210, 2e-11);
  trial_close(&t);
}

// --- by a quaternion -------------------------------------------------------------------------------------

static trial quaternion(const char *name, double h) {
  return trial_file("rattleback_quaternion.noslip", NULL, name, h);
}

// one motion in two sets of variables, each by its own methods; of order 6 they agree to 1e-10 at t = 0.5
static void quaternions_agree(void **unused) {
  (void)unused;
  static const char *const names[] = {"lobatto(4)", "spark(4)", "ep-collocation(3)"};
  static const char *const values[] = {"x[1]", "x[2]", "x[3]", "spin"};
  trial a = rattleback("lobatto(4)", 5e-4);
  trial_steps(&a, 1000);
  for (int i = 0; i < 3; i++) {
    trial b = quaternion(names[i], 5e-4);
    trial_steps(&b, 1000);
    for (int k = 0; k < 4; k++)
      check_near(trial_value(&b, values[k]), trial_value(&a, values[k]), k < 3 ? 1e-12 : 2e-10);
    check_near(trial_value(&b, "e[0]"), 0.36535797147085, 1e-10);
    check_near(trial_value(&b, "e[3]"), -0.93081155983377, 1e-10);
    trial_close(&b);
  }
  trial_close(&a);
}

// the energy by a quaternion: the unit length is quadratic and is kept by the frame, the height is solved
static void quaternions_keep_the_energy(void **unused) {
  (void)unused;
  trial t = quaternion("gonzalez", 1e-3);
  trial_steps(&t, 1000);
  check_below(trial_report(&t).energy_max_error, 1e-15);
  check_below(trial_report(&t).constraint_max_error, 1e-14);
  trial_close(&t);
  t = quaternion("lobatto(3)", 1e-3);
  trial_steps(&t, 1000);
  check_above(trial_report(&t).energy_max_error, 1e-10);
  trial_close(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spin_reverses),
      cmocka_unit_test(other_way_it_does_not),
      cmocka_unit_test(symmetric_stones_do_not),
      cmocka_unit_test(energy_drifts_with_restart),
      cmocka_unit_test(states_are_those_of_the_reference),
      cmocka_unit_test(positions_are_those_of_the_reference),
      cmocka_unit_test(quaternions_agree),
      cmocka_unit_test(quaternions_keep_the_energy),
  };
  return check_run(argc, argv, tests);
}
