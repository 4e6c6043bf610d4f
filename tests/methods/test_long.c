// Long runs: what must still hold after a million steps, and after ten million.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double h = 0.15691819145568997;  // 2 sin(pi/40): forty steps make one period of y

static void constraint_after_a_million_steps(void **unused) {
  (void)unused;
  trial t = trial_file("contact_oscillator.noslip", NULL, "dla-mp", h);
  trial_steps(&t, 1000000/check_share(20));
  check_below(trial_report(&t).constraint_max_error, 1e-13);
  trial_close(&t);
}

// mean and largest energy error of ten consecutive pieces: no piece differs from the others
static void energy_after_ten_million_steps(void **unused) {
  (void)unused;
  enum { pieces = 10 };
  int share = check_share(20), length = 1000000/share;
  trial t = trial_file("contact_oscillator.noslip", NULL, "dla-mp", h);
  double mean[pieces], largest[pieces];
  for (int k = 0; k < pieces; k++) {
    double sum = 0, most = 0;
    for (int i = 0; i < length; i++) {
      trial_steps(&t, 1);
      double e = noslip_energy(t.run) - 1.5;
      sum += e;
      most = fmax(most, fabs(e));
    }
    mean[k] = sum/length;
    largest[k] = most;
  }
  printf("energy error, first and last of ten pieces: mean %.6e %.6e, largest %.6e %.6e, "
         "trend over the run %.1e\n",
         mean[0], mean[pieces - 1], largest[0], largest[pieces - 1], trial_report(&t).energy_trend);
  for (int k = 1; k < pieces; k++) {
    check_near(mean[k], mean[0], 2e-6*share);
    check_near(largest[k], largest[0], 1e-5);
  }
  check_below(fabs(trial_report(&t).energy_trend), 1e-6*share);
  check_above(largest[0], 1e-2);  // the band itself is wide: the trend is not small by itself
  trial_close(&t);
}

// the trend is a measurement that can fail: friction of 1e-9 shows
static void trend_check_can_fail(void **unused) {
  (void)unused;
  trial t = trial_text("model m\ncoord x, y, z\n"
                       "lagrangian (x'^2 + y'^2 + z'^2)/2 - (x^2 + y^2 + z^2)/2\n"
                       "nonholonomic c: x' + y*z' = 0\nforce y = -1e-9*y'\n"
                       "init y = 1, z = -0.9*sqrt(2), x = sqrt(0.38)\n",
                       NULL, "dla-mp", h);
  int share = check_share(20);
  trial_steps(&t, 1000000/share);
  check_above(fabs(trial_report(&t).energy_trend), 2e-5/share);
  trial_close(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(constraint_after_a_million_steps),
      cmocka_unit_test(energy_after_ten_million_steps),
      cmocka_unit_test(trend_check_can_fail),
  };
  return check_run(argc, argv, tests);
}
