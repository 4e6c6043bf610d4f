// Tests of src/problem/consistent.h and initial.h: multipliers at the start, data that violate a
// constraint and their projection, constraints and lagrangians that cannot be started at all.

#include "tests/problem/problems.h"

#include "noslip.h"

#include <float.h>
#include <stdio.h>

// a model whose `init` is given apart
static void begin_with(setting *s, const char *model, const char *init) {
  char text[4000];
  snprintf(text, sizeof text, "%s%s%s\n", model, *init ? "init " : "", init);
  setting_begin(s, text);
}

static double distance(const double *x, const double *y, int n) {
  double size = 0;
  for (int i = 0; i < n; i++)
    size = fmax(size, fabs(x[i] - y[i]));
  return size;
}

// ---- the models

static const char pendulum[] = "model pendulum\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - y\n"
                               "holonomic rod: x^2 + y^2 = 1\n";

static const char sleigh[] = "model sleigh\nparam m = 1, a = 1, J = 1, g = 0.1\n"
                             "coord x, y, th: angle\n"
                             "let X = x + a*cos(th)\nlet Y = y + a*sin(th)\n"
                             "lagrangian m/2*(X'^2 + Y'^2) + J/2*th'^2 - m*g*Y\n"
                             "nonholonomic blade: y'*cos(th) - x'*sin(th) = 0\n";

static const char disk[] = "model disk\nparam R = 1/4\ncoord x, y, phi: angle, th: angle\n"
                           "lagrangian (x'^2 + y'^2 + phi'^2 + th'^2)/2\n"
                           "nonholonomic rx: x' = R*cos(phi)*th'\n"
                           "nonholonomic ry: y' = R*sin(phi)*th'\n";

static const char mixed[] = "model mixed\ncoord x, y, z, u\n"
                            "lagrangian (x'^2 + y'^2 + z'^2 + (1 + x^2/2)*u'^2)/2 - z - u^2/2\n"
                            "nonholonomic turn: u' - x*y' + y*x' = 0\n"
                            "holonomic ball: x^2 + y^2 + z^2 = 1\n";
static const char mixed_start[] = "x = 0.6, z = -0.8, u = 0.1, x' = 0.4, y' = 0.7, z' = 0.3, "
                                  "u' = 0.42";

static const char cone[] = "model cone\ncoord x, y, z\n"
                           "lagrangian (x'^2 + (1 + x^2/4)*y'^2 + z'^2)/2 - z - (x^2 + y^2)/4\n"
                           "nonholonomic cone: z'^2 = x'^2 + y'^2\n";

static const char spheroid[] = "model spheroid\ncoord x momentum px, y momentum py, z momentum pz\n"
                               "hamiltonian (1 + z^2/2)*(px^2 + py^2 + pz^2)/2 + z\n"
                               "holonomic surface: (x^2 + y^2 + 2*z^2 - 1)/2 = 0\n";

// ---- consistent multipliers

static void lambda_is(const char *model, const char *init, int k, double expected,
                      double tolerance) {
  setting s;
  begin_with(&s, model, init);
  setting_prepared(&s);
  check_near(s.s.lambda[k], expected, tolerance);
  setting_end(&s);
}

// values computed elsewhere, to the digits given there
static void multipliers_are_those_published(void **unused) {
  (void)unused;
  lambda_is(sleigh, "x = 1", 0, 1.0/20, 1e-16);
  lambda_is(disk, "x' = 1/4, phi' = 2, th' = 1", 0, 0, 1e-16);
  lambda_is(disk, "x' = 1/4, phi' = 2, th' = 1", 1, 0.5, 1e-16);
  lambda_is(mixed, mixed_start, 0, 0.14093206, 5e-9);
  lambda_is(mixed, mixed_start, 1, -0.785876, 5e-7);
}

// the sleigh anywhere: (a^2/J + 1/m) lambda = g cos th + th' (x' cos th + y' sin th)
static void multiplier_of_the_sleigh(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, sleigh);
  for (int k = 0; k < 50; k++) {
    double th = 0.3*k, u = 1 - 0.1*k, w = 0.07*k - 1;
    s.s.q[2] = th;
    s.s.v[0] = u*cos(th);
    s.s.v[1] = u*sin(th);
    s.s.v[2] = w;
    setting_prepared(&s);
    check_near(s.s.lambda[0], (0.1*cos(th) + w*u)/2, 1e-14);
  }
  setting_end(&s);
}

// the contact oscillator: lambda = (x + y z - y' z' + ep (x z^2 + x^2 y z))/(1 + y^2)
static void multiplier_of_the_contact_oscillator(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, "model oscillator\nparam ep = 0.3\ncoord x, y, z\n"
                    "lagrangian (x'^2 + y'^2 + z'^2 - x^2 - y^2 - z^2 - ep*x^2*z^2)/2\n"
                    "nonholonomic c: x' + y*z' = 0\n");
  for (int k = 0; k < 50; k++) {
    double x = sin(k), y = cos(2*k), z = sin(3*k), yp = cos(5*k), zp = sin(7*k);
    memcpy(s.s.q, (double[]){x, y, z}, 3*sizeof x);
    memcpy(s.s.v, (double[]){-y*zp, yp, zp}, 3*sizeof x);
    setting_prepared(&s);
    double expected = (x + y*z - yp*zp + 0.3*(x*z*z + x*x*y*z))/(1 + y*y);
    check_near(s.s.lambda[0], expected, 1e-14);
  }
  setting_end(&s);
}

// constraints that move: x = t^2 needs the force 2, x' = 3 t the force 3, in both forms
static void multipliers_of_moving_constraints(void **unused) {
  (void)unused;
  lambda_is("model m\ncoord x\nlagrangian x'^2/2\nholonomic c: x = t^2\n", "x = 0", 0, 2, 1e-15);
  lambda_is("model m\ncoord x\nlagrangian x'^2/2\nnonholonomic c: x' = 3*t\n", "x = 0", 0, 3,
            1e-15);
  lambda_is("model m\ncoord x momentum p\nhamiltonian p^2/2\nholonomic c: x = t^2\n", "x = 0", 0, 2,
            1e-15);
  lambda_is("model m\ncoord x momentum p\nhamiltonian p^2/2\nnonholonomic c: x' = 3*t\n", "x = 0",
            0, 3, 1e-15);
}

static const char double_L[] =
    "model dl\nparam m1 = 1, m2 = 1.5, gr = 9.81\ncoord a[1..3], b[1..3]\n"
    "lagrangian m1/2*dot(a', a') + m2/2*dot(a' + b', a' + b') - (m1 + m2)*gr*a[3] - m2*gr*b[3]\n"
    "holonomic r1: (dot(a, a) - 1)/2 = 0\nholonomic r2: (dot(b, b) - 0.64)/2 = 0\n"
    "init a = [0.6, 0, -0.8], b = [0, 0.48, -0.64], a' = [0.4, 0.9, 0.3], b' = [1, 0.64, 0.48]\n";
static const char double_H[] =
    "model dh\nparam m1 = 1, m2 = 1.5, gr = 9.81\n"
    "coord a[1..3] momentum p[1..3], b[1..3] momentum r[1..3]\n"
    "hamiltonian dot(p - r, p - r)/(2*m1) + dot(r, r)/(2*m2) + (m1 + m2)*gr*a[3] + m2*gr*b[3]\n"
    "holonomic r1: (dot(a, a) - 1)/2 = 0\nholonomic r2: (dot(b, b) - 0.64)/2 = 0\n"
    "init a = [0.6, 0, -0.8], b = [0, 0.48, -0.64]\n"
    "init p = [2.5, 3.21, 1.47], r = [2.1, 2.31, 1.17]\n";

// the double spherical pendulum in both forms: the same state, energy and multipliers
static void forms_agree(void **unused) {
  (void)unused;
  setting l, h;
  setting_begin(&l, double_L);
  setting_begin(&h, double_H);
  setting_prepared(&l);
  setting_prepared(&h);
  check_below(distance(l.s.p, h.s.p, 6), 1e-14);
  check_below(distance(l.s.v, h.s.v, 6), 1e-14);
  check_below(distance(l.s.lambda, h.s.lambda, 2), 1e-13);
  check_above(fabs(l.s.lambda[0]), 1);
  double E = evaluator_run(&l.e, BUNDLE_ENERGY, 0, l.s.q, l.s.v, NULL)[0];
  check_near(E, -24.8026, 1e-10);
  check_near(evaluator_run(&h.e, BUNDLE_ENERGY, 0, h.s.q, h.s.p, NULL)[0], E, 1e-13);
  setting_end(&l);
  setting_end(&h);
}

// without constraints there is nothing to find
static void no_constraints_no_multipliers(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, "model m\ncoord x\nlagrangian x'^2/2\n");
  setting_prepared(&s);
  assert_true(consistent_multipliers(&s.c, 0, s.s.q, s.s.v, s.s.lambda));
  setting_end(&s);
}

// ---- data that violate a constraint

// refused; the sentence has these words
static void refused(const char *model, const char *init, const char *words, const char *more) {
  setting s;
  begin_with(&s, model, init);
  assert_int_equal(setting_prepare(&s, false), NOSLIP_ERROR_MODEL);
  check_text(s.why.sentence, words);
  check_text(s.why.sentence, more);
  setting_end(&s);
}

static void violations_are_named(void **unused) {
  (void)unused;
  refused(pendulum, "x = 1.1", "violate the constraint `rod`: its residual is 0.21",
          "the option `project`");
  refused(pendulum, "x = 1, x' = 0.1", "`rod`: its velocity residual is 0.2 ",
          "the option `project`");
  refused(sleigh, "y' = 0.3", "`blade`: its residual is 0.3 ", "the option `project`");
  refused(cone, "x' = 0.6, y' = 0.8, z' = 1.1", "`cone`: its residual is 0.21",
          "the option `project`");
  refused(spheroid, "x = 0.2, y = 0.8, z = 0.4, px = 1", "`surface`: its velocity residual",
          "the option `project`");
  refused(mixed, "x = 0.6, z = -0.8, u' = 1", "`turn`: its residual is 1 ", "the option `project`");
  // the worst of several is named
  refused(disk, "x' = 0.1, y' = 2", "`ry`: its residual is 2 ", "the option `project`");
}

// how the pendulum at x = 1 + off, y = 0 is received; returns how far x was moved
static double moved_by(double off, bool project, noslip_status *status, bool *noted) {
  setting s;
  setting_begin(&s, pendulum);
  s.s.q[0] = 1 + off;
  double before = s.s.q[0];
  *status = setting_prepare(&s, project);
  *noted = strstr(setting_notes(&s), "projected x from") != NULL;
  double by = fabs(s.s.q[0] - before);
  if (*status == NOSLIP_OK)
    check_below(setting_residual(&s, 0), 1e-12*6);
  setting_end(&s);
  return by;
}

// The residual of the pendulum is 2 off, its size |row| (|x| + max |x|) = 4 and 0 to 2 for the
// rounding of x^2: 1e-12 of it is an `off` of 2e-12 to 3e-12. Below 1e-12 the data stay as
// they are, bit for bit; up to 1e-10 they are projected with a note; beyond they are refused.
static void thresholds_are_where_they_say(void **unused) {
  (void)unused;
  noslip_status status;
  bool noted;
  assert_true(moved_by(1.9e-12, false, &status, &noted) == 0);
  assert_true(status == NOSLIP_OK && !noted);
  check_near(moved_by(3.1e-12, false, &status, &noted), 3.1e-12, 1e-15);
  assert_true(status == NOSLIP_OK && noted);
  check_near(moved_by(1.9e-10, false, &status, &noted), 1.9e-10, 1e-15);
  assert_true(status == NOSLIP_OK && noted);
  moved_by(3.1e-10, false, &status, &noted);
  assert_int_equal(status, NOSLIP_ERROR_MODEL);
  check_near(moved_by(3.1e-10, true, &status, &noted), 3.1e-10, 1e-15);
  assert_true(status == NOSLIP_OK && noted);
}

// a violation of 1e-11 among velocities is projected, too
static void small_velocity_violation_is_projected(void **unused) {
  (void)unused;
  setting s;
  begin_with(&s, sleigh, "x' = 1, y' = 4e-11");
  setting_prepared(&s);
  check_text(setting_notes(&s), "projected y' from 4");
  check_below(setting_residual(&s, 0), 1e-16);
  setting_end(&s);
}

// ---- projection

// project; all residuals are rounding, and doing it again changes nothing and says nothing
static void project(setting *s) {
  noslip_status status = setting_prepare(s, true);
  check_that(status == NOSLIP_OK, __FILE__, __LINE__, "%s\n", s->why.sentence);
  for (int k = 0; k < s->p->m; k++)
    check_below(setting_residual(s, k), 4e-15);

  double q[8], v[8], p[8];
  size_t size = (size_t)s->p->n*sizeof *q, length = s->notes.length;
  memcpy(q, s->s.q, size);
  memcpy(v, s->s.v, size);
  memcpy(p, s->s.p, size);
  assert_int_equal(setting_prepare(s, true), NOSLIP_OK);
  assert_memory_equal(q, s->s.q, size);
  assert_memory_equal(p, s->s.p, size);
  assert_memory_equal(v, s->s.v, size);
  assert_int_equal(s->notes.length, length);
}

// positions go to the nearest point of the circle, velocities lose their radial part
static void pendulum_is_projected(void **unused) {
  (void)unused;
  setting s;
  begin_with(&s, pendulum, "x = 0.9, y = -1.2, x' = 1, y' = 0.5");
  project(&s);
  check_near(s.s.q[0], 0.6, 1e-15);
  check_near(s.s.q[1], -0.8, 1e-15);
  check_near(s.s.v[0], 1 - 0.6*0.2, 1e-15);
  check_near(s.s.v[1], 0.5 + 0.8*0.2, 1e-15);
  check_text(setting_notes(&s), "projected x from 0.9 to 0.6\n");
  check_text(setting_notes(&s), "projected y from -1.2 to -0.8\n");
  check_text(setting_notes(&s), "projected x' from 1 to 0.88\n");
  check_text(setting_notes(&s), "projected y' from 0.5 to 0.66\n");
  setting_end(&s);
}

// nearest in the mass metric: a mass four times as large goes a quarter as far
static void heavy_masses_move_less(void **unused) {
  (void)unused;
  setting s;
  begin_with(&s, "model m\ncoord x, y\nlagrangian (x'^2 + 4*y'^2)/2\nholonomic c: x + y = 1\n",
             "x = 1, y = 1, x' = 1");
  project(&s);
  check_near(s.s.q[0], 0.2, 1e-15);
  check_near(s.s.q[1], 0.8, 1e-15);
  check_near(s.s.v[0], 0.2, 1e-15);
  check_near(s.s.v[1], -0.2, 1e-15);
  setting_end(&s);
}

// the change of momentum is along the reaction: p1 - p0 = Phi_v^T nu
static void sleigh_is_projected(void **unused) {
  (void)unused;
  setting s;
  begin_with(&s, sleigh, "th = 0.4, x' = 0.7, y' = 0.1, th' = 0.5");
  double before[3];
  memcpy(before, s.s.p, sizeof before);
  project(&s);
  double d[3] = {s.s.p[0] - before[0], s.s.p[1] - before[1], s.s.p[2] - before[2]};
  check_above(fabs(d[0]), 1e-2);
  check_near(d[0]*cos(0.4), -d[1]*sin(0.4), 1e-15);
  check_near(d[2], 0, 1e-15);
  assert_true(s.s.q[2] == 0.4);
  setting_end(&s);
}

static void every_kind_is_projected(void **unused) {
  (void)unused;
  static const char *const data[][2] = {
      {cone, "x' = 0.6, y' = 0.8, z' = 1.3"},
      {spheroid, "x = 0.3, y = 0.8, z = 0.5, px = 0.8, py = -0.5, pz = 0.3"},
      {spheroid, "x = 0.2, y = 0.8, z = 0.4, px = 0.9, py = -0.5, pz = 0.3"},
      {mixed, "x = 0.7, z = -0.9, u = 0.1, x' = 0.4, y' = 0.9, z' = 0.3, u' = 0.1"},
      {disk, "phi = 1, x' = 1, y' = 2, th' = 0.3"},
      {"model m\ncoord x momentum a, y momentum b\nhamiltonian (a^2 + b^2/(1 + x^2))/2\n"
       "nonholonomic c: x'^2 = y'^2*(1 + y) + 1\n",
       "a = 1.2, b = 0.3"},
  };
  for (size_t k = 0; k < sizeof data/sizeof *data; k++) {
    setting s;
    begin_with(&s, data[k][0], data[k][1]);
    project(&s);
    check_text(setting_notes(&s), "projected ");
    setting_end(&s);
  }
}

// momenta are named as such
static void momenta_are_noted(void **unused) {
  (void)unused;
  setting s;
  begin_with(&s, spheroid, "x = 0.2, y = 0.8, z = 0.4, px = 0.9, py = -0.5, pz = 0.3");
  project(&s);
  check_text(setting_notes(&s), "projected x (momentum) from 0.9 to ");
  setting_end(&s);
}

// on a moving ring, 2 x x' = 1
static void moving_constraint_is_projected(void **unused) {
  (void)unused;
  setting s;
  begin_with(&s,
             "model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
             "holonomic ring: x^2 + y^2 = 1 + t\n",
             "x = 1.1, y' = 2");
  project(&s);
  check_near(s.s.q[0], 1, 1e-15);
  check_near(s.s.v[0], 0.5, 1e-15);
  check_near(s.s.v[1], 2, 1e-15);
  setting_end(&s);
}

static void impossible_projection_is_an_error(void **unused) {
  (void)unused;
  setting s;
  begin_with(&s,
             "model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
             "holonomic nowhere: x^2 + y^2 = -1\n",
             "x = 0.5, y = 0.2");
  assert_int_equal(setting_prepare(&s, true), NOSLIP_ERROR_MODEL);
  check_text(s.why.sentence, "cannot be projected: `nowhere` stays at");
  setting_end(&s);
}

// through the public call: refused without `project`, with it a warning for each that moved
static void run_reports_what_moved(void **unused) {
  (void)unused;
  setting s;
  noslip_run *run;
  noslip_report report;
  noslip_run_options options = {.method = "rattle", .step = 0.01};
  begin_with(&s, pendulum, "x = 1.1");
  assert_int_equal(noslip_run_new(s.context, s.model, &options, &run), NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(s.context), "violate the constraint `rod`");
  options.project = true;
  assert_int_equal(noslip_run_new(s.context, s.model, &options, &run), NOSLIP_OK);
  noslip_run_report(run, &report);
  assert_int_equal(report.nwarning, 1);
  assert_string_equal(report.warnings[0], "projected x from 1.1 to 1");
  check_below(report.constraint_max_error, 1e-15);
  noslip_run_free(run);
  setting_end(&s);
}

// ---- dependent constraints

static const char plane[] = "model m\ncoord x, y, z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n";

static void dependent(const char *constraints, const char *init, const char *words,
                      const char *more) {
  char text[2000];
  snprintf(text, sizeof text, "%s%s", plane, constraints);
  refused(text, init, words, more);
}

static void redundant_constraints_are_named(void **unused) {
  (void)unused;
  dependent("holonomic a: x = 0\nholonomic b: x = 0\n", "", "not independent: `b` depends on `a`",
            "remove one");
  dependent("holonomic a: x = y\nholonomic b: 3*y = 3*x\n", "", "`b` depends on `a`", "remove one");
  dependent("holonomic a: x = 0\nholonomic b: x*exp(y) = 0\n", "", "depends on", "remove one");
  dependent("holonomic a: x^2 + y^2 = 1\nnonholonomic b: x*x' + y*y' = 0\n", "x = 1", "depends on",
            "remove one");
  dependent("nonholonomic a: x' = y*z'\nnonholonomic b: y' = x*z'\n"
            "nonholonomic c: x' + 2*y' = (y + 2*x)*z'\n",
            "x = 0.3, y = 0.4", "depends on", "remove one");
}

// a sum of two: all three are in the sentence, and no other
static void combinations_are_named(void **unused) {
  (void)unused;
  setting s;
  begin_with(&s,
             "model m\ncoord x, y, z, u\nlagrangian (x'^2 + y'^2 + z'^2 + u'^2)/2\n"
             "holonomic one: x = 0\nholonomic two: y + z = 0\nholonomic free: u = 0\n"
             "holonomic sum: x + y + z = 0\n",
             "");
  assert_int_equal(setting_prepare(&s, false), NOSLIP_ERROR_MODEL);
  check_text(s.why.sentence, "`one`");
  check_text(s.why.sentence, "`two`");
  check_text(s.why.sentence, "`sum`");
  assert_null(strstr(s.why.sentence, "`free`"));
  setting_end(&s);
}

// A ball held at its height that is also kept from slipping upwards. With a rotation matrix this is
// redundant only on R^T R = 1: a look nearby has to stay there.
static void rolling_and_height_are_redundant(void **unused) {
  (void)unused;
  refused("model disk\nparam r = 0.5\ncoord x, y, z, phi: angle, th: angle, psi: angle\n"
          "lagrangian (x'^2 + y'^2 + z'^2 + phi'^2 + th'^2 + psi'^2)/2\n"
          "holonomic height: z = r*cos(th)\n"
          "nonholonomic rx: x' = r*psi'*cos(phi)\nnonholonomic ry: y' = r*psi'*sin(phi)\n"
          "nonholonomic rz: z' + r*sin(th)*th' = 0\n",
          "th = 0.3, z = r*cos(th)", "not independent: ", "remove one");
  refused("model egg\ncoord z, a, b\nlagrangian (z'^2 + a'^2 + b'^2)/2\n"
          "holonomic unit: a^2 + b^2 = 1\n"
          "holonomic height: z = a\n"
          "nonholonomic roll: z' = (a^2 + b^2)*a' + (a^2 + b^2 - 1)*b'\n",
          "a = 0.6, b = 0.8, z = 0.6", "not independent: ", "remove one");
}

static void more_constraints_than_coordinates(void **unused) {
  (void)unused;
  refused("model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
          "holonomic a: x = 0\nholonomic b: y = 0\nholonomic c: x = 2*y\n",
          "", "not independent: ", "depends on");
  refused("model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
          "nonholonomic a: x' = 0\nnonholonomic b: y' = 0\nnonholonomic c: x' = y*y'\n",
          "y = 2", "not independent: ", "depends on");
}

static void contradictions_are_named_as_such(void **unused) {
  (void)unused;
  static const char words[] = "the constraints contradict each other: ";
  dependent("holonomic a: x = 0\nholonomic b: x = 1\n", "", words, "`b` depends on `a`");
  dependent("holonomic a: x^2 + y^2 = 1\nholonomic b: x^2 + y^2 = 4\n", "x = 1", words,
            "no motion satisfies them all");
  dependent("nonholonomic a: x' = 1\nnonholonomic b: x' = 2\n", "x' = 1", words, "`b`");
  dependent("holonomic a: x = 0\nnonholonomic b: x' = 2\n", "", words, "`b`");
  dependent("holonomic a: x = 0\nholonomic b: x = t\n", "", words, "`b`");
  // a duplicate before it does not hide it
  dependent("holonomic a: x = 0\nholonomic b: x = 0\nholonomic c: x = 1\n", "", words, "`c`");
}

// data that violate redundant constraints do not make them contradict
static void violated_is_not_contradictory(void **unused) {
  (void)unused;
  dependent("holonomic a: x = 0\nnonholonomic b: x' = 0\n", "x = 1, x' = 1",
            "not independent: ", "remove one");
  dependent("holonomic a: x = 0\nholonomic b: 2*x = 0\n", "x = 1",
            "not independent: ", "remove one");
}

// only at this start: the parallelogram lying flat, the circle seen from its centre
static void rank_loss_in_a_position(void **unused) {
  (void)unused;
  static const char bars[] = "model bars\ncoord xa, ya, xb, yb\n"
                             "lagrangian (xa'^2 + ya'^2 + xb'^2 + yb'^2)/2\n"
                             "holonomic crank: xa^2 + ya^2 = 1\n"
                             "holonomic coupler: (xb - xa)^2 + (yb - ya)^2 = 4\n"
                             "holonomic rocker: (xb - 2)^2 + yb^2 = 1\n";
  static const char words[] = "not independent at this start: ";
  refused(bars, "xa = 1, xb = 3", words, "start from another position or velocity");
  refused(bars, "xa = 1.01, xb = 3", words,
          "start from another position or velocity");  // nor contradictory
  refused(pendulum, "", words, "`rod` has no direction");
  setting s;
  begin_with(&s, bars, "xa = 0.6, ya = 0.8, xb = 2.6, yb = 0.8");  // and anywhere else it is fine
  setting_prepared(&s);
  setting_end(&s);
}

// the Appell-Hamel system at rest: Phi_v = 0
static void nonlinear_constraint_at_rest(void **unused) {
  (void)unused;
  static const char hamel[] = "model hamel\ncoord x, y, z\nlagrangian (x'^2 + y'^2 + z'^2)/2 - z\n"
                              "nonholonomic caster: x'^2 + y'^2 = 0.64*z'^2\n";
  refused(hamel, "", "not independent at this start: ", "`caster` has no direction");
  setting s;
  begin_with(&s, hamel, "x' = 0.8, z' = 1");
  setting_prepared(&s);
  setting_end(&s);
}

// ---- lagrangians that are not regular

static const char quaternion[] =
    "model q\nparam I1 = 1, I2 = 2, I3 = 2.5, J0 = %g\ncoord a, b, c, d\n"
    "let w1 = 2*(a*b' - b*a' - c*d' + d*c')\n"
    "let w2 = 2*(a*c' + b*d' - c*a' - d*b')\n"
    "let w3 = 2*(a*d' - b*c' + c*b' - d*a')\n"
    "lagrangian (I1*w1^2 + I2*w2^2 + I3*w3^2)/2 + J0/2*((a^2 + b^2 + c^2 + d^2)')^2\n"
    "holonomic unit: a^2 + b^2 + c^2 + d^2 = 1\n";

// a quaternion needs the term that makes its length heavy, at every attitude
static void quaternion_needs_its_term(void **unused) {
  (void)unused;
  static const char *const starts[] = {"a = 1", "a = 0.8, b = 0.6",
                                       "a = 0.5, b = -0.5, c = 0.5, d = 0.5",
                                       "a = 0.36, b = 0.48, c = 0.8"};
  for (int k = 0; k < 4; k++) {
    char text[2000];
    snprintf(text, sizeof text, quaternion, 0.0);
    refused(text, starts[k], "the lagrangian is singular", "look at the kinetic energy of `");
    snprintf(text, sizeof text, quaternion, 1.0);
    setting s;
    begin_with(&s, text, starts[k]);
    setting_prepared(&s);
    setting_end(&s);
  }
}

static void singular_lagrangians_are_named(void **unused) {
  (void)unused;
  refused("model m\ncoord x, y\nlagrangian (x' + y')^2/2 - x*y\n", "", "the lagrangian is singular",
          "kinetic energy of `y`");
  refused("model m\ncoord x, y\nlagrangian x'^2/2 + x*y' - y^2\n", "", "the lagrangian is singular",
          "kinetic energy of `y`");
  refused("model m\ncoord x, y\nlagrangian x'^4 + y'^2\n", "", "the lagrangian is singular",
          "kinetic energy of `x`");
  refused("model m\ncoord x, y, z\n"
          "lagrangian (x'/3 + y'/7)^2 + (y'/7 - z'/11)^2 + (x'/3 + z'/11)^2\n",
          "", "the lagrangian is singular", "kinetic energy of `");
}

// very different masses, coupled or not, and indefinite ones, are not singular
static void scales_are_not_singular(void **unused) {
  (void)unused;
  static const char *const fine[] = {
      "1e-12*x'^2 + 1e12*y'^2", "1e12*x'^2 + x'*y' + 1e-12*y'^2", "x'*y'", "x'^2 - y'^2",
      "x'*y' + 1e4*x'^2",
  };
  for (int k = 0; k < 5; k++) {
    char text[500];
    setting s;
    snprintf(text, sizeof text, "model m\ncoord x, y\nlagrangian %s - x\n", fine[k]);
    setting_begin(&s, text);
    setting_prepared(&s);
    setting_end(&s);
  }
}

static void undefined_start_is_an_error(void **unused) {
  (void)unused;
  refused("model m\ncoord x\nlagrangian x'^2/2 - 1/x\n", "", "not finite at the initial data",
          "not finite");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(multipliers_are_those_published),
      cmocka_unit_test(multiplier_of_the_sleigh),
      cmocka_unit_test(multiplier_of_the_contact_oscillator),
      cmocka_unit_test(multipliers_of_moving_constraints),
      cmocka_unit_test(forms_agree),
      cmocka_unit_test(no_constraints_no_multipliers),
      cmocka_unit_test(violations_are_named),
      cmocka_unit_test(thresholds_are_where_they_say),
      cmocka_unit_test(small_velocity_violation_is_projected),
      cmocka_unit_test(pendulum_is_projected),
      cmocka_unit_test(heavy_masses_move_less),
      cmocka_unit_test(sleigh_is_projected),
      cmocka_unit_test(every_kind_is_projected),
      cmocka_unit_test(momenta_are_noted),
      cmocka_unit_test(moving_constraint_is_projected),
      cmocka_unit_test(impossible_projection_is_an_error),
      cmocka_unit_test(run_reports_what_moved),
      cmocka_unit_test(redundant_constraints_are_named),
      cmocka_unit_test(combinations_are_named),
      cmocka_unit_test(rolling_and_height_are_redundant),
      cmocka_unit_test(more_constraints_than_coordinates),
      cmocka_unit_test(contradictions_are_named_as_such),
      cmocka_unit_test(violated_is_not_contradictory),
      cmocka_unit_test(rank_loss_in_a_position),
      cmocka_unit_test(nonlinear_constraint_at_rest),
      cmocka_unit_test(quaternion_needs_its_term),
      cmocka_unit_test(singular_lagrangians_are_named),
      cmocka_unit_test(scales_are_not_singular),
      cmocka_unit_test(undefined_start_is_an_error),
  };
  return check_run(argc, argv, tests);
}
