// Tests of initial values that are computed from others, and of the start time: src/lang/lower_rules.c,
// src/model/follow.c, src/run/start.c.

#include "tests/support/check.h"

#include "noslip.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct trial {
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;
} trial;

static noslip_status load(trial *t, const char *text, const noslip_model_options *o) {
  *t = (trial){.context = noslip_open(NULL)};
  return noslip_model_parse(t->context, "test", text, o, &t->model);
}

static noslip_status start(trial *t, const char *text, const noslip_start *list, int n) {
  const noslip_run_options o = {.start = list, .nstart = n, .backend = "interpret"};
  if (load(t, text, NULL) != NOSLIP_OK)
    check_fail("%s", noslip_last_error(t->context));
  return noslip_run_new(t->context, t->model, &o, &t->run);
}

static void end(trial *t) {
  noslip_run_free(t->run);
  noslip_model_free(t->model);
  noslip_close(t->context);
}

static void refused(const char *text, const char *place, const char *what, const char *remedy) {
  trial t;
  assert_int_equal(load(&t, text, NULL), NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(t.context), place);
  check_text(noslip_last_error(t.context), what);
  check_text(noslip_last_error(t.context), remedy);
  end(&t);
}

// ---- what follows

#define HENON                                                                                  \
  "model henon\nparam E = 1/10\ncoord x momentum px, y momentum py\n"                          \
  "hamiltonian (px^2 + py^2 + x^2 + y^2)/2 + x^2*y - y^3/3\n"                                  \
  "init px = sqrt(2*E - y^2 + 2/3*y^3 - py^2)\n"                                               \
  "observe H = energy\nsection cut: x = 0 rising plot (y, py)\nrun method rattle, step 0.05, " \
  "until 5\n"

// all orbits have the energy of the file, to rounding; the twin gives px as well
static void orbits_of_a_section_have_one_energy(void **unused) {
  (void)unused;
  trial t;
  for (int k = -6; k <= 6; k++) {
    const noslip_start y = {"y", 0.05*k};
    assert_int_equal(start(&t, HENON, &y, 1), NOSLIP_OK);
    assert_true(noslip_value(t.run, "y") == 0.05*k);
    check_near(noslip_energy(t.run), 0.1, 3e-17);
    noslip_report r;
    noslip_run_report(t.run, &r);
    assert_int_equal(r.nwarning, 0);
    end(&t);
  }
  const noslip_start both[] = {{"y", 0.3}, {"px", 0.4}};
  assert_int_equal(start(&t, HENON, both, 2), NOSLIP_OK);
  check_above(fabs(noslip_energy(t.run) - 0.1), 0.01);
  end(&t);
}

static void members_of_a_section_follow(void **unused) {
  (void)unused;
  trial t;
  static const char *const keys[] = {"y"};
  double x[20];
  const noslip_range range = {-0.3, 0.3};
  for (int k = 0; k < 20; k++)
    noslip_sample(x + k, &range, 1, 7, k);
  assert_int_equal(load(&t, HENON, NULL), NOSLIP_OK);
  const noslip_ensemble_options o = {
      .keys = keys, .nkey = 1, .starts = x, .nmember = 20, .steps = 1};
  noslip_ensemble_result *r;
  if (noslip_ensemble(t.context, t.model, &o, &r) != NOSLIP_OK)
    check_fail("%s", noslip_last_error(t.context));
  assert_int_equal(r->nfailed, 0);
  const noslip_statistics *q = &r->quantities[r->nquantity - 1];
  assert_string_equal(q->name, "H");
  check_near(q->min[0], 0.1, 3e-17);
  check_near(q->max[0], 0.1, 3e-17);
  noslip_ensemble_free(r);
  end(&t);
}

// in the order of the file, through conjugates, and cut where a value in the middle is given
static void chains_follow(void **unused) {
  (void)unused;
  static const char chain[] =
      "model c\ncoord w[1..4], z\nlagrangian (dot(w', w') + 2*z'^2)/2\n"
      "init w[1] = 1\ninit w[2] = 2*w[1]^3, w[3] = w[2] + 1, w[4] = w[3]*w[2]\n"
      "init w[1]' = 3, z' = w[4] + w[1]'^2\n"
      "run method dla-mp, step 0.1, until 1\n";
  const noslip_start one = {"w[1]", 2}, two[] = {{"w[1]", 2}, {"w[3]", 5}}, three = {"w[1]'", 1};
  trial t;
  assert_int_equal(start(&t, chain, NULL, 0), NOSLIP_OK);
  assert_true(noslip_value(t.run, "w[4]") == 6 && noslip_value(t.run, "z'") == 15);
  end(&t);
  assert_int_equal(start(&t, chain, &one, 1), NOSLIP_OK);
  assert_true(noslip_value(t.run, "w[2]") == 16 && noslip_value(t.run, "w[3]") == 17);
  assert_true(noslip_value(t.run, "w[4]") == 272 && noslip_value(t.run, "z'") == 281);
  end(&t);
  assert_int_equal(start(&t, chain, two, 2), NOSLIP_OK);
  assert_true(noslip_value(t.run, "w[3]") == 5 && noslip_value(t.run, "w[4]") == 80);
  end(&t);
  assert_int_equal(start(&t, chain, &three, 1), NOSLIP_OK);
  assert_true(noslip_value(t.run, "z'") == 7);
  end(&t);
}

static void rotations_and_momenta_follow(void **unused) {
  (void)unused;
  const noslip_start a = {"a", 0.5};
  trial t;
  assert_int_equal(
      start(&t,
            "model r\ncoord a, R: SO(3) velocity w\nlagrangian (a'^2 + dot(w, w))/2\n"
            "init a = 0.2, R = [[cos(a), -sin(a), 0], [sin(a), cos(a), 0], [0, 0, 1]]\n"
            "run method lobatto(3), step 0.1, until 1\n",
            &a, 1),
      NOSLIP_OK);
  check_near(noslip_value(t.run, "R[2,1]"), sin(0.5), 1e-16);
  end(&t);
  const noslip_start v = {"x'", 3};
  assert_int_equal(start(&t,
                         "model m\ncoord x momentum p, y\nlagrangian 2*x'^2 + y'^2/2\n"
                         "init x' = 1, y' = p\nrun method dla-mp, step 0.1, until 1\n",
                         &v, 1),
                   NOSLIP_OK);
  assert_true(noslip_value(t.run, "y'") == 12);
  end(&t);
}

static void what_is_not_finite_is_told(void **unused) {
  (void)unused;
  const noslip_start y = {"y", 0.9};
  trial t;
  assert_int_equal(start(&t, HENON, &y, 1), NOSLIP_ERROR_MODEL);
  check_text(
      noslip_last_error(t.context),
      "the initial value of `px`, which `init` computes from others, is not a finite number");
  check_text(noslip_last_error(t.context), "give others, or `px` itself");
  end(&t);
}

// ---- the start time

#define DECAY                                                    \
  "model decay\nstate y\ny' = -y*t\ninit t = 1, y = exp(-1/2)\n" \
  "exact y = exp(-t^2/2)\nrun method rk-gauss(4), step 0.1, until 2\n"

static void a_run_starts_at_its_time(void **unused) {
  (void)unused;
  trial t;
  assert_int_equal(start(&t, DECAY, NULL, 0), NOSLIP_OK);
  assert_true(noslip_time(t.run) == 1);
  assert_int_equal(noslip_run_steps(t.run), 10);
  assert_int_equal(noslip_advance(t.run, 10), NOSLIP_OK);
  check_near(noslip_time(t.run), 2, 1e-15);
  check_near(noslip_value(t.run, "y"), exp(-2), 1e-10);
  end(&t);
}

// by the options of the model and of the run
static void options_set_the_time(void **unused) {
  (void)unused;
  const noslip_setting later = {"t", "3/2"};
  const noslip_model_options with = {.init = &later, .ninit = 1};
  const noslip_run_options none = {.backend = "interpret"};
  const noslip_start at = {"t", 1.5}, odd = {"t", HUGE_VAL};
  trial t;
  assert_int_equal(load(&t, DECAY, &with), NOSLIP_OK);
  assert_int_equal(noslip_run_new(t.context, t.model, &none, &t.run), NOSLIP_OK);
  assert_true(noslip_time(t.run) == 1.5);
  assert_int_equal(noslip_run_steps(t.run), 5);
  end(&t);
  assert_int_equal(start(&t, DECAY, &at, 1), NOSLIP_OK);
  assert_true(noslip_time(t.run) == 1.5);
  end(&t);
  assert_int_equal(start(&t, DECAY, &odd, 1), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.context), "the start time is not a finite number; give one");
  end(&t);
}

static void errors_against_the_exact_solution_are_at_the_right_time(void **unused) {
  (void)unused;
  trial t;
  static const char *const methods[] = {"rk-gauss(2)"};
  const double steps[] = {0.1, 0.05};
  noslip_convergence *r;
  assert_int_equal(load(&t, DECAY, NULL), NOSLIP_OK);
  const noslip_converge_options o = {.methods = methods, .nmethod = 1, .steps = steps, .nstep = 2};
  if (noslip_converge(t.context, t.model, &o, &r) != NOSLIP_OK)
    check_fail("%s", noslip_last_error(t.context));
  assert_true(r->until == 2);
  noslip_convergence_free(r);
  end(&t);
}

// a constraint that moves: x = t^2 from t = 2 on, forwards and backwards
static void moving_constraints_start_there(void **unused) {
  (void)unused;
  for (int way = 0; way < 2; way++) {
    trial t;
    const noslip_run_options o = {
        .step = way ? -0.01 : 0.01, .until = way ? 1 : 3, .backend = "interpret"};
    assert_int_equal(load(&t,
                          "model d\ncoord x\nlagrangian x'^2/2\nholonomic c: x = t^2\n"
                          "init t = 2\nrun method rattle, step 0.01, until 3\n",
                          NULL),
                     NOSLIP_OK);
    assert_int_equal(noslip_run_new(t.context, t.model, &o, &t.run), NOSLIP_OK);
    assert_true(noslip_value(t.run, "x") == 4 && noslip_value(t.run, "x'") == 4);
    assert_int_equal(noslip_run_steps(t.run), 100);
    assert_int_equal(noslip_advance(t.run, 100), NOSLIP_OK);
    check_near(noslip_value(t.run, "x"), way ? 1 : 9, 1e-13);
    end(&t);
  }
}

static void times_that_are_wrong_are_told(void **unused) {
  (void)unused;
#define MODEL "model m\ncoord x\nlagrangian x'^2/2\n"
  refused(MODEL "init t = 1, t = 2\n", "test:4:13", "the start time is given twice",
          "delete one of them");
  refused(MODEL "init t' = 1\n", "test:4:6", "the start time is a number",
          "write t, without the prime");
  refused(MODEL "init t = x\n", "test:4:10", "the start time", "write it with numbers");
  refused(MODEL "init t = 1/0\n", "test:4:11", "a division by zero", "check the constants");
  refused(MODEL "exact t = 1\n", "test:4:7", "not for the time", "write exact x = ...");
  refused(MODEL "init t = 1, x = 2\nexact x = t\n", "test:5:7",
          "the exact solution starts with x = 1, the model with 2", "at t = 1, `exact` and `init`");
  trial t;
  const noslip_run_options early = {.method = "rattle", .step = 0.1, .until = 1};
  assert_int_equal(load(&t, MODEL "init t = 2\n", NULL), NOSLIP_OK);
  assert_int_equal(noslip_run_new(t.context, t.model, &early, &t.run), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.context), "do not lead to t = 1 from t = 2; give another end");
  end(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(orbits_of_a_section_have_one_energy),
      cmocka_unit_test(members_of_a_section_follow),
      cmocka_unit_test(chains_follow),
      cmocka_unit_test(rotations_and_momenta_follow),
      cmocka_unit_test(what_is_not_finite_is_told),
      cmocka_unit_test(a_run_starts_at_its_time),
      cmocka_unit_test(options_set_the_time),
      cmocka_unit_test(errors_against_the_exact_solution_are_at_the_right_time),
      cmocka_unit_test(moving_constraints_start_there),
      cmocka_unit_test(times_that_are_wrong_are_told),
  };
  return check_run(argc, argv, tests);
}
