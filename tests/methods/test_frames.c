// What rounding does to reduced systems with holonomic constraints (methods/gradient/phase.h). Where a sign of
// the frame changes, twice in each swing of a pendulum on a rod, rho is made of p again, and what that
// does to the energy is corrected as that of the steps is. And the positions stay on their surface.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include "base/vec.h"
#include "methods/gradient/avf.h"
#include "methods/method.h"
#include "problem/problem.h"
#include "run/run.h"

#include <math.h>

// masses are equal: H is free of the frame
static trial rod(const char *name, double h) {
  return trial_text("model rod\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
                    "holonomic rod: x^2 + y^2 = 1\ninit x = 0.6, y = -0.8, x' = 0.4, y' = 0.3\n",
                    NULL, name, h);
}

// they are not, and H is seen in another way from another frame: two rods, and a blade
static trial two_rods(const char *name, double h) {
  return trial_text("model two_rods\ncoord x, y, a, b\n"
                    "lagrangian (x'^2 + y'^2 + 3*a'^2 + 3*b'^2)/2 - 9.81*(y + 3*b)\n"
                    "holonomic upper: x^2 + y^2 = 1\n"
                    "holonomic lower: (a - x)^2 + (b - y)^2 = 1\n"
                    "init x = 0.6, y = -0.8, a = 0.6, b = -1.8, x' = 0.4, y' = 0.3, a' = 1\n"
                    "init b' = 0.3\n",
                    NULL, name, h);
}

static trial sleigh(const char *name, double h) {
  return trial_text("model sleigh\ncoord x, y, theta: angle\nconst J = 2, m = 1, a = 0.2\n"
                    "lagrangian ((J + m*a^2)*theta'^2 + m*(x'^2 + y'^2\n"
                    "            + 2*a*theta'*(y'*cos(theta) - x'*sin(theta))))/2\n"
                    "            - (x^2 + 2*y^2 + cos(theta))/2\n"
                    "nonholonomic blade: y'*cos(theta) - x'*sin(theta) = 0\n"
                    "init x = 1, theta = 0.1, theta' = 2\n"
                    "init x' = 0.3*cos(theta), y' = 0.3*sin(theta)\n",
                    NULL, name, h);
}

static const struct {
  trial_maker *make;
  double h;
  double rounding;  // that of the parts of the energy, a few of them
} systems[] = {{rod, 0.05, 2e-14}, {two_rods, 0.02, 7e-14}, {sleigh, 0.05, 2e-14}};
enum { nsystem = sizeof systems/sizeof *systems };

// a thousand changes of rod
enum { steps = 20000 };

static phase *phase_of(trial *t) {
  return &((gradient *)stepper_base(t->run->stepper)->self)->phase;
}

// the energy correction before the last step, in another frame, is forgotten
static void forget(phase *p, int size, int m) {
  vec_copy(p->origin, p->z, size);
  vec_copy(p->ends, p->frame, m);
  p->carried->energy_offset = 0;
}

// n steps that forget it; the number of changes of the frame
static int changes(trial *t, long n) {
  int count = 0;
  double before[trial_most];
  for (long i = 0; i < n; i++) {
    const state *x = &t->run->state;
    vec_copy(before, x->signs, x->m);
    trial_steps(t, 1);
    for (int k = 0; k < x->m; k++)
      if (i > 0 && x->signs[k] != before[k]) {
        forget(phase_of(t), t->run->problem->skew.nz, x->m);
        count++;
      }
  }
  return count;
}

// the largest error of the energy after n steps
static double error_of(int system, const char *name, long n) {
  trial t = systems[system].make(name, systems[system].h);
  trial_steps(&t, n);
  double error = trial_report(&t).energy_max_error;
  trial_close(&t);
  return error;
}

static void changes_do_not_move_the_energy(void **unused) {
  (void)unused;
  static const char *const names[] = {"gonzalez",     "avf",
                                      "avfc",         "itoh-abe",
                                      "itoh-abe-sym", "ep-collocation(2)",
                                      "itoh-abe*",    "gonzalez(frame=fd)"};
  for (size_t i = 0; i < sizeof names/sizeof *names; i++)
    check_below(error_of(0, names[i], steps), systems[0].rounding);
  for (int s = 1; s < nsystem; s++) {
    check_below(error_of(s, "gonzalez", steps), systems[s].rounding);
    check_below(error_of(s, "ep-collocation(2)", steps/10), systems[s].rounding);
  }
}

// and they would, by some 1e-15 each, always in one direction
static void changes_can_move_the_energy(void **unused) {
  (void)unused;
  trial t = rod("gonzalez", systems[0].h);
  check_above(changes(&t, steps), 900);
  check_above(trial_report(&t).energy_max_error, 20*systems[0].rounding);
  trial_close(&t);
}

// H is the same number in all frames, up to rounding: what it has gained since the start is known
static void both_ends_are_taken_in_their_own_frame(void **unused) {
  (void)unused;
  for (int s = 0; s < nsystem; s++) {
    trial t = systems[s].make("gonzalez", systems[s].h);
    int other = 0;
    for (int i = 0; i < 200; i++) {
      trial_steps(&t, 1);
      const phase *p = phase_of(&t);
      other += p->frame[0] != p->ends[0];
      check_below(fabs(p->carried->energy_correction), systems[s].rounding);
    }
    check_above(other, 20);
    trial_close(&t);
  }
}

// the largest |x^2 + y^2 - 1| in 10^5 steps; `bound`: positions are moved back
static double astray(bool bound) {
  double largest = 0;
  trial t = rod("gonzalez", 0.05);
  ((avf *)stepper_base(t.run->stepper)->self)->shape.of.phase.bound = bound;
  for (int i = 0; i < 1000; i++) {
    trial_steps(&t, 100);
    double x = t.run->state.q[0], y = t.run->state.q[1];
    largest = fmax(largest, fabs(fma(x, x, fma(y, y, -1))));
  }
  check_below(trial_report(&t).energy_max_error, systems[0].rounding);
  trial_close(&t);
  return largest;
}

// otherwise they leave it by 3e-19 in a step, always in one direction
static void positions_stay_on_their_surface(void **unused) {
  (void)unused;
  check_below(astray(true), 1e-15);
  check_above(astray(false), 1e-14);
}

// on a group, where positions move along velocities; and beside a blade
static void surfaces_of_other_kinds_are_kept(void **unused) {
  (void)unused;
  static const char *const files[] = {"fixed_point_se3.noslip", "mixed.noslip",
                                      "rattleback_quaternion.noslip"};
  for (int i = 0; i < 3; i++) {
    trial t = trial_file(files[i], NULL, "gonzalez", 0.01);
    trial_steps(&t, 500);
    assert_true(phase_of(&t)->e->problem->bundles[BUNDLE_SURFACE] != NULL);
    check_below(trial_report(&t).constraint_max_error, 5e-15);
    trial_close(&t);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(changes_do_not_move_the_energy),
      cmocka_unit_test(changes_can_move_the_energy),
      cmocka_unit_test(both_ends_are_taken_in_their_own_frame),
      cmocka_unit_test(positions_stay_on_their_surface),
      cmocka_unit_test(surfaces_of_other_kinds_are_kept),
  };
  return check_run(argc, argv, tests);
}
