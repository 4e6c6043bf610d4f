// Tests of src/expr/diff.h: derivatives against numbers found without them.

#include "tests/support/check.h"
#include "tests/support/expressions.h"

#include "expr/diff.h"

#include <time.h>

enum { variables = 3, points = 2, smooth_cases = 4000, rough_cases = 4000 };

// the complex step has no cancellation: its error is rounding only
static const double complex_step = 1e-30;

typedef struct setting {
  memory memory;
  graph *g;
  expr x[variables];
  maker maker;
  double at[variables];
} setting;

static void setting_begin(setting *s, uint64_t seed, bool smooth) {
  static const char *const names[] = {"x", "y", "z"};
  s->memory = memory_default();
  s->g = graph_new(&s->memory, 10000000);
  assert_non_null(s->g);
  for (int j = 0; j < variables; j++)
    s->x[j] = expr_symbol(s->g, 1u << j, names[j]);
  s->maker = (maker){.g = s->g, .dice = {seed}, .x = s->x, .n = variables, .smooth = smooth};
}

static void setting_end(setting *s) {
  assert_int_equal(graph_status(s->g), NOSLIP_OK);
  graph_free(s->g);
}

static void throw_point(setting *s) {
  for (int j = 0; j < variables; j++)
    s->at[j] = dice_real(&s->maker.dice, -1.5, 1.5);
}

static double larger(double a, double b) {
  return a > b || isnan(a) ? a : b;
}

// |a - b| relative to their size; NaN if one is
static double difference(double a, double b) {
  return fabs(a - b)/(1 + fabs(a) + fabs(b));
}

// ---- what the random expressions are made of

// every operation is below many of them
static void random_expressions_use_every_operation(void **state) {
  (void)state;
  int seen[EXPR_OP_COUNT] = {0};
  for (uint64_t seed = 1; seed <= rough_cases; seed++) {
    setting s;
    int32_t count;
    setting_begin(&s, seed, false);
    expr f = make_expr(&s.maker, 4);
    expr *nodes = graph_below(s.g, &f, 1, &count);
    for (int32_t i = 0; i < count; i++)
      seen[graph_node(s.g, nodes[i]).op]++;
    memory_free(graph_memory(s.g), nodes);
    setting_end(&s);
  }
  for (int op = 0; op < EXPR_OP_COUNT; op++)
    check_above(seen[op], rough_cases/40);
}

// ---- analytic expressions against the complex step

// largest error of J = df/dx, m x 3, at the current point
static double jacobian_error(const setting *s, const expr *f, int m, const expr *J) {
  double *value = evaluate(s->g, s->x, s->at, variables);
  double error = 0;
  for (int j = 0; j < variables; j++) {
    double complex *moved = evaluate_complex(s->g, s->x, s->at, variables, j, complex_step);
    for (int i = 0; i < m; i++)
      error =
          larger(error, difference(value[J[i*variables + j]], cimag(moved[f[i]])/complex_step));
    free(moved);
  }
  free(value);
  return error;
}

static double largest_error(setting *s, const expr *f, int m, const expr *J) {
  double error = 0;
  for (int k = 0; k < points; k++) {
    throw_point(s);
    error = larger(error, jacobian_error(s, f, m, J));
  }
  return error;
}

static double gradient_error(uint64_t seed) {
  setting s;
  expr df[variables];
  setting_begin(&s, seed, true);
  expr f = make_expr(&s.maker, 5);
  assert_true(diff_gradient(s.g, f, s.x, variables, df));
  double error = largest_error(&s, &f, 1, df);
  setting_end(&s);
  return error;
}

static void gradient_is_exact(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= smooth_cases; seed++)
    check_below(gradient_error(seed), 1e-11);  // rounding, times the condition: 1e-13 at worst
}

// the bound above has teeth: a gradient that is wrong by 1e-9 in one entry does not pass
static void gradient_check_can_fail(void **state) {
  (void)state;
  setting s;
  expr df[variables];
  setting_begin(&s, 1, true);
  expr f = make_expr(&s.maker, 5);
  assert_true(diff_gradient(s.g, f, s.x, variables, df));
  df[1] = expr_add(s.g, df[1], expr_number(s.g, 1e-9));
  check_above(largest_error(&s, &f, 1, df), 1e-11);
  setting_end(&s);
}

// several outputs that share subexpressions
static void jacobian_is_exact(void **state) {
  (void)state;
  enum { outputs = 4 };
  for (uint64_t seed = 1; seed <= smooth_cases/5; seed++) {
    setting s;
    expr f[outputs], J[outputs*variables];
    setting_begin(&s, seed, true);
    f[0] = make_expr(&s.maker, 3);
    f[1] = make_expr(&s.maker, 3);
    f[2] = expr_mul(s.g, f[0], f[1]);
    f[3] = expr_div(s.g, f[1], positive(s.g, f[0]));
    assert_true(diff_jacobian(s.g, f, outputs, s.x, variables, J));
    check_below(largest_error(&s, f, outputs, J), 1e-10);
    setting_end(&s);
  }
}

// the Jacobian of the gradient, against the complex step of the gradient; and it is symmetric
static void hessian_is_exact(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= smooth_cases/2; seed++) {
    setting s;
    expr df[variables], H[variables*variables];
    setting_begin(&s, seed, true);
    expr f = make_expr(&s.maker, 4);
    assert_true(diff_gradient(s.g, f, s.x, variables, df));
    assert_true(diff_jacobian(s.g, df, variables, s.x, variables, H));
    check_below(largest_error(&s, df, variables, H), 1e-10);

    double *value = evaluate(s.g, s.x, s.at, variables);
    for (int i = 0; i < variables; i++)
      for (int j = 0; j < i; j++)
        check_below(difference(value[H[i*variables + j]], value[H[j*variables + i]]), 1e-10);
    free(value);
    setting_end(&s);
  }
}

// ---- expressions with kinks against central differences

// which way every comparison below f goes, as one number
static uint64_t sides(const setting *s, const double *value, const expr *nodes, int32_t count) {
  uint64_t h = 0;
  for (int32_t i = 0; i < count; i++) {
    node n = graph_node(s->g, nodes[i]);
    unsigned side = 0;
    if (n.op == EXPR_ABS || n.op == EXPR_SIGN)
      side = value[n.a] > 0;
    else if (n.op == EXPR_MIN || n.op == EXPR_MAX || n.op == EXPR_LESS || n.op == EXPR_LESS_EQUAL)
      side = value[n.a] < value[n.b];
    else if (n.op == EXPR_FLOOR || n.op == EXPR_MOD)
      side = (unsigned)(int)floor(n.op == EXPR_MOD ? value[n.a]/value[n.b] : value[n.a]);
    h = 31*h + side;
  }
  return h;
}

// Derivative of f in x[j] with an error of order 8; false if a kink is within its eight points.
static bool central_difference(const setting *s, expr f, const expr *nodes, int32_t count, int j,
                               double *slope) {
  static const double weight[] = {0, 4.0/5, -1.0/5, 4.0/105, -1.0/280};
  const double h = 5e-4;
  uint64_t first = 0;
  double sum = 0;
  for (int k = -4; k <= 4; k++) {
    double at[variables];
    memcpy(at, s->at, sizeof at);
    at[j] += k*h;
    double *value = evaluate(s->g, s->x, at, variables);
    uint64_t side = sides(s, value, nodes, count);
    sum += (k < 0 ? -1 : 1)*weight[abs(k)]*value[f];
    free(value);
    if (k == -4)
      first = side;
    if (side != first)
      return false;
  }
  *slope = sum/h;
  return true;
}

// largest error of df over the entries that can be checked; adds their number to *checked
static double rough_error(const setting *s, expr f, const expr *df, int *checked) {
  int32_t count;
  expr *nodes = graph_below(s->g, &f, 1, &count);
  assert_non_null(nodes);
  double *value = evaluate(s->g, s->x, s->at, variables);
  double error = 0;
  for (int j = 0; j < variables; j++) {
    double slope;
    if (!central_difference(s, f, nodes, count, j, &slope))
      continue;
    error = larger(error, difference(value[df[j]], slope));
    ++*checked;
  }
  free(value);
  memory_free(graph_memory(s->g), nodes);
  return error;
}

static void gradient_is_exact_between_kinks(void **state) {
  (void)state;
  int checked = 0;
  for (uint64_t seed = 1; seed <= rough_cases; seed++) {
    setting s;
    expr df[variables];
    setting_begin(&s, seed, false);
    expr f = make_expr(&s.maker, 4);
    assert_true(diff_gradient(s.g, f, s.x, variables, df));
    throw_point(&s);
    check_below(rough_error(&s, f, df, &checked), 1e-8);  // truncation of steep expressions
    setting_end(&s);
  }
  check_above(checked, 2*rough_cases);  // few points were left out
}

static void kink_check_can_fail(void **state) {
  (void)state;
  setting s;
  expr df[variables];
  int checked = 0;
  setting_begin(&s, 1, false);
  expr f = expr_call(s.g, EXPR_ABS, s.x[0]);
  assert_true(diff_gradient(s.g, f, s.x, variables, df));
  s.at[0] = s.at[1] = s.at[2] = 0.5;
  check_below(rough_error(&s, f, df, &checked), 1e-12);
  df[0] = expr_add(s.g, df[0], expr_number(s.g, 1e-7));
  check_above(rough_error(&s, f, df, &checked), 1e-8);
  setting_end(&s);
}

// the two ways to a derivative agree: along dx, with symbols for the dx
static void directional_agrees_with_gradient(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= rough_cases/3; seed++) {
    setting s;
    expr dx[variables], df[variables], along, sum = expr_zero;
    double at[2*variables];
    setting_begin(&s, seed, seed % 2 == 0);
    expr all[2*variables];
    for (int j = 0; j < variables; j++) {
      dx[j] = expr_symbol(s.g, 8, "dx");
      all[j] = s.x[j];
      all[variables + j] = dx[j];
      at[j] = dice_real(&s.maker.dice, -1.5, 1.5);
      at[variables + j] = dice_real(&s.maker.dice, -1, 1);
    }
    expr f = make_expr(&s.maker, 4);
    assert_true(diff_gradient(s.g, f, s.x, variables, df));
    assert_true(diff_directional(s.g, &f, 1, s.x, dx, variables, &along));
    for (int j = 0; j < variables; j++)
      sum = expr_add(s.g, sum, expr_mul(s.g, df[j], dx[j]));

    double *value = evaluate(s.g, all, at, 2*variables);
    check_below(difference(value[sum], value[along]), 1e-11);
    free(value);
    setting_end(&s);
  }
}

// ---- single facts

// derivative of f in x at a number
static double slope_at(setting *s, expr f, double x) {
  expr df[variables];
  assert_true(diff_gradient(s->g, f, s->x, variables, df));
  s->at[0] = s->at[1] = s->at[2] = x;
  double *value = evaluate(s->g, s->x, s->at, variables);
  double slope = value[df[0]];
  free(value);
  return slope;
}

// where(x > c, sqrt(x), 0)
static expr guarded_root(setting *s, double c) {
  expr condition = expr_call2(s->g, EXPR_LESS, expr_number(s->g, c), s->x[0]);
  return expr_select(s->g, condition, expr_call(s->g, EXPR_SQRT, s->x[0]), expr_zero);
}

static void branch_not_taken_does_not_matter(void **state) {
  (void)state;
  setting s;
  setting_begin(&s, 1, false);
  expr f = guarded_root(&s, 0);
  assert_true(slope_at(&s, f, -1) == 0);
  assert_true(slope_at(&s, f, 0) == 0);
  check_near(slope_at(&s, f, 4), 0.25, 1e-15);

  // two branches over one root, a product around them, and a branch within a branch
  f = expr_mul(s.g, s.x[1], expr_add(s.g, f, guarded_root(&s, 1)));
  assert_true(slope_at(&s, f, -1) == 0);
  check_near(slope_at(&s, f, 0.25), 0.25, 1e-15);
  f = expr_call2(s.g, EXPR_MAX, f, expr_mul(s.g, expr_number(s.g, -3), s.x[0]));
  check_near(slope_at(&s, f, -1), -3, 1e-15);
  setting_end(&s);
}

static void derivatives_come_out_simple(void **state) {
  (void)state;
  setting s;
  expr df[variables], ddf[variables];
  setting_begin(&s, 1, true);
  graph *g = s.g;
  expr x = s.x[0], y = s.x[1];

  // y/2*x^2: y*x, y; constant factors vanish
  expr f = expr_mul(g, expr_div(g, y, expr_number(g, 2)), expr_power(g, x, 2));
  assert_true(diff_gradient(g, f, s.x, variables, df));
  assert_int_equal(df[0], expr_mul(g, x, y));
  assert_int_equal(df[2], expr_zero);
  assert_true(diff_gradient(g, df[0], s.x, variables, ddf));
  assert_int_equal(ddf[0], y);

  // (1/x)' = -x^-2, sqrt(x)' = 0.5/sqrt(x), (x^y)' = y*x^(y - 1)
  assert_true(diff_gradient(g, expr_power(g, x, -1), s.x, variables, df));
  assert_int_equal(df[0], expr_neg(g, expr_power(g, x, -2)));
  expr root = expr_call(g, EXPR_SQRT, x);
  assert_true(diff_gradient(g, root, s.x, variables, df));
  assert_int_equal(df[0], expr_div(g, expr_number(g, 0.5), root));
  assert_true(diff_gradient(g, expr_pow(g, x, y), s.x, 1, df));
  assert_int_equal(df[0], expr_mul(g, y, expr_pow(g, x, expr_sub(g, y, expr_one))));
  setting_end(&s);
}

static void substitution_replaces_symbols(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= rough_cases/3; seed++) {
    setting s;
    expr y[variables], out;
    setting_begin(&s, seed, false);
    expr f = make_expr(&s.maker, 4);
    throw_point(&s);

    // f at the values of y is f with y put in: x, x*z, 1/4
    y[0] = s.x[0];
    y[1] = expr_mul(s.g, s.x[0], s.x[2]);
    y[2] = expr_number(s.g, 0.25);
    assert_true(diff_substitute(s.g, &f, 1, s.x, y, variables, &out));
    double *value = evaluate(s.g, s.x, s.at, variables);
    double at[variables] = {value[y[0]], value[y[1]], value[y[2]]};
    double *replaced = evaluate(s.g, s.x, at, variables);
    check_below(difference(value[out], replaced[f]), 1e-11);
    free(replaced);
    free(value);
    setting_end(&s);
  }
}

// exchanging two symbols does it at once, not one after the other
static void substitution_is_simultaneous(void **state) {
  (void)state;
  setting s;
  setting_begin(&s, 1, true);
  expr f = expr_sub(s.g, s.x[0], expr_call(s.g, EXPR_SIN, s.x[1])), out;
  expr exchanged[] = {s.x[1], s.x[0]};
  assert_true(diff_substitute(s.g, &f, 1, s.x, exchanged, 2, &out));
  assert_int_equal(out, expr_sub(s.g, s.x[1], expr_call(s.g, EXPR_SIN, s.x[0])));
  setting_end(&s);
}

// ---- size

static double seconds_since(clock_t start) {
  return (double)(clock() - start)/CLOCKS_PER_SEC;
}

// x + y + x + y + ...: no recursion, and linear in the length
static void deep_chain_is_no_trouble(void **state) {
  (void)state;
  enum { length = 1000000 };
  setting s;
  expr df[variables], along;
  setting_begin(&s, 1, true);
  expr sum = s.x[0];
  for (int i = 1; i < length; i++)
    sum = expr_add(s.g, sum, s.x[i % 2]);
  assert_true(graph_size(s.g) > length);

  clock_t start = clock();
  assert_true(diff_gradient(s.g, sum, s.x, variables, df));
  assert_true(expr_number_value(s.g, df[0]) == 500000);
  assert_true(expr_number_value(s.g, df[1]) == 500000);
  assert_true(diff_directional(s.g, &sum, 1, s.x, s.x, 2, &along));
  check_below(seconds_since(start), 20);  // it takes less than a second without sanitizers
  setting_end(&s);
}

// each of a thousand small outputs costs its own size, not that of the graph around it
static void many_small_outputs_are_cheap(void **state) {
  (void)state;
  enum { outputs = 1000, crowd = 100000 };
  setting s;
  setting_begin(&s, 1, true);
  graph *g = s.g;
  expr big = s.x[0];
  for (int i = 0; i < crowd; i++)
    big = expr_call(g, EXPR_SIN, big);

  expr *x = calloc(outputs, sizeof *x), *f = calloc(outputs, sizeof *f);
  expr *J = calloc((size_t)outputs*outputs, sizeof *J);
  for (int i = 0; i < outputs; i++)
    x[i] = expr_symbol(g, 1, "x");
  for (int i = 0; i < outputs; i++)
    f[i] = expr_mul(g, expr_call(g, EXPR_SIN, x[i]), x[(i + 1) % outputs]);
  clock_t start = clock();
  assert_true(diff_jacobian(g, f, outputs, x, outputs, J));
  check_below(seconds_since(start), 1);  // it takes a few milliseconds
  assert_int_equal(J[5*outputs + 6], expr_call(g, EXPR_SIN, x[5]));
  assert_int_equal(J[5*outputs + 7], expr_zero);
  free(x);
  free(f);
  free(J);
  setting_end(&s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_expressions_use_every_operation),
      cmocka_unit_test(gradient_is_exact),
      cmocka_unit_test(gradient_check_can_fail),
      cmocka_unit_test(jacobian_is_exact),
      cmocka_unit_test(hessian_is_exact),
      cmocka_unit_test(gradient_is_exact_between_kinks),
      cmocka_unit_test(kink_check_can_fail),
      cmocka_unit_test(directional_agrees_with_gradient),
      cmocka_unit_test(branch_not_taken_does_not_matter),
      cmocka_unit_test(derivatives_come_out_simple),
      cmocka_unit_test(substitution_replaces_symbols),
      cmocka_unit_test(substitution_is_simultaneous),
      cmocka_unit_test(deep_chain_is_no_trouble),
      cmocka_unit_test(many_small_outputs_are_cheap),
  };
  return check_run(argc, argv, tests);
}
