// Tests of the parser: expressions and statements as trees, and what is no sentence of the grammar.
// What the reference says of them in its sections 1, 7 and 9.

#include "tests/lang/parsing.h"

// --- readings of section 9 -----------------------------------------------------------------------

// powers before signs before products before sums; only powers from the right
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

// indices, fields, calls and primes come before any operator
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

// sum() and where(), `and` before `or`; lists of lists
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

// one angle, three items; the names of the last
static void coord_items(void **state) {
  (void)state;
  parsing r;
  parsing_good(&r, "coord x, y[0..n] momentum p[0..n], theta: angle, g: SE(2) velocity (v, omega)\n"
                   "  momentum (p2, mu)");
  const statement *s = r.model->body[0];
  assert_int_equal(s->kind, STATEMENT_COORD);
  assert_int_equal(s->items.count, 4);
  assert_int_equal(s->items.list[0]->kind, TREE_REAL);
  assert_false(s->items.list[0]->range.given);
  assert_true(s->items.list[1]->range.given && s->items.list[1]->momentum.range.given);
  assert_int_equal(s->items.list[1]->end - s->items.list[1]->at, strlen("y[0..n]"));
  assert_int_equal(s->items.list[2]->kind, TREE_ANGLE);
  assert_int_equal(s->items.list[3]->kind, TREE_SE);
  assert_string_equal(s->items.list[3]->velocity.first, "v");
  assert_string_equal(s->items.list[3]->velocity.second, "omega");
  assert_string_equal(s->items.list[3]->momentum.second, "mu");
  parsing_end(&r);
}

// labels, multipliers, contacts and restitutions, in any order, on any line
static void constraints_and_their_clauses(void **state) {
  (void)state;
  parsing r;
  parsing_good(&r, "holonomic floor: y = b*x multiplier N, while ground[2]\n"
                   "contact pair[i,j]: x >= 0, restitution e\n   multiplier q[i]\n"
                   "constraint x = 1\n"
                   "constraint c[1]: x = 1\n"
                   "constraint c[1]^2 = x\n"
                   "nonholonomic step: x' = 0");
  statement **s = r.model->body;
  assert_int_equal(r.model->nbody, 6);
  assert_string_equal(s[0]->constraint.label.name, "floor");
  assert_string_equal(s[0]->constraint.multiplier.name, "N");
  assert_string_equal(s[0]->constraint.while_contact.name, "ground");
  assert_int_equal(s[0]->constraint.while_contact.nindex, 1);
  assert_int_equal(r.source.text[s[0]->constraint.sides.at], '=');
  assert_int_equal(s[1]->constraint.label.nindex, 2);
  assert_non_null(s[1]->constraint.restitution);
  assert_string_equal(s[1]->constraint.multiplier.index->name, "i");
  assert_null(s[2]->constraint.label.name);
  assert_string_equal(s[3]->constraint.label.name, "c");
  assert_null(s[4]->constraint.label.name);
  assert_string_equal(s[5]->constraint.label.name, "step");
  parsing_end(&r);
}

// up to three laws of friction, among the other clauses of a contact
static void frictions_of_a_contact(void **state) {
  (void)state;
  parsing r;
  parsing_good(&r, "contact c: x >= 0, friction mu along x' + r*th', restitution e, multiplier N\n"
                   "  friction 2*d along th'\n  friction d along [x', y']\n"
                   "contact d: x >= 0 friction mu along x'\n");
  const tree_constraint *c = &r.model->body[0]->constraint;
  assert_int_equal(r.model->nbody, 2);
  assert_int_equal(c->nfriction, 3);
  assert_non_null(c->restitution);
  assert_string_equal(c->multiplier.name, "N");
  assert_string_equal(c->frictions[0].mu->name, "mu");
  assert_int_equal(c->frictions[0].slip->kind, TREE_ADD);
  assert_int_equal(r.source.text[c->frictions[1].at], 'f');
  assert_int_equal(c->frictions[1].mu->kind, TREE_MUL);
  assert_int_equal(c->frictions[2].slip->kind, TREE_LIST);
  assert_int_equal(r.model->body[1]->constraint.nfriction, 1);
  parsing_end(&r);
}

// pairs of one range and of two, with axes and without
static void pairs_of_a_contact(void **state) {
  (void)state;
  parsing r;
  parsing_good(
      &r,
      "contact p[i,j] for i < j in 1..n+1 within 3*r: x[i] >= x[j], restitution e\n"
      "contact q[a,b] for a in 1..2, b in 3..n\n  within 2 in x,\n  y[a] - Y[b]:\n  x[a] >= x[b]");
  assert_int_equal(r.model->nbody, 2);
  const tree_pairs *p = r.model->body[0]->constraint.pairs, *q = r.model->body[1]->constraint.pairs;
  assert_true(p->ordered && !q->ordered);
  assert_string_equal(p->index[0], "i");
  assert_string_equal(p->index[1], "j");
  assert_int_equal(p->range[0].hi->kind, TREE_ADD);
  assert_int_equal(p->within->kind, TREE_MUL);
  assert_int_equal(p->naxis, 0);
  assert_int_equal(r.source.text[p->at], 'f');
  assert_non_null(r.model->body[0]->constraint.restitution);
  assert_string_equal(q->index[1], "b");
  assert_string_equal(q->range[1].hi->name, "n");
  assert_int_equal(q->naxis, 2);
  assert_null(q->axis[0].part[1].name);
  assert_string_equal(q->axis[1].part[0].name, "y");
  assert_string_equal(q->axis[1].part[1].name, "Y");
  assert_string_equal(q->axis[1].part[1].index[0]->name, "b");
  parsing_end(&r);
}

// one statement of each other kind, its parts where they belong
static void the_other_statements(void **state) {
  (void)state;
  parsing r;
  parsing_good(&r, "let f(u, v) = u*v with a = u, b = [v,\nu]\n"
                   "bracket {a, w[2]} = 1\n"
                   "part 2: y[1]' = x, z' = 1\n"
                   "y[1]' = 3\n"
                   "init g.x = 1, y' = -x, w[i]' = 0\n"
                   "section S: y' = 0 falling when x > 0 plot (z, z')\n"
                   "draw rod [0, 0], P\ncolour sky\n"
                   "for i in 1..n-1 { for j in 1..i { init w[i] = j } observe e[i] = i }\n"
                   "run  method lobatto(3, multiplier=carry) , steps 10, every 2  # all\n");
  statement **s = r.model->body;
  assert_int_equal(r.model->nbody, 9);
  assert_true(s[0]->let.is_function && s[0]->let.nparam == 2);
  assert_string_equal(s[0]->let.params[1], "v");
  assert_int_equal(s[0]->let.nlocal, 2);
  assert_string_equal(s[0]->let.locals[1].name, "b");
  assert_int_equal(s[1]->bracket.second.nindex, 1);
  assert_int_equal(s[2]->kind, STATEMENT_EQUATIONS);
  assert_non_null(s[2]->assigns.part);
  assert_int_equal(s[2]->assigns.count, 2);
  assert_null(s[3]->assigns.part);
  assert_string_equal(s[4]->assigns.list[0].target.field, "x");
  assert_false(s[4]->assigns.list[0].prime);
  assert_true(s[4]->assigns.list[1].prime && s[4]->assigns.list[2].prime);
  assert_int_equal(s[5]->section.direction, TREE_FALLING);
  assert_true(s[5]->section.when && s[5]->section.nplot == 2);
  assert_int_equal(s[6]->draw.what, DRAW_ROD);
  assert_int_equal(s[6]->draw.nvalue, 2);
  assert_string_equal(lex_colours[s[6]->draw.colour], "sky");
  assert_int_equal(s[7]->loop.nbody, 2);
  assert_int_equal(s[7]->loop.body[0]->kind, STATEMENT_FOR);
  assert_string_equal(s[8]->run.list[0].method, "lobatto(3, multiplier=carry)");
  assert_int_equal(s[8]->run.list[2].kind, RUN_EVERY);
  parsing_end(&r);
}

// `at` is where an error points, start and end hold the parentheses
static void places_in_the_tree(void **state) {
  (void)state;
  parsing r;
  tree *e;
  const char *line = "a*(b + w[i]')";
  parsing_begin(&r, line, strlen(line));
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
  parsing_end(&r);
}

// --- errors --------------------------------------------------------------------------------------

// section 9, what the parser finds of it
static void errors_of_the_reference(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"lagrangian 2x'^2", 2, 13, "missing operator between `2` and `x`", "write 2*x..."},
      {"observe a = where(0 < x < 1, 0, x)", 2, 25, "comparisons do not chain",
       "write a < b and b < c"},
      {"coords x, y", 2, 1, "unknown statement `coords`", "did you mean `coord`?"},
      {"run method spark(3) step 0.01", 2, 21, "expected `,` after the method, found `step`",
       "write a comma between the items of `run`"},
  };
  parsing_wrong(rows);
}

// a message names what was found, and what could stand there
static void expected_and_found(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"lagrangian (a, b)", 2, 14, "expected `)`, found `,`", "the `(` in column 12 is still open"},
      {"lagrangian", 2, 11, "expected an expression, found the end of the file",
       "it is written as in: lagrangian T - V"},
      {"lagrangian # nothing\ninit x = 1", 2, 11,
       "expected an expression, found the end of the line",
       "it is written as in: lagrangian T - V"},
      {"lagrangian T +\n", 2, 15, "expected an expression, found the end of the file",
       "something is missing between the two symbols, or at the end"},
      {"lagrangian x*/y", 2, 14, "expected an expression, found `/`",
       "something is missing between the two symbols, or at the end"},
      {"lagrangian [a b]", 2, 15, "missing operator between `a` and `b`", "write * to multiply"},
      {"contact floor: y >= 0 resitution 1", 2, 23, "missing operator between `0` and `resitution`",
       "did you mean `restitution`?"},
      {"stop s: x = a rissing", 2, 15, "missing operator between `a` and `rissing`",
       "did you mean `rising`?"},
      {"lagrangian a wit", 2, 14, "missing operator between `a` and `wit`", "write * to multiply"},
      {"lagrangian (a)(b)", 2, 15, "missing operator between `)` and `(`", "write * to multiply"},
      {"lagrangian 2 sin(x)", 2, 14, "missing operator between `2` and `sin`",
       "write * to multiply"},
      {"lagrangian sin x", 2, 16, "expected `(` after `sin`, found `x`", "write sin(...)"},
      {"lagrangian f()", 2, 14, "expected an expression, found `)`",
       "something is missing before the bracket that closes"},
      {"lagrangian x '", 2, 14, "a prime follows its operand without a space", "delete the space"},
      {"init x ' = 1", 2, 8, "a prime follows its operand without a space", "delete the space"},
      {"lagrangian L = T - V", 2, 14, "expected the end of the line, found `=`",
       "it needs no name: write lagrangian T - V"},
      {"observe a = where(x, 0, 1)", 2, 20, "expected a comparison, found `,`",
       "write a condition such as x > 0"},
      {"observe a = where(x = 1, 0, 1)", 2, 21, "expected a comparison, found `=`",
       "conditions compare with < <= > >="},
      {"observe a = sum(i in 1: i)", 2, 23, "expected `..`, found `:`",
       "it is written as in: sum(i in 1..n: expression)"},
      {"observe a = sum(i in 1..2, i)", 2, 26, "expected `:`, found `,`",
       "it is written as in: sum(i in 1..n: expression)"},
      {"observe a = \"x\"", 2, 13, "only the title after the name of the model stands in quotes",
       "delete the quotes, or begin a comment with #"},
  };
  parsing_wrong(rows);
}

// the line of the open bracket is told, if it is another one
static void brackets_left_open(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"lagrangian (T\ninit x = 1", 3, 1, "expected `)`, found `init`",
       "the `(` on line 2 is still open"},
      {"let w = [1,\n2\ninit x = 1", 4, 1, "expected `,` or `]`, found `init`",
       "the `[` on line 2 is still open"},
      {"for i in 1..2 {\n  init x[i] = 1\n", 3, 16, "expected `}`, found the end of the file",
       "the `{` on line 2 is still open"},
      {"for i in 1..2 { init x[i] = 1", 2, 30, "expected `}`, found the end of the file",
       "the `{` in column 15 is still open"},
      {"}", 2, 1, "expected a statement, found `}`", "there is no `for` that this `}` would close"},
      {"init x = 1 }", 2, 12, "expected the end of the line, found `}`",
       "there is no open bracket that it closes"},
  };
  parsing_wrong(rows);
}

// one statement per line, no declarations in loops, no reserved words as names
static void statements_out_of_place(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"coord x coord y", 2, 9, "expected the end of the line, found `coord`",
       "write one statement per line"},
      {"coord x y", 2, 9, "expected the end of the line, found `y`",
       "it is written as in: coord x, y, theta: angle, w[1..3]"},
      {"model m\nmodel n", 2, 1, "`model` stands once, at the beginning", "delete this line"},
      {"3 = x", 2, 1, "expected a statement, found `3`",
       "a statement begins with a word, as `coord` or `init`"},
      {"x = 3", 2, 1, "unknown statement `x`",
       "write let x = ... for an abbreviation, x' = ... for an equation"},
      {"for i in 1..2 { coord x }", 2, 17, "`coord` cannot stand inside `for`",
       "write it before or after the loop"},
      {"for i in 1..2 { for j in 1..2 { run step 1 } }", 2, 33, "`run` cannot stand inside `for`",
       "write it before or after the loop"},
      {"for i in 1..2 { model x }", 2, 17, "`model` cannot stand inside `for`",
       "write it before or after the loop"},
      {"let step = 1", 2, 5, "`step` is a reserved word", "choose another name"},
      {"coord x, friction", 2, 10, "`friction` is a reserved word", "choose another name"},
      {"lagrangian 2*step", 2, 14, "`step` is a reserved word",
       "choose another name for what is meant here"},
      {"t' = 1", 2, 1, "`t` is a reserved word", "choose another name"},
  };
  parsing_wrong(rows);
}

// each statement knows its clauses, and has each of them once
static void clauses_out_of_place(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"contact c: x = 0", 2, 14, "expected `>=`, found `=`",
       "a contact says which side is open: gap >= 0"},
      {"contact c: x >= 0, friction mu", 2, 31, "expected `along`, found the end of the file",
       "say which velocity slips: friction mu along x'"},
      {"contact c: x >= 0, along x'", 2, 20,
       "expected `restitution`, `friction` or `multiplier`, found `along`",
       "it follows the coefficient: friction mu along x'"},
      {"contact c: x >= 0, friction m along x' friction m along x' friction m along x' friction m",
       2, 80, "a contact has at most 3 friction clauses",
       "sliding, rolling and drilling friction: each needs one clause"},
      {"holonomic c: x = 0, friction mu along x'", 2, 21,
       "expected `multiplier` or `while`, found `friction`",
       "only a `contact` has it: contact NAME: gap >= 0, friction mu along x'"},
      {"nonholonomic c: x' = 0 restitution 1", 2, 24,
       "expected the end of the line, found `restitution`",
       "only a `contact` has it: contact NAME: gap >= 0, friction mu along x'"},
      {"holonomic c: x = 0, y = 0", 2, 21, "expected `multiplier` or `while`, found `y`",
       "it is written as in: holonomic NAME: left = right"},
      {"holonomic x = 0", 2, 13, "expected `:` after the name, found `=`",
       "give it a name: holonomic NAME: ..."},
      {"holonomic c: x = 0 multiplier a multiplier b", 2, 33, "`multiplier` is given twice",
       "delete one of them"},
      {"coord R: SO(3) velocity a velocity b", 2, 27, "`velocity` is given twice",
       "delete one of them"},
      {"coord R: so(3)", 2, 10, "expected `angle`, `SO(n)` or `SE(n)`, found `so`",
       "a real coordinate needs no kind"},
      {"part 1: y[1] = 3", 2, 14, "expected `'`, found `=`",
       "an equation gives the derivative of a state: y' = ..."},
      {"init w'[1] = 3", 2, 8, "expected `=`, found `[`", "the prime comes last: w[i]'"},
      {"y'' = 3", 2, 3, "expected `=`, found `'`", "second derivatives do not occur in a model"},
      {"section S: x = 0", 2, 17,
       "expected `rising`, `falling` or `both`, found the end of the file",
       "it is written as in: section NAME: left = right rising"},
      {"section S: x = 0 both plot (x)", 2, 30, "expected `,`, found `)`",
       "a plot has two or three axes"},
      {"draw circle P", 2, 6, "expected what to draw, found `circle`",
       "it is point, rod, spring, trail, arrow, wheel, box, ball, ellipsoid, disk, cylinder, frame "
       "or ground"},
      {"run methods rattle", 2, 5,
       "expected `method`, `step`, `until`, `steps` or `every`, found `methods`",
       "it is written as in: run method dla-mp, step 0.01, until 10"},
  };
  parsing_wrong(rows);
}

// --- targets and expressions alone ---------------------------------------------------------------

// a target alone, as the command line has it: indices, field, prime
static void targets(void **state) {
  (void)state;
  parsing r;
  tree_target target;
  bool prime;
  parsing_begin(&r, "w[2,k]'", 7);
  assert_int_equal(parse_target(&r.source, &r.arena, &target, &prime, &r.why), NOSLIP_OK);
  assert_true(prime && target.nindex == 2 && target.end == 6 && !target.field);
  parsing_end(&r);
  parsing_begin(&r, "g.theta", 7);
  assert_int_equal(parse_target(&r.source, &r.arena, &target, &prime, &r.why), NOSLIP_OK);
  assert_true(!prime && target.nindex == 0 && target.field_at == 2);
  parsing_end(&r);
  parsing_begin(&r, "x = 1", 5);
  assert_int_equal(parse_target(&r.source, &r.arena, &target, &prime, &r.why), NOSLIP_ERROR_MODEL);
  check_text(r.why.sentence, "m.noslip:1:3: error: expected the end, found `=`");
  parsing_end(&r);
}

// an expression alone ends where its text ends
static void expressions_fill_the_text(void **state) {
  (void)state;
  parsing r;
  tree *e;
  parsing_begin(&r, "1\n2", 3);
  assert_int_equal(parse_expression(&r.source, &r.arena, &e, &r.why), NOSLIP_ERROR_MODEL);
  check_text(r.why.sentence, "m.noslip:1:2: error: expected the end, found the end of the line");
  parsing_end(&r);
  parsing_begin(&r, "", 0);
  assert_int_equal(parse_expression(&r.source, &r.arena, &e, &r.why), NOSLIP_ERROR_MODEL);
  check_text(r.why.sentence, "m.noslip:1:1: error: expected an expression, found the end\n  \n  ^");
  parsing_end(&r);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operators_bind_as_in_the_reference),
      cmocka_unit_test(postfix_binds_tightest),
      cmocka_unit_test(sums_and_conditions),
      cmocka_unit_test(coord_items),
      cmocka_unit_test(constraints_and_their_clauses),
      cmocka_unit_test(frictions_of_a_contact),
      cmocka_unit_test(pairs_of_a_contact),
      cmocka_unit_test(the_other_statements),
      cmocka_unit_test(places_in_the_tree),
      cmocka_unit_test(errors_of_the_reference),
      cmocka_unit_test(expected_and_found),
      cmocka_unit_test(brackets_left_open),
      cmocka_unit_test(statements_out_of_place),
      cmocka_unit_test(clauses_out_of_place),
      cmocka_unit_test(targets),
      cmocka_unit_test(expressions_fill_the_text),
  };
  return check_run(argc, argv, tests);
}
