#include "problem/mechanical.h"

bool state_init(state *s, arena *a, const problem *p) {
  int n = p->n, m = p->m;
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
      .kept = ARENA_ARRAY(a, double, m),
      .rho = ARENA_ARRAY(a, double, n),
      .rho_low = ARENA_ARRAY(a, double, n),
      .signs = ARENA_ARRAY(a, double, m),
  };
  return !a->failed;
}
