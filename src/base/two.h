// Two numbers side by side, which a processor adds and multiplies at once; with the bits of one after
// the other. For kernels.

#pragma once

#include <string.h>

#if defined __GNUC__

typedef double two __attribute__((vector_size(16)));

static inline two two_times(double a, two x) {
  return a*x;
}

static inline two two_plus(two x, two y) {
  return x + y;
}

#else

typedef struct two {
  double x[2];
} two;

static inline two two_times(double a, two x) {
  return (two){{a*x.x[0], a*x.x[1]}};
}

static inline two two_plus(two x, two y) {
  return (two){{x.x[0] + y.x[0], x.x[1] + y.x[1]}};
}

#endif

static inline two two_load(const double *x) {
  two both;
  memcpy(&both, x, sizeof both);
  return both;
}

static inline void two_store(double *x, two both) {
  memcpy(x, &both, sizeof both);
}
