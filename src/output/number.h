// Numbers as text: the shortest of 15, 16 and 17 digits that reads back as the same number.

#pragma once

#include <math.h>

enum { number_size = 32 };  // longest: sign, 17 digits, point, exponent, final zero

// print x into `buffer` (number_size bytes), return buffer; "nan", "inf" and "-inf" are not JSON
const char *number_print(char *buffer, double x);

// x for the eye: without the sign of a zero or of what is no number. Files keep that of a zero: what
// is read back is what was computed.
static inline double number_shown(double x) {
  return isnan(x) ? (double)NAN : x + 0.0;
}
