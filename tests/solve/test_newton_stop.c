// Tests of src/solve/newton.h: when a solve ends, what it says if it fails, and that nothing
// unconverged is ever called converged.

#include "tests/solve/newton_trials.h"

#include "tests/support/expressions.h"

#include <float.h>

enum { most = 12 };

// ---- where it stops

// rounding of the residual alone, eps 1e6, keeps the increments from shrinking: that is the floor
static void floor_is_accepted(void **state) {
  (void)state;
  double x = 3;
  // x - 0.9 sin x, with 1e6 added and taken away
  problem p = {.r = kepler, .J = kepler_J, .n = 1, .c = 0.9, .b = (double[]){2}};
  assert_int_equal(solve_once(&p, 1, &x), NEWTON_CONVERGED);
  double exact = x;
  volatile double big = 1e5;
  for (int k = 0; k < 50; k++) {
    double b = (2 + big*(1 + 0.01*k)) - big*(1 + 0.01*k);  // carries eps 1e5
    p.b = &b;
    x = 3 - 0.01*k;
    assert_int_equal(solve_once(&p, 1, &x), NEWTON_CONVERGED);
    check_near(x, exact, 1e-10);
  }
}

// a residual with noise that is no rounding, and of which J does not know
static void noisy(const problem *p, const double *x, double *r) {
  r[0] = x[0] - 1 + p->c*hash_noise(x[0]);
}

static void noisy_J(const problem *p, const double *x, double *J) {
  (void)p;
  (void)x;
  J[0] = 1;
}

// noise of 1e-13 is a floor, noise of 1e-6 is none: that solve has failed, and says so
static void stagnation_above_the_floor_fails(void **state) {
  (void)state;
  dice d = {5};
  for (int trial = 0; trial < 100; trial++) {
    double x = dice_real(&d, 0, 2), y = x;
    problem p = {.r = noisy, .J = noisy_J, .n = 1, .c = 1e-13};
    assert_int_equal(solve_once(&p, 0, &x), NEWTON_CONVERGED);
    check_near(x, 1, 2e-13);
    p.c = 1e-6;
    assert_int_equal(solve_once(&p, 0, &y), NEWTON_STAGNATED);
  }
}

// the caller may know of more: with that noise the same residual is at its floor
static void known_noise_is_allowed(void **state) {
  (void)state;
  bench b;
  problem p = {.r = noisy, .J = noisy_J, .n = 1, .c = 1e-7};
  bench_begin(&b, 1, 0);
  b.s.x[0] = 0.3;
  assert_int_equal(solve(&b, &p), NEWTON_STAGNATED);
  b.s.noise = 1e-7/DBL_EPSILON;
  b.s.x[0] = 0.3;
  assert_int_equal(solve(&b, &p), NEWTON_CONVERGED);
  check_near(b.s.x[0], 1, 2e-7);
  bench_end(&b);
}

// sign(x) sqrt|x|: Newton jumps between x and -x for ever
static void root(const problem *p, const double *x, double *r) {
  (void)p;
  r[0] = copysign(sqrt(fabs(x[0])), x[0]);
}

static void root_J(const problem *p, const double *x, double *J) {
  (void)p;
  J[0] = 0.5/sqrt(fabs(x[0]));
}

// cube root: every step leads twice as far away
static void cube_root(const problem *p, const double *x, double *r) {
  (void)p;
  r[0] = cbrt(x[0]);
}

static void cube_root_J(const problem *p, const double *x, double *J) {
  (void)p;
  J[0] = 1/(3*cbrt(x[0]*x[0]));
}

// x^2 + 1 has no root
static void no_convergence_is_reported(void **state) {
  (void)state;
  double x = 0.7;
  problem p = {.r = root, .J = root_J, .n = 1};
  assert_int_equal(solve_once(&p, 1, &x), NEWTON_STAGNATED);
  x = 1e-3;
  p = (problem){.r = cube_root, .J = cube_root_J, .n = 1};
  assert_int_equal(solve_once(&p, 1, &x), NEWTON_STAGNATED);
  x = 0.3;
  p = (problem){.r = square, .J = square_J, .n = 1, .c = -1};
  assert_int_equal(solve_once(&p, 1, &x), NEWTON_STAGNATED);
}

// x1 = 1 is found at once, (1 + x1) x2 = 0 only with a Jacobian that saw x1 change: with the first
// one x2 goes from e to -e for ever. The large increment of x1 must not pass for convergence.
static void hidden(const problem *p, const double *x, double *r) {
  (void)p;
  r[0] = x[0] - 1;
  r[1] = (1 + x[0])*x[1];
}

static void hidden_J(const problem *p, const double *x, double *J) {
  (void)p;
  J[0] = 1;
  J[1] = 0;
  J[2] = x[1];
  J[3] = 1 + x[0];
}

static void slow_part_is_not_overlooked(void **state) {
  (void)state;
  for (double e = 1e-4; e > 1e-18; e /= 3) {
    double x[] = {0, e};
    problem p = {.r = hidden, .J = hidden_J, .n = 2};
    assert_int_equal(solve_once(&p, 1, x), NEWTON_CONVERGED);
    check_near(x[0], 1, DBL_EPSILON);
    check_below(fabs(x[1]), 50*DBL_EPSILON);  // 1/100 of it would be below rounding
  }
}

// ---- failures

// equation `row` is a combination of others: it, or one of those, is named
static void singular_jacobian_names_an_equation(void **state) {
  (void)state;
  for (int row = 0; row < 4; row++) {
    double A[16], b[4] = {1, 1, 1, 1};
    bench s;
    memcpy(A, mixed4, sizeof A);
    memset(A + 4*row, 0, 4*sizeof *A);  // no unknown occurs in it
    problem p = {.r = cubic, .J = cubic_J, .n = 4, .A = A, .b = b};
    bench_begin(&s, 4, 1);
    assert_int_equal(solve(&s, &p), NEWTON_SINGULAR);
    assert_int_equal(s.s.last.worst, row);

    // twice another equation: one of the two
    int other = (row + 2) % 4;
    for (int j = 0; j < 4; j++)
      A[4*row + j] = 2*mixed4[4*other + j];
    s.s.last.worst = -1;
    assert_int_equal(solve(&s, &p), NEWTON_SINGULAR);
    assert_true(s.s.last.worst == row || s.s.last.worst == other);
    bench_end(&s);
  }
}

// the sum of two others, in equations that rounding keeps from being exactly singular too: after a
// good solve, so that no earlier value is left by chance
static void worst_is_of_this_solve(void **state) {
  (void)state;
  double A[16], b[4] = {1, 1, 1, 1};
  bench s;
  problem p = {.r = cubic, .J = cubic_J, .n = 4, .A = A, .b = b};
  bench_begin(&s, 4, 1);
  memcpy(A, mixed4, sizeof A);
  memset(A + 12, 0, 4*sizeof *A);
  assert_int_equal(solve(&s, &p), NEWTON_SINGULAR);
  assert_int_equal(s.s.last.worst, 3);
  memcpy(A, mixed4, sizeof A);
  for (int j = 0; j < 4; j++)
    A[4 + j] = A[j] + A[8 + j];
  assert_int_equal(solve(&s, &p), NEWTON_SINGULAR);
  assert_in_range(s.s.last.worst, 0, 2);
  bench_end(&s);
}

// log x with x < 0, in the third equation
static void logarithms(const problem *p, const double *x, double *r) {
  for (int i = 0; i < p->n; i++)
    r[i] = i == 2 ? log(x[i]) : x[i] - 1;
}

static void logarithms_J(const problem *p, const double *x, double *J) {
  for (int i = 0; i < p->n*p->n; i++)
    J[i] = i/p->n != i % p->n ? 0 : i/p->n == 2 ? 1/x[2] : 1;
}

static void not_a_number_is_reported(void **state) {
  (void)state;
  bench b;
  problem p = {.r = logarithms, .J = logarithms_J, .n = 4};
  bench_begin(&b, 4, 1);
  b.s.x[2] = -1;
  assert_int_equal(solve(&b, &p), NEWTON_NOT_FINITE);
  assert_int_equal(b.s.last.worst, 2);
  assert_true(isnan(b.s.last.worst_residual));
  b.s.x[2] = 0.5;
  assert_int_equal(solve(&b, &p), NEWTON_CONVERGED);  // it recovers
  check_near(b.s.x[2], 1, DBL_EPSILON);
  bench_end(&b);
}

// x_i = 1, but the equation `c` has no root: x^2 + 1
static void one_without_root(const problem *p, const double *x, double *r) {
  for (int i = 0; i < p->n; i++)
    r[i] = p->A[i]*(i == (int)p->c ? x[i]*x[i] + 1 : x[i] - 1);
}

static void one_without_root_J(const problem *p, const double *x, double *J) {
  for (int i = 0; i < p->n; i++)
    for (int j = 0; j < p->n; j++)
      J[i*p->n + j] = i != j ? 0 : p->A[i]*(i == (int)p->c ? 2*x[i] : 1);
}

// the worst equation is the one that fails, whatever its scale, and its residual is as it stands
static void worst_equation_is_right(void **state) {
  (void)state;
  static const double scales[] = {1e8, 1, 1e-8, 1e4};
  for (int row = 0; row < 4; row++) {
    bench b;
    problem p = {.r = one_without_root, .J = one_without_root_J, .n = 4, .c = row, .A = scales};
    bench_begin(&b, 4, 1);
    for (int i = 0; i < 4; i++)
      b.s.x[i] = 0.4;
    assert_int_equal(solve(&b, &p), NEWTON_STAGNATED);
    assert_int_equal(b.s.last.worst, row);
    check_near(b.s.last.worst_residual/scales[row], 1,
               0.1);  // near x = 0, where x^2 + 1 is smallest
    bench_end(&b);
  }
}

// ---- nothing unconverged is called converged

// r_i = sum_j A_ij x_j + c_i f_i(y_i) - b_i with y_i = sum_j B_ij x_j and nasty functions f
typedef struct nasty {
  int n;
  double A[most*most], B[most*most], c[most], b[most], size[most];
  int f[most];
} nasty;

enum { functions = 10 };

static long double nasty_f(int f, long double y) {
  switch (f) {
  case 0: return y*y*y;
  case 1: return expl(y);
  case 2: return sinl(10*y);
  case 3: return sqrtl(fabsl(y));
  case 4: return fabsl(y);
  case 5: return 100*atanl(100*y);
  case 6: return 1/y;
  case 7: return cbrtl(y);
  case 8: return y*y;
  default: return tanhl(1000*y);
  }
}

static double nasty_df(int f, double y) {
  switch (f) {
  case 0: return 3*y*y;
  case 1: return exp(y);
  case 2: return 10*cos(10*y);
  case 3: return copysign(0.5/sqrt(fabs(y)), y);
  case 4: return copysign(1, y);
  case 5: return 1e4/(1 + 1e4*y*y);
  case 6: return -1/(y*y);
  case 7: return 1/(3*cbrt(y*y));
  case 8: return 2*y;
  default: return 1000/(cosh(1000*y)*cosh(1000*y));
  }
}

static long double nasty_row(const nasty *p, int i, const double *x, long double *size) {
  long double y = 0, sum = -(long double)p->b[i], reach = 0;
  *size = fabsl(sum);
  for (int j = 0; j < p->n; j++) {
    y += wide_product(p->B[i*p->n + j], x[j]);
    reach += fabsl(wide_product(p->B[i*p->n + j], x[j]));
    sum += wide_product(p->A[i*p->n + j], x[j]);
    *size += fabsl(wide_product(p->A[i*p->n + j], x[j]));
  }
  long double c = (long double)p->c[i], f = c*nasty_f(p->f[i], y);
  *size += fabsl(f) + fabsl(c*(long double)nasty_df(p->f[i], (double)y))*reach;
  return sum + f;
}

static void nasty_r(void *context, const double *x, double *r) {
  const nasty *p = context;
  for (int i = 0; i < p->n; i++) {
    double y = 0, sum = -p->b[i];
    for (int j = 0; j < p->n; j++) {
      y += p->B[i*p->n + j]*x[j];
      sum += p->A[i*p->n + j]*x[j];
    }
    r[i] = p->size[i]*(sum + p->c[i]*(double)nasty_f(p->f[i], (long double)y));
  }
}

static void nasty_both(void *context, const double *x, double *r, double *J) {
  const nasty *p = context;
  nasty_r(context, x, r);
  for (int i = 0; i < p->n; i++) {
    double y = 0;
    for (int j = 0; j < p->n; j++)
      y += p->B[i*p->n + j]*x[j];
    for (int j = 0; j < p->n; j++)
      J[i*p->n + j] =
          p->size[i]*(p->A[i*p->n + j] + p->c[i]*nasty_df(p->f[i], y)*p->B[i*p->n + j]);
  }
}

static void throw_nasty(nasty *p, dice *d) {
  p->n = 1 + dice_below(d, 5);
  for (int i = 0; i < p->n; i++) {
    p->f[i] = dice_below(d, functions);
    p->c[i] = dice_below(d, 3) == 0 ? 0 : pow(10, dice_real(d, -3, 1));
    p->b[i] = dice_below(d, 4) == 0 ? 0 : dice_real(d, -3, 3);
    p->size[i] = pow(10, dice_real(d, -6, 6));
    for (int j = 0; j < p->n; j++) {
      p->A[i*p->n + j] = dice_below(d, 3) == 0 ? 0 : dice_real(d, -1, 1);
      p->B[i*p->n + j] = dice_below(d, 2) == 0 ? 0 : dice_real(d, -1, 1);
    }
  }
}

// the largest residual in units of rounding: of its terms, and of x known to eps of its size
static double residual_in_roundings(const nasty *p, const double *x) {
  double worst = 0, largest = 0;
  for (int j = 0; j < p->n; j++)
    largest = fmax(largest, fabs(x[j]));
  for (int i = 0; i < p->n; i++) {
    long double size, r = nasty_row(p, i, x, &size), y = 0;
    for (int j = 0; j < p->n; j++)
      y += wide_product(p->B[i*p->n + j], x[j]);
    for (int j = 0; j < p->n; j++) {
      double slope =
          p->A[i*p->n + j] + p->c[i]*nasty_df(p->f[i], (double)y)*p->B[i*p->n + j];
      size +=
          wide_product(fabs(slope), 1 + fabs(x[j]) + 1e-3*largest);  // the scale of the solver
    }
    worst = fmax(worst, (double)(fabsl(r)/(size*(long double)DBL_EPSILON)));
  }
  return worst;
}

// did the solve end at the floor that the header allows where nothing shrinks any more?
static bool ended_at_floor(const newton *s) {
  int k = s->last.nhistory;
  return k > 1 && s->last.history[k - 1] <= newton_floor && s->last.history[k - 2] <= newton_floor;
}

// 100 000 random systems, solved in sequences of eight with changing right sides, so that frozen
// factorisations and predictions are in play
static void converged_means_converged(void **state) {
  (void)state;
  dice d = {2024};
  long converged = 0, failed = 0, rough = 0;
  for (int trial = 0; trial < 12500; trial++) {
    nasty p;
    bench b;
    throw_nasty(&p, &d);
    bench_begin(&b, p.n, 1);
    for (int i = 0; i < p.n; i++)
      b.s.x[i] = dice_real(&d, -2, 2);
    double change = pow(10, dice_real(&d, -6, 0));
    for (int k = 0; k < 8; k++) {
      if (newton_solve(
              &b.s, &(newton_equations){.context = &p, .residual = nasty_r, .both = nasty_both}) ==
          NEWTON_CONVERGED) {
        converged++;
        double roundings = residual_in_roundings(&p, b.s.x);
        rough += roundings > 100;
        check_below(roundings, ended_at_floor(&b.s) ? newton_floor/DBL_EPSILON : 100);
      } else {
        failed++;
        for (int i = 0; i < p.n; i++)
          b.s.x[i] = dice_real(&d, -2, 2);
      }
      for (int i = 0; i < p.n; i++)
        p.b[i] += change*dice_real(&d, -1, 1);
      newton_predict(b.s.shape.n, &b.s);
    }
    bench_end(&b);
  }
  check_above((double)converged, 50000);  // both kinds occur
  check_above((double)failed, 5000);
  check_below((double)rough, 1e-3*(double)converged);
}

// the measure has teeth: the same systems moved by 1e-12 would not pass
static void unconverged_would_be_noticed(void **state) {
  (void)state;
  dice d = {2024};
  long noticed = 0, converged = 0;
  for (int trial = 0; trial < 1000; trial++) {
    nasty p;
    bench b;
    throw_nasty(&p, &d);
    bench_begin(&b, p.n, 1);
    for (int i = 0; i < p.n; i++)
      b.s.x[i] = dice_real(&d, -2, 2);
    if (newton_solve(&b.s,
                     &(newton_equations){.context = &p, .residual = nasty_r, .both = nasty_both}) ==
        NEWTON_CONVERGED) {
      for (int i = 0; i < p.n; i++)
        b.s.x[i] += 1e-12*(1 + fabs(b.s.x[i]));
      converged++;
      noticed += residual_in_roundings(&p, b.s.x) > 100;
    }
    bench_end(&b);
  }
  check_above((double)noticed, 0.95*(double)converged);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(floor_is_accepted),
      cmocka_unit_test(stagnation_above_the_floor_fails),
      cmocka_unit_test(known_noise_is_allowed),
      cmocka_unit_test(no_convergence_is_reported),
      cmocka_unit_test(slow_part_is_not_overlooked),
      cmocka_unit_test(singular_jacobian_names_an_equation),
      cmocka_unit_test(worst_is_of_this_solve),
      cmocka_unit_test(not_a_number_is_reported),
      cmocka_unit_test(worst_equation_is_right),
      cmocka_unit_test(converged_means_converged),
      cmocka_unit_test(unconverged_would_be_noticed),
  };
  return check_run(argc, argv, tests);
}
