#include "output/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

// does the number with so many digits read back as the same one?
static bool prints_as(char *buffer, double x, int digits) {
  snprintf(buffer, number_size, "%.*g", digits, x);
  return strtod(buffer, NULL) == x;
}

const char *number_print(char *buffer, double x) {
  if (isnan(x))
    x = (double)NAN;  // without the sign that some computations leave

  // 17 digits are always enough; most numbers need 16 or 17, so 15 is the last to be tried
  if (!isfinite(x) || !prints_as(buffer, x, 16))
    snprintf(buffer, number_size, "%.17g", x);
  else if (!prints_as(buffer, x, 15))
    snprintf(buffer, number_size, "%.16g", x);
  return buffer;
}
