#include "problem/state.h"

#include "base/vec.h"
#include "problem/mechanical.h"

#include <math.h>

// 2 pi as an unevaluated sum of two doubles
static const double turn = 6.283185307179586, turn_low = 2.4492935982947064e-16;
static const double half_turn = 3.141592653589793;

bool state_init(state *s, arena *a, const mechanical *problem) {
  int n = problem->n, m = problem->m;
  *s = (state){
      .n = n,
      .m = m,
      .q = ARENA_ARRAY(a, double, n),
      .v = ARENA_ARRAY(a, double, n),
      .p = ARENA_ARRAY(a, double, n),
      .q_low = ARENA_ARRAY(a, double, n),
      .v_low = ARENA_ARRAY(a, double, n),
      .p_low = ARENA_ARRAY(a, double, n),
      .turns = ARENA_ARRAY(a, double, n),
      .lambda = ARENA_ARRAY(a, double, m),
  };
  return !a->failed;
}

void state_copy(state *to, const state *from) {
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
}

void state_wrap(state *s, const bool *angle) {
  for (int i = 0; i < s->n; i++) {
    if (!angle[i] || fabs(s->q[i]) <= half_turn)
      continue;
    double k = nearbyint(s->q[i]/turn);
    s->turns[i] += k;
    s->q[i] = fma(-k, turn, s->q[i]);
    s->q_low[i] -= k*turn_low;
  }
}

void state_unwrapped(const state *s, const bool *angle, double *q) {
  for (int i = 0; i < s->n; i++)
    q[i] = angle[i] && s->turns[i] != 0 ? s->q[i] + s->turns[i]*turn : s->q[i];
}
