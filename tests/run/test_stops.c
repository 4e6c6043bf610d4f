// Stops: conditions of a model that end a run.

#include "tests/support/trial.h"

#include <math.h>
#include <string.h>

// to the stop, and its name
static const char *go(trial *t, long most) {
  noslip_status status = noslip_advance(t->r, most);
  if (status != NOSLIP_STOPPED)
    check_fail("status %d: %s\n", (int)status, noslip_last_error(t->c));
  const char *name = noslip_run_stopped(t->r);
  assert_non_null(name);
  return name;
}

#define FALL "model fall\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\ninit y = 1, x' = 2\n"

// dla-mp is exact for a falling body: t = sqrt(2 y/g), and the run stands on the ground
static void time_is_known_to_rounding(void **state) {
  (void)state;
  trial t = trial_with(FALL "stop ground: y = 0 falling\n", "dla-mp", 0.01);
  assert_string_equal(go(&t, 1000), "ground");
  check_near(noslip_time(t.r), sqrt(2/9.81), 1e-15);
  check_near(noslip_value(t.r, "y"), 0, 1e-15);
  check_near(noslip_value(t.r, "x"), 2*sqrt(2/9.81), 1e-14);
  noslip_report report;
  noslip_run_report(t.r, &report);
  assert_int_equal(report.steps, 46);
  check_near(report.time, noslip_time(t.r), 0);
  trial_end(&t);
}

// no step leads on, and nothing moves
static void a_stopped_run_stands(void **state) {
  (void)state;
  trial t = trial_with(FALL "stop ground: y = 0 falling\n", "dla-mp", 0.01);
  go(&t, 1000);
  double time = noslip_time(t.r), x = noslip_value(t.r, "x");
  assert_int_equal(noslip_step(t.r), NOSLIP_STOPPED);
  assert_int_equal(noslip_advance(t.r, 3), NOSLIP_STOPPED);
  assert_true(noslip_time(t.r) == time && noslip_value(t.r, "x") == x);
  trial_end(&t);
}

// the first counts, in whichever order they stand; both lie in one step
static void first_of_several_counts(void **state) {
  (void)state;
  static const char *const texts[] = {
      FALL "stop late: x = 0.505 rising\nstop early: x = 0.503 rising\n",
      FALL "stop early: x = 0.503 rising\nstop late: x = 0.505 rising\n"};
  for (int i = 0; i < 2; i++) {
    trial t = trial_with(texts[i], "dla-mp", 0.01);
    assert_string_equal(go(&t, 100), "early");
    check_near(noslip_value(t.r, "x"), 0.503, 1e-15);
    trial_end(&t);
  }
}

// neither the start, nor the other direction, nor a crossing without its condition
static void others_do_not_count(void **state) {
  (void)state;
  static const char *const texts[] = {
      "model m\ncoord x\nlagrangian x'^2/2 - x^2/2\ninit x' = 1\nstop s: x = 0 rising\n",
      "model m\ncoord x\nlagrangian x'^2/2 - x^2/2\ninit x' = 1\nstop s: x = 0 both when t > 5\n"};
  static const double times[] = {2*3.141592653589793, 2*3.141592653589793};
  for (int i = 0; i < 2; i++) {
    trial t = trial_with(texts[i], "lobatto(4)", 0.1);
    go(&t, 100);
    check_near(noslip_time(t.r), times[i], 1e-9);
    trial_end(&t);
  }
}

// x = sin(t) is above 0.9985 between 1.516 and 1.626 only, and nodes are 1.5 and 2
static void two_crossings_in_a_step(void **state) {
  (void)state;
  trial t = trial_with("model m\ncoord x\nlagrangian x'^2/2 - x^2/2\ninit x' = 1\n"
                       "stop top: x = 0.9985 rising\n",
                       "lobatto(5)", 0.5);
  go(&t, 4);
  check_near(noslip_time(t.r), asin(0.9985), 1e-7);
  trial_end(&t);

  // the twin: a level that is not reached
  t = trial_with("model m\ncoord x\nlagrangian x'^2/2 - x^2/2\ninit x' = 1\n"
                 "stop top: x = 1.0001 rising\n",
                 "lobatto(5)", 0.5);
  trial_advance(&t, 20);
  assert_null(noslip_run_stopped(t.r));
  trial_end(&t);
}

// the nodes on the way are those of a run without a stop, to the last bit
static void nodes_are_left_alone(void **state) {
  (void)state;
  static const char *const methods[] = {"dla-mp", "lobatto(3)", "rk-gauss(2)", "index1",
                                        "compose(rattle, yoshida4)"};
#define SWING "model p\ncoord th: angle\nlagrangian th'^2/2 + cos(th)\ninit th = 1\n"
  for (int i = 0; i < 5; i++) {
    trial a =
        trial_with(SWING "stop never: th = 1.00001 rising\nstop end: th' = 0.5 rising when t > 6\n",
                   methods[i], 0.1);
    trial b = trial_with(SWING, methods[i], 0.1);
    while (noslip_step(a.r) == NOSLIP_OK) {
      trial_advance(&b, 1);
      assert_true(noslip_value(a.r, "th") == noslip_value(b.r, "th") &&
                  noslip_value(a.r, "th'") == noslip_value(b.r, "th'"));
    }
    assert_string_equal(noslip_run_stopped(a.r), "end");
    check_near(noslip_value(a.r, "th'"), 0.5, 1e-14);
    trial_end(&a);
    trial_end(&b);
  }
}

// a bead on a sphere leaves it where its multiplier is 0: cos = 2/3
static void multipliers_may_stop(void **state) {
  (void)state;
  trial t = trial_with("model bead\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
                       "holonomic sphere: x^2 + y^2 = 1 multiplier N\n"
                       "init x = sin(0.01), y = cos(0.01)\nstop off: N = 0 falling\n",
                       "lobatto(4)", 0.01);
  assert_string_equal(go(&t, 1000), "off");
  check_near(noslip_value(t.r, "y"), 2.0/3*cos(0.01), 1e-9);
  trial_end(&t);
}

static void rotations_may_stop(void **state) {
  (void)state;
  trial t = trial_with("model top\ncoord R: SO(3) velocity w\nlagrangian dot(w, w)/2\n"
                       "init w = [0, 0, 1]\nstop turned: R[1,1] = 0 falling\n",
                       "lobatto(3)", 0.1);
  go(&t, 100);
  check_near(noslip_time(t.r), 1.5707963267948966, 1e-5);  // order 4 of the method
  check_near(noslip_value(t.r, "R[1,1]"), 0, 1e-15);
  trial_end(&t);
}

// ---- contacts

#define BALL                                                                          \
  "model ball\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\ninit y = 1, x' = 1\n" \
  "contact floor: y >= 0, restitution 0.8\n"

// between events: the apex after the second impact
static void stops_beside_events(void **state) {
  (void)state;
  trial t = trial_with(BALL "stop apex: y' = 0 falling when y < 0.5\n", "lobatto(2)", 0.01);
  go(&t, 1000);
  double fall = sqrt(2/9.81);
  check_near(noslip_time(t.r), fall*(1 + 2*0.8 + 0.64), 1e-12);
  check_near(noslip_value(t.r, "y"), pow(0.8, 4), 1e-12);
  trial_end(&t);
}

// what would happen behind the stop in its step has not happened
static void events_behind_it_are_undone(void **state) {
  (void)state;
  static const char *const methods[] = {"lobatto(2)", "moreau"};
  for (int i = 0; i < 2; i++) {
    trial t = trial_with(BALL "stop near: x = 0.4512 rising\n", methods[i], 0.01);
    noslip_event e;
    go(&t, 1000);
    check_near(noslip_time(t.r), 0.4512, 1e-14);  // the floor is reached at 0.45152
    assert_false(noslip_run_event(t.r, 0, &e));
    trial_end(&t);
  }
  trial t = trial_with(BALL "stop near: x = 0.4516 rising\n", "lobatto(2)", 0.01);
  noslip_event e;
  go(&t, 1000);
  assert_true(noslip_run_event(t.r, 0, &e) && !noslip_run_event(t.r, 1, &e));
  trial_end(&t);
}

// contacts of pairs: at the first node behind it
static void pairs_stop_at_nodes(void **state) {
  (void)state;
  trial t = trial_with("model pile\ncoord x[1..3], y[1..3]\n"
                       "lagrangian (dot(x', x') + dot(y', y'))/2 - 9.81*sum(i in 1..3: y[i])\n"
                       "contact pair[i,j] for i < j in 1..3 within 2:\n"
                       "  norm([x[i] - x[j], y[i] - y[j]]) - 1 >= 0\n"
                       "init y = [1, 3, 5]\nstop low: y[1] = 0 falling\n",
                       "moreau", 0.01);
  go(&t, 100);
  check_near(noslip_time(t.r), 0.46, 1e-12);
  trial_end(&t);
}

// a motion that begins at t = 2 is the one from t = 0: its stop, and its last step
static void another_start_time_moves_all(void **state) {
  (void)state;
  static const char late[] = FALL "stop ground: y = 0 falling\ninit t = 2\n";
  noslip_run_options options = {.method = "dla-mp", .step = 0.01};
  trial a = trial_begin(FALL "stop ground: y = 0 falling\n", &options),
        b = trial_begin(late, &options);
  go(&a, 1000);
  go(&b, 1000);
  assert_non_null(noslip_run_stopped(b.r));
  check_near(noslip_time(b.r), 2 + noslip_time(a.r), 1e-14);
  trial_end(&a);
  trial_end(&b);

  options.until = 2.137;
  b = trial_begin(late, &options);
  trial_advance(&b, 13);
  assert_int_equal(noslip_finish(b.r), NOSLIP_OK);
  assert_true(noslip_time(b.r) == 2.137);
  check_near(noslip_run_rest(b.r), 0.007, 1e-14);
  trial_end(&b);
}

// ---- who does not stop

static void whole_steps_do_not_stop(void **state) {
  (void)state;
  trial t =
      trial_begin(FALL "stop ground: y = 0 falling\n",
                  &(noslip_run_options){.method = "dla-mp", .step = 0.01, .whole_steps = true});
  trial_advance(&t, 100);
  check_below(noslip_value(t.r, "y"), -1);
  assert_null(noslip_run_stopped(t.r));
  trial_end(&t);
  assert_null(noslip_run_stopped(NULL));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(time_is_known_to_rounding),    cmocka_unit_test(a_stopped_run_stands),
      cmocka_unit_test(first_of_several_counts),      cmocka_unit_test(others_do_not_count),
      cmocka_unit_test(two_crossings_in_a_step),      cmocka_unit_test(nodes_are_left_alone),
      cmocka_unit_test(multipliers_may_stop),         cmocka_unit_test(rotations_may_stop),
      cmocka_unit_test(stops_beside_events),          cmocka_unit_test(events_behind_it_are_undone),
      cmocka_unit_test(pairs_stop_at_nodes),          cmocka_unit_test(whole_steps_do_not_stop),
      cmocka_unit_test(another_start_time_moves_all),
  };
  return check_run(argc, argv, tests);
}
