// Tests of the first steps of src/lang: source, characters, tokens, lines. What the reference says
// of them in its sections 1, 2 and 9, and where messages point.

#include "tests/lang/parsing.h"

#include <locale.h>

// --- numbers and names ---------------------------------------------------------------------------

// a number may begin or end with its point; `1..3` is a range of integers
static void numbers(void **state) {
  (void)state;
  reads_as("1.", "1");
  reads_as(".5", "0.5");
  reads_as("1.e3", "1000");
  reads_as("1e-3", "0.001");
  reads_as("1.25E+2", "125");
  reads_as("sum(i in 1..3: i)", "(sum i 1 3 i)");
  reads_as("sum(i in 1. .. .5: i)", "(sum i 1 0.5 i)");
  reads_as("1e-400", "0");
}

// letters of any script, with subscripts, make names
static void names_may_be_greek(void **state) {
  (void)state;
  reads_as("θ' + Jφ*x₁ + x_1 + ẋ + длина", "(+ (+ (+ (+ (D θ) (* Jφ x₁)) x_1) ẋ) длина)");
}

// a program that speaks German writes 0,5; models are read with a point all the same (where this
// locale is not installed, the test says nothing)
static void the_locale_does_not_matter(void **state) {
  (void)state;
  parsing r;
  tree *e;
  setlocale(LC_ALL, "de_DE.UTF-8");
  parsing_begin(&r, "0.5", 3);
  assert_int_equal(parse_expression(&r.source, &r.arena, &e, &r.why), NOSLIP_OK);
  setlocale(LC_ALL, "C");
  check_near(e->number, 0.5, 0);
  parsing_end(&r);
}

// --- lines ---------------------------------------------------------------------------------------

static int statements(const char *lines) {
  parsing r;
  parsing_good(&r, lines);
  int n = r.model->nbody;
  parsing_end(&r);
  return n;
}

// after an operator, inside brackets, before a clause: the next line goes on
static void a_statement_goes_on(void **state) {
  (void)state;
  assert_int_equal(statements("lagrangian T\n\n  # kinetic\n  - V\ninit x = 1"), 2);
  assert_int_equal(statements("lagrangian T -\n\n# potential\n\n V\ninit x = 1"), 2);
  assert_int_equal(statements("lagrangian f(\n\nT\n,V\n)\n"), 1);
  assert_int_equal(statements("coord q\n  momentum p\n, r\n"), 1);
  assert_int_equal(
      statements("section S:\n y = 0\n falling\n when x > 0\n and y < 1\n plot (x, y)"), 1);
  assert_int_equal(statements("contact c: y\n >= 0\n restitution e"), 1);
  assert_int_equal(statements("contact c: y >= 0\n friction mu\n along x'\n friction d along y'"),
                   1);
  assert_int_equal(statements("let f(u) = a*u\n with a = 1\n, b = 2"), 1);
  assert_int_equal(statements("run step 0.1\n, until 3\n , every 2"), 1);
  assert_int_equal(statements("init x = 1\n\n\n\ninit y = 2\n\n"), 2);
  assert_int_equal(statements(""), 0);
}

// the star of `reich*` is no product that would go on
static void a_method_may_end_its_line(void **state) {
  (void)state;
  assert_int_equal(statements("run step 0.1, method reich*\nobserve a = x"), 2);
  assert_int_equal(statements("run step 0.1, method reich* # adjoint, you see\nobserve a = x"), 2);
  assert_int_equal(statements("run method reich*,\n  step 0.1\nobserve a = x"), 2);
}

// a brace ends a statement as a line does, and an empty loop is one
static void braces_end_statements(void **state) {
  (void)state;
  assert_int_equal(statements("for i in 1..n { init x[i] = 1 }\nfor i in n+1..n { }"), 2);
  assert_int_equal(statements("for i in 1..n {\n  init x[i] = 1\n\n  init y[i] = 2\n}\n"), 1);
}

// a byte order mark and CR LF change nothing
static void lines_may_end_in_cr_lf(void **state) {
  (void)state;
  parsing r;
  assert_int_equal(
      parsing_text(&r, "\xEF\xBB\xBFmodel m \"a title\"\r\nrun method rattle\r\n, step 1\r\n"), 0);
  assert_string_equal(r.model->title, "a title");
  assert_string_equal(r.model->body[0]->run.list[0].method, "rattle");
  parsing_end(&r);
}

// anything else at the beginning is told at once
static void a_model_begins_with_model(void **state) {
  (void)state;
  static const char *const texts[] = {"", "# nothing\n", "\xEF\xBB\xBF", "coord x\nmodel m", "3"};
  for (size_t i = 0; i < sizeof texts/sizeof *texts; i++) {
    parsing r;
    assert_int_equal(parsing_text(&r, texts[i]), NOSLIP_ERROR_MODEL);
    check_text(r.why.sentence, "m.noslip:1:1: error: a model begins with `model NAME`");
    parsing_end(&r);
  }
}

// a title is one closed quote, and nothing else follows the name
static void titles(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"model m \"a", 1, 9, "a quote that is not closed",
       "a title begins and ends with \" on one line"},
      {"model m x", 1, 9, "expected the end of the line, found `x`",
       "a model has one name, and a title in quotes if you like"},
  };
  parsing_wrong(rows);
}

// --- what is no token ----------------------------------------------------------------------------

// habits from other languages are answered with how it is written here
static void tokens_that_are_none(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"force x = 1; force y = 2", 2, 12, "unexpected character `;`",
       "a statement ends with its line"},
      {"lagrangian T \\", 2, 14, "unexpected character `\\`",
       "a line goes on after an operator or a comma, or inside brackets"},
      {"holonomic c: x == 1", 2, 16, "unexpected symbol `==`", "write = in an equation"},
      {"observe a = where(x != 1, 0, 1)", 2, 21, "unexpected symbol `!=`",
       "conditions compare with < <= > >="},
      {"observe a = where(x > 1 && y > 0, 0, 1)", 2, 25, "unexpected symbol `&&`", "write and"},
      {"let a = 3 % 2", 2, 11, "unexpected character `%`", "a comment begins with #"},
      {"let a = 3 // 2", 2, 11, "unexpected symbol `//`", "a comment begins with #"},
      {"let a = @", 2, 9, "unexpected character `@`",
       "delete it: names are of letters, digits and _, symbols are + - * / ^ = < > , : ."},
      {"let a = $x", 2, 9, "unexpected character `$`",
       "delete it: names are of letters, digits and _, symbols are + - * / ^ = < > , : ."},
      {"let a = x\"", 2, 10, "only the title after the name of the model stands in quotes",
       "a time derivative is written x'"},
      {"let a = 1e999", 2, 9, "the number `1e999` is too large",
       "the largest number is about 1.8e308"},
      {"let a = 2e", 2, 10, "missing operator between `2` and `e`",
       "an exponent is written 1e3 or 1e-3; otherwise write * to multiply"},
      {"let a = 0x1F", 2, 9, "`0x1F` is a hexadecimal number, and these are not read",
       "write it in decimal, as 16 or 1.5e-3"},
      {"for i in 1...n { }", 2, 11, "unexpected symbol `...`", "write .. for a range"},
  };
  parsing_wrong(rows);
}

// signs of typeset mathematics are answered with their ASCII form
static void characters_pasted_by_accident(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"let a = x’", 2, 10, "unexpected character `’`", "write ' for a time derivative"},
      {"let a = x′", 2, 10, "unexpected character `′`", "write ' for a time derivative"},
      {"let a = θ − 1", 2, 11, "unexpected character `−`", "write -"},
      {"let a = θ·θ", 2, 10, "unexpected character `·`", "write *"},
      {"let a = x×y", 2, 10, "unexpected character `×`", "write * (or cross(u, v) for vectors)"},
      {"let a = x²", 2, 10, "unexpected character `²`", "write ^2"},
      {"let a = x³", 2, 10, "unexpected character `³`", "write ^3"},
      {"contact c: x ≥ 0", 2, 14, "unexpected character `≥`", "write >="},
      {"for i in 1…n { }", 2, 11, "unexpected character `…`", "write .. for a range"},
      {"let a =\u00A0x", 2, 8, "unexpected character U+00A0", "write an ordinary space"},
      {"let a = x\u200B", 2, 10, "unexpected character U+200B", "delete it: it cannot be seen"},
      {"let a = ∮", 2, 9, "unexpected character `∮`",
       "delete it: names are of letters, digits and _, symbols are + - * / ^ = < > , : ."},
  };
  parsing_wrong(rows);
}

// invalid UTF-8 and control characters are refused where they stand
static void bytes_that_are_no_text(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"# caf\xE9", 2, 6, "invalid UTF-8", "save the file as UTF-8"},
      {"let a = \x1B[2J", 2, 9, "control character U+001B", "a model is plain text"},
      {"let a = \xC2\x9B", 2, 9, "control character U+009B", "a model is plain text"},
      {"let a = \xED\xA0\x80", 2, 9, "invalid UTF-8", "save the file as UTF-8"},
      {"let a = \xC0\xAF", 2, 9, "invalid UTF-8", "save the file as UTF-8"},
      {"let a = 1\rlet b = 2", 2, 10, "a carriage return within a line",
       "end lines with LF or CR LF"},
  };
  parsing_wrong(rows);

  parsing r;
  assert_int_equal(parsing_bytes(&r, "model m\n\0\0", 10), NOSLIP_ERROR_MODEL);
  check_text(r.why.sentence, "m.noslip:2:1: error: control character U+0000\n  ??\n  ^\n");
  parsing_end(&r);
}

// the name of a method ends at a comma outside its parentheses
static void methods_are_read_to_their_end(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"run method", 2, 11, "expected the name of a method, found the end of the file",
       "as in method dla-mp; `noslip methods` lists them"},
      {"run method , step 1", 2, 12, "expected the name of a method, found `,`",
       "as in method dla-mp; `noslip methods` lists them"},
      {"run method spark(3, step 1", 2, 26, "expected `,` or `)`, found `1`",
       "methods are written as in dla-mp, spark(3), compose(dla-mp, suzuki4)"},
      {"run step 1, method spark(3", 2, 27, "expected `,` or `)`, found the end",
       "methods are written as in dla-mp, spark(3), compose(dla-mp, suzuki4)"},
      {"run step 1 method rattle", 2, 12, "expected the end of the line, found `method`",
       "it is written as in: run method dla-mp, step 0.01, until 10"},
      {"run method rattle\n  step 1", 3, 3, "expected `,` after the method, found `step`",
       "write run method dla-mp, step 0.01"},
  };
  parsing_wrong(rows);
}

// --- places --------------------------------------------------------------------------------------

// the message in full: tabs are kept before the caret, and a column is a character
static void a_message_in_full(void **state) {
  (void)state;
  parsing r;
  parsing_text(&r, "model m\n\tlet θ\t=\t@\r\n");
  assert_string_equal(r.why.sentence, "m.noslip:2:10: error: unexpected character `@`\n"
                                      "  \tlet θ\t=\t@\n"
                                      "  \t     \t \t^\n"
                                      "  delete it: names are of letters, digits and _, symbols "
                                      "are + - * / ^ = < > , : .");
  parsing_end(&r);
}

// 60 columns before the caret, and dots where the line was cut
static void long_lines_are_cut(void **state) {
  (void)state;
  parsing r;
  char line[1000] = "model m\nlagrangian ";
  for (int i = 0; i < 100; i++)
    strcat(line, "θ + ");
  strcat(line, "@");
  for (int i = 0; i < 100; i++)
    strcat(line, " + 1");
  parsing_text(&r, line);
  check_text(r.why.sentence, "m.noslip:2:412: error: unexpected character `@`\n  ...θ + θ");
  check_text(r.why.sentence, " + 1 + ...\n");
  const char *shown = strchr(r.why.sentence, '\n') + 1, *caret = strchr(shown, '\n') + 1;
  assert_int_equal(strspn(caret, " "), 2 + 3 + 60);
  assert_true(strncmp(caret + 65, "^\n", 2) == 0);
  parsing_end(&r);
}

// a name of any length leaves the message short
static void long_names_are_cut(void **state) {
  (void)state;
  parsing r;
  char line[4000] = "model m\n";
  memset(line + 8, 'a', 3000);
  assert_int_equal(parsing_text(&r, line), NOSLIP_ERROR_MODEL);
  check_text(r.why.sentence, "unknown statement `aaaa");
  check_text(r.why.sentence, "…aaaaaaaaaaaaaaaaaaaa`\n");
  assert_true(strlen(r.why.sentence) < 400);
  parsing_end(&r);
}

// a column counts characters, not bytes, nor the byte order mark; the end is a place
static void locate(void **state) {
  (void)state;
  source s = {.name = "",
              .text = "\xEF\xBB\xBF"
                      "aθb\nc",
              .length = 9};
  int line, column;
  source_locate(&s, 6, &line, &column);
  assert_int_equal(100*line + column, 103);
  source_locate(&s, 8, &line, &column);
  assert_int_equal(100*line + column, 201);
  source_locate(&s, 1000, &line, &column);
  assert_int_equal(100*line + column, 202);
}

// the reason comes with the path: nothing there, a folder, no end
static void files_that_cannot_be_read(void **state) {
  (void)state;
  parsing r;
  parsing_begin(&r, "", 0);
  assert_int_equal(source_load(&r.source, &r.arena, "no/such/file", &r.why), NOSLIP_ERROR_FILE);
  check_text(r.why.sentence, "cannot read no/such/file: ");
  assert_int_equal(source_load(&r.source, &r.arena, "/", &r.why), NOSLIP_ERROR_FILE);
  check_text(r.why.sentence, "cannot read /: ");
  assert_int_equal(source_load(&r.source, &r.arena, "/dev/zero", &r.why), NOSLIP_ERROR_FILE);
  check_text(r.why.sentence, "cannot read /dev/zero: longer than the limit of 16 MiB");
  parsing_end(&r);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers),
      cmocka_unit_test(names_may_be_greek),
      cmocka_unit_test(the_locale_does_not_matter),
      cmocka_unit_test(a_statement_goes_on),
      cmocka_unit_test(a_method_may_end_its_line),
      cmocka_unit_test(braces_end_statements),
      cmocka_unit_test(lines_may_end_in_cr_lf),
      cmocka_unit_test(a_model_begins_with_model),
      cmocka_unit_test(titles),
      cmocka_unit_test(tokens_that_are_none),
      cmocka_unit_test(characters_pasted_by_accident),
      cmocka_unit_test(bytes_that_are_no_text),
      cmocka_unit_test(methods_are_read_to_their_end),
      cmocka_unit_test(a_message_in_full),
      cmocka_unit_test(long_lines_are_cut),
      cmocka_unit_test(long_names_are_cut),
      cmocka_unit_test(locate),
      cmocka_unit_test(files_that_cannot_be_read),
  };
  return check_run(argc, argv, tests);
}
