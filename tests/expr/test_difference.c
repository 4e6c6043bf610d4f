// Tests of src/expr/difference.h: differences of an expression keep their digits, however small they
// are against its values.

#include "tests/support/check.h"
#include "tests/support/expressions.h"

#include "expr/difference.h"

#include <float.h>

enum { variables = 3, cases = 3000 };

typedef struct setting {
  memory memory;
  graph *g;
  expr x[variables], dx[variables];
  maker maker;
  double at[2*variables];  // x, dx
} setting;

static void setting_begin(setting *s, uint64_t seed, bool smooth) {
  s->memory = memory_default();
  s->g = graph_new(&s->memory, 10000000);
  assert_non_null(s->g);
  for (int j = 0; j < variables; j++)
    s->x[j] = expr_symbol(s->g, 1, "x");
  for (int j = 0; j < variables; j++)
    s->dx[j] = expr_symbol(s->g, 2, "dx");
  s->maker = (maker){.g = s->g, .dice = {seed}, .x = s->x, .n = variables, .smooth = smooth};
}

static void setting_end(setting *s) {
  assert_int_equal(graph_status(s->g), NOSLIP_OK);
  graph_free(s->g);
}

// a place, and a displacement of this size
static void throw_point(setting *s, double size) {
  for (int j = 0; j < variables; j++) {
    s->at[j] = dice_real(&s->maker.dice, -1.5, 1.5);
    s->at[variables + j] = size*dice_real(&s->maker.dice, -1, 1);
  }
}

static expr difference_of(setting *s, expr f) {
  expr d;
  assert_true(difference_make(s->g, &f, 1, s->x, s->dx, variables, &d));
  return d;
}

static double value(const setting *s, expr e, const double *at) {
  expr all[2*variables];
  memcpy(all, s->x, sizeof s->x);
  memcpy(all + variables, s->dx, sizeof s->dx);
  double *values = evaluate(s->g, all, at, 2*variables), result = values[e];
  free(values);
  return result;
}

// f(x + dx) - f(x), with the cancellation
static double plain(const setting *s, expr f) {
  double there[2*variables];
  memcpy(there, s->at, sizeof there);
  for (int j = 0; j < variables; j++)
    there[j] += s->at[variables + j];
  return value(s, f, there) - value(s, f, s->at);
}

// ---- random expressions

// large displacements: where nothing cancels, both are the same
static void it_is_the_difference(void **unused) {
  (void)unused;
  int seen = 0;
  for (int k = 0; k < 2*cases; k++) {
    setting s;
    setting_begin(&s, 77u + (uint64_t)k, k % 2);
    expr f = make_expr(&s.maker, 4), d = difference_of(&s, f);
    throw_point(&s, 0.3);
    double expected = plain(&s, f), got = value(&s, d, s.at);
    double size = 1 + fabs(value(&s, f, s.at)) + fabs(expected);
    if (isfinite(expected) && size < 1e3) {
      seen++;
      if (!(fabs(got - expected) <= 1e-9*size))
        check_fail("case %d: %.17g, not %.17g\n", k, got, expected);
    }
    setting_end(&s);
  }
  assert_true(seen > cases);
}

// A displacement of 1e-13: the difference is the derivative times that, to 1e-10, while values that
// are subtracted have no digit left. The derivative comes from a difference ten times as long.
static void small_ones_keep_their_digits(void **unused) {
  (void)unused;
  int seen = 0, lost = 0;
  for (int k = 0; k < cases; k++) {
    setting s;
    setting_begin(&s, 4000u + (uint64_t)k, true);
    expr f = make_expr(&s.maker, 4), d = difference_of(&s, f);
    throw_point(&s, 1e-13);
    double small = value(&s, d, s.at), naive = plain(&s, f), size = fabs(value(&s, f, s.at));
    for (int j = 0; j < variables; j++)
      s.at[variables + j] *= 10;
    double large = value(&s, d, s.at);
    if (isfinite(large) && fabs(large) > 1e-14 && fabs(large) < 1e-9 && size < 1e3) {
      seen++;
      lost += fabs(naive - small) > 1e-3*fabs(small);
      if (!(fabs(10*small - large) <= 1e-9*fabs(large)))
        check_fail("case %d: %.17g and %.17g\n", k, small, large);
    }
    setting_end(&s);
  }
  assert_true(seen > cases/3);
  assert_true(lost > seen/2);  // the twin: without care most of them are gone
}

// ---- what is known exactly

static void constants_cost_nothing(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, 5, true);
  expr a = s.x[0], b = s.x[1];
  expr f = expr_add(s.g, call(s.g, EXPR_COS, a), expr_mul(s.g, expr_power(s.g, a, 4), b));
  expr more = expr_add(s.g, f, number(s.g, 1e8));
  expr d = difference_of(&s, f), same = difference_of(&s, more);
  assert_int_equal(d, same);
  throw_point(&s, 1e-6);
  check_above(fabs(plain(&s, more) - value(&s, d, s.at)), 1e-10);
  check_near(plain(&s, f), value(&s, d, s.at), 1e-15);
  setting_end(&s);
}

// nothing moves: the difference is 0, also where a quotient would be 0/0
static void rest_is_zero(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, 6, true);
  expr a = s.x[0];
  const expr list[] = {call(s.g, EXPR_ABS, a),  call(s.g, EXPR_SQRT, a),
                       call(s.g, EXPR_ATAN, a), call(s.g, EXPR_ASIN, a),
                       expr_power(s.g, a, 7),   expr_pow(s.g, a, number(s.g, 2.5)),
                       call(s.g, EXPR_TANH, a), expr_call2(s.g, EXPR_MAX, a, s.x[1])};
  memset(s.at, 0, sizeof s.at);
  for (size_t i = 0; i < sizeof list/sizeof *list; i++)
    assert_true(value(&s, difference_of(&s, list[i]), s.at) == 0);
  setting_end(&s);
}

// over a kink, or within one branch
static void branches_are_told_apart(void **unused) {
  (void)unused;
  static const double rows[][2] = {{-1, 0.5}, {-1, 1e-12}, {-0.1, 0.5}, {0.3, -1e-12}, {0.2, -0.7}};
  setting s;
  setting_begin(&s, 7, true);
  expr a = s.x[0], below = expr_call2(s.g, EXPR_LESS, a, expr_zero);
  expr f = expr_select(s.g, below, expr_power(s.g, a, 3), call(s.g, EXPR_SINH, a));
  expr g = expr_call2(s.g, EXPR_MIN, expr_power(s.g, a, 2), expr_add(s.g, a, number(s.g, 1)));
  expr h = call(s.g, EXPR_ABS, a);
  const expr all[] = {f, g, h};
  for (size_t i = 0; i < 5; i++)
    for (int k = 0; k < 3; k++) {
      memset(s.at, 0, sizeof s.at);
      s.at[0] = rows[i][0];
      s.at[variables] = rows[i][1];
      double d = value(&s, difference_of(&s, all[k]), s.at), p = plain(&s, all[k]);
      check_near(d, p, 4*DBL_EPSILON);
      assert_true(d != 0);
    }
  setting_end(&s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_is_the_difference),    cmocka_unit_test(small_ones_keep_their_digits),
      cmocka_unit_test(constants_cost_nothing),  cmocka_unit_test(rest_is_zero),
      cmocka_unit_test(branches_are_told_apart),
  };
  return check_run(argc, argv, tests);
}
