// Nodes of the baselines: y = (q, v or p, and the multipliers of index0) of a state and back, and
// whether a state is still the node that was given to the caller last.

#pragma once

#include "methods/baseline/rates.h"

#include <float.h>

// changes of the inputs of the model so far: after one the right-hand side is another
static inline long node_changes(const evaluator *e) {
  return e->inputs ? e->inputs->changes : 0;
}

// y of a state
static inline void node_take(rates_shape k, const state *x, double *y) {
  int n = k.n;
  vec_copy(y, x->q, n);
  vec_copy(y + n, k.lagrangian ? x->v : x->p, n);
  vec_copy(y + 2*n, x->kept, rates_numbers(k) - 2*n);
}

// The state of the caller is y; `turns` are those of its angles.
static inline void node_give(rates_shape k, const double *y, double *turns, state *x) {
  int n = k.n;
  vec_copy(turns, x->turns, n);
  vec_copy(x->q, y, n);
  vec_copy(k.lagrangian ? x->v : x->p, y + n, n);
  vec_copy(x->kept, y + 2*n, rates_numbers(k) - 2*n);
  vec_zero(x->q_low, n);
  vec_zero(k.lagrangian ? x->v_low : x->p_low, n);
}

// Is this the time t of the node? The caller has another sum for it.
static inline bool node_is_at(double t, const state *x, double h) {
  const double rounding = 16*DBL_EPSILON;
  return fabs(x->t - t) <= rounding*(fabs(x->t) + fabs(h));
}

// Are these the numbers of the node? Full turns may have been taken off the angles since.
static inline bool node_is_same(rates_shape k, const double *y, const double *turns,
                                const state *x) {
  int n = k.n, N = rates_numbers(k);
  const double *own = k.lagrangian ? x->v : x->p;
  bool same = true;
  for (int i = 0; same && i < n; i++) {
    double count = x->turns[i] - turns[i];
    same = own[i] == y[n + i] && x->q[i] == fma(-count, state_turn, y[i]);
  }
  for (int i = 2*n; same && i < N; i++)
    same = x->kept[i - 2*n] == y[i];
  return same;
}

// the full turns that were taken off the angles of a state since, off y, too
static inline void node_unwind(int n, const double *turns, const state *x, double *y) {
  for (int i = 0; i < n; i++) {
    double count = x->turns[i] - turns[i];
    y[i] = fma(-count, state_turn, y[i]) - count*state_turn_low;
  }
}
