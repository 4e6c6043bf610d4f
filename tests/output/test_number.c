// Numbers as text. What src/output/number.c prints must be, to the byte, what trial with printf and
// strtod gives: the first of 16 and 15 digits that fail to read back decides.

#include "output/decimal.h"
#include "output/number.h"
#include "tests/support/check.h"

#include <stdio.h>
#include <stdlib.h>

typedef const char *printer(char *buffer, double x);

// ---- by trial

static bool reads_back(char *text, double x, int digits) {
  snprintf(text, number_size, "%.*g", digits, x);
  return strtod(text, NULL) == x;
}

static const char *by_trial(char *text, double x) {
  if (isnan(x))
    snprintf(text, number_size, "nan");
  else if (!isfinite(x) || !reads_back(text, x, 16))
    snprintf(text, number_size, "%.17g", x);
  else if (!reads_back(text, x, 15))
    snprintf(text, number_size, "%.16g", x);
  return text;
}

// ---- wrong printers, each in a way that shows for few numbers only

static const char *always_sixteen_or_more(char *text, double x) {
  if (!reads_back(text, x, 16))
    snprintf(text, number_size, "%.17g", x);
  return text;
}

// fewer than 15 digits, if these read back: those of numbers below 2^-1022
static const char *fewest(char *text, double x) {
  for (int digits = 1; digits <= 17 && !reads_back(text, x, digits);)
    digits++;
  return text;
}

// 0.5 ulp on both sides, also where the distance below is half as large
static const char *even_sided(char *text, double x) {
  int e;
  double two = frexp(x, &e) == 0.5 ? nextafter(x, 0) : x;
  if (!reads_back(text, x, 16) && strtod(text, NULL) != two)
    snprintf(text, number_size, "%.17g", x);
  else if (!reads_back(text, x, 15))
    snprintf(text, number_size, "%.16g", x);
  return text;
}

// ---- numbers

typedef struct tally {
  printer *print;
  int tried, different;
} tally;

static void try_one(tally *t, double x) {
  char expected[number_size], text[number_size];
  t->tried++;
  if (strcmp(by_trial(expected, x), t->print(text, x)) == 0)
    return;
  if (t->different++ == 0 && t->print == number_print)
    print_error("%a is %s, not %s\n", x, expected, text);
}

static void try_neighbours(tally *t, double x) {
  try_one(t, x);
  try_one(t, -x);
  try_one(t, nextafter(x, 0));
  try_one(t, nextafter(x, (double)INFINITY));
}

static double random_number(uint64_t *bits) {
  double x;
  *bits ^= *bits << 13;
  *bits ^= *bits >> 7;
  *bits ^= *bits << 17;
  memcpy(&x, bits, sizeof x);
  return x;
}

static void try_random(tally *t, long count) {
  uint64_t bits = 88172645463325252u;
  for (long i = 0; i < count; i++)
    try_one(t, random_number(&bits));
}

// numbers near 1, as runs have them: many digits, small exponents
static void try_usual(tally *t, long count) {
  uint64_t bits = 1181783497276652981u;
  for (long i = 0; i < count; i++)
    try_one(t, fmod(random_number(&bits), 10));
}

static void try_powers_of_two(tally *t) {
  for (int e = -1074; e < 1024; e++)
    try_neighbours(t, ldexp(1, e));
}

static void try_powers_of_ten(tally *t) {
  char text[16];
  for (int e = -323; e <= 308; e++) {
    snprintf(text, sizeof text, "1e%d", e);
    try_neighbours(t, strtod(text, NULL));
  }
}

static void try_subnormal(tally *t, long count) {
  uint64_t bits = 2685821657736338717u;
  for (long i = 0; i < count; i++)
    try_one(t, 0x1p-1022*fmod(random_number(&bits), 1));
}

// decimals of 16 and 17 digits that lie halfway between two numbers, or numbers between two decimals
static void try_halfway(tally *t, int count) {
  for (int i = 0; i < count; i++) {
    try_one(t, ldexp(1, 53) + 2*i);
    try_one(t, ldexp(1, 55) + 8*i);
    try_one(t, ldexp(1, 57) + 32.0*i);
    for (int e = 20; e <= 60; e += 4)
      try_one(t, ldexp(2*i + 1, -e));
  }
}

static void try_short(tally *t, int count) {
  for (int i = 0; i < count; i++) {
    try_one(t, i);
    try_one(t, i/1000.0);
    try_one(t, i*1e-9);
    try_one(t, i*1e20);
  }
}

static void try_all(tally *t) {
  int parts = check_share(100);
  try_one(t, 0);
  try_one(t, -0.0);
  try_one(t, (double)NAN);
  try_one(t, (double)INFINITY);
  try_one(t, -(double)INFINITY);
  try_powers_of_two(t);
  try_powers_of_ten(t);
  try_subnormal(t, 100000/parts);
  try_halfway(t, 200000/parts);
  try_short(t, 1000000/parts);
}

static void digits_are_those_found_by_trial(void **state) {
  (void)state;
  tally t = {.print = number_print};
  try_all(&t);
  try_random(&t, 100000000/check_share(500));
  try_usual(&t, 10000000/check_share(100));
  assert_int_equal(t.different, 0);
  check_above(t.tried, 300000);
}

// the same numbers find what is wrong
static void wrong_digits_are_found(void **state) {
  (void)state;
  tally longer = {.print = always_sixteen_or_more}, few = {.print = fewest};
  tally even = {.print = even_sided};
  try_powers_of_ten(&longer);
  try_subnormal(&few, 1000);
  try_powers_of_two(&even);
  check_above(longer.different, 0);
  check_above(few.different, 0);
  check_above(even.different, 0);
}

// of numbers as runs have them, hardly any is left to trial, which is slow
static bool is_decided(double x) {
  decimal d = decimal_of(fabs(x));
  decimal_answer answer[3];
  for (int k = 0, unit = d.whole < 100000000000000000 ? 1 : 10; k < 3; k++, unit *= 10)
    decimal_round(&d, (uint64_t)unit, &answer[k]);
  return answer[0] != DECIMAL_UNKNOWN && answer[1] != DECIMAL_UNKNOWN &&
         answer[2] != DECIMAL_UNKNOWN;
}

static void trial_is_rare(void **state) {
  (void)state;
  uint64_t bits = 88172645463325252u;
  int left = 0;
  for (int i = 0; i < 100000; i++) {
    double x = fmod(random_number(&bits), 10);
    left += fabs(x) > 1e-300 && !is_decided(x);
  }
  assert_int_equal(left, 0);
  assert_false(is_decided(0x1.0000000000001p54));  // halfway between two decimals that read back
}

// ---- the table: 10^p to 128 bits, against long multiplication

enum { limbs = 48 };

typedef struct long_number {
  uint32_t limb[limbs];  // the lowest first
} long_number;

static void multiply(long_number *n, uint32_t by) {
  uint64_t carry = 0;
  for (int i = 0; i < limbs; i++) {
    carry += (uint64_t)n->limb[i]*by;
    n->limb[i] = (uint32_t)carry;
    carry >>= 32;
  }
  assert_int_equal(carry, 0);
}

static int bits_of(const long_number *n) {
  for (int i = 32*limbs - 1; i >= 0; i--)
    if (n->limb[i/32] >> i % 32 & 1)
      return i + 1;
  return 0;
}

// the first 128 bits; *more: others follow that are not 0
static decimal_wide first_bits(const long_number *n, bool *more) {
  decimal_wide first = {0, 0};
  int count = bits_of(n);
  *more = false;
  for (int k = 0; k < 128; k++) {
    int i = count - 1 - k;
    uint64_t bit = i >= 0 ? n->limb[i/32] >> i % 32 & 1 : 0;
    first.high = first.high << 1 | first.low >> 63;
    first.low = first.low << 1 | bit;
  }
  for (int i = 0; i < count - 128; i++)
    *more |= n->limb[i/32] >> i % 32 & 1;
  return first;
}

static decimal_wide add(decimal_wide a, uint64_t b) {
  return (decimal_wide){a.high + (a.low + b < b), a.low + b};
}

static bool is_at_most(decimal_wide a, decimal_wide b) {
  return a.high < b.high || (a.high == b.high && a.low <= b.low);
}

// 10^p of the table is below the true one by two units at most, and exact to 5^55 < 2^128
static void powers_are_known_to_their_last_bits(void **state) {
  (void)state;
  long_number power = {{1}};
  for (int p = 0; p <= 324; p++, multiply(&power, 10)) {
    bool more;
    decimal_wide known = decimal_power(p), exact = first_bits(&power, &more);
    assert_true(is_at_most(known, exact) && is_at_most(exact, add(known, 2)));
    assert_int_equal(more, p > 55);
    assert_true(p > 55 || is_at_most(exact, known));
  }
}

// w 10^p, of negative powers: 2^s up to two units of w
static bool is_one(decimal_wide w, int p, bool below) {
  long_number n = {
      {(uint32_t)w.low, (uint32_t)(w.low >> 32), (uint32_t)w.high, (uint32_t)(w.high >> 32)}};
  bool more;
  for (int k = 0; k < p; k++)
    multiply(&n, 10);
  uint64_t first = first_bits(&n, &more).high;
  return below ? first == UINT64_MAX : first == (uint64_t)1 << 63;
}

static void negative_powers_as_well(void **state) {
  (void)state;
  for (int p = 1; p <= 292; p++) {
    decimal_wide known = decimal_power(-p);
    assert_true(is_one(known, p, true));
    assert_true(is_one(add(known, 3), p, false));
    assert_false(is_one(add(known, 3), p, true));
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(digits_are_those_found_by_trial),
      cmocka_unit_test(wrong_digits_are_found),
      cmocka_unit_test(trial_is_rare),
      cmocka_unit_test(powers_are_known_to_their_last_bits),
      cmocka_unit_test(negative_powers_as_well),
  };
  return check_run(argc, argv, tests);
}
