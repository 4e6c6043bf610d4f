// The equations of a model as MathML: those of motion from derivatives, for every shipped model.

#include "noslip.h"

#include "tests/support/check.h"
#include "tests/support/counting.h"
#include "tests/support/markup.h"

#include <dirent.h>

static noslip_equations *equations_of(noslip_context *c, const char *text, noslip_model **model) {
  noslip_equations *e = NULL;
  assert_int_equal(noslip_model_parse(c, "m.noslip", text, NULL, model), NOSLIP_OK);
  assert_int_equal(noslip_equations_new(c, *model, &e), NOSLIP_OK);
  return e;
}

// the last line
static const char *last(const noslip_equations *all) {
  noslip_equation e = {0};
  const char *text = "";
  for (int i = 0; noslip_equations_get(all, i, &e); i++)
    text = e.mathml;
  return text;
}

// m x'' + k x = 0, with the names of parameters
static void motion_of_an_oscillator(void **state) {
  (void)state;
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_equations *e =
      equations_of(c, "model m\nparam m = 2, k = 3\ncoord x\nlagrangian m/2*x'^2 - k/2*x^2\n", &m);
  const char *text = last(e);
  assert_true(markup_is_closed(text));
  assert_non_null(strstr(text, "<mo>¨</mo>"));
  assert_non_null(strstr(text, "<mi>m</mi>"));
  assert_non_null(strstr(text, "<mi>k</mi>"));
  assert_non_null(strstr(text, "<mo>=</mo><mn>0</mn>"));
  assert_null(strstr(text, "<mn>2</mn>"));  // the halves are gone
  noslip_equations_free(e);
  noslip_model_free(m);
  noslip_close(c);
}

// a multiplier on the right side
static void motion_has_multipliers(void **state) {
  (void)state;
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_equations *e = equations_of(
      c,
      "model m\nparam m = 2\ncoord x, y\nlagrangian m/2*(x'^2 + y'^2)\nholonomic rod: x*y = 1\n"
      "init x = 1, y = 1\n",
      &m);
  assert_non_null(strstr(last(e), "<msub><mi>λ</mi><mi>rod</mi></msub>"));
  assert_non_null(strstr(last(e), "<mi>x</mi>"));
  noslip_equations_free(e);
  noslip_model_free(m);
  noslip_close(c);
}

static void check_model(const char *path) {
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_equations *all;
  noslip_equation e = {0};
  size_t total = 0;
  int n = 0;
  assert_int_equal(noslip_model_load(c, path, &m), NOSLIP_OK);
  assert_int_equal(noslip_equations_new(c, m, &all), NOSLIP_OK);
  for (; noslip_equations_get(all, n, &e); n++) {
    if (!markup_is_closed(e.mathml))
      check_fail("%s: %s\n", path, e.mathml);
    total += strlen(e.mathml);
  }
  assert_true(n > 0);
  assert_true(total < 300000);
  noslip_equations_free(all);
  noslip_model_free(m);
  noslip_close(c);
}

static void every_model_has_equations(void **state) {
  (void)state;
  DIR *folder = opendir(NOSLIP_MODELS);
  int n = 0;
  assert_non_null(folder);
  for (struct dirent *f = readdir(folder); f; f = readdir(folder)) {
    char path[1024];
    if (!strstr(f->d_name, ".noslip"))
      continue;
    snprintf(path, sizeof path, "%s/%s", NOSLIP_MODELS, f->d_name);
    check_model(path);
    n++;
  }
  closedir(folder);
  assert_true(n > 50);
}

// one life of the equations with the n-th request failing; true if all worked
static bool live_once(counter *c) {
  noslip_context *context = noslip_open(&(noslip_options){count, c});
  noslip_model *m = NULL;
  noslip_equations *e = NULL;
  bool good = false;
  if (context && noslip_model_load(context, NOSLIP_MODELS "/sleigh.noslip", &m) == NOSLIP_OK) {
    noslip_status status = noslip_equations_new(context, m, &e);
    good = status == NOSLIP_OK;
    assert_true(good ? e != NULL : status == NOSLIP_ERROR_MEMORY && !e);
  }
  noslip_equations_free(e);
  noslip_model_free(m);
  noslip_close(context);
  assert_int_equal(c->blocks, 0);
  return good;
}

static void memory_may_run_out(void **state) {
  (void)state;
  counter all = {0};
  assert_true(live_once(&all));
  for (long n = 1; n <= all.requests; n += check_long() ? 1 : 5) {
    counter c = {.fail_at = n};
    if (live_once(&c))
      assert_false(request_failed(&c));
  }
}

static void nothing_is_refused(void **state) {
  (void)state;
  noslip_context *c = noslip_open(NULL);
  noslip_equations *e;
  assert_int_equal(noslip_equations_new(c, NULL, &e), NOSLIP_ERROR_ARGUMENT);
  assert_null(e);
  assert_false(noslip_equations_get(NULL, 0, &(noslip_equation){0}));
  noslip_equations_free(NULL);
  noslip_close(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(motion_of_an_oscillator),   cmocka_unit_test(motion_has_multipliers),
      cmocka_unit_test(every_model_has_equations), cmocka_unit_test(memory_may_run_out),
      cmocka_unit_test(nothing_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
