// Tests of steps that are far too long for the contacts of a model: src/run/contact/doubt.c.

#include "tests/support/trial.h"

#include <stdio.h>

// a ball above a floor, in units of length L and time T
static trial ball(double y, double speed, double h, double L, double T) {
  char text[400];
  snprintf(text, sizeof text,
           "model ball\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - %.17g*y\n"
           "contact floor: y >= 0, restitution 0.5\ninit x = %.17g, y = %.17g, y' = %.17g\n",
           9.81*L/T/T, L, y*L, speed*L/T);
  return trial_with(text, "lobatto(3)", h*T);
}

static int warnings(const trial *t, const char *words) {
  noslip_report r;
  int count = 0;
  noslip_run_report(t->r, &r);
  for (int i = 0; i < r.nwarning; i++)
    count += strstr(r.warnings[i], words) != NULL;
  return count;
}

static noslip_verdict_word step_verdict(const trial *t) {
  int count;
  assert_int_equal(noslip_run_judge(t->r, &count), NOSLIP_OK);
  assert_true(count > 0);
  assert_string_equal(noslip_run_verdict(t->r, 0)->what, "step");
  return noslip_run_verdict(t->r, 0)->word;
}

static const double units[][2] = {{1, 1}, {1e-9, 1}, {1e6, 1e-3}, {1e-3, 1e4}};

// it hangs 1 above the floor, or arrives there, and is closed by the first step
static void far_too_long_steps_are_told(void **unused) {
  (void)unused;
  static const struct { double y, speed, h; } starts[] = {{1, 0, 1e10}, {1, 0, 1e5}, {0, -1, 1e10}};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 4; k++) {
      trial t = ball(starts[i].y, starts[i].speed, starts[i].h, units[k][0], units[k][1]);
      trial_advance(&t, 2);
      assert_int_equal(warnings(&t, "the contact `floor` counts as closed at the start"), 1);
      assert_int_equal(warnings(&t, "take a shorter step if it is open"), 1);
      assert_int_equal(step_verdict(&t), NOSLIP_VERDICT_NOT_RESOLVED);
      trial_end(&t);
    }
}

// the twins: it falls, lies on the floor, or lies there to rounding
static void other_steps_are_not(void **unused) {
  (void)unused;
  static const struct {
    double y, speed, h;
  } starts[] = {{1, 0, 100},       {1, 0, 0.01},          {0, 0, 0.01}, {6e-17, 0, 0.01},
                {0, -1e-17, 0.01}, {6e-17, -1e-17, 0.01}, {0, -1, 0.01}};
  for (int i = 0; i < 7; i++)
    for (int k = 0; k < 4; k++) {
      trial t = ball(starts[i].y, starts[i].speed, starts[i].h, units[k][0], units[k][1]);
      trial_advance(&t, 2);
      assert_int_equal(warnings(&t, "counts as closed"), 0);
      assert_int_equal(step_verdict(&t), NOSLIP_VERDICT_NOT_MEASURED);
      trial_end(&t);
    }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(far_too_long_steps_are_told),
      cmocka_unit_test(other_steps_are_not),
  };
  return check_run(argc, argv, tests);
}
