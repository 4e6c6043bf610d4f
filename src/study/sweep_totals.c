#include "study/sweep_totals.h"

static const transfer_field point_fields[] = {
    TRANSFER_FIELD(noslip_sweep_point, time),
    TRANSFER_FIELD(noslip_sweep_point, energy_error),
    TRANSFER_FIELD(noslip_sweep_point, constraint_error),
    TRANSFER_WITHIN(noslip_sweep_point, steps, 0, 1L << 53),
    TRANSFER_WITHIN(noslip_sweep_point, newton_iterations, 0, 1L << 53),
    TRANSFER_WITHIN(noslip_sweep_point, events, 0, 1L << 53),
    TRANSFER_WITHIN(noslip_sweep_point, nfailed, 0, transfer_most_int),
    TRANSFER_WITHIN(noslip_sweep_point, nunfinished, 0, transfer_most_int),
    TRANSFER_SKIP(noslip_sweep_point, verdict),
    TRANSFER_SKIP(noslip_sweep_point, stopped),
    TRANSFER_SKIP(noslip_sweep_point, trouble),
};

static void transfer_point(noslip_sweep_point *p, transfer *t, arena *a) {
  TRANSFER_RECORD(t, p, point_fields);
  packed_verdict(t, &p->verdict);
  transfer_text(t, "stopped", &p->stopped, a);
  transfer_text(t, "trouble", &p->trouble, a);
}

void sweep_totals_transfer(const sweep_totals *s, int folded, transfer *t) {
  noslip_sweep_result *r = s->result;
  int n = (folded + r->nmember - 1)/r->nmember;  // points that are begun
  int numbers[] = {r->nfailed, r->nunfinished};
  long counts[] = {r->steps, r->newton_iterations, r->events};
  transfer_integers(t, "numbers", numbers, 2, (transfer_range){0, transfer_most_int});
  transfer_counts(t, "counts", counts, 3, (transfer_range){0, 1L << 53});
  for (int i = 0; i < n && !t->failed; i++)
    transfer_point(&s->points[i], t, s->arena);
  for (int k = 0; k < s->nrow; k++)
    transfer_numbers(t, "statistics", s->statistics + (size_t)k*(size_t)r->npoint, n);
  packed_spreads(t, "ends", s->ends, r->nquantity);
  transfer_numbers(t, "low", s->low, r->nquantity);
  transfer_numbers(t, "high", s->high, r->nquantity);
  r->nfailed = numbers[0], r->nunfinished = numbers[1];
  r->steps = counts[0], r->newton_iterations = counts[1], r->events = counts[2];
}
