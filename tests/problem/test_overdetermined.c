// Tests of overdetermined problems (problem/index2.h) and of forces that depend on multipliers
// (problem/consistent_load.h): how they are split, their derivatives, their starts.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include "run/run.h"

#include <stdio.h>
#include <string.h>

#define STATES "state y[1..2], z[1..2]\nalgebraic psi\n"
#define CIRCLE "constraint rod: y[1]^2 + y[2]^2 = 1\n"

// --- how equations are split -------------------------------------------------------------------

static const double *parts_of(trial *t) {
  const state *s = &t->run->state;
  return evaluator_run(&t->run->evaluator, BUNDLE_PARTS, 0, s->q, s->lambda, NULL);
}

// with a part 2 and without, the same v, f and r; states in any order
static void terms_are_split(void **unused) {
  (void)unused;
  static const char by_parts[] = "model a\n" STATES "part 1: y' = z, z' = [0, -1 - z[2]]\n"
                                 "part 2: z' = [-2*y[1]*psi, -2*y[2]*psi - psi^2*z[2]]\n" CIRCLE
                                 "init y = [1, 0], z = [0, 1]\n";
  static const char by_terms[] =
      "model a\n" STATES "let F = -1 - z[2]\ny' = z\n"
      "z' = [-2*y[1]*psi, F - (2*y[2]*psi + psi^2*z[2])]\n" CIRCLE "init y = [1, 0], z = [0, 1]\n";
  trial a = trial_text(by_parts, NULL, "euler-true", 0.1);
  trial b = trial_text(by_terms, NULL, "euler-true", 0.1);
  for (int i = 0; i < 12; i++)
    check_near(parts_of(&a)[i], parts_of(&b)[i], 1e-15);
  check_near(parts_of(&b)[4 + 3], -2, 0);  // f = -1 - z_2
  trial_steps(&a, 5);
  trial_steps(&b, 5);
  for (int i = 0; i < 4; i++)
    check_near(a.run->state.q[i], b.run->state.q[i], 1e-15);
  trial_close(&a);
  trial_close(&b);
}

static void the_order_of_states_is_free(void **unused) {
  (void)unused;
  static const char sorted[] = "model a\nstate x, y, u, v\nalgebraic psi\nx' = u\ny' = v\n"
                               "u' = -x*psi\nv' = -1 - y*psi\nconstraint x^2 + y^2 = 1\n"
                               "init x = 1, v = 1\n";
  static const char mixed[] = "model a\nstate v, x, u, y\nalgebraic psi\nx' = u\ny' = v\n"
                              "u' = -x*psi\nv' = -1 - y*psi\nconstraint x^2 + y^2 = 1\n"
                              "init x = 1, v = 1\n";
  static const char *const names[] = {"x", "y", "u", "v"};
  trial a = trial_text(sorted, NULL, "compose(euler-true, symmetric)", 0.1);
  trial b = trial_text(mixed, NULL, "compose(euler-true, symmetric)", 0.1);
  trial_steps(&a, 10);
  trial_steps(&b, 10);
  for (int i = 0; i < 4; i++)
    check_near(trial_value(&a, names[i]), trial_value(&b, names[i]), 2e-15);
  check_above(fabs(trial_value(&a, "x") - 1), 0.1);
  trial_close(&a);
  trial_close(&b);
}

static void misplaced_multipliers_are_refused(void **unused) {
  (void)unused;
  trial_refused("model a\n" STATES "part 1: y' = z, z' = [psi, 0]\npart 2: z' = [0, psi]\n" CIRCLE
                "init y = [1, 0], z = [0, 1]\n",
                "euler-true", "part 1 of `z[1]'` contains an algebraic variable");
}

// --- derivatives -------------------------------------------------------------------------------

// u is d/dt g, w is d/dt u along the equations: by differences along the solution
static void rates_are_those_of_the_constraints(void **unused) {
  (void)unused;
  const double d = 1e-5;
  trial t = trial_file("ellipsoid.noslip", NULL, "euler-true", 0.1);
  evaluator *e = &t.run->evaluator;
  double q[6] = {0.5, 0.3, -0.2, 0.4, 0.1, 0.7}, psi = 0.6, f[6], near[2][6], u[2], g[2];
  const double *out = evaluator_run(e, BUNDLE_PARTS, 0, q, &psi, NULL);
  for (int i = 0; i < 6; i++)
    f[i] = out[i] + out[6 + i] + out[12 + i];
  for (int side = 0; side < 2; side++) {
    for (int i = 0; i < 6; i++)
      near[side][i] = q[i] + (side ? d : -d)*f[i];
    const double *r = evaluator_run(e, BUNDLE_RESIDUALS, 0, near[side], NULL, NULL);
    g[side] = r[0];
    u[side] = r[1];
  }
  const double *w = evaluator_run(e, BUNDLE_HIDDEN, 0, q, &psi, NULL);
  check_near(w[0], (u[1] - u[0])/(2*d), 1e-8);
  const double *rate = evaluator_run(e, BUNDLE_RATE_BLOCKS, 0, q, &psi, NULL);
  check_near(rate[0], (g[1] - g[0])/(2*d), 1e-8);
  double K = w[1], more = psi + d, less = psi - d;
  double high = evaluator_run(e, BUNDLE_HIDDEN, 0, q, &more, NULL)[0];
  double low = evaluator_run(e, BUNDLE_HIDDEN, 0, q, &less, NULL)[0];
  check_near(K, (high - low)/(2*d), 1e-8);
  trial_close(&t);
}

// --- starts ------------------------------------------------------------------------------------

static noslip_status start(const char *text, bool project, char *said, size_t size) {
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r = NULL;
  noslip_report report = {0};
  assert_int_equal(noslip_model_parse(c, "text", text, NULL, &m), NOSLIP_OK);
  noslip_run_options o = {.method = "euler-true", .step = 0.1, .project = project};
  noslip_status status = noslip_run_new(c, m, &o, &r);
  if (status == NOSLIP_OK)
    noslip_run_report(r, &report);
  snprintf(said, size, "%s",
           status != NOSLIP_OK   ? noslip_last_error(c)
           : report.nwarning > 0 ? report.warnings[0]
                                 : "");
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
  return status;
}

#define PENDULUM "model a\n" STATES "y' = z\nz' = [-2*y[1]*psi, -1 - 2*y[2]*psi]\n" CIRCLE

static void both_constraints_are_asked_for(void **unused) {
  (void)unused;
  char said[600];
  assert_int_equal(start(PENDULUM "init y = [1, 0], z = [0, 1]\n", false, said, sizeof said),
                   NOSLIP_OK);
  assert_string_equal(said, "");
  assert_int_equal(start(PENDULUM "init y = [1.1, 0], z = [0, 1]\n", false, said, sizeof said),
                   NOSLIP_ERROR_MODEL);
  check_text(said, "violate the constraint `rod`: its residual is 0.21");
  assert_int_equal(start(PENDULUM "init y = [1, 0], z = [0.3, 1]\n", false, said, sizeof said),
                   NOSLIP_ERROR_MODEL);
  check_text(said, "violate the constraint `rod`: its time derivative's residual is 0.6");
  assert_int_equal(start(PENDULUM "init y = [1, 0], z = [0.3, 1]\n", true, said, sizeof said),
                   NOSLIP_OK);
  check_text(said, "projected z[1] from 0.3 to 0");
  assert_int_equal(start(PENDULUM "init y = [1.1, 0], z = [0, 1]\n", true, said, sizeof said),
                   NOSLIP_OK);
  check_text(said, "projected y[1] from 1.1 to 1");
}

static void reactions_have_to_determine_the_multiplier(void **unused) {
  (void)unused;
  char said[600];
  // the reaction is along the circle
  assert_int_equal(start("model a\n" STATES "y' = z\nz' = [y[2]*psi, -1 - y[1]*psi]\n" CIRCLE
                         "init y = [1, 0], z = [0, 1]\n",
                         false, said, sizeof said),
                   NOSLIP_ERROR_MODEL);
  check_text(said, "K = g_y v_z r_psi is singular in the row of the constraint `rod`");
  // friction against the plane of a slope that is too steep: mu tan(al) = 1
  static const char block[] = "model a\nparam mu = 1\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - y\n"
                              "holonomic floor: y = x multiplier N\nforce x = mu*N\n"
                              "init x' = 1, y' = 1\n";
  assert_int_equal(start(block, false, said, sizeof said), NOSLIP_OK);
  trial steep = trial_text(block, "mu=1.9", "euler-true", 0.1);
  trial_close(&steep);
  char text[400];
  snprintf(text, sizeof text, "%s", block);
  memcpy(strstr(text, "mu = 1"), "mu = 2", 6);
  assert_int_equal(start(text, false, said, sizeof said), NOSLIP_ERROR_MODEL);
  check_text(said, "the multiplier of `floor` is not determined here: K = g_q M^-1 r_lambda");
}

// --- multipliers of a mechanical problem -------------------------------------------------------

// the guess decides on the root
static void a_guess_leads_to_its_root(void **unused) {
  (void)unused;
  // at the start y' = 0: N + N^2/4 = 3, so that N = 2 or -6
  static const char model[] =
      "model a\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 3*y\n"
      "holonomic floor: y = 0 multiplier N\nforce y = N^2/4\ninit N = 1.5\n";
  trial t = trial_text(model, NULL, "euler-true", 0.1);
  check_near(noslip_run_values(t.run, NOSLIP_MULTIPLIER)[0], 2, 1e-14);
  trial_close(&t);
  char text[400];
  snprintf(text, sizeof text, "%s", model);
  memcpy(strstr(text, "N = 1.5"), "N = -9.", 7);
  t = trial_text(text, NULL, "euler-true", 0.1);
  check_near(noslip_run_values(t.run, NOSLIP_MULTIPLIER)[0], -6, 1e-14);
  trial_close(&t);
  // without a guess that of ideal reactions leads there: N = 3
  *strstr(text, "init") = 0;
  t = trial_text(text, NULL, "euler-true", 0.1);
  check_near(noslip_run_values(t.run, NOSLIP_MULTIPLIER)[0], 2, 1e-14);
  trial_close(&t);
}

static void roots_that_do_not_exist_are_told(void **unused) {
  (void)unused;
  char said[600];
  // N + N^2/4 = -3 has no real root
  assert_int_equal(start("model a\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 + 3*y\n"
                         "holonomic floor: y = 0 multiplier N\nforce y = N^2/4\ninit N = 1\n",
                         false, said, sizeof said),
                   NOSLIP_ERROR_MODEL);
  check_text(said, "the multipliers cannot be found at the start");
  check_text(said, "give another guess with `init`");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(terms_are_split),
      cmocka_unit_test(the_order_of_states_is_free),
      cmocka_unit_test(misplaced_multipliers_are_refused),
      cmocka_unit_test(rates_are_those_of_the_constraints),
      cmocka_unit_test(both_constraints_are_asked_for),
      cmocka_unit_test(reactions_have_to_determine_the_multiplier),
      cmocka_unit_test(a_guess_leads_to_its_root),
      cmocka_unit_test(roots_that_do_not_exist_are_told),
  };
  return check_run(argc, argv, tests);
}
