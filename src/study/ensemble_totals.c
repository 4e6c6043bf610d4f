#include "study/ensemble_totals.h"

enum { each = 4 };  // numbers of a member

static void pack(double *x, const noslip_ensemble_member *m) {
  x[0] = m->time;
  x[1] = m->energy_error;
  x[2] = m->energy_max_error;
  x[3] = (double)m->steps;
}

static bool unpack(noslip_ensemble_member *m, const double *x) {
  const double most = 0x1p53;
  if (!(x[3] >= 0 && x[3] <= most))
    return false;
  m->time = x[0];
  m->energy_error = x[1];
  m->energy_max_error = x[2];
  m->steps = (long)x[3];
  return true;
}

static void transfer_members(noslip_ensemble_member *m, int n, transfer *t) {
  double *x = memory_resize(t->memory, NULL, (size_t)n*each*sizeof *x + 1);
  if (!x) {
    t->failed = true;
    return;
  }
  for (int k = 0; k < n; k++)
    pack(x + each*k, &m[k]);
  transfer_numbers(t, "members", x, (long)each*n);
  for (int k = 0; t->in && !t->failed && k < n; k++)
    if (!unpack(&m[k], x + each*k))
      transfer_refuse(t, "members");
  memory_free(t->memory, x);
}

// few members have a sentence: each with its number
static void transfer_troubles(noslip_ensemble_member *m, int n, transfer *t, arena *a) {
  int count = 0;
  for (int k = 0; !t->in && k < n; k++)
    count += m[k].trouble != NULL;
  transfer_integers(t, "troubles", &count, 1, (transfer_range){0, n});
  for (int i = 0, k = -1; i < count && !t->failed; i++) {
    do
      k++;
    while (!t->in && !m[k].trouble);
    transfer_integers(t, "trouble", &k, 1, (transfer_range){0, n - 1});
    if (!t->failed)
      transfer_text(t, "sentence", &m[k].trouble, a);
  }
}

void ensemble_totals_transfer(const ensemble_totals *e, int folded, transfer *t) {
  noslip_ensemble_result *r = e->result;
  const transfer_range some = {0, 1L << 53};
  int numbers[] = {r->nfailed, r->nunfinished};
  long counts[] = {r->steps, r->newton_iterations, r->events};
  transfer_integers(t, "numbers", numbers, 2, (transfer_range){0, r->nmember});
  transfer_counts(t, "counts", counts, 3, some);
  transfer_integers(t, "output", e->counts, r->ntime, (transfer_range){0, r->nmember});
  transfer_members(e->members, folded, t);
  transfer_numbers(t, "extremes", e->extremes, 2L*r->nquantity*folded);
  if (r->nend > 0)
    transfer_numbers(t, "ends", e->ends, (long)r->nend*folded);
  packed_spreads(t, "spreads", e->spreads, (long)r->ntime*r->nquantity);
  transfer_troubles(e->members, folded, t, e->arena);
  r->nfailed = numbers[0], r->nunfinished = numbers[1];
  r->steps = counts[0], r->newton_iterations = counts[1], r->events = counts[2];
}
