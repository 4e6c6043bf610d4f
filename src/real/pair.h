// Numbers as sums of two doubles: what is lost in a sum or a product, without loss.
//
// Nothing here asks for a fused a*b + c, and nothing would change if it were there: with
// -ffp-contract=off each operation is rounded by itself, and results are the same bits on every
// processor that has IEEE doubles.                            [Dekker 1971; Knuth, TAOCP 2, 4.2.2]

#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

// The functions of this room are called, not inlined: each is fifty operations and more. Not every
// file needs all.
#ifdef __GNUC__
#define REAL_FUNCTION static __attribute__((noinline, unused))
#define REAL_INLINE static inline __attribute__((always_inline))
#else
#define REAL_FUNCTION static inline
#define REAL_INLINE static inline
#endif

// high + low, |low| at most a few units in the last place of high
typedef struct real_pair {
  double high, low;
} real_pair;

static inline uint64_t real_bits(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static inline double real_of_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// 2^e of a normal number
static inline double real_power_of_two(int e) {
  return real_of_bits((uint64_t)(e + 1023) << 52);
}

// the first 26 digits of x: products of two such numbers are exact, and x less this has 27
static inline double real_upper(double x) {
  return real_of_bits(real_bits(x) & UINT64_C(0xfffffffff8000000));
}

// a + b, exactly
static inline real_pair pair_sum(double a, double b) {
  double sum = a + b, t = sum - a;
  return (real_pair){sum, (a - (sum - t)) + (b - t)};
}

// the same where |a| >= |b|, or a = 0
static inline real_pair pair_quick(double a, double b) {
  double sum = a + b;
  return (real_pair){sum, b - (sum - a)};
}

// a b, to 2^-106
static inline real_pair pair_product(double a, double b) {
  double p = a*b, a1 = real_upper(a), b1 = real_upper(b), a2 = a - a1, b2 = b - b1;
  return (real_pair){p, ((a1*b1 - p) + (a1*b2 + a2*b1)) + a2*b2};
}

// x + y; relative to the larger of the two
static inline real_pair pair_add(real_pair x, real_pair y) {
  real_pair s = pair_sum(x.high, y.high);
  return pair_quick(s.high, s.low + (x.low + y.low));
}

static inline real_pair pair_negative(real_pair x) {
  return (real_pair){-x.high, -x.low};
}

// x - y
static inline real_pair pair_subtract(real_pair x, real_pair y) {
  return pair_add(x, pair_negative(y));
}

// x/y
static inline real_pair pair_quotient(real_pair x, real_pair y) {
  double q = x.high/y.high;
  real_pair p = pair_product(q, y.high);
  double rest = ((x.high - p.high) - p.low) + (x.low - q*y.low);
  return pair_quick(q, rest/y.high);
}

// the square root of x > 0
static inline real_pair pair_root(real_pair x) {
  double s = sqrt(x.high);
  real_pair p = pair_product(s, s);
  double rest = ((x.high - p.high) - p.low) + x.low;
  return pair_quick(s, rest/(2*s));
}
