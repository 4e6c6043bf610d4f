// Tests of src/methods/groups/group_lobatto.h: digits of another program, the Jacobian, what is kept, and
// what is refused. Orders are in test_group_orders.c, long runs in test_group_long.c, the adjoint in
// test_group_adjoint.c.

#include "tests/support/check.h"
#include "tests/support/counting.h"
#include "tests/support/group_systems.h"

#include "methods/families.h"
#include "problem/group.h"
#include "run/run.h"

#include <stdio.h>

// --- digits --------------------------------------------------------------------------------------

typedef struct row {
  trial_maker *make;
  const char *system, *method;
  double h, g[12], mu[6], lambda[3], energy;
} row;

#define ROW(system, method, h, g, mu, lambda, energy) \
  {system, #system, method, h, g, mu, lambda, energy},
static const row rows[] = {
#include "tests/methods/group_reference.inl"
};
#undef ROW
enum { nrow = sizeof rows/sizeof *rows };

// the element as a row has it: of SE(2) cos and sin of the angle
static int element(const noslip_run *r, double *g) {
  const double *q = r->state.q;
  if (r->problem->group.factor[0].kind == GROUP_SE2) {
    g[0] = q[0];
    g[1] = q[1];
    g[2] = cos(q[2]);
    g[3] = sin(q[2]);
    return 4;
  }
  vec_copy(g, q, r->problem->n);
  return r->problem->n;
}

static double distance(const double *a, const double *b, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++)
    worst = fmax(worst, fabs(a[i] - b[i]));
  return worst;
}

// ten steps of size h: distances of g and mu, of multipliers, and of the energy, from a row
static void compare(const row *w, double h, double error[3]) {
  trial t = w->make(w->method, h);
  noslip_run *r = t.run;
  double g[12];
  trial_steps(&t, 10);
  int n = element(r, g);
  error[0] = fmax(distance(g, w->g, n), distance(r->state.p, w->mu, r->problem->nv));
  const stepper *s = r->stepper, *last = s->nstage > 0 ? s->stages[s->nstage - 1] : s;
  error[1] = distance(group_lobatto_multipliers(last), w->lambda, r->problem->m);
  error[2] = fabs(noslip_energy(r) - r->energy.start - w->energy);
  trial_close(&t);
}

// Rounding of ten steps; that of multipliers is divided by h b_s, and in rows with holonomic
// constraints by h^2. Energies have seven digits, and multipliers of compositions twelve.
static void digits_are_those_of_another_program(void **unused) {
  (void)unused;
  for (int i = 0; i < nrow; i++) {
    double error[3];
    double known = strcmp(rows[i].system, "fixed_point") == 0   ? 4e-12
                   : strncmp(rows[i].method, "compose", 7) == 0 ? 5e-12
                                                                : 6e-13;
    compare(&rows[i], rows[i].h, error);
    if (!(error[0] < 6e-15) || !(error[1] < known))
      print_error("%s with %s: %g %g\n", rows[i].system, rows[i].method, error[0], error[1]);
    check_below(error[0], 6e-15);
    check_below(error[1], known);
    check_below(error[2], 1e-6*fabs(rows[i].energy) + 1e-14);
  }
  check_above(nrow, 30);
}

// with steps of 0.1001 in the place of 0.1 no row is met
static void digits_can_be_missed(void **unused) {
  (void)unused;
  for (int i = 0; i < nrow; i++) {
    double error[3];
    compare(&rows[i], 1.001*rows[i].h, error);
    check_above(error[0], 1e-5);
  }
}

// --- systems and methods -----------------------------------------------------------------------

static const char *const options[] = {"", ", retraction=exp", ", multiplier=carry",
                                      ", multiplier=restart, retraction=exp"};
enum { noption = sizeof options/sizeof *options };

// call `visitor` with every system under every option and s = 2 .. most
static void visit(void (*visitor)(trial_maker *make, const char *system, const char *named),
                  int most) {
  for (int i = 0; i < group_nsystem; i++)
    for (int s = 2; s <= most; s++)
      for (int k = 0; k < noption; k++) {
        char name[80];
        snprintf(name, sizeof name, "lobatto(%d%s)", s, options[k]);
        visitor(group_systems[i].make, group_systems[i].name, name);
      }
}

// central differences with a step of 1e-5: 1e-10 of truncation, 1e-11 of rounding, times the size of
// the entries, which are those of positions over h
static void check_jacobian(trial_maker *make, const char *system, const char *named) {
  trial t = make(named, 0.05);
  trial_steps(&t, 2);
  double error = trial_jacobian_error(&t, 0);
  if (!(error < 4e-8))
    print_error("%s with %s: %g\n", system, named, error);
  check_below(error, 4e-8);
  check_above(trial_jacobian_error(&t, 1e-6), 5e-7);
  trial_close(&t);
}

static void jacobian_is_exact(void **unused) {
  (void)unused;
  visit(check_jacobian, 3);
}

// constraints hold to the rounding of the solve, and rotations stay rotations
static void check_kept(trial_maker *make, const char *system, const char *named) {
  trial t = make(named, 0.02);
  int from;
  trial_steps(&t, 100);
  double residual = trial_report(&t).constraint_max_error;
  double defect = group_defect(t.run->problem, t.run->state.q, &from);
  int iterations = (int)trial_report(&t).newton_max_per_step;
  if (!(residual < 2e-14) || !(defect < 4e-15) || iterations > 12)
    print_error("%s with %s: %g %g %d\n", system, named, residual, defect, iterations);
  check_below(residual, 2e-14);
  check_below(defect, 4e-15);
  check_below(iterations, 13);
  trial_close(&t);
}

static void constraints_and_rotations_are_kept(void **unused) {
  (void)unused;
  visit(check_kept, 4);
}

// what is looked at would tell: a velocity and a matrix that are 1e-9 off
static void kept_checks_can_fail(void **unused) {
  (void)unused;
  int from;
  trial t = turntable("lobatto(2)", 0.1);
  noslip_run *r = t.run;
  trial_steps(&t, 3);
  r->state.p[3] += 1e-9;
  r->state.q[4] += 1e-9;
  observed_arrive(&r->observed, &r->state, noslip_time(r));
  check_above(vec_max(noslip_run_values(r, NOSLIP_CONSTRAINT), 2), 5e-10);
  check_above(group_defect(r->problem, r->state.q, &from), 5e-10);
  trial_close(&t);
}

// two forms of one system: a lagrangian and its hamiltonian
static void both_forms_agree(void **unused) {
  (void)unused;
  static const struct {
    trial_maker *lagrangian, *hamiltonian;
  } pairs[] = {{heavy_top, top_hamiltonian},
               {suslov, suslov_hamiltonian},
               {moving_pin, moving_pin_hamiltonian}};
  for (int i = 0; i < 3; i++) {
    trial a = pairs[i].lagrangian("lobatto(3, retraction=exp)", 0.1);
    trial b = pairs[i].hamiltonian("lobatto(3, retraction=exp)", 0.1);
    trial_steps(&a, 20);
    trial_steps(&b, 20);
    check_below(distance(a.run->state.q, b.run->state.q, a.run->problem->n), 2e-14);
    check_below(distance(a.run->state.p, b.run->state.p, a.run->problem->nv), 2e-14);
    check_below(fabs(noslip_energy(a.run) - noslip_energy(b.run)), 1e-13);
    trial_close(&a);
    trial_close(&b);
  }
}

// on R^k alone a factor of the product does what it does without the rotation beside it
static void real_factor_is_that_of_plain_methods(void **unused) {
  (void)unused;
  static const char plain[] = "coord x, y, z\n"
                              "lagrangian (x'^2 + y'^2 + z'^2)/2 - x^4/4 - y^2/2*z%s\n"
                              "nonholonomic c: z' = y*x'\n"
                              "init x = 1, y = 0.3, x' = 0.2, y' = -0.5, z' = 0.06\n";
  char with[500], without[500];
  snprintf(without, sizeof without, "model a\n");
  snprintf(without + 8, sizeof without - 8, plain, "");
  snprintf(with, sizeof with, "model a\ncoord R: SO(3) velocity w\n");
  size_t length = strlen(with);
  snprintf(with + length, sizeof with - length, plain, " + dot(w, w)");
  for (int k = 0; k < noption; k++) {
    char name[80];
    snprintf(name, sizeof name, "lobatto(3%s)", options[k]);
    trial a = trial_text(with, "w=[0.1,0.2,0.3]", name, 0.1);
    trial b = trial_text(without, NULL, name, 0.1);
    trial_steps(&a, 50);
    trial_steps(&b, 50);
    check_below(fabs(trial_value(&a, "x") - trial_value(&b, "x")), 1e-13);
    check_below(fabs(trial_value(&a, "z'") - trial_value(&b, "z'")), 1e-13);
    trial_close(&a);
    trial_close(&b);
  }
}

// --- symmetry: there is none, and it is not claimed -------------------------------------------

static void step_is_not_symmetric(void **unused) {
  (void)unused;
  noslip_method_info info;
  trial t = heavy_top("lobatto(2)", 0.1);
  noslip_run_method(t.run, &info);
  assert_false(info.symmetric);
  assert_true(info.symplectic);
  check_near(trial_asymmetry(heavy_top, "lobatto(2)", 0.1, 1), 1.6e-8, 1e-8);
  check_near(trial_asymmetry(heavy_top, "lobatto(2, retraction=exp)", 0.1, 1), 5e-9, 5e-9);
  trial_close(&t);
}

// but s = 2 on SE(2) is, with these constraints
static void two_stages_on_the_plane_are_symmetric(void **unused) {
  (void)unused;
  check_below(trial_asymmetry(unicycle, "lobatto(2, multiplier=carry)", 0.1, 20), 1e-13);
  check_below(trial_asymmetry(sleigh_plane, "lobatto(2, multiplier=carry)", 0.1, 10), 1e-13);
  check_above(trial_asymmetry(unicycle, "lobatto(3, multiplier=carry)", 0.1, 20), 1e-10);
}

// --- what is refused ----------------------------------------------------------------------------

static void refused(const char *text, const char *named, const char *sentence) {
  noslip_context *context = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  assert_int_equal(noslip_model_parse(context, "test", text, NULL, &m), NOSLIP_OK);
  noslip_run_options with = {.method = named, .step = 0.1};
  assert_int_not_equal(noslip_run_new(context, m, &with, &r), NOSLIP_OK);
  check_text(noslip_last_error(context), sentence);
  assert_null(r);
  noslip_model_free(m);
  noslip_close(context);
}

#define BODY "model a\ncoord R: SO(3) velocity w\nlagrangian dot(w, w)/2\ninit w = [1, 2, 3]\n"

static void what_cannot_be_done_is_said(void **unused) {
  (void)unused;
  refused(BODY, "dla-mp", "no equations on Lie groups");
  refused(BODY, "dla-mp", "`moser-veselov`, `lobatto(s)`");
  refused(BODY, "gonzalez-f", "no equations on Lie groups");
  refused(BODY, "gonzalez(retraction=exp)", "`gonzalez` has no option `retraction`");
  refused(BODY, "index1", "no equations on Lie groups");
  refused(BODY, "lobatto(3, retraction=cay)", "`retraction` of `lobatto` is cayley or exp");
  refused(BODY, "lobatto(1)", "there is no lobatto(1)");
  refused("model a\ncoord R: SO(9) velocity W\nlagrangian -tr(W*W)/4\n", "lobatto(2)",
          "`R` is in SO(9), and rotations of this version end with SO(8)");
}

// initial data: singular, inconsistent, dependent, no rotation
static void bad_starts_are_refused(void **unused) {
  (void)unused;
  refused("model a\ncoord R: SO(3) velocity w\nlagrangian (w[1] + w[2])^2/2 + w[3]^2\n"
          "init w = [1, 2, 3]\n",
          "lobatto(2)", "singular at the start");
  refused(BODY "nonholonomic axis: w[3] = 0\n", "lobatto(2)", "violate the constraint `axis`");
  refused(BODY "nonholonomic a: w[3] = 3\nnonholonomic b: 2*w[3] = 6\n", "lobatto(2)",
          "not independent");
  refused(BODY "holonomic up: R[3,3] = 1\n", "lobatto(2)", "has no direction");

  noslip_context *context = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  noslip_start start = {"R[1,1]", 0.9};
  noslip_run_options with = {.method = "lobatto(2)", .step = 0.1, .start = &start, .nstart = 1};
  assert_int_equal(noslip_model_parse(context, "test", BODY, NULL, &m), NOSLIP_OK);
  assert_int_not_equal(noslip_run_new(context, m, &with, &r), NOSLIP_OK);
  check_text(noslip_last_error(context), "begins with `R[1,1]` is no rotation");
  noslip_model_free(m);
  noslip_close(context);
}

// a start by the columns of the output: those of a run are the start of another
static void starts_by_columns(void **unused) {
  (void)unused;
  trial t = fixed_point("lobatto(2)", 0.05);
  trial_steps(&t, 7);
  int n = noslip_run_count(t.run, NOSLIP_STATE);
  noslip_start start[21];
  for (int i = 0; i < n; i++)
    start[i] = (noslip_start){noslip_run_name(t.run, NOSLIP_STATE, i),
                              noslip_run_values(t.run, NOSLIP_STATE)[i]};
  noslip_run *again;
  noslip_run_options with = {.method = "lobatto(2)", .step = 0.05, .start = start, .nstart = n};
  if (noslip_run_new(t.context, t.model, &with, &again) != NOSLIP_OK)
    check_fail("%s", noslip_last_error(t.context));
  check_below(distance(again->state.q, t.run->state.q, 12), 1e-15);
  check_below(distance(again->state.p, t.run->state.p, 6), 1e-15);
  noslip_run_free(again);
  trial_close(&t);

  t = unicycle("lobatto(2)", 0.1);
  start[0] = (noslip_start){"g[1,1]", 1};
  with = (noslip_run_options){.method = "lobatto(2)", .step = 0.1, .start = start, .nstart = 1};
  assert_int_equal(noslip_run_new(t.context, t.model, &with, &again), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.context), "`g[1,1]` follows from `g.theta`: give that");
  trial_close(&t);
}

// data that are a little off go to the nearest that are not, along the group
static void starts_are_projected(void **unused) {
  (void)unused;
  noslip_context *context = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  int from;
  noslip_run_options with = {.method = "lobatto(2)", .step = 0.1, .project = true};
  assert_int_equal(noslip_model_parse(context, "test",
                                      BODY "holonomic tilt: R[3,1] + R[2,1]^2 = 0.3\n"
                                           "nonholonomic spin: w[3] + 0.1*w[1]^2 = 2\n",
                                      NULL, &m),
                   NOSLIP_OK);
  if (noslip_run_new(context, m, &with, &r) != NOSLIP_OK)
    check_fail("%s", noslip_last_error(context));
  noslip_report report;
  noslip_run_report(r, &report);
  check_below(report.constraint_max_error, 1e-14);
  check_below(group_defect(r->problem, r->state.q, &from), 1e-14);
  assert_true(report.nfound > 0 && !report.found[0].given);
  check_text(report.found[0].name, "R[");
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(context);
}

// --- steps that are too long --------------------------------------------------------------------

static void long_turns_are_noticed(void **unused) {
  (void)unused;
  trial t = free_body("lobatto(2, retraction=exp)", 1.4);
  trial_steps(&t, 3);
  assert_int_equal(trial_report(&t).nwarning, 0);
  trial_close(&t);
  t = free_body("lobatto(2, retraction=exp)", 1.6);
  trial_steps(&t, 3);
  assert_int_equal(trial_report(&t).nwarning, 1);
  check_text(trial_report(&t).warnings[0], "more than a right angle");
  trial_close(&t);
}

// --- names ---------------------------------------------------------------------------------------

static void names_are(noslip_run *r, noslip_group of, const char *const *names, int count) {
  assert_int_equal(noslip_run_count(r, of), count);
  for (int i = 0; i < count; i++)
    assert_string_equal(noslip_run_name(r, of, i), names[i]);
}

static void columns_have_their_names(void **unused) {
  (void)unused;
  static const char *const plane[] = {"g[1,1]", "g[1,2]", "g[1,3]",  "g[2,1]", "g[2,2]", "g[2,3]",
                                      "g.x",    "g.y",    "g.theta", "v[1]",   "v[2]",   "omega"};
  static const char *const space[] = {"g[1,1]", "g[1,2]", "g[1,3]", "g[1,4]", "g[2,1]", "g[2,2]",
                                      "g[2,3]", "g[2,4]", "g[3,1]", "g[3,2]", "g[3,3]", "g[3,4]",
                                      "g.x",    "g.y",    "g.z",    "v[1]",   "v[2]",   "v[3]",
                                      "w[1]",   "w[2]",   "w[3]"};
  static const char *const table[] = {"omega[1]", "omega[2]", "omega[3]", "x", "y"};
  trial t = unicycle("lobatto(2)", 0.1);
  names_are(t.run, NOSLIP_STATE, plane, 12);
  trial_steps(&t, 60);  // more than one turn
  double theta = trial_value(&t, "g.theta");
  check_above(theta, 7);
  check_near(trial_value(&t, "g[1,2]"), -sin(theta), 1e-14);
  check_near(trial_value(&t, "g[2,2]"), cos(theta), 1e-14);
  check_near(trial_value(&t, "g[2,3]"), trial_value(&t, "g.y"), 0);
  trial_close(&t);
  t = fixed_point("lobatto(2)", 0.05);
  names_are(t.run, NOSLIP_STATE, space, 21);
  check_near(trial_value(&t, "g[2,4]"), -0.2, 0);
  trial_close(&t);
  t = turntable("lobatto(2)", 0.1);
  names_are(t.run, NOSLIP_MOMENTUM, table, 5);
  trial_close(&t);
}

// --- memory --------------------------------------------------------------------------------------

static const char memory_text[] = "model a\ncoord R: SO(3) velocity w, c[1..3]\n"
                                  "lagrangian (dot(w, w) + (1 + c[1]^2)*dot(c', c'))/2 - c[3]\n"
                                  "holonomic bowl: c[3] = (c[1]^2 + c[2]^2)/2\n"
                                  "nonholonomic roll: c[1]' + c[2]*w[1] = R[3,1]*w[2]\n"
                                  "init w = [0, 1, 2]\n";

static bool live_with(counter *c, const char *named) {
  noslip_context *context = noslip_open(&(noslip_options){count, c});
  noslip_model *m = NULL;
  if (!context)
    return false;
  noslip_status status = noslip_model_parse(context, "test", memory_text, NULL, &m);
  return live(c, context, m, status, (noslip_run_options){.method = named, .step = 0.01},
              "interpret");
}

static void every_allocation_may_fail(void **unused) {
  (void)unused;
  counter c = {0};
  assert_true(live_with(&c, "lobatto(2, multiplier=restart)"));
  long all = c.requests;
  check_above((double)all, 20);
  for (long k = 1; k <= all; k++) {
    c = (counter){.fail_at = k};
    bool worked = live_with(&c, "lobatto(2, multiplier=restart)");
    assert_true(worked == !request_failed(&c));
  }
}

static void steps_allocate_nothing(void **unused) {
  (void)unused;
  counter c = {0};
  noslip_context *context = noslip_open(&(noslip_options){count, &c});
  noslip_model *m;
  noslip_run *r;
  noslip_run_options with = {.method = "lobatto(3)", .step = 0.01};
  assert_int_equal(noslip_model_parse(context, "test", memory_text, NULL, &m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(context, m, &with, &r), NOSLIP_OK);
  assert_int_equal(requests_of_steps(&c, r), 0);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(context);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(digits_are_those_of_another_program),
      cmocka_unit_test(digits_can_be_missed),
      cmocka_unit_test(jacobian_is_exact),
      cmocka_unit_test(constraints_and_rotations_are_kept),
      cmocka_unit_test(kept_checks_can_fail),
      cmocka_unit_test(both_forms_agree),
      cmocka_unit_test(real_factor_is_that_of_plain_methods),
      cmocka_unit_test(step_is_not_symmetric),
      cmocka_unit_test(two_stages_on_the_plane_are_symmetric),
      cmocka_unit_test(what_cannot_be_done_is_said),
      cmocka_unit_test(bad_starts_are_refused),
      cmocka_unit_test(starts_by_columns),
      cmocka_unit_test(starts_are_projected),
      cmocka_unit_test(long_turns_are_noticed),
      cmocka_unit_test(columns_have_their_names),
      cmocka_unit_test(every_allocation_may_fail),
      cmocka_unit_test(steps_allocate_nothing),
  };
  return check_run(argc, argv, tests);
}
