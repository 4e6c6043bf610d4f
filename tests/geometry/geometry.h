// Groups to try: each factor alone and a product of all kinds, with both retractions.

#pragma once

#include "tests/support/check.h"
#include "tests/support/expressions.h"

#include "geometry/product.h"

enum {
  trial_dim = 24,
  trial_size = 64,
  trial_square = trial_dim*trial_dim,
  trial_factors = 5,
  trial_kinds = 9,
  trial_count = 2*trial_kinds,
};

typedef struct trial {
  const char *name;
  group_factor factor[trial_factors];
  group G;
} trial;

static const struct {
  const char *name;
  int nfactor;
  group_factor factor[trial_factors];
} trial_list[trial_kinds] = {
    {"R^2", 1, {{GROUP_R, .n = 2}}},
    {"SO(3)", 1, {{GROUP_SO3, .n = 0}}},
    {"SE(2)", 1, {{GROUP_SE2, .n = 0}}},
    {"SE(3)", 1, {{GROUP_SE3, .n = 0}}},
    {"SO(n), n = 3", 1, {{GROUP_SO, .n = 3}}},
    {"SO(4)", 1, {{GROUP_SO, .n = 4}}},
    {"SO(5)", 1, {{GROUP_SO, .n = 5}}},
    {"SO(7)", 1, {{GROUP_SO, .n = 7}}},
    {"a product",
     5,
     {{GROUP_SO3, .n = 0},
      {GROUP_R, .n = 2},
      {GROUP_SE2, .n = 0},
      {GROUP_SO, .n = 4},
      {GROUP_SE3, .n = 0}}},
};

// the i-th of trial_count: cay, then exp
static inline void trial_init(trial *t, int i) {
  int k = i % trial_kinds;
  t->name = trial_list[k].name;
  memcpy(t->factor, trial_list[k].factor, sizeof t->factor);
  t->G = group_of(t->factor, trial_list[k].nfactor, i < trial_kinds ? GROUP_CAY : GROUP_EXP);
}

static inline const char *trial_tau(const trial *t) {
  return t->G.tau == GROUP_CAY ? "cay" : "exp";
}

// a velocity; the part of each factor is as long as `length`
static inline void trial_velocity(dice *d, const trial *t, double length, double *xi) {
  for (int i = 0; i < t->G.nfactor; i++) {
    const group_factor *f = t->factor + i;
    double *x = xi + f->first;
    for (int k = 0; k < f->dim; k++)
      x[k] = dice_real(d, -1, 1);
    double scale = length/sqrt(vec_dot(x, x, f->dim));
    for (int k = 0; k < f->dim; k++)
      x[k] *= scale;
  }
}

static inline void trial_element(dice *d, const trial *t, double *g) {
  double xi[trial_dim];
  trial_velocity(d, t, 2, xi);
  group_tau(&t->G, g, xi);
}

static inline double trial_distance(const double *a, const double *b, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++)
    worst = fabs(a[i] - b[i]) > worst || isnan(a[i] - b[i]) ? fabs(a[i] - b[i]) : worst;
  return worst;
}

// where one fails, say which
#define trial_below(t, value, bound)                                                           \
  do {                                                                                         \
    double value_ = (value), bound_ = (bound);                                                 \
    if (!(value_ < bound_))                                                                    \
      check_fail("%s, %s: %s = %g is not below %g\n", (t)->name, trial_tau(t), #value, value_, \
                 bound_);                                                                      \
  } while (0)
