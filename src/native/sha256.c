#include "native/sha256.h"

#include <assert.h>
#include <string.h>

// the first 32 bits of the fractional parts of the cube roots of the first 64 primes
static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turn(uint32_t x, int by) {
  return x >> by | x << (32 - by);
}

static void take_block(sha256 *s, const unsigned char *block) {
  uint32_t w[64];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)block[4*i] << 24 | (uint32_t)block[4*i + 1] << 16 |
           (uint32_t)block[4*i + 2] << 8 | block[4*i + 3];
  for (int i = 16; i < 64; i++) {
    uint32_t low = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3;
    uint32_t high = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + low + w[i - 7] + high;
  }

  uint32_t v[8];  // a ... h
  memcpy(v, s->h, sizeof v);
  for (int i = 0; i < 64; i++) {
    uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
    uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
    uint32_t e = turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25);
    uint32_t a = turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22);
    uint32_t one = v[7] + e + choice + K[i] + w[i];
    memmove(v + 1, v, 7*sizeof *v);
    v[4] += one;
    v[0] = one + a + majority;
  }
  for (int i = 0; i < 8; i++)
    s->h[i] += v[i];
}

void sha256_begin(sha256 *s) {
  // the same of the square roots of the first 8 primes
  static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memcpy(s->h, start, sizeof start);
  s->length = 0;
}

void sha256_add(sha256 *s, const void *bytes, size_t length) {
  const unsigned char *at = bytes;
  assert((bytes || length == 0) && length <= UINT64_MAX/8 - s->length);
  size_t filled = s->length % sha256_block;
  s->length += length;
  if (filled > 0) {
    size_t part = sha256_block - filled < length ? sha256_block - filled : length;
    memcpy(s->rest + filled, at, part);
    at += part;
    length -= part;
    if (filled + part < sha256_block)
      return;
    take_block(s, s->rest);
  }
  for (; length >= sha256_block; at += sha256_block, length -= sha256_block)
    take_block(s, at);
  if (length > 0)
    memcpy(s->rest, at, length);
}

void sha256_end(sha256 *s, unsigned char digest[sha256_size]) {
  // a one bit, zeros, and the number of bits, so that the last block is full
  static const unsigned char fill[sha256_block] = {0x80};
  uint64_t bits = 8*s->length;
  unsigned char count[8];
  for (int i = 0; i < 8; i++)
    count[i] = (unsigned char)(bits >> (56 - 8*i));
  size_t filled = s->length % sha256_block;
  sha256_add(s, fill, filled < 56 ? 56 - filled : 120 - filled);
  sha256_add(s, count, sizeof count);
  assert(s->length % sha256_block == 0);
  for (int i = 0; i < sha256_size; i++)
    digest[i] = (unsigned char)(s->h[i/4] >> (24 - 8*(i % 4)));
}

void sha256_text(const unsigned char digest[sha256_size], char text[2*sha256_size + 1]) {
  static const char digits[] = "0123456789abcdef";
  for (int i = 0; i < sha256_size; i++) {
    text[2*i] = digits[digest[i] >> 4];
    text[2*i + 1] = digits[digest[i] & 15];
  }
  text[2*sha256_size] = 0;
}
