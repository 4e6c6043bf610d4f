// Many numbers as one.

#pragma once

// of the n >= 1 numbers x; of a pair, the points (x, y)
typedef double reduce_function(const double *x, long n);
typedef double reduce_pair_function(const double *x, const double *y, long n);

typedef struct reduce_entry {
  const char *name;
  reduce_function *function;
  double none;  // of no numbers
} reduce_entry;

// max, min, mean, total, rms, variance, range, drift, first, last, count; the last has no name
extern const reduce_entry reductions[];

// slope of log y over log x by least squares; points that are not positive make it NaN
double reduce_slope(const double *x, const double *y, long n);

// slope of y over x
double reduce_trend(const double *x, const double *y, long n);

// the first x at which the straight lines from point to point pass through y = 0; NaN: they do not
double reduce_crossing(const double *x, const double *y, long n);
