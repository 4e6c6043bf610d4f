// Newton's method on a processor without rounding modes, as WebAssembly: floors are found by looking
// beside the place. The kernel is compiled here as it is there.

#include <fenv.h>
#undef FE_UPWARD

#include "tests/solve/newton_trials.h"

#include "tests/support/expressions.h"

// x + c - c = 1.00037, which is rounded to eps c
static void lost_in_large(const problem *p, const double *x, double *r) {
  volatile double large = p->c;
  double sum = x[0] + large;
  r[0] = (sum - large) - 1.00037;
}

// noise that is no rounding
static void noisy(const problem *p, const double *x, double *r) {
  r[0] = x[0] - 1 + p->c*hash_noise(x[0]);
}

static void one(const problem *p, const double *x, double *J) {
  (void)p, (void)x;
  J[0] = 1;
}

// the kernel of this file, not the one of the library
static newton_result solve_here(bench *b, problem *p, double x) {
  b->s.x[0] = x;
  return newton_run(b->s.shape, &b->s,
                    &(newton_equations){.context = p, .residual = residual, .both = both});
}

static void there_are_no_modes_here(void **state) {
  (void)state;
  assert_int_equal(ROUNDING_HAS_MODES, 0);
  assert_false(rounding_is_seen());
}

// solves end at eps c, and the floor that is found is of this size
static void floors_are_found(void **state) {
  (void)state;
  dice d = {7};
  double largest = 0;
  for (double c = 1e5; c < 1e9; c *= 10)
    for (int trial = 0; trial < 20; trial++) {
      bench b;
      problem p = {.r = lost_in_large, .J = one, .n = 1, .c = c};
      bench_begin(&b, 1, 0);
      assert_int_equal(solve_here(&b, &p, dice_real(&d, 0.5, 2)), NEWTON_CONVERGED);
      check_near(b.s.x[0], 1.00037, 2*DBL_EPSILON*c);
      check_below(b.s.carried.largest_floor, 4*DBL_EPSILON*c);
      largest = fmax(largest, b.s.carried.largest_floor);
      bench_end(&b);
    }
  check_above(largest, 1e-9);  // there were some
}

// twin: where increments stay large, nothing is called rounding
static void large_noise_is_refused(void **state) {
  (void)state;
  dice d = {8};
  for (int trial = 0; trial < 100; trial++) {
    bench b;
    problem p = {.r = noisy, .J = one, .n = 1, .c = 1e-4};
    bench_begin(&b, 1, 0);
    assert_int_equal(solve_here(&b, &p, dice_real(&d, 0.5, 2)), NEWTON_STAGNATED);
    bench_end(&b);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(there_are_no_modes_here),
      cmocka_unit_test(floors_are_found),
      cmocka_unit_test(large_noise_is_refused),
  };
  return check_run(argc, argv, tests);
}
