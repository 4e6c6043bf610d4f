// Contacts of pairs under moreau: the same as contacts written one by one, found by a grid.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include <stdio.h>

// Balls in a box; the contacts of pairs are put in where %s stands.
static const char box[] = "model balls\n"
                          "const k = 4, m = 3\n"
                          "const n = k*m\n"
                          "param g = 9.81, r = 0.05, e = 0.5, mu = 0.3, W = k*0.12\n"
                          "coord x[1..n], y[1..n], th[1..n]\n"
                          "lagrangian (dot(x', x') + dot(y', y'))/2 + r^2/4*dot(th', th')\n"
                          "         - g*sum(i in 1..n: y[i])\n"
                          "for a in 1..k { for b in 1..m {\n"
                          "  contact floor[a,b]: y[(b-1)*k + a] >= r, restitution e,\n"
                          "    friction mu along x[(b-1)*k + a]' + r*th[(b-1)*k + a]'\n"
                          "  contact left[a,b]: x[(b-1)*k + a] >= r, restitution e\n"
                          "  contact right[a,b]: W - r >= x[(b-1)*k + a], restitution e\n"
                          "  init x[(b-1)*k + a] = 0.12*a - 0.06 + 0.004*sin(7*a + 3*b),\n"
                          "       y[(b-1)*k + a] = 0.12*b - 0.06\n"
                          "} }\n"
                          "let d(i, j) = [x[i] - x[j], y[i] - y[j]]\n"
                          "let slip(i, j) = (dot([d(i,j)[2], -d(i,j)[1]], d(i,j)'))/norm(d(i,j))\n"
                          "               - r*(th[i]' + th[j]')\n";

static const char pairs[] = "contact pair[i,j] for i < j in 1..n within 3*r in x, y:\n"
                            "  norm(d(i,j)) >= 2*r, restitution e, friction mu along slip(i,j)\n";
static const char singles[] = "for i in 1..n { for j in i+1..n {\n"
                              "  contact pair[i,j]: norm(d(i,j)) >= 2*r, restitution e,\n"
                              "    friction mu along slip(i,j)\n"
                              "} }\n";

static trial balls(const char *contacts, const char *set, double h) {
  char text[3000];
  snprintf(text, sizeof text, "%s%s", box, contacts);
  return trial_text(text, set, "moreau", h);
}

// pairs found by a grid move like contacts that are written one by one
static void pairs_are_contacts(void **state) {
  (void)state;
  trial a = balls(pairs, NULL, 1e-3), b = balls(singles, NULL, 1e-3);
  double x[2*trial_most], worst = 0;
  for (int i = 0; i < 150; i++) {
    trial_steps(&a, 1);
    trial_steps(&b, 1);
  }
  int n = noslip_run_count(a.run, NOSLIP_STATE);
  assert_true(n <= 2*trial_most);
  memcpy(x, noslip_run_values(a.run, NOSLIP_STATE), (size_t)n*sizeof *x);
  for (int i = 0; i < n; i++)
    worst = fmax(worst, fabs(x[i] - noslip_run_values(b.run, NOSLIP_STATE)[i]));
  print_message("pairs and single contacts differ by %.1e\n", worst);
  check_below(worst, 1e-9);
  check_below(noslip_energy(a.run), 1.9*9.81);  // they have bounced
  trial_close(&a);
  trial_close(&b);
}

// the most energy that a step creates on the way from the lattice to rest
static double most_gained(const char *set, double h, double T) {
  trial t = balls(pairs, set, h);
  double energy = noslip_energy(t.run), gained = 0;
  long n = (long)nearbyint(T/h);
  for (long i = 0; i < n; i++) {
    trial_steps(&t, 1);
    gained = fmax(gained, noslip_energy(t.run) - energy);
    energy = noslip_energy(t.run);
  }
  noslip_event_totals totals;
  noslip_run_event_totals(t.run, &totals);
  print_message("balls, %s, h = %g: energy %.6f, most gained in a step %.1e, work %.4f %.4f\n", set,
                h, energy, gained, totals.normal_work, totals.friction_work);
  check_below(totals.normal_work, -0.1);
  check_below(totals.largest_penetration, 1.5*h);  // h |u_N-|/2 at most
  for (int i = 1; i <= 12; i++) {
    char name[16];
    snprintf(name, sizeof name, "y[%d]", i);
    check_above(trial_value(&t, name), 0.05 - 1.5*h);
  }
  trial_close(&t);
  return gained;
}

// Impacts create no energy; what projections and sticking steps create falls faster than h.
static void balls_fall_and_bounce(void **state) {
  (void)state;
  double T = 1, fine = check_long() ? 1 : 0.4;  // they lie from about t = 0.6 on
  for (int k = 0; k < 3; k++) {
    char set[40];
    snprintf(set, sizeof set, "e=%g mu=%g", 0.4*k, 0.25*k);
    check_below(most_gained(set, 1e-3, T), 5e-4);
    check_below(most_gained(set, 2.5e-4, fine), 1e-4);
  }
}

// two ranges: three heavy discs on a line of small ones
static void two_ranges_meet(void **state) {
  (void)state;
  const char *text = "model ranges\n"
                     "coord x[1..5], y[1..5]\n"
                     "lagrangian (dot(x', x') + dot(y', y'))/2\n"
                     "contact hit[i,j] for i in 1..2, j in 3..5 within 1:\n"
                     "  norm([x[i] - x[j], y[i] - y[j]]) >= 0.2, restitution 1\n"
                     "init x = [0, 0, 1, 1, 1], y = [0, 3, 0, 3, 6], x[1]' = 1, x[2]' = 2\n";
  trial t = trial_text(text, NULL, "moreau", 0.01);
  trial_steps(&t, 100);
  check_near(trial_value(&t, "x[1]'"), 0, 1e-14);
  check_near(trial_value(&t, "x[3]'"), 1, 1e-14);
  check_near(trial_value(&t, "x[2]'"), 0, 1e-14);
  check_near(trial_value(&t, "x[4]'"), 2, 1e-14);
  check_near(trial_value(&t, "x[5]'"), 0, 1e-14);
  trial_close(&t);
}

static void other_methods_refuse_pairs(void **state) {
  (void)state;
  const char *text = "model two\ncoord x[1..2]\nlagrangian dot(x', x')/2\n"
                     "contact hit[i,j] for i < j in 1..2 within 1: (x[j] - x[i])^2 >= 0.04\n"
                     "init x[2] = 1\n";
  trial_refused(text, "rattle", "are for time stepping");
}

// the first words of the sentence with which a model is refused at its start
static void check_overlap(const char *text, const char *words) {
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  assert_int_equal(noslip_model_parse(c, "text", text, NULL, &m), NOSLIP_OK);
  noslip_run_options options = {.method = "moreau", .step = 0.01};
  assert_int_equal(noslip_run_new(c, m, &options, &r), NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(c), words);
  noslip_model_free(m);
  noslip_close(c);
}

// pairs that overlap at the start are named
static void overlapping_pairs_are_refused(void **state) {
  (void)state;
  check_overlap("model three\ncoord x[1..3]\nlagrangian dot(x', x')/2\n"
                "contact hit[i,j] for i < j in 1..3 within 1: (x[j] - x[i])^2 >= 0.04\n"
                "init x = [0, 1, 1.1]\n",
                "the gap of the contact `hit[2,3]` is -0.03 at the start");
}

// Coordinates that are not in a gap do not matter to it, nor do other gaps in larger units.
static void overlaps_have_no_unit(void **state) {
  (void)state;
#define WITH_PAIRS                                                    \
  "coord y, th, x[1..2]\nlagrangian (y'^2 + th'^2 + dot(x', x'))/2\n" \
  "contact hit[i,j] for i < j in 1..2 within 1: (x[j] - x[i])^2 >= 0.04\n"
  check_overlap("model far\n" WITH_PAIRS
                "contact floor: y >= 1\ninit x = [0, 1000], y = 1 - 1e-8\n",
                "the gap of the contact `floor` is -1e-08 at the start");
  check_overlap("model mixed\n" WITH_PAIRS "contact side: 1e-6*th >= 0\ncontact floor: y >= 1\n"
                "init x = [0, 1], y = 1 - 1e-6, th = -0.5\n",
                "the gap of the contact `side` is -5e-07 at the start");
  const char *touching =
      "model near\n" WITH_PAIRS "contact floor: y + 0.3 - 0.1*3 >= 0\ninit x = [0, 1]\n";
#undef WITH_PAIRS
  trial t = trial_text(touching, NULL, "moreau", 0.1);
  trial_close(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pairs_are_contacts),    cmocka_unit_test(balls_fall_and_bounce),
      cmocka_unit_test(two_ranges_meet),       cmocka_unit_test(overlapping_pairs_are_refused),
      cmocka_unit_test(overlaps_have_no_unit), cmocka_unit_test(other_methods_refuse_pairs),
  };
  return check_run(argc, argv, tests);
}
