// Tests of src/methods/stages/dae.h: what its header block claims, on index-2 DAEs and on ordinary
// differential equations.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "methods/method.h"  // before tests/support/tool.h, which has a type of a name in it

#include "tests/methods/index2_trials.h"
#include "tests/support/backends.h"
#include "tests/support/counting.h"
#include "tests/support/systems.h"

#include "run/run.h"

#include <math.h>

// --- systems -----------------------------------------------------------------------------------

// Points on a sphere that are pushed along it; nothing in parts 3 and 4. Both z enter nonlinearly.
static const char sphere[] = "model sphere\nstate x, y, z, w\nalgebraic a, b\n"
                             "part 1: x' = -y, y' = x - 0.3*z, z' = 0.3*y, w' = 0.2*x\n"
                             "part 2: x' = a*x + 0.1*a^2, y' = a*y, z' = a*z - 0.2*y\n"
                             "part 5: w' = b + 0.1*b^3, z' = 0.1*b*w\n"
                             "constraint ball: x^2 + y^2 + z^2 = 1\nconstraint height: w = 0.3*z\n"
                             "init x = 0.6, y = 0, z = 0.8, w = 0.24\n";

static trial open_sphere(const char *name, double h) {
  return trial_text(sphere, NULL, name, h);
}

static const char *const everything[] = {
    "srk-gauss(1)",  "srk-gauss(2)",    "srk-gauss(3)",    "srk-radau1a(2)",  "srk-radau1a(3)",
    "rk-gauss(1)",   "rk-gauss(2)",     "rk-gauss(3)",     "rk-radau1a(2)",   "rk-radau2a(1)",
    "rk-radau2a(3)", "rk-lobatto3a(2)", "rk-lobatto3a(3)", "rk-lobatto3c(3)", "rk-lobatto3d(3)",
    "spark(2)",      "spark(3)"};
enum { neverything = sizeof everything/sizeof *everything, nspark = 2 };

// --- reference values --------------------------------------------------------------------------

// 40-digit arithmetic, rounded: h = 0.1, ten steps
static void published_problems_reference(void **unused) {
  (void)unused;
  static const struct {
    trial_maker *make;
    const char *method;
    double y[2];
  } rows[] = {
      {open_five, "spark(2)", {2.692946143477408, 0.137893775933138}},
      {open_five, "spark(3)", {2.718289925235412, 0.1353344770106978}},
      {open_five, "spark(4)", {2.718281831690686, 0.1353352829148248}},
      {open_one, "srk-gauss(2)", {2.718258512240713, 0.135337604958797}},
      {open_one, "srk-gauss(3)", {2.718281835291338, 0.1353352825562931}},
      {open_one, "srk-radau1a(2)", {2.719484180510306, 0.1352156394562699}},
      {open_one, "srk-radau1a(3)", {2.718281041455599, 0.1353353616018355}},
      {open_one, "rk-gauss(2)", {2.718962034676749, 0.1352908377463745}},
      {open_one, "rk-radau2a(2)", {2.719418533846145, 0.1352221677362686}},
      {open_one, "rk-radau2a(3)", {2.718281377772371, 0.1353353281133604}},
      {open_one, "rk-lobatto3a(3)", {2.718265129124529, 0.1353369460737543}},
      {open_one, "rk-lobatto3c(3)", {2.718283158972423, 0.1353351507519889}},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    trial t = rows[i].make(rows[i].method, 0.1);
    trial_steps(&t, 10);
    check_near(trial_value(&t, "y[1]"), rows[i].y[0], 1e-14);
    check_near(trial_value(&t, "y[2]"), rows[i].y[1], 1e-14);
    trial_close(&t);
  }
}

// --- order -------------------------------------------------------------------------------------

// largest error of y at t = 1, where the solution is (e, 1/e^2)
static double error_at_one(trial_maker *make, const char *name, long n) {
  trial t = make(name, 1.0/(double)n);
  trial_steps(&t, n);
  double error =
      fmax(fabs(trial_value(&t, "y[1]") - exp(1)), fabs(trial_value(&t, "y[2]") - exp(-2)));
  trial_close(&t);
  return error;
}

static double observed_order(trial_maker *make, const char *name, long n) {
  return log2(error_at_one(make, name, n)/error_at_one(make, name, 2*n));
}

typedef struct order_row {
  const char *method;
  long n;
  double order, tolerance;
} order_row;

// Plain Radau IA and Lobatto IIIC come to their orders from below on this problem, and slowly.
static void orders_are_those_of_the_header(void **unused) {
  (void)unused;
  static const order_row one[] = {
      {"srk-gauss(1)", 160, 2, 0.02},    {"srk-gauss(2)", 80, 4, 0.02},
      {"srk-gauss(3)", 20, 6, 0.1},      {"srk-gauss(4)", 8, 8, 0.2},
      {"srk-radau1a(2)", 80, 3, 0.05},   {"srk-radau1a(3)", 40, 5, 0.15},
      {"rk-gauss(1)", 160, 2, 0.05},     {"rk-gauss(2)", 160, 2, 0.05},
      {"rk-gauss(3)", 80, 4, 0.05},      {"rk-gauss(4)", 40, 4, 0.1},
      {"rk-radau2a(2)", 160, 3, 0.05},   {"rk-radau2a(3)", 40, 5, 0.1},
      {"rk-radau2a(4)", 8, 7, 0.3},      {"rk-lobatto3a(2)", 160, 2, 0.02},
      {"rk-lobatto3a(3)", 80, 4, 0.02},  {"rk-lobatto3a(4)", 16, 6, 0.1},
      {"rk-radau1a(2)", 160, 2, 0.25},   {"rk-radau1a(3)", 160, 3, 0.15},
      {"rk-lobatto3c(2)", 160, 2, 0.15}, {"rk-lobatto3c(3)", 80, 4, 0.35},
      {"rk-lobatto3d(2)", 160, 2, 0.05}, {"rk-lobatto3d(3)", 160, 4, 0.05},
      {"rk-lobatto3d(4)", 40, 4, 0.1}};
  static const order_row five[] = {
      {"spark(2)", 160, 2, 0.05}, {"spark(3)", 64, 4, 0.25}, {"spark(4)", 16, 6, 0.15}};
  for (size_t i = 0; i < sizeof one/sizeof *one; i++) {
    double order = observed_order(open_one, one[i].method, one[i].n);
    check_near(order, one[i].order, one[i].tolerance);
  }
  for (size_t i = 0; i < sizeof five/sizeof *five; i++) {
    double order = observed_order(open_five, five[i].method, five[i].n);
    check_near(order, five[i].order, five[i].tolerance);
  }
}

// the order at time T, against a run of order 8 with steps of 1/200
static double order_against_fine(trial_maker *make, const char *name, double T, long n) {
  double exact[2*trial_most], error[2];
  trial fine = make("srk-gauss(4)", 0.005);
  trial_steps(&fine, lround(T/0.005));
  trial_state(&fine, exact);
  trial_close(&fine);
  for (int k = 0; k < 2; k++) {
    trial t = make(name, T/(double)(n << k));
    trial_steps(&t, n << k);
    error[k] = trial_distance(&t, exact);
    trial_close(&t);
  }
  return log2(error[0]/error[1]);
}

// t in the equations and in the constraints: each stage at its own time
static void time_is_seen_everywhere(void **unused) {
  (void)unused;
  static const order_row rows[] = {{"srk-gauss(2)", 20, 4, 0.1},    {"srk-radau1a(2)", 40, 3, 0.1},
                                   {"rk-radau2a(2)", 40, 3, 0.1},   {"rk-lobatto3a(3)", 20, 4, 0.1},
                                   {"rk-lobatto3c(3)", 20, 4, 0.1}, {"spark(3)", 20, 4, 0.1},
                                   {"spark(2)", 40, 2, 0.1}};
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++)
    check_near(order_against_fine(open_breathing, rows[i].method, 1, rows[i].n), rows[i].order,
               rows[i].tolerance);
}

// without constraints there is nothing to lose: Gauss has order 2s, Radau 2s-1, Lobatto 2s-2; spark
// treats the parts by tableaux of their own
static void ordinary_equations_have_the_full_order(void **unused) {
  (void)unused;
  static const order_row rows[] = {{"rk-gauss(1)", 40, 2, 0.05},    {"rk-gauss(2)", 20, 4, 0.05},
                                   {"rk-gauss(3)", 8, 6, 0.1},      {"rk-radau1a(2)", 40, 3, 0.1},
                                   {"rk-radau2a(3)", 10, 5, 0.1},   {"rk-lobatto3a(3)", 20, 4, 0.1},
                                   {"rk-lobatto3c(3)", 20, 4, 0.1}, {"rk-lobatto3d(3)", 20, 4, 0.1},
                                   {"spark(2)", 40, 2, 0.05},       {"spark(3)", 20, 4, 0.1},
                                   {"srk-gauss(2)", 20, 4, 0.05}};
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++)
    check_near(order_against_fine(open_driven, rows[i].method, 2, rows[i].n), rows[i].order,
               rows[i].tolerance);
}

// Robertson's reaction, where an explicit start would run away: the published state at t = 40
static void stiff_equations_are_solved(void **unused) {
  (void)unused;
  trial t = trial_text("model robertson\nstate a, b, c\na' = -0.04*a + 1e4*b*c\n"
                       "b' = 0.04*a - 1e4*b*c - 3e7*b^2\nc' = 3e7*b^2\ninit a = 1\n",
                       NULL, "rk-radau2a(3)", 0.1);
  trial_steps(&t, 400);
  check_near(trial_value(&t, "a"), 0.7158270688, 1e-9);
  check_near(trial_value(&t, "b"), 9.185534765e-6, 1e-13);
  check_near(trial_value(&t, "c"), 0.2841637457, 1e-9);
  trial_close(&t);
}

// symmetric compositions raise the order
static void compositions_have_order_four(void **unused) {
  (void)unused;
  check_near(observed_order(open_one, "compose(srk-gauss(1), suzuki4)", 20), 4, 0.1);
  check_near(order_against_fine(open_sphere, "compose(spark(2), suzuki4)", 1, 16), 4, 0.1);
}

// --- Jacobian ----------------------------------------------------------------------------------

static double jacobian_error(trial_maker *make, const char *name, double spoil) {
  trial t = make(name, 0.1);
  trial_steps(&t, 1);
  double error = trial_jacobian_error(&t, spoil);
  trial_close(&t);
  return error;
}

static void jacobian_is_exact(void **unused) {
  (void)unused;
  static trial_maker *const makers[] = {open_five, open_breathing, open_sphere, open_driven};
  for (int k = 0; k < neverything; k++)
    for (int i = 0; i < 4; i++)
      check_below(jacobian_error(makers[i], everything[k], 0), 1e-8);  // differences of step 1e-5
  for (int k = 0; k < neverything - nspark; k++)
    check_below(jacobian_error(open_one, everything[k], 0), 1e-8);
}

static void jacobian_check_can_fail(void **unused) {
  (void)unused;
  check_above(jacobian_error(open_breathing, "spark(3)", 1e-6), 0.9e-6);
}

// --- symmetry ----------------------------------------------------------------------------------

static void steps_back_undo_steps(void **unused) {
  (void)unused;
  static const char *const symmetric[] = {"srk-gauss(1)",    "srk-gauss(2)", "srk-gauss(3)",
                                          "rk-gauss(2)",     "rk-gauss(3)",  "rk-lobatto3a(3)",
                                          "rk-lobatto3d(3)", "spark(2)",     "spark(3)"};
  for (int k = 0; k < 9; k++)
    check_below(trial_asymmetry(open_sphere, symmetric[k], 0.02, 50), 1e-13);
}

// the bound above has teeth, and spark with a part 3 has not the symmetry: its own claim says so
static void other_methods_are_not_symmetric(void **unused) {
  (void)unused;
  static const char *const rows[] = {"srk-radau1a(2)", "rk-radau2a(2)", "rk-lobatto3c(3)"};
  for (int k = 0; k < 3; k++)
    check_above(trial_asymmetry(open_sphere, rows[k], 0.1, 10), 1e-9);
  check_above(trial_asymmetry(open_five, "spark(3)", 0.05, 10), 1e-9);

  noslip_method_info info;
  trial five = open_five("spark(3)", 0.1), ball = open_sphere("spark(3)", 0.1);
  noslip_run_method(five.run, &info);
  assert_true(info.keeps_constraints && !info.symmetric && !info.bounds_energy);
  noslip_run_method(ball.run, &info);
  assert_true(info.symmetric);
  check_below(noslip_run_asymmetry(ball.run), 1e-14);
  trial_close(&five);
  trial_close(&ball);
}

// --- constraints -------------------------------------------------------------------------------

static double worst_residual(trial_maker *make, const char *name, long n) {
  trial t = make(name, 0.01);
  trial_steps(&t, n);
  double worst = trial_report(&t).constraint_max_error;
  trial_close(&t);
  return worst;
}

static void constraints_are_kept(void **unused) {
  (void)unused;
  static const char *const rows[] = {"spark(2)",        "spark(3)",       "srk-gauss(1)",
                                     "srk-gauss(2)",    "srk-radau1a(2)", "rk-radau2a(2)",
                                     "rk-lobatto3a(3)", "rk-lobatto3c(3)"};
  for (int k = 0; k < 8; k++)
    check_below(worst_residual(open_sphere, rows[k], 10000), 1e-14);
}

// plain methods that are not stiffly accurate leave them
static void constraints_are_lost_by_others(void **unused) {
  (void)unused;
  check_above(worst_residual(open_sphere, "rk-gauss(2)", 1000), 1e-7);
  check_above(worst_residual(open_sphere, "rk-radau1a(2)", 1000), 1e-7);
}

// --- algebraic variables -----------------------------------------------------------------------

// at the node z is the consistent one, or that of the last stage, where it belongs to the node
static void multipliers_are_those_of_the_node(void **unused) {
  (void)unused;
  trial t = open_one("srk-gauss(2)", 0.1), last = open_one("rk-radau2a(2)", 0.1);
  trial_steps(&t, 10);
  trial_steps(&last, 10);
  double y1 = trial_value(&t, "y[1]"), z = noslip_run_values(t.run, NOSLIP_MULTIPLIER)[0];
  check_near(z, y1*y1, 1e-14*z);  // w = 0 on the constraint
  check_near(trial_value(&t, "twice"), 2*z, 0);
  y1 = trial_value(&last, "y[1]");
  z = noslip_run_values(last.run, NOSLIP_MULTIPLIER)[0];
  check_near(z, y1*y1, 0.05);
  check_above(fabs(z - y1*y1), 1e-2);
  check_near(trial_value(&last, "twice"), 2*y1*y1,
             1e-12);  // observables see the consistent one
  assert_string_equal(noslip_run_name(last.run, NOSLIP_MULTIPLIER, 0), "z");
  assert_string_equal(noslip_run_name(last.run, NOSLIP_CONSTRAINT, 0), "g1");
  assert_int_equal(noslip_run_count(last.run, NOSLIP_MOMENTUM), 0);
  assert_true(isnan(noslip_energy(t.run)) && !noslip_run_has_energy(t.run));
  trial_close(&t);
  trial_close(&last);
}

// --- branches ----------------------------------------------------------------------------------

// z = 1/(2 y2) solves the same equations: a start there stays there
static void there_is_another_branch(void **unused) {
  (void)unused;
  trial t = trial_text(ONE_PART "init y = [1, 1], z = 0.4\n", NULL, "srk-gauss(3)", 0.05);
  trial_steps(&t, 20);
  double y2 = trial_value(&t, "y[2]"), z = noslip_run_values(t.run, NOSLIP_MULTIPLIER)[0];
  check_near(z, 1/(2*y2), 1e-13*z);
  check_above(fabs(trial_value(&t, "y[1]") - exp(1)), 0.5);
  trial_close(&t);
}

// Newton's method from y0 and z0 alone is on it with h = 0.1
static void long_steps_stay_on_their_branch(void **unused) {
  (void)unused;
  static const char *const rows[] = {"srk-gauss(2)",    "srk-gauss(3)",   "srk-radau1a(2)",
                                     "rk-gauss(2)",     "rk-radau2a(2)",  "rk-radau2a(3)",
                                     "rk-lobatto3a(3)", "rk-lobatto3c(3)"};
  for (int k = 0; k < 8; k++) {
    trial t = open_one(rows[k], 0.25);
    trial_steps(&t, 4);
    check_near(trial_value(&t, "y[1]"), exp(1), 0.02);
    trial_close(&t);
  }
}

// the unknowns of a step from the node of `t`, with this z
static void solution_from(trial *t, double z, double *x) {
  failure why;
  noslip_run *r = t->run;
  stepper *own = method_make(r->method, &r->evaluator, &r->arena);
  state_copy(&r->last, &r->state);
  r->last.lambda[0] = z;
  assert_int_equal(method_step(own, &r->last, r->h, &why), NOSLIP_OK);
  vec_copy(x, own->kernel->newton.x, own->kernel->newton.shape.n);
}

// An extrapolation that lands on the other branch is noticed by the sign alone: Newton's method has
// nothing to do there. The step is then made from a plain start.
static void signs_tell_branches_apart(void **unused) {
  (void)unused;
  double other[16];
  trial t = open_one("srk-gauss(2)", 0.02), twin = open_one("srk-gauss(2)", 0.02);
  trial_steps(&t, 8);
  trial_steps(&twin, 9);
  newton *solve = &t.run->stepper->kernel->newton;
  solution_from(&t, 0.5/trial_value(&t, "y[2]"), other);
  vec_copy(solve->past, other, solve->shape.n);
  solve->carried.depth = 1;
  trial_steps(&t, 1);
  check_near(trial_value(&t, "y[1]"), trial_value(&twin, "y[1]"), 1e-14);
  check_near(other[4], 0.5*solve->x[4], 0.05);  // it was there
  trial_close(&t);
  trial_close(&twin);
}

// and starts are good: six iterations where the first step has nothing to extrapolate
static void starts_are_close(void **unused) {
  (void)unused;
  trial t = open_one("srk-gauss(2)", 0.1);
  trial_steps(&t, 10);
  check_below((double)trial_report(&t).newton_iterations, 60);
  check_below(trial_report(&t).newton_max_per_step, 8);
  trial_close(&t);
}

// steps that are too long for that are refused, and the state stays as it was
static void other_branches_are_refused(void **unused) {
  (void)unused;
  static const struct {
    const char *method;
    double h;
  } rows[] = {{"rk-lobatto3d(3)", 0.25}, {"srk-gauss(1)", 0.3}, {"srk-radau1a(2)", 0.4}};
  for (int k = 0; k < 3; k++) {
    trial t = open_one(rows[k].method, rows[k].h);
    assert_int_equal(noslip_step(t.run), NOSLIP_ERROR_STEP);
    check_text(noslip_last_error(t.context), "the step left the solution branch");
    check_text(noslip_last_error(t.context), "try a smaller step");
    check_near(trial_value(&t, "y[1]"), 1, 0);
    trial_close(&t);
  }
}

// --- trouble -----------------------------------------------------------------------------------

static void fails_with(const char *text, const char *name, double h, const char *sentence) {
  trial t = trial_text(text, NULL, name, h);
  noslip_status status = NOSLIP_OK;
  for (int i = 0; i < 1000 && status == NOSLIP_OK; i++)
    status = noslip_step(t.run);
  assert_int_equal(status, NOSLIP_ERROR_STEP);
  check_text(noslip_last_error(t.context), sentence);
  double y[trial_most];
  int n = trial_state(&t, y);
  for (int i = 0; i < n; i++)
    assert_true(isfinite(y[i]));
  trial_close(&t);
}

static void failures_are_explained(void **unused) {
  (void)unused;
  // g_y f_z = y goes through zero at t = 1
  static const char lost[] = "model m\nstate x, y\nalgebraic z\nx' = y*z\ny' = -1\n"
                             "constraint c: x = t^2\ninit y = 1\n";
  fails_with(lost, "srk-gauss(2)", 0.15, "stopped at t = 0.9");
  fails_with(lost, "rk-radau2a(2)", 0.15, "branch");
  // the root ends at x = 0
  fails_with("model m\nstate x\nx' = -sqrt(x)\ninit x = 0.01\n", "rk-gauss(2)", 0.15, "not finite");
  // it blows up
  fails_with("model m\nstate x\nx' = x^2\ninit x = 1\n", "rk-gauss(1)", 0.3, "try a smaller step");
}

static void spark_wants_a_first_part_without_z(void **unused) {
  (void)unused;
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  assert_int_equal(noslip_model_parse(c, "test", one_part, NULL, &m), NOSLIP_OK);
  assert_int_equal(noslip_method_applies(c, "spark(3)", m), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "`spark(3)` wants a part 1 that is free of algebraic variables");
  check_text(noslip_last_error(c), "`srk-gauss(s)`");
  assert_int_equal(noslip_method_applies(c, "lobatto(3)", m), NOSLIP_ERROR_ARGUMENT);
  noslip_model_free(m);
  assert_int_equal(noslip_model_parse(c, "test", five_parts, NULL, &m), NOSLIP_OK);
  assert_int_equal(noslip_method_applies(c, "compose(spark(2), suzuki4)", m),
                   NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "spark(2) is not symmetric here");
  noslip_model_free(m);
  noslip_close(c);
}

static void it_cannot_be_exported(void **unused) {
  (void)unused;
  trial t = open_one("srk-gauss(2)", 0.1);
  const char *text;
  assert_int_equal(noslip_run_export(t.run, 10, &text), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.context), "only mechanical models can be exported");
  trial_close(&t);
}

// a failing allocation, wherever it is, is reported and leaves nothing behind
static void memory_may_fail_anywhere(void **unused) {
  (void)unused;
  static const char *const texts[] = {breathing, driven_pendulum};
  static const char *const methods[] = {"spark(3)", "rk-lobatto3a(2)"};
  for (int k = 0; k < 2; k++) {
    bool done = false;
    for (long n = 1; !done; n++) {
      counter c = {.fail_at = n};
      noslip_context *context =
          noslip_open(&(noslip_options){.allocator = count, .allocator_context = &c});
      if (!context)
        continue;
      noslip_model *m;
      noslip_status status = noslip_model_parse(context, "test", texts[k], NULL, &m);
      noslip_run_options options = {
          .method = methods[k], .step = 0.05, .steps = 3, .backend = "interpret"};
      done = live(&c, context, m, status, options, "interpret");
      assert_true(n < 5000);
    }
  }
}

static void steps_allocate_nothing(void **unused) {
  (void)unused;
  counter c = {0};
  noslip_context *context =
      noslip_open(&(noslip_options){.allocator = count, .allocator_context = &c});
  noslip_model *m;
  noslip_run *r;
  noslip_run_options options = {.method = "spark(3)", .step = 0.05, .backend = "interpret"};
  assert_int_equal(noslip_model_parse(context, "test", breathing, NULL, &m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(context, m, &options, &r), NOSLIP_OK);
  long before = c.requests;
  assert_int_equal(noslip_advance(r, 10), NOSLIP_OK);
  noslip_run_values(r, NOSLIP_MULTIPLIER);
  assert_int_equal(c.requests, before);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(context);
}

// --- compiled ----------------------------------------------------------------------------------

static void compiled_steps_agree(void **unused) {
  (void)unused;
  static const struct {
    const char *text, *method;
  } rows[] = {{one_part, "srk-gauss(2)"},
              {breathing, "spark(3)"},
              {sphere, "rk-lobatto3a(3)"},
              {driven_pendulum, "rk-radau2a(2)"}};
  empty_cache("index2");
  use_compiler("cc");
  for (int k = 0; k < 4; k++) {
    noslip_context *c = noslip_open(NULL);
    noslip_model *m;
    noslip_run *run[2];
    assert_int_equal(noslip_model_parse(c, "test", rows[k].text, NULL, &m), NOSLIP_OK);
    for (int i = 0; i < 2; i++) {
      noslip_run_options o = {.method = rows[k].method,
                              .step = 0.05,
                              .steps = 100,
                              .backend = i == 0 ? "interpret" : "native"};
      if (noslip_run_new(c, m, &o, &run[i]) != NOSLIP_OK)
        check_fail("%s\n", noslip_last_error(c));
    }
    const char *what = course_difference(c, run[0], run[1], 40);
    if (what)
      check_fail("%s: %s\n", rows[k].method, what);
    noslip_run_free(run[0]);
    noslip_run_free(run[1]);
    noslip_model_free(m);
    noslip_close(c);
  }
}

// Skew-gradient systems are ordinary differential equations with an energy. For a quadratic one Gauss
// methods are the energy-preserving collocation methods: states after ten steps, found with 30 digits.
static void brackets_have_an_energy(void **unused) {
  (void)unused;
  static const double rows[3][2] = {{0.8064174075695929, 0.88007752337683618},
                                    {0.80641746341372683, 0.88007744662163445},
                                    {0.80641746013340063, 0.88007745113029274}};
  for (int s = 1; s <= 3; s++) {
    char name[32];
    snprintf(name, sizeof name, "rk-gauss(%d)", s);
    trial t = trial_file("suslov.noslip", NULL, name, 0.5);
    trial_steps(&t, 10);
    check_near(trial_value(&t, "rho[1]"), rows[s - 1][0], 2e-15);
    check_near(trial_value(&t, "rho[2]"), rows[s - 1][1], 2e-15);
    assert_true(noslip_run_has_energy(t.run));
    check_below(trial_report(&t).energy_max_error, 1e-15);
    assert_true(trial_report(&t).energy_is_invariant);
    trial_close(&t);
  }

  // another method does not keep it
  trial t = trial_file("suslov.noslip", NULL, "rk-radau2a(2)", 0.5);
  trial_steps(&t, 10);
  check_above(trial_report(&t).energy_max_error, 1e-7);
  trial_close(&t);
}

// where another guess leads to another solution, the run says where this one has led to
static void the_branch_is_named(void **unused) {
  (void)unused;
  trial near = trial_file("one_part.noslip", "z=0.9", "srk-gauss(2)", 0.01);
  trial far = trial_file("one_part.noslip", "z=0.3", "srk-gauss(2)", 0.01);
  trial exact = trial_file("one_part.noslip", NULL, "srk-gauss(2)", 0.01);
  check_text(trial_report(&near).warnings[0], "`z` starts at 1, ");
  check_text(trial_report(&far).warnings[0], "`z` starts at 0.5, ");
  assert_int_equal(trial_report(&exact).nwarning, 0);
  trial_close(&near);
  trial_close(&far);
  trial_close(&exact);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(brackets_have_an_energy),
      cmocka_unit_test(the_branch_is_named),
      cmocka_unit_test(published_problems_reference),
      cmocka_unit_test(orders_are_those_of_the_header),
      cmocka_unit_test(time_is_seen_everywhere),
      cmocka_unit_test(ordinary_equations_have_the_full_order),
      cmocka_unit_test(stiff_equations_are_solved),
      cmocka_unit_test(compositions_have_order_four),
      cmocka_unit_test(jacobian_is_exact),
      cmocka_unit_test(jacobian_check_can_fail),
      cmocka_unit_test(steps_back_undo_steps),
      cmocka_unit_test(other_methods_are_not_symmetric),
      cmocka_unit_test(constraints_are_kept),
      cmocka_unit_test(constraints_are_lost_by_others),
      cmocka_unit_test(multipliers_are_those_of_the_node),
      cmocka_unit_test(there_is_another_branch),
      cmocka_unit_test(long_steps_stay_on_their_branch),
      cmocka_unit_test(other_branches_are_refused),
      cmocka_unit_test(signs_tell_branches_apart),
      cmocka_unit_test(starts_are_close),
      cmocka_unit_test(failures_are_explained),
      cmocka_unit_test(spark_wants_a_first_part_without_z),
      cmocka_unit_test(it_cannot_be_exported),
      cmocka_unit_test(memory_may_fail_anywhere),
      cmocka_unit_test(steps_allocate_nothing),
      cmocka_unit_test(compiled_steps_agree),
  };
  return tool_run(argc, argv, tests);
}
