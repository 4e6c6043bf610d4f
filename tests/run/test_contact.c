// Contacts without friction, from event to event: times of take-off and landing, impacts, orders,
// what is refused.

#include "tests/run/contact_trial.h"

static const char *const methods[] = {"rattle",
                                      "compose(euler-true, symmetric)",
                                      "compose(euler-true, suzuki4)",
                                      "compose(rattle, suzuki4)",
                                      "lobatto(3)",
                                      "spark(2)",
                                      "gonzalez",
                                      "index1"};
enum { nmethod = sizeof methods/sizeof *methods };

// ---- the bouncing ball

static const double g = 9.81;

// t_1 = sqrt(2/g), t_(k+1) = t_k + 2 e^k t_1, whatever the method: flight is exact
static void check_bounces(trial *t, double e, long count, double allowed) {
  double first = sqrt(2/g), at = first, between = 2*e*first;
  for (long k = 0; k < count; k++) {
    check_near(contact_event(t, "impact", k).time/at, 1, allowed);
    at += between;
    between *= e;
  }
}

static void a_ball_bounces_in_time(void **unused) {
  (void)unused;
  for (int i = 0; i < nmethod; i++) {
    trial t = contact_run("bouncing_ball.noslip", NULL, methods[i], 2, 40);
    assert_int_equal(contact_count(&t, "impact"), 20);
    assert_int_equal(contact_count(&t, "land"), 1);
    check_bounces(&t, 0.5, 20, strcmp(methods[i], "index1") == 0 ? 1e-9 : 1e-14);
    check_near(contact_event(&t, "land", 0).time, 1.35457092295719, 2e-6);
    check_below(fabs(trial_value(&t, "y")), 1e-15);
    trial_close(&t);
  }
}

static void a_lively_ball_bounces_in_time(void **unused) {
  (void)unused;
  trial t = contact_run("bouncing_ball.noslip", "e=0.9", "compose(euler-true, symmetric)", 9, 180);
  assert_true(contact_count(&t, "impact") >= 152);
  check_bounces(&t, 0.9, 152, 1e-12);
  check_near(contact_event(&t, "land", 0).time, 8.57894917872889, 2e-6);
  trial_close(&t);
}

// Thousands of bounces in the last step. Of those that are lower than 1e-12 of the size a node may
// change one: they all last sqrt(8e-12/g)/(1 - e).
static void bounces_pile_up(void **unused) {
  (void)unused;
  static const double e[] = {0.99, 0.999};
  for (int i = 0; i < 2; i++) {
    char settings[20];
    double end = sqrt(2/g)*(1 + e[i])/(1 - e[i]), left = sqrt(8e-12/g)/(1 - e[i]);
    snprintf(settings, sizeof settings, "e=%g", e[i]);
    trial t = contact_run("bouncing_ball.noslip", settings, "rattle", end + 1, lround(20*end));
    check_above((double)contact_count(&t, "impact"), i == 0 ? 1400 : 13000);
    check_near(contact_event(&t, "land", 0).time, end, 2*left);
    trial_close(&t);
  }
  trial t = trial_file("bouncing_ball.noslip", "e=0.9999 y=1e-4", "rattle", 100);
  assert_int_equal(noslip_step(t.run), NOSLIP_ERROR_STEP);
  check_text(noslip_last_error(t.context),
             "more than 20000 events in one step, the last of them of "
             "the contact `floor`");
  check_text(noslip_last_error(t.context), "take a smaller restitution, a shorter step, or the "
                                           "method moreau");
  trial_close(&t);
}

// A mass in a trough whose walls lean outwards: after bounces on one wall it slides down and strikes
// the other, again and again. It comes to rest on both.
static void corners_come_to_rest(void **unused) {
  (void)unused;
  static const char text[] = "model trough\nparam al = 1.2, e = 0.8\ncoord x, y\n"
                             "lagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
                             "contact left: y*sin(al) + x*cos(al) >= 0, restitution e\n"
                             "contact right: y*sin(al) - x*cos(al) >= 0, restitution e\n"
                             "init x = 0.1, y = 1\n";
  static const char *const settings[] = {"al=0.9 e=0.8", "al=1.2 e=0.5", "al=1.2 e=0.8",
                                         "al=1.4 e=0.8", "al=0.4 e=0.95"};
  static const double until[] = {6, 7, 9, 44, 11};
  for (int i = 0; i < 10; i++) {
    trial t = contact_text(text, settings[i/2], i % 2 ? "rattle" : "lobatto(3)", until[i/2],
                           lround(until[i/2]/0.02));
    const double *force = noslip_run_values(t.run, NOSLIP_MULTIPLIER);
    check_near(force[0], force[1], 1e-9*force[0]);
    check_above(force[0], 4);
    check_below(fabs(trial_value(&t, "x")) + fabs(trial_value(&t, "y")), 1e-10);
    check_below(trial_report(&t).constraint_scaled_error, 1e-13);
    trial_close(&t);
  }
}

// the twin: another restitution is noticed at the second impact
static void another_restitution_is_noticed(void **unused) {
  (void)unused;
  trial t = contact_run("bouncing_ball.noslip", "e=0.50001", "rattle", 2, 40);
  check_above(fabs(contact_event(&t, "impact", 1).time - 3*0.5*sqrt(2/g) - 0.5*sqrt(2/g)),
              1e-6);
  trial_close(&t);
}

static void nothing_is_lost_with_restitution_one(void **unused) {
  (void)unused;
  long bounces = 100000/check_share(50);
  trial t = trial_file("bouncing_ball.noslip", "e=1", "compose(euler-true, symmetric)", 0.05);
  while (noslip_run_event_count(t.run) < bounces)
    trial_steps(&t, 20);
  noslip_report r = trial_report(&t);
  assert_true(r.energy_is_invariant);
  check_below(r.energy_max_error/9.81, 4e-16*(double)bounces);  // a random walk stays below
  check_below(r.energy_max_error/9.81, 1e-12);
  trial_close(&t);
}

// ---- take-off and landing

static const double hill_off = 0.754238838002552, hill_land = 0.979164120596628;

static void check_hill(const char *method, double order, long n, double slack) {
  double off[3], land[3];
  for (int i = 0; i < 3; i++, n *= 2) {
    trial t = contact_run("hill.noslip", NULL, method, 1, n);
    off[i] = fabs(contact_event(&t, "off", 0).time - hill_off);
    land[i] = fabs(contact_event(&t, "land", 0).time - hill_land);
    assert_int_equal(noslip_run_event_count(t.run), 2);
    check_below(trial_report(&t).constraint_scaled_error, 1e-13);
    trial_close(&t);
  }
  contact_order(off, 3, order, slack);
  contact_order(land, 3, order, slack);
}

static void events_have_the_order_of_the_method(void **unused) {
  (void)unused;
  check_hill("rattle", 2, 40, 0.1);
  check_hill("compose(euler-true, symmetric)", 2, 40, 0.1);
  check_hill("compose(euler-true, suzuki4)", 4, 40, 0.2);
  check_hill("lobatto(3)", 4, 40, 0.3);
}

// errors as published for these steps
static void a_hill_is_left_in_time(void **unused) {
  (void)unused;
  trial t = contact_run("hill.noslip", NULL, "compose(euler-true, symmetric)", 1, 40);
  check_near(contact_event(&t, "off", 0).time - hill_off, 2.74e-4, 1e-6);
  check_near(contact_event(&t, "land", 0).time - hill_land, 3.38e-4, 1e-6);
  trial_close(&t);
  t = contact_run("hill.noslip", NULL, "compose(euler-true, suzuki4)", 1, 40);
  check_near(contact_event(&t, "off", 0).time - hill_off, 4.54e-8, 1e-10);
  check_near(contact_event(&t, "land", 0).time - hill_land, 4.21e-8, 1e-10);
  trial_close(&t);
  t = contact_run("hill.noslip", NULL, "euler-true", 1, 40);  // of order 1, in flight symmetric
  check_near(fabs(contact_event(&t, "off", 0).time - hill_off), 8.6e-3, 2e-4);
  assert_string_equal(trial_report(&t).method, "euler-true");
  trial_close(&t);
}

static void rolling_ends_with_the_contact(void **unused) {
  (void)unused;
  trial t = contact_run("ball_off_sphere.noslip", NULL, "compose(euler-true, suzuki4)", 1.2, 60);
  check_near(contact_event(&t, "off", 0).time, 0.994550473045,
             1e-12);  // as published for this step
  check_near(contact_event(&t, "off", 0).time, 0.994550464315, 1e-8);
  trial_close(&t);
  t = contact_run("ball_off_sphere.noslip", NULL, "lobatto(4)", 1.2, 60);
  check_near(contact_event(&t, "off", 0).time, 0.994550464315, 2e-12);
  trial_close(&t);
}

// psi is 0 on the whole way: both modes are right, and there is no chattering
static void grazing_does_not_chatter(void **unused) {
  (void)unused;
  for (int i = 0; i < nmethod; i++) {
    trial t = contact_run("parabola.noslip", NULL, methods[i], 1, 50);
    assert_true(noslip_run_event_count(t.run) <= 1);
    check_near(trial_value(&t, "x"), sqrt(g), 3e-3);
    check_near(trial_value(&t, "y"), -g/2, 1e-2);
    trial_close(&t);
  }
}

// faster than sqrt(g/k) it leaves at once, slower never
static void speed_decides_on_the_parabola(void **unused) {
  (void)unused;
  trial t = contact_run("parabola.noslip", "v0=3.2", "rattle", 1, 50);
  check_near(trial_value(&t, "x"), 3.2, 1e-13);
  check_near(trial_value(&t, "y"), -g/2, 1e-13);
  trial_close(&t);
  t = contact_run("parabola.noslip", "v0=3", "rattle", 1, 50);
  assert_int_equal(noslip_run_event_count(t.run), 0);
  check_below(fabs(trial_value(&t, "y") + pow(trial_value(&t, "x"), 2)/2), 1e-14);
  trial_close(&t);
}

// ---- friction that is not linear in the normal force

typedef struct jump {
  const char *settings;
  double closed, off, y1, y2;
  double allowed;  // of the place at t = 3 with this method and step
} jump;

static void jumps_on_the_cubic(void **unused) {
  (void)unused;
  static const jump jumps[] = {
      {"cf=0 e=0", 1.060467320347, 1.655577425329, -19.107785339817, -9.306069604947, 1e-7},
      {"cf=0 e=0.5", 1.438525, 1.655310775427, -18.948451242198, -9.323278481238, 3e-7},
      {"cf=0.1 e=0", 1.060467320347, 1.690553028616, -17.554639476047, -8.943342174692, 4e-6},
      {"cf=0.1 e=0.5", 1.438525, 1.659939171611, -18.622610789574, -9.284159228663, 1e-5},
  };
  for (size_t i = 0; i < sizeof jumps/sizeof *jumps; i++) {
    const jump *j = &jumps[i];
    trial t =
        contact_run("teflon_contact.noslip", j->settings, "compose(euler-true, suzuki4)", 3, 120);
    assert_true(contact_count(&t, "impact") == (strstr(j->settings, "e=0.5") ? 17 : 0));
    check_near(contact_event(&t, "land", 0).time, j->closed, 3e-6);
    check_near(contact_event(&t, "off", 0).time, j->off, 3e-7);
    check_near(trial_value(&t, "y1"), j->y1, j->allowed);
    check_near(trial_value(&t, "y2"), j->y2, j->allowed);
    trial_close(&t);
  }
}

static void a_ski_jump_lands(void **unused) {
  (void)unused;
  trial t = contact_run("ski_jump.noslip", "cf=0", "compose(euler-true, suzuki4)", 2, 400);
  check_near(contact_event(&t, "off", 0).time, 0.3707292628286, 3e-9);
  check_near(contact_event(&t, "land", 0).time, 1.4241595104946, 1e-8);
  check_near(trial_value(&t, "x"), 3.5763817059574, 2e-6);
  trial_close(&t);
  t = contact_run("ski_jump.noslip", NULL, "compose(euler-true, suzuki4)", 2, 400);
  check_near(contact_event(&t, "off", 0).time, 0.4410399492297, 2e-8);
  check_near(contact_event(&t, "land", 0).time, 1.3944605303630, 2e-8);
  check_near(trial_value(&t, "x"), 4.8349736527429, 1e-6);
  trial_close(&t);
}

// ---- short bounces, other constraints, other forms

// Both crossings of a bounce within one step: a pebble that is thrown up by a bump of the ground.
static const char pebble[] = "model pebble\nparam e = 0.5\ncoord y\nlagrangian y'^2/2 - 9.81*y\n"
                             "contact ground: y >= 0, restitution e\ninit y' = 0.1\n";

static void short_bounces_are_found(void **unused) {
  (void)unused;
  trial t = contact_text(pebble, NULL, "rattle", 0.1, 1);  // lands at 0.0204
  check_near(contact_event(&t, "impact", 0).time, 0.2/g, 1e-15);
  check_near(contact_event(&t, "impact", 1).time, 0.3/g, 1e-15);
  trial_close(&t);
}

// a wall that is touched between two nodes, with the gap open at both
static void dips_between_nodes_are_found(void **unused) {
  (void)unused;
  static const char text[] = "model dip\ncoord y\nlagrangian y'^2/2 + y\n"
                             "contact wall: y + 0.45 >= 0, restitution 1\ninit y' = -1\n";
  trial t = contact_text(text, NULL, "rattle", 2, 1);  // its lowest place would be -0.5 at t = 1
  assert_int_equal(contact_count(&t, "impact"), 1);
  check_near(contact_event(&t, "impact", 0).time, 1 - sqrt(0.1), 1e-14);
  trial_close(&t);
}

// a pendulum that strikes a wall: the rod takes part in the impact
static void constraints_take_part_in_impacts(void **unused) {
  (void)unused;
  static const char text[] = "model striker\nparam e = 0.5\ncoord x, y\n"
                             "lagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
                             "holonomic rod: x^2 + y^2 = 1\ncontact wall: x >= 0, restitution e\n"
                             "init x = 0.6, y = -0.8\n";
  trial t = contact_text(text, NULL, "compose(rattle, suzuki4)", 1, 200);
  noslip_event hit = contact_event(&t, "impact", 0);
  double speed = sqrt(2*g*0.2);
  check_near(hit.energy_before, -0.8*g, 1e-8);
  check_near(hit.energy_after, -g + 0.25*g*0.2, 1e-8);
  check_near(hit.impulse, 1.5*speed, 1e-7);
  check_below(trial_report(&t).constraint_scaled_error, 1e-13);
  trial_close(&t);
}

// the same by momenta, and on a group
static void forms_agree(void **unused) {
  (void)unused;
  static const char momenta[] = "model ball\ncoord y momentum p\nhamiltonian p^2/2 + 9.81*y\n"
                                "contact floor: y >= 0, restitution 0.5\ninit y = 1\n";
  static const char group[] = "model body\ncoord R: SO(3) velocity w, y\n"
                              "lagrangian dot(w, w)/2 + w[1]^2 + y'^2/2 - 9.81*y\n"
                              "contact floor: y >= 0, restitution 0.5\n"
                              "init y = 1, w = [1, 2, 3]\n";
  trial t = contact_text(momenta, NULL, "rattle", 2, 40);
  check_bounces(&t, 0.5, 20, 1e-14);
  trial_close(&t);
  t = contact_text(group, NULL, "lobatto(2)", 2, 40);
  check_bounces(&t, 0.5, 20, 1e-13);
  trial_close(&t);
}

// Newton's law for three touching balls, all at once, and one after the other where there are gaps
static void chains_of_balls(void **unused) {
  (void)unused;
  static const char text[] = "model cradle\nparam d = 0\ncoord x[1..3]\nlagrangian dot(x', x')/2\n"
                             "contact a: x[2] - x[1] - 1 >= 0, restitution 1\n"
                             "contact b: x[3] - x[2] - 1 >= 0, restitution 1\n"
                             "init x = [0, 2, 3 + d], x[1]' = 1\n";
  trial t = contact_text(text, NULL, "rattle", 2, 20);
  check_near(trial_value(&t, "x[1]'"), -1.0/3, 1e-14);
  check_near(trial_value(&t, "x[2]'"), 2.0/3, 1e-14);
  check_near(trial_value(&t, "x[3]'"), 2.0/3, 1e-14);
  trial_close(&t);
  t = contact_text(text, "d=1e-6", "rattle", 2, 20);
  check_near(trial_value(&t, "x[1]'"), 0, 1e-14);
  check_near(trial_value(&t, "x[2]'"), 0, 1e-14);
  check_near(trial_value(&t, "x[3]'"), 1, 1e-14);
  trial_close(&t);
}

// micrometres and hours: the same events
static void no_unit_matters(void **unused) {
  (void)unused;
  static const char *const settings[] = {"L=1 T=1", "L=1e6 T=1", "L=1e-9 T=1", "L=1 T=1e-6",
                                         "L=1 T=3600"};
  static const char text[] = "model ball\nparam L = 1, T = 1\ncoord y\n"
                             "lagrangian y'^2/2 - 9.81*L/T^2*y\n"
                             "contact floor: y >= 0, restitution 0.5\ninit y = L\n";
  for (size_t i = 0; i < sizeof settings/sizeof *settings; i++) {
    double T = strtod(strstr(settings[i], "T=") + 2, NULL);
    trial t = contact_text(text, settings[i], "rattle", 2*T, 40);
    assert_int_equal(contact_count(&t, "impact"), 20);
    check_near(contact_event(&t, "impact", 19).time/T, 1.35456920053119, 1e-12);
    assert_int_equal(contact_count(&t, "land"), 1);
    trial_close(&t);
  }
}

// ---- what is refused

static void bad_starts_are_refused(void **unused) {
  (void)unused;
  static const char ball[] = "model ball\ncoord y\nlagrangian y'^2/2 - y\ncontact floor: y >= 0\n";
  static const char rolls[] = "model disk\ncoord x, y, th\nlagrangian (x'^2 + y'^2 + th'^2)/2 - y\n"
                              "contact floor: y >= 0\nnonholonomic roll: x' = th', while floor\n";
  trial_refused(ball, "dla-mp", "`floor` is one");
  trial_refused(rolls, "moreau", "hold while a contact is closed, and `roll` is one");
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  noslip_start below = {"y", -0.1};
  noslip_run_options o = {.method = "rattle", .step = 0.1, .start = &below, .nstart = 1};
  assert_int_equal(noslip_model_parse(c, "text", ball, NULL, &m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(c, m, &o, &r), NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(c), "the gap of the contact `floor` is -0.1 at the start");
  o.project = true;
  assert_int_equal(noslip_run_new(c, m, &o, &r), NOSLIP_OK);
  check_below(fabs(noslip_value(r, "y")), 1e-16);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
}

// a step is not judged, and that is said
static void steps_are_not_judged(void **unused) {
  (void)unused;
  int count;
  trial t = contact_run("hill.noslip", NULL, "rattle", 0.5, 50);
  assert_int_equal(noslip_run_judge(t.run, &count), NOSLIP_OK);
  assert_string_equal(noslip_run_verdict(t.run, 0)->what, "step");
  assert_int_equal(noslip_run_verdict(t.run, 0)->word, NOSLIP_VERDICT_NOT_MEASURED);
  trial_close(&t);
}

// An impact of the first instant: the energy at the start is that before it.
static void energy_at_the_start_is_before_its_impact(void **unused) {
  (void)unused;
  static const char *const names[] = {"lobatto(3)", "moreau"};
  for (int i = 0; i < 2; i++) {
    noslip_report report;
    trial t = contact_text("model strikes\ncoord y\nlagrangian y'^2/2\n"
                           "contact floor: y >= 0, restitution 0.5\ninit y' = -3\n",
                           NULL, names[i], 0.1, 10);
    noslip_run_report(t.run, &report);
    check_near(report.energy_initial, 4.5, 0);
    check_near(noslip_energy(t.run), 1.125, 1e-15);
    check_near(report.energy_max_error, 3.375, 1e-15);
    trial_close(&t);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(energy_at_the_start_is_before_its_impact),
      cmocka_unit_test(a_ball_bounces_in_time),
      cmocka_unit_test(a_lively_ball_bounces_in_time),
      cmocka_unit_test(bounces_pile_up),
      cmocka_unit_test(corners_come_to_rest),
      cmocka_unit_test(another_restitution_is_noticed),
      cmocka_unit_test(nothing_is_lost_with_restitution_one),
      cmocka_unit_test(events_have_the_order_of_the_method),
      cmocka_unit_test(a_hill_is_left_in_time),
      cmocka_unit_test(rolling_ends_with_the_contact),
      cmocka_unit_test(grazing_does_not_chatter),
      cmocka_unit_test(speed_decides_on_the_parabola),
      cmocka_unit_test(jumps_on_the_cubic),
      cmocka_unit_test(a_ski_jump_lands),
      cmocka_unit_test(short_bounces_are_found),
      cmocka_unit_test(dips_between_nodes_are_found),
      cmocka_unit_test(constraints_take_part_in_impacts),
      cmocka_unit_test(forms_agree),
      cmocka_unit_test(chains_of_balls),
      cmocka_unit_test(no_unit_matters),
      cmocka_unit_test(bad_starts_are_refused),
      cmocka_unit_test(steps_are_not_judged),
  };
  return check_run(argc, argv, tests);
}
