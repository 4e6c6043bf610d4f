// The claims of methods.inl, for every method on every model of models/ that it can treat: a new
// method is tested from the day it is listed.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include "run/run.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void visitor(const method *m, const char *file, trial *t);

static int by_name(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_model(const struct dirent *entry) {
  size_t n = strlen(entry->d_name);
  return n > 7 && strcmp(entry->d_name + n - 7, ".noslip") == 0;
}

enum { most_methods = 64, turns = 8 };

// Every pair of a method and a model, if the long tests run in full. In short, each method on the
// first model that it treats, and then each pair in its turn.
static bool is_its_turn(int file, int k, const int *visits) {
  return check_long() || visits[k] == 0 || (file + k) % turns == 0;
}

// the methods on one file; its run line has the step
static void visit_file(visitor *visit, const char *file, int number, double share, int *visits) {
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  char path[512];
  snprintf(path, sizeof path, "%s/%s", NOSLIP_MODELS, file);
  assert_int_equal(noslip_model_load(c, path, &m), NOSLIP_OK);
  double h = share*m->system->run.step;
  bool contacts = m->system->contacts.count > 0;  // these have tests of their own
  for (int k = 0; h > 0 && !contacts && k < method_count(); k++) {
    const char *name = method_at(k)->name;
    if (!is_its_turn(number, k, visits) || noslip_method_applies(c, name, m) != NOSLIP_OK)
      continue;
    trial t = trial_file(file, NULL, name, h);
    if (t.run->problem->n <= trial_most) {
      visit(method_at(k), file, &t);
      visits[k]++;
    }
    trial_close(&t);
  }
  noslip_model_free(m);
  noslip_close(c);
}

static void visit_all(visitor *visit, double share) {
  struct dirent **list;
  int visits[most_methods] = {0};
  int n = scandir(NOSLIP_MODELS, &list, is_model, by_name);
  assert_true(n > 0 && method_count() <= most_methods);
  for (int i = 0; i < n; i++) {
    visit_file(visit, list[i]->d_name, i, share, visits);
    free(list[i]);
  }
  free(list);
  for (int k = 0; k < method_count(); k++)
    if (visits[k] == 0 && !(method_at(k)->treats & TREATS_CONTACT))
      check_fail("%s treats no model\n", method_at(k)->name);
}

// n steps, or as many as the run line asks for where solutions run away like exp(2 t)
static long sensible(const trial *t, long n) {
  long planned = lround(t->model->system->run.until/t->run->h);
  return t->run->problem->class == PROBLEM_MECHANICAL || n < planned ? n : planned;
}

// --- constraints -----------------------------------------------------------------------------

// Up to n steps. The bars of one model come into a line, where constraints are dependent: a method that
// needs accelerations to many digits stops there and says why. No other may stop.
static void steps_to_dependence(const method *m, const char *file, trial *t, long n) {
  bool may_stop = method_is_adaptive(m) && strcmp(file, "four_bar_iftomm.noslip") == 0;
  for (long i = 0; i < n; i++)
    if (noslip_step(t->run) != NOSLIP_OK) {
      if (!may_stop || i < 50)
        check_fail("%s on %s: %s", m->name, file, noslip_last_error(t->context));
      check_text(noslip_last_error(t->context), "constraints are nearly dependent");
      return;
    }
}

static void check_constraints(const method *m, const char *file, trial *t) {
  double speed = 1;
  // the chetaev model comes to a singular point at t = 1.75
  steps_to_dependence(m, file, t, sensible(t, 150));
  for (int i = 0; i < t->run->problem->n; i++)
    speed = fmax(speed, fabs(t->run->state.v[i]));
  if (m->keeps & KEEPS_CONSTRAINTS && trial_report(t).constraint_max_error > 1e-14*speed*10)
    check_fail("%s on %s: constraint error %g", m->name, file,
               trial_report(t).constraint_max_error);
}

static void constraints_hold_everywhere(void **unused) {
  (void)unused;
  visit_all(check_constraints, 1);
}

// --- symmetry --------------------------------------------------------------------------------

static void check_symmetry(const method *m, const char *file, trial *t) {
  double start[2*trial_most], size = 1;
  int n = trial_state(t, start);
  for (int i = 0; i < n; i++)
    size = fmax(size, fabs(start[i]));
  if (!(method_keeps(m, t->run->problem) & KEEPS_REVERSIBLE))
    return;
  // off the constraint of one_part errors shrink by three in a step and more, and grow on the way back
  long steps = t->run->problem->class == PROBLEM_MECHANICAL ? 20 : 3;
  trial_steps(t, steps);
  trial_back(t, steps);
  if (trial_distance(t, start) > 5e-12*size)
    check_fail("%s on %s: back at the start to %g only", m->name, file, trial_distance(t, start));
}

static void steps_back_undo_steps(void **unused) {
  (void)unused;
  visit_all(check_symmetry, 1);
}

// --- order -----------------------------------------------------------------------------------

static double distance_after(const char *file, const char *name, double h, long n,
                             const double *x) {
  trial t = trial_file(file, NULL, name, h);
  trial_steps(&t, n);
  double d = trial_distance(&t, x);
  trial_close(&t);
  return d;
}

// differences of successive halvings shrink by 2^order
static void check_order(const method *m, const char *file, trial *t) {
  double x[2*trial_most];
  double h = t->run->h;
  long n = 16;
  trial_steps(t, n);
  trial_state(t, x);
  double d1 = distance_after(file, m->name, h/2, 2*n, x);
  trial half = trial_file(file, NULL, m->name, h/2);
  trial_steps(&half, 2*n);
  trial_state(&half, x);
  trial_close(&half);
  double d2 = distance_after(file, m->name, h/4, 4*n, x);
  if (d1 < 1e-11)
    return;  // the method is exact here, or rounding hides its order
  if (strncmp(m->name, "rk-radau1a", 10) == 0)
    return;  // reaches its order for small steps only: test_stages.c has it on the sleigh
  if (m->order == 1)
    return;  // so do the coordinate increments: test_itoh_abe.c has them
  if (strncmp(m->name, "rk-lobatto3c", 12) == 0 && t->run->problem->class == PROBLEM_INDEX2 &&
      t->run->problem->m > 0)
    return;       // so does this one here: test_index2.c has it
  int orders[3];  // without constraints some are higher than the one that is listed
  assert_int_equal(noslip_method_orders(t->context, m->name, t->model, orders), NOSLIP_OK);
  int order = orders[0] < orders[1] ? orders[0] : orders[1];
  if (fabs(log2(d1/d2) - order) > 0.1)
    check_fail("%s on %s: observed order %.3f", m->name, file, log2(d1/d2));
}

static void orders_are_observed(void **unused) {
  (void)unused;
  visit_all(check_order, 0.25);
}

// --- advice ----------------------------------------------------------------------------------

// what is recommended for a model runs there, and there is something for all that can be run
static void recommended_methods_run(void **unused) {
  (void)unused;
  struct dirent **list;
  int n = scandir(NOSLIP_MODELS, &list, is_model, by_name);
  for (int i = 0; i < n; i++) {
    const char *file = list[i]->d_name;
    noslip_context *c = noslip_open(NULL);
    noslip_model *m;
    noslip_advice advice[16];
    char path[512];
    snprintf(path, sizeof path, "%s/%s", NOSLIP_MODELS, file);
    assert_int_equal(noslip_model_load(c, path, &m), NOSLIP_OK);
    int count = noslip_method_advise(c, m, advice, 16), wanted = 0;
    bool composed = false, exact = false;
    for (int k = 0; k < count; k++) {
      noslip_run *r;
      noslip_run_options o = {.method = advice[k].method, .backend = "interpret"};
      wanted += !advice[k].against;
      composed |= strncmp(advice[k].method, "compose", 7) == 0;
      if (noslip_run_new(c, m, &o, &r) != NOSLIP_OK || noslip_advance(r, 3) != NOSLIP_OK)
        check_fail("%s on %s: %s", advice[k].method, file, noslip_last_error(c));
      exact |= !advice[k].against && (method_keeps(r->method, r->problem) & KEEPS_ENERGY);
      noslip_run_free(r);
    }
    if (strcmp(file, "chaotic.noslip") == 0 || strcmp(file, "chain.noslip") == 0)
      assert_true(composed);  // steps of order 2 are cheap there, on the sleigh they are not
    if (strcmp(file, "sleigh.noslip") == 0)
      assert_false(composed);
    // where the energy can be kept, a method that does so is among them
    if (m->system->contacts.count == 0)
      assert_int_equal(exact, noslip_method_applies(c, "gonzalez", m) == NOSLIP_OK);
    if (wanted < (m->system->contacts.count > 0 ? 1 : 2))
      check_fail("%d methods are recommended for %s", wanted, file);
    assert_int_equal(noslip_method_advise(c, m, advice, 1), 1);
    noslip_model_free(m);
    noslip_close(c);
    free(list[i]);
  }
  free(list);
}

// is a method recommended for a particle under a force?
static bool is_recommended(const char *force, const char *name) {
  char text[200];
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_advice advice[16];
  snprintf(text, sizeof text, "model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\nforce x = %s\n",
           force);
  assert_int_equal(noslip_model_parse(c, "text", text, NULL, &m), NOSLIP_OK);
  int count = noslip_method_advise(c, m, advice, 16);
  bool found = false;
  for (int i = 0; i < count; i++)
    found |= strcmp(advice[i].method, name) == 0 && !advice[i].against;
  noslip_model_free(m);
  noslip_close(c);
  return found;
}

static void damping_has_its_method(void **unused) {
  (void)unused;
  assert_true(is_recommended("-x'/10 - x^2*y'", "gonzalez"));
  assert_false(is_recommended("-x'/10 - x^2*y'", "avfc(3)"));
  assert_false(is_recommended("-x'^3", "gonzalez"));
  assert_false(is_recommended("sin(t)", "gonzalez"));
  assert_false(is_recommended("0", "gonzalez"));
  assert_true(is_recommended("0", "avfc(3)"));
}

// --- the reduced form --------------------------------------------------------------------------

// what `noslip check` says of it without making it, against the form itself
static void check_reduction(const char *file, noslip_model *m) {
  char wanted[400], why[300], energy[32] = "no polynomial";
  const problem *p = m->problem, *made;
  failure failed;
  const char *text = noslip_model_describe(m, false, NULL);
  if (reduction_refuses(p, REDUCTION_FRAME, why, sizeof why)) {
    snprintf(wanted, sizeof wanted, "\n  reduced    none: %s\n", why);
  } else {
    assert_null(m->context->forms);
    assert_int_equal(reduced_forms_get(m->context, NULL, m, REDUCTION_FRAME, &made, &failed),
                     NOSLIP_OK);
    if (made->skew.degree != degree_none)
      snprintf(energy, sizeof energy, "of degree %d", made->skew.degree);
    snprintf(wanted, sizeof wanted, "\n  reduced    q and rho, %d + %d variables; energy %s\n",
             made->skew.zq, made->skew.nz - made->skew.zq, energy);
  }
  if (!strstr(text, wanted))
    check_fail("%s: not \"%s\" in\n%s", file, wanted, text);
}

static void reduced_forms_are_foretold(void **unused) {
  (void)unused;
  struct dirent **list;
  int n = scandir(NOSLIP_MODELS, &list, is_model, by_name);
  for (int i = 0; i < n; i++) {
    char path[512];
    noslip_context *c = noslip_open(NULL);
    noslip_model *m;
    snprintf(path, sizeof path, "%s/%s", NOSLIP_MODELS, list[i]->d_name);
    assert_int_equal(noslip_model_load(c, path, &m), NOSLIP_OK);
    if (m->system->contacts.count > 0)
      assert_null(strstr(noslip_model_describe(m, false, NULL), "  reduced "));
    else if (m->problem && problem_is_mechanical(m->problem))
      check_reduction(list[i]->d_name, m);
    noslip_model_free(m);
    noslip_close(c);
    free(list[i]);
  }
  free(list);

  // masses that are not equal, with constraints that turn and that do not
  static const char *const texts[] = {
      "model m\ncoord x, y\nlagrangian x'^2 + y'^2/2 - x^4\nnonholonomic c: x' = x*y'\n",
      "model m\ncoord x, y\nlagrangian x'^2 + y'^2/2 - x^6\nnonholonomic c: x' = 2*y'\n",
      "model m\ncoord x, y\nlagrangian x'^2 + y'^2/2 - x^6\nholonomic c: x = 2*y\n",
      "model m\ncoord x, y\nlagrangian x'^2 + y'^2/2 - x^6\nholonomic c: x^2 + y^2 = 1\ninit x=1\n",
      "model m\ncoord x, y\nlagrangian x'^2 + y'^2 - x\nholonomic c: x^2 + y^2 = 1\ninit x = 1\n",
      "model m\ncoord x, y\nlagrangian x'^2 + x'*y' + y'^2 - x^4\n",
      "model m\ncoord x, y\nlagrangian (1 + x^2)*x'^2 + y'^2\n",
      "model m\ncoord x, y\nlagrangian x'^2 + y'^2\nnonholonomic c: x' = 1\ninit x' = 1\n",
      "model m\ncoord x momentum p\nhamiltonian p^2/4 + x^4\n",
  };
  for (size_t i = 0; i < sizeof texts/sizeof *texts; i++) {
    noslip_context *c = noslip_open(NULL);
    noslip_model *m;
    assert_int_equal(noslip_model_parse(c, "text", texts[i], NULL, &m), NOSLIP_OK);
    check_reduction(texts[i], m);
    noslip_model_free(m);
    noslip_close(c);
  }
}

// --- texts -----------------------------------------------------------------------------------

static void every_method_is_described(void **unused) {
  (void)unused;
  for (int i = 0; i < noslip_method_count(); i++) {
    noslip_method_info info;
    assert_true(noslip_method_get(i, &info));
    assert_true(strlen(info.summary) > 10 && strlen(info.source) > 10);
    check_text(info.equations, "unknown");  // the header block of its kernel
    check_text(info.equations, "Jacobian");
    check_text(info.equations, "keeps");
  }
}

// Long steps of lively systems: an extrapolated start may lie nearer to another root of the
// equations, where all residuals vanish, too. Before such starts were mistrusted, the energies here
// jumped by 0.6, 16 and 230 within one step.
static void a_far_start_is_not_trusted(void **unused) {
  (void)unused;
  static const struct {
    const char *file, *method;
    double h, bound;
  } rows[] = {{"spherical_pendulum.noslip", "rattle", 0.6, 0.06},
              {"double_pendulum_free.noslip", "rattle", 0.2, 0.05},
              {"chain.noslip", "rattle", 0.02, 4}};
  for (int i = 0; i < 3; i++) {
    trial t = trial_file(rows[i].file, NULL, rows[i].method, rows[i].h);
    trial_steps(&t, 1500);
    check_below(trial_report(&t).energy_max_error, rows[i].bound);
    trial_close(&t);
  }
}

// A rod that falls from rest with its foot on a floor: its angle moves fast in units in which its
// centre moves slowly, and that is no other sheet. Over the fold of a cubic there is one.
static void sheets_are_told_in_all_units(void **unused) {
  (void)unused;
  static const char *const methods[] = {"rattle", "lobatto(3)", "spark(2)", "reich"};
  static const double lengths[] = {1, 1e-3, 1e-6};
  char settings[80];
  for (int i = 0; i < 4; i++) {
    double first = 0;
    for (int k = 0; k < 3; k++) {
      snprintf(settings, sizeof settings, "l=%g g=%.17g", lengths[k], 9.81*lengths[k]);
      trial t = trial_text("model rod\nparam l = 1, g = 9.81\ncoord x, z, th\n"
                           "lagrangian (x'^2 + z'^2)/2 + l^2/6*th'^2 - g*z\n"
                           "holonomic foot: z - l*sin(th) = 0\ninit th = 1.1, z = l*sin(1.1)\n",
                           settings, methods[i], 0.02);
      trial_steps(&t, 20);
      first = k == 0 ? trial_value(&t, "th") : first;
      check_near(trial_value(&t, "th"), first, 1e-11);
      trial_close(&t);
    }
    if (i == 3)
      continue;
    trial t = trial_text("model fold\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
                         "holonomic fold: y^3 - y - x = 0\ninit y = 1\n",
                         NULL, methods[i], 0.2);
    noslip_status status = NOSLIP_OK;
    for (int k = 0; k < 30 && status == NOSLIP_OK; k++)
      status = noslip_step(t.run);
    assert_int_equal(status, NOSLIP_ERROR_STEP);
    check_text(noslip_last_error(t.context), "another sheet of the constraints");
    trial_close(&t);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_far_start_is_not_trusted),   cmocka_unit_test(constraints_hold_everywhere),
      cmocka_unit_test(steps_back_undo_steps),        cmocka_unit_test(orders_are_observed),
      cmocka_unit_test(recommended_methods_run),      cmocka_unit_test(every_method_is_described),
      cmocka_unit_test(damping_has_its_method),       cmocka_unit_test(reduced_forms_are_foretold),
      cmocka_unit_test(sheets_are_told_in_all_units),
  };
  return check_run(argc, argv, tests);
}
