// Numbers as text: bytes in base64, three of them in four characters.

#pragma once

#include <stdio.h>

typedef struct base64 {
  FILE *out;
  unsigned char held[3];
  int n;
} base64;

static inline base64 base64_begin(FILE *out) {
  return (base64){.out = out};
}

void base64_byte(base64 *b, unsigned byte);
void base64_float(base64 *b, double x);          // 32 bits, little-endian; NaN if it does not fit
void base64_short(base64 *b, unsigned short x);  // 16 bits, little-endian
void base64_end(base64 *b);
