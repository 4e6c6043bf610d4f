// Tests of include/noslip/force.h: a force as a function and as a statement give one motion; what such
// a model no longer claims; what it is refused; functions that fail.

#include "tests/support/check.h"
#include "tests/support/counting.h"

#include "model/model.h"
#include "problem/added_forces.h"
#include "problem/bundles.h"
#include "problem/evaluate.h"

#include <math.h>
#include <stdio.h>

// ---------------------------------------------------------------------------------------------
// systems: the text without the force, the force as a statement, and as functions

typedef struct system_case {
  const char *text, *statements;
  const char *methods[8];
  noslip_extra_force force[2];
  int nforce;
} system_case;

// -c x'^3 (1 + y^2) on x, on y what takes from a wind in t
static const double size = 0.3;

static void drag(void *context, double t, const double *q, const double *v, double *f) {
  const double *k = context;
  (void)t;
  f[0] = -*k*v[0]*v[0]*v[0]*(1 + q[1]*q[1]);
}

static void drag_by(void *context, double t, const double *q, const double *v, double *by_q,
                    double *by_v) {
  const double *k = context;
  (void)t;
  by_q[0] = by_q[2] = by_v[1] = by_v[2] = 0;
  by_q[1] = -2 * *k*v[0]*v[0]*v[0]*q[1];
  by_v[0] = -3 * *k*v[0]*v[0]*(1 + q[1]*q[1]);
}

static void wind(void *context, double t, const double *q, const double *v, double *f) {
  (void)context, (void)q;
  f[0] = t*t/8 - v[1];
}

static void wind_by(void *context, double t, const double *q, const double *v, double *by_q,
                    double *by_v) {
  (void)context, (void)t, (void)q, (void)v;
  for (int j = 0; j < 3; j++)
    by_q[j] = by_v[j] = 0;
  by_v[1] = -1;
}

// a torque that depends on attitude and spin
static void torque(void *context, double t, const double *q, const double *v, double *f) {
  const double *k = context;
  (void)t;
  f[0] = *k*q[7] - *k*v[0]*v[1];
  f[1] = -*k*q[6];
  f[2] = -*k*v[2];
}

// Column j of by_q: R exp(e hat(e_j)) has the derivative R hat(e_j), so the last row r of R changes
// by r x e_j = (r2 e3 - r3 e2, r3 e1 - r1 e3, r1 e2 - r2 e1).
static void torque_by(void *context, double t, const double *q, const double *v, double *by_q,
                      double *by_v) {
  const double k = *(const double *)context;
  (void)t;
  const double *r = q + 6;
  const double q_by[9] = {k*r[2], 0, -k*r[0], 0, k*r[2], -k*r[1], 0, 0, 0};
  const double v_by[9] = {-k*v[1], -k*v[0], 0, 0, 0, 0, 0, 0, -k};
  memcpy(by_q, q_by, sizeof q_by);
  memcpy(by_v, v_by, sizeof v_by);
}

#define ON_SPACE                           \
  {                                        \
    {"x", drag, drag_by, (void *)&size}, { \
      "y", wind, wind_by, (void *)&size    \
    }                                      \
  }

static const system_case systems[] = {
    {"coord x, y, z\nlagrangian (x'^2*(1 + z^2) + y'^2 + z'^2)/2 - (x^2 + 2*y^2 + z^2)/2\n"
     "nonholonomic blade: z' = y*x'\ninit x = 1, y = 0.5, x' = 0.4, y' = -0.3, z' = 0.2\n",
     "force x = -0.3*x'^3*(1 + y^2)\nforce y = t^2/8 - y'\n",
     {"dla-mp", "spark(3)", "srk-gauss(2)", "index1", "dop853"},
     ON_SPACE,
     2},
    {"coord x momentum a, y momentum b, z momentum d\n"
     "hamiltonian (a^2/(1 + z^2) + b^2 + d^2)/2 + (x^2 + 2*y^2 + z^2)/2\n"
     "nonholonomic blade: z' = y*x'\ninit x = 1, y = 0.5, a = 0.4, b = -0.3, d = 0.2\n",
     "force x = -0.3*x'^3*(1 + y^2)\nforce y = t^2/8 - y'\n",
     {"dla-mp", "spark(3)", "srk-gauss(2)", "index1", "dop853"},
     ON_SPACE,
     2},
    {"coord x, y, z\nlagrangian (x'^2 + y'^2 + z'^2)/2 - z\n"
     "holonomic rod: x^2 + y^2 + z^2 = 1\ninit x = 1, y' = 0.7\n",
     "force x = -0.3*x'^3*(1 + y^2)\nforce y = t^2/8 - y'\n",
     {"spark(3)", "lobatto(3)", "index1", "dop853"},
     ON_SPACE,
     2},
    {"coord R: SO(3) velocity omega momentum Pi\n"
     "lagrangian (1.5*omega[1]^2 + 1.44*omega[2]^2 + 0.94*omega[3]^2)/2\n"
     "init omega = [0.7, -0.4, 0.9]\n",
     "force omega = [0.3*R[3,2] - 0.3*omega[1]*omega[2], -0.3*R[3,1], -0.3*omega[3]]\n",
     {"lobatto(3)", "lobatto(2)"},
     {{"omega", torque, torque_by, (void *)&size}},
     1},
    {"coord R: SO(3) velocity omega momentum Pi\n"
     "hamiltonian (Pi[1]^2/1.5 + Pi[2]^2/1.44 + Pi[3]^2/0.94)/2\n"
     "init Pi = [0.7, -0.4, 0.9]\n",
     "force omega = [0.3*R[3,2] - 0.3*omega[1]*omega[2], -0.3*R[3,1], -0.3*omega[3]]\n",
     {"lobatto(3)", "lobatto(2)"},
     {{"omega", torque, torque_by, (void *)&size}},
     1},
};
enum { nsystem = sizeof systems/sizeof *systems };

static const double h = 0.05;

// ---------------------------------------------------------------------------------------------

static noslip_status parse(noslip_context *context, const char *text, const char *more,
                           const noslip_extra_force *forces, int n, noslip_model **m) {
  char all[2000];
  snprintf(all, sizeof all, "model m\n%s%s", text, more);
  const noslip_model_options options = {.forces = forces, .nforces = n};
  return noslip_model_parse(context, "test", all, &options, m);
}

static noslip_model *model_of(noslip_context *context, const char *text, const char *more,
                              const noslip_extra_force *forces, int n) {
  noslip_model *m;
  if (parse(context, text, more, forces, n, &m) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(context));
  return m;
}

static noslip_run *run_of(noslip_context *context, noslip_model *m, const char *method) {
  noslip_run *r;
  const noslip_run_options o = {
      .method = method, .step = h, .backend = "interpret", .project = true};
  if (noslip_run_new(context, m, &o, &r) != NOSLIP_OK)
    check_fail("%s: %s\n", method, noslip_last_error(context));
  return r;
}

static double group_gap(noslip_run *a, noslip_run *b, noslip_group group) {
  const double *x = noslip_run_values(a, group), *y = noslip_run_values(b, group);
  double worst = 0;
  for (int i = 0; i < noslip_run_count(a, group); i++)
    worst = fmax(worst, isfinite(x[i] - y[i]) ? fabs(x[i] - y[i]) : HUGE_VAL);
  return worst;
}

// how far two runs are apart after some steps
static double gap(noslip_run *a, noslip_run *b, long steps) {
  for (noslip_run *r = a; r; r = r == a ? b : NULL)
    if (noslip_advance(r, steps) != NOSLIP_OK)
      check_fail("%s\n", "a step fails");
  return fmax(group_gap(a, b, NOSLIP_STATE), group_gap(a, b, NOSLIP_MULTIPLIER));
}

static double gap_of(const system_case *s, const noslip_extra_force *forces, const char *method) {
  noslip_context *context = noslip_open(NULL);
  noslip_model *a = model_of(context, s->text, s->statements, NULL, 0);
  noslip_model *b = model_of(context, s->text, "", forces, s->nforce);
  noslip_run *ra = run_of(context, a, method), *rb = run_of(context, b, method);
  double g = gap(ra, rb, 40);
  noslip_run_free(ra);
  noslip_run_free(rb);
  noslip_model_free(a);
  noslip_model_free(b);
  noslip_close(context);
  return g;
}

// With derivatives and without: these are of the iterations only. What remains is where they stop.
static void a_function_is_as_good_as_a_statement(void **unused) {
  (void)unused;
  for (int i = 0; i < nsystem; i++)
    for (int k = 0; systems[i].methods[k]; k++) {
      noslip_extra_force without[2] = {systems[i].force[0], systems[i].force[1]};
      without[0].derivatives = without[1].derivatives = NULL;
      check_below(gap_of(&systems[i], systems[i].force, systems[i].methods[k]), 1e-12);
      check_below(gap_of(&systems[i], without, systems[i].methods[k]), 1e-12);
    }
}

// the twin: another constant is another motion
static void another_force_is_noticed(void **unused) {
  (void)unused;
  static double other = 0.3 + 1e-9;
  for (int i = 0; i < nsystem; i++) {
    noslip_extra_force forces[2] = {systems[i].force[0], systems[i].force[1]};
    forces[0].context = &other;
    check_above(gap_of(&systems[i], forces, systems[i].methods[0]), 1e-12);
  }
}

// ---------------------------------------------------------------------------------------------
// bundles

// the largest difference of a bundle of two models at a few places
static double bundle_gap(const problem *a, const problem *b, bundle_kind kind) {
  arena scratch;
  evaluator ea, eb;
  double worst = 0, q[9] = {0.3, -0.8, 0.5}, x[3];
  const memory m = memory_default();
  arena_init(&scratch, &m);
  assert_true(evaluator_init(&ea, &scratch, a) && evaluator_init(&eb, &scratch, b));
  if (a->class == PROBLEM_GROUP)
    memcpy(q, (double[9]){0.8, 0, -0.6, 0, 1, 0, 0.6, 0, 0.8}, sizeof q);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++)
      x[i] = cos(1 + 2.3*i + 0.7*k);
    const double *one = evaluator_run(&ea, kind, 0.4 + k, q, x, NULL);
    const double *two = evaluator_run(&eb, kind, 0.4 + k, q, x, NULL);
    for (int i = 0; i < bundle_outputs(a, kind); i++)
      worst = fmax(worst, fabs(one[i] - two[i]));
  }
  arena_free(&scratch);
  return worst;
}

// all three in which forces occur; differences are good to eps^(2/3)
static void bundles_are_those_of_a_statement(void **unused) {
  (void)unused;
  for (int i = 0; i < nsystem; i++) {
    const system_case *s = &systems[i];
    noslip_extra_force without[2] = {s->force[0], s->force[1]};
    without[0].derivatives = without[1].derivatives = NULL;
    noslip_context *context = noslip_open(NULL);
    noslip_model *text = model_of(context, s->text, s->statements, NULL, 0);
    noslip_model *given = model_of(context, s->text, "", s->force, s->nforce);
    noslip_model *found = model_of(context, s->text, "", without, s->nforce);
    noslip_model *none = model_of(context, s->text, "", NULL, 0);
    static const bundle_kind kinds[] = {BUNDLE_VALUES, BUNDLE_BLOCKS, BUNDLE_ACCELERATION};
    for (int k = 0; k < 3; k++) {
      check_below(bundle_gap(text->problem, given->problem, kinds[k]), 1e-14);
      check_below(bundle_gap(text->problem, found->problem, kinds[k]), 1e-9);
      if (bundle_outputs(text->problem, kinds[k]) > 0)
        check_above(bundle_gap(text->problem, none->problem, kinds[k]), 1e-3);
    }
    noslip_model_free(text);
    noslip_model_free(given);
    noslip_model_free(found);
    noslip_model_free(none);
    noslip_close(context);
  }
}

// ---------------------------------------------------------------------------------------------
// claims

static const char swing[] = "param k = 4\ncoord x, w[1..2], u[1..2,1..2]\n"
                            "lagrangian (x'^2 + dot(w', w') + u[1,1]'^2 + u[1,2]'^2 + "
                            "u[2,1]'^2 + u[2,2]'^2 - k*x^2)/2\ninit x = 1\n";

static void nothing(void *context, double t, const double *q, const double *v, double *f) {
  (void)context, (void)t, (void)q, (void)v;
  f[0] = 0;
}

static bool energy_is_claimed(const noslip_extra_force *forces, int n) {
  noslip_context *context = noslip_open(NULL);
  noslip_model *m =
      model_of(context, "coord x\nlagrangian x'^2/2 - x^2/2\ninit x = 1\n", "", forces, n);
  noslip_run *r = run_of(context, m, "dla-mp");
  noslip_report report;
  noslip_run_report(r, &report);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(context);
  return report.energy_is_invariant;
}

// even of a force that is 0, for a function may do anything
static void the_energy_is_not_claimed(void **unused) {
  (void)unused;
  const noslip_extra_force force = {.on = "x", .force = nothing};
  assert_true(energy_is_claimed(NULL, 0));
  assert_false(energy_is_claimed(&force, 1));
}

// ---------------------------------------------------------------------------------------------
// what it acts on

static void ones(void *context, double t, const double *q, const double *v, double *f) {
  (void)t, (void)q, (void)v;
  for (int i = 0; i < *(const int *)context; i++)
    f[i] = i + 1;
}

// the velocities that a force on this name moves, as digits: 1 for its first entry, 2 ...
static void acts_on(const char *on, int count, const char *expected) {
  noslip_context *context = noslip_open(NULL);
  const noslip_extra_force force = {.on = on, .force = ones, .context = &count};
  noslip_model *m = model_of(context, swing, "", &force, 1);
  const added_force *found = &m->problem->added->list[0];
  char digits[16] = "0000000";
  for (int i = 0; i < found->count; i++)
    digits[found->entry[i]] = (char)('1' + i);
  assert_string_equal(digits, expected);
  noslip_model_free(m);
  noslip_close(context);
}

static void names_are_those_of_statements(void **unused) {
  (void)unused;
  acts_on("x", 1, "1000000");
  acts_on("w", 2, "0120000");
  acts_on("w[2]", 1, "0010000");
  acts_on("u", 4, "0001234");
  acts_on("u[2]", 2, "0000012");
  acts_on("u[2,1]", 1, "0000010");
}

// ---------------------------------------------------------------------------------------------
// refusals

static void refused(const char *text, noslip_extra_force force, const char *words) {
  noslip_context *context = noslip_open(NULL);
  noslip_model *m;
  noslip_status status = parse(context, text, "", &force, 1, &m);
  if (status == NOSLIP_OK)
    check_fail("not refused: %s\n", words);
  assert_null(m);
  check_text(noslip_last_error(context), words);
  noslip_close(context);
}

static void wrong_by(void *context, double t, const double *q, const double *v, double *by_q,
                     double *by_v) {
  drag_by(context, t, q, v, by_q, by_v);
  by_v[0] *= 1.01;
}

static void unwritten(void *context, double t, const double *q, const double *v, double *f) {
  (void)context, (void)t, (void)q, (void)v, (void)f;
}

static void mistakes_are_named(void **unused) {
  (void)unused;
  const char *rotation = systems[3].text, *space = systems[0].text;
  refused(swing, (noslip_extra_force){.on = "v", .force = nothing}, "has no coordinate `v`");
  refused("coord theta\nlagrangian theta'^2/2\n",
          (noslip_extra_force){.on = "thta", .force = nothing}, "did you mean `theta`?");
  refused(swing, (noslip_extra_force){.on = "w[3]", .force = nothing}, "no coordinate `w[3]`");
  refused(swing, (noslip_extra_force){.on = "x'", .force = nothing}, "did you mean `x`?");
  refused(rotation, (noslip_extra_force){.on = "R", .force = nothing},
          "a force on `R` acts along its body velocity; write `omega`");
  refused(swing, (noslip_extra_force){.on = "x"}, "`forces[0].force` is NULL");
  refused(swing, (noslip_extra_force){.force = nothing}, "`forces[0].on` is NULL");
  refused("state y\ny' = -y\n", (noslip_extra_force){.on = "y", .force = nothing},
          "no mechanical model");
  refused("coord x\nlagrangian x'^2/2\nobserve a = x''\n",
          (noslip_extra_force){.on = "x", .force = nothing}, "accelerations cannot be observed");
  refused(space, (noslip_extra_force){"x", drag, wrong_by, (void *)&size},
          "`forces[0].derivatives` (by_v) is not the derivative of the force on `x`: entry 0");
  refused(space, (noslip_extra_force){.on = "x", .force = unwritten},
          "`forces[0].force` gives no number at the start");
}

static void run_refused(noslip_model *m, noslip_context *context, const char *method,
                        const char *backend, const char *words) {
  noslip_run *r;
  const noslip_run_options o = {.method = method, .step = h, .backend = backend};
  assert_int_not_equal(noslip_run_new(context, m, &o, &r), NOSLIP_OK);
  assert_null(r);
  check_text(noslip_last_error(context), words);
}

static void what_needs_expressions_is_refused(void **unused) {
  (void)unused;
  const noslip_extra_force force = {.on = "y", .force = nothing};
  noslip_context *context = noslip_open(NULL);
  const char *text;
  noslip_model *m =
      model_of(context, "coord y\nlagrangian y'^2/2 - y\ninit y = 1\n", "", &force, 1);
  run_refused(m, context, "gonzalez", NULL, "has forces that are functions");
  run_refused(m, context, "avf(2)", NULL, "has forces that are functions");
  run_refused(m, context, "index0", NULL, "not known of forces that are functions");
  run_refused(m, context, "dla-mp", "native", "no backend `native` for forces that are functions");
  noslip_run *r = run_of(context, m, "dla-mp");
  assert_int_equal(noslip_run_export(r, 10, &text), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(context), "forces that are functions cannot be exported");
  check_text(noslip_model_describe(m, false, NULL), "force on y: a function");
  noslip_run_free(r);
  noslip_model_free(m);
  m = model_of(context,
               "coord y\nlagrangian y'^2/2 - y\ncontact floor: y >= 0, restitution 0\n"
               "init y = 1\n",
               "", &force, 1);
  run_refused(m, context, "moreau", NULL, "time stepping has no forces that are functions");
  noslip_model_free(m);
  noslip_close(context);
}

// ---------------------------------------------------------------------------------------------
// contacts: each mode has the force

static void air(void *context, double t, const double *q, const double *v, double *f) {
  (void)context, (void)t, (void)q;
  for (int i = 0; i < 2; i++)
    f[i] = -0.2*v[i]*sqrt(v[0]*v[0] + v[1]*v[1] + 1);
}

static void contacts_have_forces(void **unused) {
  (void)unused;
  const char *text = "coord P[1..2]\nlagrangian dot(P', P')/2 - 9.81*P[2]\n"
                     "contact floor: P[2] >= 0, restitution 0.5, friction 0.2 along P[1]'\n"
                     "init P = [0, 1], P' = [2, 0]\n";
  const noslip_extra_force force = {.on = "P", .force = air};
  noslip_context *context = noslip_open(NULL);
  noslip_model *a = model_of(context, text, "force P = -0.2*P'*sqrt(dot(P', P') + 1)\n", NULL, 0);
  noslip_model *b = model_of(context, text, "", &force, 1);
  noslip_model *none = model_of(context, text, "", NULL, 0);
  noslip_run *r[] = {run_of(context, a, "spark(2)"), run_of(context, b, "spark(2)"),
                     run_of(context, none, "spark(2)")};
  check_below(gap(r[0], r[1], 60), 1e-11);
  check_above(gap(r[0], r[2], 0), 1e-2);  // as far as the first has come
  for (int i = 0; i < 3; i++)
    noslip_run_free(r[i]);
  noslip_model_free(a);
  noslip_model_free(b);
  noslip_model_free(none);
  noslip_close(context);
}

// ---------------------------------------------------------------------------------------------
// not a number

static void broken(void *context, double t, const double *q, const double *v, double *f) {
  (void)context, (void)t, (void)v;
  f[0] = q[0] < 0.5 ? (double)NAN : 0;
}

static void not_a_number_stops(const char *method) {
  const noslip_extra_force forces[] = {{.on = "x", .force = nothing}, {.on = "x", .force = broken}};
  noslip_context *context = noslip_open(NULL);
  noslip_model *m = model_of(
      context, "coord x, y\nlagrangian (x'^2 + y'^2)/2 - x^2/2\ninit x = 1\n", "", forces, 2);
  noslip_run *r = run_of(context, m, method);
  assert_int_equal(noslip_advance(r, 100), NOSLIP_ERROR_STEP);
  check_text(noslip_last_error(context), "the force on `x` gave no number");
  double x = noslip_run_values(r, NOSLIP_STATE)[0];
  check_near(x, 0.5, 0.1);  // of the last good node
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(context);
}

static void a_force_that_is_no_number_is_named(void **unused) {
  (void)unused;
  static const char *const methods[] = {"dla-mp", "spark(3)", "srk-gauss(2)", "index1", "dop853"};
  for (int i = 0; i < 5; i++)
    not_a_number_stops(methods[i]);
}

// ---------------------------------------------------------------------------------------------
// keeping, reading again

static void a_checkpoint_needs_the_model(void **unused) {
  (void)unused;
  const system_case *s = &systems[0];
  const char *path = "test_forces.checkpoint";
  noslip_context *context = noslip_open(NULL);
  noslip_model *m = model_of(context, s->text, "", s->force, 2), *other, *read;
  noslip_run *r = run_of(context, m, "dla-mp"), *back;
  assert_int_equal(noslip_advance(r, 5), NOSLIP_OK);
  assert_int_equal(noslip_run_save(r, path), NOSLIP_OK);
  assert_int_not_equal(noslip_run_load(context, path, &(noslip_load_options){0}, &read, &back),
                       NOSLIP_OK);
  check_text(noslip_last_error(context), "forces that are functions, which are not in the file");
  other = model_of(context, s->text, "", s->force, 1);
  assert_int_not_equal(
      noslip_run_load(context, path, &(noslip_load_options){.model = other}, NULL, &back),
      NOSLIP_OK);
  check_text(noslip_last_error(context), "is of another model");
  assert_int_equal(noslip_run_load(context, path, &(noslip_load_options){.model = m}, NULL, &back),
                   NOSLIP_OK);
  assert_true(gap(r, back, 5) == 0);
  remove(path);
  noslip_run_free(r);
  noslip_run_free(back);
  noslip_model_free(m);
  noslip_model_free(other);
  noslip_close(context);
}

static void a_model_that_is_read_again_has_them(void **unused) {
  (void)unused;
  const char *live[] = {"k"};
  noslip_extra_force *force = malloc(sizeof *force);
  noslip_context *context = noslip_open(NULL);
  noslip_model *again[2];
  *force = (noslip_extra_force){.on = "x", .force = nothing};
  noslip_model *m = model_of(context, swing, "", force, 1);
  free(force);
  assert_int_equal(model_again(context, m, &(noslip_setting){"k", "5"}, 1, &again[0]), NOSLIP_OK);
  assert_int_equal(model_with_live(context, m, live, 1, &again[1]), NOSLIP_OK);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(again[i]->problem->added->count, 1);
    noslip_model_free(again[i]);
  }
  noslip_model_free(m);
  noslip_close(context);
}

// ---------------------------------------------------------------------------------------------
// memory

static bool live_once(counter *c, const system_case *s) {
  noslip_context *context = noslip_open(&(noslip_options){count, c});
  noslip_model *m = NULL;
  noslip_run_options o = {.method = s->methods[0], .step = h, .backend = "interpret"};
  if (!context)
    return false;
  noslip_status status = parse(context, s->text, "", s->force, s->nforce, &m);
  return live(c, context, m, status, o, "interpret");
}

static void memory_may_run_out(void **unused) {
  (void)unused;
  for (int i = 0; i < nsystem; i += 3) {
    counter all = {0};
    assert_true(live_once(&all, &systems[i]));
    for (long n = 1; n <= all.requests; n += check_long() ? 1 : 7) {
      counter k = {.fail_at = n};
      if (live_once(&k, &systems[i]))
        assert_false(request_failed(&k));
    }
  }
}

static void a_step_asks_for_no_memory(void **unused) {
  (void)unused;
  counter k = {0};
  noslip_context *context = noslip_open(&(noslip_options){count, &k});
  noslip_model *m = model_of(context, systems[0].text, "", systems[0].force, 2);
  noslip_run *r = run_of(context, m, "spark(3)");
  assert_int_equal(requests_of_steps(&k, r), 0);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(context);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_function_is_as_good_as_a_statement),
      cmocka_unit_test(another_force_is_noticed),
      cmocka_unit_test(bundles_are_those_of_a_statement),
      cmocka_unit_test(the_energy_is_not_claimed),
      cmocka_unit_test(names_are_those_of_statements),
      cmocka_unit_test(mistakes_are_named),
      cmocka_unit_test(what_needs_expressions_is_refused),
      cmocka_unit_test(contacts_have_forces),
      cmocka_unit_test(a_force_that_is_no_number_is_named),
      cmocka_unit_test(a_checkpoint_needs_the_model),
      cmocka_unit_test(a_model_that_is_read_again_has_them),
      cmocka_unit_test(memory_may_run_out),
      cmocka_unit_test(a_step_asks_for_no_memory),
  };
  return check_run(argc, argv, tests);
}
