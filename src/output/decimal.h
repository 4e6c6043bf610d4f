// Decimal digits of a number by integers alone. A number x = m 2^e, m of 53 bits, is
//
//   x = V 10^(k-16),   10^16 <= V < 2 10^17,   V = m 2^e 10^p,  p = 16 - k
//
// and V is found with 54 binary digits behind its point: 10^p is known to 128 bits, so that what is
// computed lies below V by less than 1.001 units of 2^-54. So does H, half of the distance from x to
// the next number, as x and H are scaled alike. All questions are then comparisons of integers: which
// decimal of so many digits is nearest to x, and is it nearer than H, so that it reads back as x?
// Where both sides of a comparison are closer than `decimal_slack` units, there is no answer, except
// where V is exact; the caller then asks strtod.
//
// 10^p = 10^(27 j) 10^r, 0 <= r < 27: a table of 24 numbers and 27 of 64 bits. Products of 64 bits are
// made of halves, since not every compiler has 128 bits.

#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { decimal_point = 54, decimal_slack = 4 };

typedef struct decimal {
  uint64_t whole, part;  // V, below it by less than 1.001 units of 2^-54
  uint64_t up, down;     // half the distance to the next number above and below, likewise
  int k;                 // decimal exponent, if V < 10^17
  bool exact;            // nothing was cut off from V
} decimal;

typedef struct decimal_wide {
  uint64_t high, low;
} decimal_wide;

static inline decimal_wide decimal_product(uint64_t a, uint64_t b) {
  uint64_t a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
  uint64_t low = a0*b0, middle = a1*b0 + (low >> 32), other = a0*b1 + (middle & 0xffffffff);
  return (decimal_wide){a1*b1 + (middle >> 32) + (other >> 32), other << 32 | (low & 0xffffffff)};
}

// a factor b of 64 bits: the upper 128 of the product, and the lower 64 in *rest
static inline decimal_wide decimal_scaled(decimal_wide a, uint64_t b, uint64_t *rest) {
  decimal_wide high = decimal_product(a.high, b), low = decimal_product(a.low, b);
  uint64_t middle = high.low + low.high;
  *rest = low.low;
  return (decimal_wide){high.high + (middle < low.high), middle};
}

// floor(log2(10^p)), floor(log10(2^q)) for all exponents here
static inline int decimal_binary(int p) {
  return (int)((int64_t)p*217706 >> 16);
}

static inline int decimal_decimal(int q) {
  return (int)((int64_t)q*78913 >> 18);
}

// the first 128 bits of 10^p, -297 <= p <= 350, the first of them 1
static inline decimal_wide decimal_power(int p) {
  static const decimal_wide large[24] = {
      {0xa76c582338ed2621, 0xaf2af2b80af6f24e},  // 10^-297
      {0x873e4f75e2224e68, 0x5a7744a6e804a291},  // 10^-270
      {0xda7f5bf590966848, 0xaf39a475506a899e},  // 10^-243
      {0xb080392cc4349dec, 0xbd8d794d96aacfb3},  // 10^-216
      {0x8e938662882af53e, 0x547eb47b7282ee9c},  // 10^-189
      {0xe65829b3046b0afa, 0x0cb4a5a3112a5112},  // 10^-162
      {0xba121a4650e4ddeb, 0x92f34d62616ce413},  // 10^-135
      {0x964e858c91ba2655, 0x3a6a07f8d510f86f},  // 10^-108
      {0xf2d56790ab41c2a2, 0xfae27299423fb9c3},  // 10^-81
      {0xc428d05aa4751e4c, 0xaa97e14c3c26b886},  // 10^-54
      {0x9e74d1b791e07e48, 0x775ea264cf55347d},  // 10^-27
      {0x8000000000000000, 0x0000000000000000},  // 10^0
      {0xcecb8f27f4200f3a, 0x0000000000000000},  // 10^27
      {0xa70c3c40a64e6c51, 0x999090b65f67d924},  // 10^54
      {0x86f0ac99b4e8dafd, 0x69a028bb3ded71a3},  // 10^81
      {0xda01ee641a708de9, 0xe80e6f4820cc9495},  // 10^108
      {0xb01ae745b101e9e4, 0x5ec05dcff72e7f8f},  // 10^135
      {0x8e41ade9fbebc27d, 0x14588f13be847307},  // 10^162
      {0xe5d3ef282a242e81, 0x8f1668c8a86da5fa},  // 10^189
      {0xb9a74a0637ce2ee1, 0x6d953e2bd7173692},  // 10^216
      {0x95f83d0a1fb69cd9, 0x4abdaf101564f98e},  // 10^243
      {0xf24a01a73cf2dccf, 0xbc633b39673c8cec},  // 10^270
      {0xc3b8358109e84f07, 0x0a862f80ec4700c8},  // 10^297
      {0x9e19db92b4e31ba9, 0x6c07a2c26a8346d1},  // 10^324
  };
  static const uint64_t small[27] = {
      // 10^r, the first of 64 bits 1, nothing cut off
      0x8000000000000000, 0xa000000000000000, 0xc800000000000000, 0xfa00000000000000,
      0x9c40000000000000, 0xc350000000000000, 0xf424000000000000, 0x9896800000000000,
      0xbebc200000000000, 0xee6b280000000000, 0x9502f90000000000, 0xba43b74000000000,
      0xe8d4a51000000000, 0x9184e72a00000000, 0xb5e620f480000000, 0xe35fa931a0000000,
      0x8e1bc9bf04000000, 0xb1a2bc2ec5000000, 0xde0b6b3a76400000, 0x8ac7230489e80000,
      0xad78ebc5ac620000, 0xd8d726b7177a8000, 0x878678326eac9000, 0xa968163f0a57b400,
      0xd3c21bcecceda100, 0x84595161401484a0, 0xa56fa5b99019a5c8};
  assert(p >= -297 && p <= 350);
  int j = (p + 297)/27, r = (p + 297) % 27;
  uint64_t rest;
  decimal_wide product = decimal_scaled(large[j], small[r], &rest);
  if (product.high >> 63)
    return product;
  return (decimal_wide){product.high << 1 | product.low >> 63, product.low << 1 | rest >> 63};
}

// A positive number from 2^-1021 on: below, distances to the next numbers are other ones.
static inline decimal decimal_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  int e = (int)(bits >> 52) - 1075;
  uint64_t m = (bits & 0xfffffffffffff) | (uint64_t)1 << 52, rest;
  assert(e > -1074 && e < 972);

  // V = (m 2^11) power 2^-(128 + r)
  int k = decimal_decimal(e + 52), p = 16 - k;
  int r = -(e - 11) - (decimal_binary(p) - 127) - 128;
  decimal_wide power = decimal_power(p), v = decimal_scaled(power, m << 11, &rest);
  assert(r >= 6 && r <= 10);
  uint64_t behind = v.high << (64 - r) | v.low >> r;
  uint64_t cut = (v.low << (64 - r)) | (behind & ((1 << (64 - decimal_point)) - 1)) | rest;
  decimal d = {.whole = v.high >> r, .part = behind >> (64 - decimal_point), .k = k};
  d.up = d.down = power.high >> r;
  if (m == (uint64_t)1 << 52)
    d.down >>= 1;
  d.exact = cut == 0 && p >= 0 && p <= 55;  // 5^55 < 2^128
  return d;
}

typedef enum decimal_answer { DECIMAL_NO, DECIMAL_YES, DECIMAL_UNKNOWN } decimal_answer;

// is a < b?
static inline decimal_answer decimal_less(uint64_t a, uint64_t b) {
  if (a < b)
    return b - a > decimal_slack ? DECIMAL_YES : DECIMAL_UNKNOWN;
  return a - b > decimal_slack ? DECIMAL_NO : DECIMAL_UNKNOWN;
}

// The multiple of `unit`, at most 1000, that is nearest to V, divided by it; of two the even one.
// *reads_back: is x what it reads back as? DECIMAL_UNKNOWN: neither of them can be told.
static inline uint64_t decimal_round(const decimal *d, uint64_t unit, decimal_answer *reads_back) {
  uint64_t n = d->whole/unit;
  uint64_t above = ((d->whole - n*unit) << decimal_point) + d->part;  // V - n unit, in 2^-54
  uint64_t whole = unit << decimal_point;
  bool up = above > whole/2 || (above == whole/2 && n % 2 == 1);
  if (!d->exact && decimal_less(above, whole/2) == DECIMAL_UNKNOWN) {
    *reads_back = DECIMAL_UNKNOWN;
    return n;
  }
  *reads_back = up ? decimal_less(whole - above, d->up) : decimal_less(above, d->down);
  return n + up;
}
