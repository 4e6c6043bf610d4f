// Contacts that are given wrongly, or go wrong on the way: starts inside of each other, coefficients
// of friction that are none, laws that a method does not treat, forces that are not unique.

#include "tests/run/contact_trial.h"

static const char euler2[] = "compose(euler-true, symmetric)";

// a model and a run of it; NULL with the words of the failure if there is none
typedef struct attempt {
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;
} attempt;

static attempt begin(const char *text, const char *method, bool project) {
  attempt a = {.context = noslip_open(NULL)};
  noslip_run_options o = {.method = method, .step = 0.1, .project = project};
  assert_int_equal(noslip_model_parse(a.context, "text", text, NULL, &a.model), NOSLIP_OK);
  if (noslip_run_new(a.context, a.model, &o, &a.run) != NOSLIP_OK)
    a.run = NULL;
  return a;
}

static void end(attempt *a) {
  noslip_run_free(a->run);
  noslip_model_free(a->model);
  noslip_close(a->context);
}

// a run that ends with these words, or does not begin
static void check_stops(const char *text, const char *method, const char *words) {
  attempt a = begin(text, method, false);
  for (int k = 0; k < 20 && a.run; k++)
    if (noslip_step(a.run) != NOSLIP_OK)
      break;
  check_text(noslip_last_error(a.context), words);
  end(&a);
}

// ---- starts

static void write_ball(char *text, size_t size, double y, double v) {
  snprintf(text, size,
           "model ball\ncoord y\nlagrangian y'^2/2 - 9.81*y\n"
           "contact floor: y >= 0, restitution 0.5\ninit y = %g, y' = %g\n",
           y, v);
}

// at rest, falling and rising: put onto the floor, with the velocity as it is
static void bodies_inside_are_moved_out(void **unused) {
  (void)unused;
  static const double speeds[] = {0, -1, 1};
  static const char *const methods[] = {"rattle", "moreau"};
  char text[300];
  for (int k = 0; k < 6; k++) {
    double v = speeds[k/2];
    bool stepping = k % 2 == 1;
    write_ball(text, sizeof text, -0.1, v);
    attempt a = begin(text, methods[k % 2], false);
    assert_null(a.run);
    check_text(noslip_last_error(a.context), "must not be negative");
    end(&a);
    a = begin(text, methods[k % 2], true);
    assert_non_null(a.run);
    check_below(fabs(noslip_value(a.run, "y")), 1e-15);
    check_near(noslip_value(a.run, "y'"), v < 0 && !stepping ? 0.5 : v, 1e-15);
    assert_int_equal(noslip_step(a.run), NOSLIP_OK);
    check_above(noslip_value(a.run, "y"), stepping ? -0.1/2 - 1e-12 : -1e-15);
    end(&a);
  }
}

// where one is moved out, it may come into the next
static void neighbours_are_moved_too(void **unused) {
  (void)unused;
  static const char text[] = "model row\ncoord x[1..3]\nlagrangian dot(x', x')/2\n"
                             "contact a: x[2] - x[1] >= 1\ncontact b: x[3] - x[2] >= 1\n"
                             "init x = [0, 0.8, 1.85]\n";
  attempt a = begin(text, "rattle", true);
  assert_non_null(a.run);
  check_near(noslip_value(a.run, "x[2]") - noslip_value(a.run, "x[1]"), 1, 1e-14);
  check_above(noslip_value(a.run, "x[3]") - noslip_value(a.run, "x[2]"), 1 - 1e-14);
  end(&a);
}

// ---- friction

#define SLIDER                                    \
  "model slider\ncoord x, y, th\n"                \
  "lagrangian (x'^2 + y'^2 + th'^2)/2 - 9.81*y\n" \
  "init x' = 3, th' = 1\n"

static void coefficients_of_friction_are_checked(void **unused) {
  (void)unused;
  check_stops(SLIDER "contact floor: y >= 0, friction 0.35 - t along x'\n", euler2,
              "the coefficient of friction of the contact `floor` is -0.05 at t = 0.4");
  check_stops(SLIDER "contact floor: y >= 0, friction x - 1 along x'\n", euler2,
              "the coefficient of friction of the contact `floor` is -1 at t = 0");
  check_stops(SLIDER "contact floor: y >= 0, friction 0.35 - t along x'\n", "moreau",
              "coefficient is negative or not finite");
}

// the run stands where the step began, at a node, when a coefficient is found to be none
static void a_step_that_fails_is_not_taken(void **unused) {
  (void)unused;
  attempt a = begin(SLIDER "contact floor: y >= 0, friction 0.35 - t along x'\n", euler2, false);
  assert_non_null(a.run);
  while (noslip_step(a.run) == NOSLIP_OK)
    continue;
  check_near(noslip_time(a.run), 0.3, 1e-15);
  end(&a);
}

// Forces and gaps that are not defined everywhere: the run ends at the last node where they are.
static void what_is_not_finite_ends_a_run(void **unused) {
  (void)unused;
  static const struct {
    const char *text, *words;
  } list[] = {
      {"lagrangian (x'^2 + y'^2)/2 - 9.81*y + 1e-3*sqrt(0.52 - x)\ncontact floor: y >= 0\n",
       "`x` would no longer be finite"},
      {"lagrangian (x'^2 + y'^2)/2 - 9.81*y\ncontact floor: y + 1e-9*sqrt(0.52 - x) >= 0\n",
       "not finite"},
      {"lagrangian (x'^2 + y'^2)/2 - 9.81*y\ncontact floor: y >= 0\n"
       "contact wall: 1 + sqrt(0.52 - x) >= 0\n",
       "not finite"},
  };
  char text[300];
  for (int k = 0; k < 3; k++) {
    snprintf(text, sizeof text, "model m\ncoord x, y\n%sinit x' = 1\n", list[k].text);
    attempt a = begin(text, "moreau", false);
    assert_non_null(a.run);
    for (int i = 0; i < 20 && noslip_step(a.run) == NOSLIP_OK; i++)
      continue;
    check_text(noslip_last_error(a.context), list[k].words);
    check_near(noslip_time(a.run), 0.5, 1e-15);
    check_near(noslip_value(a.run, "x"), 0.5, 1e-3);
    end(&a);
  }
}

// each contact is looked at, not the first alone
static void laws_of_all_contacts_count(void **unused) {
  (void)unused;
  static const char text[] =
      SLIDER "contact wall: x + 1 >= 0, friction 0.1 along y'\n"
             "contact floor: y >= 0, friction 0.3 along x', friction 5 along th'\n";
  trial_refused(text, euler2, "treats one law of friction of a contact, and `floor` has 2");
  trial t = contact_text(text, NULL, "moreau", 1, 10);
  check_below(fabs(trial_value(&t, "th'")), 1e-14);
  trial_close(&t);
}

// a constraint that holds the same: how much of the weight the contact carries is not known
static void forces_that_constraints_may_carry_are_refused(void **unused) {
  (void)unused;
  check_stops(SLIDER "holonomic rail: y = 0\ncontact floor: y >= 0, friction 0.3 along x'\n",
              euler2, "are not unique");
}

// ---- slips of three components: no values beyond their arrays

static void whole_slips_have_finite_forces(void **unused) {
  (void)unused;
  trial t = contact_run("pile.noslip", NULL, "moreau", 0.1, 10);
  int count = noslip_run_count(t.run, NOSLIP_MULTIPLIER);
  assert_true(count > 9);
  for (int i = 0; i < count; i++)
    assert_true(isfinite(noslip_run_values(t.run, NOSLIP_MULTIPLIER)[i]));
  trial_close(&t);
}

// ---- slips that are none

// no velocity in it where the run is, the normal velocity again, or two that are one
static void slips_that_do_not_depend_on_velocities_are_refused(void **unused) {
  (void)unused;
  static const char *const slips[] = {"y*x'", "2*y'", "[x', 3*x']"};
  char text[400];
  for (int k = 0; k < 3; k++) {
    snprintf(text, sizeof text, SLIDER "contact floor: y >= 0, friction 0.3 along %s\n", slips[k]);
    check_stops(
        text, "moreau",
        "gap and slip velocity of the contact `floor` do not depend on the velocities here, "
        "or not in different ways\n  look at its gap and at what stands after `along`");
  }
  check_stops(SLIDER "contact floor: y >= 0, friction 0.3 along [x', th', th']\n", "moreau",
              "the gap of the contact `floor` and the velocity after `along` do not belong to the "
              "same contact point");
  // without friction it is no slip
  trial t =
      contact_text(SLIDER "contact floor: y >= 0, friction 0 along x*x'\n", NULL, "moreau", 1, 10);
  check_near(trial_value(&t, "x'"), 3, 0);
  trial_close(&t);
}

// the same from event to event: the other method could not, either
static void rows_that_are_none_are_refused(void **unused) {
  (void)unused;
  static const char *const contacts[] = {"y >= 0, friction 0.3 along 2*y'",
                                         "y >= 0, friction 0.3 along y*x'", "y^2 >= 0",
                                         "y >= 0, friction 0.3 along [x', 3*x']"};
  char text[400];
  for (int k = 0; k < 4; k++) {
    snprintf(text, sizeof text, SLIDER "contact floor: %s\n", contacts[k]);
    attempt a = {.context = noslip_open(NULL)};
    noslip_run_options o = {.method = "lobatto(3)", .step = 0.1};
    assert_int_equal(noslip_model_parse(a.context, "text", text, NULL, &a.model), NOSLIP_OK);
    assert_int_equal(noslip_run_new(a.context, a.model, &o, &a.run), NOSLIP_ERROR_MODEL);
    a.run = NULL;
    end(&a);
    check_stops(
        text, "lobatto(3)",
        "gap and slip velocity of the contact `floor` do not depend on the velocities here, "
        "or not in different ways");
  }
}

// A constraint of positions that waits for a contact must hold where the contact closes: nothing is
// moved there. The twin comes down where it holds.
static void waiting_constraints_move_nothing(void **unused) {
  (void)unused;
  static const char text[] = "model rail\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
                             "contact floor: y >= 0\nholonomic rail: x = 0 while floor\n"
                             "init x = %.17g, y = 0.1, x' = %g\n";
  char moved[300];
  double fall = sqrt(0.2/9.81);
  snprintf(moved, sizeof moved, text, 0.0, 1.0);
  check_stops(moved, "lobatto(3)",
              "the contact `floor` closes at t = 0.1427843123, and the constraint `rail`, which "
              "holds while it is closed, is off by 0.1428 there\n  give the constraint for "
              "velocities, with `nonholonomic`, or friction");
  snprintf(moved, sizeof moved, text, -fall, 1.0);
  trial t = contact_text(moved, NULL, "lobatto(3)", 1, 10);
  check_near(trial_value(&t, "x"), 0, 1e-15);
  check_near(trial_value(&t, "x'"), 0, 1e-15);
  trial_close(&t);
}

// springs that a step does not resolve: the iteration has no end, and the remedy is said
static void stiff_forces_are_refused(void **unused) {
  (void)unused;
  check_stops("model stiff\ncoord x, z\nlagrangian (x'^2 + z'^2)/2 - 9.81*z - 1e6*x^2/2\n"
              "contact floor: z >= 0, friction 0.3 along x'\ninit x = 0.1\n",
              "moreau", "or forces are stiff: their periods must be longer than a few steps");
}

// ---- what the report says

static bool warns(trial *t, const char *words) {
  noslip_report report = trial_report(t);
  for (int i = 0; i < report.nwarning; i++)
    if (strstr(report.warnings[i], words))
      return true;
  return false;
}

// Painleve's rod: moving towards its tip it jams at once, the other way it slides; a body that is
// struck has a collision
static void jams_are_noted(void **unused) {
  (void)unused;
  static const char rod[] = "model rod\ncoord x, z, th\n"
                            "let tip = [x - cos(th), z - sin(th)]\n"
                            "lagrangian (x'^2 + z'^2)/2 + th'^2/6 - 9.81*z\n"
                            "contact floor: tip[2] >= 0, friction 1.6 along tip[1]'\n"
                            "init th = atan(2), z = sin(th)%s, x' = %g\n";
  static const struct {
    const char *above;
    double speed;
    bool jams;
  } list[] = {{"", -3, true}, {"", 3, false}, {" + 1e-3", 3, false}};
  char text[500];
  for (int k = 0; k < 3; k++) {
    snprintf(text, sizeof text, rod, list[k].above, list[k].speed);
    trial t = contact_text(text, NULL, "moreau", 0.03, 300);
    assert_true(warns(&t, "friction jams the contact `floor`: it has an impact without a "
                          "collision") == list[k].jams);
    trial_close(&t);
  }
}

// Instants at which forces are not unique are counted: boxes that stand on two corners with friction
// have four forces each for three coordinates; a ball touches in one point.
static void forces_that_are_not_unique_are_counted(void **unused) {
  (void)unused;
  noslip_event_totals totals;
  trial stack = contact_run("stack.noslip", "n=2", "moreau", 0.2, 20);
  noslip_run_event_totals(stack.run, &totals);
  assert_int_equal(totals.forces_not_unique, 20);
  trial_close(&stack);
  trial ball = contact_run("rolling_rest.noslip", NULL, "moreau", 0.2, 20);
  noslip_run_event_totals(ball.run, &totals);
  assert_int_equal(totals.forces_not_unique, 0);
  trial_close(&ball);
}

// how often forces were not unique
static long ambiguous(trial *t) {
  noslip_event_totals totals;
  noslip_run_event_totals(t->run, &totals);
  trial_close(t);
  return totals.forces_not_unique;
}

// Whether forces are unique depends neither on the step nor on rounding: a pile of four balls has 27
// forces for 24 coordinates at every instant, though some of them are rounding; a box on two corners has
// one too many when it does not slide any more, from t = 0.3/(mu g) = 0.061 on.
static void uniqueness_does_not_depend_on_rounding(void **unused) {
  (void)unused;
  static const char *const mu[] = {"mu=0.32", "mu=0.35", "mu=0.5"};
  const char *box = "model box\ncoord x, z, th\n"
                    "let C(a, b) = [x + cos(th)*a - sin(th)*b, z + sin(th)*a + cos(th)*b]\n"
                    "lagrangian (x'^2 + z'^2)/2 + th'^2/12 - 9.81*z\n"
                    "contact a: C(-0.5, -0.5)[2] >= 0, friction 0.5 along C(-0.5, -0.5)[1]'\n"
                    "contact b: C(0.5, -0.5)[2] >= 0, friction 0.5 along C(0.5, -0.5)[1]'\n"
                    "init z = 0.5, x' = 0.3\n";
  for (int i = 0; i < 3; i++) {
    trial pile = contact_run("pile.noslip", mu[i], "moreau", 0.15, 14 + i);
    assert_int_equal(ambiguous(&pile), 14 + i);
    trial sliding = contact_text(box, NULL, "moreau", 0.06, 6 + 3*i);
    assert_int_equal(ambiguous(&sliding), 0);
    trial stopped = contact_text(box, NULL, "moreau", 0.12, 12);
    assert_int_equal(ambiguous(&stopped), 6);
  }
}

// A body between two sides cannot bounce: its restitution is lost. That this was tried first says
// nothing of the impulses, which are exact.
static void trials_that_fail_are_not_reported(void **unused) {
  (void)unused;
  trial t = contact_text("model slot\ncoord y\nlagrangian y'^2/2 - 9.81*y\n"
                         "contact floor: y >= 0, restitution 1\n"
                         "contact roof: -y >= 0, restitution 1\ninit y' = 1\n",
                         NULL, "moreau", 0.1, 10);
  assert_false(warns(&t, "of the velocities only"));
  assert_int_equal(contact_count(&t, "reduced"), 1);
  assert_true(contact_count(&t, "land") > 0);
  check_near(trial_value(&t, "y'"), 0, 0);
  trial_close(&t);
}

// ---- events

// a table that falls faster than the ball: it lands and is let go, with a row for each
static void releases_have_rows(void **unused) {
  (void)unused;
  static const char text[] = "model table\ncoord y\nlagrangian y'^2/2 - 9.81*y\n"
                             "contact table: y - 0.1*sin(30*t) >= 0\ninit y = 1\n";
  trial t = contact_text(text, NULL, "rattle", 0.5, 10);
  check_near(contact_event(&t, "off", 0).time, contact_event(&t, "land", 0).time, 0);
  trial_close(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bodies_inside_are_moved_out),
      cmocka_unit_test(neighbours_are_moved_too),
      cmocka_unit_test(coefficients_of_friction_are_checked),
      cmocka_unit_test(a_step_that_fails_is_not_taken),
      cmocka_unit_test(what_is_not_finite_ends_a_run),
      cmocka_unit_test(laws_of_all_contacts_count),
      cmocka_unit_test(forces_that_constraints_may_carry_are_refused),
      cmocka_unit_test(whole_slips_have_finite_forces),
      cmocka_unit_test(slips_that_do_not_depend_on_velocities_are_refused),
      cmocka_unit_test(rows_that_are_none_are_refused),
      cmocka_unit_test(waiting_constraints_move_nothing),
      cmocka_unit_test(stiff_forces_are_refused),
      cmocka_unit_test(jams_are_noted),
      cmocka_unit_test(forces_that_are_not_unique_are_counted),
      cmocka_unit_test(uniqueness_does_not_depend_on_rounding),
      cmocka_unit_test(trials_that_fail_are_not_reported),
      cmocka_unit_test(releases_have_rows),
  };
  return check_run(argc, argv, tests);
}
