// Numbers drawn from distributions, by splitmix64 (Steele, Lea, Flood, "Fast splittable
// pseudorandom number generators", OOPSLA 2014): a counter in steps of the golden ratio, and a mixing
// of its bits; and numbers evenly spaced. With u, w uniform from 0 to 1, without 1:
//
//   uniform       a + (b - a) u
//   log-uniform   exp(log a + (log b - log a) u): log x is uniform
//   normal        a + b sqrt(-2 log(1 - u)) cos(2 pi w)   (Box, Muller, Ann. Math. Stat. 29, 1958)
//
// log, exp and cos are those of src/real, so that the numbers have the same bits everywhere.

#include "noslip/study.h"

#include "real/exponential.h"
#include "real/logarithm.h"
#include "real/sine.h"

#include <math.h>

static uint64_t next(uint64_t *counter) {
  uint64_t z = *counter += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30))*0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27))*0x94d049bb133111eb;
  return z ^ (z >> 31);
}

// the upper 53 bits make a number from 0 to 1, without 1
static double uniform(uint64_t *counter) {
  return (double)(next(counter) >> 11)*0x1p-53;
}

// a share of the way from a to b in equal ratios; rounding must not lead beyond the ends
static double geometric(double a, double b, double share) {
  double x = real_exp(real_log(a) + (real_log(b) - real_log(a))*share);
  return fmin(fmax(x, fmin(a, b)), fmax(a, b));
}

static double normal(double mean, double deviation, uint64_t *counter) {
  static const double turn = 6.283185307179586476925;
  double radius = sqrt(-2*real_log(1 - uniform(counter)));
  return mean + deviation*radius*real_cos(turn*uniform(counter));
}

static double draw(const noslip_distribution *d, uint64_t *counter) {
  switch (d->kind) {
  case NOSLIP_NORMAL: return normal(d->a, d->b, counter);
  case NOSLIP_LOG_UNIFORM: return geometric(d->a, d->b, uniform(counter));
  default: return d->a + (d->b - d->a)*uniform(counter);
  }
}

void noslip_draw(double *x, const noslip_distribution *from, int n, uint64_t seed, int member) {
  uint64_t counter = seed + (uint64_t)member;
  for (int i = 0; x && from && i < n; i++)
    x[i] = draw(&from[i], &counter);
}

void noslip_sample(double *x, const noslip_range *ranges, int n, uint64_t seed, int member) {
  uint64_t counter = seed + (uint64_t)member;
  for (int i = 0; x && ranges && i < n; i++)
    x[i] = draw(&(noslip_distribution){NOSLIP_UNIFORM, ranges[i].low, ranges[i].high}, &counter);
}

void noslip_spaced(double *x, double a, double b, int n, bool ratios) {
  for (int i = 0; x && i < n; i++)
    x[i] = i == 0       ? a
           : i == n - 1 ? b
           : ratios     ? geometric(a, b, (double)i/(n - 1))
                        : a + (b - a)*i/(n - 1);
}
