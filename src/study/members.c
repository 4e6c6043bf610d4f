#include "study/members.h"

#include "study/packed.h"
#include "study/parallel.h"
#include "study/result.h"
#include "study/spread.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { stride = 64 };  // steps from one look at the progress to the next

bool members_measure(const row_part *p) {
  return p->kind == ROW_ENERGY ||
         (p->kind == ROW_GROUP && (p->group == NOSLIP_INVARIANT || p->group == NOSLIP_OBSERVABLE));
}

void members_read(double *x, noslip_run *run) {
  for (int k = 0; k < row_nparts; k++)
    if (members_measure(&row_parts[k]))
      x = row_fill(x, run, &row_parts[k]);
}

// the numbers of a node and the extremes so far; row 0 of x is not yet a change
static void look(const members *m, slot *s, noslip_run *run, bool first) {
  members_read(s->now, run);
  for (int j = 0; j < m->nquantity; j++)
    spread_widen(&s->low[j], &s->high[j],
                 s->now[j] - (j >= m->nchange ? 0 : (first ? s->now : s->x)[j]), first);
}

// some steps, with a look at every node if that is asked for
static noslip_status follow(const members *m, slot *s, noslip_run *run, long steps) {
  noslip_status status = m->nodes ? NOSLIP_OK : noslip_advance(run, steps);
  if (!m->nodes)
    return status;
  for (long i = 0; i < steps && status == NOSLIP_OK; i++) {
    status = noslip_step(run);
    if (status == NOSLIP_OK)
      look(m, s, run, false);
  }
  return status;
}

// the steps of a member count for the progress, unless these differ
static long counted(const members *m, long steps) {
  return m->crew.keys.step < 0 ? steps : 0;
}

static int slot_of(const members *m, const slot *s) {
  return (int)(s - m->slots);
}

// stops before a step, not after it: what was computed is kept
static noslip_status advance(members *m, slot *s, noslip_run *run, long steps) {
  noslip_status status = NOSLIP_OK;
  for (long left = steps; left > 0 && status == NOSLIP_OK; left -= stride) {
    long n = left < stride ? left : stride;
    if (crew_stopped(&m->crew)) {
      ledger_leave(&m->ledger, slot_of(m, s), run, NULL);
      return NOSLIP_STOPPED;
    }
    status = follow(m, s, run, n);
    if (status != NOSLIP_OK)
      return status;
    s->taken += n;
    crew_tell(&m->crew, counted(m, n));
    ledger_look(&m->ledger, slot_of(m, s), run, NULL);
  }
  return status;
}

// the last step, which may be shorter
static noslip_status finish(members *m, slot *s, noslip_run *run) {
  bool shorter = noslip_run_rest(run) != 0;
  noslip_status status = noslip_finish(run);
  if (status == NOSLIP_OK && shorter && m->nodes)
    look(m, s, run, false);
  return status;
}

// a row at the start, after every m->every steps, and at the end; some may be there already
static noslip_status fill_rows(members *m, slot *s, noslip_run *run) {
  noslip_status status = NOSLIP_OK;
  long last = noslip_run_steps(run);
  for (int k = s->rows; k < m->ntime && status == NOSLIP_OK; k++) {
    long to = k < m->ntime - 1 ? k*m->every : last;
    if (k > 0)
      status = advance(m, s, run, to - s->taken);
    if (status == NOSLIP_OK && k == m->ntime - 1)
      status = finish(m, s, run);
    if (status != NOSLIP_OK)
      break;
    if (k == 0 || !m->nodes)
      look(m, s, run, k == 0);
    memcpy(s->x + (size_t)k*(size_t)m->nquantity, s->now, (size_t)m->nquantity*sizeof *s->x);
    if (m->kept.n > 0)
      kept_read(s->kept + (size_t)k*(size_t)m->kept.n, run);
    s->rows++;
  }
  if (status == NOSLIP_OK && m->nend > 0)
    memcpy(s->ends, noslip_run_values(run, NOSLIP_STATE), (size_t)m->nend*sizeof *s->ends);
  return status;
}

// the rows become changes since the first row, which is therefore changed last
static void take_changes(const members *m, slot *s) {
  for (int k = s->rows - 1; k >= 0; k--)
    for (int j = 0; j < m->nchange; j++)
      s->x[(size_t)k*(size_t)m->nquantity + (size_t)j] -= s->x[j];
}

static void clear(slot *s) {
  *s = (slot){.x = s->x,
              .kept = s->kept,
              .now = s->now,
              .low = s->low,
              .high = s->high,
              .ends = s->ends,
              .status = NOSLIP_STOPPED};
}

// the run of a member, which may have been on its way before
static noslip_status make_run(members *m, slot *s, int thread, noslip_run **run) {
  crew *c = &m->crew;
  int i = slot_of(m, s);
  noslip_status status = crew_run(c, m->first + i, thread, run);
  if (status == NOSLIP_OK)
    status = ledger_take_up(&m->ledger, i, *run, NULL, &c->contexts[thread]->failure);
  if (status == NOSLIP_OK && (*run)->progress.taken != s->taken)
    status = ledger_misfit(&m->ledger, i, &c->contexts[thread]->failure);
  if (status == NOSLIP_OK)
    atomic_fetch_add(&c->done, counted(m, s->taken));
  return status;
}

// the end of a member: its sentence, and the steps that a failure leaves out
static void end_member(members *m, slot *s, const char *sentence) {
  crew *c = &m->crew;
  if (!study_is_result(s->status))
    snprintf(s->trouble, sizeof s->trouble, "%s", sentence);
  if (s->status == NOSLIP_STOPPED)
    return;
  atomic_fetch_add(&c->done, c->each - counted(m, s->spent.steps));
  if (s->status == NOSLIP_OK || crew_is_trouble(s->status))
    ledger_end_member(&m->ledger, slot_of(m, s));
}

// a parallel_body
static void compute(void *context, int i, int thread) {
  members *m = context;
  crew *c = &m->crew;
  slot *s = &m->slots[i];
  noslip_run *run;
  if (!ledger_begin_member(&m->ledger, i)) {
    atomic_fetch_add(&c->done, c->each);
    return;
  }
  clear(s);
  if (crew_stopped(c))
    return;
  s->status = make_run(m, s, thread, &run);
  if (s->status == NOSLIP_OK) {
    s->status = fill_rows(m, s, run);
    take_changes(m, s);
    s->spent = spent_by(run);
  }
  end_member(m, s, noslip_last_error(c->contexts[thread]));
  noslip_run_free(run);
}

void members_transfer(members *m, int i, transfer *t) {
  slot *s = &m->slots[i];
  transfer_integers(t, "rows", &s->rows, 1, (transfer_range){0, m->ntime});
  transfer_counts(t, "taken", &s->taken, 1, (transfer_range){0, 1L << 53});
  if (t->failed)
    return;
  transfer_numbers(t, "x", s->x, (long)s->rows*m->nquantity);
  transfer_numbers(t, "now", s->now, m->nquantity);
  transfer_numbers(t, "low", s->low, m->nquantity);
  transfer_numbers(t, "high", s->high, m->nquantity);
  if (m->kept.n > 0)
    transfer_numbers(t, "kept", s->kept, (long)s->rows*m->kept.n);
  if (m->nend > 0)
    transfer_numbers(t, "ends", s->ends, m->nend);
  packed_spent(t, &s->spent);
  packed_status(t, &s->status);
  packed_text(t, "trouble", s->trouble, sizeof s->trouble);
}

void members_compute(members *m, int first, int count) {
  assert(first >= 0 && count > 0 && first + count <= m->crew.options->nmember);
  m->first = first;
  parallel_for(m, count, m->crew.threads, compute);
}
