// Tests of the front half of src/lang: source, characters, tokens, tree. What the reference says of
// them in its sections 1, 2, 7 and 9, and that nothing a file may contain brings the reader down.

#include "tests/check.h"

#include "lang/parse.h"

#include "base/text.h"

#include <dirent.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifndef NOSLIP_MODELS
#define NOSLIP_MODELS "models"
#endif

// --- trees as text -------------------------------------------------------------------------------

static void print_tree(text_buffer *out, const tree *e);

static void print_args(text_buffer *out, const char *head, const tree *e) {
  text_print(out, "(%s", head);
  for (int i = 0; i < e->nargs; i++) {
    text_print(out, " ");
    print_tree(out, e->args[i]);
  }
  text_print(out, ")");
}

// (+ a b), (D x), ([] w i), (.x g), (sum i lo hi e)
static void print_tree(text_buffer *out, const tree *e) {
  static const char *const heads[] = {
      [TREE_LIST] = "list", [TREE_INDEX] = "[]", [TREE_PRIME] = "D", [TREE_NEGATE] = "neg",
      [TREE_ADD] = "+",     [TREE_SUB] = "-",    [TREE_MUL] = "*",   [TREE_DIV] = "/",
      [TREE_POW] = "^",     [TREE_WHERE] = "if", [TREE_LESS] = "<",  [TREE_LESS_EQUAL] = "<=",
      [TREE_GREATER] = ">", [TREE_AND] = "and",  [TREE_OR] = "or",   [TREE_GREATER_EQUAL] = ">=",
  };
  char head[64];
  if (e->kind == TREE_NUMBER)
    text_print(out, "%s", text_number(head, e->number));
  else if (e->kind == TREE_NAME)
    text_print(out, "%s", e->name);
  else {
    const char *sum = e->kind == TREE_SUM ? "sum " : e->kind == TREE_FIELD ? "." : "";
    snprintf(head, sizeof head, "%s%s", sum, e->name ? e->name : heads[e->kind]);
    print_args(out, head, e);
  }
}

// --- reading, and what came of it ----------------------------------------------------------------

typedef struct reading {
  memory memory;
  arena arena;
  text_buffer text;
  failure why;
  source source;
  tree_model *model;
} reading;

static void begin(reading *r, const char *bytes, size_t length) {
  *r = (reading){.memory = memory_default()};
  arena_init(&r->arena, &r->memory);
  text_init(&r->text, &r->memory);
  r->source = (source){.name = "m.noslip", .length = (int)length};
  r->source.text = arena_text(&r->arena, bytes, length);
}

static void end(reading *r) {
  text_free(&r->text);
  arena_free(&r->arena);
}

// read bytes as a model: it parses, or it fails with a sentence that is not empty
static noslip_status read_bytes(reading *r, const char *bytes, size_t length) {
  begin(r, bytes, length);
  noslip_status status = parse_model(&r->source, &r->arena, &r->model, &r->why);
  assert_int_equal(status, r->why.status);
  assert_true((status == NOSLIP_OK) == (r->why.sentence[0] == 0));
  return status;
}

static noslip_status read_text(reading *r, const char *lines) {
  return read_bytes(r, lines, strlen(lines));
}

// the model must parse; `model m` is put before it
static void read_good(reading *r, const char *lines) {
  char whole[2048];
  snprintf(whole, sizeof whole, "model m\n%s", lines);
  read_text(r, whole);
  assert_string_equal(r->why.sentence, "");
}

static void reads_as(const char *expression, const char *expected) {
  reading r;
  tree *e = NULL;
  begin(&r, expression, strlen(expression));
  parse_expression(&r.source, &r.arena, &e, &r.why);
  assert_string_equal(r.why.sentence, "");
  print_tree(&r.text, e);
  assert_string_equal(r.text.data, expected);
  assert_int_equal(e->start, 0);
  assert_int_equal(e->end, (int)strlen(expression));
  end(&r);
}

// The lines after `model m`, and the message: its place, the sentence, the caret under the column,
// and what comes after it (a new line and the remedy, or nothing).
static void wrong_at(const char *lines, int line, int column, const char *sentence,
                     const char *remedy) {
  reading r;
  char whole[2048], expected[1024];
  snprintf(whole, sizeof whole, "model m\n%s", lines);
  assert_int_equal(read_text(&r, whole), NOSLIP_ERROR_MODEL);
  snprintf(expected, sizeof expected, "m.noslip:%d:%d: error: %s\n  ", line, column, sentence);
  check_text(r.why.sentence, expected);

  char *caret = strstr(strchr(r.why.sentence, '\n') + 1, "\n") + 1;
  assert_int_equal(strspn(caret, " \t"), column + 1);
  assert_int_equal(caret[column + 1], '^');
  assert_string_equal(caret + column + 2, remedy);
  end(&r);
}

// the same for an error on the first line after `model m`; the remedy comes without its indentation
static void wrong(const char *lines, int column, const char *sentence, const char *remedy) {
  char indented[512] = "";
  if (remedy[0])
    snprintf(indented, sizeof indented, "\n  %s", remedy);
  wrong_at(lines, 2, column, sentence, indented);
}

static int statements(const char *lines) {
  reading r;
  read_good(&r, lines);
  int n = r.model->nbody;
  end(&r);
  return n;
}

// --- readings of section 9 -----------------------------------------------------------------------

static void operators_bind_as_in_the_reference(void **state) {
  (void)state;
  reads_as("-x'^2", "(neg (^ (D x) 2))");
  reads_as("2^-x^2", "(^ 2 (neg (^ x 2)))");
  reads_as("a^b^c", "(^ a (^ b c))");
  reads_as("a**b", "(^ a b)");
  reads_as("a/b*c", "(* (/ a b) c)");
  reads_as("a - b - c", "(- (- a b) c)");
  reads_as("a*-b", "(* a (neg b))");
  reads_as("+a - +b", "(- a b)");
  reads_as("-a*b", "(* (neg a) b)");
  reads_as("(a + b)*(c)", "(* (+ a b) c)");
}

static void postfix_binds_tightest(void **state) {
  (void)state;
  reads_as("w[i]'^2", "(^ (D ([] w i)) 2)");
  reads_as("w'[i]^2", "(^ ([] (D w) i) 2)");
  reads_as("x^2'", "(^ x (D 2))");
  reads_as("x''", "(D (D x))");
  reads_as("g.R[1,2]'", "(D ([] (.R g) 1 2))");
  reads_as("g.in", "(.in g)");
  reads_as("P(2)'", "(D (P 2))");
  reads_as("(x*y)'", "(D (* x y))");
  reads_as("[1, 2, 3]'", "(D (list 1 2 3))");
  reads_as("dot(R'*rho, v)", "(dot (* (D R) rho) v)");
}

static void sums_and_conditions(void **state) {
  (void)state;
  reads_as("sum(i in 1..n: a[i] + b) - c", "(- (sum i 1 n (+ ([] a i) b)) c)");
  reads_as("where(a < b, 0, x)", "(if (< a b) 0 x)");
  reads_as("where(a < b and c >= d or e <= f, 0, x)",
           "(if (or (and (< a b) (>= c d)) (<= e f)) 0 x)");
  reads_as("where(a < b or c > d and e <= f, 0, x)",
           "(if (or (< a b) (and (> c d) (<= e f))) 0 x)");
  reads_as("[[a, b], [c, d]]", "(list (list a b) (list c d))");
  reads_as("t + pi*energy", "(+ t (* pi energy))");
  reads_as("atan2(y, x)", "(atan2 y x)");
}

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

// one angle, three items; the names of the last
static void coord_items(void **state) {
  (void)state;
  reading r;
  read_good(&r, "coord x, y[0..n] momentum p[0..n], theta: angle, g: SE(2) velocity (v, omega)\n"
                "  momentum (p2, mu)");
  const statement *s = r.model->body[0];
  assert_int_equal(s->kind, STATEMENT_COORD);
  assert_int_equal(s->nitem, 4);
  assert_int_equal(s->items[0]->kind, TREE_REAL);
  assert_false(s->items[0]->range.given);
  assert_true(s->items[1]->range.given && s->items[1]->momentum.range.given);
  assert_int_equal(s->items[1]->end - s->items[1]->at, strlen("y[0..n]"));
  assert_int_equal(s->items[2]->kind, TREE_ANGLE);
  assert_int_equal(s->items[3]->kind, TREE_SE);
  assert_string_equal(s->items[3]->velocity.first, "v");
  assert_string_equal(s->items[3]->velocity.second, "omega");
  assert_string_equal(s->items[3]->momentum.second, "mu");
  end(&r);
}

static void constraints_and_their_clauses(void **state) {
  (void)state;
  reading r;
  read_good(&r, "holonomic floor: y = b*x multiplier N, while ground[2]\n"
                "contact pair[i,j]: x >= 0, restitution e\n   multiplier q[i]\n"
                "constraint x = 1\n"
                "constraint c[1]: x = 1\n"
                "constraint c[1]^2 = x\n"
                "nonholonomic step: x' = 0");
  statement **s = r.model->body;
  assert_int_equal(r.model->nbody, 6);
  assert_string_equal(s[0]->label.name, "floor");
  assert_string_equal(s[0]->multiplier, "N");
  assert_string_equal(s[0]->while_contact.name, "ground");
  assert_int_equal(s[0]->while_contact.nindex, 1);
  assert_int_equal(r.source.text[s[0]->relation_at], '=');
  assert_int_equal(s[1]->label.nindex, 2);
  assert_non_null(s[1]->restitution);
  assert_string_equal(s[1]->multiplier_index->name, "i");
  assert_null(s[2]->label.name);
  assert_string_equal(s[3]->label.name, "c");
  assert_null(s[4]->label.name);
  assert_string_equal(s[5]->label.name, "step");
  end(&r);
}

static void the_other_statements(void **state) {
  (void)state;
  reading r;
  read_good(&r, "let f(u, v) = u*v\n"
                "bracket {a, w[2]} = 1\n"
                "part 2: y[1]' = x, z' = 1\n"
                "y[1]' = 3\n"
                "init g.x = 1, y' = -x, w[i]' = 0\n"
                "section S: y' = 0 falling when x > 0 plot (z, z')\n"
                "draw rod [0, 0], P\n"
                "for i in 1..n-1 { for j in 1..i { init w[i] = j } observe e[i] = i }\n"
                "run  method lobatto(3, multiplier=carry) , steps 10, every 2  # all\n");
  statement **s = r.model->body;
  assert_int_equal(r.model->nbody, 9);
  assert_true(s[0]->is_function && s[0]->nparam == 2);
  assert_string_equal(s[0]->params[1], "v");
  assert_int_equal(s[1]->target2.nindex, 1);
  assert_int_equal(s[2]->kind, STATEMENT_EQUATIONS);
  assert_non_null(s[2]->part);
  assert_int_equal(s[2]->nassign, 2);
  assert_null(s[3]->part);
  assert_string_equal(s[4]->assigns[0].target.field, "x");
  assert_false(s[4]->assigns[0].prime);
  assert_true(s[4]->assigns[1].prime && s[4]->assigns[2].prime);
  assert_int_equal(s[5]->direction, TREE_FALLING);
  assert_true(s[5]->when && s[5]->nplot == 2);
  assert_int_equal(s[6]->drawing, DRAW_ROD);
  assert_int_equal(s[6]->nvalue, 2);
  assert_int_equal(s[7]->nbody, 2);
  assert_int_equal(s[7]->body[0]->kind, STATEMENT_FOR);
  assert_string_equal(s[8]->run[0].method, "lobatto(3, multiplier=carry)");
  assert_int_equal(s[8]->run[2].kind, RUN_EVERY);
  end(&r);
}

// `at` is where an error points, start and end hold the parentheses
static void places_in_the_tree(void **state) {
  (void)state;
  reading r;
  tree *e;
  const char *line = "a*(b + w[i]')";
  begin(&r, line, strlen(line));
  assert_int_equal(parse_expression(&r.source, &r.arena, &e, &r.why), NOSLIP_OK);
  assert_int_equal(line[e->at], '*');
  const tree *sum = e->args[1], *prime = sum->args[1], *index = prime->args[0];
  assert_int_equal(line[sum->at], '+');
  assert_int_equal(sum->start, 2);
  assert_int_equal(sum->end, 13);
  assert_int_equal(line[prime->at], '\'');
  assert_int_equal(line[index->at], '[');
  assert_int_equal(prime->start, 7);
  assert_int_equal(index->end, 11);
  end(&r);
}

// --- lines ---------------------------------------------------------------------------------------

static void a_statement_goes_on(void **state) {
  (void)state;
  assert_int_equal(statements("lagrangian T\n\n  # kinetic\n  - V\ninit x = 1"), 2);
  assert_int_equal(statements("lagrangian T -\n\n# potential\n\n V\ninit x = 1"), 2);
  assert_int_equal(statements("lagrangian f(\n\nT\n,V\n)\n"), 1);
  assert_int_equal(statements("coord q\n  momentum p\n, r\n"), 1);
  assert_int_equal(
      statements("section S:\n y = 0\n falling\n when x > 0\n and y < 1\n plot (x, y)"), 1);
  assert_int_equal(statements("contact c: y\n >= 0\n restitution e"), 1);
  assert_int_equal(statements("run step 0.1\n, until 3\n , every 2"), 1);
  assert_int_equal(statements("init x = 1\n\n\n\ninit y = 2\n\n"), 2);
  assert_int_equal(statements(""), 0);
}

static void a_method_may_end_its_line(void **state) {
  (void)state;
  assert_int_equal(statements("run step 0.1, method reich*\nobserve a = x"), 2);
  assert_int_equal(statements("run step 0.1, method reich* # adjoint, you see\nobserve a = x"), 2);
  assert_int_equal(statements("run method reich*,\n  step 0.1\nobserve a = x"), 2);
}

static void braces_end_statements(void **state) {
  (void)state;
  assert_int_equal(statements("for i in 1..n { init x[i] = 1 }\nfor i in n+1..n { }"), 2);
  assert_int_equal(statements("for i in 1..n {\n  init x[i] = 1\n\n  init y[i] = 2\n}\n"), 1);
}

static void lines_may_end_in_cr_lf(void **state) {
  (void)state;
  reading r;
  assert_int_equal(
      read_text(&r, "\xEF\xBB\xBFmodel m \"a title\"\r\nrun method rattle\r\n, step 1\r\n"), 0);
  assert_string_equal(r.model->title, "a title");
  assert_string_equal(r.model->body[0]->run[0].method, "rattle");
  end(&r);
}

static void names_may_be_greek(void **state) {
  (void)state;
  reads_as("θ' + Jφ*x₁ + x_1 + ẋ + длина", "(+ (+ (+ (+ (D θ) (* Jφ x₁)) x_1) ẋ) длина)");
}

// a program that speaks German writes 0,5; models are read with a point all the same (where this
// locale is not installed, the test says nothing)
static void the_locale_does_not_matter(void **state) {
  (void)state;
  reading r;
  tree *e;
  setlocale(LC_ALL, "de_DE.UTF-8");
  begin(&r, "0.5", 3);
  assert_int_equal(parse_expression(&r.source, &r.arena, &e, &r.why), NOSLIP_OK);
  setlocale(LC_ALL, "C");
  check_near(e->number, 0.5, 0);
  end(&r);
}

// --- errors --------------------------------------------------------------------------------------

static void errors_of_the_reference(void **state) {
  (void)state;
  wrong("lagrangian 2x'^2", 13, "missing operator between `2` and `x`", "write 2*x...");
  wrong("observe a = where(0 < x < 1, 0, x)", 25, "comparisons do not chain",
        "write a < b and b < c");
  wrong("coords x, y", 1, "unknown statement `coords`", "did you mean `coord`?");
  wrong("run method spark(3) step 0.01", 21, "expected `,` after the method, found `step`", "");
}

static void tokens_that_are_none(void **state) {
  (void)state;
  wrong("force x = 1; force y = 2", 12, "unexpected character `;`",
        "a statement ends with its line");
  wrong("lagrangian T \\", 14, "unexpected character `\\`",
        "a line goes on after an operator or a comma, or inside brackets");
  wrong("holonomic c: x == 1", 16, "unexpected symbol `==`", "write = in an equation");
  wrong("observe a = where(x != 1, 0, 1)", 21, "unexpected symbol `!=`",
        "conditions compare with < <= > >=");
  wrong("observe a = where(x > 1 && y > 0, 0, 1)", 25, "unexpected symbol `&&`", "write and");
  wrong("let a = 3 % 2", 11, "unexpected character `%`", "a comment begins with #");
  wrong("let a = 3 // 2", 11, "unexpected symbol `//`", "a comment begins with #");
  wrong("let a = @", 9, "unexpected character `@`", "");
  wrong("let a = $x", 9, "unexpected character `$`", "");
  wrong("let a = x\"", 10, "only the title after the name of the model stands in quotes",
        "a time derivative is written x'");
  wrong("let a = 1e999", 9, "the number `1e999` is too large",
        "the largest number is about 1.8e308");
  wrong("let a = 2e", 10, "missing operator between `2` and `e`", "write 2*e...");
  wrong("let a = 0x1F", 10, "missing operator between `0` and `x1F`", "write 0*x1F...");
  wrong("for i in 1...n { }", 11, "unexpected symbol `...`", "write .. for a range");
}

static void characters_pasted_by_accident(void **state) {
  (void)state;
  wrong("let a = x’", 10, "unexpected character `’`", "write ' for a time derivative");
  wrong("let a = x′", 10, "unexpected character `′`", "write ' for a time derivative");
  wrong("let a = θ − 1", 11, "unexpected character `−`", "write -");
  wrong("let a = θ·θ", 10, "unexpected character `·`", "write *");
  wrong("let a = x×y", 10, "unexpected character `×`", "write * (or cross(u, v) for vectors)");
  wrong("let a = x²", 10, "unexpected character `²`", "write ^2");
  wrong("let a = x³", 10, "unexpected character `³`", "write ^3");
  wrong("contact c: x ≥ 0", 14, "unexpected character `≥`", "write >=");
  wrong("for i in 1…n { }", 11, "unexpected character `…`", "write .. for a range");
  wrong("let a =\u00A0x", 8, "unexpected character U+00A0", "write an ordinary space");
  wrong("let a = x\u200B", 10, "unexpected character U+200B", "delete it: it cannot be seen");
  wrong("let a = ∮", 9, "unexpected character `∮`", "");
}

static void bytes_that_are_no_text(void **state) {
  (void)state;
  reading r;
  wrong("# caf\xE9", 6, "invalid UTF-8", "save the file as UTF-8");
  wrong("let a = \x1B[2J", 9, "control character U+001B", "a model is plain text");
  wrong("let a = \xC2\x9B", 9, "control character U+009B", "a model is plain text");
  wrong("let a = \xED\xA0\x80", 9, "invalid UTF-8", "save the file as UTF-8");
  wrong("let a = \xC0\xAF", 9, "invalid UTF-8", "save the file as UTF-8");
  wrong("let a = 1\rlet b = 2", 10, "a carriage return within a line",
        "end lines with LF or CR LF");
  assert_int_equal(read_bytes(&r, "model m\n\0\0", 10), NOSLIP_ERROR_MODEL);
  check_text(r.why.sentence, "m.noslip:2:1: error: control character U+0000\n  ??\n  ^\n");
  end(&r);
}

static void expected_and_found(void **state) {
  (void)state;
  wrong("lagrangian (a, b)", 14, "expected `)`, found `,`", "");
  wrong("lagrangian", 11, "expected an expression, found the end of the file", "");
  wrong("lagrangian # nothing\ninit x = 1", 11, "expected an expression, found the end of the line",
        "");
  wrong("lagrangian T +\n", 15, "expected an expression, found the end of the file", "");
  wrong("lagrangian x*/y", 14, "expected an expression, found `/`", "");
  wrong("lagrangian [a b]", 15, "missing operator between `a` and `b`", "write * to multiply");
  wrong("lagrangian (a)(b)", 15, "missing operator between `)` and `(`", "write * to multiply");
  wrong("lagrangian 2 sin(x)", 14, "missing operator between `2` and `sin`", "write * to multiply");
  wrong("lagrangian sin x", 16, "expected `(` after `sin`, found `x`", "write sin(...)");
  wrong("lagrangian f()", 14, "expected an expression, found `)`", "");
  wrong("lagrangian x '", 14, "a prime follows its operand without a space", "");
  wrong("init x ' = 1", 8, "a prime follows its operand without a space", "");
  wrong("lagrangian L = T - V", 14, "expected the end of the line, found `=`",
        "it needs no name: write lagrangian T - V");
  wrong("observe a = where(x, 0, 1)", 20, "expected a comparison, found `,`", "");
  wrong("observe a = where(x = 1, 0, 1)", 21, "expected a comparison, found `=`",
        "conditions compare with < <= > >=");
  wrong("observe a = sum(i in 1: i)", 23, "expected `..`, found `:`", "");
  wrong("observe a = sum(i in 1..2, i)", 26, "expected `:`, found `,`", "");
  wrong("observe a = \"x\"", 13, "only the title after the name of the model stands in quotes", "");
}

static void brackets_left_open(void **state) {
  (void)state;
  wrong_at("lagrangian (T\ninit x = 1", 3, 1, "expected `)`, found `init`",
           "\n  the `(` on line 2 is still open");
  wrong_at("let w = [1,\n2\ninit x = 1", 4, 1, "expected `,` or `]`, found `init`",
           "\n  the `[` on line 2 is still open");
  wrong_at("for i in 1..2 {\n  init x[i] = 1\n", 3, 16, "expected `}`, found the end of the file",
           "\n  the `{` on line 2 is still open");
  wrong("for i in 1..2 { init x[i] = 1", 30, "expected `}`, found the end of the file", "");
  wrong("}", 1, "expected a statement, found `}`", "");
  wrong("init x = 1 }", 12, "expected the end of the line, found `}`", "");
}

static void statements_out_of_place(void **state) {
  (void)state;
  wrong("coord x coord y", 9, "expected the end of the line, found `coord`",
        "write one statement per line");
  wrong("coord x y", 9, "expected the end of the line, found `y`", "");
  wrong("model n", 1, "`model` stands once, at the beginning", "");
  wrong("3 = x", 1, "expected a statement, found `3`", "");
  wrong("x = 3", 1, "unknown statement `x`",
        "write let x = ... for an abbreviation, x' = ... for an equation");
  wrong("for i in 1..2 { coord x }", 17, "`coord` cannot stand inside `for`", "");
  wrong("for i in 1..2 { for j in 1..2 { run step 1 } }", 33, "`run` cannot stand inside `for`",
        "");
  wrong("for i in 1..2 { model x }", 17, "`model` cannot stand inside `for`", "");
  wrong("let step = 1", 5, "`step` is a reserved word", "choose another name");
  wrong("coord x, friction", 10, "`friction` is a reserved word", "choose another name");
  wrong("lagrangian 2*step", 14, "`step` is a reserved word", "");
  wrong("t' = 1", 1, "`t` is a reserved word", "choose another name");
}

static void clauses_out_of_place(void **state) {
  (void)state;
  wrong("contact c: x = 0", 14, "expected `>=`, found `=`",
        "a contact says which side is open: gap >= 0");
  wrong("holonomic c: x = 0, y = 0", 21, "expected `multiplier` or `while`, found `y`", "");
  wrong("holonomic x = 0", 13, "expected `:`, found `=`", "");
  wrong("holonomic c: x = 0 multiplier a multiplier b", 33, "`multiplier` is given twice", "");
  wrong("coord R: SO(3) velocity a velocity b", 27, "`velocity` is given twice", "");
  wrong("coord R: so(3)", 10, "expected `angle`, `SO(n)` or `SE(n)`, found `so`", "");
  wrong("part 1: y[1] = 3", 14, "expected `'`, found `=`",
        "an equation gives the derivative of a state: y' = ...");
  wrong("init w'[1] = 3", 8, "expected `=`, found `[`", "the prime comes last: w[i]'");
  wrong("y'' = 3", 3, "expected `=`, found `'`", "second derivatives do not occur in a model");
  wrong("section S: x = 0", 17, "expected `rising`, `falling` or `both`, found the end of the file",
        "");
  wrong("section S: x = 0 both plot (x)", 30, "expected `,`, found `)`",
        "a plot has two or three axes");
  wrong("draw circle P", 6, "expected `point`, `rod`, `wheel`, `box` or `trail`, found `circle`",
        "");
  wrong("run methods rattle", 5,
        "expected `method`, `step`, `until`, `steps` or `every`, found `methods`", "");
}

static void methods_are_read_to_their_end(void **state) {
  (void)state;
  wrong("run method", 11, "expected the name of a method, found the end of the file", "");
  wrong("run method , step 1", 12, "expected the name of a method, found `,`", "");
  wrong("run method spark(3, step 1", 26, "expected `,` or `)`, found `1`", "");
  wrong("run step 1, method spark(3", 27, "expected `,` or `)`, found the end", "");
  wrong("run step 1 method rattle", 12, "expected the end of the line, found `method`", "");
  wrong_at("run method rattle\n  step 1", 3, 3, "expected `,` after the method, found `step`", "");
}

static void a_model_begins_with_model(void **state) {
  (void)state;
  static const char *const texts[] = {"", "# nothing\n", "\xEF\xBB\xBF", "coord x\nmodel m", "3"};
  for (size_t i = 0; i < sizeof texts/sizeof *texts; i++) {
    reading r;
    assert_int_equal(read_text(&r, texts[i]), NOSLIP_ERROR_MODEL);
    check_text(r.why.sentence, "m.noslip:1:1: error: a model begins with `model NAME`");
    end(&r);
  }
}

static void titles(void **state) {
  (void)state;
  reading r;
  assert_int_equal(read_text(&r, "model m \"a"), NOSLIP_ERROR_MODEL);
  check_text(r.why.sentence, "m.noslip:1:9: error: a quote that is not closed");
  end(&r);
  assert_int_equal(read_text(&r, "model m x"), NOSLIP_ERROR_MODEL);
  check_text(r.why.sentence, "m.noslip:1:9: error: expected the end of the line, found `x`");
  end(&r);
}

// --- places --------------------------------------------------------------------------------------

// the message in full: tabs are kept before the caret, and a column is a character
static void a_message_in_full(void **state) {
  (void)state;
  reading r;
  read_text(&r, "model m\n\tlet θ\t=\t@\r\n");
  assert_string_equal(r.why.sentence, "m.noslip:2:10: error: unexpected character `@`\n"
                                      "  \tlet θ\t=\t@\n"
                                      "  \t     \t \t^");
  end(&r);
}

static void long_lines_are_cut(void **state) {
  (void)state;
  reading r;
  char line[1000] = "model m\nlagrangian ";
  for (int i = 0; i < 100; i++)
    strcat(line, "θ + ");
  strcat(line, "@");
  for (int i = 0; i < 100; i++)
    strcat(line, " + 1");
  read_text(&r, line);
  check_text(r.why.sentence, "m.noslip:2:412: error: unexpected character `@`\n  ...θ + θ");
  check_text(r.why.sentence, " + 1 + ...\n");
  const char *shown = strchr(r.why.sentence, '\n') + 1, *caret = strchr(shown, '\n') + 1;
  assert_int_equal(strspn(caret, " "), 2 + 3 + 60);
  assert_string_equal(caret + 65, "^");
  end(&r);
}

static void long_names_are_cut(void **state) {
  (void)state;
  reading r;
  char line[4000] = "model m\n";
  memset(line + 8, 'a', 3000);
  assert_int_equal(read_text(&r, line), NOSLIP_ERROR_MODEL);
  check_text(r.why.sentence, "unknown statement `aaaa");
  check_text(r.why.sentence, "aa...`\n");
  assert_true(strlen(r.why.sentence) < 400);
  end(&r);
}

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

static void files_that_cannot_be_read(void **state) {
  (void)state;
  reading r;
  begin(&r, "", 0);
  assert_int_equal(source_load(&r.source, &r.arena, "no/such/file", &r.why), NOSLIP_ERROR_FILE);
  check_text(r.why.sentence, "cannot read no/such/file: ");
  assert_int_equal(source_load(&r.source, &r.arena, "/", &r.why), NOSLIP_ERROR_FILE);
  check_text(r.why.sentence, "cannot read /: ");
  assert_int_equal(source_load(&r.source, &r.arena, "/dev/zero", &r.why), NOSLIP_ERROR_FILE);
  check_text(r.why.sentence, "cannot read /dev/zero: longer than the limit of 16 MiB");
  end(&r);
}

// --- targets and expressions alone ---------------------------------------------------------------

static void targets(void **state) {
  (void)state;
  reading r;
  tree_target target;
  bool prime;
  begin(&r, "w[2,k]'", 7);
  assert_int_equal(parse_target(&r.source, &r.arena, &target, &prime, &r.why), NOSLIP_OK);
  assert_true(prime && target.nindex == 2 && target.end == 6 && !target.field);
  end(&r);
  begin(&r, "g.theta", 7);
  assert_int_equal(parse_target(&r.source, &r.arena, &target, &prime, &r.why), NOSLIP_OK);
  assert_true(!prime && target.nindex == 0 && target.field_at == 2);
  end(&r);
  begin(&r, "x = 1", 5);
  assert_int_equal(parse_target(&r.source, &r.arena, &target, &prime, &r.why), NOSLIP_ERROR_MODEL);
  check_text(r.why.sentence, "m.noslip:1:3: error: expected the end, found `=`");
  end(&r);
}

static void expressions_fill_the_text(void **state) {
  (void)state;
  reading r;
  tree *e;
  begin(&r, "1\n2", 3);
  assert_int_equal(parse_expression(&r.source, &r.arena, &e, &r.why), NOSLIP_ERROR_MODEL);
  check_text(r.why.sentence, "m.noslip:1:2: error: expected the end, found the end of the line");
  end(&r);
  begin(&r, "", 0);
  assert_int_equal(parse_expression(&r.source, &r.arena, &e, &r.why), NOSLIP_ERROR_MODEL);
  check_text(r.why.sentence, "m.noslip:1:1: error: expected an expression, found the end\n  \n  ^");
  end(&r);
}

// --- bombs ---------------------------------------------------------------------------------------

// `before`, `count` times `piece`, `after`: parses or fails with this sentence, within a second
static void bomb(const char *before, const char *piece, int count, const char *after,
                 const char *sentence) {
  reading r;
  text_buffer t;
  memory m = memory_default();
  text_init(&t, &m);
  text_print(&t, "model m\n%s", before);
  for (int i = 0; i < count; i++)
    text_add(&t, piece, strlen(piece));
  text_print(&t, "%s", after);

  clock_t start = clock();
  noslip_status status = read_bytes(&r, t.data, t.length);
  check_below((double)(clock() - start)/CLOCKS_PER_SEC, 5);  // sanitizers make it slow
  assert_int_equal(status, sentence ? NOSLIP_ERROR_MODEL : NOSLIP_OK);
  if (sentence)
    check_text(r.why.sentence, sentence);
  end(&r);
  text_free(&t);
}

enum { million = 1000000 };

static const char too_deep[] = "error: expressions nest deeper than the limit of 200\n";

static void nesting_is_limited(void **state) {
  (void)state;
  bomb("lagrangian ", "(", million, "x", too_deep);
  bomb("lagrangian ", "[", million, "x", too_deep);
  bomb("lagrangian ", "f(", million, "x", too_deep);
  bomb("lagrangian x", "[x", million, "", too_deep);
  bomb("lagrangian ", "-", million, "x", too_deep);
  bomb("lagrangian ", "+", million, "x", too_deep);
  bomb("lagrangian a", "^a", million, "", too_deep);
  bomb("lagrangian ", "sum(i in ", million/10, "", too_deep);
  bomb("lagrangian ", "where(", million/10, "", too_deep);
  bomb("lagrangian x", "'", million, "", "more than 8 indices, fields and primes");
  bomb("lagrangian x", ".x", million, "", "more than 8 indices, fields and primes");
  bomb("", "for i in 1..2 {", million/10, "",
       "error: `for` nests deeper than the limit of 200\n");
}

static void the_limit_of_nesting_is_200(void **state) {
  (void)state;
  char after[256] = "x";
  memset(after + 1, ')', 200);
  bomb("lagrangian ", "(", 200, after, NULL);
  bomb("lagrangian ", "(", 201, after, too_deep);
  bomb("lagrangian ", "-", 200, "x", NULL);
  bomb("lagrangian ", "-", 201, "x", too_deep);
}

static void long_chains_are_fine(void **state) {
  (void)state;
  bomb("lagrangian a", "+a", million, "", NULL);
  bomb("lagrangian a", "*a", million, "", NULL);
  bomb("observe b = where(a < 1", " and a < 1", million/10, ", 0, 1)", NULL);
  bomb("observe b = [1", ",1", million, "]", NULL);
  bomb("", "init x = 1\n", million/10, "", NULL);
  bomb("", "\n", million, "", NULL);
  bomb("", "# comment\n", million, "", NULL);
  bomb("lagrangian ", "a", million, "", NULL);
  bomb("lagrangian ", "1", million, "", "is too large");
  bomb("lagrangian 0.", "1", million, "", NULL);
  bomb("constraint a[", "[", million, "", too_deep);
}

// --- hostility -----------------------------------------------------------------------------------

// call `visit` with the text of every model
static int each_model(void visit(const char *bytes, size_t length)) {
  int count = 0;
  DIR *folder = opendir(NOSLIP_MODELS);
  if (!folder)
    return 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    size_t length = strlen(entry->d_name);
    if (length < 7 || strcmp(entry->d_name + length - 7, ".noslip") != 0)
      continue;
    reading r;
    begin(&r, "", 0);
    const char *path = arena_print(&r.arena, "%s/%s", NOSLIP_MODELS, entry->d_name);
    assert_int_equal(source_load(&r.source, &r.arena, path, &r.why), NOSLIP_OK);
    visit(r.source.text, (size_t)r.source.length);
    count++;
    end(&r);
  }
  closedir(folder);
  return count;
}

static void parses(const char *bytes, size_t length) {
  reading r;
  read_bytes(&r, bytes, length);
  assert_string_equal(r.why.sentence, "");
  end(&r);
}

static void all_models_parse(void **state) {
  (void)state;
  if (each_model(parses) == 0)
    skip();
}

// beginnings of every length: read_bytes checks that there is a tree or a sentence
static void truncated(const char *bytes, size_t length) {
  for (size_t n = 0; n < length; n++) {
    reading r;
    read_bytes(&r, bytes, n);
    end(&r);
  }
}

static void beginnings_of_models(void **state) {
  (void)state;
  if (each_model(truncated) == 0)
    skip();
}

// xorshift, so that a failure can be repeated
static uint32_t random_state = 2463534242;

static size_t random_below(size_t n) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 17;
  random_state ^= random_state << 5;
  return random_state % n;
}

// change, take out or double a few bytes; the new ones are mostly those that mean something
static void mutated(const char *bytes, size_t length) {
  static const char meaning[] = "+-*/^'.,:=<>()[]{}#\"\n 019eEx_\t\r\\;\xC3\xA9\xE2\x80\x99";
  for (int round = 0; round < 200; round++) {
    reading r;
    char *copy = malloc(length + 1);
    memcpy(copy, bytes, length);
    for (size_t i = 0, changes = 1 + random_below(6); i < changes; i++) {
      size_t at = random_below(length), from = random_below(length);
      size_t some = random_below(length - (at > from ? at : from));
      if (random_below(4) == 0)
        memmove(copy + at, copy + from, some % 40);
      else
        copy[at] = random_below(8) == 0 ? (char)random_below(256)
                                        : meaning[random_below(sizeof meaning - 1)];
    }
    read_bytes(&r, copy, length);
    end(&r);
    free(copy);
  }
}

static void mutations_of_models(void **state) {
  (void)state;
  if (each_model(mutated) == 0)
    skip();
}

// an allocator that has a limited number of blocks to give
static void *scarce(void *context, void *block, size_t size) {
  int *left = context;
  if (size == 0) {
    free(block);
    return NULL;
  }
  return (*left)-- > 0 ? realloc(block, size) : NULL;
}

// whichever request fails, the answer is "out of memory"; with enough blocks it is a model
static void memory_runs_out(void **state) {
  (void)state;
  text_buffer t;
  memory plain = memory_default();
  text_init(&t, &plain);
  text_print(&t, "model m\nlet f(a, b) = a*b\nrun method lobatto(3, multiplier=carry), step 1\n");
  for (int i = 0; i < 3000; i++)
    text_print(&t, "init w[%d] = sum(i in 1..3: [i, 2]), y' = -x\n", i);

  noslip_status status = NOSLIP_ERROR_MEMORY;
  for (int blocks = 0; status != NOSLIP_OK && blocks < 1000; blocks++) {
    int left = blocks;
    memory m = {.hook = scarce, .context = &left};
    failure why = {0};
    tree_model *model = NULL;
    source s = {.name = "m", .text = t.data, .length = (int)t.length};
    arena a;
    arena_init(&a, &m);
    status = parse_model(&s, &a, &model, &why);
    if (status != NOSLIP_OK)
      assert_string_equal(why.sentence, "out of memory");
    assert_true((status == NOSLIP_OK) == (model != NULL));
    arena_free(&a);
  }
  assert_int_equal(status, NOSLIP_OK);
  text_free(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operators_bind_as_in_the_reference),
      cmocka_unit_test(postfix_binds_tightest),
      cmocka_unit_test(sums_and_conditions),
      cmocka_unit_test(numbers),
      cmocka_unit_test(coord_items),
      cmocka_unit_test(constraints_and_their_clauses),
      cmocka_unit_test(the_other_statements),
      cmocka_unit_test(places_in_the_tree),
      cmocka_unit_test(a_statement_goes_on),
      cmocka_unit_test(a_method_may_end_its_line),
      cmocka_unit_test(braces_end_statements),
      cmocka_unit_test(lines_may_end_in_cr_lf),
      cmocka_unit_test(names_may_be_greek),
      cmocka_unit_test(the_locale_does_not_matter),
      cmocka_unit_test(errors_of_the_reference),
      cmocka_unit_test(tokens_that_are_none),
      cmocka_unit_test(characters_pasted_by_accident),
      cmocka_unit_test(bytes_that_are_no_text),
      cmocka_unit_test(expected_and_found),
      cmocka_unit_test(brackets_left_open),
      cmocka_unit_test(statements_out_of_place),
      cmocka_unit_test(clauses_out_of_place),
      cmocka_unit_test(methods_are_read_to_their_end),
      cmocka_unit_test(a_model_begins_with_model),
      cmocka_unit_test(titles),
      cmocka_unit_test(a_message_in_full),
      cmocka_unit_test(long_lines_are_cut),
      cmocka_unit_test(long_names_are_cut),
      cmocka_unit_test(locate),
      cmocka_unit_test(files_that_cannot_be_read),
      cmocka_unit_test(targets),
      cmocka_unit_test(expressions_fill_the_text),
      cmocka_unit_test(nesting_is_limited),
      cmocka_unit_test(the_limit_of_nesting_is_200),
      cmocka_unit_test(long_chains_are_fine),
      cmocka_unit_test(all_models_parse),
      cmocka_unit_test(beginnings_of_models),
      cmocka_unit_test(mutations_of_models),
      cmocka_unit_test(memory_runs_out),
  };
  return check_run(argc, argv, tests);
}
