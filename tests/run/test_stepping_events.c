// Events and forces of time stepping: events are those that are found from event to event, each at
// the end of its step; none of rounding; of pairs of bodies the same as of contacts that are written
// one by one.

#include "tests/run/contact_trial.h"

// incline, mu = 0.45, a force 12 sin(5t) along it: sticks, slides, reverses
static const char stick_slip[] = "model stick_slip\n"
                                 "param al = 0.4, mu = 0.45, g = 9.81\n"
                                 "coord x, z\n"
                                 "lagrangian (x'^2 + z'^2)/2 - g*sin(al)*x - g*cos(al)*z\n"
                                 "force x = 12*sin(5*t)\n"
                                 "contact slope: z >= 0, friction mu along x'\n";

// The same kinds and names in the same order; times within `late` steps of h, and not earlier than
// one step before.
static void check_same_events(trial *stepping, trial *located, double h, double late) {
  long count = noslip_run_event_count(located->run);
  assert_true(count > 0);
  assert_int_equal(noslip_run_event_count(stepping->run), count);
  for (long i = 0; i < count; i++) {
    noslip_event a, b;
    assert_true(noslip_run_event(stepping->run, i, &a) && noslip_run_event(located->run, i, &b));
    assert_string_equal(a.kind, b.kind);
    assert_string_equal(a.name, b.name);
    print_message("%s of %s: %.6f, found at %.6f\n", a.kind, a.name, a.time, b.time);
    check_above(a.time, b.time - h);
    check_below(a.time, b.time + late*h);
  }
}

static void friction_has_the_events_of_both_ways(void **unused) {
  (void)unused;
  double h = 0.0017;
  trial a = contact_text(stick_slip, NULL, "moreau", 2000*h, 2000);
  trial b = contact_text(stick_slip, NULL, "lobatto(3)", 2000*h, 2000);
  assert_true(contact_count(&a, "reverse") == 1 && contact_count(&a, "slip") == 3 &&
              contact_count(&a, "stick") == 2);
  // a slip that begins as t^2 passes what is rounding a step later or two
  check_same_events(&a, &b, h, 4);
  trial_close(&a);
  trial_close(&b);
}

static void models_have_the_events_of_both_ways(void **unused) {
  (void)unused;
  static const struct {
    const char *file;
    double T;
    long n;
    double late;  // of six impacts each adds up to two steps
  } list[] = {{"disk_hill.noslip", 1.1, 733, 3},  {"drum.noslip", 1, 733, 3},
              {"super_ball.noslip", 3, 1327, 12}, {"ladder.noslip", 1.5, 997, 3},
              {"hill.noslip", 1.2, 2903, 3},      {"block_slope.noslip", 1.5, 997, 3}};
  for (size_t i = 0; i < sizeof list/sizeof *list; i++) {
    trial a = contact_run(list[i].file, NULL, "moreau", list[i].T, list[i].n);
    trial b = contact_run(list[i].file, NULL, "lobatto(3)", list[i].T, list[i].n);
    check_same_events(&a, &b, list[i].T/(double)list[i].n, list[i].late);
    trial_close(&a);
    trial_close(&b);
  }
}

// the numbers of an impact: impulse and energies as from event to event, to order 1
static void impacts_have_impulse_and_energies(void **unused) {
  (void)unused;
  trial t = contact_run("super_ball.noslip", NULL, "moreau", 0.5, 5003);
  trial b = contact_run("super_ball.noslip", NULL, "lobatto(3)", 0.5, 503);
  noslip_event e = contact_event(&t, "impact", 0), known = contact_event(&b, "impact", 0);
  check_near(e.impulse, known.impulse, 1e-2);
  check_near(e.energy_before, known.energy_before, 1e-2);
  check_near(e.energy_after, known.energy_after, 1e-2);
  check_below(e.energy_after, e.energy_before - 10);
  trial_close(&t);
  trial_close(&b);
}

// a second clause has events of its own: the ball rolls, then it stops
static void further_clauses_have_rows(void **unused) {
  (void)unused;
  double h = 0.0037;
  trial t = contact_run("rolling_rest.noslip", NULL, "moreau", 600*h, 600);
  assert_int_equal(noslip_run_event_count(t.run), 2);
  noslip_event first = contact_event(&t, "stick", 0), second = contact_event(&t, "stick", 1);
  assert_string_equal(first.name, "table");
  assert_string_equal(second.name, "table.t2");
  check_near(first.time, 0.1102019450643, h);
  check_near(second.time, 2.0387359836901, h);
  trial_close(&t);
}

// the force of a contact by its name in the output
static double force(trial *t, const char *name) {
  for (int i = 0; i < noslip_run_count(t->run, NOSLIP_MULTIPLIER); i++)
    if (strcmp(noslip_run_name(t->run, NOSLIP_MULTIPLIER, i), name) == 0)
      return noslip_run_values(t->run, NOSLIP_MULTIPLIER)[i];
  check_fail("there is no force `%s`\n", name);
  return (double)NAN;
}

// the forces of all clauses: while it slides and rolls, and at rest
static void further_clauses_have_forces(void **unused) {
  (void)unused;
  trial t = trial_file("rolling_rest.noslip", NULL, "moreau", 0.01);
  trial_steps(&t, 5);
  check_near(force(&t, "table"), 9.81, 1e-13);
  check_near(force(&t, "table.t[1]"), -0.3*9.81, 1e-13);
  check_near(force(&t, "table.t2[1]"), 0.01*9.81, 1e-14);
  trial_steps(&t, 300);
  check_near(force(&t, "table.t[1]"), 0, 1e-14);
  check_near(force(&t, "table.t2[1]"), 0, 1e-15);
  trial_close(&t);
}

// A slip of three components has the friction force in space: at right angles to the normal, and of
// the known length (m g/3) tan(th/2) = 3.27 (sqrt(3) - sqrt(2)).
static void whole_slips_have_forces_in_space(void **unused) {
  (void)unused;
  trial t = contact_run("pile.noslip", NULL, "moreau", 0.1, 10);
  double f[3], n[3], along = 0, length = 0;
  for (int k = 0; k < 3; k++) {
    char name[40];
    snprintf(name, sizeof name, "ad.t[%d]", k + 1);
    f[k] = force(&t, name);
    snprintf(name, sizeof name, "a[%d]", k + 1);
    n[k] = trial_value(&t, name);
    snprintf(name, sizeof name, "d[%d]", k + 1);
    n[k] -= trial_value(&t, name);
    along += f[k]*n[k];
    length += f[k]*f[k];
  }
  check_near(sqrt(length), 3.27*(sqrt(3) - sqrt(2)), 1e-10);
  check_near(along, 0, 1e-10);
  check_above(fabs(f[2]), 0.5);
  trial_close(&t);
}

// contacts of a heap that rests open and close by rounding, and bounce by rounding: no rows
static void rest_has_no_events(void **unused) {
  (void)unused;
  trial pile = contact_run("pile.noslip", NULL, "moreau", 2, 200);
  assert_int_equal(noslip_run_event_count(pile.run), 0);
  trial_close(&pile);
  trial stack = contact_run("stack.noslip", "n=4", "moreau", 2, 200);
  assert_int_equal(noslip_run_event_count(stack.run), 0);
  trial_close(&stack);
}

// boxes with restitution that fall onto each other, and lie: at rest nothing is reduced
static const char boxes[] =
    "model boxes\n"
    "param g = 9.81, mu = 0.4, e = 0.3\n"
    "coord x[1..2], z[1..2], th[1..2]\n"
    "lagrangian dot(x', x')/2 + dot(z', z')/2 + 5/96*dot(th', th')/1 - g*(z[1] + z[2])\n"
    "let C(k, s) = [x[k], z[k]] + [[cos(th[k]), -sin(th[k])], [sin(th[k]), cos(th[k])]]*"
    "[s/2, -1/4]\n"
    "for s in 1..2 {\n"
    "  contact ground[s]: C(1, 2*s - 3)[2] >= 0, restitution e, friction mu along C(1, 2*s - "
    "3)[1]'\n"
    "  contact upper[s]: C(2, 2*s - 3)[2] - z[1] - 1/4 >= 0, restitution e,\n"
    "    friction mu along C(2, 2*s - 3)[1]' - x[1]'\n"
    "}\n"
    "init z = [0.3, 0.9], th[2] = 0.1\n";

static void a_heap_comes_to_rest(void **unused) {
  (void)unused;
  trial t = trial_text(boxes, NULL, "moreau", 1e-3);
  trial_steps(&t, 4000);
  noslip_event_totals before, after;
  noslip_run_event_totals(t.run, &before);
  long counted = before.events;
  double moved = fabs(trial_value(&t, "z[2]'")) + fabs(trial_value(&t, "th[2]'"));
  assert_true(contact_count(&t, "impact") > 3 && contact_count(&t, "land") >= 4);
  check_below(moved, 1e-12);
  trial_steps(&t, 1000);
  noslip_run_event_totals(t.run, &after);
  assert_int_equal(after.events, counted);
  trial_close(&t);
}

// Kane and Levinson's rod
static const char rod[] = "model rod\nparam th0 = 49/52\ncoord x, z, th\n"
                          "let tip = [x - cos(th), z - sin(th)]\n"
                          "lagrangian (x'^2 + z'^2)/2 + th'^2/6\n"
                          "contact floor: tip[2] >= 0, restitution 1, friction 1 along tip[1]'\n"
                          "init th = th0, z = sin(th0) + 0.01, z' = -1, x' = 0.7\n";

// Kane and Levinson's rod: the factor stands where impulses do
static void reduced_restitution_has_its_factor(void **unused) {
  (void)unused;
  trial t = contact_text(rod, NULL, "moreau", 0.02, 200);
  assert_int_equal(noslip_run_event_count(t.run), 2);
  noslip_event hit = contact_event(&t, "impact", 0), reduced = contact_event(&t, "reduced", 0);
  assert_true(hit.time == reduced.time);
  check_near(reduced.impulse, 0.814085526497, 1e-3);
  check_near(reduced.energy_after, reduced.energy_before, 1e-14);
  trial_close(&t);
}

// In late passes of a step, from the eleventh on, a reduction stays. Its factor goes smoothly with the
// step, whatever number of passes that takes: 10 at 0.0575, 11 at 0.059, 12 at 0.0905.
static void reduced_restitution_counts_once(void **unused) {
  (void)unused;
  static const double steps[] = {0.0575, 0.059, 0.086, 0.0875, 0.089, 0.0905};
  for (int i = 0; i < 6; i++) {
    trial t = contact_text(rod, NULL, "moreau", steps[i], 1);
    noslip_event reduced = contact_event(&t, "reduced", 0);
    check_near(reduced.impulse, 0.8355774537 + (steps[i] - 0.0575)*0.405, 2e-4);
    trial_close(&t);
  }
}

// ---------------------------------------------------------------------------------------------
// pairs

static const char discs[] = "model discs\n"
                            "const n = 6\n"
                            "param g = 9.81, r = 0.05, e = 0.5, mu = 0.3\n"
                            "coord x[1..n], y[1..n], th[1..n]\n"
                            "lagrangian (dot(x', x') + dot(y', y'))/2 + r^2/4*dot(th', th')\n"
                            "         - g*sum(i in 1..n: y[i])\n"
                            "for i in 1..n {\n"
                            "  contact floor[i]: y[i] >= r, restitution e,\n"
                            "    friction mu along x[i]' + r*th[i]'\n"
                            "  init x[i] = 0.03*cos(5*i), y[i] = 0.12*i\n"
                            "}\n"
                            "let d(i, j) = [x[i] - x[j], y[i] - y[j]]\n"
                            "let u(i, j) = dot([d(i,j)[2], -d(i,j)[1]], d(i,j)')/norm(d(i,j))\n"
                            "           - r*(th[i]' + th[j]')\n";

// events of pairs are those of single contacts, in any order within a step
static void pairs_have_the_events_of_contacts(void **unused) {
  (void)unused;
  static const char pairs[] = "contact pair[i,j] for i < j in 1..n within 3*r in x, y:\n"
                              "  norm(d(i,j)) >= 2*r, restitution e, friction mu along u(i,j)\n";
  static const char singles[] = "for i in 1..n { for j in i+1..n {\n"
                                "  contact pair[i,j]: norm(d(i,j)) >= 2*r, restitution e,\n"
                                "    friction mu along u(i,j)\n} }\n";
  char text[3000];
  snprintf(text, sizeof text, "%s%s", discs, pairs);
  trial a = contact_text(text, NULL, "moreau", 0.3, 300);
  snprintf(text, sizeof text, "%s%s", discs, singles);
  trial b = contact_text(text, NULL, "moreau", 0.3, 300);
  long count = noslip_run_event_count(a.run), named = 0;
  assert_int_equal(count, noslip_run_event_count(b.run));
  assert_true(count > 15);
  for (long i = 0; i < count; i++) {
    noslip_event of_pairs, single;
    assert_true(noslip_run_event(a.run, i, &of_pairs) && noslip_run_event(b.run, i, &single));
    assert_string_equal(of_pairs.name, single.name);
    assert_string_equal(of_pairs.kind, single.kind);
    assert_true(of_pairs.time == single.time);
    check_near(of_pairs.impulse, single.impulse, 1e-7);
    check_near(of_pairs.energy_after, single.energy_after, 1e-7);
    named += strncmp(of_pairs.name, "pair[", 5) == 0;
  }
  print_message("%ld events, %ld of them of pairs\n", count, named);
  assert_true(named > 5);
  trial_close(&a);
  trial_close(&b);
}

// a pair that touches and is gone in the next step: it was let go
static void pairs_that_part_have_rows(void **unused) {
  (void)unused;
  static const char text[] =
      "model parting\ncoord x[1..2]\nlagrangian dot(x', x')/2\n"
      "force x[1] = where(t < 0.5, 1, -100)\nforce x[2] = where(t < 0.5, -1, 100)\n"
      "contact hit[i,j] for i < j in 1..2 within 1: abs(x[j] - x[i]) >= 0.2\ninit x = [0, 0.21]\n";
  trial t = contact_text(text, NULL, "moreau", 1, 100);
  noslip_event land = contact_event(&t, "land", 0), off = contact_event(&t, "off", 0);
  noslip_event_totals totals;
  noslip_run_event_totals(t.run, &totals);
  assert_true(totals.has_contacts && totals.events == 2);
  assert_int_equal(noslip_run_event_count(t.run), 2);
  assert_string_equal(land.name, "hit[1,2]");
  assert_string_equal(off.name, "hit[1,2]");
  check_near(land.time, 0.1, 0.011);
  check_near(off.time, 0.5, 0.021);
  assert_true(land.impulse > 0 && off.impulse == 0);
  trial_close(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(friction_has_the_events_of_both_ways),
      cmocka_unit_test(models_have_the_events_of_both_ways),
      cmocka_unit_test(impacts_have_impulse_and_energies),
      cmocka_unit_test(further_clauses_have_rows),
      cmocka_unit_test(further_clauses_have_forces),
      cmocka_unit_test(whole_slips_have_forces_in_space),
      cmocka_unit_test(rest_has_no_events),
      cmocka_unit_test(a_heap_comes_to_rest),
      cmocka_unit_test(reduced_restitution_has_its_factor),
      cmocka_unit_test(reduced_restitution_counts_once),
      cmocka_unit_test(pairs_have_the_events_of_contacts),
      cmocka_unit_test(pairs_that_part_have_rows),
  };
  return check_run(argc, argv, tests);
}
