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

static const transfer_field fields[] = {
    TRANSFER_SKIP(state, n),        TRANSFER_SKIP(state, m),      TRANSFER_FIELD(state, t),
    TRANSFER_SKIP(state, q),        TRANSFER_SKIP(state, v),      TRANSFER_SKIP(state, p),
    TRANSFER_SKIP(state, q_low),    TRANSFER_SKIP(state, v_low),  TRANSFER_SKIP(state, p_low),
    TRANSFER_SKIP(state, turns),    TRANSFER_SKIP(state, lambda), TRANSFER_SKIP(state, kept),
    TRANSFER_FIELD(state, reduced), TRANSFER_SKIP(state, rho),    TRANSFER_SKIP(state, rho_low),
    TRANSFER_SKIP(state, signs),
};

void state_transfer(state *s, transfer *t) {
  double *by_position[] = {s->q,     s->v,     s->p,   s->q_low,  s->v_low,
                           s->p_low, s->turns, s->rho, s->rho_low};
  double *by_constraint[] = {s->lambda, s->kept, s->signs};
  TRANSFER_RECORD(t, s, fields);
  for (size_t i = 0; i < sizeof by_position/sizeof *by_position; i++)
    transfer_numbers(t, "state", by_position[i], s->n);
  for (size_t i = 0; i < sizeof by_constraint/sizeof *by_constraint; i++)
    transfer_numbers(t, "state", by_constraint[i], s->m);
}
