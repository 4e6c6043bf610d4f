// SHA-256 (FIPS 180-4): the name of compiled code is the digest of what it was made from.

#pragma once

#include <stddef.h>
#include <stdint.h>

enum { sha256_size = 32, sha256_block = 64 };

typedef struct sha256 {
  uint32_t h[8];
  uint64_t length;                   // bytes so far
  unsigned char rest[sha256_block];  // the block that is not full yet
} sha256;

void sha256_begin(sha256 *s);
void sha256_add(sha256 *s, const void *bytes, size_t length);
void sha256_end(sha256 *s, unsigned char digest[sha256_size]);

// the digest as 64 hexadecimal digits and a zero
void sha256_text(const unsigned char digest[sha256_size], char text[2*sha256_size + 1]);
