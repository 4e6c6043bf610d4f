// Formulas in LaTeX, made of those in MathML.

#include "base/latex.h"
#include "base/mathml.h"

#include "tests/support/check.h"
#include "tests/support/latex.h"

static void becomes(const char *mathml, const char *expected) {
  memory m = memory_default();
  text_buffer t;
  text_init(&t, &m);
  latex_from_mathml(&t, mathml);
  assert_string_equal(t.data, expected);
  assert_true(latex_is_closed(t.data));
  text_free(&t);
}

static void names(void **state) {
  (void)state;
  becomes("<mi>x</mi>", "x");
  becomes("<mi>θ</mi>", "\\theta");
  becomes("<mi>mass</mi>", "\\mathrm{mass}");
  becomes("<mi>sin</mi>", "\\sin");
  becomes("<mi mathvariant=\"normal\">T</mi>", "\\mathrm{T}");
  becomes("<msub><mi>v</mi><mi>max</mi></msub>", "v_{\\max}");
  becomes("<mover accent=\"true\"><mi>x</mi><mo>¨</mo></mover>", "\\ddot{x}");
  becomes("<msub><mover accent=\"true\"><mi>w</mi><mo>˙</mo></mover><mi>i</mi></msub>",
          "\\dot{w}_{i}");
  becomes("<mi>éa</mi>", "\\text{éa}");
}

// a letter after a command stands apart from it
static void commands_end(void **state) {
  (void)state;
  becomes("<mrow><mi>θ</mi><mi>x</mi></mrow>", "\\theta x");
  becomes("<mrow><mi>θ</mi><mi>sin</mi></mrow>", "\\theta\\sin");
  becomes("<mrow><mi>θ</mi><mn>2</mn></mrow>", "\\theta2");
  becomes("<mrow><mi>m</mi><mspace width=\"0.15em\"/><mi>g</mi></mrow>", "m\\,g");
}

static void elements(void **state) {
  (void)state;
  becomes("<mfrac><mn>1</mn><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow></mfrac>", "\\frac{1}{a+b}");
  becomes("<msqrt><mi>x</mi></msqrt>", "\\sqrt{x}");
  becomes("<msup><mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow><mn>2</mn></msup>",
          "{\\left(x\\right)}^{2}");
  becomes("<mrow><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi>"
          "</munderover><mi>x</mi></mrow>",
          "\\sum_{i=1}^{n}x");
  becomes("<mrow><mo>‖</mo><mi>u</mi><mo>‖</mo></mrow>", "\\left\\|u\\right\\|");
  becomes("<mrow><mo>(</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd>"
          "<mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable><mo>)</mo></mrow>",
          "\\left(\\begin{matrix}a&b\\\\c&d\\end{matrix}\\right)");
  becomes("<mrow><mo>{</mo><mtable columnalign=\"left\"><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi>"
          "</mtd></mtr></mtable></mrow>",
          "\\left\\{\\begin{array}{ll}a&b\\end{array}\\right.");
  // a fence that nothing closes, and a brace among others
  becomes("<mrow><mo>(</mo><mi>x</mi></mrow>", "(x");
  becomes("<mrow><mo>{</mo><mi>x</mi><mo>}</mo></mrow>", "\\{x\\}");
}

// whatever a name contains, it is a word
static void hostile_names_are_escaped(void **state) {
  (void)state;
  static const char *const names[] = {"$x$",    "a}b{",           "\\input{x}", "50%", "a#1&b^~",
                                      "<b>&\"", "\n\n\\par $$ %", "x_",         "_",   "{",
                                      "\\",     "9\\end{matrix}", "α}"};
  for (size_t i = 0; i < sizeof names/sizeof *names; i++) {
    memory m = memory_default();
    text_buffer markup, t;
    text_init(&markup, &m);
    text_init(&t, &m);
    mathml_name(&markup, names[i], strlen(names[i]), 0);
    latex_from_mathml(&t, markup.data);
    if (!latex_is_closed(t.data))
      check_fail("%s becomes %s\n", names[i], t.data);
    assert_null(strstr(t.data, "\\input{"));
    assert_null(strstr(t.data, "\\end{"));
    assert_null(strstr(t.data, "\n"));
    text_free(&markup);
    text_free(&t);
  }
}

// the check can fail
static void unclosed_formulas_are_noticed(void **state) {
  (void)state;
  assert_true(latex_is_closed("\\frac{a}{b}\\left(x\\right)"));
  assert_false(latex_is_closed("\\frac{a}{b"));
  assert_false(latex_is_closed("a}{b"));
  assert_false(latex_is_closed("\\left(x)"));
  assert_false(latex_is_closed("\\begin{matrix}a"));
  assert_false(latex_is_closed("x $ y"));
  assert_false(latex_is_closed("\\text{50%}"));
  assert_false(latex_is_closed("\\mathrm{a_b}"));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names),
      cmocka_unit_test(commands_end),
      cmocka_unit_test(elements),
      cmocka_unit_test(hostile_names_are_escaped),
      cmocka_unit_test(unclosed_formulas_are_noticed),
  };
  return check_run(argc, argv, tests);
}
