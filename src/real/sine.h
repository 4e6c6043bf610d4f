// Sine, cosine and tangent to 0.501 units in the last place.
//
//   x = k pi/64 + r,  |r| <= pi/128,  r in two doubles
//   sin x = A + B r + B (sin r - r) + A (cos r - 1)
//
// with A and B the sine and cosine of k pi/64, whose first 26 digits stand apart: with the first 26
// of r they make a product without rounding, and A and that product a sum without rounding. What is
// left is below 2^-11 of the sum, so its own rounding is 2^-63 of it. The cosine is the same with
// other A and B.

#pragma once

#include "real/pair.h"
#include "real/reduce_far.h"

// sin(i pi/64), the sign s with it: 26 digits, and the rest; i = 0, 1, ..., 31 and i = 32, 31, ..., 1
// clang-format off
#define SINE_RISING(s) \
  {s 0.0, s 0.0}, {s 0x1.91f65fp-5, s 0x1.0dd813e6ed42fp-33},                                      \
  {s 0x1.917a6b8p-4, s 0x1.0a6d0af87639dp-30}, {s 0x1.2c81068p-3, s 0x1.a3984e8898005p-29},        \
  {s 0x1.8f8b838p-3, s 0x1.1a6982ad92e64p-29}, {s 0x1.f19f978p-3, s 0x1.90af8d57a4222p-30},        \
  {s 0x1.2940628p-2, s 0x1.b567c16a2d726p-28}, {s 0x1.58f9a7p-2, s 0x1.6ac7f73f8409p-28},          \
  {s 0x1.87de2ap-2, s 0x1.abaa58b469891p-28}, {s 0x1.b5d1008p-2, s 0x1.e15cc02b66c59p-30},         \
  {s 0x1.e2b5d38p-2, s 0x1.bd8ec78362475p-36}, {s 0x1.0738798p-1, s 0x1.22ffed9697fafp-29},        \
  {s 0x1.1c73b38p-1, s 0x1.ae68c86c9774ap-29}, {s 0x1.30ff7f8p-1, s 0x1.385c0d3840ce7p-27},        \
  {s 0x1.44cf32p-1, s 0x1.4247758601da9p-27}, {s 0x1.57d693p-1, s 0x1.233b27e8a8df6p-27},          \
  {s 0x1.6a09e6p-1, s 0x1.9fcef32422cbfp-27}, {s 0x1.7b5df2p-1, s 0x1.3557d76f0ac85p-28},          \
  {s 0x1.8bc8068p-1, s 0x1.8a8ba05a743dap-28}, {s 0x1.9b3e04p-1, s 0x1.fce1d02cf11d8p-27},         \
  {s 0x1.a9b6628p-1, s 0x1.0ea1a3033ec62p-29}, {s 0x1.b72834p-1, s 0x1.465b8f643960dp-27},         \
  {s 0x1.c38b2fp-1, s 0x1.80bdb0d23e9d1p-29}, {s 0x1.ced7afp-1, s 0x1.0f31dcbc30929p-27},          \
  {s 0x1.d906bc8p-1, s 0x1.cca3518a2bf31p-27}, {s 0x1.e2121p-1, s 0x1.3da1b92feb389p-27},          \
  {s 0x1.e9f415p-1, s 0x1.b18b769760b1ep-27}, {s 0x1.f0a7ef8p-1, s 0x1.c9186b952c7aep-28},         \
  {s 0x1.f6297c8p-1, s 0x1.fdd72c0ab10b9p-27}, {s 0x1.fa75578p-1, s 0x1.c22945a85f573p-27},        \
  {s 0x1.fd88dap-1, s 0x1.e89292cf04139p-28}, {s 0x1.ff621ep-1, s 0x1.bcb6bef1d421fp-28}
#define SINE_FALLING(s) \
  {s 1.0, s 0.0}, {s 0x1.ff621ep-1, s 0x1.bcb6bef1d421fp-28},                                      \
  {s 0x1.fd88dap-1, s 0x1.e89292cf04139p-28}, {s 0x1.fa75578p-1, s 0x1.c22945a85f573p-27},         \
  {s 0x1.f6297c8p-1, s 0x1.fdd72c0ab10b9p-27}, {s 0x1.f0a7ef8p-1, s 0x1.c9186b952c7aep-28},        \
  {s 0x1.e9f415p-1, s 0x1.b18b769760b1ep-27}, {s 0x1.e2121p-1, s 0x1.3da1b92feb389p-27},           \
  {s 0x1.d906bc8p-1, s 0x1.cca3518a2bf31p-27}, {s 0x1.ced7afp-1, s 0x1.0f31dcbc30929p-27},         \
  {s 0x1.c38b2fp-1, s 0x1.80bdb0d23e9d1p-29}, {s 0x1.b72834p-1, s 0x1.465b8f643960dp-27},          \
  {s 0x1.a9b6628p-1, s 0x1.0ea1a3033ec62p-29}, {s 0x1.9b3e04p-1, s 0x1.fce1d02cf11d8p-27},         \
  {s 0x1.8bc8068p-1, s 0x1.8a8ba05a743dap-28}, {s 0x1.7b5df2p-1, s 0x1.3557d76f0ac85p-28},         \
  {s 0x1.6a09e6p-1, s 0x1.9fcef32422cbfp-27}, {s 0x1.57d693p-1, s 0x1.233b27e8a8df6p-27},          \
  {s 0x1.44cf32p-1, s 0x1.4247758601da9p-27}, {s 0x1.30ff7f8p-1, s 0x1.385c0d3840ce7p-27},         \
  {s 0x1.1c73b38p-1, s 0x1.ae68c86c9774ap-29}, {s 0x1.0738798p-1, s 0x1.22ffed9697fafp-29},        \
  {s 0x1.e2b5d38p-2, s 0x1.bd8ec78362475p-36}, {s 0x1.b5d1008p-2, s 0x1.e15cc02b66c59p-30},        \
  {s 0x1.87de2ap-2, s 0x1.abaa58b469891p-28}, {s 0x1.58f9a7p-2, s 0x1.6ac7f73f8409p-28},           \
  {s 0x1.2940628p-2, s 0x1.b567c16a2d726p-28}, {s 0x1.f19f978p-3, s 0x1.90af8d57a4222p-30},        \
  {s 0x1.8f8b838p-3, s 0x1.1a6982ad92e64p-29}, {s 0x1.2c81068p-3, s 0x1.a3984e8898005p-29},        \
  {s 0x1.917a6b8p-4, s 0x1.0a6d0af87639dp-30}, {s 0x1.91f65fp-5, s 0x1.0dd813e6ed42fp-33}
// clang-format on

// of i = 0..159: two pi, and a quarter more for the cosine
static const double sine_table[160][2] = {SINE_RISING(+), SINE_FALLING(+), SINE_RISING(-),
                                          SINE_FALLING(-), SINE_RISING(+)};

// pi/64 in parts of 33, 33, 33, 53 digits: three products with k < 2^20 are exact
static const double sine_step[] = {0x1.921fb544p-5, 0x1.0b4611a6p-39, 0x1.3198a2ep-74,
                                   0x1.b839a252049c1p-109};
static const double sine_steps = 0x1.45f306dc9c883p+4;  // 64/pi
static const double sine_far = 0x1p15;
static const double sine_near = 0x1p-20;  // nearer to a multiple of pi/64 than this: take all parts
static const double sine_tiny = 0x1p-26;  // sin x = x, rounded
static const double real_round = 0x1.8p52;  // added and taken away, it leaves an integer
static const double sine_first =
    0x1.9p-6;  // below this k = 0, in whatever mode the processor rounds

// angle k and rest r of a finite x
REAL_INLINE int sine_reduce(real_pair *r, double x) {
  double size = fabs(x);
  if (size >= sine_far) {
    int k = far_reduce(r, size);
    *r = x < 0 ? pair_negative(*r) : *r;
    return x < 0 ? -k : k;
  }
  double k = size < sine_first ? 0 : (x*sine_steps + real_round) - real_round;
  real_pair s = pair_sum(x - k*sine_step[0], -(k*sine_step[1]));
  if (fabs(s.high) >= sine_near) {
    *r = (real_pair){s.high, s.low - k*(sine_step[2] + sine_step[3])};
  } else {
    real_pair t = pair_sum(s.high, -(k*sine_step[2]));
    *r = pair_quick(t.high, (t.low + s.low) - k*sine_step[3]);
  }
  return (int)k;
}

// sin(i pi/64 + r), or the cosine if `turned` is odd; a change of sign with every two quarters. Inline:
// sine and cosine of one number share half of it.
REAL_INLINE real_pair sine_at(int k, real_pair r, unsigned turned) {
  unsigned i = ((unsigned)k + 32*turned) & 127;
  double a1 = sine_table[i][0], a2 = sine_table[i][1];
  double b1 = sine_table[i + 32][0], b2 = sine_table[i + 32][1];

  double x = r.high, x1 = real_upper(x), z = x*x;
  double sine = x*z*(-1.0/6 + z*(1.0/120 + z*(-1.0/5040 + z*(1.0/362880))));
  double cosine = z*(-0.5 + z*(1.0/24 + z*(-1.0/720 + z*(1.0/40320)))) - x*r.low;
  real_pair s = pair_quick(a1, b1*x1);
  double small = (b1*(x - x1) + b2*x) + (a2 + (b1 + b2)*r.low);
  return (real_pair){s.high, s.low + (small + ((b1 + b2)*sine + (a1 + a2)*cosine))};
}

REAL_FUNCTION double real_sin(double x) {
  if (fabs(x) < sine_tiny)
    return x;
  if (!isfinite(x))
    return x - x;
  real_pair r;
  int k = sine_reduce(&r, x);
  real_pair s = sine_at(k, r, 0);
  return s.high + s.low;
}

REAL_FUNCTION double real_cos(double x) {
  if (!isfinite(x))
    return x - x;
  real_pair r;
  int k = sine_reduce(&r, x);
  real_pair s = sine_at(k, r, 1);
  return s.high + s.low;
}

// the sine, high, and the cosine, low, for little more than one
REAL_FUNCTION real_pair real_sin_cos(double x) {
  if (!isfinite(x))
    return (real_pair){x - x, x - x};
  real_pair r;
  int k = sine_reduce(&r, x);
  real_pair s = sine_at(k, r, 0), c = sine_at(k, r, 1);
  return (real_pair){fabs(x) < sine_tiny ? x : s.high + s.low, c.high + c.low};
}

REAL_FUNCTION double real_tan(double x) {
  if (fabs(x) < 0x1p-28)  // tan x = x to 2^-57
    return x;
  if (!isfinite(x))
    return x - x;
  real_pair r;
  int k = sine_reduce(&r, x);
  real_pair s = sine_at(k, r, 0), c = sine_at(k, r, 1);
  real_pair t = pair_quotient(pair_quick(s.high, s.low), pair_quick(c.high, c.low));
  return t.high + t.low;
}
