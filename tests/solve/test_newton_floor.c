// Tests of src/solve/newton_floor.h: solves end at the accuracy that rounding allows, whatever the
// condition and the units, and what is no rounding is refused.

#include "tests/solve/newton_trials.h"

#include "tests/support/expressions.h"

#include <float.h>

// wide enough to know the solution of any system below
#if defined __SIZEOF_FLOAT128__
__extension__ typedef __float128 wide;
#else
typedef long double wide;
#endif

enum { most = 8 };

// ---- the modes

static void third(void *context) {
  volatile double one = 1, three = 3;
  *(double *)context = one/three;
}

// something without rounding, that depends on what it is called with
static void half(void *context) {
  volatile double one = 1, two = 2;
  *(double *)context = one/two;
}

static void modes_show_rounding(void **state) {
  (void)state;
  double up = 0, down = 0, zero = 0, near = 1.0/3, exact = 0;
  assert_true(rounding_is_seen());
  assert_true(rounding_call(0, third, &up) && rounding_call(1, third, &down));
  assert_true(rounding_call(2, third, &zero));
  assert_true(up > down && zero == down && near >= down && near <= up);
  for (int m = 0; m < rounding_modes; m++) {
    assert_true(rounding_call(m, half, &exact));
    assert_true(exact == 0.5);
  }
  assert_int_equal(fegetround(), FE_TONEAREST);
}

// ---- systems of any condition, in any units

// r_i = row_i (sum_j A_ij z_j - b_i) with z_j = y_j + y_j^3/10, y_j = x_j/unit_j; the units are powers
// of two, so that only the sum is rounded
typedef struct mixture {
  int n;
  double A[most*most], b[most], row[most], unit[most];
  int evaluations;
} mixture;

static void mixture_r(void *context, const double *x, double *r) {
  mixture *p = context;
  p->evaluations++;
  for (int i = 0; i < p->n; i++) {
    r[i] = -p->b[i];
    for (int j = 0; j < p->n; j++) {
      double y = x[j]/p->unit[j];
      r[i] += p->A[i*p->n + j]*(y + y*y*y/10);
    }
    r[i] *= p->row[i];
  }
}

static void mixture_both(void *context, const double *x, double *r, double *J) {
  mixture *p = context;
  mixture_r(context, x, r);
  for (int i = 0; i < p->n; i++)
    for (int j = 0; j < p->n; j++) {
      double y = x[j]/p->unit[j];
      J[i*p->n + j] = p->row[i]*p->A[i*p->n + j]*(1 + 0.3*y*y)/p->unit[j];
    }
}

static newton_equations mixture_equations(mixture *p) {
  return (newton_equations){.context = p, .residual = mixture_r, .both = mixture_both};
}

// rotate rows or columns i, j of A
static void rotate(double *A, int n, int i, int j, double angle, bool rows) {
  double c = cos(angle), s = sin(angle);
  for (int k = 0; k < n; k++) {
    double *a = A + (rows ? i*n + k : k*n + i), *b = A + (rows ? j*n + k : k*n + j);
    double t = c * *a - s * *b;
    *b = s * *a + c * *b;
    *a = t;
  }
}

// a power of two between 1e-12 and 1e12
static double throw_unit(dice *d) {
  return ldexp(1, dice_below(d, 80) - 40);
}

// a matrix with singular values from 1 to 1/condition, in any units
static void throw_mixture(mixture *p, dice *d, double condition) {
  *p = (mixture){.n = 2 + dice_below(d, most - 1)};
  int n = p->n;
  for (int i = 0; i < n; i++) {
    p->A[i*n + i] = pow(condition, -(double)i/(n - 1));
    p->row[i] = throw_unit(d);
    p->unit[i] = throw_unit(d);
  }
  for (int turn = 0; turn < 4*n; turn++) {
    int i = dice_below(d, n), j = (i + 1 + dice_below(d, n - 1)) % n;
    rotate(p->A, n, i, j, dice_real(d, 0, 6), turn % 2);
  }
  // solved by numbers of the order of one
  double y[most];
  for (int j = 0; j < n; j++)
    y[j] = dice_real(d, -2, 2);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      p->b[i] += p->A[i*n + j]*(y[j] + y[j]*y[j]*y[j]/10);
}

// x = A^-1 b by elimination with pivots, in place
static void wide_solve(wide *A, wide *b, int n) {
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (A[i*n + k]*A[i*n + k] > A[p*n + k]*A[p*n + k])
        p = i;
    for (int j = 0; j <= n; j++) {
      wide *u = j < n ? A + k*n + j : b + k, *v = j < n ? A + p*n + j : b + p, t = *u;
      *u = *v;
      *v = t;
    }
    for (int i = k + 1; i < n; i++) {
      wide l = A[i*n + k]/A[k*n + k];
      for (int j = k; j < n; j++)
        A[i*n + j] -= l*A[k*n + j];
      b[i] -= l*b[k];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++)
      b[i] -= A[i*n + j]*b[j];
    b[i] /= A[i*n + i];
  }
}

// the solution y, by Newton's method in wide numbers from where x is
static void wide_root(const mixture *p, const double *x, wide *y) {
  enum { rounds = 12 };  // quadratic: three would do
  int n = p->n;
  for (int j = 0; j < n; j++)
    y[j] = (wide)x[j]/(wide)p->unit[j];
  for (int round = 0; round < rounds; round++) {
    wide J[most*most], d[most];
    for (int i = 0; i < n; i++) {
      d[i] = (wide)p->b[i];
      for (int j = 0; j < n; j++) {
        d[i] -= (wide)p->A[i*n + j]*(y[j] + y[j]*y[j]*y[j]/10);
        J[i*n + j] = (wide)p->A[i*n + j]*(1 + 3*y[j]*y[j]/10);
      }
    }
    wide_solve(J, d, n);
    for (int j = 0; j < n; j++)
      y[j] += d[j];
  }
}

// the size of an unknown as newton.h has it, all in one block
static double size_of(const newton *s, int i) {
  return s->scale[i] + fabs(s->x[i]) + 1e-3*vec_max(s->x, s->shape.n);
}

// how far x is from the solution, in the norm of the solver
static double error_of(const mixture *p, const newton *s) {
  wide y[most];
  double worst = 0;
  wide_root(p, s->x, y);
  for (int j = 0; j < p->n; j++)
    worst = fmax(worst, fabs((double)(y[j]*(wide)p->unit[j] - (wide)s->x[j]))/size_of(s, j));
  return worst;
}

// What can be reached: |J^-1| rho with rho_i = (n + 4) eps sum_j |terms|, a bound of the rounding of
// r; and two increments of 64 roundings, which are believed unmeasured (newton_run.h).
static double attainable(const mixture *p, const newton *s) {
  double worst = 0, rho[most];
  int n = p->n;
  for (int i = 0; i < n; i++) {
    rho[i] = fabs(p->b[i]);
    for (int j = 0; j < n; j++) {
      double y = s->x[j]/p->unit[j];
      rho[i] += fabs(p->A[i*n + j]*(y + y*y*y/10));
    }
    rho[i] *= (n + 4)*DBL_EPSILON;
  }
  double sum[most] = {0};
  for (int c = 0; c < n; c++) {
    wide A[most*most], e[most] = {0};
    e[c] = 1;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        wide y = (wide)s->x[j]/(wide)p->unit[j];
        A[i*n + j] = (wide)p->A[i*n + j]*(1 + 3*y*y/10);
      }
    wide_solve(A, e, n);
    for (int j = 0; j < n; j++)
      sum[j] += fabs((double)e[j])*rho[c];
  }
  for (int j = 0; j < n; j++)
    worst = fmax(worst, sum[j]*p->unit[j]/size_of(s, j));
  return worst + 2*newton_rounding;
}

// a start near by, in the units of x
static void throw_start(const mixture *p, dice *d, newton *s) {
  for (int j = 0; j < p->n; j++) {
    s->scale[j] = p->unit[j];
    s->x[j] = p->unit[j]*dice_real(d, -2, 2);
  }
}

// Sequences of eight solves with right sides that change, so that floors are kept and starts
// extrapolated. Every one is solved to what can be reached, in a few iterations; but where that is so
// much that its square is left in the rows, a few are called undetermined.
static void solves_end_at_the_attainable(void **state) {
  (void)state;
  static const double conditions[] = {1e2, 1e4, 1e6, 1e8, 1e10, 1e12};
  enum { idle = 40 };  // iterations
  dice d = {77};
  int undetermined = 0;
  for (int c = 0; c < 6; c++)
    for (int trial = 0; trial < 60; trial++) {
      mixture p;
      bench b;
      throw_mixture(&p, &d, conditions[c]);
      bench_begin(&b, p.n, 0);
      throw_start(&p, &d, &b.s);
      for (int k = 0; k < 8; k++) {
        newton_equations e = mixture_equations(&p);
        newton_result result = newton_solve(&b.s, &e);
        if (result == NEWTON_UNDETERMINED) {
          check_above(attainable(&p, &b.s), 1e-5);
          undetermined++;
          break;
        }
        assert_int_equal(result, NEWTON_CONVERGED);
        check_below(error_of(&p, &b.s), attainable(&p, &b.s));
        check_below(b.s.last.iterations, idle);
        for (int i = 0; i < p.n; i++)
          p.b[i] *= 1 + 1e-3*dice_real(&d, -1, 1)/conditions[c];
        newton_predict(p.n, &b.s);
      }
      bench_end(&b);
    }
  check_below(undetermined, 5);  // of 360
}

// the measure has teeth: errors come near the bound, which is one of the worst case, and twice of it
// would be noticed
static void errors_would_be_noticed(void **state) {
  (void)state;
  dice d = {78};
  double largest = 0;
  for (int trial = 0; trial < 300; trial++) {
    mixture p;
    bench b;
    throw_mixture(&p, &d, 1e8);
    bench_begin(&b, p.n, 0);
    throw_start(&p, &d, &b.s);
    newton_equations e = mixture_equations(&p);
    assert_int_equal(newton_solve(&b.s, &e), NEWTON_CONVERGED);
    double bound = attainable(&p, &b.s);
    largest = fmax(largest, error_of(&p, &b.s)/bound);
    for (int j = 0; j < p.n; j++)
      b.s.x[j] += 2*bound*size_of(&b.s, j);
    check_above(error_of(&p, &b.s), bound);
    bench_end(&b);
  }
  check_above(largest, 0.02);
}

// ---- what is no rounding

// y_k = 1 but for the last, which makes trouble of size c: a jump, a kink above zero, a parabola above
// zero, noise that no mode changes
typedef struct trouble {
  mixture base;
  int kind;
  double c;
} trouble;

enum { JUMP, KINK, PARABOLA, NOISE, kinds };

static double trouble_f(const trouble *p, double y) {
  switch (p->kind) {
  case JUMP: return y - 1 + (y > 1 ? p->c : -p->c);
  case KINK: return fabs(y - 1) + p->c;
  case PARABOLA: return (y - 1)*(y - 1) + p->c;
  default: return y - 1 + p->c*hash_noise(y);
  }
}

static double trouble_df(const trouble *p, double y) {
  switch (p->kind) {
  case KINK: return y > 1 ? 1 : -1;
  case PARABOLA: return 2*(y - 1);
  default: return 1;
  }
}

// the last equation of the mixture is replaced
static void trouble_r(void *context, const double *x, double *r) {
  trouble *p = context;
  int last = p->base.n - 1;
  mixture_r(&p->base, x, r);
  r[last] = p->base.row[last]*trouble_f(p, x[last]/p->base.unit[last]);
}

static void trouble_both(void *context, const double *x, double *r, double *J) {
  trouble *p = context;
  int n = p->base.n, last = n - 1;
  mixture_both(&p->base, x, r, J);
  p->base.evaluations--;  // it counts as one
  trouble_r(context, x, r);
  for (int j = 0; j < n; j++)
    J[last*n + j] = 0;
  double unit = p->base.unit[last];
  J[last*n + last] = p->base.row[last]*trouble_df(p, x[last]/unit)/unit;
}

// in systems of condition 100, whose own floor is far below; the bound of evaluations is that of all
// iterations of two attempts with all measures
static void what_is_no_rounding_is_refused(void **state) {
  (void)state;
  static const double sizes[] = {1e-2, 1e-4, 1e-6, 1e-8};
  enum { bound = 2*newton_most + 7*(newton_places*(rounding_modes + 1) + 2) };
  dice d = {5};
  for (int kind = 0; kind < kinds; kind++)
    for (int trial = 0; trial < 200; trial++) {
      trouble p = {.kind = kind, .c = sizes[trial % 4]};
      bench b;
      throw_mixture(&p.base, &d, 100);
      for (int j = 0; j < p.base.n; j++)
        p.base.unit[j] = p.base.unit[0];  // small beside others it would be forgiven
      bench_begin(&b, p.base.n, 0);
      throw_start(&p.base, &d, &b.s);
      newton_equations e = {.context = &p, .residual = trouble_r, .both = trouble_both};
      assert_int_equal(newton_solve(&b.s, &e), NEWTON_STAGNATED);
      assert_in_range(p.base.evaluations, 1, bound);
      bench_end(&b);
    }
}

// A row that no rounding excuses beside one that rounding spoils. The second unknown is so small in its
// block that the norm would forgive it.
static void spoilt(const problem *p, const double *x, double *r) {
  volatile double big = 1e9;
  r[0] = (x[0] + big) - big - 1;
  r[1] = fabs(x[1]) + p->c;
}

static void spoilt_J(const problem *p, const double *x, double *J) {
  (void)p;
  memcpy(J, (double[]){1, 0, 0, x[1] > 0 ? 1 : -1}, 4*sizeof *J);
}

static void every_row_must_be_rounded(void **state) {
  (void)state;
  double x[] = {0.3, 1e-11};
  problem p = {.r = spoilt, .J = spoilt_J, .n = 2, .c = 1e-11};
  assert_int_not_equal(solve_once(&p, 0, x), NEWTON_CONVERGED);
  x[0] = 0.3, x[1] = 1e-11;
  p.c = 0;
  assert_int_equal(solve_once(&p, 0, x), NEWTON_CONVERGED);
  check_near(x[0], 1, 1e9*DBL_EPSILON);
}

// ((1 + h x) - 1)/h = 1: x is known to eps/h
static void short_step(const problem *p, const double *x, double *r) {
  volatile double q = 1 + p->c*x[0];
  r[0] = (q - 1)/p->c - 1;
}

static void short_step_J(const problem *p, const double *x, double *J) {
  (void)p, (void)x;
  J[0] = 1;
}

// as long as that is less than a hundredth it is solved; then it is undetermined, and known to phi
static void a_solution_lost_in_rounding_is_named(void **state) {
  (void)state;
  for (double h = 1e-6; h > 1e-13; h /= 3) {
    double x = 0.3;
    problem p = {.r = short_step, .J = short_step_J, .n = 1, .c = h};
    assert_int_equal(solve_once(&p, 0, &x), NEWTON_CONVERGED);
    check_near(x, 1, DBL_EPSILON/h);
  }
  bench b;
  problem p = {.r = short_step, .J = short_step_J, .n = 1, .c = 3e-15};
  bench_begin(&b, 1, 0);
  b.s.x[0] = 0.3;
  assert_int_equal(solve(&b, &p), NEWTON_UNDETERMINED);
  check_near(b.s.last.unknown_to, DBL_EPSILON/p.c, DBL_EPSILON/p.c);
  bench_end(&b);
}

// ---- what is kept

// the floor serves the next solves without a measure, and is forgotten with everything else
static void floor_is_kept_for_a_while(void **state) {
  (void)state;
  bench b;
  problem p = {.r = short_step, .J = short_step_J, .n = 1, .c = 1e-8};
  bench_begin(&b, 1, 0);
  for (int k = 0; k < 3*newton_keep - 10; k++) {
    b.s.x[0] = 0.3 + 1e-3*k;
    assert_int_equal(solve(&b, &p), NEWTON_CONVERGED);
  }
  check_above(b.s.carried.floor, 0.1*DBL_EPSILON/p.c);
  check_near(b.s.carried.largest_floor, DBL_EPSILON/p.c, DBL_EPSILON/p.c);
  check_below(p.residuals, 8*3*newton_keep);  // a measure at each would need 16 more
  newton_forget(&b.s);
  assert_true(b.s.carried.floor == 0 && b.s.carried.largest_floor > 0);
  bench_end(&b);
}

// a number that is lost in a large one: its floor is 2e-3
static void lost_in_large(const problem *p, const double *x, double *r) {
  volatile double large = p->c;
  double sum = x[0] + large;
  r[0] = (sum - large) - 1.00037;
}

static void one(const problem *p, const double *x, double *J) {
  (void)p, (void)x;
  J[0] = 1;
}

// x^5 = 1 with a derivative that is 30 % off, so that increments shrink by 0.4
static void fifth_power(const problem *p, const double *x, double *r) {
  (void)p;
  r[0] = x[0]*x[0]*x[0]*x[0]*x[0] - 1;
}

static void nearly_its_derivative(const problem *p, const double *x, double *J) {
  (void)p;
  J[0] = 0.7*5*x[0]*x[0]*x[0]*x[0];
}

// a floor that an earlier solve has found does not end one that still converges
static void kept_floors_end_nothing_that_converges(void **state) {
  (void)state;
  problem noisy = {.r = lost_in_large, .J = one, .n = 1, .c = 1e13};
  problem smooth = {.r = fifth_power, .J = nearly_its_derivative, .n = 1};
  bench b;
  bench_begin(&b, 1, 0);
  b.s.x[0] = 1.3;
  assert_int_equal(solve(&b, &noisy), NEWTON_CONVERGED);
  check_above(b.s.carried.floor, 1e-4);
  b.s.carried.frozen = b.s.carried.aged = false;
  b.s.x[0] = 1.004;
  assert_int_equal(solve(&b, &smooth), NEWTON_CONVERGED);
  check_near(b.s.x[0], 1, 1e-14);
  bench_end(&b);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(modes_show_rounding),
      cmocka_unit_test(solves_end_at_the_attainable),
      cmocka_unit_test(errors_would_be_noticed),
      cmocka_unit_test(what_is_no_rounding_is_refused),
      cmocka_unit_test(every_row_must_be_rounded),
      cmocka_unit_test(a_solution_lost_in_rounding_is_named),
      cmocka_unit_test(floor_is_kept_for_a_while),
      cmocka_unit_test(kept_floors_end_nothing_that_converges),
  };
  return check_run(argc, argv, tests);
}
