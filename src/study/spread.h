// Mean, variance, minimum and maximum of numbers that come one by one (Welford, Technometrics 4,
// 1962): no difference of large sums, so that tiny spreads about large means keep their digits.
//
//   mean_k = mean_{k-1} + (x_k - mean_{k-1})/k
//   M_k    = M_{k-1} + (x_k - mean_{k-1})(x_k - mean_k),   variance = M_n/(n - 1)

#pragma once

#include <math.h>
#include <stdbool.h>

typedef struct spread {
  int n;
  double mean, M, min, max;
} spread;

// the extremes with one more number, `first` of all or not; a NaN makes both NaN
static inline void spread_widen(double *min, double *max, double x, bool first) {
  if (first || x < *min || isnan(x))
    *min = x;
  if (first || x > *max || isnan(x))
    *max = x;
}

// one more number; a NaN makes everything NaN
static inline void spread_add(spread *s, double x) {
  double before = x - s->mean;
  s->n++;
  s->mean += before/s->n;
  s->M += before*(x - s->mean);
  spread_widen(&s->min, &s->max, x, s->n == 1);
}

// mean of the squares: mean^2 + M/n, a sum without cancellation; NaN of none
static inline double spread_square(const spread *s) {
  return s->n > 0 ? s->mean*s->mean + s->M/s->n : (double)NAN;
}

// NaN of less than two numbers
static inline double spread_variance(const spread *s) {
  return s->n > 1 ? s->M/(s->n - 1) : (double)NAN;
}
