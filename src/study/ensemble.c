// Ensembles: one model from many initial states, and statistics over the members.
//
// The members are computed in batches, on several threads; the model is shared, since a run does
// not write to it; everything else belongs to a thread. Then one thread adds the numbers of a batch
// to the statistics in the order of the members, so that sums do not depend on the threads.

#include "study/ensemble_totals.h"
#include "study/members.h"
#include "study/parallel.h"
#include "study/result.h"
#include "study/spread.h"

#include <assert.h>
#include <string.h>

// numbers of a batch at most, unless each thread needs more (64 MiB), and its members at most
static const double most_numbers = 1 << 23;
enum { most_slots = 1024 };

// the result, and the memory behind it
typedef struct ensemble {
  noslip_ensemble_result result;
  arena arena;
  noslip_statistics *quantities;
  noslip_ensemble_member *members;
  double *extremes;  // nmember x 2 nquantity: lowest, highest
  int *counts;
  double *ends;  // nmember x nend
} ensemble;

// what is not needed after the call
typedef struct work {
  ensemble *ensemble;
  noslip_context *context;
  const noslip_ensemble_options *options;
  arena arena;
  members members;
  spread *spreads;  // ntime x nquantity
  int nslot;
  bool keeping;  // `keep` wants more
  noslip_status status;
} work;

// ---------------------------------------------------------------------------------------------
// a first run, which shows mistakes and what there is to measure

static const char *keep(ensemble *e, const char *text) {
  return arena_text(&e->arena, text, strlen(text));
}

static noslip_status plan(work *w, noslip_run *run) {
  static const double most_steps = 1e18, most_rows = 1e7;  // rows take 2 GB, statistics included
  failure *why = &w->context->failure;
  members *m = &w->members;
  long n = noslip_run_steps(run), every = noslip_run_every(run);
  if (n == 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "no end: the model has no `run until`, give one with the option `until`");
  if ((double)n*w->options->nmember > most_steps)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "more than %g steps; give fewer members, or an earlier end", most_steps);
  if ((double)n/(double)every > most_rows)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "more than %g output times: give a larger value of the option `every`", most_rows);
  bool differ = m->crew.keys.step >= 0;  // then the start and the end are what all have
  m->crew.nstep = differ ? 0 : n;
  m->every = differ ? n : every;
  m->nodes = w->options->extremes && (differ || m->every > 1);
  m->crew.each = n;
  double whole = run->start.time + (double)n*run->h;
  m->end = noslip_run_rest(run) != 0 ? run->plan.end : whole;
  m->crew.total = n*w->options->nmember;
  m->ntime = (int)((n + m->every - 1)/m->every) + 1;
  m->nchange = noslip_run_has_energy(run) + noslip_run_count(run, NOSLIP_INVARIANT);
  m->nquantity = m->nchange + noslip_run_count(run, NOSLIP_OBSERVABLE);
  return NOSLIP_OK;
}

static noslip_status note_warnings(work *w, noslip_run *run, int member) {
  ensemble *e = w->ensemble;
  noslip_report report;
  noslip_run_report(run, &report);
  e->result.notes = crew_warnings(&w->members.crew, &e->arena, run, member, &e->result.nnote);
  e->result.step = report.step;
  e->result.model = keep(e, report.model);
  e->result.method = keep(e, report.method);
  return e->arena.failed ? fail_memory(&w->context->failure) : NOSLIP_OK;
}

// names of the quantities; their arrays are filled at the end
static noslip_status name_quantities(work *w, noslip_run *run) {
  ensemble *e = w->ensemble;
  int n = w->members.nquantity, at = 0;
  noslip_statistics *all = ARENA_ARRAY(&e->arena, noslip_statistics, n + 1);
  if (!all)
    return fail_memory(&w->context->failure);
  e->result.quantities = e->quantities = all;
  e->result.nquantity = n;
  e->result.has_energy = noslip_run_has_energy(run);
  for (int k = 0; k < row_nparts; k++)
    for (int i = 0; members_measure(&row_parts[k]) && i < row_count(run, &row_parts[k]); i++)
      all[at++].name =
          arena_print(&e->arena, "%s%s", row_parts[k].name, row_name(run, &row_parts[k], i));
  assert(at == n);
  return e->arena.failed ? fail_memory(&w->context->failure) : NOSLIP_OK;
}

// the state at the end, NaN until a member has come there
static noslip_status plan_ends(work *w, noslip_run *run) {
  ensemble *e = w->ensemble;
  const int n = noslip_run_count(run, NOSLIP_STATE);
  const size_t all = (size_t)n*(size_t)w->options->nmember;
  if (!w->options->ends)
    return NOSLIP_OK;
  const char **names = ARENA_ARRAY(&e->arena, const char *, n);
  e->ends = arena_array(&e->arena, all, sizeof *e->ends);
  if (!names || !e->ends)
    return fail_memory(&w->context->failure);
  for (int i = 0; i < n; i++)
    names[i] = keep(e, noslip_run_name(run, NOSLIP_STATE, i));
  for (size_t i = 0; i < all; i++)
    e->ends[i] = (double)NAN;
  w->members.nend = e->result.nend = n;
  e->result.end_names = names;
  e->result.ends = e->ends;
  return e->arena.failed ? fail_memory(&w->context->failure) : NOSLIP_OK;
}

static noslip_status look_first(work *w) {
  noslip_run *run;
  int member = 0;
  noslip_status status = crew_first(&w->members.crew, w->context, &w->arena, &run, &member);
  if (status == NOSLIP_OK)
    status = plan(w, run);
  if (status == NOSLIP_OK)
    status = note_warnings(w, run, member);
  if (status == NOSLIP_OK)
    status = name_quantities(w, run);
  if (status == NOSLIP_OK)
    status = plan_ends(w, run);
  if (status == NOSLIP_OK)
    status = !w->options->keep ? NOSLIP_OK
                               : kept_plan(&w->members.kept, &w->arena, run, w->members.ntime,
                                           &w->context->failure);
  if (status == NOSLIP_OK)
    status = crew_backend(&w->members.crew, w->context, &w->arena, member, w->members.crew.total);
  noslip_run_free(run);
  return status;
}

// ---------------------------------------------------------------------------------------------
// memory

// members in a batch: enough to keep the threads busy, few enough for the memory
static int count_slots(const work *w) {
  const members *m = &w->members;
  double each = (double)m->ntime*(m->nquantity + 1 + m->kept.n), fit = most_numbers/each;
  int n = fit < most_slots ? (int)fit : most_slots;
  n = n < m->crew.threads ? m->crew.threads : n;
  return n < w->options->nmember ? n : w->options->nmember;
}

static bool make_slots(work *w) {
  members *m = &w->members;
  w->nslot = count_slots(w);
  m->slots = ARENA_ARRAY(&w->arena, slot, w->nslot);
  for (int i = 0; m->slots && i < w->nslot; i++) {
    slot *s = &m->slots[i];
    s->x = arena_array(&w->arena, (size_t)m->ntime*(size_t)(m->nquantity + 1), sizeof(double));
    s->now = ARENA_ARRAY(&w->arena, double, m->nquantity + 1);
    s->low = ARENA_ARRAY(&w->arena, double, m->nquantity + 1);
    s->high = ARENA_ARRAY(&w->arena, double, m->nquantity + 1);
    s->ends = ARENA_ARRAY(&w->arena, double, m->nend + 1);
    if (m->kept.n > 0)
      s->kept = arena_array(&w->arena, (size_t)m->ntime*(size_t)m->kept.n, sizeof(double));
  }
  w->spreads =
      arena_array(&w->arena, (size_t)m->ntime*(size_t)(m->nquantity + 1), sizeof(spread));
  return !w->arena.failed;
}

// members that are not begun have no numbers
static bool make_members(work *w) {
  ensemble *e = w->ensemble;
  size_t n = (size_t)w->members.nquantity, nmember = (size_t)w->options->nmember;
  e->members = ARENA_ARRAY(&e->arena, noslip_ensemble_member, w->options->nmember);
  e->extremes = arena_array(&e->arena, 2*n*nmember + 1, sizeof *e->extremes);
  if (e->arena.failed)
    return false;
  for (size_t i = 0; i < 2*n*nmember; i++)
    e->extremes[i] = (double)NAN;
  for (size_t k = 0; k < nmember; k++)
    e->members[k] = (noslip_ensemble_member){.energy_error = (double)NAN,
                                             .energy_max_error = (double)NAN,
                                             .lowest = e->extremes + 2*n*k,
                                             .highest = e->extremes + (2*k + 1)*n};
  e->result.nmember = w->options->nmember;
  e->result.members = e->members;
  return true;
}

static bool make_result(work *w) {
  ensemble *e = w->ensemble;
  noslip_ensemble_result *r = &e->result;
  const members *m = &w->members;
  double *times = ARENA_ARRAY(&e->arena, double, m->ntime);
  e->counts = ARENA_ARRAY(&e->arena, int, m->ntime);
  r->backend = keep(e, noslip_run_backend(m->crew.like));
  r->ntime = m->ntime;
  r->threads = m->crew.threads;
  r->times = times;
  r->counts = e->counts;
  if (e->arena.failed || !make_members(w))
    return false;
  for (int k = 0; k < m->ntime; k++)
    times[k] =
        k < m->ntime - 1 ? m->crew.like->start.time + (double)(k*m->every)*r->step : m->end;
  if (m->crew.keys.step >= 0)
    r->step = (double)NAN;
  return true;
}

// ---------------------------------------------------------------------------------------------
// statistics

static void note_member(ensemble *e, int member, const slot *s) {
  size_t n = (size_t)e->result.nquantity;
  noslip_ensemble_member *m = &e->members[member];
  m->time = s->spent.time;
  m->steps = s->spent.steps;
  m->trouble = crew_is_trouble(s->status) ? keep(e, s->trouble) : NULL;
  if (s->status == NOSLIP_OK && e->result.nend > 0)
    memcpy(e->ends + (size_t)e->result.nend*(size_t)member, s->ends,
           (size_t)e->result.nend*sizeof *s->ends);
  if (s->rows == 0)
    return;
  memcpy(e->extremes + 2*n*(size_t)member, s->low, n*sizeof *s->low);
  memcpy(e->extremes + (2*(size_t)member + 1)*n, s->high, n*sizeof *s->high);
  if (!e->result.has_energy)
    return;
  m->energy_error = s->x[(size_t)(s->rows - 1)*n];
  m->energy_max_error = -s->low[0] > s->high[0] ? -s->low[0] : s->high[0];
}

// A member that fails or is stopped counts at the output times it has come to.
static noslip_status add_member(work *w, int member, const slot *s) {
  ensemble *e = w->ensemble;
  int n = w->members.nquantity;
  if (!study_is_result(s->status) && !crew_is_trouble(s->status))
    return fail(&w->context->failure, s->status, "%s", s->trouble);
  assert(s->rows >= 0 && s->rows <= w->members.ntime);
  for (int k = 0; k < s->rows; k++) {
    e->counts[k]++;
    for (int j = 0; j < n; j++)
      spread_add(&w->spreads[(size_t)k*(size_t)n + (size_t)j],
                 s->x[(size_t)k*(size_t)n + (size_t)j]);
  }
  note_member(e, member, s);
  e->result.nfailed += crew_is_trouble(s->status);
  e->result.nunfinished += s->status == NOSLIP_STOPPED;
  e->result.steps += s->spent.steps;
  e->result.newton_iterations += s->spent.iterations;
  e->result.events += s->spent.events;
  return e->arena.failed ? fail_memory(&w->context->failure) : NOSLIP_OK;
}

// the members from `first` on are not begun, and no one has come to the last output times
static noslip_status stop(work *w, int first) {
  ensemble *e = w->ensemble;
  noslip_ensemble_result *r = &e->result;
  r->nunfinished += r->nmember - first;
  if (r->nunfinished == 0)
    return NOSLIP_OK;  // there was nothing left to be stopped
  while (r->ntime > 1 && r->counts[r->ntime - 1] == 0)
    r->ntime--;
  return fail(&w->context->failure, NOSLIP_STOPPED, "stopped after %ld of %ld steps", r->steps,
              w->members.crew.total);
}

// Hand over the trajectory of a member, also of one that was stopped on the way. Without a slot the
// columns alone: members before this one are kept already.
static void keep_member(work *w, int member, const slot *s) {
  const noslip_ensemble_options *o = w->options;
  const kept *k = &w->members.kept;
  const noslip_member_rows rows = {
      o->first_member + member, s ? s->rows : 0, k->n, k->names, s ? s->kept : NULL, 0, NULL, NULL};
  if (!w->keeping || (s && s->rows == 0))
    return;
  w->keeping = o->keep(o->keep_context, &rows);
  if (!w->keeping)
    atomic_store(&w->members.crew.stopped, true);
}

// ---------------------------------------------------------------------------------------------
// all members

// `take` of the ledger
static bool take(void *context, int member) {
  work *w = context;
  const slot *s = &w->members.slots[member - w->members.first];
  w->status = add_member(w, member, s);
  if (w->status == NOSLIP_OK)
    keep_member(w, member, s);
  return w->status == NOSLIP_OK;
}

static void transfer_totals(void *context, int folded, transfer *t) {
  work *w = context;
  ensemble *e = w->ensemble;
  const ensemble_totals all = {&e->result, e->members, e->extremes, e->counts,
                               w->spreads, &e->arena,  e->ends};
  ensemble_totals_transfer(&all, folded, t);
}

static void transfer_member(void *context, int i, transfer *t) {
  work *w = context;
  members_transfer(&w->members, i, t);
}

static const ledger_kind saved = {"ensemble", take, transfer_totals, transfer_member, NULL};

// a batch after the other; a checkpoint may have taken some members of a batch already
static noslip_status run_all(work *w) {
  members *m = &w->members;
  ledger *l = &m->ledger;
  int all = w->options->nmember;
  atomic_fetch_add(&m->crew.done, m->crew.each*l->folded);
  if (l->folded > 0)
    keep_member(w, l->folded, NULL);
  while (l->folded < all && w->status == NOSLIP_OK && !crew_stopped(&m->crew)) {
    int count = all - l->folded < w->nslot ? all - l->folded : w->nslot, first = l->folded;
    ledger_batch(l, count);
    members_compute(m, first, count);
    if (crew_stopped(&m->crew))
      ledger_write(l, true);
    while (l->folded < first + count && w->status == NOSLIP_OK)
      l->folded += take(w, l->folded);
  }
  if (w->status != NOSLIP_OK)
    return w->status;
  if (crew_stopped(&m->crew))
    return stop(w, l->folded);
  ledger_write(l, false);
  return NOSLIP_OK;
}

static bool finish(work *w) {
  ensemble *e = w->ensemble;
  int n = w->members.nquantity, nt = e->result.ntime;
  for (int j = 0; j < n; j++) {
    double *x = arena_array(&e->arena, 5*(size_t)nt, sizeof *x);
    if (!x)
      return false;
    for (int k = 0; k < nt; k++) {
      const spread *s = &w->spreads[(size_t)k*(size_t)n + (size_t)j];
      x[k] = s->n > 0 ? s->mean : (double)NAN;
      x[nt + k] = spread_variance(s);
      x[2*nt + k] = s->n > 0 ? s->min : (double)NAN;
      x[3*nt + k] = s->n > 0 ? s->max : (double)NAN;
      x[4*nt + k] = spread_square(s);
    }
    e->quantities[j] =
        (noslip_statistics){e->quantities[j].name, x, x + nt, x + 2*nt, x + 3*nt, x + 4*nt};
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// the public calls

static noslip_status compute(work *w) {
  failure *why = &w->context->failure;
  double began = crew_seconds();
  noslip_status status = crew_check(w->options, "an ensemble", why);
  if (status == NOSLIP_OK)
    status = look_first(w);
  if (status == NOSLIP_OK && !(crew_begin(&w->members.crew, &w->context->memory, &w->arena) &&
                               make_slots(w) && make_result(w)))
    status = fail_memory(why);
  w->members.ledger.began = began;
  if (status == NOSLIP_OK)
    status = ledger_begin(&w->members.ledger, &w->arena, w->nslot);
  if (status == NOSLIP_OK)
    status = run_all(w);
  if (study_is_result(status) && !finish(w))
    status = fail_memory(why);
  w->ensemble->result.wall_seconds = crew_seconds() - w->members.ledger.began;
  return status;
}

noslip_status noslip_ensemble_sized(noslip_context *context, noslip_model *model,
                                    const noslip_ensemble_options *given, size_t size,
                                    noslip_ensemble_result **result) {
  noslip_ensemble_options options;
  ensemble *e =
      STUDY_BEGIN(ensemble, result, context, model, noslip_ensemble_options, options, given, size);
  if (!e)
    return study_refusal(context);
  work w = {
      .ensemble = e,
      .context = context,
      .options = &options,
      .members = {.crew = {.model = model, .options = &options, .meet = true}},
      .keeping = options.keep != NULL,
  };
  w.members.ledger = (ledger){.saving = options.saving,
                              .kind = &saved,
                              .study = &w,
                              .context = context,
                              .model = model,
                              .options = &options};
  arena_init(&w.arena, &context->memory);
  noslip_status status = compute(&w);
  ledger_end(&w.members.ledger);
  crew_end(&w.members.crew);
  arena_free(&w.arena);
  if (study_is_result(status))
    *result = &e->result;
  else
    noslip_ensemble_free(&e->result);
  return status;
}

void noslip_ensemble_free(noslip_ensemble_result *result) {
  STUDY_FREE(ensemble, result);
}
