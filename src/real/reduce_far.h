// x modulo 2 pi for any x of 2^15 and more, with integers.
//
// x = M 2^e, M an integer of 53 digits. Of 1/(2 pi) only those digits count that are worth less than a
// turn times 2^-e; 256 of them, less 84 that the product may carry over, leave 172, and no double is
// nearer to a multiple of pi/2 than 2^-62.                                    [Payne and Hanek 1983]

#pragma once

#include "real/pair.h"

// the digits of 1/(2 pi) behind the point, 32 a word
static const uint32_t far_turn[] = {
    0x28be60db, 0x9391054a, 0x7f09d5f4, 0x7d4d3770, 0x36d8a566, 0x4f10e410, 0x7f9458ea, 0xf7aef158,
    0x6dc91b8e, 0x909374b8, 0x01924bba, 0x82746487, 0x3f877ac7, 0x2c4a69cf, 0xba208d7d, 0x4baed121,
    0x3a671c09, 0xad17df90, 0x4e64758e, 0x60d4ce7d, 0x272117e2, 0xef7e4a0e, 0xc7fe25ff, 0xf7816603,
    0xfbcbc462, 0xd6829b47, 0xdb4d9fb3, 0xc9f2c26d, 0xd3d18fd9, 0xa797fa8b, 0x5d49eeb1, 0xfaf97c5e,
    0xcf41ce7d, 0xe294a4ba, 0x9afed7ec, 0x47e35742, 0x1580cc11, 0xbf1edaea};

enum {
  far_words = 8,    // of a fraction of a turn
  far_parts = 128,  // of a turn: the angles of reduce.h
  far_shift = 25,   // a part is so many digits of the first word
};

static const real_pair far_two_pi = {0x1.921fb54442d18p+2, 0x1.1a62633145c07p-52};

// f = frac(M 2^e/(2 pi)), its words from the last to the first
static inline void far_fraction(uint32_t *f, uint64_t M, int e) {
  int first = (e + 64)/32 - 2,
      shift = e - 32*first;  // digits before word `first` make whole turns
  uint64_t low = M << shift, high = shift > 0 ? M >> (64 - shift) : 0;
  const uint32_t factor[3] = {(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high};
  memset(f, 0, far_words*sizeof *f);
  for (int i = 0; i < far_words; i++) {
    int at = first + far_words - 1 - i;
    uint64_t word = at < 0 ? 0 : far_turn[at], carry = 0;
    for (int j = 0; i + j < far_words; j++) {
      carry += f[i + j] + (j < 3 ? word*factor[j] : 0);
      f[i + j] = (uint32_t)carry;
      carry >>= 32;
    }
  }
}

// the number of turns that these words make
static inline real_pair far_number(const uint32_t *f) {
  real_pair g = {0, 0};
  double unit = 0x1p-32;
  for (int i = far_words - 1; i >= 0; i--, unit *= 0x1p-32) {
    real_pair s = pair_sum(g.high, f[i]*unit);
    g = (real_pair){s.high, g.low + s.low};
  }
  return pair_quick(g.high, g.low);
}

// x = k pi/64 + r modulo 2 pi, |r| <= pi/128; x is finite and at least 2^15
REAL_FUNCTION int far_reduce(real_pair *r, double x) {
  uint64_t bits = real_bits(x);
  uint32_t f[far_words];
  far_fraction(f, (bits & UINT64_C(0xfffffffffffff)) | UINT64_C(1) << 52,
               (int)(bits >> 52 & 0x7ff) - 1075);

  // the nearest part; the fraction that is left may be negative
  uint32_t last = f[far_words - 1], k = ((last >> (far_shift - 1)) + 1) >> 1;
  uint32_t rest = last - (k << far_shift);
  int negative = rest >> 31 != 0;
  f[far_words - 1] = rest;
  for (int i = 0, carry = 1; negative && i < far_words; i++) {
    f[i] = ~f[i] + (uint32_t)carry;
    carry = carry && f[i] == 0;
  }

  real_pair g = far_number(f), p = pair_product(g.high, far_two_pi.high);
  p = pair_quick(p.high, p.low + (g.high*far_two_pi.low + g.low*far_two_pi.high));
  *r = negative ? pair_negative(p) : p;
  return (int)(k % far_parts);
}
