// Tests of the brackets in models/: mechanical systems with their constraints removed, under methods
// that keep the energy. The reference states were found with 30 digits.

#include "bench/chaotic_starts.h"
#include "tests/support/check.h"
#include "tests/support/systems.h"

#include <math.h>
#include <stdio.h>

// the largest distance of the named states from what they should be
typedef struct expected {
  const char *name;
  double value;
} expected;

static double distance(trial *t, const expected *list, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++)
    worst = fmax(worst, fabs(trial_value(t, list[i].name) - list[i].value));
  return worst;
}

#define COUNT(list) ((int)(sizeof(list)/sizeof *(list)))

static double after(trial t, long steps, const expected *list, int n) {
  trial_steps(&t, steps);
  double d = distance(&t, list, n);
  trial_close(&t);
  return d;
}

// ---------------------------------------------------------------------------------------------
// the sleigh

static trial sleigh(const char *settings, const char *method, double h) {
  return trial_file("sleigh_bracket.noslip", settings, method, h);
}

static const expected at_106[] = {{"x1", -46.1933661682975},
                                  {"x2", -18.9487692379098},
                                  {"theta", 4.7385527295647},
                                  {"rho1", 0.599841919323372},
                                  {"rho2", -0.0138083968096195}};
static const expected at_300[] = {{"x1", -142.380185334007},
                                  {"x2", -13.0871682397542},
                                  {"theta", 9.52019938334511},
                                  {"rho1", 2.96413927741245e-06},
                                  {"rho2", 0.60000083332543}};

// the energy is quadratic: all discrete gradients are the same. The start is close to an unstable
// equilibrium, from which rounding grows by a factor of 600
static void sleigh_turns_round(void **unused) {
  (void)unused;
  static const char *const methods[] = {"gonzalez", "avf(1)", "avfc(3)"};
  for (int i = 0; i < COUNT(methods); i++) {
    check_below(after(sleigh(NULL, methods[i], 0.5), 212, at_106, COUNT(at_106)), 1e-10);
    check_below(after(sleigh(NULL, methods[i], 0.5), 600, at_300, COUNT(at_300)), 1e-10);
  }
}

// another order, and the other side: a turn to the right is the mirror image
static void sleigh_check_can_fail(void **unused) {
  (void)unused;
  check_above(after(sleigh(NULL, "rk-gauss(2)", 0.5), 600, at_300, COUNT(at_300)), 1e-4);
  trial left = sleigh(NULL, "gonzalez", 0.5), right = sleigh("turn=-0.001", "gonzalez", 0.5);
  trial_steps(&left, 300);
  trial_steps(&right, 300);
  check_near(trial_value(&left, "rho1"), -trial_value(&right, "rho1"), 1e-12);
  check_near(trial_value(&left, "theta") - 0.1, 0.1 - trial_value(&right, "theta"), 1e-12);
  check_above(trial_value(&left, "theta"), 2);
  trial_close(&left);
  trial_close(&right);
}

// what a step does to a small rho1
static double multiplier(const char *speed, const char *method, double h) {
  char settings[64];
  snprintf(settings, sizeof settings, "turn=1e-9 speed=%s", speed);
  trial t = sleigh(settings, method, h);
  double before = trial_value(&t, "rho1");
  trial_steps(&t, 1);
  double ratio = trial_value(&t, "rho1")/before;
  trial_close(&t);
  return ratio;
}

// the stability of the equilibria is right with any step; rho1 alternates beyond h = 30
static void equilibria_attract_and_repel(void **unused) {
  (void)unused;
  static const double h[] = {0.5, 29, 31, 200};
  static const double shrinks[] = {0.967213, 0.016949, -0.016393, -0.739130};
  for (int i = 0; i < COUNT(h); i++) {
    double forwards = multiplier("0.6", "gonzalez", h[i]);
    double backwards = multiplier("-0.6", "gonzalez", h[i]);
    check_near(forwards, shrinks[i], 1e-6);
    check_below(fabs(forwards), 1);
    check_above(fabs(backwards), 1);
    check_near(forwards*backwards, 1, 1e-9);
  }
  // a Gauss method of two stages has another one
  check_near(multiplier("0.6", "rk-gauss(2)", 200), 0.4070, 1e-4);
}

// ---------------------------------------------------------------------------------------------
// the disk and the body of Suslov

// The angles are exact, and the path is that of the exact solution, larger by (h w/2)/sin(h w/2): the
// sums of cos and sin in the middles of the steps.
static void disk_rolls_as_known(void **unused) {
  (void)unused;
  static const double h = 0.1, w = 0.7;
  static const expected end[] = {
      {"x1", 0.951479529592527094}, {"x2", 0.736022785105348711}, {"theta", 7.3}, {"phi", 12}};
  static const expected exact[] = {{"x1", 0.951285281086671}, {"x2", 0.735872522990573}};
  static const char *const methods[] = {"gonzalez", "avf(1)", "avfc(2)"};
  for (int i = 0; i < COUNT(methods); i++)
    check_below(after(trial_file("disk_bracket.noslip", NULL, methods[i], h), 100, end, COUNT(end)),
                3e-15);
  for (int i = 0; i < 2; i++)
    check_near(end[i].value, exact[i].value*(h*w/2)/sin(h*w/2), 1e-15);

  // a method of order 8 is at the exact solution, and not there
  trial t = trial_file("disk_bracket.noslip", NULL, "rk-gauss(4)", h);
  trial_steps(&t, 100);
  check_below(distance(&t, exact, COUNT(exact)), 3e-15);
  check_above(distance(&t, end, COUNT(end)), 1e-4);
  trial_close(&t);
}

static void suslov_turns_as_known(void **unused) {
  (void)unused;
  static const expected one[] = {{"rho[1]", 0.8064174075695929}, {"rho[2]", 0.88007752337683618}};
  static const expected two[] = {{"rho[1]", 0.80641746341372683}, {"rho[2]", 0.88007744662163445}};
  static const char *const methods[] = {"gonzalez", "avf(1)", "avfc(2)"};
  for (int i = 0; i < COUNT(methods); i++) {
    check_below(after(trial_file("suslov.noslip", NULL, methods[i], 0.5), 10, one, COUNT(one)),
                2e-15);
    check_above(after(trial_file("suslov.noslip", NULL, methods[i], 0.5), 10, two, COUNT(two)),
                5e-8);
  }
}

// ---------------------------------------------------------------------------------------------
// the chaotic system

enum { n = 3, nq = 2*n + 1 };

// a start on the surface of energy 3.06: x, w, z and their velocities
static const double q0[nq] = {0.13312315034456179,  0.49156351452540226, 0.94200550717359244,
                              -0.11128156588845584, -0.1114705983472839, 0.52578878382352201,
                              0.75469737352834598};
static const double v0[nq] = {0.047092196567118924, -1.0653098343699789, 1.4601872080597069,
                              -0.47609521963660012, 0.49042098572062037, -0.2873709468472892,
                              0.15690150685536247};

// where it leads to at t = 10
static const double q10[nq] = {-0.5779111626, 0.4923152939,  0.6083519845, 0.1815096695,
                               -0.3208919761, -0.2056633052, -0.3071643581};
static const double p10[nq] = {-0.7778221024, 0.7725505781, 1.2167493034, -0.1586329866,
                               -0.2582844906, 1.3042192972, 0.6145959603};

// it is the first of the ensemble; its energy and its constraint are those of all members
static void starts_are_the_known_ones(void **unused) {
  (void)unused;
  double x[chaotic_nkey], other[chaotic_nkey];
  chaotic_start(x, 0);
  chaotic_start(other, 1);
  for (int i = 0; i < nq; i++) {
    assert_true(x[i] == q0[i]);
    check_near(x[nq + i], v0[i], 1e-15);
    check_above(fabs(x[i] - other[i]), 1e-3);
  }
  for (int k = 0; k < 200; k++) {
    char settings[1024] = "";
    chaotic_frame_start(x, k);
    for (int i = 0; i < chaotic_nframe; i++)
      sprintf(settings + strlen(settings), "%s=%.17g ", chaotic_frame_keys[i], x[i]);
    trial t = trial_file("chaotic_frame.noslip", settings, "gonzalez", 0.1);
    check_near(noslip_energy(t.run), 3.06, 2e-15);
    trial_close(&t);
    chaotic_start(x, k);
    check_below(fabs(x[nq] + x[1]*x[nq + 4] + x[2]*x[nq + 5] + x[3]*x[nq + 6]), 2e-15);
  }
}

static trial frame_at_start(const char *method, double h) {
  char settings[1024];
  int at = snprintf(settings, sizeof settings, "x=%.17g", q0[0]);
  for (int i = 1; i <= n; i++)
    at += snprintf(settings + at, sizeof settings - (size_t)at,
                   " w[%d]=%.17g z[%d]=%.17g r[%d]=%.17g e[%d]=%.17g", i, q0[i], i, q0[n + i], i,
                   v0[i], i, q0[i]*v0[0] - v0[n + i]);
  return trial_file("chaotic_frame.noslip", settings, method, h);
}

// x, w, z and their momenta
static void read_frame(trial *t, double *q, double *p) {
  char name[32];
  q[0] = trial_value(t, "x");
  p[0] = trial_value(t, "p_x");
  for (int i = 1; i <= n; i++) {
    snprintf(name, sizeof name, "w[%d]", i);
    q[i] = trial_value(t, name);
    snprintf(name, sizeof name, "z[%d]", i);
    q[n + i] = trial_value(t, name);
    snprintf(name, sizeof name, "r[%d]", i);
    p[i] = trial_value(t, name);
    snprintf(name, sizeof name, "p_z[%d]", i);
    p[n + i] = trial_value(t, name);
  }
}

// Euclidean, at t = 10
static double error_at_10(const char *method, double h, double *energy) {
  double q[nq], p[nq], sum = 0;
  trial t = frame_at_start(method, h);
  check_near(noslip_energy(t.run), 3.06, 1e-15);
  trial_steps(&t, lround(10/h));
  read_frame(&t, q, p);
  *energy = trial_report(&t).energy_max_error/3.06;
  trial_close(&t);
  for (int i = 0; i < nq; i++)
    sum += (q[i] - q10[i])*(q[i] - q10[i]) + (p[i] - p10[i])*(p[i] - p10[i]);
  return sqrt(sum);
}

// all printed digits of the errors
static void chaotic_errors_are_known(void **unused) {
  (void)unused;
  static const double h[] = {0.1, 0.05, 0.025};
  static const struct {
    const char *method;
    double error[3];
  } rows[] = {{"avf(5)", {5.331e-2, 1.332e-2, 3.329e-3}},
              {"gonzalez", {5.589e-2, 1.396e-2, 3.490e-3}}};
  static const double half_digit[] = {0.5e-5, 0.5e-5, 0.5e-6};
  double energy;
  for (int i = 0; i < COUNT(rows); i++)
    for (int k = 0; k < 3; k++) {
      check_near(error_at_10(rows[i].method, h[k], &energy), rows[i].error[k], half_digit[k]);
      check_below(energy, 6e-15);
    }
}

// the implicit midpoint rule in the same variables has another error, and another energy
static void chaotic_check_can_fail(void **unused) {
  (void)unused;
  double energy, error = error_at_10("rk-gauss(1)", 0.1, &energy);
  check_above(fabs(error - 5.331e-2), 1e-4);  // 20 times what is allowed above
  check_above(fabs(error - 5.589e-2), 1e-4);
  check_above(energy, 1e-4);
}

// with more points avf(k) keeps more of an energy that is no polynomial
static void points_make_the_energy(void **unused) {
  (void)unused;
  static const double known[] = {3.6e-3, 3.1e-6, 2.8e-9, 2.7e-12};
  for (int k = 1; k <= 5; k++) {
    char method[32];
    snprintf(method, sizeof method, "avf(%d)", k);
    trial t = trial_file("chaotic_frame.noslip", NULL, method, 0.1);
    trial_steps(&t, 1000);
    double seen = trial_report(&t).energy_max_error;
    if (k < 5)
      check_near(seen, known[k - 1], 0.05*known[k - 1]);
    else
      check_below(seen, 2e-14);
    trial_close(&t);
  }
}

// ---------------------------------------------------------------------------------------------
// the same systems with their constraints

// names of one quantity in the two models
typedef struct pair {
  const char *bracket, *mechanical;
} pair;

static double difference(trial *bracket, trial *mechanical, const pair *names, int count) {
  double worst = 0;
  for (int i = 0; i < count; i++)
    worst = fmax(worst, fabs(trial_value(bracket, names[i].bracket) -
                             trial_value(mechanical, names[i].mechanical)));
  return worst;
}

// a hundred steps of both lead to the same state; those of one do not
static void check_same(trial bracket, trial mechanical, const pair *names, int count) {
  trial_steps(&bracket, 100);
  check_above(difference(&bracket, &mechanical, names, count), 0.1);
  trial_steps(&mechanical, 100);
  check_below(difference(&bracket, &mechanical, names, count), 1e-11);
  trial_close(&bracket);
  trial_close(&mechanical);
}

// with methods of order 8
static void brackets_are_the_systems_with_constraints(void **unused) {
  (void)unused;
  static const pair chaotic[] = {{"x", "x"},        {"w[2]", "w[2]"}, {"z[1]", "z[1]"},
                                 {"r[1]", "w[1]'"}, {"p_x", "x'"},    {"p_z[3]", "z[3]'"}};
  static const pair plane[] = {{"x1", "x1"}, {"x2", "x2"}, {"theta", "theta"}, {"rho2", "speed"}};
  check_same(trial_file("chaotic_frame.noslip", "j=30", "rk-gauss(4)", 0.05),
             trial_file("chaotic.noslip", "j=30", "srk-gauss(4)", 0.05), chaotic, COUNT(chaotic));
  check_same(sleigh("turn=1.2 speed=0.3", "rk-gauss(4)", 0.1),  // sqrt(9)*0.4
             trial_file("sleigh_plane.noslip", NULL, "srk-gauss(4)", 0.1), plane, COUNT(plane));
}

// the largest error of rk-gauss(4) at `until` against the exact solution of a file
static double exact_error(const char *file, double until, double h) {
  static const char *const methods[] = {"rk-gauss(4)"};
  char path[512];
  snprintf(path, sizeof path, NOSLIP_MODELS "/%s", file);
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_convergence *r = NULL;
  assert_int_equal(noslip_model_load(c, path, &m), NOSLIP_OK);
  noslip_converge_options o = {.methods = methods,
                               .nmethod = 1,
                               .steps = &h,
                               .nstep = 1,
                               .until = until,
                               .against = NOSLIP_AGAINST_EXACT};
  if (noslip_converge(c, m, &o, &r) != NOSLIP_OK)
    check_fail("%s", noslip_last_error(c));
  double error = r->methods[0].points[0].error[NOSLIP_COLUMN_Q];
  noslip_convergence_free(r);
  noslip_model_free(m);
  noslip_close(c);
  return error;
}

// the reader looks at t = 0 only
static void exact_solutions_hold_later(void **unused) {
  (void)unused;
  check_below(exact_error("sleigh_bracket.noslip", 200, 0.25), 1e-12);
  check_below(exact_error("disk_bracket.noslip", 50, 0.25), 1e-13);
  check_above(exact_error("disk_bracket.noslip", 50, 2.5), 1e-8);  // not with any step
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sleigh_turns_round),
      cmocka_unit_test(sleigh_check_can_fail),
      cmocka_unit_test(equilibria_attract_and_repel),
      cmocka_unit_test(disk_rolls_as_known),
      cmocka_unit_test(suslov_turns_as_known),
      cmocka_unit_test(starts_are_the_known_ones),
      cmocka_unit_test(chaotic_errors_are_known),
      cmocka_unit_test(chaotic_check_can_fail),
      cmocka_unit_test(points_make_the_energy),
      cmocka_unit_test(brackets_are_the_systems_with_constraints),
      cmocka_unit_test(exact_solutions_hold_later),
  };
  return check_run(argc, argv, tests);
}
