// Tests of what members may differ in: initial values, parameters, the step.

#include "tests/support/check.h"

#include "noslip.h"

#include <stdio.h>
#include <stdlib.h>

static const char spring[] = "model spring\nconst n = 1\nparam k = 4, l[1..2] = [1, 2]\n"
                             "coord x[1..n]\nlagrangian x[1]'^2/2 - k*x[1]^2/2 - l[2]*x[1]^4\n"
                             "observe r = x[1]\n"
                             "init x[1] = 1/k, x[1]' = 2*x[1]\n"
                             "section down: x[1]' = 0 falling\n"
                             "run method dla-mp, step 0.1, until 2\n";

typedef struct trial {
  noslip_context *c;
  noslip_model *m;
} trial;

static trial begin(const noslip_model_options *with) {
  trial t = {.c = noslip_open(NULL)};
  assert_int_equal(noslip_model_parse(t.c, "test", spring, with, &t.m), NOSLIP_OK);
  return t;
}

static void end(trial *t) {
  noslip_model_free(t->m);
  noslip_close(t->c);
}

static noslip_ensemble_options given(const char *const *keys, int n, const double *x, int members) {
  return (noslip_ensemble_options){.keys = keys, .nkey = n, .starts = x, .nmember = members};
}

static noslip_ensemble_result *compute(trial *t, noslip_ensemble_options o) {
  noslip_ensemble_result *r;
  noslip_status status = noslip_ensemble(t->c, t->m, &o, &r);
  check_that(status == NOSLIP_OK, __FILE__, __LINE__, "%s\n", noslip_last_error(t->c));
  return r;
}

// the observable at the end of a run with these settings and this step
static double run_alone(const char *k, const char *l, double h) {
  const noslip_setting set[] = {{"k", k}, {"l[2]", l}};
  trial t = begin(&(noslip_model_options){.set = set, .nset = 2});
  noslip_run *run;
  assert_int_equal(noslip_run_new(t.c, t.m, &(noslip_run_options){.step = h}, &run), NOSLIP_OK);
  assert_int_equal(noslip_advance(run, noslip_run_steps(run)), NOSLIP_OK);
  double r = noslip_value(run, "r");
  noslip_run_free(run);
  end(&t);
  return r;
}

// Each member alone in an ensemble is the run with --set, to rounding; the initial values that are
// computed from a parameter follow. The twin: they differ from each other.
static void parameters_are_those_of_settings(void **unused) {
  (void)unused;
  static const char *const keys[] = {"k", "l[2]"};
  static const double values[][2] = {{4, 2}, {5, 2}, {0.5, 0.3}};
  static const char *const texts[][2] = {{"4", "2"}, {"5", "2"}, {"0.5", "0.3"}};
  trial t = begin(NULL);
  double before = 0;
  for (int i = 0; i < 3; i++) {
    noslip_ensemble_result *r = compute(&t, given(keys, 2, values[i], 1));
    double now = r->quantities[1].mean[r->ntime - 1];
    check_near(now, run_alone(texts[i][0], texts[i][1], 0), 1e-13);
    assert_true(now != before);
    before = now;
    noslip_ensemble_free(r);
  }
  end(&t);
}

static void steps_are_those_of_runs(void **unused) {
  (void)unused;
  static const char *const keys[] = {"step"}, *const brief[] = {"h"};
  static const double steps[] = {0.1, 0.05, 0.2};
  trial t = begin(NULL);
  double sum = 0;
  noslip_ensemble_result *r = compute(&t, given(keys, 1, steps, 3));
  for (int i = 0; i < 3; i++)
    sum += run_alone("4", "2", steps[i]);
  assert_int_equal(r->ntime, 2);
  assert_true(isnan(r->step) && r->times[1] == 2 && r->counts[1] == 3);
  check_near(r->quantities[1].mean[1], sum/3, 1e-15);
  assert_int_equal(r->members[1].steps, 40);
  noslip_ensemble_free(r);
  r = compute(&t, given(brief, 1, steps, 1));
  assert_true(r->quantities[1].mean[1] == run_alone("4", "2", 0.1));
  noslip_ensemble_free(r);
  end(&t);
}

// Steps that do not divide the end: all members come to it, by a last step that is shorter. The twin:
// the whole steps alone lead elsewhere.
static void members_end_together(void **unused) {
  (void)unused;
  static const char *const keys[] = {"step"};
  static const double steps[] = {0.07, 0.1, 0.03};
  trial t = begin(NULL);
  double sum = 0;
  noslip_ensemble_result *r = compute(&t, given(keys, 1, steps, 3));
  for (int i = 0; i < 3; i++) {
    noslip_run *run;
    const noslip_run_options o = {.step = steps[i]};
    assert_int_equal(noslip_run_new(t.c, t.m, &o, &run), NOSLIP_OK);
    assert_int_equal(noslip_advance(run, noslip_run_steps(run)), NOSLIP_OK);
    assert_int_equal(noslip_finish(run), NOSLIP_OK);
    sum += noslip_value(run, "r");
    noslip_run_free(run);
    assert_true(r->members[i].time == 2);
  }
  assert_true(r->times[1] == 2 && r->members[0].steps == 29 && r->members[2].steps == 67);
  check_near(r->quantities[1].mean[1], sum/3, 1e-15);
  check_above(fabs(run_alone("4", "2", 0.07) - run_alone("4", "2", 0.1)), 1e-3);
  noslip_ensemble_free(r);
  end(&t);
}

enum { many = 50 };

static void threads_do_not_matter(void **unused) {
  (void)unused;
  static const char *const keys[] = {"x[1]", "k", "step"};
  static const noslip_range ranges[] = {{0.5, 1}, {1, 2}, {0.01, 0.1}};
  double x[many][3];
  trial t = begin(NULL);
  for (int i = 0; i < many; i++)
    noslip_sample(x[i], ranges, 3, 1, i);
  noslip_ensemble_options o = given(keys, 3, x[0], many);
  o.threads = 1;
  noslip_ensemble_result *one = compute(&t, o);
  o.threads = 3;
  noslip_ensemble_result *three = compute(&t, o);
  for (int j = 0; j < one->nquantity; j++) {
    const noslip_statistics *a = &one->quantities[j], *b = &three->quantities[j];
    assert_memory_equal(a->mean, b->mean, 2*sizeof(double));
    assert_memory_equal(a->variance, b->variance, 2*sizeof(double));
  }
  noslip_ensemble_free(one);
  noslip_ensemble_free(three);
  end(&t);
}

static void sections_have_them_too(void **unused) {
  (void)unused;
  static const char *const keys[] = {"k", "step"};
  static const double x[][2] = {{1, 0.05}, {9, 0.025}};
  trial t = begin(NULL);
  noslip_section_result *r;
  noslip_section_options o = {.runs = given(keys, 2, x[0], 2)};
  assert_int_equal(noslip_section(t.c, t.m, &o, &r), NOSLIP_OK);
  assert_true(r->starts[0].steps == 40 && r->starts[1].steps == 80);
  check_above((double)r->starts[1].npoint, 0);
  noslip_section_free(r);
  end(&t);
}

// the sentence of an ensemble with such keys
static void refused(trial *t, noslip_ensemble_options o, const char *part) {
  noslip_ensemble_result *r;
  assert_int_equal(noslip_ensemble(t->c, t->m, &o, &r), NOSLIP_ERROR_ARGUMENT);
  assert_null(r);
  check_text(noslip_last_error(t->c), part);
}

static void mistakes_are_named(void **unused) {
  (void)unused;
  static const char *const unknown[] = {"kk"}, *const far[] = {"zzzz"}, *const k[] = {"k"},
                           *const h[] = {"step"}, *const x[] = {"x[1]"},
                           *const both[] = {"step", "h"}, *const none[] = {NULL};
  static const double one[] = {1, 1}, zero[] = {0}, back[] = {0.1, -0.1};
  const noslip_setting set[] = {{"k", "3"}}, init[] = {{"x[1]", "3"}};
  trial t = begin(&(noslip_model_options){.set = set, .nset = 1, .init = init, .ninit = 1});
  refused(&t, given(unknown, 1, one, 1), "there is no initial value or parameter `kk`");
  refused(&t, given(unknown, 1, one, 1), "did you mean `k`?");
  refused(&t, given(far, 1, one, 1), "`noslip check` lists");
  refused(&t, given(k, 1, one, 1), "by the option `set`");
  refused(&t, given(x, 1, one, 1), "by the option `init`");
  noslip_ensemble_options o = given(h, 1, one, 1);
  o.step = 0.1;
  refused(&t, o, "by the option `step`");
  refused(&t, given(both, 2, one, 1), "the step is given twice; delete `h`");
  refused(&t, given(h, 1, zero, 1), "steps of length 0 lead nowhere");
  refused(&t, given(h, 1, back, 2), "member 1: steps of -0.1 do not lead to t = ");
  refused(&t, given(none, 1, one, 1), "`keys[0]` is NULL");
  end(&t);
}

// a value that changes the number of unknowns, or that no model has, is a failure of its member
static void impossible_values_are_troubles(void **unused) {
  (void)unused;
  static const char *const n[] = {"n"};
  static const double sizes[] = {1, 2, -3, 1.5};
  trial t = begin(NULL);
  noslip_ensemble_result *r = compute(&t, given(n, 1, sizes, 4));
  assert_int_equal(r->nfailed, 3);
  assert_null(r->members[0].trouble);
  for (int i = 1; i < 4; i++)
    printf("n = %g: %s\n", sizes[i], r->members[i].trouble);
  noslip_ensemble_free(r);
  end(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parameters_are_those_of_settings),
      cmocka_unit_test(steps_are_those_of_runs),
      cmocka_unit_test(members_end_together),
      cmocka_unit_test(threads_do_not_matter),
      cmocka_unit_test(sections_have_them_too),
      cmocka_unit_test(mistakes_are_named),
      cmocka_unit_test(impossible_values_are_troubles),
  };
  return check_run(argc, argv, tests);
}
