// The remainder of a division, never negative.
//
//   mod(a, b) = a - |b| floor(a/|b|),   0 <= mod(a, b) < |b|
//
// fmod is exact, so the only rounding is that of r + |b| for a negative r. Where that rounds to |b|
// the result is 0, which is as near.

#pragma once

#include <math.h>

static inline double real_mod(double a, double b) {
  double size = fabs(b), r = fmod(a, size);
  r = r < 0 ? r + size : r;
  return r == size ? 0 : r;
}
