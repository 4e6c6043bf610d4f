// Tests of midpoint: the implicit midpoint rule by its name.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include "methods/method.h"
#include "run/run.h"

// the largest difference of two runs of a file after n steps
static double apart(const char *file, const char *one, const char *other, double h, long n) {
  double x[trial_most];
  trial a = trial_file(file, NULL, one, h), b = trial_file(file, NULL, other, h);
  trial_steps(&a, n);
  trial_steps(&b, n);
  trial_state(&a, x);
  double d = trial_distance(&b, x);
  trial_close(&a);
  trial_close(&b);
  return d;
}

// to the last bit; the twin is another rule of order 2
static void it_is_gauss_of_one_stage(void **unused) {
  (void)unused;
  check_near(apart("charged_particle.noslip", "midpoint", "rk-gauss(1)", 0.1, 50), 0, 1e-300);
  check_near(apart("sleigh.noslip", "midpoint", "rk-gauss(1)", 0.1, 50), 0, 1e-300);
  check_above(apart("charged_particle.noslip", "midpoint", "rattle", 0.1, 50), 1e-6);
}

// y1 = y0 + h f((y0 + y1)/2): an oscillator turns by the Cayley transform of its matrix
static void an_oscillator_is_turned(void **unused) {
  (void)unused;
  const double h = 0.3;
  trial t = trial_text("model oscillator\ncoord x\nlagrangian (x'^2 - x^2)/2\n"
                       "init x = 1, x' = 0\n",
                       NULL, "midpoint", h);
  trial_steps(&t, 1);
  check_near(trial_value(&t, "x"), (1 - h*h/4)/(1 + h*h/4), 1e-15);
  check_near(trial_value(&t, "x'"), -h/(1 + h*h/4), 1e-15);
  trial_close(&t);
}

static trial charged(const char *name, double h) {
  return trial_file("charged_particle.noslip", NULL, name, h);
}

static void it_has_order_2_and_is_symmetric(void **unused) {
  (void)unused;
  check_near(trial_order(charged, "midpoint", 1, 20), 2, 0.05);
  check_near(trial_order(charged, "compose(midpoint, suzuki4)", 1, 20), 4, 0.1);
  check_below(trial_asymmetry(charged, "midpoint", 0.1, 50), 1e-12);
}

static void it_takes_no_number(void **unused) {
  (void)unused;
  trial_refused("model m\ncoord x\nlagrangian x'^2/2\ninit x = 0, x' = 1\n", "midpoint(2)",
                "takes no options");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_is_gauss_of_one_stage),
      cmocka_unit_test(an_oscillator_is_turned),
      cmocka_unit_test(it_has_order_2_and_is_symmetric),
      cmocka_unit_test(it_takes_no_number),
  };
  return check_run(argc, argv, tests);
}
