// The clock, and how often to look at it.

#pragma once

#include <math.h>
#include <time.h>

// Other programs run on the same machine: each variant is timed in `timing_rounds` rounds, in turn
// with all others, for `timing_slot` seconds each; the shortest time counts.
enum { timing_rounds = 15 };
static const double timing_slot = 0.02;

static inline double timing_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9*(double)t.tv_nsec;
}
