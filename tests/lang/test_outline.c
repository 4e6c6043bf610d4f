// Tests of src/lang/outline: names by tokens alone.

#include "tests/support/language.h"

#include "lang/outline.h"

#include "noslip.h"

// "word name, word name[]: kind, ..." of a text; the caller frees it
static char *outline_of(const char *text) {
  memory m = memory_default();
  arena a;
  failure why = {0};
  outline o;
  const source s = {"m.noslip", text, (int)strlen(text)};
  char *out = calloc(1, 4096);
  size_t n = 0;
  arena_init(&a, &m);
  if (outline_make(&s, &a, &o, &why) == NOSLIP_OK)
    for (int i = 0; i < o.count; i++)
      n += (size_t)snprintf(out + n, 4096 - n, "%s%s %s%s%s%s", i > 0 ? ", " : "", o.list[i].word,
                            o.list[i].name, o.list[i].family ? "[]" : "",
                            o.list[i].kind ? ": " : "", o.list[i].kind ? o.list[i].kind : "");
  else
    snprintf(out, 4096, "%s", "refused");
  arena_free(&a);
  return out;
}

static void outline_is_(const char *text, const char *expected, int line) {
  char *found = outline_of(text);
  check_that(strcmp(found, expected) == 0, __FILE__, line, "found %s\nexpected %s\n", found,
             expected);
  free(found);
}

#define outline_is(text, expected) outline_is_(text, expected, __LINE__)

static void lists_declare_each_item(void **state) {
  (void)state;
  outline_is("param m = 1, k = max(1, 2)*m,\n  l = 2", "param m, param k, param l");
  outline_is("param k[1..2] = 3, l = 4\nobserve P = [x, y]", "param k[], param l, observe P[]");
  outline_is("const n = 3\ncoord x, y, th: angle, w[1..n]",
             "const n, coord x, coord y, coord th: angle, coord w[]");
  outline_is("state y[1..2], z\nalgebraic u", "state y[], state z, algebraic u");
}

static void clauses_declare_names(void **state) {
  (void)state;
  outline_is("coord x momentum px, q[1..2] momentum p[1..2], z",
             "coord x, momentum px, coord q[], momentum p[], coord z");
  outline_is("coord g: SE(2) velocity (v, omega) momentum (p, L), x",
             "coord g: SE, velocity v, velocity omega, momentum p, momentum L, coord x");
  outline_is("holonomic rod: x^2 = 1 multiplier N", "holonomic rod, multiplier N");
}

static void labels_stand_before_their_sign(void **state) {
  (void)state;
  outline_is("observe X = a, \ninvariant L[1] = b", "observe X, invariant L[]");
  outline_is("let f(u, v) = u\nlet T = f(1, 2)", "let f, let T");
  outline_is("constraint y[1]^2 = 1\nconstraint c: y = 1\nconstraint y = 1", "constraint c");
  outline_is("contact pair[i,j] for i < j in 1..n within 3:\n a >= 0", "contact pair[]");
  outline_is("section rising: x = 0 rising plot (x, y)", "section rising");
}

static void loops_are_entered_and_left(void **state) {
  (void)state;
  outline_is("for i in 1..n { holonomic rod[i]: x = 1\n for k in 1..2 { observe a[k] = 1 } }\n"
             "observe b = 2",
             "holonomic rod[], observe a[], observe b");
  outline_is("bracket {a, b} = 1\nparam c = 1", "param c");
}

// what uses names declares none
static void other_statements_declare_nothing(void **state) {
  (void)state;
  outline_is("model m\ninit x = 1, y = 2\nexact x = 1\nlagrangian T\nforce x = y\n"
             "run method spark(3), step 1\ndraw rod P, Q\nx' = y",
             "");
}

// a model that is not finished has an outline; a text that has no words, none
static void mistakes_do_no_harm(void **state) {
  (void)state;
  outline_is("param m =\ncoord x, , y momentum (\n", "param m, coord x, coord y");
  outline_is("coord", "");
  outline_is("param", "");
  outline_is("for i {", "");
  outline_is("}}\nparam a = ]", "param a");
  outline_is("coord g velocity (v", "coord g, velocity v");
  outline_is("let f(((\n", "");
  outline_is("param a = \x01", "refused");
}

// of every model: its parameters are those of the loaded model, in their order
static void names_are_those_of_the_models(void **state) {
  (void)state;
  static const char *const models[] = {"chain", "disk", "whipple_bicycle", "pile", "andrews"};
  noslip_context *c = noslip_open(NULL);
  for (size_t i = 0; i < sizeof models/sizeof *models; i++) {
    char path[512];
    noslip_model *m;
    noslip_outline *o;
    noslip_declared d;
    int k = 0;
    snprintf(path, sizeof path, NOSLIP_MODELS "/%s.noslip", models[i]);
    assert_int_equal(noslip_model_load(c, path, &m), NOSLIP_OK);
    assert_int_equal(noslip_outline_load(c, path, &o), NOSLIP_OK);
    for (int j = 0; noslip_outline_get(o, j, &d); j++)
      if (strcmp(d.word, "param") == 0 || strcmp(d.word, "const") == 0)
        assert_string_equal(d.name, noslip_model_parameter_name(m, k++));
    assert_int_equal(k, noslip_model_parameter_count(m));
    noslip_outline_free(o);
    noslip_model_free(m);
  }
  noslip_close(c);
}

// names are those of the outline, and live as long as it does
static void a_text_has_an_outline(void **state) {
  (void)state;
  noslip_context *c = noslip_open(NULL);
  noslip_outline *o;
  noslip_declared d;
  char text[] = "coord th: angle, w[1..3]";
  assert_int_equal(noslip_outline_parse(c, "m", text, &o), NOSLIP_OK);
  memset(text, 'x', sizeof text - 1);
  assert_true(noslip_outline_get(o, 1, &d));
  assert_string_equal(d.name, "w");
  assert_string_equal(d.word, "coord");
  assert_string_equal(d.kind, "");
  assert_true(d.family);
  assert_true(noslip_outline_get(o, 0, &d));
  assert_string_equal(d.kind, "angle");
  assert_false(noslip_outline_get(o, 2, &d));
  assert_false(noslip_outline_get(o, -1, &d));
  noslip_outline_free(o);
  noslip_close(c);
}

static void wrong_arguments_are_refused(void **state) {
  (void)state;
  noslip_context *c = noslip_open(NULL);
  noslip_outline *o;
  noslip_declared d;
  assert_int_equal(noslip_outline_load(c, NULL, &o), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "`path`");
  assert_int_equal(noslip_outline_load(c, "x", NULL), NOSLIP_ERROR_ARGUMENT);
  assert_int_equal(noslip_outline_load(NULL, "x", &o), NOSLIP_ERROR_ARGUMENT);
  assert_int_equal(noslip_outline_parse(c, NULL, "", &o), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "`name`");
  assert_int_equal(noslip_outline_parse(c, "x", NULL, &o), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "`text`");
  assert_int_not_equal(noslip_outline_load(c, "/no/such/file", &o), NOSLIP_OK);
  assert_null(o);
  assert_false(noslip_outline_get(NULL, 0, &d));
  noslip_outline_free(NULL);
  noslip_close(c);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists_declare_each_item),
      cmocka_unit_test(clauses_declare_names),
      cmocka_unit_test(labels_stand_before_their_sign),
      cmocka_unit_test(loops_are_entered_and_left),
      cmocka_unit_test(other_statements_declare_nothing),
      cmocka_unit_test(mistakes_do_no_harm),
      cmocka_unit_test(names_are_those_of_the_models),
      cmocka_unit_test(a_text_has_an_outline),
      cmocka_unit_test(wrong_arguments_are_refused),
  };
  return check_run(argc, argv, tests);
}
