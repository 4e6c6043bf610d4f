// Sums are taken in the order of the numbers, means about the first of them, so that large equal
// parts do not round.

#include "script/reduce.h"

#include <math.h>
#include <stddef.h>

static double total(const double *x, long n) {
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

static double mean(const double *x, long n) {
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += x[i] - x[0];
  return x[0] + sum/(double)n;
}

// a NaN among the numbers is the result
static double largest(const double *x, long n) {
  double most = x[0];
  for (long i = 1; i < n && !isnan(most); i++)
    if (!(x[i] <= most))
      most = x[i];
  return most;
}

static double least(const double *x, long n) {
  double most = x[0];
  for (long i = 1; i < n && !isnan(most); i++)
    if (!(x[i] >= most))
      most = x[i];
  return most;
}

static double range(const double *x, long n) {
  return largest(x, n) - least(x, n);
}

static double rms(const double *x, long n) {
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += x[i]*x[i];
  return sqrt(sum/(double)n);
}

// with n - 1; NaN of one number
static double variance(const double *x, long n) {
  double m = mean(x, n), sum = 0;
  for (long i = 0; i < n; i++)
    sum += (x[i] - m)*(x[i] - m);
  return n > 1 ? sum/(double)(n - 1) : (double)NAN;
}

// the largest |x - x[0]|
static double drift(const double *x, long n) {
  double most = 0;
  for (long i = 1; i < n && !isnan(most); i++)
    if (!(fabs(x[i] - x[0]) <= most))
      most = fabs(x[i] - x[0]);
  return isnan(x[0]) ? x[0] : most;
}

static double first(const double *x, long n) {
  (void)n;
  return x[0];
}

static double last(const double *x, long n) {
  return x[n - 1];
}

static double count(const double *x, long n) {
  (void)x;
  return (double)n;
}

const reduce_entry reductions[] = {
    {"max", largest, (double)NAN}, {"min", least, (double)NAN},
    {"mean", mean, (double)NAN},   {"total", total, 0},
    {"rms", rms, (double)NAN},     {"range", range, (double)NAN},
    {"drift", drift, (double)NAN}, {"variance", variance, (double)NAN},
    {"first", first, (double)NAN}, {"last", last, (double)NAN},
    {"count", count, 0},           {NULL, NULL, 0},
};

double reduce_trend(const double *x, const double *y, long n) {
  double mx = mean(x, n), my = mean(y, n), xx = 0, xy = 0;
  for (long i = 0; i < n; i++) {
    xx += (x[i] - mx)*(x[i] - mx);
    xy += (x[i] - mx)*(y[i] - my);
  }
  return xy/xx;
}

double reduce_slope(const double *x, const double *y, long n) {
  double mx = 0, my = 0, xx = 0, xy = 0;
  for (long i = 0; i < n; i++) {
    mx += log(x[i])/(double)n;
    my += log(y[i])/(double)n;
  }
  for (long i = 0; i < n; i++) {
    xx += (log(x[i]) - mx)*(log(x[i]) - mx);
    xy += (log(x[i]) - mx)*(log(y[i]) - my);
  }
  return xy/xx;
}

double reduce_crossing(const double *x, const double *y, long n) {
  for (long i = 0; i < n; i++) {
    if (y[i] == 0)
      return x[i];
    if (i + 1 < n && y[i]*y[i + 1] < 0)
      return x[i] + (x[i + 1] - x[i])*(y[i]/(y[i] - y[i + 1]));
  }
  return (double)NAN;
}
