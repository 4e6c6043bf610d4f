// Tests of src/real: what C99 says of special arguments, two ways to the same bits, order, and a digest
// of many values, which is the same with every compiler and on every processor. How near the values
// are is measured in test_real_accuracy.c.

#include "tests/support/check.h"
#include "tests/support/expressions.h"

#include "real/arctangent.h"
#include "real/exponential.h"
#include "real/logarithm.h"
#include "real/remainder.h"
#include "real/sine.h"
#include "solve/rounding.h"

#include <float.h>

typedef double function(double x);

static const struct {
  const char *name;
  function *ours, *library;
} functions[] = {
    {"sin", real_sin, sin},    {"cos", real_cos, cos},    {"tan", real_tan, tan},
    {"asin", real_asin, asin}, {"acos", real_acos, acos}, {"atan", real_atan, atan},
    {"sinh", real_sinh, sinh}, {"cosh", real_cosh, cosh}, {"tanh", real_tanh, tanh},
    {"exp", real_exp, exp},    {"log", real_log, log},    {"log1p", real_log1p, log1p},
};
enum { nfunction = sizeof functions/sizeof *functions };

static const double special[] = {0.0,
                                 -0.0,
                                 1,
                                 -1,
                                 0.5,
                                 -0.5,
                                 2,
                                 -2,
                                 3,
                                 -3,
                                 5e-324,
                                 -5e-324,
                                 DBL_MIN,
                                 -DBL_MIN,
                                 DBL_MAX,
                                 -DBL_MAX,
                                 1 - DBL_EPSILON/2,
                                 1 + DBL_EPSILON,
                                 800,
                                 -800,
                                 0x1p52 + 1,
                                 -0x1p52 - 1,
                                 0x1p53,
                                 -0x1p53,
                                 (double)INFINITY,
                                 -(double)INFINITY,
                                 (double)NAN};
enum { nspecial = sizeof special/sizeof *special };

// as the library has it, to a unit in the last place: signs of zeros, infinities, no numbers
static bool agrees(double ours, double library) {
  if (isnan(ours) || isnan(library))
    return isnan(ours) && isnan(library);
  if (ours == 0 || library == 0 || isinf(ours) || isinf(library))
    return ours == library && !signbit(ours) == !signbit(library);
  return fabs(ours - library) <= fabs(nextafter(library, 0) - library)*2;
}

static void special_arguments_are_those_of_C(void **unused) {
  (void)unused;
  for (int k = 0; k < nfunction; k++)
    for (int i = 0; i < nspecial; i++) {
      double ours = functions[k].ours(special[i]), library = functions[k].library(special[i]);
      if (!agrees(ours, library))
        check_fail("%s(%a) is %a, not %a\n", functions[k].name, special[i], ours, library);
    }
}

static void special_pairs_are_those_of_C(void **unused) {
  (void)unused;
  for (int i = 0; i < nspecial; i++)
    for (int j = 0; j < nspecial; j++) {
      double x = special[i], y = special[j];
      if (!agrees(real_pow(x, y), pow(x, y)))
        check_fail("pow(%a, %a) is %a, not %a\n", x, y, real_pow(x, y), pow(x, y));
      if (!agrees(real_atan2(x, y), atan2(x, y)))
        check_fail("atan2(%a, %a) is %a, not %a\n", x, y, real_atan2(x, y), atan2(x, y));
    }
}

// any number at all
static double any_number(dice *d) {
  uint64_t bits = (uint64_t)dice_next(d) << 33 ^ (uint64_t)dice_next(d) << 11 ^ dice_next(d);
  return real_of_bits(bits);
}

static void one_call_of_sine_and_cosine_is_two(void **unused) {
  (void)unused;
  dice d = {3};
  for (int k = 0; k < 100000; k++) {
    double x = k % 2 ? any_number(&d) : dice_real(&d, -20, 20);
    real_pair both = real_sin_cos(x);
    double s = real_sin(x), c = real_cos(x);
    assert_true(isnan(s) ? isnan(both.high) : real_bits(s) == real_bits(both.high));
    assert_true(isnan(c) ? isnan(both.low) : real_bits(c) == real_bits(both.low));
  }
}

// whole powers that have few digits, and roots of squares
static void exact_powers_are_exact(void **unused) {
  (void)unused;
  for (int n = 1; n < 1000; n++) {
    assert_true(real_pow(n, 2) == (double)n*n);
    assert_true(real_pow((double)n*n, 0.5) == n);
    assert_true(real_pow(-n, 3) == -(double)n*n*n);
  }
  for (int n = -1074; n < 1024; n++)
    assert_true(real_pow(2, n) == ldexp(1, n));
}

// 0 <= mod(a, b) < |b|, and a - mod(a, b) is a multiple of b
static void remainders_are_never_negative(void **unused) {
  (void)unused;
  static const double rows[][3] = {
      {7, 4, 3},          {-7, 4, 1},           {7, -4, 3},    {-7, -4, 1},
      {8, 4, 0},          {-8, 4, 0},           {0, 4, 0},     {0.5, 1, 0.5},
      {-0x1p-60, 1, 0},   {-0.25, 0.75, 0.5},   {1e300, 7, 1}, {0x1p53 + 2, 2, 0},
      {-0x1p-1074, 1, 0}, {2.5, HUGE_VAL, 2.5},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    double r = real_mod(rows[i][0], rows[i][1]);
    assert_true(r >= 0 && r < fabs(rows[i][1]));
    check_near(r, rows[i][2], 0);
  }
  assert_true(isnan(real_mod(1, 0)) && isnan(real_mod(HUGE_VAL, 1)) &&
              isnan(real_mod((double)NAN, 1)));
}

// the double that comes nearest to a multiple of pi/2                         [Kahan; Muller 2016]
static void reduction_is_exact_where_it_is_hardest(void **unused) {
  (void)unused;
  double x = ldexp(6381956970095103.0, 797);
  check_near(real_cos(x)/-4.68716592425462761112e-19, 1, DBL_EPSILON);
  assert_true(real_sin(x) == 1);
}

// From one double to the next, over the borders of tables and series: f does not fall.
static void check_order(const char *name, function *f, double x, double sign) {
  enum { around = 200 };
  for (int k = 0; k < around; k++)
    x = nextafter(x, -HUGE_VAL);
  double before = f(x);
  for (int k = 0; k < 2*around; k++) {
    x = nextafter(x, HUGE_VAL);
    double now = f(x);
    if (sign*(now - before) < 0)
      check_fail("%s is out of order at %a\n", name, x);
    before = now;
  }
}

static void values_keep_their_order(void **unused) {
  (void)unused;
  const double part = 3.14159265358979312/128;
  for (int k = -63; k < 64; k += 2)
    check_order("sin", real_sin, k*part, 1);
  for (int k = 1; k < 128; k += 2)
    check_order("cos", real_cos, k*part, -1);
  for (int k = -300; k < 300; k++)
    check_order("exp", real_exp, (k + 0.5)*log(2)/128, 1);
  for (int k = 128; k < 512; k++)
    check_order("log", real_log, k/256.0, 1);
  for (int k = -200; k < 200; k++)
    check_order("atan", real_atan, (k + 0.5)/64, 1);
  const double borders[] = {0x1p-26, 0x1p-28, 0x1p-30, 0.0625, 1, 40};
  for (int k = 0; k < 6; k++) {
    check_order("tanh", real_tanh, borders[k], 1);
    check_order("sinh", real_sinh, borders[k], 1);
    check_order("atan", real_atan, borders[k], 1);
    check_order("asin", real_asin, borders[k] < 1 ? borders[k] : 0.5, 1);
  }
}

// ---- the same bits everywhere

static uint64_t mix(uint64_t digest, double x) {
  return (digest ^ (isnan(x) ? 1 : real_bits(x)))*UINT64_C(0x100000001b3);
}

static void values_are_the_same_everywhere(void **unused) {
  (void)unused;
  const uint64_t known = UINT64_C(0x82dcd0cf01fc7cf7);
  uint64_t digest = UINT64_C(0xcbf29ce484222325);
  dice d = {17};
  for (int k = 0; k < 20000; k++) {
    double x = k % 4 == 0 ? any_number(&d) : dice_real(&d, -6, 6), y = dice_real(&d, -3, 3);
    for (int i = 0; i < nfunction; i++)
      digest = mix(digest, functions[i].ours(x*(i == 3 || i == 4 ? 1.0/6 : 1)));
    digest = mix(mix(digest, real_pow(fabs(x), y)), real_atan2(x, y));
  }
  if (digest != known)
    check_fail("the digest is %016llx\n", (unsigned long long)digest);
}

typedef struct asking {
  function *of;
  double x, result;
} asking;

// a rounding_function
static void ask(void *context) {
  asking *c = context;
  c->result = c->of(c->x);
}

// In the other rounding modes of the processor last digits change, and nothing else: what they change is
// taken for rounding. The reductions of sine are those of the nearest mode, but for one of 64 parts.
static void other_modes_change_last_digits(void **unused) {
  (void)unused;
  static const double most = 8;  // roundings
  dice d = {12345};
  for (int i = 0; i < nfunction*2000; i++) {
    asking c = {.of = functions[i % nfunction].ours, .x = exp2(dice_real(&d, -30, 8))};
    ask(&c);
    double nearest = c.result, size = fmax(fabs(nearest), c.of == real_cos ? 1e-3 : 0);
    for (int m = 0; m < rounding_modes && isfinite(nearest); m++) {
      assert_true(rounding_call(m, ask, &c));
      check_that(fabs(c.result - nearest) <= most*DBL_EPSILON*size, __FILE__, __LINE__,
                 "%s(%a) changes by %g roundings\n", functions[i % nfunction].name, c.x,
                 fabs(c.result - nearest)/(DBL_EPSILON*size));
    }
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(special_arguments_are_those_of_C),
      cmocka_unit_test(special_pairs_are_those_of_C),
      cmocka_unit_test(one_call_of_sine_and_cosine_is_two),
      cmocka_unit_test(exact_powers_are_exact),
      cmocka_unit_test(remainders_are_never_negative),
      cmocka_unit_test(reduction_is_exact_where_it_is_hardest),
      cmocka_unit_test(values_keep_their_order),
      cmocka_unit_test(values_are_the_same_everywhere),
      cmocka_unit_test(other_modes_change_last_digits),
  };
  return check_run(argc, argv, tests);
}
