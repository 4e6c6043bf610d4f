// What moreau keeps: bodies at rest, gaps, energy and momenta; and what it reports.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include <stdio.h>

// the largest of the velocities of a run: names that end with a prime, and body velocities w
static double speed(trial *t) {
  double largest = 0;
  int count = noslip_run_count(t->run, NOSLIP_STATE);
  const double *x = noslip_run_values(t->run, NOSLIP_STATE);
  for (int i = 0; i < count; i++) {
    const char *name = noslip_run_name(t->run, NOSLIP_STATE, i);
    if (strchr(name, '\'') || name[0] == 'w')
      largest = fmax(largest, fabs(x[i]));
  }
  return largest;
}

// the multiplier of a contact
static double multiplier(trial *t, const char *label) {
  for (int i = 0; i < noslip_run_count(t->run, NOSLIP_MULTIPLIER); i++)
    if (strcmp(noslip_run_name(t->run, NOSLIP_MULTIPLIER, i), label) == 0)
      return noslip_run_values(t->run, NOSLIP_MULTIPLIER)[i];
  return (double)NAN;
}

// ---- rest

static void a_stack_stays_at_rest(void **state) {
  (void)state;
  trial t = trial_file("stack.noslip", NULL, "moreau", 0.01);
  double fastest = 0, off = 0, ground = 0;
  long n = 100000/check_share(200);
  for (long k = 0; k < n; k++) {
    trial_steps(&t, 1);
    fastest = fmax(fastest, speed(&t));
  }
  for (int i = 1; i <= 10; i++) {
    char x[16], z[16], th[16];
    snprintf(x, sizeof x, "x[%d]", i);
    snprintf(z, sizeof z, "z[%d]", i);
    snprintf(th, sizeof th, "th[%d]", i);
    off = fmax(off, fabs(trial_value(&t, z) - 0.5*(i - 0.5)));
    off = fmax(off, fmax(fabs(trial_value(&t, x)), fabs(trial_value(&t, th))));
  }
  ground = multiplier(&t, "ground[1]") + multiplier(&t, "ground[2]");
  print_message("stack, %ld steps: speed %.1e, moved %.1e, ground %.15g\n", n, fastest, off,
                ground);
  check_below(fastest, 1e-12);
  check_below(off, 1e-12);
  check_near(ground, 98.1, 1e-10);
  trial_close(&t);
}

static void a_pile_stands_if_friction_holds_it(void **state) {
  (void)state;
  trial t = trial_file("pile.noslip", "mu=0.32", "moreau", 0.01);
  trial_steps(&t, 100);
  check_below(speed(&t), 1e-14);
  check_near(multiplier(&t, "fa"), 13.08, 1e-9);
  check_near(multiplier(&t, "ad")*2, 3.27, 1e-9);  // the gap is a square: n = 2 (a - d)
  trial_close(&t);
  t = trial_file("pile.noslip", "mu=0.315", "moreau", 0.01);
  trial_steps(&t, 20);
  check_near(speed(&t), 4.9e-3, 1e-4);
  trial_close(&t);
}

static void a_ladder_rests_if_friction_holds_it(void **state) {
  (void)state;
  trial t = trial_file("ladder.noslip", "mu=0.2405", "moreau", 0.01);
  trial_steps(&t, 100);
  check_below(speed(&t), 1e-14);
  trial_close(&t);
  t = trial_file("ladder.noslip", "mu=0.239", "moreau", 0.01);
  trial_steps(&t, 100);
  check_near(speed(&t), 3.8e-2, 1e-3);
  trial_close(&t);
}

// ---- exact motions

// a homogeneous ball on an incline: rolls with 5/7 g sin(al), or slides
static void a_ball_on_an_incline_is_exact(void **state) {
  (void)state;
  const char *text =
      "model incline\n"
      "param m = 1, r = 0.2, g = 9.81, al = 0.5, mu = 0.3\n"
      "coord x, z, th\n"
      "lagrangian m/2*(x'^2 + z'^2) + m*r^2/5*th'^2 + m*g*sin(al)*x - m*g*cos(al)*z\n"
      "contact slope: z - r >= 0, friction mu along x' + r*th'\n"
      "init z = r\n";
  const double g = 9.81, al = 0.5, end = 1;
  trial t = trial_text(text, NULL, "moreau", 0.02);
  trial_steps(&t, 50);
  check_near(trial_value(&t, "x'"), 5.0/7*g*sin(al)*end, 1e-13);
  check_near(trial_value(&t, "x"), 5.0/14*g*sin(al)*end*end, 1e-13);
  trial_close(&t);
  t = trial_text(text, "mu=0.1", "moreau", 0.02);
  trial_steps(&t, 50);
  check_near(trial_value(&t, "x'"), g*(sin(al) - 0.1*cos(al))*end, 1e-13);
  check_near(0.2*trial_value(&t, "th'"), -2.5*0.1*g*cos(al)*end, 1e-13);
  trial_close(&t);
}

// e = 1: the energy of every bounce comes back
static void a_ball_bounces_for_ever(void **state) {
  (void)state;
  const char *text = "model bounce\n"
                     "coord y\n"
                     "lagrangian y'^2/2 - 9.81*y\n"
                     "contact floor: y >= 0, restitution 1\n"
                     "init y = 1\n";
  trial t = trial_text(text, NULL, "moreau", 0.01);
  trial_steps(&t, 10000);
  double energy = noslip_energy(t.run);
  print_message("e = 1, 10000 steps: energy off by %.1e\n", energy - 9.81);
  check_below(fabs(energy - 9.81), 5e-12);
  trial_close(&t);
}

// rod of Kane and Levinson, which would gain energy: it keeps it, at every step
static void a_rod_creates_no_energy(void **state) {
  (void)state;
  const char *text = "model rod\n"
                     "param th0 = 49/52, mu = 1, e = 1\n"
                     "coord x, z, th\n"
                     "let tip = [x - cos(th), z - sin(th)]\n"
                     "lagrangian (x'^2 + z'^2)/2 + th'^2/6\n"
                     "contact floor: tip[2] >= 0, restitution e, friction mu along tip[1]'\n"
                     "init th = th0, z = sin(th0), z' = -1, x' = 0.7\n";
  for (int i = 2; i <= 4; i++) {
    trial t = trial_text(text, NULL, "moreau", pow(10, -i));
    trial_steps(&t, 3);
    check_near(noslip_energy(t.run), 0.745, 1e-14);
    check_above(trial_value(&t, "z'"), 0);
    trial_close(&t);
  }
}

// a cradle needs gaps: touching balls share what they get, others pass it on
static void a_cradle_needs_gaps(void **state) {
  (void)state;
  const char *text = "model cradle\n"
                     "param gap = 0\n"
                     "coord x[1..3]\n"
                     "lagrangian dot(x', x')/2\n"
                     "contact a: x[2] - x[1] >= 1, restitution 1\n"
                     "contact b: x[3] - x[2] >= 1, restitution 1\n"
                     "init x[1] = -0.02, x[2] = 1, x[3] = 2 + gap, x[1]' = 1\n";
  static const double gaps[] = {1e-9, 1e-4, 0.02};
  static const double steps[] = {1e-4, 1e-3, 0.01};
  for (int i = 0; i < 9; i++) {
    char set[40];
    snprintf(set, sizeof set, "gap=%g", gaps[i/3]);
    trial t = trial_text(text, set, "moreau", steps[i % 3]);
    trial_steps(&t, (long)(0.1/steps[i % 3]));
    check_near(trial_value(&t, "x[1]'"), 0, 1e-14);
    check_near(trial_value(&t, "x[2]'"), 0, 1e-14);
    check_near(trial_value(&t, "x[3]'"), 1, 1e-14);
    trial_close(&t);
  }
  trial t = trial_text(text, NULL, "moreau", 0.01);
  trial_steps(&t, 10);
  check_near(trial_value(&t, "x[1]'"), -1.0/3, 1e-14);
  check_near(trial_value(&t, "x[3]'"), 2.0/3, 1e-14);
  trial_close(&t);
}

// Painleve: a rod that cannot go on sliding stops with an impulse that does not vanish with h
static void a_jammed_rod_stops(void **state) {
  (void)state;
  const char *text = "model painleve\n"
                     "param mu = 1.6\n"
                     "coord x, z, th\n"
                     "let tip = [x - cos(th), z - sin(th)]\n"
                     "lagrangian (x'^2 + z'^2)/2 + th'^2/6 - 9.81*z\n"
                     "contact floor: tip[2] >= 0, friction mu along tip[1]'\n"
                     "init th = atan(2), z = sin(th), x' = -3\n";
  double errors[2];
  for (int i = 0; i < 2; i++) {
    trial t = trial_text(text, NULL, "moreau", i == 0 ? 1e-4 : 1e-5);
    trial_steps(&t, 1);
    errors[i] = fmax(fabs(trial_value(&t, "x'") + 1.8), fabs(trial_value(&t, "z'") - 0.9));
    errors[i] = fmax(errors[i], fabs(trial_value(&t, "th'") - 2.01246));
    trial_close(&t);
  }
  check_below(errors[0], 5e-3);
  check_below(errors[1], errors[0]/5);
}

// ---- work

// A disk that rolls: friction does no work but O(h^2), and what the normal impulses take the projection
// gives back.
static void the_work_of_rolling_falls_with_h(void **state) {
  (void)state;
  static const double friction[] = {5.1e-5, 1.3e-5, 3.2e-6}, normal[] = {-7.9e-4, -2.0e-4, -4.9e-5};
  static const double gained[] = {1.5e-4, 3.8e-5, 9.5e-6};
  for (int i = 0; i < 3; i++) {
    noslip_event_totals totals;
    long n = 40L << i;
    trial t = trial_file("disk_hill.noslip", NULL, "moreau", 0.8/(double)n);
    double energy = noslip_energy(t.run);
    trial_steps(&t, n);
    noslip_run_event_totals(t.run, &totals);
    print_message("disk, h = %g: normal %.2e, energy %.2e", 0.8/(double)n, totals.normal_work,
                  noslip_energy(t.run) - energy);
    check_near(totals.normal_work, normal[i], 0.06*-normal[i]);
    check_near(noslip_energy(t.run) - energy, gained[i], 0.06*gained[i]);
    trial_steps(&t, 3L << i);
    noslip_run_event_totals(t.run, &totals);
    print_message(", friction to 0.86 %.2e\n", totals.friction_work);
    check_near(totals.friction_work, friction[i], 0.06*friction[i]);
    trial_close(&t);
  }
}

// ---- rotations

// a free body keeps its energy and its angular momentum in space
static void a_free_body_keeps_its_momentum(void **state) {
  (void)state;
  const char *text = "model free\n"
                     "coord c[1..3]\n"
                     "coord R: SO(3) velocity w\n"
                     "lagrangian dot(c', c')/2 + (w[1]^2 + 2*w[2]^2 + 3*w[3]^2)/2\n"
                     "contact floor: c[3] >= 0\n"
                     "init c[3] = 1, w = [1, 0.1, 2]\n"
                     "invariant L = R*[w[1], 2*w[2], 3*w[3]]\n";
  trial t = trial_text(text, NULL, "moreau", 0.05);
  double before[3], energy = noslip_energy(t.run);
  for (int i = 0; i < 3; i++)
    before[i] = noslip_run_values(t.run, NOSLIP_INVARIANT)[i];
  trial_steps(&t, 2000);
  check_near(noslip_energy(t.run), energy, 1e-13);
  for (int i = 0; i < 3; i++)
    check_near(noslip_run_values(t.run, NOSLIP_INVARIANT)[i], before[i], 1e-13);
  trial_close(&t);
}

// ---- constraints beside contacts

// a pendulum that hits a wall: on its circle throughout
static void a_pendulum_hits_a_wall(void **state) {
  (void)state;
  const char *text = "model tether\n"
                     "coord x, y\n"
                     "lagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
                     "holonomic rod: x^2 + y^2 = 1\n"
                     "contact wall: x + 0.3 >= 0, restitution 0.5\n"
                     "init x = 1\n";
  trial t = trial_text(text, NULL, "moreau", 0.002);
  double off = 0, low = 1, energy = noslip_energy(t.run);
  for (int i = 0; i < 4000; i++) {
    trial_steps(&t, 1);
    double x = trial_value(&t, "x"), y = trial_value(&t, "y");
    off = fmax(off, fabs(x*x + y*y - 1));
    off = fmax(off, fabs(x*trial_value(&t, "x'") + y*trial_value(&t, "y'")));
    low = fmin(low, x);
  }
  print_message("pendulum and wall: constraint %.1e, lowest x %.6f, energy %.4f\n", off, low,
                noslip_energy(t.run));
  check_below(off, 1e-13);
  check_above(low, -0.31);
  check_below(low, -0.299);
  check_below(noslip_energy(t.run), energy - 0.1);
  trial_close(&t);
}

// ---- units

// A ball with an angle that grows, and a ladder with a gap that begins as 0, in other units of length
// and time: what touches is decided by the coordinates of its gap alone.
static void no_unit_matters(void **unused) {
  (void)unused;
  static const double units[][2] = {{1, 1}, {1e-6, 1}, {1e-6, 1e3}, {1e6, 1e-3}, {1e-12, 1e-6}};
  double first[3] = {0};
  for (int i = 0; i < 5; i++) {
    double L = units[i][0], T = units[i][1];
    char ball[160], ladder[80];
    snprintf(ball, sizeof ball, "r=%.17g g=%.17g z=%.17g x'=%.17g th'=%.17g", 0.1*L,
             9.81*L/T/T, 1.1*L, L/T, 60/T);
    snprintf(ladder, sizeof ladder, "l=%.17g g=%.17g", L, 9.81*L/T/T);
    trial b = trial_file("super_ball.noslip", ball, "moreau", 3.0/331*T);
    trial l = trial_file("ladder.noslip", ladder, "moreau", 0.02*T);
    trial_steps(&b, 331);
    trial_steps(&l, 70);
    double end[] = {trial_value(&b, "x")/L, trial_value(&b, "z")/L, trial_value(&l, "x")/L};
    for (int k = 0; k < 3; k++) {
      first[k] = i == 0 ? end[k] : first[k];
      check_near(end[k], first[k], 1e-13);
    }
    trial_close(&b);
    trial_close(&l);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_stack_stays_at_rest),
      cmocka_unit_test(a_pile_stands_if_friction_holds_it),
      cmocka_unit_test(a_ladder_rests_if_friction_holds_it),
      cmocka_unit_test(a_ball_on_an_incline_is_exact),
      cmocka_unit_test(a_ball_bounces_for_ever),
      cmocka_unit_test(a_rod_creates_no_energy),
      cmocka_unit_test(a_cradle_needs_gaps),
      cmocka_unit_test(a_jammed_rod_stops),
      cmocka_unit_test(the_work_of_rolling_falls_with_h),
      cmocka_unit_test(a_free_body_keeps_its_momentum),
      cmocka_unit_test(a_pendulum_hits_a_wall),
      cmocka_unit_test(no_unit_matters),
  };
  return check_run(argc, argv, tests);
}
