// The equations of a model as MathML: those of motion from derivatives, for every shipped model.

#include "noslip.h"

#include "tests/support/check.h"
#include "tests/support/counting.h"
#include "tests/support/latex.h"
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

// elements of MathML and the words that LaTeX has for them; fences may be others
static bool same_structure(const char *mathml, const char *latex) {
  static const char *const words[][2] = {
      {"<mfrac>", "\\frac{"},    {"<msqrt>", "\\sqrt{"},  {"<mo>˙</mo>", "\\dot{"},
      {"<mo>¨</mo>", "\\ddot{"}, {"<mo>=</mo>", "="},     {"<mo>+</mo>", "+"},
      {"<mi>sin</mi>", "\\sin"}, {"<mo>∑</mo>", "\\sum"}, {"<mi>θ</mi>", "\\theta"},
      {"<mtd>", NULL},
  };
  for (size_t i = 0; words[i][1]; i++)
    if (latex_count(mathml, words[i][0]) != latex_count(latex, words[i][1]))
      return false;
  int both = latex_count(mathml, "<msubsup>") + latex_count(mathml, "<munderover>");
  int below = latex_count(latex, "_{"), above = latex_count(latex, "^{");
  return below == latex_count(mathml, "<msub>") + both &&
         above == latex_count(mathml, "<msup>") + both &&
         latex_count(latex, "\\begin{") == latex_count(mathml, "<mtable");
}

static void formulas_are_the_same_in_both(void **state) {
  (void)state;
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_equations *e =
      equations_of(c,
                   "model m\nparam mass = 2, k_1 = 3\ncoord th\nlet V = k_1*th^2\n"
                   "lagrangian mass/2*th'^2 - V\n",
                   &m);
  noslip_equation line;
  assert_true(noslip_equations_get(e, 1, &line));
  assert_string_equal(line.latex, "L=\\frac{\\mathrm{mass}}{2}\\,\\dot{\\mathrm{th}}^{2}-V");
  assert_true(same_structure(line.mathml, line.latex));
  assert_false(same_structure(line.mathml, "L=\\mathrm{mass}\\,{\\dot{\\mathrm{th}}}^{2}-V"));
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
    if (!latex_is_closed(e.latex) || !same_structure(e.mathml, e.latex))
      check_fail("%s: %s\n%s\n", path, e.mathml, e.latex);
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

static double kinetic(void *context, double t, const double *q, const double *v) {
  (void)context, (void)t, (void)q;
  return v[0]*v[0]/2;
}

// a model that is not made of text has none, which is no failure
static void functions_have_no_equations(void **state) {
  (void)state;
  noslip_context *c = noslip_open(NULL);
  const noslip_callbacks functions = {.coordinates = 1, .function = kinetic};
  noslip_model *m;
  noslip_equations *e;
  assert_int_equal(noslip_model_bind(c, &functions, &m), NOSLIP_OK);
  assert_int_equal(noslip_equations_new(c, m, &e), NOSLIP_OK);
  assert_non_null(e);
  assert_false(noslip_equations_get(e, 0, &(noslip_equation){0}));
  noslip_equations_free(e);
  noslip_model_free(m);
  noslip_close(c);
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
      cmocka_unit_test(motion_of_an_oscillator),
      cmocka_unit_test(motion_has_multipliers),
      cmocka_unit_test(formulas_are_the_same_in_both),
      cmocka_unit_test(every_model_has_equations),
      cmocka_unit_test(memory_may_run_out),
      cmocka_unit_test(functions_have_no_equations),
      cmocka_unit_test(nothing_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
