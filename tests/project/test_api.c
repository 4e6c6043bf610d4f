// Contracts of the public calls: arguments that are NULL, numbers that make no sense, structs of
// older and newer layouts.

#include "base/sized.h"

#include "tests/support/check.h"

#include "noslip.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char swing[] = "model swing\nparam k = 4\ncoord x\nlagrangian x'^2/2 - k*x^2/2\n"
                            "init x = 1\nsection s: x = 0 rising\n"
                            "run method dla-mp, step 0.1, steps 20\n";

typedef struct parts {
  noslip_context *c;
  noslip_model *m;
  noslip_run *r;
} parts;

static parts open_parts(void) {
  parts p = {noslip_open(NULL), NULL, NULL};
  assert_non_null(p.c);
  assert_int_equal(noslip_model_parse(p.c, "swing", swing, NULL, &p.m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(p.c, p.m, NULL, &p.r), NOSLIP_OK);
  return p;
}

static void close_parts(parts *p) {
  noslip_run_free(p->r);
  noslip_model_free(p->m);
  noslip_close(p->c);
}

// refused, with the name of the argument in the sentence
static void refused_(const parts *p, noslip_status status, const char *word, int line) {
  check_that(status == NOSLIP_ERROR_ARGUMENT, __FILE__, line, "status %d\n", (int)status);
  check_text_(noslip_last_error(p->c), word, "the sentence", __FILE__, line);
}

#define refused(p, call, word) refused_(p, call, word, __LINE__)

// ---- version

// the number of a version as text, -1: it is none
static int number_of(const char *text) {
  int a, b, c;
  char more;
  return sscanf(text, "%d.%d.%d%c", &a, &b, &c, &more) == 3 ? a*10000 + b*100 + c : -1;
}

static void the_version_is_the_same_everywhere(void **unused) {
  (void)unused;
  assert_string_equal(noslip_version(), NOSLIP_VERSION);
  assert_string_equal(noslip_version(), NOSLIP_BUILT);
  assert_int_equal(noslip_version_number(), NOSLIP_VERSION_NUMBER);
  assert_int_equal(number_of(noslip_version()), NOSLIP_VERSION_NUMBER);
  assert_int_equal(number_of("1.2.3"), 10203);
  assert_int_equal(number_of("1.2.3.4"), -1);
  assert_int_equal(number_of("1.2"), -1);
}

// ---- NULL

static void null_handles_are_a_status(void **unused) {
  (void)unused;
  parts p = open_parts();
  noslip_model *m;
  noslip_run *r;
  noslip_convergence *v;
  const noslip_callbacks empty = {0};
  const noslip_status bad = NOSLIP_ERROR_ARGUMENT;
  assert_int_equal(noslip_model_load(NULL, "x", &m), bad);
  assert_null(m);
  assert_int_equal(noslip_model_parse(NULL, "x", swing, NULL, &m), bad);
  assert_int_equal(noslip_model_bind(NULL, &empty, &m), bad);
  assert_int_equal(noslip_run_new(NULL, p.m, NULL, &r), bad);
  assert_int_equal(noslip_step(NULL), bad);
  assert_int_equal(noslip_advance(NULL, 3), bad);
  assert_int_equal(noslip_converge(NULL, p.m, NULL, &v), bad);
  assert_string_not_equal(noslip_last_error(NULL), "");
  close_parts(&p);
}

static void null_arguments_are_named(void **unused) {
  (void)unused;
  parts p = open_parts();
  noslip_model *m;
  noslip_run *r;
  noslip_method_info info;
  int orders[3];
  refused(&p, noslip_model_load(p.c, NULL, &m), "`path`");
  refused(&p, noslip_model_load(p.c, "x", NULL), "`model`");
  refused(&p, noslip_model_parse(p.c, NULL, swing, NULL, &m), "`name`");
  refused(&p, noslip_model_parse(p.c, "x", NULL, NULL, &m), "`text`");
  refused(&p, noslip_model_parse(p.c, "x", swing, NULL, NULL), "`model`");
  refused(&p, noslip_model_bind(p.c, NULL, &m), "`callbacks`");
  refused(&p, noslip_run_new(p.c, NULL, NULL, &r), "`model`");
  refused(&p, noslip_run_new(p.c, p.m, NULL, NULL), "`run`");
  refused(&p, noslip_method_find(p.c, NULL, &info), "`name`");
  refused(&p, noslip_method_find(p.c, "dla-mp", NULL), "`info`");
  refused(&p, noslip_method_applies(p.c, NULL, p.m), "`name`");
  refused(&p, noslip_method_applies(p.c, "dla-mp", NULL), "`model`");
  refused(&p, noslip_method_orders(p.c, "dla-mp", p.m, NULL), "`orders`");
  refused(&p, noslip_method_orders(p.c, "dla-mp", NULL, orders), "`model`");
  refused(&p, noslip_run_export(p.r, 1, NULL), "`text`");
  refused(&p, noslip_run_structure(p.r, NULL), "`result`");
  close_parts(&p);
}

static void null_arguments_of_studies_are_named(void **unused) {
  (void)unused;
  parts p = open_parts();
  noslip_convergence *v;
  noslip_comparison *c;
  noslip_ensemble_result *e;
  noslip_section_result *s;
  refused(&p, noslip_converge(p.c, NULL, NULL, &v), "`model`");
  refused(&p, noslip_converge(p.c, p.m, NULL, NULL), "`result`");
  refused(&p, noslip_compare(p.c, NULL, NULL, &c), "`model`");
  refused(&p, noslip_compare(p.c, p.m, NULL, NULL), "`result`");
  refused(&p, noslip_ensemble(p.c, NULL, NULL, &e), "`model`");
  refused(&p, noslip_ensemble(p.c, p.m, NULL, NULL), "`result`");
  refused(&p, noslip_ensemble(p.c, p.m, NULL, &e), "at least one member");
  refused(&p, noslip_section(p.c, NULL, NULL, &s), "`model`");
  refused(&p, noslip_section(p.c, p.m, NULL, NULL), "`result`");
  const noslip_ensemble_options lost = {.nkey = 1, .nmember = 1, .keys = NULL};
  refused(&p, noslip_ensemble(p.c, p.m, &lost, &e), "`keys`");
  // the twin: defaults are not an error
  assert_int_equal(noslip_section(p.c, p.m, NULL, &s), NOSLIP_OK);
  noslip_section_free(s);
  noslip_sample(NULL, NULL, 3, 1, 1);
  close_parts(&p);
}

static void null_lists_are_named(void **unused) {
  (void)unused;
  parts p = open_parts();
  noslip_model *m;
  noslip_run *r;
  const noslip_setting half[] = {{"k", NULL}}, other[] = {{NULL, "1"}};
  refused(&p, noslip_model_parse(p.c, "x", swing, &(noslip_model_options){.nset = 1}, &m), "`set`");
  refused(&p, noslip_model_parse(p.c, "x", swing, &(noslip_model_options){.ninit = -1}, &m),
          "`init`");
  refused(&p,
          noslip_model_parse(p.c, "x", swing, &(noslip_model_options){.set = half, .nset = 1}, &m),
          "`set[0].value`");
  refused(
      &p,
      noslip_model_parse(p.c, "x", swing, &(noslip_model_options){.init = other, .ninit = 1}, &m),
      "`init[0].name`");
  refused(&p, noslip_run_new(p.c, p.m, &(noslip_run_options){.nstart = 2}, &r), "`start`");
  close_parts(&p);
}

static void questions_about_nothing_have_empty_answers(void **unused) {
  (void)unused;
  noslip_report report;
  noslip_method_info info;
  bool sound = true;
  memset(&report, 1, sizeof report);
  noslip_run_report(NULL, &report);
  assert_null(report.model);
  noslip_run_report(NULL, NULL);
  noslip_run_method(NULL, &info);
  assert_null(info.name);
  assert_true(isnan(noslip_time(NULL)) && isnan(noslip_energy(NULL)));
  assert_true(isnan(noslip_value(NULL, "x")) && isnan(noslip_run_asymmetry(NULL)));
  assert_false(noslip_run_has_energy(NULL));
  assert_int_equal(noslip_run_steps(NULL) + noslip_run_every(NULL), 0);
  assert_int_equal(noslip_run_taken(NULL), 0);
  assert_int_equal(noslip_run_count(NULL, NOSLIP_STATE), 0);
  assert_null(noslip_run_name(NULL, NOSLIP_STATE, 0));
  assert_null(noslip_run_values(NULL, NOSLIP_STATE));
  assert_string_equal(noslip_run_backend(NULL), "");
  assert_string_equal(noslip_model_name(NULL), "");
  assert_string_equal(noslip_model_title(NULL), "");
  assert_string_equal(noslip_model_text(NULL), "");
  assert_string_equal(noslip_model_path(NULL), "");
  assert_string_equal(noslip_model_class(NULL), "");
  assert_int_equal(noslip_model_parameter_count(NULL), 0);
  assert_null(noslip_model_describe(NULL, false, &sound));
  assert_false(sound);
  assert_false(noslip_method_get(0, NULL) || noslip_scheme_get(0, NULL));
  assert_int_equal(noslip_method_advise(NULL, NULL, NULL, 3), 0);
  noslip_run_free(NULL);
  noslip_model_free(NULL);
  noslip_close(NULL);
  noslip_convergence_free(NULL);
  noslip_comparison_free(NULL);
  noslip_ensemble_free(NULL);
  noslip_section_free(NULL);
}

static void indices_are_looked_at(void **unused) {
  (void)unused;
  parts p = open_parts();
  assert_string_equal(noslip_model_parameter_name(p.m, 0), "k");
  assert_null(noslip_model_parameter_name(p.m, 1));
  assert_null(noslip_model_parameter_name(p.m, -1));
  assert_true(isnan(noslip_model_parameter_value(p.m, 7)));
  assert_null(noslip_run_name(p.r, NOSLIP_STATE, 2));
  assert_true(isnan(noslip_value(p.r, NULL)));
  close_parts(&p);
}

// ---- numbers

static void negative_numbers_of_steps_are_refused(void **unused) {
  (void)unused;
  parts p = open_parts();
  refused(&p, noslip_advance(p.r, -5), "-5 steps");
  assert_true(noslip_time(p.r) == 0);
  assert_int_equal(noslip_advance(p.r, 0), NOSLIP_OK);
  assert_true(noslip_time(p.r) == 0);
  assert_int_equal(noslip_advance(p.r, 5), NOSLIP_OK);
  check_below(fabs(noslip_time(p.r) - 0.5), 1e-15);
  close_parts(&p);
}

// ---- layouts

// options as an older header had them: the bytes behind are somebody else's
static void older_options_end_earlier(void **unused) {
  (void)unused;
  parts p = open_parts();
  noslip_run *r;
  noslip_run_options o;
  memset(&o, 0x5a, sizeof o);
  o.method = "rattle";
  o.step = 0.25;
  const size_t older = offsetof(noslip_run_options, until);
  assert_int_equal(noslip_run_new_sized(p.c, p.m, &o, older, &r), NOSLIP_OK);
  noslip_report report;
  noslip_run_report(r, &report);
  assert_string_equal(report.method, "rattle");
  assert_true(report.step == 0.25);
  assert_int_equal(noslip_run_steps(r), 20);  // as the model says
  noslip_run_free(r);
  close_parts(&p);
}

// options as a newer header has them, with two fields more
typedef struct newer_options {
  noslip_run_options known;
  const char *colour;
  double weight;
} newer_options;

static void newer_options_are_known_or_refused(void **unused) {
  (void)unused;
  parts p = open_parts();
  noslip_run *r;
  newer_options o;
  memset(&o, 0, sizeof o);
  o.known.step = 0.25;
  assert_int_equal(noslip_run_new_sized(p.c, p.m, &o.known, sizeof o, &r), NOSLIP_OK);
  noslip_run_free(r);
  o.colour = "red";
  refused(&p, noslip_run_new_sized(p.c, p.m, &o.known, sizeof o, &r), "noslip_run_options");
  assert_null(r);
  o.colour = NULL;
  o.weight = 1;
  refused(&p, noslip_run_new_sized(p.c, p.m, &o.known, sizeof o, &r), "newer version");
  close_parts(&p);
}

// a report in a smaller struct: nothing is written behind it
static void smaller_reports_are_not_overrun(void **unused) {
  (void)unused;
  parts p = open_parts();
  union {
    noslip_report report;
    unsigned char bytes[sizeof(noslip_report) + 64];
  } u, whole;
  const size_t older = offsetof(noslip_report, newton_iterations);
  memset(&u, 0x5a, sizeof u);
  assert_int_equal(noslip_advance(p.r, 3), NOSLIP_OK);
  noslip_run_report_sized(p.r, &u.report, older);
  assert_int_equal(u.report.steps, 3);
  for (size_t i = older; i < sizeof u.bytes; i++)
    assert_int_equal(u.bytes[i], 0x5a);
  // and in a larger one: what is not known is 0
  memset(&whole, 0x5a, sizeof whole);
  noslip_run_report_sized(p.r, &whole.report, sizeof whole);
  assert_int_equal(whole.report.steps, 3);
  for (size_t i = sizeof(noslip_report); i < sizeof whole.bytes; i++)
    assert_int_equal(whole.bytes[i], 0);
  close_parts(&p);
}

// lists of the caller have the caller's distances
static void lists_keep_their_stride(void **unused) {
  (void)unused;
  typedef struct wider {
    noslip_advice known;
    double more[3];
  } wider;
  parts p = open_parts();
  noslip_advice list[4];
  wider wide[4];
  int n = noslip_method_advise(p.c, p.m, list, 4);
  assert_true(n >= 2);
  assert_int_equal(noslip_method_advise_sized(p.c, p.m, &wide[0].known, sizeof wide[0], 4), n);
  for (int i = 0; i < n; i++)
    assert_string_equal(wide[i].known.method, list[i].method);
  close_parts(&p);
}

// what is called without a size tells that of its header: as the page of the users has it
static void designated_initialisers_still_do(void **unused) {
  (void)unused;
  parts p = open_parts();
  noslip_run *r;
  assert_int_equal(
      noslip_run_new(p.c, p.m, &(noslip_run_options){.method = "dla-mp", .step = 0.05}, &r),
      NOSLIP_OK);
  noslip_status (*call)(noslip_context *, noslip_model *, const noslip_run_options *,
                        noslip_run **) = noslip_run_new;
  noslip_run_free(r);
  assert_int_equal(call(p.c, p.m, NULL, &r), NOSLIP_OK);
  noslip_run_free(r);
  close_parts(&p);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_version_is_the_same_everywhere),
      cmocka_unit_test(null_handles_are_a_status),
      cmocka_unit_test(null_arguments_are_named),
      cmocka_unit_test(null_arguments_of_studies_are_named),
      cmocka_unit_test(null_lists_are_named),
      cmocka_unit_test(questions_about_nothing_have_empty_answers),
      cmocka_unit_test(indices_are_looked_at),
      cmocka_unit_test(negative_numbers_of_steps_are_refused),
      cmocka_unit_test(older_options_end_earlier),
      cmocka_unit_test(newer_options_are_known_or_refused),
      cmocka_unit_test(smaller_reports_are_not_overrun),
      cmocka_unit_test(lists_keep_their_stride),
      cmocka_unit_test(designated_initialisers_still_do),
  };
  return check_run(argc, argv, tests);
}
