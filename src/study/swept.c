#include "study/swept.h"

#include "base/shown.h"
#include "base/suggest.h"
#include "study/packed.h"
#include "study/parallel.h"
#include "study/result.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { stride = 64 };  // steps from one look at the progress to the next

// ---------------------------------------------------------------------------------------------
// quantities: state, energy, invariants, observables

static bool is_measured(const row_part *p) {
  return p->kind == ROW_ENERGY ||
         (p->kind == ROW_GROUP && (p->group == NOSLIP_STATE || p->group == NOSLIP_INVARIANT ||
                                   p->group == NOSLIP_OBSERVABLE));
}

static bool is_change(const row_part *p) {
  return p->kind == ROW_ENERGY || (p->kind == ROW_GROUP && p->group == NOSLIP_INVARIANT);
}

// The numbers of a part of another model, in the columns of `like`, by their names: NaN where it has
// none. Both are in the same order, so that each search goes on where the last has ended.
static double *fill_named(double *x, const noslip_run *like, noslip_run *run, const row_part *p) {
  int there = row_count(run, p), at = 0;
  const double *values = there > 0 ? noslip_run_values(run, p->group) : NULL;
  for (int i = 0; i < row_count(like, p); i++) {
    const char *name = row_name(like, p, i);
    int tried = 0;
    while (tried < there && strcmp(row_name(run, p, (at + tried) % there), name) != 0)
      tried++;
    bool found = tried < there;
    *x++ = found ? values[(at + tried) % there] : (double)NAN;
    at = found ? at + tried + 1 : at;
  }
  return x;
}

static void read_row(const swept *m, double *x, noslip_run *run) {
  bool same = crew_same_columns(&m->crew, run);
  for (int k = 0; k < row_nparts; k++)
    if (is_measured(&row_parts[k]))
      x = same || row_parts[k].kind != ROW_GROUP ? row_fill(x, run, &row_parts[k])
                                                 : fill_named(x, m->crew.like, run, &row_parts[k]);
}

static bool list_all(swept *m, arena *a, noslip_run *run) {
  int at = 0;
  for (int k = 0; k < row_nparts; k++)
    m->all += is_measured(&row_parts[k]) ? row_count(run, &row_parts[k]) : 0;
  m->place = ARENA_ARRAY(a, int, m->all + 1);
  m->change = ARENA_ARRAY(a, bool, m->all + 1);
  m->names = ARENA_ARRAY(a, const char *, m->all + 1);
  if (a->failed)
    return false;
  for (int k = 0; k < row_nparts; k++)
    for (int i = 0; is_measured(&row_parts[k]) && i < row_count(run, &row_parts[k]); i++, at++) {
      m->place[at] = at;
      m->change[at] = is_change(&row_parts[k]);
      m->names[at] = arena_print(a, "%s%s", row_parts[k].name, row_name(run, &row_parts[k], i));
    }
  m->n = m->all;
  return !a->failed;
}

static noslip_status refuse_name(const swept *m, const char *name, failure *why) {
  char question[suggest_room];
  suggestion near = {0};
  for (int i = 0; i < m->all; i++)
    suggest(&near, name, m->names[i]);
  fail(why, NOSLIP_ERROR_ARGUMENT, "a run of this model has no `%s`", SHOWN(name));
  fail_hint(why, "; ", "%s",
            near.count > 0 ? suggest_text(question, &near, "`")
                           : "give an entry of the state, `energy`, an invariant or an observable");
  return why->status;
}

// moves what is wanted to the front, in the order of the names
static noslip_status choose(swept *m, const noslip_sweep_options *o, failure *why) {
  int at = 0;
  for (int k = 0; k < o->nquantity; k++) {
    int i = 0;
    while (i < m->all && strcmp(m->names[i], o->quantities[k]) != 0)
      i++;
    if (i == m->all)
      return refuse_name(m, o->quantities[k], why);
    if (i < at)
      continue;  // it is given twice
    int place = m->place[i];
    bool change = m->change[i];
    const char *name = m->names[i];
    m->place[i] = m->place[at], m->change[i] = m->change[at], m->names[i] = m->names[at];
    m->place[at] = place, m->change[at] = change, m->names[at++] = name;
  }
  m->n = at;
  return NOSLIP_OK;
}

noslip_status swept_choose(swept *m, arena *a, noslip_run *run, const noslip_sweep_options *o,
                           failure *why) {
  if (!list_all(m, a, run))
    return fail_memory(why);
  for (int k = 0; k < o->nquantity; k++)
    if (!o->quantities[k])
      return fail(why, NOSLIP_ERROR_ARGUMENT, "`quantities[%d]` is NULL", k);
  return o->nquantity > 0 ? choose(m, o, why) : NOSLIP_OK;
}

bool swept_begin(swept *m, arena *a) {
  m->rows = ARENA_ARRAY(a, double *, m->crew.threads);
  for (int k = 0; m->rows && k < m->crew.threads; k++)
    m->rows[k] = ARENA_ARRAY(a, double, m->all + 1);
  return !a->failed;
}

// ---------------------------------------------------------------------------------------------
// one run

// the start, every so many steps, the end, a shorter step, or a `stop`
static double most_rows(double steps, long every) {
  return steps/(double)every + 4;
}

// steps may differ: the shortest has the most rows
noslip_status swept_keep(swept *m, arena *a, noslip_run *run, failure *why) {
  const noslip_ensemble_options *o = m->crew.options;
  int key = m->crew.keys.step;
  double h = fabs(run->h), shortest = h;
  for (int k = 0; key >= 0 && k < o->nmember; k++)
    shortest = fmin(shortest, fabs(o->starts[(size_t)k*(size_t)o->nkey + (size_t)key]));
  m->kept_rows = most_rows((double)noslip_run_steps(run)*h/shortest, noslip_run_every(run));
  return kept_plan(&m->kept, a, run, m->kept_rows, why);
}

void swept_free(swept *m, int nslot, const memory *from) {
  for (int i = 0; m->slots && i < nslot; i++)
    memory_free(from, m->slots[i].kept);
}

// room for this many numbers of a trajectory; false: no memory
static bool reserve(swept_slot *s, size_t need, const memory *from) {
  if (need <= s->room)
    return true;
  double *more = memory_resize(from, s->kept, need*sizeof *more);
  if (!more)
    return false;
  s->kept = more;
  s->room = need;
  return true;
}

// room for the trajectory of a run
static noslip_status make_room(const swept *m, swept_slot *s, noslip_run *run,
                               noslip_context *own) {
  double rows = most_rows((double)noslip_run_steps(run), noslip_run_every(run));
  if (m->kept.n == 0)
    return NOSLIP_OK;
  noslip_status status = kept_check(&m->kept, rows, &own->failure);
  if (status == NOSLIP_OK && !reserve(s, (size_t)m->kept.n*(size_t)rows, &own->memory))
    status = fail_memory(&own->failure);
  return status;
}

// an output time; the first is the start
static void note_row(const swept *m, swept_slot *s, noslip_run *run, double *row) {
  double *start = s->end + m->n;
  read_row(m, row, run);
  for (int j = 0; j < m->n; j++) {
    double x = row[m->place[j]];
    if (s->course[j].n == 0)
      start[j] = x;
    s->end[j] = m->change[j] ? x - start[j] : x;
    spread_add(&s->course[j], s->end[j]);
  }
  if (m->kept.n > 0)
    kept_read(s->kept + (size_t)s->rows++*(size_t)m->kept.n, run);
}

static int slot_of(const swept *m, const swept_slot *s) {
  return (int)(s - m->slots);
}

// some steps of the run, not beyond `last`; a look at the progress before
static noslip_status advance(swept *m, swept_slot *s, noslip_run *run, long steps) {
  crew_tell(&m->crew, 0);
  if (!crew_stopped(&m->crew))
    return noslip_advance(run, steps);
  ledger_leave(&m->ledger, slot_of(m, s), run, NULL);
  return NOSLIP_STOPPED;
}

// every so many steps a row, up to the last step
static noslip_status follow_steps(swept *m, swept_slot *s, noslip_run *run, double *row) {
  long last = noslip_run_steps(run), every = noslip_run_every(run);
  if (!s->begun)
    note_row(m, s, run, row);
  s->begun = true;
  while (s->taken < last) {
    long next = every - s->taken % every, n = next < stride ? next : stride;
    n = n < last - s->taken ? n : last - s->taken;
    noslip_status status = advance(m, s, run, n);
    if (status != NOSLIP_OK)
      return status;
    s->taken += n;
    if (s->taken % every == 0 || s->taken == last)
      note_row(m, s, run, row);
    ledger_look(&m->ledger, slot_of(m, s), run, NULL);
  }
  return NOSLIP_OK;
}

// a `stop` of the model is an end like others
static noslip_status follow(swept *m, swept_slot *s, noslip_run *run, double *row) {
  noslip_status status = follow_steps(m, s, run, row);
  if (status == NOSLIP_OK && noslip_run_rest(run) != 0) {
    status = noslip_finish(run);
    if (status == NOSLIP_OK)
      note_row(m, s, run, row);
  }
  if (status == NOSLIP_STOPPED && noslip_run_stopped(run)) {
    note_row(m, s, run, row);
    snprintf(s->stopped, sizeof s->stopped, "%s", noslip_run_stopped(run));
    status = NOSLIP_OK;
  }
  return status;
}

// the worst verdict of a run
static noslip_status judge(swept_slot *s, noslip_run *run) {
  int count = 0;
  noslip_status status = noslip_run_judge(run, &count);
  s->verdict = NOSLIP_VERDICT_KEPT;
  for (int i = 0; status == NOSLIP_OK && i < count; i++) {
    noslip_verdict_word word = noslip_run_verdict(run, i)->word;
    bool bad = word == NOSLIP_VERDICT_NOT_RESOLVED ||
               (word == NOSLIP_VERDICT_NOT_KEPT && s->verdict == NOSLIP_VERDICT_KEPT);
    s->verdict = bad ? word : s->verdict;
  }
  return status;
}

static void take_report(swept_slot *s, noslip_run *run) {
  noslip_report report;
  noslip_run_report(run, &report);
  s->spent = spent_by(run);
  s->energy_error = report.energy_max_error;
  s->constraint_error = report.constraint_max_error;
}

static void clear(const swept *m, swept_slot *s) {
  *s = (swept_slot){.course = s->course,
                    .end = s->end,
                    .kept = s->kept,
                    .room = s->room,
                    .status = NOSLIP_STOPPED,
                    .energy_error = (double)NAN,
                    .constraint_error = (double)NAN};
  for (int j = 0; j < m->n; j++)
    s->course[j] = (spread){0};
}

// rows that were read belong to the steps that were taken: there is room for the others
static bool fits(const swept_slot *s, const noslip_run *run) {
  long last = noslip_run_steps(run), every = noslip_run_every(run), taken = s->taken;
  return run->progress.taken == taken && taken <= last &&
         s->rows <= taken/every + 1 + (taken == last);
}

// the run of a member, which may have been on its way before, and room for its rows
static noslip_status make_run(swept *m, swept_slot *s, int thread, noslip_run **run) {
  noslip_context *own = m->crew.contexts[thread];
  int i = slot_of(m, s);
  noslip_status status = crew_run(&m->crew, m->first + i, thread, run);
  if (status == NOSLIP_OK)
    status = make_room(m, s, *run, own);
  if (status == NOSLIP_OK)
    status = ledger_take_up(&m->ledger, i, *run, NULL, &own->failure);
  if (status == NOSLIP_OK && !fits(s, *run))
    status = ledger_misfit(&m->ledger, i, &own->failure);
  return status;
}

// a parallel_body
static void compute(void *context, int i, int thread) {
  swept *m = context;
  crew *c = &m->crew;
  swept_slot *s = &m->slots[i];
  noslip_run *run = NULL;
  if (!ledger_begin_member(&m->ledger, i)) {
    crew_tell(c, c->each);
    return;
  }
  clear(m, s);
  if (crew_stopped(c))
    return;
  s->status = make_run(m, s, thread, &run);
  if (s->status == NOSLIP_OK) {
    s->status = follow(m, s, run, m->rows[thread]);
    if (s->status == NOSLIP_OK)
      s->status = judge(s, run);
    take_report(s, run);
  }
  if (!study_is_result(s->status))
    snprintf(s->trouble, sizeof s->trouble, "%s", noslip_last_error(c->contexts[thread]));
  if (s->status != NOSLIP_STOPPED)
    crew_tell(c, c->each);
  if (s->status == NOSLIP_OK || crew_is_trouble(s->status))
    ledger_end_member(&m->ledger, i);
  noslip_run_free(run);
}

// the trajectory so far
static void transfer_rows(const swept *m, swept_slot *s, transfer *t) {
  long n = (long)s->rows*m->kept.n, length = n;
  transfer_length(t, "length", &length, 8);
  if (!t->failed && length != n)
    transfer_refuse(t, "length");
  if (!t->failed && t->in && !reserve(s, (size_t)n, t->memory))
    t->failed = true;
  if (!t->failed)
    transfer_numbers(t, "kept", s->kept, n);
}

void swept_transfer(swept *m, int i, transfer *t) {
  swept_slot *s = &m->slots[i];
  double errors[] = {s->energy_error, s->constraint_error};
  transfer_counts(t, "taken", &s->taken, 1, (transfer_range){0, 1L << 53});
  transfer_flags(t, "begun", &s->begun, 1);
  transfer_integers(t, "rows", &s->rows, 1, (transfer_range){0, transfer_most_int});
  if (t->failed)
    return;
  packed_spreads(t, "course", s->course, m->n);
  transfer_numbers(t, "end", s->end, 2*m->n);
  transfer_rows(m, s, t);
  transfer_numbers(t, "errors", errors, 2);
  packed_verdict(t, &s->verdict);
  packed_spent(t, &s->spent);
  packed_status(t, &s->status);
  packed_text(t, "stopped", s->stopped, sizeof s->stopped);
  packed_text(t, "trouble", s->trouble, sizeof s->trouble);
  s->energy_error = errors[0];
  s->constraint_error = errors[1];
}

void swept_compute(swept *m, int first, int count) {
  assert(first >= 0 && count > 0 && first + count <= m->crew.options->nmember);
  m->first = first;
  parallel_for(m, count, m->crew.threads, compute);
}
