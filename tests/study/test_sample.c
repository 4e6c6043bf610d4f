// Numbers that are drawn, and numbers that are spaced.

#include "noslip.h"
#include "tests/support/check.h"

#include <math.h>
#include <stdlib.h>

enum { count = 20000 };

typedef struct moments {
  double mean, variance, fourth, within;  // within: share of |x - mean| < deviation
} moments;

static moments measure(const noslip_distribution *d, bool logarithm) {
  static double x[count];
  moments m = {0};
  for (int k = 0; k < count; k++) {
    noslip_draw(&x[k], d, 1, 5, k);
    x[k] = logarithm ? log(x[k]) : x[k];
    m.mean += x[k]/count;
  }
  for (int k = 0; k < count; k++) {
    double square = (x[k] - m.mean)*(x[k] - m.mean);
    m.variance += square/(count - 1);
    m.fourth += square*square/count;
  }
  for (int k = 0; k < count; k++)
    m.within += fabs(x[k] - m.mean) < sqrt(m.variance) ? 1.0/count : 0;
  return m;
}

// Four standard errors of 20000 numbers: of the mean 0.028 deviations, of the variance 0.04, of the
// fourth moment 3 +- 0.28, of the share 0.013.
static void normal_has_its_moments(void **unused) {
  (void)unused;
  moments m = measure(&(noslip_distribution){NOSLIP_NORMAL, 3, 0.5}, false);
  check_near(m.mean, 3, 0.014);
  check_near(m.variance, 0.25, 0.01);
  check_near(m.fourth/(m.variance*m.variance), 3, 0.28);
  check_near(m.within, 0.6827, 0.013);
}

// the twin: a uniform distribution of this mean and variance is noticed
static void moments_can_tell(void **unused) {
  (void)unused;
  double half = 0.5*sqrt(3);
  moments m = measure(&(noslip_distribution){NOSLIP_UNIFORM, 3 - half, 3 + half}, false);
  check_near(m.variance, 0.25, 0.01);
  check_above(fabs(m.fourth/(m.variance*m.variance) - 3), 1);  // it is 1.8
  check_above(fabs(m.within - 0.6827), 0.05);                  // 0.577
}

// log x is uniform from log 0.1 to log 10: variance (log 100)^2/12
static void log_uniform_is_uniform_in_the_logarithm(void **unused) {
  (void)unused;
  const noslip_distribution d = {NOSLIP_LOG_UNIFORM, 0.1, 10};
  moments m = measure(&d, true);
  check_near(m.mean, 0, 0.04);
  check_near(m.variance/(log(100)*log(100)/12), 1, 0.03);
  for (int k = 0; k < count; k++) {
    double x;
    noslip_draw(&x, &d, 1, 5, k);
    assert_true(x >= 0.1 && x <= 10);
  }
}

// the draws of ranges keep their bits
static void uniform_draws_are_those_of_ranges(void **unused) {
  (void)unused;
  const noslip_range ranges[] = {{0, 1}, {-2, 2}};
  const noslip_distribution same[] = {{NOSLIP_UNIFORM, 0, 1}, {NOSLIP_UNIFORM, -2, 2}};
  for (int k = 0; k < 100; k++) {
    double x[2], y[2];
    noslip_sample(x, ranges, 2, 7, k);
    noslip_draw(y, same, 2, 7, k);
    assert_memory_equal(x, y, sizeof x);
  }
}

// the same bits everywhere: those of these formulas in another program
static void draws_are_known(void **unused) {
  (void)unused;
  const noslip_distribution all[] = {{NOSLIP_NORMAL, 0, 1}, {NOSLIP_LOG_UNIFORM, 0.1, 10}};
  double x[2];
  noslip_draw(x, all, 2, 1234567, 0);
  assert_true(x[0] == 0x1.b6c588418d885p-2 && x[1] == 0x1.28ee2aaaa0ad5p+0);
  noslip_draw(NULL, all, 2, 0, 0);
}

static void spaced_numbers_end_exactly(void **unused) {
  (void)unused;
  double x[31];
  noslip_spaced(x, 4, 7, 31, false);
  assert_true(x[0] == 4 && x[30] == 7 && x[1] == 4.1 && x[15] == 5.5);
  noslip_spaced(x, 0.1, 10, 21, true);
  assert_true(x[0] == 0.1 && x[20] == 10);
  check_near(x[10], 1, 1e-15);
  for (int i = 1; i <= 20; i++)
    check_near(x[i]/x[i - 1], pow(10, 0.1), 1e-14);
  noslip_spaced(x, 7, 4, 2, false);
  assert_true(x[0] == 7 && x[1] == 4);
  noslip_spaced(NULL, 0, 1, 3, false);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(normal_has_its_moments),
      cmocka_unit_test(moments_can_tell),
      cmocka_unit_test(log_uniform_is_uniform_in_the_logarithm),
      cmocka_unit_test(uniform_draws_are_those_of_ranges),
      cmocka_unit_test(draws_are_known),
      cmocka_unit_test(spaced_numbers_end_exactly),
  };
  return check_run(argc, argv, tests);
}
