// Solutions of earlier solves of newton.h: where the next one starts.

#pragma once

#include "base/vec.h"
#include "solve/newton.h"

#include <math.h>

// The start of the next solve in s->x, if there is a past: extrapolation by the polynomial through
// the last `depth` solutions, which is the sum of their backward differences.
static inline void newton_predict(int n, newton *s) {
  if (s->carried.npast == 0)
    return;
  assert(s->carried.depth > 0 && s->carried.depth <= s->carried.npast);
  vec_copy(s->x, s->past, n);
  for (int k = 1; k < s->carried.depth; k++)
    vec_axpy(s->x, 1, s->past + k*n, s->x, n);
}

// The k-th difference of the new solution is by how much a prediction with k terms was wrong: the
// best k is taken for the next, or one more where none could do better.
static inline void newton_choose_depth(int n, newton *s) {
  double best = HUGE_VAL;
  int known = s->carried.npast;
  vec_copy(s->d, s->x, n);
  for (int k = 1; k <= known; k++) {
    double wrong = 0;
    for (int i = 0; i < n; i++) {
      s->d[i] -= s->past[(k - 1)*n + i];
      wrong += fabs(s->d[i]);
    }
    if (wrong < best) {
      best = wrong;
      s->carried.depth = k;
    }
  }
  if (s->carried.depth == known && known < newton_memory)
    s->carried.depth++;
}

// the differences of the new solution take the place of those of the last
static inline void newton_remember(int n, newton *s) {
  enum { choose_every = 8 };  // solves: choosing costs more than extrapolating
  assert(s->carried.npast >= 0 && s->carried.npast <= newton_memory);
  bool choose = s->carried.npast < newton_memory || ++s->carried.since_chosen >= choose_every;
  if (choose) {
    s->carried.since_chosen = 0;
    newton_choose_depth(n, s);
  }
  VEC_UNROLL
  for (int i = 0; i < n; i++) {
    double difference = s->x[i];
    VEC_UNROLL
    for (int k = 0; k < newton_memory; k++) {
      double last = s->past[k*n + i];
      s->past[k*n + i] = difference;
      difference -= last;
    }
  }
  s->carried.npast += s->carried.npast < newton_memory;
}
