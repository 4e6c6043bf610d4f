// Counts that users give, of steps and rows: how many a `long` can hold, with room for sums.

#pragma once

#include <limits.h>

#if LONG_MAX > 2147483647
#define COUNT_MOST 1e15
#define COUNT_MOST_TEXT "1e15"
#else
#define COUNT_MOST 1e9
#define COUNT_MOST_TEXT "1e9"
#endif
