// Tests of src/methods/euler/euler.h on mechanical systems: ideal reactions, where they are reich and
// reich*, both forms of a model, no constraints, and what they refuse or warn of.

#include "tests/methods/holonomic_claims.h"
#include "tests/support/counting.h"

// --- ideal reactions ---------------------------------------------------------------------------

// n steps each; the largest difference of q and p, against their sizes
static double apart(trial_maker *make, const char *one, const char *other, double h, long n) {
  trial a = make(one, h), b = make(other, h);
  trial_steps(&a, n);
  trial_steps(&b, n);
  const double *p = noslip_run_values(a.run, NOSLIP_MOMENTUM);
  const double *r = noslip_run_values(b.run, NOSLIP_MOMENTUM);
  double worst = 0, size = 0;
  for (int i = 0; i < a.run->problem->n; i++) {
    double q = fabs(a.run->state.q[i] - b.run->state.q[i]);
    worst = fmax(worst, fmax(q, fabs(p[i] - r[i])));
    size = fmax(size, fmax(fabs(a.run->state.q[i]), fabs(p[i])));
  }
  trial_close(&a);
  trial_close(&b);
  return worst/size;
}

static void equals_reich(void **unused) {
  (void)unused;
  for (int i = 0; i < holonomic_count; i++) {
    check_below(apart(holonomic[i], "euler-true", "reich", 0.05, 10), 1e-14);
    check_below(apart(holonomic[i], "euler-true(alpha=3)", "reich", 0.05, 10), 1e-14);
    check_below(apart(holonomic[i], "euler-natural", "reich", 0.05, 10), 1e-14);
    check_below(apart(holonomic[i], "euler-true-conj*", "reich", 0.05, 10), 1e-14);
    check_below(apart(holonomic[i], "euler-true-conj", "reich*", 0.05, 10), 1e-14);
    check_below(apart(holonomic[i], "euler-true*", "reich*", 0.05, 10), 1e-14);
    check_below(apart(holonomic[i], "euler-natural-conj", "reich*", 0.05, 10), 1e-14);
  }
  check_above(apart(spheroid, "euler-true", "reich*", 0.05, 10), 1e-3);
}

static void keeps_constraints_and_form(void **unused) {
  (void)unused;
  static const char *const names[] = {"euler-true", "euler-true-conj",
                                      "compose(euler-true, symmetric)"};
  for (int k = 0; k < 3; k++) {
    check_constraints(names[k]);
    check_form(names[k]);
  }
}

static void jacobians_are_exact(void **unused) {
  (void)unused;
  static const char *const names[] = {"euler-true", "euler-true*", "euler-true-conj",
                                      "euler-true-conj*", "euler-natural"};
  for (int k = 0; k < 5; k++)
    check_jacobians(names[k]);
}

static void starts_at_rest(void **unused) {
  (void)unused;
  check_rest("euler-true");
  check_rest("euler-true*");
  check_stillness("euler-true");
  check_stillness("euler-true*");
}

// --- no constraints ----------------------------------------------------------------------------

// flight with a constant force is exact with the symmetric composition
static void flight_is_exact(void **unused) {
  (void)unused;
  trial t = trial_text("model flight\ncoord x, y\nlagrangian (x'^2 + 3*y'^2)/2 - 3*9.81*y\n"
                       "init x' = 2, y' = 5\n",
                       NULL, "compose(euler-true, symmetric)", 0.125);
  trial_steps(&t, 8);
  check_near(trial_value(&t, "x"), 2, 1e-15);
  check_near(trial_value(&t, "y"), 5 - 9.81/2, 4e-15);
  check_near(trial_value(&t, "y'"), 5 - 9.81, 4e-15);
  trial_close(&t);
  trial one =
      trial_text("model flight\ncoord x\nlagrangian x'^2/2 - 9.81*x\n", NULL, "euler-true", 0.125);
  trial_steps(&one, 8);
  check_above(fabs(trial_value(&one, "x") + 9.81/2), 0.1);  // a single map has order 1
  trial_close(&one);
}

// --- the form d/dt p(y,z) ----------------------------------------------------------------------

#define VARYING_MASS                                                                      \
  "let A = [[2 + sin(x), 0.3, 0.1*y], [0.3, 1 + y^2, 0.2], [0.1*y, 0.2, 1.5 + cos(z)]]\n" \
  "let V = z + x*y/3\n"
#define VARYING_REST                                        \
  "holonomic shell: x^2 + 2*y^2 + 3*z^2 = 1 multiplier N\n" \
  "force x = -c*N^2*x'\nforce y = -c*N^2*y' - 0.1*x'\nforce z = -c*N^2*z' + 0.2*N\n"

static trial by_velocities(const char *name, double h) {
  return trial_text("model one\nparam c = 0.3\ncoord x, y, z\n" VARYING_MASS
                    "let w = [x', y', z']\nlagrangian dot(w, A*w)/2 - V\n" VARYING_REST
                    "let G = [0.6, 0.8, 3*sqrt(0.32/3)]\nlet w0 = [0.3, -0.5, 0.2]\n"
                    "let u = w0 - dot(G, w0)/dot(G, G)*G\n"
                    "init x = 0.6, y = 0.4, z = sqrt(0.32/3), x' = u[1], y' = u[2], z' = u[3]\n",
                    NULL, name, h);
}

static trial by_momenta(const char *name, double h) {
  return trial_text(
      "model other\nparam c = 0.3\ncoord x momentum a, y momentum b, z momentum d\n" VARYING_MASS
      "let P = [a, b, d]\nhamiltonian dot(P, inv(A)*P)/2 + V\n" VARYING_REST
      "let G = [0.6, 0.8, 3*sqrt(0.32/3)]\nlet w0 = [0.3, -0.5, 0.2]\n"
      "let u = w0 - dot(G, w0)/dot(G, G)*G\n"
      "init x = 0.6, y = 0.4, z = sqrt(0.32/3)\n"
      "init a = dot([2 + sin(0.6), 0.3, 0.04], u), b = dot([0.3, 1.16, 0.2], u)\n"
      "init d = dot([0.04, 0.2, 1.5 + cos(sqrt(0.32/3))], u)\n",
      NULL, name, h);
}

static void both_forms_are_one_map(void **unused) {
  (void)unused;
  static const char *const names[] = {"euler-true", "euler-true*", "euler-true-conj",
                                      "euler-true-conj*", "compose(euler-true, suzuki4)"};
  for (int k = 0; k < 5; k++) {
    trial a = by_velocities(names[k], 0.05), b = by_momenta(names[k], 0.05);
    trial_steps(&a, 4);
    trial_steps(&b, 4);
    const double *p = noslip_run_values(a.run, NOSLIP_MOMENTUM);
    const double *r = noslip_run_values(b.run, NOSLIP_MOMENTUM);
    for (int i = 0; i < 3; i++) {
      check_near(a.run->state.q[i], b.run->state.q[i], 2e-15);
      check_near(p[i], r[i], 3e-15);
    }
    check_near(noslip_run_values(a.run, NOSLIP_MULTIPLIER)[0],
               noslip_run_values(b.run, NOSLIP_MULTIPLIER)[0], 1e-13);
    trial_close(&a);
    trial_close(&b);
  }
}

static void orders_with_a_varying_mass(void **unused) {
  (void)unused;
  check_near(
      trial_order_against(by_velocities, "euler-true", 1, 160, "compose(euler-true, yoshida6)"), 1,
      0.05);
  check_near(trial_order_against(by_velocities, "compose(euler-true, symmetric)", 1, 40,
                                 "compose(euler-true, yoshida6)"),
             2, 0.05);
  check_near(trial_order_against(by_momenta, "compose(euler-true-conj, suzuki4)", 1, 20,
                                 "compose(euler-true, yoshida6)"),
             4, 0.1);
}

// --- the ellipsoid: when methods agree ---------------------------------------------------------

static const char *ellipsoid_settings;

static trial ellipsoid(const char *name, double h) {
  return trial_file("ellipsoid.noslip", ellipsoid_settings, name, h);
}

static double states_apart(const char *one, const char *other) {
  trial a = ellipsoid(one, 0.1), b = ellipsoid(other, 0.1);
  double worst = 0;
  trial_steps(&a, 1);
  trial_steps(&b, 1);
  for (int i = 0; i < 6; i++)
    worst = fmax(worst, fabs(a.run->state.q[i] - b.run->state.q[i]));
  trial_close(&a);
  trial_close(&b);
  return worst;
}

static void when_methods_agree(void **unused) {
  (void)unused;
  ellipsoid_settings = "a=0 b=0";  // r = B psi
  check_below(states_apart("euler-true*", "euler-true-conj"), 2e-15);
  check_below(states_apart("euler-true*(alpha=0.3)", "euler-true-conj(alpha=0.3)"), 2e-15);
  ellipsoid_settings = "a=0.3 b=0";  // affine
  check_below(states_apart("euler-true", "euler-natural"), 2e-15);
  check_below(states_apart("euler-true*", "euler-true-conj"), 2e-15);
  check_near(states_apart("euler-true*(alpha=0.3)", "euler-true-conj(alpha=0.3)"), 1.2e-3, 5e-5);
  ellipsoid_settings = "a=0 b=0.3";
  check_near(states_apart("euler-true", "euler-natural"), 8.9e-4, 5e-6);
  check_near(states_apart("euler-true*", "euler-true-conj"), 1.4e-4, 5e-6);
}

// --- multipliers at zero -----------------------------------------------------------------------

// Where the reaction vanishes, |N|^0.85 has no derivative. psi = 0 where 6 b y1 y1'^2 = -g, and near.
static void steps_near_take_off(void **unused) {
  (void)unused;
  static const char *const names[] = {"euler-true", "compose(euler-true, symmetric)", "lobatto(2)",
                                      "lobatto(3)", "compose(euler-true, suzuki4)"};
  long all = 2000/check_share(10), failed = 0;
  for (long i = 0; i < all; i++) {
    char settings[200];
    double y1 = -0.5 - 3*(double)(i % 37)/37,
           off = i % 11 == 0 ? 0 : pow(10, -1.4*(double)(i % 11));
    double z1 = -sqrt(9.81/(-0.06*y1))*(1 + (i % 2 ? off : -off));
    snprintf(settings, sizeof settings, "y1=%.17g y2=%.17g y1'=%.17g y2'=%.17g", y1,
             0.01*y1*y1*y1, z1, 0.03*y1*y1*z1);
    trial t = trial_file("teflon.noslip", settings, names[i % 5], i % 3 ? 0.01 : 1e-3);
    bool good = true;
    for (int k = 0; k < 5 && good; k++)
      good = noslip_step(t.run) == NOSLIP_OK;
    double psi = noslip_run_values(t.run, NOSLIP_MULTIPLIER)[0];
    good = good && isfinite(psi) && isfinite(t.run->state.q[0]);
    if (!good)
      print_error("%s, %s: %s\n", names[i % 5], settings, noslip_last_error(t.context));
    failed += !good;
    trial_close(&t);
  }
  assert_int_equal(failed, 0);
}

// --- units -------------------------------------------------------------------------------------

// teflon with lengths in units of L, times of T and masses of M; returns y1 in metres after 50 steps
static double teflon_in(double L, double T, double M, const char *name) {
  char settings[400];
  double force = M*L/(T*T);
  snprintf(settings, sizeof settings,
           "m=%.17g g=%.17g b=%.17g cf=%.17g y1=%.17g y2=%.17g y1'=%.17g y2'=%.17g", 1/M,
           9.81*T*T/L, 0.01*L*L, 0.1*pow(force, -0.15), 10/L, 10/L, -3.6*T/L,
           -10.8*T/L);
  trial t = trial_file("teflon.noslip", settings, name, 0.02/T);
  trial_steps(&t, 50);
  double y1 = trial_value(&t, "y1")*L;
  trial_close(&t);
  return y1;
}

static void no_unit_matters(void **unused) {
  (void)unused;
  static const double units[][3] = {{1e-6, 1, 1}, {1, 1e-3, 1}, {1, 1, 1e9}, {1e5, 3600, 1e-12}};
  static const char *const names[] = {"euler-true", "compose(euler-true, symmetric)",
                                      "euler-true-conj*", "lobatto(3)"};
  for (int k = 0; k < 4; k++) {
    double plain = teflon_in(1, 1, 1, names[k]);
    for (int i = 0; i < 4; i++)
      check_near(teflon_in(units[i][0], units[i][1], units[i][2], names[k]), plain, 2e-12);
    check_above(fabs(plain - 10), 5);
  }
}

// --- friction that is linear in the normal force -----------------------------------------------

// a block that slides down a plane: its acceleration is constant, so the symmetric step is exact
static void a_block_slides_exactly(void **unused) {
  (void)unused;
  trial t = trial_text("model block\nparam mu = 0.3, al = 0.6\ncoord x, y\n"
                       "lagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
                       "holonomic plane: y*cos(al) + x*sin(al) = 0 multiplier N\n"
                       "force x = -mu*N*cos(al)\nforce y = mu*N*sin(al)\n"
                       "init x' = cos(al), y' = -sin(al)\n",
                       NULL, "compose(euler-true, symmetric)", 0.125);
  trial_steps(&t, 8);
  double a = 9.81*(sin(0.6) - 0.3*cos(0.6)), s = 1 + a/2;
  check_near(trial_value(&t, "x"), s*cos(0.6), 1e-14);
  check_near(trial_value(&t, "y"), -s*sin(0.6), 1e-14);
  check_near(hypot(trial_value(&t, "x'"), trial_value(&t, "y'")), 1 + a, 1e-14);
  check_near(noslip_run_values(t.run, NOSLIP_MULTIPLIER)[0], 9.81*cos(0.6), 1e-13);
  trial_close(&t);
}

// --- what they say -----------------------------------------------------------------------------

static const char rubbing[] = "model rubbing\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - y\n"
                              "holonomic rod: x^2 + y^2 = 1 multiplier N\n"
                              "force x = -0.1*N*N*x'\ninit x = 1, y' = 1\n";

static int warnings_with(const char *model, const char *name, const char *words) {
  trial t = trial_text(model, NULL, name, 0.1);
  noslip_report r = trial_report(&t);
  int count = 0;
  for (int i = 0; i < r.nwarning; i++)
    count += strstr(r.warnings[i], words) != NULL;
  trial_close(&t);
  return count;
}

static void natural_methods_warn(void **unused) {
  (void)unused;
  static const char affine[] = "model rubbing\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - y\n"
                               "holonomic rod: x^2 + y^2 = 1 multiplier N\n"
                               "force x = -0.1*N*x' - y'\ninit x = 1, y' = 1\n";
  assert_int_equal(warnings_with(rubbing, "euler-natural", "is inconsistent here"), 1);
  assert_int_equal(warnings_with(rubbing, "euler-natural-conj", "`euler-true-conj` is consistent"),
                   1);
  assert_int_equal(warnings_with(rubbing, "euler-true", "inconsistent"), 0);
  assert_int_equal(warnings_with(affine, "euler-natural", "inconsistent"), 0);
}

// N + N^2/4 = -0.9 has a root, but N + N^2/4 = -0.9/alpha has none for alpha = 1/2
static void another_alpha_may_help(void **unused) {
  (void)unused;
  static const char lifted[] = "model lifted\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 + 0.9*y\n"
                               "holonomic floor: y = 0 multiplier N\nforce y = N^2/4\n"
                               "init x' = 1, N = -1\n";
  trial t = trial_text(lifted, NULL, "euler-true", 0.1);
  assert_int_equal(noslip_step(t.run), NOSLIP_ERROR_STEP);
  check_text(noslip_last_error(t.context), "try a smaller step, or another alpha");
  trial_close(&t);
  t = trial_text(lifted, NULL, "euler-true(alpha=1)", 0.1);
  trial_steps(&t, 10);
  check_near(trial_value(&t, "x"), 1, 1e-14);
  trial_close(&t);
}

static void refusals(void **unused) {
  (void)unused;
  static const char blade[] = "model blade\ncoord x, y, th\nlagrangian (x'^2 + y'^2 + th'^2)/2\n"
                              "nonholonomic blade: y'^2 = x'*th'\n";
  static const char parts[] = "model d\nstate y[1..2]\nalgebraic z\ny[1]' = z\ny[2]' = 1\n"
                              "constraint y[1] = y[2]\ninit z = 1\n";
  trial_refused(blade, "euler-true",
                "constraints that are affine in the velocities, and `blade` is not");
  trial_refused(parts, "euler-true", "treats mechanical models and overdetermined DAEs");
  trial_refused(rubbing, "rattle", "has equations for ideal reactions only");
  trial_refused(rubbing, "rattle", "`euler-true`");
  trial_refused(rubbing, "gonzalez", "`euler-true`");
  trial_refused(rubbing, "index1", "methods that can: ");
  trial_refused(rubbing, "euler-true(alpha=0)", "has no step with alpha=0");
  trial_refused(rubbing, "euler-natural(alpha=1)", "has no step with alpha=1");
  trial_refused(rubbing, "euler-true(alpha=x)", "is a number, as in euler-true(alpha=0.5)");
  trial_refused(rubbing, "compose(euler-natural, symmetric)", "its adjoint");
}

// --- memory ------------------------------------------------------------------------------------

static bool live_with(counter *c, const char *text, const char *named) {
  noslip_context *context = noslip_open(&(noslip_options){count, c});
  noslip_model *m = NULL;
  if (!context)
    return false;
  noslip_status status = noslip_model_parse(context, "test", text, NULL, &m);
  return live(c, context, m, status, (noslip_run_options){.method = named, .step = 0.01},
              "interpret");
}

static void every_allocation_may_fail(void **unused) {
  (void)unused;
  static const char bare[] = "model bare\nstate y[1..2], z[1..2]\nalgebraic psi\ny' = z\n"
                             "z' = [-2*y[1]*psi, -1 - 2*y[2]*psi - psi^2*z[2]]\n"
                             "constraint rod: y[1]^2 + y[2]^2 = 1\n"
                             "init y = [1, 0], z = [0, 1], psi = 0.5\n";
  static const char *const cases[][2] = {{rubbing, "euler-true"},
                                         {rubbing, "lobatto(2)"},
                                         {bare, "compose(euler-true, symmetric)"},
                                         {bare, "spark(2)"}};
  for (int i = 0; i < 4; i++) {
    counter c = {0};
    assert_true(live_with(&c, cases[i][0], cases[i][1]));
    long all = c.requests;
    check_above((double)all, 20);
    for (long k = 1; k <= all; k++) {
      c = (counter){.fail_at = k};
      bool worked = live_with(&c, cases[i][0], cases[i][1]);
      assert_true(worked == !request_failed(&c));
    }
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equals_reich),
      cmocka_unit_test(keeps_constraints_and_form),
      cmocka_unit_test(jacobians_are_exact),
      cmocka_unit_test(starts_at_rest),
      cmocka_unit_test(flight_is_exact),
      cmocka_unit_test(both_forms_are_one_map),
      cmocka_unit_test(orders_with_a_varying_mass),
      cmocka_unit_test(when_methods_agree),
      cmocka_unit_test(steps_near_take_off),
      cmocka_unit_test(no_unit_matters),
      cmocka_unit_test(a_block_slides_exactly),
      cmocka_unit_test(natural_methods_warn),
      cmocka_unit_test(another_alpha_may_help),
      cmocka_unit_test(refusals),
      cmocka_unit_test(every_allocation_may_fail),
  };
  return check_run(argc, argv, tests);
}
