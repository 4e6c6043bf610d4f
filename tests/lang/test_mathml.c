// Expressions and statements as MathML.

#include "tests/lang/parsing.h"
#include "tests/support/markup.h"

#include "lang/mathml.h"

// the markup of an expression, without invisible signs and rows, which only group
static void strip_rows(char *text) {
  static const char *const out[] = {"<mrow>", "</mrow>", "<mspace width=\"0.15em\"/>",
                                    "<mo>&#x2061;</mo>"};
  for (size_t i = 0; i < sizeof out/sizeof *out; i++)
    for (char *at = strstr(text, out[i]); at; at = strstr(at, out[i]))
      memmove(at, at + strlen(out[i]), strlen(at + strlen(out[i])) + 1);
}

static void shows_as(const char *expression, const char *expected) {
  parsing r;
  tree *e = NULL;
  parsing_begin(&r, expression, strlen(expression));
  parse_expression(&r.source, &r.arena, &e, &r.why);
  assert_string_equal(r.why.sentence, "");
  mathml_tree(&r.text, e, 10000);
  assert_true(markup_is_closed(r.text.data));
  strip_rows(r.text.data);
  assert_string_equal(r.text.data, expected);
  parsing_end(&r);
}

#define X "<mi>x</mi>"
#define DOT(x) "<mover accent=\"true\">" x "<mo>˙</mo></mover>"

static void names_have_letters_dots_and_indices(void **state) {
  (void)state;
  shows_as("theta", "<mi>θ</mi>");
  shows_as("x1", "<msub>" X "<mn>1</mn></msub>");
  shows_as("v_max", "<msub><mi>v</mi><mi>max</mi></msub>");
  shows_as("x'", DOT(X));
  shows_as("w[i]'", "<msub>" DOT("<mi>w</mi>") "<mi>i</mi></msub>");
  shows_as("R[1,2]", "<msub><mi>R</mi><mn>1</mn><mo>,</mo><mn>2</mn></msub>");
  shows_as("g.x", "<msub><mi>g</mi>" X "</msub>");
}

static void parentheses_stand_where_they_are_needed(void **state) {
  (void)state;
  shows_as("(x + 1)*x", "<mo>(</mo>" X "<mo>+</mo><mn>1</mn><mo>)</mo>" X);
  shows_as("x - (x + 1)", X "<mo>−</mo><mo>(</mo>" X "<mo>+</mo><mn>1</mn><mo>)</mo>");
  shows_as("x - x - 1", X "<mo>−</mo>" X "<mo>−</mo><mn>1</mn>");
  shows_as("(x + 1)/2", "<mfrac>" X "<mo>+</mo><mn>1</mn><mn>2</mn></mfrac>");
  shows_as("(x/2)^2", "<msup><mo>(</mo><mfrac>" X "<mn>2</mn></mfrac><mo>)</mo><mn>2</mn></msup>");
  shows_as("-x^2", "<mo>−</mo><msup>" X "<mn>2</mn></msup>");
  shows_as("(-x)^2", "<msup><mo>(</mo><mo>−</mo>" X "<mo>)</mo><mn>2</mn></msup>");
  shows_as("x*(-x*2)", X "<mo>(</mo><mo>−</mo>" X "<mo>·</mo><mn>2</mn><mo>)</mo>");
  shows_as("1 + -x*x", "<mn>1</mn><mo>+</mo><mo>−</mo>" X X);
  shows_as("2*3", "<mn>2</mn><mo>·</mo><mn>3</mn>");
}

static void functions_are_written_as_in_books(void **state) {
  (void)state;
  shows_as("sin(x)^2", "<msup><mi>sin</mi><mn>2</mn></msup>" X);
  shows_as("sin(x + 1)", "<mi>sin</mi><mo>(</mo>" X "<mo>+</mo><mn>1</mn><mo>)</mo>");
  shows_as("sqrt(x)", "<msqrt>" X "</msqrt>");
  shows_as("abs(x)", "<mo>|</mo>" X "<mo>|</mo>");
  shows_as("dot(u, x)", "<mi>u</mi><mo>·</mo>" X);
  shows_as("transpose(R)", "<msup><mi>R</mi><mi mathvariant=\"normal\">T</mi></msup>");
  shows_as("log(x)", "<mi>ln</mi><mo>(</mo>" X "<mo>)</mo>");
  shows_as("1e-5", "<mn>1</mn><mo>·</mo><msup><mn>10</mn><mo>−</mo><mn>5</mn></msup>");
  shows_as("sum(i in 1..n: x)",
           "<munderover><mo>∑</mo><mi>i</mi><mo>=</mo><mn>1</mn><mi>n</mi></munderover>" X);
}

// what is too long ends in an ellipsis, and all elements are closed
static void long_expressions_are_cut(void **state) {
  (void)state;
  char text[4000] = "x";
  parsing r;
  tree *e = NULL;
  for (int i = 0; i < 900; i++)
    strcat(text, "+x");
  parsing_begin(&r, text, strlen(text));
  parse_expression(&r.source, &r.arena, &e, &r.why);
  assert_non_null(e);
  mathml_tree(&r.text, e, 500);
  assert_true(markup_is_closed(r.text.data));
  assert_non_null(strstr(r.text.data, "…"));
  assert_true(r.text.length < 40000);
  parsing_end(&r);
}

static const mathml_line *line_of(const mathml_lines *all, mathml_role role) {
  for (int i = 0; i < all->count; i++)
    if (all->list[i].role == role)
      return &all->list[i];
  return NULL;
}

static void statements_become_lines(void **state) {
  (void)state;
  parsing r;
  mathml_lines all = {0};
  parsing_good(&r, "coord x, y\nlet V = x\nlet unused = 3\nlagrangian x'^2 - V\n"
                   "holonomic rod: x^2 + y^2 = 1\nfor i in 1..3 { force x = i }\n"
                   "contact floor: y >= 0, restitution 0.5, friction 0.3 along x'\n");
  assert_true(mathml_model(r.model, &r.arena, &all));
  assert_int_equal(all.count, 5);
  for (int i = 0; i < all.count; i++)
    assert_true(markup_is_closed(all.list[i].text));
  assert_string_equal(line_of(&all, MATHML_DEFINITION)->label, "V");
  assert_string_equal(line_of(&all, MATHML_CONSTRAINT)->label, "rod");
  assert_non_null(strstr(line_of(&all, MATHML_CONSTRAINT)->text, "<mi>λ</mi>"));
  assert_non_null(strstr(line_of(&all, MATHML_FORCE)->text, "<mo>…</mo>"));
  assert_non_null(strstr(line_of(&all, MATHML_CONTACT)->text, "<mo>⊥</mo>"));
  parsing_end(&r);
}

// the check of markup can fail
static void unclosed_markup_is_noticed(void **state) {
  (void)state;
  assert_false(markup_is_closed("<mrow><mi>x</mi>"));
  assert_false(markup_is_closed("<mrow><mi>x</mrow></mi>"));
  assert_false(markup_is_closed("<mo><</mo>"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_have_letters_dots_and_indices),
      cmocka_unit_test(parentheses_stand_where_they_are_needed),
      cmocka_unit_test(functions_are_written_as_in_books),
      cmocka_unit_test(long_expressions_are_cut),
      cmocka_unit_test(statements_become_lines),
      cmocka_unit_test(unclosed_markup_is_noticed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
