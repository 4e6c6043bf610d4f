#include "output/base64.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void write_held(base64 *b) {
  unsigned all = (unsigned)b->held[0] << 16 | (unsigned)b->held[1] << 8 | b->held[2];
  for (int k = 0; k < 4; k++)
    fputc(k <= b->n ? digits[all >> (18 - 6*k) & 63] : '=', b->out);
  memset(b->held, 0, sizeof b->held);
  b->n = 0;
}

void base64_byte(base64 *b, unsigned byte) {
  b->held[b->n++] = (unsigned char)byte;
  if (b->n == 3)
    write_held(b);
}

static void write_bytes(base64 *b, uint32_t bits, int n) {
  for (int k = 0; k < n; k++)
    base64_byte(b, bits >> 8*k & 255);
}

void base64_float(base64 *b, double x) {
  float f = fabs(x) <= (double)FLT_MAX ? (float)x : NAN;
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  write_bytes(b, bits, 4);
}

void base64_short(base64 *b, unsigned short x) {
  write_bytes(b, x, 2);
}

void base64_end(base64 *b) {
  if (b->n > 0)
    write_held(b);
}
