// Tests of src/solve/newton.h: roots to rounding, what is frozen and what is renewed, scales, the
// report. When it stops and when it must not is in test_newton_stop.c.

#include "tests/solve/newton_trials.h"

#include "tests/support/expressions.h"

#include <float.h>

// ---- roots

static void known_roots_are_found(void **state) {
  (void)state;
  double x = 1;
  problem p = {.r = square, .J = square_J, .n = 1, .c = 2};
  assert_int_equal(solve_once(&p, 0, &x), NEWTON_CONVERGED);
  check_near(x, sqrt(2), DBL_EPSILON);

  x = -3;
  assert_int_equal(solve_once(&p, 0, &x), NEWTON_CONVERGED);
  check_near(x, -sqrt(2), DBL_EPSILON);

  x = 1;
  p = (problem){.r = exponential, .J = exponential_J, .n = 1, .c = 10};
  assert_int_equal(solve_once(&p, 0, &x), NEWTON_CONVERGED);
  check_near(x, log(10), 2*DBL_EPSILON);

  x = 3;
  p = (problem){.r = kepler, .J = kepler_J, .n = 1, .c = 0.9, .b = (double[]){2}};
  assert_int_equal(solve_once(&p, 0, &x), NEWTON_CONVERGED);
  check_near(x, 2.5223654340002449, 4*DBL_EPSILON);  // found with 40 digits
}

// the right side is made from the root: all n numbers come back
static void systems_are_solved_to_rounding(void **state) {
  (void)state;
  dice d = {3};
  for (int trial = 0; trial < 200; trial++) {
    double root[4], b[4], x[4];
    problem p = {.r = cubic, .J = cubic_J, .n = 4, .c = dice_real(&d, 0, 2), .A = mixed4};
    for (int i = 0; i < 4; i++)
      root[i] = dice_real(&d, -2, 2);
    for (int i = 0; i < 4; i++) {
      long double sum = wide_product(p.c, root[i])*wide_product(root[i], root[i]);
      for (int j = 0; j < 4; j++)
        sum += wide_product(mixed4[i*4 + j], root[j]);
      b[i] = (double)sum;
      x[i] = 0;
    }
    p.b = b;
    assert_int_equal(solve_once(&p, 1, x), NEWTON_CONVERGED);
    for (int i = 0; i < 4; i++)
      check_near(x[i], root[i], 16*DBL_EPSILON);  // condition of mixed4 is 3
  }
}

// a linear system is done after one increment: the second is rounding
static void linear_equations_take_one_step(void **state) {
  (void)state;
  bench b;
  problem p = {.r = cubic, .J = cubic_J, .n = 4, .A = mixed4, .b = (double[]){1, 2, 3, 4}};
  bench_begin(&b, 4, 1);
  assert_int_equal(solve(&b, &p), NEWTON_CONVERGED);
  assert_in_range(b.s.last.iterations, 1, 3);
  assert_int_equal(p.jacobians, 1);
  check_below(b.s.last.history[1], 4*DBL_EPSILON);
  bench_end(&b);
}

// a fresh Jacobian: the second increment is the square of the first, times a constant
static void convergence_is_quadratic(void **state) {
  (void)state;
  double ratio[3];
  for (int k = 0; k < 3; k++) {
    bench b;
    problem p = {.r = square, .J = square_J, .n = 1, .c = 2};
    bench_begin(&b, 1, 0);
    b.s.x[0] = sqrt(2)*(1 + 0.01/(1 << k));
    assert_int_equal(solve(&b, &p), NEWTON_CONVERGED);
    ratio[k] = b.s.last.history[1]/(b.s.last.history[0]*b.s.last.history[0]);
    bench_end(&b);
  }
  check_near(ratio[0], 0.5, 0.02);  // f''/(2 f') = 1/(2 x), relative to x
  check_near(ratio[2], 0.5, 0.005);
}

// the claim above has teeth: with a Jacobian wrong by 1e-4 it is linear
static void wrong_jacobian_is_linear(void **state) {
  (void)state;
  bench b;
  problem p = {.r = square, .J = square_J, .n = 1, .c = 2};
  bench_begin(&b, 1, 0);
  b.s.x[0] = 1.4;
  assert_int_equal(solve(&b, &p), NEWTON_CONVERGED);
  int before = p.jacobians;
  p.c = 2*(1 + 2e-4);  // the Jacobian is now 1e-4 off
  b.s.x[0] = sqrt(2);
  assert_int_equal(solve(&b, &p), NEWTON_CONVERGED);
  assert_int_equal(p.jacobians, before);
  check_near(b.s.last.history[2]/b.s.last.history[1], 1e-4, 1e-5);
  check_near(b.s.x[0], sqrt(p.c), DBL_EPSILON);
  bench_end(&b);
}

// ---- frozen factorisation, prediction

// many solves of A x + c x^3 = b(k), b turning slowly; how many factorisations and iterations?
static void turn_slowly(newton *s, double angle, int count, bool forget) {
  static double b[4];
  problem p = {.r = cubic, .J = cubic_J, .n = 4, .c = 0.5, .A = mixed4, .b = b};
  for (int k = 0; k < count; k++) {
    for (int i = 0; i < 4; i++)
      b[i] = 3 + sin(angle*k + i);
    if (forget)
      newton_forget(s);
    newton_predict(s->shape.n, s);
    assert_int_equal(
        newton_solve(s, &(newton_equations){.context = &p, .residual = residual, .both = both}),
        NEWTON_CONVERGED);
    double r[4];
    cubic(&p, s->x, r);
    for (int i = 0; i < 4; i++)
      check_below(fabs(r[i]), 32*DBL_EPSILON);  // terms of size 10
  }
}

// the equations change little: one factorisation serves many solves, and each is exact
static void factorisation_is_kept(void **state) {
  (void)state;
  bench b;
  bench_begin(&b, 4, 1);
  turn_slowly(&b.s, 0.001, 300, false);
  check_below((double)b.s.carried.factorisations, 20);
  bench_end(&b);
}

// ... and forgetting each time costs one per solve, at least
static void forgetting_costs_factorisations(void **state) {
  (void)state;
  bench b;
  bench_begin(&b, 4, 1);
  turn_slowly(&b.s, 0.001, 300, true);
  check_above((double)b.s.carried.factorisations, 299);
  bench_end(&b);
}

// the start is extrapolated from the last solutions: fewer iterations than from the last alone
static void prediction_saves_iterations(void **state) {
  (void)state;
  bench with, without;
  bench_begin(&with, 4, 1);
  bench_begin(&without, 4, 1);
  turn_slowly(&with.s, 0.001, 300, false);
  turn_slowly(&without.s, 0.001, 300, true);
  check_below((double)with.s.carried.iterations, 0.75*(double)without.s.carried.iterations);
  bench_end(&with);
  bench_end(&without);
}

// polynomials of degree five are predicted exactly, those of degree six are not
static void prediction_is_of_degree_five(void **state) {
  (void)state;
  for (int degree = 0; degree < 7; degree++) {
    bench b;
    double right = 0;
    problem p = {.r = cubic, .J = cubic_J, .n = 1, .A = (double[]){1}, .b = &right};
    bench_begin(&b, 1, 1);
    for (int k = 0; k < 6; k++) {
      right = pow(k + 20, degree);
      assert_int_equal(solve(&b, &p), NEWTON_CONVERGED);
    }
    newton_predict(b.s.shape.n, &b.s);
    double next = pow(26, degree);
    if (degree < 6)
      check_near(b.s.x[0], next, 1e-14*next);
    else
      check_near(b.s.x[0], next - 720, 1e-13*next);  // the sixth difference is 6!
    bench_end(&b);
  }
}

// more terms are worse where the solutions jump to and fro: then the last one is the best guess
static void prediction_notices_when_it_is_wrong(void **state) {
  (void)state;
  bench b;
  double right = 0;
  problem p = {.r = cubic, .J = cubic_J, .n = 1, .A = (double[]){1}, .b = &right};
  bench_begin(&b, 1, 1);
  for (int k = 0; k < 20; k++) {
    right = k % 2 ? 1.1 : 0.9;
    assert_int_equal(solve(&b, &p), NEWTON_CONVERGED);
  }
  newton_predict(b.s.shape.n, &b.s);
  check_near(b.s.x[0], 1.1, 1e-12);
  bench_end(&b);
}

// with fewer solutions the degree is lower, with none x stays as the caller set it
static void prediction_grows_with_memory(void **state) {
  (void)state;
  static const double expected[] = {0, 1, 3, 6, 10, 15, 21};
  bench b;
  double right = 0;
  problem p = {.r = cubic, .J = cubic_J, .n = 1, .A = (double[]){1}, .b = &right};
  bench_begin(&b, 1, 1);
  b.s.x[0] = 7;
  newton_predict(b.s.shape.n, &b.s);
  assert_true(b.s.x[0] == 7);
  for (int k = 0; k < 6; k++) {
    right = expected[k];
    assert_int_equal(solve(&b, &p), NEWTON_CONVERGED);
    newton_predict(b.s.shape.n, &b.s);
    double predicted = k == 0 ? 0 : k == 1 ? 2 : expected[k + 1];
    check_near(b.s.x[0], predicted, 1e-13);
  }
  newton_forget(&b.s);
  b.s.x[0] = 7;
  newton_predict(b.s.shape.n, &b.s);
  assert_true(b.s.x[0] == 7);
  bench_end(&b);
}

// the derivative doubles from one solve to the next: the old factors are given up
static void bad_contraction_renews(void **state) {
  (void)state;
  bench b;
  problem p = {.r = square, .J = square_J, .n = 1, .c = 1};
  bench_begin(&b, 1, 0);
  b.s.x[0] = 1.1;
  for (int k = 0; k < 40; k++) {
    p.c *= k % 2 ? 0.25 : 4;
    long before = b.s.carried.factorisations;
    assert_int_equal(solve(&b, &p), NEWTON_CONVERGED);
    check_near(b.s.x[0], sqrt(p.c), 2*DBL_EPSILON);
    check_above((double)(b.s.carried.factorisations - before), 0.5);
  }
  bench_end(&b);
}

// the old factors lead away altogether: the solve begins again with new ones
static void useless_factors_are_replaced(void **state) {
  (void)state;
  bench b;
  problem p = {.r = exponential, .J = exponential_J, .n = 1, .c = exp(-20)};
  bench_begin(&b, 1, 1);
  b.s.x[0] = -20;
  assert_int_equal(solve(&b, &p), NEWTON_CONVERGED);  // J = 2e-9
  p.c = 1;
  b.s.x[0] = 0.5;
  assert_int_equal(solve(&b, &p), NEWTON_CONVERGED);  // with the old J: x = -3e8, then NaN
  check_near(b.s.x[0], 0, 2*DBL_EPSILON);
  bench_end(&b);
}

// ---- scales

// rows of 1e-12 and 1e12, unknowns likewise: all are solved to their own rounding
static void bad_scales_are_solved(void **state) {
  (void)state;
  static const double row[] = {1e-12, 1, 1e12, 1e-300};
  double A[16], b[4], x[4] = {0}, expected[4] = {0};
  for (int pass = 0; pass < 2; pass++) {
    problem p = {.r = cubic, .J = cubic_J, .n = 4, .A = A, .b = b};
    for (int i = 0; i < 4; i++) {
      b[i] = (i + 1)*(pass ? row[i] : 1);
      for (int j = 0; j < 4; j++)
        A[i*4 + j] = mixed4[i*4 + j]*(pass ? row[i] : 1);
    }
    assert_int_equal(solve_once(&p, 0, pass ? x : expected), NEWTON_CONVERGED);
  }
  for (int i = 0; i < 4; i++)
    check_near(x[i], expected[i], 8*DBL_EPSILON);
}

// an unknown that is zero beside one of 1e12, with no scale given by the caller
static void zero_beside_large_is_solved(void **state) {
  (void)state;
  double x[4] = {5, 5, 5, 5};
  problem p = {.r = cubic, .J = cubic_J, .n = 4, .A = eye4, .b = (double[]){0, 1e12, 0, 1e-12}};
  assert_int_equal(solve_once(&p, 0, x), NEWTON_CONVERGED);
  assert_true(x[0] == 0 && x[2] == 0);
  check_near(x[1], 1e12, 1e-3);
  check_near(x[3], 1e-12, 1e-15);
}

// everything is zero and nothing has a scale: still a solution, from everywhere
static void all_zero_is_solved(void **state) {
  (void)state;
  for (int from = 0; from < 2; from++) {
    double x[4] = {from, -2*from, 0, 1e-30*from};
    problem p = {.r = cubic, .J = cubic_J, .n = 4, .A = mixed4, .b = (double[4]){0}};
    assert_int_equal(solve_once(&p, 0, x), NEWTON_CONVERGED);
    for (int i = 0; i < 4; i++)
      check_below(fabs(x[i]), 1e-15);
  }
}

// Blocks have sizes of their own. Noise of 1e-9 in the second unknown is rounding beside the first
// one, 1e6, but not in a block by itself.
static void blocky(const problem *p, const double *x, double *r) {
  r[0] = x[0] - 1e6;
  r[1] = x[1] - 1e-3 + p->c*hash_noise(x[1]);
}

static void blocky_J(const problem *p, const double *x, double *J) {
  (void)p;
  (void)x;
  memcpy(J, (double[]){1, 0, 0, 1}, 4*sizeof *J);
}

static void blocks_have_their_own_sizes(void **state) {
  (void)state;
  for (int blocks = 1; blocks <= 2; blocks++) {
    bench b;
    problem p = {.r = blocky, .J = blocky_J, .n = 2, .c = 1e-9};
    bench_begin(&b, 2, 0);
    if (blocks == 2)
      b.s.shape.end[0] = 1;
    assert_int_equal(solve(&b, &p), blocks == 1 ? NEWTON_CONVERGED : NEWTON_STAGNATED);
    bench_end(&b);
  }
}

static void no_unknowns_are_solved(void **state) {
  (void)state;
  double x = 1;
  problem p = {.r = cubic, .J = cubic_J, .n = 0};
  assert_int_equal(solve_once(&p, 0, &x), NEWTON_CONVERGED);
}

// the history has the increments of the last solve, the counters those of all
static void report_is_right(void **state) {
  (void)state;
  bench b;
  problem p = {.r = square, .J = square_J, .n = 1, .c = 4};
  bench_begin(&b, 1, 0);
  b.s.x[0] = 3;
  assert_int_equal(solve(&b, &p), NEWTON_CONVERGED);
  assert_int_equal(b.s.last.nhistory, b.s.last.iterations);
  assert_int_equal(b.s.carried.iterations, p.residuals);
  assert_int_equal(b.s.carried.factorisations, p.jacobians);
  check_near(b.s.last.history[0], (5.0/6)/(13.0/6)/1.001, 1e-15);  // x = 3 - 5/6; the share
  assert_int_equal(b.s.carried.max_iterations, b.s.last.iterations);
  int first = b.s.last.iterations;
  assert_int_equal(solve(&b, &p), NEWTON_CONVERGED);
  check_below(b.s.last.iterations, first);
  assert_int_equal(b.s.carried.max_iterations, first);
  assert_int_equal(b.s.carried.iterations, first + b.s.last.iterations);
  bench_end(&b);
}

// ---- a solver of the equations' own

// J0 is A + 3 c x^2 on the diagonal, times `off`, and nothing beside it
typedef struct own_solver {
  problem p;
  double off, diagonal[4];
  int factored, residuals;
} own_solver;

static void own_residual(void *context, const double *x, double *r) {
  own_solver *o = context;
  o->residuals++;
  cubic(&o->p, x, r);
}

static void own_both(void *context, const double *x, double *r, double *J) {
  own_solver *o = context;
  cubic(&o->p, x, r);
  cubic_J(&o->p, x, J);
}

static bool own_factor(void *context, const double *x, double *r) {
  own_solver *o = context;
  o->factored++;
  cubic(&o->p, x, r);
  for (int i = 0; i < 4; i++)
    o->diagonal[i] = o->off*(o->p.A[i*4 + i] + 3*o->p.c*x[i]*x[i]);
  return o->off != 0;
}

static void own_correct(void *context, const double *r, double *d) {
  own_solver *o = context;
  for (int i = 0; i < 4; i++)
    d[i] = -r[i]/o->diagonal[i];
}

static newton_result solve_own(bench *b, own_solver *o) {
  return newton_solve(&b->s, &(newton_equations){.context = o,
                                                 .residual = own_residual,
                                                 .both = own_both,
                                                 .factor = own_factor,
                                                 .correct = own_correct});
}

// nearly diagonal
static const double nearly[16] = {2, 0.05, 0, 0.1, 0.1,  3, 0.05, 0,
                                  0, 0.1,  2, 0.1, 0.05, 0, 0.1,  4};

static void an_own_solver_is_used(void **state) {
  (void)state;
  bench b;
  own_solver o = {.p = {.n = 4, .c = 0.5, .A = nearly, .b = (double[]){1, 2, 3, 4}}, .off = 1};
  double r[4];
  bench_begin(&b, 4, 1);
  assert_int_equal(solve_own(&b, &o), NEWTON_CONVERGED);
  assert_int_equal(o.factored, 1);
  assert_in_range(b.s.last.iterations, 5, 40);
  cubic(&o.p, b.s.x, r);
  for (int i = 0; i < 4; i++)
    check_below(fabs(r[i]), 16*DBL_EPSILON);
  bench_end(&b);
}

// the increments alternate and do not shrink: J has to help, and helps for a while
static void a_poor_solver_is_left_alone(void **state) {
  (void)state;
  bench b;
  own_solver o = {.p = {.n = 4, .c = 0.5, .A = nearly, .b = (double[]){1, 2, 3, 4}}, .off = 0.5};
  bench_begin(&b, 4, 1);
  assert_int_equal(solve_own(&b, &o), NEWTON_CONVERGED);
  assert_int_equal(o.factored, 1);
  for (int k = 0; k < newton_without - 1; k++)
    assert_int_equal(solve_own(&b, &o), NEWTON_CONVERGED);
  assert_int_equal(o.factored, 1);

  // then it is tried again, with new factors, and is as good as it has become
  o.off = 1;
  b.s.x[0] += 0.1;
  assert_int_equal(solve_own(&b, &o), NEWTON_CONVERGED);
  assert_int_equal(o.factored, 2);
  assert_int_equal(b.s.carried.without, 0);
  bench_end(&b);
}

static void a_singular_solver_is_left_alone(void **state) {
  (void)state;
  bench b;
  own_solver o = {.p = {.n = 4, .c = 0.5, .A = nearly, .b = (double[]){1, 2, 3, 4}}, .off = 0};
  double r[4];
  bench_begin(&b, 4, 1);
  assert_int_equal(solve_own(&b, &o), NEWTON_CONVERGED);
  cubic(&o.p, b.s.x, r);
  for (int i = 0; i < 4; i++)
    check_below(fabs(r[i]), 16*DBL_EPSILON);
  bench_end(&b);
}

static void results_have_words(void **state) {
  (void)state;
  check_text(newton_word(NEWTON_SINGULAR), "singular");
  check_text(newton_word(NEWTON_STAGNATED), "no longer shrink");
  check_text(newton_word(NEWTON_NOT_FINITE), "not finite");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_roots_are_found),
      cmocka_unit_test(systems_are_solved_to_rounding),
      cmocka_unit_test(linear_equations_take_one_step),
      cmocka_unit_test(convergence_is_quadratic),
      cmocka_unit_test(wrong_jacobian_is_linear),
      cmocka_unit_test(factorisation_is_kept),
      cmocka_unit_test(forgetting_costs_factorisations),
      cmocka_unit_test(prediction_saves_iterations),
      cmocka_unit_test(prediction_is_of_degree_five),
      cmocka_unit_test(prediction_notices_when_it_is_wrong),
      cmocka_unit_test(prediction_grows_with_memory),
      cmocka_unit_test(bad_contraction_renews),
      cmocka_unit_test(useless_factors_are_replaced),
      cmocka_unit_test(bad_scales_are_solved),
      cmocka_unit_test(zero_beside_large_is_solved),
      cmocka_unit_test(all_zero_is_solved),
      cmocka_unit_test(blocks_have_their_own_sizes),
      cmocka_unit_test(no_unknowns_are_solved),
      cmocka_unit_test(report_is_right),
      cmocka_unit_test(an_own_solver_is_used),
      cmocka_unit_test(a_poor_solver_is_left_alone),
      cmocka_unit_test(a_singular_solver_is_left_alone),
      cmocka_unit_test(results_have_words),
  };
  return check_run(argc, argv, tests);
}
