// Tests of src/problem/index2.c, algebraic.h and initial_index2.c: the bundles of index-2 problems,
// and their start.

#include "tests/problem/problems.h"
#include "tests/support/check.h"
#include "tests/support/index2_models.h"

#include "noslip.h"

#include <float.h>
#include <math.h>
#include <string.h>

// --- bundles -----------------------------------------------------------------------------------

// sum of the parts of f at (t,y,z), and g behind it
static void values_at(setting *s, double t, const double *y, const double *z, double *f) {
  int n = s->p->n, P = s->p->index2.nparts;
  const double *out = evaluator_run(&s->e, BUNDLE_PARTS, t, y, z, NULL);
  vec_zero(f, n);
  for (int k = 0; k < P; k++)
    vec_axpy(f, 1, out + k*n, f, n);
  vec_copy(f + n, out + P*n, s->p->m);
}

static void equations_are_what_they_say(void **unused) {
  (void)unused;
  setting s;
  double y[] = {1.3, 0.7}, z = 1.9, f[3];
  setting_begin(&s, five_parts);
  assert_int_equal(s.p->class, PROBLEM_INDEX2);
  assert_int_equal(s.p->index2.nparts, 5);
  assert_int_equal(s.p->index2.parts_z, 30);  // all but part 1
  assert_false(s.p->index2.autonomous || s.p->index2.linear);
  const double *out = evaluator_run(&s.e, BUNDLE_PARTS, 0.4, y, &z, NULL);
  check_near(out[0], 0.7 - 2*1.69*0.7, 1e-15);
  check_near(out[3], exp(-0.4)*1.9 - 1.3, 1e-15);
  check_near(out[8], 2*0.49*1.9*1.9, 1e-15);
  check_near(out[10], 1.69*0.7 - 1, 1e-15);

  // where the constraint holds, both problems have the same right-hand side
  values_at(&s, 0, (double[]){1, 1}, (double[]){1}, f);
  check_near(f[0], 1, 1e-15);
  check_near(f[1], -2, 1e-15);
  setting_end(&s);
}

// largest difference of the blocks and central differences, `spoil` added to the first entry
static double blocks_error(const char *text, double spoil) {
  setting s;
  double y[8], z[8], plus[16], minus[16], J[64], worst = 0, t = 0.3, d = 1e-5;
  setting_begin(&s, text);
  int n = s.p->n, m = s.p->m, P = s.p->index2.nparts, block = n*n + n*m;
  for (int i = 0; i < n; i++)
    y[i] = s.s.q[i] + 0.05*(1 + i);
  for (int k = 0; k < m; k++)
    z[k] = s.s.lambda[k] + 0.1*(1 + k);
  const double *out = evaluator_run(&s.e, BUNDLE_PARTS_BLOCKS, t, y, z, NULL) + P*n + m;

  // f_y, f_z and g_y, summed over the parts
  vec_zero(J, (n + m)*(n + m));
  for (int k = 0; k < P; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n + m; j++)
        J[i*(n + m) + j] +=
            j < n ? out[k*block + i*n + j] : out[k*block + n*n + i*m + j - n];
  for (int k = 0; k < m; k++)
    vec_copy(J + (n + k)*(n + m), out + P*block + k*n, n);
  J[0] += spoil;
  for (int j = 0; j < n + m; j++) {
    double *at = j < n ? &y[j] : &z[j - n], keep = *at;
    *at = keep + d;
    values_at(&s, t, y, z, plus);
    *at = keep - d;
    values_at(&s, t, y, z, minus);
    *at = keep;
    for (int i = 0; i < n + m; i++)
      worst = fmax(worst, fabs((plus[i] - minus[i])/(2*d) - J[i*(n + m) + j]));
  }

  // g and g_y once more
  const double *gap = evaluator_run(&s.e, BUNDLE_GAP_BLOCKS, t, y, z, NULL);
  worst = fmax(worst, m > 0 ? fabs(gap[0] - plus[n]) > 1e-3 : 0);
  for (int k = 0; k < m; k++)
    for (int i = 0; i < n; i++)
      worst = fmax(worst, fabs(gap[m + k*n + i] - J[(n + k)*(n + m) + i]));
  setting_end(&s);
  return worst;
}

static void blocks_are_derivatives(void **unused) {
  (void)unused;
  static const char *const texts[] = {one_part, five_parts, breathing, driven_pendulum};
  for (int i = 0; i < 4; i++)
    check_below(blocks_error(texts[i], 0), 1e-8);  // third derivatives times 1e-10, rounding 1e-11
}

static void blocks_check_can_fail(void **unused) {
  (void)unused;
  check_above(blocks_error(breathing, 1e-6), 0.9e-6);
}

// w is the time derivative of g along the flow, w_z its derivative
static void hidden_is_the_rate_of_the_constraints(void **unused) {
  (void)unused;
  setting s;
  double y[5], f[8], z[] = {0.3, -0.2}, g[2][2], w[2], d = 1e-5;
  setting_begin(&s, breathing);
  for (int i = 0; i < 5; i++)
    y[i] = s.s.q[i] + 0.05*(1 + i);
  values_at(&s, 0.3, y, z, f);
  for (int k = 0; k < 2; k++) {
    double h = k == 0 ? d : -d, near[5];
    vec_axpy(near, h, f, y, 5);
    vec_copy(g[k], evaluator_run(&s.e, BUNDLE_GAP, 0.3 + h, near, z, NULL), 2);
  }
  const double *out = evaluator_run(&s.e, BUNDLE_HIDDEN, 0.3, y, z, NULL);
  for (int k = 0; k < 2; k++)
    check_near(out[k], (g[0][k] - g[1][k])/(2*d), 1e-9);
  vec_copy(w, out, 2);
  double slope = out[2 + 1*2 + 1];
  z[1] += d;
  out = evaluator_run(&s.e, BUNDLE_HIDDEN, 0.3, y, z, NULL);
  check_near(slope, (out[1] - w[1])/d, 1e-9);  // it is linear
  setting_end(&s);
}

// --- algebraic variables -----------------------------------------------------------------------

// on y = (e^t, e^-2t) the two roots are e^2t and e^2t/2: each is found from its own side
static void both_branches_are_found(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, one_part);
  double y[] = {exp(0.5), exp(-1)}, near = 2.5, far = 1.4;
  assert_true(consistent_multipliers(&s.c, 0, y, NULL, &near));
  check_near(near, exp(1), 4e-15);
  assert_true(consistent_multipliers(&s.c, 0, y, NULL, &far));
  check_near(far, exp(1)/2, 4e-15);

  // asked again, not a bit changes
  double again = near;
  assert_true(consistent_multipliers(&s.c, 0, y, NULL, &again));
  assert_true(memcmp(&again, &near, sizeof near) == 0);
  setting_end(&s);
}

// where the roots have met and gone there is none, and z stays as it was
static void no_root_is_no_result(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, "model m\nstate x, y\nalgebraic z\nx' = z^2 + y\ny' = 1\nconstraint x = 0\n"
                    "init y = -1, z = 1\n");
  double z = 0.9, at[] = {0, 0.5};
  assert_false(consistent_multipliers(&s.c, 0, at, NULL, &z));
  check_near(z, 0.9, 0);
  at[1] = -0.25;
  assert_true(consistent_multipliers(&s.c, 0, at, NULL, &z));
  check_near(z, 0.5, 1e-15);
  setting_end(&s);
}

// a root that is zero has no size of its own to be small against
static void a_root_at_zero_is_found(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, "model m\nstate x, y\nalgebraic z\nx' = sin(z) + 0.1 - y\ny' = 1\n"
                    "constraint x = 0\ninit y = 0.3\n");
  for (int i = 0; i < 32; i++) {
    double z = 0.01, at[] = {0, 0.1 + 1e-17*pow(3, i)};
    assert_true(consistent_multipliers(&s.c, 0, at, NULL, &z));
    check_near(z, at[1] - 0.1, 1e-16 + pow(fabs(at[1] - 0.1), 3));
  }
  setting_end(&s);
}

// z is zero but for the rounding of terms that cancel: there is no digit to converge to
static void a_root_that_is_all_rounding_is_found(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, "model m\nstate x, y, u\nalgebraic z\nx' = (exp(y) + z)*(1 + 0.7*y) - u\n"
                    "y' = 1\nu' = 1\nconstraint x = 0\ninit u = 1\n");
  for (int i = 0; i < 1000; i++) {
    double y = 0.001*i, z = 1e-18, at[] = {0, y, exp(y)*(1 + 0.7*y)};
    at[2] *= 1 + (i % 3 - 1)*DBL_EPSILON;
    assert_true(consistent_multipliers(&s.c, 0, at, NULL, &z));
    check_below(fabs(z), 4e-15);
  }
  setting_end(&s);
}

// --- the start ---------------------------------------------------------------------------------

static void refused(const char *text, const char *sentence) {
  setting s;
  setting_begin(&s, text);
  if (setting_prepare(&s, false) != NOSLIP_ERROR_MODEL)
    check_fail("not refused: %s\n%s", sentence, text);
  check_text(s.why.sentence, sentence);
  setting_end(&s);
}

static void good_data_stay_as_they_are(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, breathing);
  setting_prepared(&s);
  check_near(s.s.q[0], 0.6, 0);
  const double *w = evaluator_run(&s.e, BUNDLE_HIDDEN, 0, s.s.q, s.s.lambda, NULL);
  check_below(vec_max(w, 2), 1e-15);
  assert_string_equal(setting_notes(&s), "");
  setting_end(&s);
}

static void violated_constraints_are_refused(void **unused) {
  (void)unused;
  refused(ONE_PART "init y = [1.1, 1], z = 1\n",
          "the initial data violate the constraint `g1`: its residual is 0.21");
  refused(ONE_PART "init y = [1, 1 + 1e-9], z = 1\n", "the option `project`");
}

// what moved is along g_y
static void projection_moves_along_the_gradient(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, ONE_PART "init y = [1.1, 1], z = 1\n");
  assert_int_equal(setting_prepare(&s, true), NOSLIP_OK);
  double *y = s.s.q, moved[] = {y[0] - 1.1, y[1] - 1};
  check_below(fabs(y[0]*y[0]*y[1] - 1), 1e-15);
  check_near(moved[0]/moved[1], 2*y[1]/y[0], 0.06);  // it turns a little on the way
  check_text(setting_notes(&s), "projected y[1] from 1.1 to 1.022");
  check_text(setting_notes(&s), "projected y[2] from 1 to 0.957");
  setting_end(&s);
}

static void singular_problems_are_refused(void **unused) {
  (void)unused;
  refused(ONE_PART "init y = [1, 1], z = 0.75\n",
          "g_y f_z is singular in the row of the constraint `g1`");
  // a double root, z = 0, which Newton's method reaches to half of the digits
  refused("model m\nstate x, y\nalgebraic z\nx' = (z - y)^2\ny' = 1\nconstraint c: x = 0\n"
          "init y = 1, z = 1.3\n",
          "singular in the row of the constraint `c`");
  // two constraints that are one, and two that ask for the same combination of z
  refused("model m\nstate x, y, u\nalgebraic a, b\nx' = a\ny' = b\nu' = 1\n"
          "constraint c: x + y = 0\nconstraint d: 2*x + 2*y = u^2\n",
          "the constraints are not independent here: `d` depends on `c`");
  refused("model m\nstate x, y\nalgebraic a, b\nx' = a + b\ny' = 2*a + 2*b + x\n"
          "constraint c: x = 0\nconstraint d: y = 0\n",
          "singular in the row of the constraint");
}

static void what_is_not_finite_is_refused(void **unused) {
  (void)unused;
  refused("model m\nstate x, y\nalgebraic z\nx' = z + 1/y\ny' = z\nconstraint c: x = 0\n",
          "the equation of `x` is not finite at the initial data");
  refused("model m\nstate x, y\nalgebraic z\nx' = z\ny' = z\nconstraint c: x/y = 0\n",
          "the constraint `c` is not finite at the initial data");
  refused("model m\nstate x\nx' = log(x)\n", "the equation of `x` is not finite");
}

static void a_guess_that_leads_nowhere_is_refused(void **unused) {
  (void)unused;
  refused("model m\nstate x, y\nalgebraic z\nx' = z^2 + 1\ny' = 1\nconstraint c: x = 0\n"
          "init z = 0.3\n",
          "from `z` = 0.3, Newton's method does not lead to values that keep the constraints");
}

// --- what a model says -------------------------------------------------------------------------

static void describe(const char *text, bool sound, const char *const *parts) {
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  bool good = !sound;
  assert_int_equal(noslip_model_parse(c, "test", text, NULL, &m), NOSLIP_OK);
  const char *said = noslip_model_describe(m, false, &good);
  assert_int_equal(good, sound);
  for (; *parts; parts++)
    check_text(said, *parts);
  noslip_model_free(m);
  noslip_close(c);
}

static void models_are_described(void **unused) {
  (void)unused;
  static const char *const five[] = {"class      index-2 DAE",
                                     "2 states, 1 algebraic variable, 1 constraint, 5 parts",
                                     "enter nonlinearly, depends on time",
                                     "free of algebraic variables: part 1\n",
                                     "g_y f_z regular, largest residual 0.0e+00",
                                     "algebraic  z = 1\n",
                                     NULL};
  static const char *const ode[] = {"class      ordinary differential equation",
                                    "2 states, 2 parts",
                                    "entries    not zero: blocks of the equations 2 of 8", NULL};
  static const char *const bad[] = {"NOT sound", "`g1`", NULL};
  describe(five_parts, true, five);
  describe(driven_pendulum, true, ode);
  describe(ONE_PART "init y = [2, 1], z = 1\n", false, bad);
}

// the methods of mechanics know that this is none of theirs; six parts have no coefficients
static void other_methods_refuse(void **unused) {
  (void)unused;
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  assert_int_equal(noslip_model_parse(c, "test", one_part, NULL, &m), NOSLIP_OK);
  assert_int_equal(noslip_method_applies(c, "rattle", m), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "`rattle` treats mechanical models, and this is an index-2 DAE");
  noslip_model_free(m);
  assert_int_equal(noslip_model_parse(c, "test", "model m\nstate x\npart 6: x' = 1\n", NULL, &m),
                   NOSLIP_OK);
  assert_int_equal(noslip_method_applies(c, "rattle", m), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "the equations have 6 parts; there are coefficients for 5");
  noslip_model_free(m);
  noslip_close(c);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equations_are_what_they_say),
      cmocka_unit_test(blocks_are_derivatives),
      cmocka_unit_test(blocks_check_can_fail),
      cmocka_unit_test(hidden_is_the_rate_of_the_constraints),
      cmocka_unit_test(both_branches_are_found),
      cmocka_unit_test(no_root_is_no_result),
      cmocka_unit_test(a_root_at_zero_is_found),
      cmocka_unit_test(a_root_that_is_all_rounding_is_found),
      cmocka_unit_test(good_data_stay_as_they_are),
      cmocka_unit_test(violated_constraints_are_refused),
      cmocka_unit_test(projection_moves_along_the_gradient),
      cmocka_unit_test(singular_problems_are_refused),
      cmocka_unit_test(what_is_not_finite_is_refused),
      cmocka_unit_test(a_guess_that_leads_nowhere_is_refused),
      cmocka_unit_test(models_are_described),
      cmocka_unit_test(other_methods_refuse),
  };
  return check_run(argc, argv, tests);
}
