// How near the values of src/real are: against the same functions in 113 digits, over all ranges. The
// claim is 0.51 units in the last place; half a unit is what rounding alone takes.

#include "tests/support/check.h"
#include "tests/support/expressions.h"

#include "real/arctangent.h"
#include "real/exponential.h"
#include "real/logarithm.h"
#include "real/sine.h"

#include <quadmath.h>

__extension__ typedef __float128 quad;

enum { trials = 4000 };
static const double claimed = 0.51;

// |got - exact| in units of the last place of the exact value, rounded
static double error_of(double got, quad exact) {
  double rounded = (double)exact;
  int e;
  if (!isfinite(rounded) || !isfinite(got))
    return got == rounded ? 0 : HUGE_VAL;
  frexp(rounded, &e);
  e = e < -1021 ? -1021 : e;
  return (double)fabsq(((quad)got - exact)/scalbnq(1, e - 53));
}

// ---- functions of one number

typedef struct subject {
  const char *name;
  double (*ours)(double x);
  quad (*exact)(quad x);
  double low, high;  // of x, or of log |x| if `wide`
  bool wide;
} subject;

static const subject subjects[] = {
    {"sin", real_sin, sinq, -7, 7, false},
    {"sin", real_sin, sinq, -4e4, 4e4, false},
    {"sin", real_sin, sinq, -60, 709, true},
    {"cos", real_cos, cosq, -7, 7, false},
    {"cos", real_cos, cosq, -4e4, 4e4, false},
    {"cos", real_cos, cosq, -60, 709, true},
    {"tan", real_tan, tanq, -7, 7, false},
    {"tan", real_tan, tanq, -60, 709, true},
    {"exp", real_exp, expq, -1, 1, false},
    {"exp", real_exp, expq, -746, 710, false},
    {"exp", real_exp, expq, -745.2, -708, false},
    {"exp", real_exp, expq, -60, 5, true},
    {"log", real_log, logq, 0.5, 2, false},
    {"log", real_log, logq, 0.99, 1.01, false},
    {"log", real_log, logq, 0.99999, 1.00001, false},
    {"log", real_log, logq, -745, 709, true},
    {"log1p", real_log1p, log1pq, -0.999, 3, false},
    {"log1p", real_log1p, log1pq, -0.01, 0.01, false},
    {"log1p", real_log1p, log1pq, -60, 709, true},
    {"sinh", real_sinh, sinhq, -1, 1, false},
    {"sinh", real_sinh, sinhq, -711, 711, false},
    {"sinh", real_sinh, sinhq, -60, 6, true},
    {"cosh", real_cosh, coshq, -2, 2, false},
    {"cosh", real_cosh, coshq, -711, 711, false},
    {"tanh", real_tanh, tanhq, -0.2, 0.2, false},
    {"tanh", real_tanh, tanhq, -45, 45, false},
    {"tanh", real_tanh, tanhq, -60, 1, true},
    {"atan", real_atan, atanq, -2, 2, false},
    {"atan", real_atan, atanq, -0.07, 0.07, false},
    {"atan", real_atan, atanq, -60, 100, true},
    {"asin", real_asin, asinq, -1, 1, false},
    {"asin", real_asin, asinq, -0.07, 0.07, false},
    {"asin", real_asin, asinq, -60, 0, true},
    {"acos", real_acos, acosq, -1, 1, false},
    {"acos", real_acos, acosq, 0.999, 1, false},
    {"acos", real_acos, acosq, -1, -0.999, false},
};

static double throw_number(dice *d, double low, double high, bool wide) {
  double x = dice_real(d, low, high)*(1 + dice_real(d, 0, 1)*0x1p-30);
  if (!wide)
    return x;
  return dice_below(d, 2) ? exp(x) : -exp(x);
}

static double worst_of(const subject *s, double (*ours)(double x)) {
  dice d = {19};
  double worst = 0;
  for (int k = 0; k < trials; k++) {
    double x = throw_number(&d, s->low, s->high, s->wide);
    quad exact = s->exact((quad)x);
    if (!isnanq(exact))
      worst = fmax(worst, error_of(ours(x), exact));
  }
  return worst;
}

static void functions_are_as_near_as_claimed(void **unused) {
  (void)unused;
  for (size_t k = 0; k < sizeof subjects/sizeof *subjects; k++) {
    double worst = worst_of(&subjects[k], subjects[k].ours);
    if (!(worst <= claimed))
      print_error("%s, from %g to %g\n", subjects[k].name, subjects[k].low, subjects[k].high);
    check_below(worst, claimed);
  }
}

// the measurement notices a table of doubles: x less its nearest k pi/64, rounded
static double rounded_sine(double x) {
  real_pair r;
  int k = sine_reduce(&r, x);
  real_pair s = sine_at(k, (real_pair){r.high, 0}, 0);
  return s.high + s.low*(1 + 0x1p-9);
}

static void the_measurement_has_teeth(void **unused) {
  (void)unused;
  check_above(worst_of(&subjects[0], rounded_sine), claimed);
}

// near multiples of pi/2, where the rest of an argument is small
static void reduction_is_as_near_as_claimed(void **unused) {
  (void)unused;
  for (int k = 1; k < trials; k++) {
    double x = (double)(k*(k % 7 ? 1 : 1001)*M_PI_2q);
    check_below(error_of(real_sin(x), sinq((quad)x)), claimed);
    check_below(error_of(real_cos(x), cosq((quad)x)), claimed);
    check_below(error_of(real_tan(x), tanq((quad)x)), claimed);
  }
}

// ---- functions of two

static void angles_are_as_near_as_claimed(void **unused) {
  (void)unused;
  dice d = {23};
  for (int k = 0; k < 5*trials; k++) {
    double range = k % 2 ? 3 : 700;
    double y = throw_number(&d, -range, range, true), x = throw_number(&d, -range, range, true);
    check_below(error_of(real_atan2(y, x), atan2q((quad)y, (quad)x)), claimed);
  }
}

static void powers_are_as_near_as_claimed(void **unused) {
  (void)unused;
  static const double ranges[][2] = {{3, 3}, {3, 200}, {700, 1.05}, {0.01, 7e4}, {1e-4, 7e6}};
  dice d = {29};
  for (int k = 0; k < 5*trials; k++) {
    const double *range = ranges[k % 5];
    double x = exp(dice_real(&d, -range[0], range[0])), y = dice_real(&d, -range[1], range[1]);
    check_below(error_of(real_pow(x, y), powq((quad)x, (quad)y)), claimed);
  }
}

// ---- tables

// two doubles know a number to 2^-79 of it, or, where one part has fixed digits, to 2^-90
static void check_entry(double high, double low, quad exact, double relative) {
  double scale = exact == 0 ? 1 : fabs((double)exact);
  check_below((double)fabsq((quad)high + (quad)low - exact)/scale, relative);
}

static void tables_are_right(void **unused) {
  (void)unused;
  for (int i = 0; i <= 32; i++)
    check_entry(sine_table[i][0], sine_table[i][1], i < 32 ? sinq(i*M_PIq/64) : 1, 0x1p-78);
  for (int j = 0; j < 128; j++)
    check_entry(exponential_table[j][0], exponential_table[j][1], exp2q((quad)j/128), 0x1p-78);
  for (int i = 0; i < 256; i++)
    check_entry(logarithm_table[i][1], logarithm_table[i][2], -logq((quad)logarithm_table[i][0]),
                0x1p-85);
  for (int j = 0; j <= 64; j++)
    check_entry(arctangent_table[j][0], arctangent_table[j][1], atanq((quad)j/64), 0x1p-105);
  quad step = (quad)sine_step[0] + (quad)sine_step[1] + (quad)sine_step[2] + (quad)sine_step[3];
  check_below(fabs((double)(step - M_PIq/64)), 0x1p-115);
  check_entry(logarithm_two[0], logarithm_two[1], M_LN2q, 0x1p-95);
  check_entry(exponential_step[0], exponential_step[1], M_LN2q/128, 0x1p-87);
}

// 26 digits where products are to be exact
static void first_parts_are_short(void **unused) {
  (void)unused;
  for (int i = 0; i <= 32; i++)
    assert_true(real_upper(sine_table[i][0]) == sine_table[i][0]);
  for (int j = 0; j < 128; j++)
    assert_true(real_upper(exponential_table[j][0]) == exponential_table[j][0]);
  for (int i = 0; i < 256; i++)
    assert_true(logarithm_table[i][0]*1024 == nearbyint(logarithm_table[i][0]*1024));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(functions_are_as_near_as_claimed),
      cmocka_unit_test(the_measurement_has_teeth),
      cmocka_unit_test(reduction_is_as_near_as_claimed),
      cmocka_unit_test(angles_are_as_near_as_claimed),
      cmocka_unit_test(powers_are_as_near_as_claimed),
      cmocka_unit_test(tables_are_right),
      cmocka_unit_test(first_parts_are_short),
  };
  return check_run(argc, argv, tests);
}
