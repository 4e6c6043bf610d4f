// Tests of src/run/crossing.c: where the crossings are, which count, what the run notices of them.

#include "tests/support/sections.h"

#include "run/crossing.h"

#include <math.h>

static const double pi = 3.14159265358979324;

// x = cos(t)
static const char oscillator[] = "model oscillator\ncoord x\nlagrangian x'^2/2 - x^2/2\n"
                                 "observe half = x/2\ninit x = 1\n";

// x = t - 1, exactly, with steps that are powers of 2
static const char mover[] = "model mover\ncoord x\nlagrangian x'^2/2\ninit x = -1, x' = 1\n";

// theta = 3 t
static const char rotor[] = "model rotor\ncoord theta: angle\nlagrangian theta'^2/2\n"
                            "init theta' = 3\n";

// ---------------------------------------------------------------------------------------------
// where

// the error of the third falling crossing, which is at 9/2 pi; g there is rounding
static double time_error(const char *name, double h) {
  trial t = collect(oscillator, "x = 0 falling", name, h, 16);
  assert_int_equal(count_points(&t), 3);
  check_below(t.points->largest, 1e-15);
  double error = fabs(at(&t, 0, 2, "t") - 4.5*pi);
  check_below(fabs(at(&t, 0, 2, "x'") + 1), 10*error + 1e-13);
  drop(&t);
  return error;
}

// The crossing is where the numerical motion crosses, so its time has the order of the method. A
// straight line between the nodes would spoil it beyond order 2.
static void order_is_that_of_the_method(void **unused) {
  (void)unused;
  check_near(log2(time_error("dla-mp", 0.1)/time_error("dla-mp", 0.05)), 2, 0.02);
  check_near(log2(time_error("spark(3)", 0.2)/time_error("spark(3)", 0.1)), 4, 0.1);
  check_near(log2(time_error("srk-gauss(3)", 0.8)/time_error("srk-gauss(3)", 0.4)), 6, 0.3);
  check_below(time_error("srk-gauss(6)", 0.4), 1e-13);
}

// the twin: straight lines between the nodes of the same run would be two orders off
static void straight_lines_would_not_do(void **unused) {
  (void)unused;
  trial t = load(oscillator, "x = 0");
  noslip_run *run;
  noslip_run_options o = {.method = "spark(3)", .step = 0.1};
  assert_int_equal(noslip_run_new(t.context, t.model, &o, &run), NOSLIP_OK);
  assert_int_equal(noslip_advance(run, 141), NOSLIP_OK);
  double x0 = noslip_value(run, "x"), t0 = noslip_time(run);
  assert_int_equal(noslip_step(run), NOSLIP_OK);
  double x1 = noslip_value(run, "x");
  assert_true(x0 > 0 && x1 < 0);
  check_above(fabs(t0 + 0.1*x0/(x0 - x1) - 4.5*pi), 10*time_error("spark(3)", 0.1));
  noslip_run_free(run);
  drop(&t);
}

// backwards, too: the crossings of cos(t) at -pi/2, -5/2 pi; time runs from + to -, so `falling`
static void steps_may_be_negative(void **unused) {
  (void)unused;
  trial t = collect(oscillator, "x = 0 falling", "srk-gauss(6)", -0.4, -10);
  assert_int_equal(count_points(&t), 2);
  check_near(at(&t, 0, 0, "t"), -pi/2, 1e-13);
  check_near(at(&t, 0, 1, "t"), -2.5*pi, 1e-13);
  drop(&t);
}

// g is at rounding for every kind of method, on a system with a constraint
static void every_method_comes_to_the_section(void **unused) {
  (void)unused;
  static const char swing[] = "model swing\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - x^2 - x*y^2\n"
                              "nonholonomic c: y' = x*x'\ninit x = 0.5, x' = 0.2, y' = 0.1\n";
  static const char *const methods[] = {"dla-mp",
                                        "dla-cm",
                                        "spark(3)",
                                        "lobatto(3)",
                                        "srk-gauss(2)",
                                        "gonzalez",
                                        "srk-radau1a(2)",
                                        "avf(2)",
                                        "compose(dla-mp, suzuki4)",
                                        "index1",
                                        "lobatto(2, multiplier=carry)"};
  for (size_t i = 0; i < sizeof methods/sizeof *methods; i++) {
    trial t = collect(swing, "x = 0.1 both", methods[i], 0.1, 30);
    check_above((double)count_points(&t), 10);
    check_below(t.points->largest, 2e-15);
    drop(&t);
  }
}

// ---------------------------------------------------------------------------------------------
// which

// ten periods: one crossing each way in each, in turns
static void directions_add_up(void **unused) {
  (void)unused;
  trial up = collect(oscillator, "x = 0.25 rising", "spark(3)", 0.1, 62);
  trial down = collect(oscillator, "x = 0.25 falling", "spark(3)", 0.1, 62);
  trial all = collect(oscillator, "x = 0.25", "spark(3)", 0.1, 62);
  assert_int_equal(count_points(&up), 10);
  assert_int_equal(count_points(&down), 10);
  assert_int_equal(count_points(&all), 20);
  for (long i = 0; i < 10; i++) {
    assert_true(at(&all, 0, 2*i, "t") == at(&down, 0, i, "t"));
    assert_true(at(&all, 0, 2*i + 1, "t") == at(&up, 0, i, "t"));
    assert_true(at(&up, 0, i, "x'") > 0 && at(&down, 0, i, "x'") < 0);
  }
  drop(&up);
  drop(&down);
  drop(&all);
}

// `when` is asked at the crossing: at one of the two ends
static void conditions_are_tested_at_the_crossing(void **unused) {
  (void)unused;
  trial t = collect(oscillator, "x' = 0 both when x > 0", "spark(3)", 0.1, 62);
  assert_int_equal(count_points(&t), 9);
  for (long i = 0; i < 9; i++)
    check_near(at(&t, 0, i, "x"), 1, 1e-5);
  drop(&t);
}

// a start on the section is none, not even with the rounding of cos(pi/2)
static void start_does_not_count(void **unused) {
  (void)unused;
  static const char rounded[] = "model rounded\ncoord x\nlagrangian x'^2/2 - x^2/2\n"
                                "init x = cos(pi/2), x' = -1\n";
  trial t = collect(rounded, "x = 0 falling", "spark(3)", 0.1, 7);
  assert_int_equal(count_points(&t), 1);
  check_near(at(&t, 0, 0, "t"), 2*pi, 1e-4);
  drop(&t);
}

// a node on the section is one crossing, a node where g only touches 0 is none
static void nodes_on_the_section_count_once(void **unused) {
  (void)unused;
  trial t = collect(mover, "x = 0", "dla-mp", 0.25, 2),
        touch = collect(mover, "x^2 = 0", "dla-mp", 0.25, 2);
  assert_int_equal(count_points(&t), 1);
  assert_true(at(&t, 0, 0, "t") == 1 && at(&t, 0, 0, "x") == 0);
  assert_int_equal(count_points(&touch), 0);
  drop(&t);
  drop(&touch);
}

// Two crossings in one step have the numbers of two steps; directions and conditions choose among them.
static void two_crossings_in_a_step_are_found(void **unused) {
  (void)unused;
  trial coarse = collect(mover, "(x - 1/8)^2 = 0.01", "dla-mp", 0.25, 2);
  trial fine = collect(mover, "(x - 1/8)^2 = 0.01", "dla-mp", 0.0625, 2);
  trial back = collect(mover, "0.01 = (x + 9/8)^2", "dla-mp", -0.25, -2);
  assert_int_equal(count_points(&coarse), 2);
  assert_int_equal(count_points(&fine), 2);
  assert_int_equal(count_points(&back), 2);
  for (int i = 0; i < 2; i++) {
    check_near(at(&coarse, 0, i, "x"), i == 0 ? 0.025 : 0.225, 1e-15);
    check_near(at(&fine, 0, i, "x"), i == 0 ? 0.025 : 0.225, 1e-15);
    check_near(at(&back, 0, i, "x"), i == 0 ? -1.025 : -1.225, 1e-15);
  }
  follow(&coarse, (noslip_section_options){.runs = {.method = "dla-mp", .step = 0.25, .until = 2},
                                           .count = 1});
  assert_int_equal(count_points(&coarse), 1);  // the first is all that is wanted
  check_near(at(&coarse, 0, 0, "x"), 0.025, 1e-15);
  assert_true(coarse.points->starts[0].time == 1.25 && coarse.points->starts[0].complete);
  static const char *const one[] = {"(x - 1/8)^2 = 0.01 falling", "(x - 1/8)^2 = 0.01 rising",
                                    "(x - 1/8)^2 = 0.01 when x < 1/8",
                                    "(x - 1/8)^2 = 0.01 when x > 1/8"};
  for (int i = 0; i < 4; i++) {
    trial t = collect(mover, one[i], "dla-mp", 0.25, 2);
    assert_int_equal(count_points(&t), 1);
    check_near(at(&t, 0, 0, "x"), i % 2 == 0 ? 0.025 : 0.225, 1e-15);
    drop(&t);
  }
  drop(&coarse);
  drop(&fine);
  drop(&back);
}

// crossings of x = 0.999 by cos(t) in ten periods, all of them at that place
static long count_visits(const char *name, double h) {
  trial t = collect(oscillator, "x = 0.999", name, h, 62);
  long n = count_points(&t);
  for (long i = 0; i < n; i++)
    check_near(fabs(at(&t, 0, i, "x")), 0.999, 1e-14);
  drop(&t);
  return n;
}

// cos(t) is beyond 0.999 for 0.0447 on either side of its ten maxima: with h = 0.3 most of these fall
// between two nodes, and all are found. The twin: signs at the nodes alone would see few of them.
static void short_visits_are_found(void **unused) {
  (void)unused;
  static const char *const methods[] = {"srk-gauss(3)", "spark(4)", "lobatto(4)", "index1"};
  for (int i = 0; i < 4; i++)
    assert_int_equal(count_visits(methods[i], 0.3), 19);
  int nodes = 0;
  trial t = load(oscillator, "x = 0.999");
  noslip_run *run;
  noslip_run_options o = {.method = "srk-gauss(3)", .step = 0.3};
  assert_int_equal(noslip_run_new(t.context, t.model, &o, &run), NOSLIP_OK);
  double g0 = 0.001;
  for (int i = 0; i < 206; i++) {
    assert_int_equal(noslip_step(run), NOSLIP_OK);
    double g1 = noslip_value(run, "x") - 0.999;
    nodes += (g0 > 0) != (g1 > 0);
    g0 = g1;
  }
  assert_true(nodes < 12);
  noslip_run_free(run);
  drop(&t);
}

// A curve that comes to the section and turns back has no points, whatever rounding does to it there:
// cos(t) at 1 with methods that keep its amplitude, and a square that is zero at 0.3, from terms that cancel.
static void touching_curves_have_no_points(void **unused) {
  (void)unused;
  static const char *const methods[] = {"srk-gauss(2)", "gonzalez", "avf(2)"};
  for (int i = 0; i < 3; i++)
    for (double h = 0.05; h < 0.8; h *= 1.3) {
      trial t = collect(oscillator, "x = 1", methods[i], h, 100);
      assert_int_equal(count_points(&t), 0);
      drop(&t);
    }
  for (double h = 0.0003; h < 0.5; h *= 1.1) {
    trial t = collect(mover, "x^2 + 0.09 = 0.6*x", "dla-mp", h, 2);
    assert_int_equal(count_points(&t), 0);
    drop(&t);
  }
}

// an angle of (-pi, pi] jumps; 0 is crossed, pi is not
static void jumps_are_no_crossings(void **unused) {
  (void)unused;
  trial t = collect(mover, "atan2(sin(x), cos(x)) = 0", "dla-mp", 0.25, 8);
  assert_int_equal(count_points(&t), 2);
  check_near(at(&t, 0, 0, "x"), 0, 1e-15);
  check_near(at(&t, 0, 1, "x"), 2*pi, 2e-15);
  drop(&t);
}

// ---------------------------------------------------------------------------------------------
// what the equation may contain

// theta = 0 modulo 2 pi, both ways to write it, over many turns without a loss of digits
static void angles_are_crossed_every_turn(void **unused) {
  (void)unused;
  trial t = collect(rotor, "sin(theta) = 0 when cos(theta) > 0", "dla-mp", 0.125, 1000);
  trial half = collect(rotor, "sin(theta/2) = 0", "dla-mp", 0.125, 1000);
  assert_int_equal(count_points(&t), 477);
  assert_int_equal(count_points(&half), 477);
  for (long i = 0; i < 477; i++) {
    double turn = 2*pi*(double)(i + 1);
    check_near(at(&t, 0, i, "theta"), turn, 1e-15*turn);
    check_near(at(&t, 0, i, "t"), turn/3, 1e-15*turn);
    check_near(at(&half, 0, i, "t"), turn/3, 1e-15*turn);
  }
  drop(&t);
  drop(&half);
}

// momenta, the energy, time, multipliers; an observable by its label
static void everything_may_occur(void **unused) {
  (void)unused;
  static const char rod[] =
      "model rod\ncoord x momentum px, y momentum py\n"
      "lagrangian (x'^2 + y'^2)/2 - y\nholonomic l: x^2 + y^2 = 1 multiplier N\n"
      "observe speed = sqrt(x'^2 + y'^2)\ninit x = 1\n";
  static const char *const same[][2] = {{"px = 1/2", "x' = 1/2"},
                                        {"speed = 1", "x'^2 + y'^2 = 1"},
                                        {"energy + y = -1/3", "(x'^2 + y'^2)/2 + 2*y = -1/3"},
                                        {"N = -1", "(y - x'^2 - y'^2)/2 = -1"}};
  for (int i = 0; i < 4; i++) {
    trial a = collect(rod, same[i][0], "rattle", 0.05, 30);
    trial b = collect(rod, same[i][1], "rattle", 0.05, 30);
    check_above((double)count_points(&a), 5);
    assert_int_equal(count_points(&a), count_points(&b));
    for (long k = 0; k < count_points(&a); k++)
      check_near(at(&a, 0, k, "t"), at(&b, 0, k, "t"), 1e-12);
    drop(&a);
    drop(&b);
  }
}

// ---------------------------------------------------------------------------------------------
// the run

// crossings of a section in 200 steps, beside a run that is not looked at; both take the same steps, bit
// for bit, and at the crossings x has this value
static int count_beside(const char *where, double x) {
  trial t = load(oscillator, where);
  noslip_run *watched, *plain;
  noslip_run_options o = {.method = "spark(3)", .step = 0.1, .backend = "interpret"};
  crossing c;
  bool found;
  int crossings = 0;
  assert_int_equal(noslip_run_new(t.context, t.model, &o, &watched), NOSLIP_OK);
  assert_int_equal(noslip_run_new(t.context, t.model, &o, &plain), NOSLIP_OK);
  assert_true(crossing_init(&c, watched, 0, 0));
  for (int i = 0; i < 200; i++) {
    assert_int_equal(noslip_step(plain), NOSLIP_OK);
    assert_int_equal(crossing_step(&c, &found), NOSLIP_OK);
    while (found) {
      check_near(noslip_value(watched, "x"), x, 1e-15);  // it stands on the section
      assert_true(noslip_time(watched) < noslip_time(plain));
      crossing_return(&c);
      crossings++;
      assert_int_equal(crossing_next(&c, &found), NOSLIP_OK);
    }
    assert_true(noslip_time(watched) == noslip_time(plain));
    assert_true(noslip_value(watched, "x") == noslip_value(plain, "x"));
    assert_true(noslip_value(watched, "x'") == noslip_value(plain, "x'"));
  }
  noslip_run_free(watched);
  noslip_run_free(plain);
  drop(&t);
  return crossings;
}

// with one crossing in a step, and with two
static void run_notices_nothing(void **unused) {
  (void)unused;
  assert_int_equal(count_beside("half = 0.1", 0.2), 6);
  assert_int_equal(count_beside("x = 0.9999", 0.9999), 7);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(order_is_that_of_the_method),
      cmocka_unit_test(straight_lines_would_not_do),
      cmocka_unit_test(steps_may_be_negative),
      cmocka_unit_test(every_method_comes_to_the_section),
      cmocka_unit_test(directions_add_up),
      cmocka_unit_test(conditions_are_tested_at_the_crossing),
      cmocka_unit_test(start_does_not_count),
      cmocka_unit_test(nodes_on_the_section_count_once),
      cmocka_unit_test(two_crossings_in_a_step_are_found),
      cmocka_unit_test(short_visits_are_found),
      cmocka_unit_test(touching_curves_have_no_points),
      cmocka_unit_test(jumps_are_no_crossings),
      cmocka_unit_test(angles_are_crossed_every_turn),
      cmocka_unit_test(everything_may_occur),
      cmocka_unit_test(run_notices_nothing),
  };
  return check_run(argc, argv, tests);
}
