// Products multiplied out: terms that cancel are gone, and the value is the same.

#include "tests/support/check.h"

#include "expr/expand.h"
#include "expr/show.h"
#include "expr/show_mathml.h"

#include "base/text.h"

typedef struct trial {
  memory memory;
  graph *g;
  expr x, y, z;
  text_buffer text;
} trial;

static trial trial_new(void) {
  trial t = {.memory = memory_default()};
  t.g = graph_new(&t.memory, 10000);
  t.x = expr_symbol(t.g, 1, "x");
  t.y = expr_symbol(t.g, 1, "y");
  t.z = expr_symbol(t.g, 1, "z");
  return t;
}

static void trial_free(trial *t) {
  text_free(&t->text);
  graph_free(t->g);
}

// the expanded expression as text
static const char *expanded(trial *t, expr e) {
  expr out;
  text_init(&t->text, &t->memory);
  assert_true(expr_expand(t->g, e, &out));
  expr_show(&t->text, t->g, out, 1000);
  return t->text.data;
}

// (x + y) z - x z = y z
static void equal_terms_cancel(void **state) {
  (void)state;
  trial t = trial_new();
  expr sum = expr_mul(t.g, expr_add(t.g, t.x, t.y), t.z);
  expr e = expr_sub(t.g, sum, expr_mul(t.g, t.x, t.z));
  assert_string_equal(expanded(&t, e), "y*z");
  trial_free(&t);
}

// x (x + y/z) = x^2 + x y/z
static void powers_and_quotients(void **state) {
  (void)state;
  trial t = trial_new();
  expr inside = expr_add(t.g, t.x, expr_div(t.g, t.y, t.z));
  assert_string_equal(expanded(&t, expr_mul(t.g, t.x, inside)), "x^2 + x*y/z");
  trial_free(&t);
}

// (x + y)^... with more terms than the limit stays as it is
static void too_many_terms_are_refused(void **state) {
  (void)state;
  trial t = trial_new();
  expr e = expr_one, out;
  for (int k = 0; k < 12; k++)
    e = expr_mul(t.g, e, expr_add(t.g, expr_symbol(t.g, 1, "a"), expr_symbol(t.g, 1, "b")));
  assert_false(expr_expand(t.g, e, &out));
  assert_int_equal(out, e);
  trial_free(&t);
}

// factors in the order of their symbols, a number first, signs before terms
static void markup_of_terms(void **state) {
  (void)state;
  trial t = trial_new();
  expr e = expr_neg(t.g, expr_mul(t.g, t.z, expr_mul(t.g, expr_number(t.g, 3), t.x)));
  text_init(&t.text, &t.memory);
  assert_true(expr_show_mathml(&t.text, t.g, e, true, 1000));
  assert_string_equal(t.text.data, "<mo>−</mo><mn>3</mn><mspace width=\"0.15em\"/><mi>x</mi>"
                                   "<mspace width=\"0.15em\"/><mi>z</mi>");
  text_clear(&t.text);
  assert_false(expr_show_mathml(&t.text, t.g, e, true, 20));  // too long
  trial_free(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_terms_cancel),
      cmocka_unit_test(powers_and_quotients),
      cmocka_unit_test(too_many_terms_are_refused),
      cmocka_unit_test(markup_of_terms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
