// Numbers uniform in ranges, by splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom
// number generators", OOPSLA 2014): a counter in steps of the golden ratio, and a mixing of its
// bits.

#include "noslip/study.h"

static uint64_t next(uint64_t *counter) {
  uint64_t z = *counter += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30))*0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27))*0x94d049bb133111eb;
  return z ^ (z >> 31);
}

void noslip_sample(double *x, const noslip_range *ranges, int n, uint64_t seed, int member) {
  uint64_t counter = seed + (uint64_t)member;
  for (int i = 0; x && ranges && i < n; i++) {
    // the upper 53 bits make a number from 0 to 1, without 1
    double u = (double)(next(&counter) >> 11)*0x1p-53;
    x[i] = ranges[i].low + (ranges[i].high - ranges[i].low)*u;
  }
}
