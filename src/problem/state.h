// The state of a mechanical system at a node.
//
// A method carries (q,v) or (q,p); the other one follows when it is asked for. What rounding took
// from a sum is kept beside it (compensated summation), so that the rounding of long runs stays a
// random walk. Angles are kept in (-pi, pi]; `turns` counts the rest.

#pragma once

#include "base/vec.h"

#include <math.h>
#include <stdbool.h>

typedef struct state {
  int n, m;
  double t;
  double *q, *v, *p;              // n
  double *q_low, *v_low, *p_low;  // n   what rounding took away
  double *turns;                  // n   full turns of each angle
  double *lambda;                 // m   multipliers, as declared
  double *kept;                   // m   those that a method carries from step to step

  // of a method that works with (q, rho): reduction.h; of rattle, which may carry rho = psi(q,p)
  bool reduced;           //     there is a rho that belongs to (q,p)
  double *rho, *rho_low;  // n   as many as there are
  double *signs;          // m   those of its frame
} state;

static inline void state_copy(state *to, const state *from) {
  int n = from->n;
  to->t = from->t;
  vec_copy(to->q, from->q, n);
  vec_copy(to->v, from->v, n);
  vec_copy(to->p, from->p, n);
  vec_copy(to->q_low, from->q_low, n);
  vec_copy(to->v_low, from->v_low, n);
  vec_copy(to->p_low, from->p_low, n);
  vec_copy(to->turns, from->turns, n);
  vec_copy(to->lambda, from->lambda, from->m);
  vec_copy(to->kept, from->kept, from->m);
  to->reduced = from->reduced;
  vec_copy(to->rho, from->rho, n);
  vec_copy(to->rho_low, from->rho_low, n);
  vec_copy(to->signs, from->signs, from->m);
}

// 2 pi as an unevaluated sum of two doubles
static const double state_turn = 6.283185307179586, state_turn_low = 2.4492935982947064e-16;
static const double state_half_turn = 3.141592653589793;

// bring the angles back to (-pi, pi]
static inline void state_wrap(state *s, const bool *angle) {
  for (int i = 0; i < s->n; i++) {
    if (!angle[i] || fabs(s->q[i]) <= state_half_turn)
      continue;
    double k = nearbyint(s->q[i]/state_turn);
    s->turns[i] += k;
    s->q[i] = fma(-k, state_turn, s->q[i]);
    s->q_low[i] -= k*state_turn_low;
  }
}

// q with all turns, for output
static inline void state_unwrapped(const state *s, const bool *angle, double *q) {
  for (int i = 0; i < s->n; i++)
    q[i] = angle[i] && s->turns[i] != 0 ? s->q[i] + s->turns[i]*state_turn : s->q[i];
}
