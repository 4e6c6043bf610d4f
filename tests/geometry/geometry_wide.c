// See geometry_wide.h. The system's headers come first, then double gets its other meaning.

#include "tests/geometry/geometry_wide.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <tgmath.h>

// constants of the kernels are those of double
#pragma GCC diagnostic ignored "-Wdouble-promotion"

// the functions of real/ are those of double, too; here the library's stand in for them
#include "real/arctangent.h"
#include "real/sine.h"

#define real_sin(x) sinl(x)
#define real_cos(x) cosl(x)
#define real_asin(x) asinl(x)
#define real_atan(x) atanl(x)
#define real_atan2(y, x) atan2l(y, x)

typedef struct wide_pair {
  wide high, low;
} wide_pair;

static wide_pair wide_sin_cos(wide x) {
  return (wide_pair){sinl(x), cosl(x)};
}

#define real_pair wide_pair
#define real_sin_cos(x) wide_sin_cos(x)

#undef DBL_EPSILON
#define DBL_EPSILON LDBL_EPSILON
#define double wide

#include "geometry/product.h"

void wide_tau(const group *G, wide *g, const wide *xi) {
  group_tau(G, g, xi);
}

void wide_rate(const group *G, wide *rate, const wide *g, const wide *xi) {
  group_rate(G, rate, g, xi);
}

void wide_Ad(const group *G, wide *M, const wide *g) {
  group_Ad(G, M, g);
}

void wide_D(const group *G, wide *M, const wide *xi) {
  group_D(G, M, xi);
}

void wide_D_inverse(const group *G, wide *M, const wide *xi) {
  group_D_inverse(G, M, xi);
}

void wide_T(const group *G, wide *T, const wide *xi, const wide *eta, const wide *w) {
  group_T(G, T, xi, eta, w);
}

void wide_S(const group *G, wide *S, const wide *xi, const wide *eta, const wide *w) {
  group_S(G, S, xi, eta, w);
}
