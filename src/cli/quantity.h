// Numbers of the command line: 0.05, 1e-3, 1/60, 2*pi, -pi/4.

#pragma once

#include <stdbool.h>

// products and quotients of numbers and pi; false if the text is anything else, or not finite
bool quantity_read(const char *text, double *x);
