// Tests of src/expr/periodic.h: what is called periodic is, and what should be found is found.

#include "tests/support/check.h"
#include "tests/support/expressions.h"

#include "expr/periodic.h"

static const double full_turn = 6.283185307179586;

typedef struct setting {
  memory memory;
  graph *g;
  expr x[3];  // q, p and a number that is no angle
} setting;

static void setting_begin(setting *s) {
  s->memory = memory_default();
  s->g = graph_new(&s->memory, 10000000);
  assert_non_null(s->g);
  for (int j = 0; j < 3; j++)
    s->x[j] = expr_symbol(s->g, 1, "x");
}

static void setting_end(setting *s) {
  assert_int_equal(graph_status(s->g), NOSLIP_OK);
  graph_free(s->g);
}

// is f periodic in q?
static bool in_q(setting *s, expr f) {
  bool periodic;
  assert_true(periodic_in(s->g, &f, 1, s->x, 1, &periodic));
  return periodic;
}

// k a + b
static expr affine(setting *s, double k, expr a, expr b) {
  return expr_add(s->g, expr_mul(s->g, number(s->g, k), a), b);
}

// op(k q + b)
static expr wave(setting *s, expr_op op, double k, expr b) {
  return call(s->g, op, affine(s, k, s->x[0], b));
}

// ---- single waves

static void whole_multiples_are_periodic(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s);
  expr q = s.x[0], x = s.x[2];
  assert_true(in_q(&s, wave(&s, EXPR_SIN, 2, expr_zero)));
  assert_true(in_q(&s, wave(&s, EXPR_COS, 1, x)));
  assert_true(in_q(&s, wave(&s, EXPR_COS, -3, expr_mul(s.g, x, x))));
  assert_true(in_q(&s, wave(&s, EXPR_TAN, 1, expr_zero)));
  assert_true(in_q(&s, call(s.g, EXPR_SIN, expr_neg(s.g, expr_sub(s.g, x, q)))));
  assert_true(in_q(&s, call(s.g, EXPR_SIN, expr_div(s.g, q, number(s.g, 0.25)))));
  setting_end(&s);
}

static void parts_of_a_turn_are_not(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s);
  expr q = s.x[0], x = s.x[2];
  assert_false(in_q(&s, call(s.g, EXPR_SIN, expr_div(s.g, q, number(s.g, 2)))));
  assert_false(in_q(&s, wave(&s, EXPR_COS, 1.5, x)));
  assert_false(in_q(&s, wave(&s, EXPR_TAN, 0.25, x)));
  assert_false(in_q(&s, call(s.g, EXPR_SIN, expr_mul(s.g, x, q))));
  assert_false(in_q(&s, call(s.g, EXPR_SIN, expr_div(s.g, x, q))));
  assert_false(in_q(&s, call(s.g, EXPR_SIN, expr_power(s.g, q, 2))));
  assert_false(in_q(&s, wave(&s, EXPR_SIN, (double)INFINITY, x)));
  setting_end(&s);
}

// half a turn is one of the tangent
static void tangents_come_back_earlier(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s);
  assert_true(in_q(&s, wave(&s, EXPR_TAN, 0.5, s.x[2])));
  assert_false(in_q(&s, wave(&s, EXPR_SIN, 0.5, s.x[2])));
  setting_end(&s);
}

// ---- what they are part of

static void functions_of_waves_are_periodic(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s);
  graph *g = s.g;
  expr q = s.x[0], x = s.x[2], sine = call(g, EXPR_SIN, q), cosine = call(g, EXPR_COS, q);
  assert_true(in_q(&s, expr_mul(g, expr_power(g, sine, 2), x)));
  assert_true(in_q(&s, call(g, EXPR_EXP, cosine)));
  assert_true(in_q(&s, expr_call2(g, EXPR_ATAN2, sine, cosine)));
  assert_true(in_q(&s, expr_pow(g, call(g, EXPR_ABS, sine), x)));
  assert_true(in_q(&s, call(g, EXPR_COS, expr_add(g, q, expr_mul(g, x, sine)))));
  assert_true(in_q(&s, expr_sub(g, affine(&s, 1, q, cosine), q)));  // what is left turns no more
  setting_end(&s);
}

static void the_bare_angle_is_not(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s);
  graph *g = s.g;
  expr q = s.x[0], x = s.x[2], sine = call(g, EXPR_SIN, q);
  assert_false(in_q(&s, q));
  assert_false(in_q(&s, expr_mul(g, x, q)));
  assert_false(in_q(&s, expr_mul(g, q, sine)));
  assert_false(in_q(&s, expr_add(g, q, sine)));
  assert_false(in_q(&s, expr_mul(g, number(g, 2), expr_add(g, q, sine))));
  assert_false(in_q(&s, expr_call2(g, EXPR_ATAN2, q, x)));
  assert_false(in_q(&s, call(g, EXPR_SINH, q)));
  setting_end(&s);
}

// x free of q, and numbers
static void what_has_no_angle_is_periodic(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s);
  assert_true(in_q(&s, expr_zero));
  assert_true(in_q(&s, s.x[2]));
  assert_true(in_q(&s, expr_mul(s.g, s.x[1], call(s.g, EXPR_SIN, s.x[2]))));
  setting_end(&s);
}

static void branches_are_periodic_with_their_condition(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s);
  graph *g = s.g;
  expr q = s.x[0], x = s.x[2], sine = call(g, EXPR_SIN, q), two = number(g, 2);
  expr by_sine = expr_call2(g, EXPR_LESS, sine, x), by_angle = expr_call2(g, EXPR_LESS, q, x);
  expr by_x = expr_call2(g, EXPR_LESS, x, expr_one);
  assert_true(in_q(&s, expr_select(g, by_sine, sine, x)));
  assert_false(in_q(&s, expr_select(g, by_angle, sine, x)));
  assert_false(in_q(&s, expr_select(g, by_sine, sine, q)));

  // both branches turn alike, or not
  expr alike = expr_select(g, by_x, expr_add(g, q, x), expr_sub(g, q, x));
  expr apart = expr_select(g, by_x, expr_add(g, q, x), expr_mul(g, two, q));
  assert_true(in_q(&s, call(g, EXPR_COS, alike)));
  assert_false(in_q(&s, call(g, EXPR_COS, apart)));
  setting_end(&s);
}

// x cos(3 q - 2 p) in both, cos(3 q - p/2) in q alone; the answers do not mix
static void expressions_and_symbols_are_told_apart(void **unused) {
  (void)unused;
  static const bool expected[] = {true, true, false, true, false, true};
  setting s;
  bool periodic[6];
  setting_begin(&s);
  expr q = s.x[0], p = s.x[1], minus_2p = expr_mul(s.g, number(s.g, -2), p);
  expr f[] = {
      expr_mul(s.g, s.x[2], call(s.g, EXPR_COS, affine(&s, 3, q, minus_2p))),
      call(s.g, EXPR_COS, affine(&s, 3, q, expr_div(s.g, p, number(s.g, 2)))),
  };
  assert_true(periodic_in(s.g, f, 2, s.x, 3, periodic));
  assert_memory_equal(periodic, expected, sizeof expected);
  setting_end(&s);
}

// ---- agreement with numbers

static double value_at(const setting *s, expr f, const double *at) {
  double *values = evaluate(s->g, s->x, at, 3), value = values[f];
  free(values);
  return value;
}

// Random expressions, with waves of q in all and the bare q in some: where one is called periodic a
// turn changes nothing but rounding, and where it is not the turn is noticed, unless some where, min
// or max hides it.
static void turns_are_noticed_as_told(void **unused) {
  (void)unused;
  enum { cases = 4000 };
  int found = 0, noticed = 0, others = 0;
  for (int k = 0; k < cases; k++) {
    setting s;
    setting_begin(&s);
    expr turning = wave(&s, k % 3 ? EXPR_SIN : EXPR_COS, 1 + k % 4, s.x[1]);
    expr leaves[] = {turning, s.x[2], k % 5 ? s.x[1] : s.x[0]};
    maker make = {.g = s.g, .dice = {(uint64_t)k}, .x = leaves, .n = 3, .smooth = k % 2};
    expr f = make_expr(&make, 4);
    double at[3];
    for (int j = 0; j < 3; j++)
      at[j] = dice_real(&make.dice, -1.5, 1.5);
    double before = value_at(&s, f, at);
    at[0] += full_turn;
    double change = fabs(value_at(&s, f, at) - before);
    if (in_q(&s, f)) {
      found++;
      check_below(change, 1e-9*(1 + fabs(before)));
    } else if (make.smooth) {
      others++;
      noticed += change > 1e-9;
    }
    setting_end(&s);
  }
  check_above(found, 0.5*cases);
  check_above(others, 20);
  assert_int_equal(noticed, others);
}

// ---- size

// a chain of many sums needs no stack
static void long_chains_are_walked(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s);
  expr sum = expr_zero;
  for (int i = 1; i <= 300000; i++)
    sum = expr_add(s.g, sum, wave(&s, EXPR_SIN, i, s.x[2]));
  assert_true(in_q(&s, sum));
  assert_false(in_q(&s, expr_add(s.g, sum, s.x[0])));
  setting_end(&s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(whole_multiples_are_periodic),
      cmocka_unit_test(parts_of_a_turn_are_not),
      cmocka_unit_test(tangents_come_back_earlier),
      cmocka_unit_test(functions_of_waves_are_periodic),
      cmocka_unit_test(the_bare_angle_is_not),
      cmocka_unit_test(what_has_no_angle_is_periodic),
      cmocka_unit_test(branches_are_periodic_with_their_condition),
      cmocka_unit_test(expressions_and_symbols_are_told_apart),
      cmocka_unit_test(turns_are_noticed_as_told),
      cmocka_unit_test(long_chains_are_walked),
  };
  return check_run(argc, argv, tests);
}
