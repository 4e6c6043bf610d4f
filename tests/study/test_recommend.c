// Tests of src/study/recommend.c: trials of methods on a model, what they measure, and that every model
// gets an answer.

#include "tests/support/check.h"
#include "tests/support/counting.h"

#include "noslip.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

typedef struct trial {
  noslip_context *context;
  noslip_model *model;
  noslip_recommendation *result;
} trial;

static trial try_text(const char *text, const noslip_recommend_options *o) {
  trial t = {.context = noslip_open(NULL)};
  if (noslip_model_parse(t.context, "test", text, NULL, &t.model) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(t.context));
  if (noslip_recommend(t.context, t.model, o, &t.result) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(t.context));
  return t;
}

static trial try_file(const char *name) {
  trial t = {.context = noslip_open(NULL)};
  char path[512];
  snprintf(path, sizeof path, "%s/%s.noslip", NOSLIP_MODELS, name);
  if (noslip_model_load(t.context, path, &t.model) != NOSLIP_OK ||
      noslip_recommend(t.context, t.model, NULL, &t.result) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(t.context));
  return t;
}

static void end(trial *t) {
  noslip_recommendation_free(t->result);
  noslip_model_free(t->model);
  noslip_close(t->context);
}

static const noslip_trial *find(const trial *t, const char *method) {
  for (int k = 0; k < t->result->ntrial; k++)
    if (strcmp(t->result->trials[k].method, method) == 0)
      return &t->result->trials[k];
  check_fail("%s was not tried\n", method);
  return NULL;
}

// ---------------------------------------------------------------------------------------------
// figures

// the error of an oscillator after n steps, from the solution in closed form
#define OSCILLATOR \
  "model o\ncoord x\nlagrangian x'^2/2 - x^2/2\ninit x = 1\nrun step 0.05, steps 40\n"

static void errors_are_those_of_the_method(void **unused) {
  (void)unused;
  trial t = try_text(OSCILLATOR, NULL);
  const double h = 0.05, T = 2;
  assert_true(t.result->step == h && t.result->steps == 40);
  // leapfrog turns by 2 asin(h/2) a step: at T it is ahead by h^2/24 T, in x by that times sin T
  double ahead = 2*asin(h/2)*40 - T, x = fabs(cos(T + ahead) - cos(T));
  double p = fabs(sin(T + ahead) - sin(T));
  check_near(find(&t, "rattle")->error, fmax(x/fabs(cos(T)), p/fabs(sin(T))), 2e-5);
  check_below(find(&t, "rk-gauss(4)")->error, 1e-13);
  check_near(find(&t, "avfc(3)")->energy_error, 0, 1e-15);
  check_above(find(&t, "rattle")->energy_error, 1e-5);
  end(&t);
}

// without a `run` line trials take the step that a run would choose
static void the_step_is_that_of_a_run(void **unused) {
  (void)unused;
  static const char *const turning =
      "model turning\ncoord x, y, th\nlagrangian (x'^2 + y'^2 + th'^2)/2\n"
      "nonholonomic blade: y'*cos(th) = x'*sin(th)\ninit x' = 1, th' = 0.3\n";
  trial t = try_text(turning, NULL);
  noslip_run *run;
  assert_int_equal(noslip_run_new(t.context, t.model, NULL, &run), NOSLIP_OK);
  assert_int_equal(noslip_step(run), NOSLIP_OK);
  assert_true(t.result->step == noslip_time(run));
  noslip_run_free(run);
  end(&t);
}

// bodies at rest have velocities of rounding, which are no error
static void rest_has_no_error(void **unused) {
  (void)unused;
  trial t = try_file("stack");
  check_below(find(&t, "moreau")->error, 1e-12);
  assert_true(!t.result->note || !strstr(t.result->note, "nearly as large as the motion"));
  end(&t);
}

// the cheapest step is not rattle's: counted, and by the clock
static void cheap_steps_are_found(void **unused) {
  (void)unused;
  trial t = try_file("pendulum");
  const noslip_trial *dla = find(&t, "dla-mp"), *rattle = find(&t, "rattle");
  check_above(rattle->work/dla->work, 2);
  check_above(rattle->seconds/dla->seconds, 1.5);
  for (int k = 0; k < t.result->ntrial; k++)
    assert_true(t.result->trials[k].work >= dla->work);
  end(&t);
}

// sorted by what is needed; with a lower demand a method of order 2 comes first
static void ranking_is_by_the_error_asked_for(void **unused) {
  (void)unused;
  noslip_recommend_options coarse = {.error = 1e-3}, fine = {.error = 1e-10};
  trial a = try_text(OSCILLATOR, &coarse), b = try_text(OSCILLATOR, &fine);
  for (int k = 1; k < b.result->ntrial; k++)
    assert_true(b.result->trials[k - 1].needed <= b.result->trials[k].needed);
  assert_int_equal(a.result->trials[0].order, 2);
  check_above(b.result->trials[0].order, 5);
  end(&a);
  end(&b);
}

// nothing but the clock differs from one time to the next
static void the_same_model_has_the_same_ranking(void **unused) {
  (void)unused;
  trial a = try_file("sleigh"), b = try_file("sleigh");
  assert_int_equal(a.result->ntrial, b.result->ntrial);
  for (int k = 0; k < a.result->ntrial; k++) {
    const noslip_trial *x = &a.result->trials[k], *y = &b.result->trials[k];
    assert_string_equal(x->method, y->method);
    assert_true(x->work == y->work && x->error == y->error && x->needed == y->needed);
  }
  end(&a);
  end(&b);
}

// where forces act nothing is called symplectic; what is not treated is not proposed
static void reasons_are_those_of_the_model(void **unused) {
  (void)unused;
  trial damped = try_text("model d\ncoord x\nlagrangian x'^2/2 - x^2/2\nforce x = -0.1*x'\n"
                          "init x = 1\nrun step 0.05, steps 40\n",
                          NULL);
  trial free = try_text(OSCILLATOR, NULL);
  int symplectic = 0;
  for (int k = 0; k < damped.result->ntrial; k++)
    assert_null(strstr(damped.result->trials[k].reason, "symplectic"));
  for (int k = 0; k < free.result->ntrial; k++)
    symplectic += strstr(free.result->trials[k].reason, "symplectic") != NULL;
  assert_true(symplectic > 0);
  end(&damped);
  end(&free);
  trial group = try_file("heavy_top_group");
  for (int k = 0; k < group.result->ntrial; k++)
    assert_null(group.result->trials[k].trouble);
  end(&group);
}

// ---------------------------------------------------------------------------------------------
// every model gets an answer

#define ROD "model rod\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\n"

static void answered(const char *text, const noslip_recommend_options *o, const char *note) {
  trial t = try_text(text, o);
  if (note)
    check_text(t.result->note, note);
  else
    assert_null(t.result->note);
  end(&t);
}

static void bad_models_are_answered(void **unused) {
  (void)unused;
  noslip_recommend_options absurd = {.step = 1e9};
  answered(ROD "holonomic rod: x^2 + y^2 = 1\ninit x = 1\n", NULL, NULL);  // a step is found
  answered(ROD "holonomic rod: x^2 + y^2 = 1\ninit x = 1.5\n", NULL,
           "violate the constraint `rod`");
  answered(ROD "holonomic rod: x^2 - y^2 = 0\n", NULL, "not independent");
  answered(ROD "holonomic rod: x^2 + y^2 = 1\ninit x = 1\n", &absurd, "errors");
  answered("model b\ncoord y\nlagrangian y'^2/2 - y\ncontact floor: y >= 0\ninit y = 1\n", NULL,
           NULL);
  answered("model c\nstate y\ny' = 1/(y - 1)\ninit y = 1\nrun step 0.1, until 1\n", NULL,
           "not finite at the initial data");
}

// a thousand coordinates: an answer within a second of computing
static void large_models_are_answered(void **unused) {
  (void)unused;
  clock_t began = clock();
  answered("model big\ncoord x[1..1000]\n"
           "lagrangian sum(i in 1..1000: x[i]'^2/2) - sum(i in 1..999: (x[i+1] - x[i])^4/4)\n"
           "init x[1] = 1\nrun step 0.01, until 1\n",
           NULL, "too large for trials");
  check_below((double)(clock() - began)/CLOCKS_PER_SEC, 1);
}

static void models_are_answered_in_time(void **unused) {
  (void)unused;
  static const char *const some[] = {"chain", "trailers", "disk_bracket", "five_parts", "mixed"};
  for (size_t i = 0; i < sizeof some/sizeof *some; i++) {
    clock_t began = clock();
    trial t = try_file(some[i]);
    check_below((double)(clock() - began)/CLOCKS_PER_SEC, 1);
    assert_true(t.result->ntrial >= 2);
    assert_true(t.result->trials[0].needed > 0);
    end(&t);
  }
}

// an allocator that fails at the n-th call, for every n: what fails says so, and nothing is left
static void memory_failures_leave_nothing(void **unused) {
  (void)unused;
  bool done = false;
  for (long n = 1; !done; n++) {
    counter c = {.fail_at = n};
    noslip_context *context =
        noslip_open(&(noslip_options){.allocator = count, .allocator_context = &c});
    noslip_model *model = NULL;
    noslip_recommendation *r = NULL;
    const char *text = NULL;
    noslip_status status = context ? NOSLIP_OK : NOSLIP_ERROR_MEMORY;
    const noslip_recommend_options few = {.step = 0.05};
    if (status == NOSLIP_OK)
      status = noslip_model_parse(context, "test", ROD "run method rattle, step 0.1, steps 2\n",
                                  NULL, &model);
    if (status == NOSLIP_OK)
      status = noslip_recommend(context, model, &few, &r);
    if (status == NOSLIP_OK)
      status = noslip_run_check(context, model, NULL, &text);
    assert_true(status == NOSLIP_OK || status == NOSLIP_ERROR_MEMORY);
    done = c.requests < n;
    assert_true(!done || status == NOSLIP_OK);
    noslip_recommendation_free(r);
    noslip_model_free(model);
    noslip_close(context);
    assert_int_equal(c.blocks, 0);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(errors_are_those_of_the_method),
      cmocka_unit_test(the_step_is_that_of_a_run),
      cmocka_unit_test(rest_has_no_error),
      cmocka_unit_test(cheap_steps_are_found),
      cmocka_unit_test(ranking_is_by_the_error_asked_for),
      cmocka_unit_test(the_same_model_has_the_same_ranking),
      cmocka_unit_test(reasons_are_those_of_the_model),
      cmocka_unit_test(bad_models_are_answered),
      cmocka_unit_test(large_models_are_answered),
      cmocka_unit_test(models_are_answered_in_time),
      cmocka_unit_test(memory_failures_leave_nothing),
  };
  return check_run(argc, argv, tests);
}
