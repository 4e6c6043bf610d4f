// Sweeps: one run, or an ensemble of them, for each combination of the values of some keys. The
// members of all points are those of one crew: member k of point i is number i nmember + k.
//
// Runs are computed in batches, on several threads, each into a slot of its own; then one thread
// takes the slots in the order of the members, so that nothing depends on the threads.

#include "study/axes.h"
#include "study/result.h"
#include "study/sweep_totals.h"
#include "study/sweep_work.h"

#include <string.h>

// numbers of the result at most (1 GiB); numbers and runs of a batch at most
static const double most_numbers = 1 << 27, most_in_batch = 1 << 22;
enum { most_slots = 1024 };

// ---------------------------------------------------------------------------------------------
// the members of all points

// keys and numbers of all members: those of the axes, then those of the member
static noslip_status list_members(work *w) {
  const noslip_sweep_options *o = w->options;
  noslip_sweep_result *r = &w->sweep->result;
  int nkey = o->naxis + o->runs.nkey, each = o->runs.nkey;
  const char **names = ARENA_ARRAY(&w->arena, const char *, nkey);
  double *x =
      arena_array(&w->arena, (size_t)r->npoint*(size_t)r->nmember*(size_t)nkey, sizeof *x);
  double *values = ARENA_ARRAY(&w->sweep->arena, double, r->npoint*r->naxis);
  if (!names || !x || !values)
    return fail_memory(&w->context->failure);
  for (int i = 0; i < nkey; i++)
    names[i] = i < o->naxis ? o->axes[i].key : o->runs.keys[i - o->naxis];
  w->runs = o->runs;
  w->runs.keys = names;
  w->runs.nkey = nkey;
  w->runs.starts = x;
  w->runs.nmember = r->npoint*r->nmember;
  for (int i = 0; i < r->npoint; i++) {
    axes_values(values + (size_t)i*(size_t)r->naxis, o, i);
    for (int k = 0; k < r->nmember; k++, x += nkey) {
      memcpy(x, values + (size_t)i*(size_t)r->naxis, (size_t)r->naxis*sizeof *x);
      if (each > 0)
        memcpy(x + r->naxis, o->runs.starts + (size_t)k*(size_t)each, (size_t)each*sizeof *x);
    }
  }
  r->values = values;
  return NOSLIP_OK;
}

static noslip_status copy_axes(work *w) {
  const noslip_sweep_options *o = w->options;
  sweep *s = w->sweep;
  noslip_axis *axes = ARENA_ARRAY(&s->arena, noslip_axis, o->naxis);
  s->result.naxis = o->naxis;
  s->result.npoint = 1;
  s->result.nmember = o->runs.nmember > 0 ? o->runs.nmember : 1;
  for (int i = 0; axes && i < o->naxis; i++) {
    const noslip_axis *a = &o->axes[i];
    double *values = ARENA_ARRAY(&s->arena, double, a->count);
    if (values)
      memcpy(values, a->values, (size_t)a->count*sizeof *values);
    axes[i] = (noslip_axis){arena_print(&s->arena, "%s", a->key), values, a->count, a->ratios};
    s->result.npoint *= a->count;
  }
  s->result.axes = axes;
  return s->arena.failed ? fail_memory(&w->context->failure) : NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// a first run, which shows mistakes and what there is to measure

static noslip_status describe(work *w, noslip_run *run, int member) {
  sweep *s = w->sweep;
  noslip_sweep_result *r = &s->result;
  noslip_report report;
  noslip_run_report(run, &report);
  r->notes = crew_warnings(&w->swept.crew, &s->arena, run, member, &r->nnote);
  r->model = arena_print(&s->arena, "%s", report.model);
  r->method = arena_print(&s->arena, "%s", report.method);
  r->step = w->swept.crew.keys.step >= 0 ? (double)NAN : report.step;
  r->has_energy = noslip_run_has_energy(run);
  r->has_constraints = noslip_run_count(run, NOSLIP_CONSTRAINT) > 0;
  return s->arena.failed ? fail_memory(&w->context->failure) : NOSLIP_OK;
}

static noslip_status plan(work *w, noslip_run *run) {
  static const double most_steps = 1e18;
  crew *c = &w->swept.crew;
  c->each = noslip_run_steps(run);
  if (c->each == 0)
    return fail(&w->context->failure, NOSLIP_ERROR_ARGUMENT,
                "no end: the model has no `run until`, give one with the option `until`");
  if ((double)c->each*w->runs.nmember > most_steps)
    return fail(&w->context->failure, NOSLIP_ERROR_ARGUMENT,
                "more than %g steps; give fewer values, or an earlier end", most_steps);
  c->total = c->each*w->runs.nmember;
  return NOSLIP_OK;
}

static noslip_status look_first(work *w) {
  noslip_run *run;
  crew *c = &w->swept.crew;
  int member = 0;
  noslip_status status = crew_first(c, w->context, &w->arena, &run, &member);
  if (status == NOSLIP_OK)
    status = plan(w, run);
  if (status == NOSLIP_OK)
    status = describe(w, run, member);
  if (status == NOSLIP_OK)
    status = swept_choose(&w->swept, &w->arena, run, w->options, &w->context->failure);
  if (status == NOSLIP_OK)
    status = w->keeping ? swept_keep(&w->swept, &w->arena, run, &w->context->failure) : NOSLIP_OK;
  if (status == NOSLIP_OK)
    status = crew_backend(c, w->context, &w->arena, member, c->total);
  noslip_run_free(run);
  return status;
}

// ---------------------------------------------------------------------------------------------
// memory

static bool make_slots(work *w) {
  swept *m = &w->swept;
  double fit = most_in_batch/(6*m->n + 64 + m->kept.n*m->kept_rows);
  int all = w->runs.nmember;
  w->nslot = fit < most_slots ? (int)fit : most_slots;
  w->nslot = w->nslot < m->crew.threads ? m->crew.threads : w->nslot;
  w->nslot = w->nslot < all ? w->nslot : all;
  m->slots = ARENA_ARRAY(&w->arena, swept_slot, w->nslot);
  for (int i = 0; m->slots && i < w->nslot; i++) {
    m->slots[i].course = ARENA_ARRAY(&w->arena, spread, m->n + 1);
    m->slots[i].end = ARENA_ARRAY(&w->arena, double, 2*m->n + 1);
  }
  w->ends = ARENA_ARRAY(&w->arena, spread, m->n + 1);
  w->low = ARENA_ARRAY(&w->arena, double, m->n + 1);
  w->high = ARENA_ARRAY(&w->arena, double, m->n + 1);
  return !w->arena.failed;
}

static bool make_result(work *w) {
  sweep *s = w->sweep;
  noslip_sweep_result *r = &s->result;
  const swept *m = &w->swept;
  r->nquantity = m->n;
  r->threads = m->crew.threads;
  r->backend = arena_print(&s->arena, "%s", noslip_run_backend(m->crew.like));
  s->points = ARENA_ARRAY(&s->arena, noslip_sweep_point, r->npoint);
  s->quantities = ARENA_ARRAY(&s->arena, noslip_sweep_quantity, m->n + 1);
  s->statistics = arena_array(&s->arena, (size_t)r->npoint*(size_t)m->n*nstatistic + 1,
                              sizeof *s->statistics);
  if (s->arena.failed)
    return false;
  for (int j = 0; j < m->n; j++)
    s->quantities[j] = (noslip_sweep_quantity){arena_print(&s->arena, "%s", m->names[j]),
                                               sweep_statistic(s, j, 0),
                                               sweep_statistic(s, j, 1),
                                               sweep_statistic(s, j, 2),
                                               sweep_statistic(s, j, 3),
                                               sweep_statistic(s, j, 4),
                                               sweep_statistic(s, j, 5),
                                               sweep_statistic(s, j, 6),
                                               sweep_statistic(s, j, 7)};
  r->points = s->points;
  r->quantities = s->quantities;
  return !s->arena.failed;
}

static noslip_status check_size(const work *w) {
  const noslip_sweep_result *r = &w->sweep->result;
  double numbers = (double)r->npoint*w->swept.n*nstatistic;
  if (numbers <= most_numbers)
    return NOSLIP_OK;
  return fail(&w->context->failure, NOSLIP_ERROR_ARGUMENT,
              "%d quantities at %d points are too many; give fewer with the option `columns`",
              w->swept.n, r->npoint);
}

// ---------------------------------------------------------------------------------------------
// all members

// Hand over the trajectory of run number `member`, also of one that was stopped on the way. Without a
// slot the columns alone: runs before this one are kept already.
static void keep_member(work *w, int member, const swept_slot *s) {
  const noslip_sweep_result *r = &w->sweep->result;
  const kept *k = &w->swept.kept;
  const double *values = s ? r->values + (size_t)(member/r->nmember)*(size_t)r->naxis : NULL;
  const noslip_member_rows rows = {member,   s ? s->rows : 0, k->n,  k->names, s ? s->kept : NULL,
                                   r->naxis, w->runs.keys,    values};
  if (!w->keeping || (s && s->rows == 0))
    return;
  w->keeping = w->runs.keep(w->runs.keep_context, &rows);
  if (!w->keeping)
    atomic_store(&w->swept.crew.stopped, true);
}

// `take` of the ledger
static bool take(void *context, int member) {
  work *w = context;
  const swept_slot *s = &w->swept.slots[member - w->swept.first];
  w->status = sweep_take(w, member, s);
  if (w->status == NOSLIP_OK)
    keep_member(w, member, s);
  return w->status == NOSLIP_OK;
}

static void transfer_totals(void *context, int folded, transfer *t) {
  work *w = context;
  sweep *s = w->sweep;
  const sweep_totals all = {&s->result, s->points, s->statistics, w->swept.n*nstatistic,
                            w->ends,    w->low,    w->high,       &s->arena};
  sweep_totals_transfer(&all, folded, t);
}

static void transfer_member(void *context, int i, transfer *t) {
  work *w = context;
  swept_transfer(&w->swept, i, t);
}

// the members have the values of the axes among their starts
static void ask(void *context, transfer *t) {
  const work *w = context;
  for (int i = 0; i < w->options->nquantity; i++)
    transfer_text(t, "quantity", &(const char *){w->options->quantities[i]}, NULL);
}

static const ledger_kind saved = {"sweep", take, transfer_totals, transfer_member, ask};

// A batch after the other; a checkpoint may have taken some members of a batch already. Members that
// are not begun are slots that were stopped.
static noslip_status run_all(work *w) {
  swept *m = &w->swept;
  ledger *l = &m->ledger;
  noslip_sweep_result *r = &w->sweep->result;
  int all = w->runs.nmember;
  bool told = false;  // a study that was stopped has its last checkpoint
  atomic_fetch_add(&m->crew.done, m->crew.each*l->folded);
  if (l->folded > 0)
    keep_member(w, l->folded, NULL);
  while (l->folded < all && w->status == NOSLIP_OK) {
    int n = all - l->folded < w->nslot ? all - l->folded : w->nslot, first = l->folded;
    ledger_batch(l, n);
    swept_compute(m, first, n);
    if (crew_stopped(&m->crew) && !told)
      ledger_write(l, true);
    told = crew_stopped(&m->crew);
    while (l->folded < first + n && w->status == NOSLIP_OK)
      l->folded += take(w, l->folded);
  }
  if (!told && w->status == NOSLIP_OK)
    ledger_write(l, false);
  if (w->status != NOSLIP_OK || r->nunfinished == 0)
    return w->status;
  return fail(&w->context->failure, NOSLIP_STOPPED, "stopped after %d of %d runs",
              all - r->nunfinished, all);
}

// ---------------------------------------------------------------------------------------------
// the public calls

static noslip_status prepare(work *w) {
  failure *why = &w->context->failure;
  noslip_status status = axes_check(w->options, why);
  if (status == NOSLIP_OK && w->options->runs.nmember > 0)
    status = crew_check(&w->options->runs, "a sweep", why);
  if (status == NOSLIP_OK)
    status = copy_axes(w);
  if (status == NOSLIP_OK)
    status = list_members(w);
  if (status == NOSLIP_OK)
    status = crew_check(&w->runs, "a sweep", why);
  if (status == NOSLIP_OK)
    status = look_first(w);
  return status == NOSLIP_OK ? check_size(w) : status;
}

static noslip_status compute(work *w) {
  double began = crew_seconds();
  noslip_status status = prepare(w);
  if (status == NOSLIP_OK &&
      !(crew_begin(&w->swept.crew, &w->context->memory, &w->arena) &&
        swept_begin(&w->swept, &w->arena) && make_slots(w) && make_result(w)))
    status = fail_memory(&w->context->failure);
  w->swept.ledger.began = began;
  if (status == NOSLIP_OK)
    status = ledger_begin(&w->swept.ledger, &w->arena, w->nslot);
  if (status == NOSLIP_OK)
    status = run_all(w);
  w->sweep->result.wall_seconds = crew_seconds() - w->swept.ledger.began;
  return status;
}

noslip_status noslip_sweep_sized(noslip_context *context, noslip_model *model,
                                 const noslip_sweep_options *given, size_t size,
                                 noslip_sweep_result **result) {
  noslip_sweep_options options;
  sweep *s = STUDY_BEGIN(sweep, result, context, model, noslip_sweep_options, options, given, size);
  if (!s)
    return study_refusal(context);
  work w = {
      .sweep = s, .context = context, .options = &options, .keeping = options.runs.keep != NULL};
  w.swept.crew = (crew){.model = model, .options = &w.runs, .whole = true, .resizes = !w.keeping};
  w.swept.ledger = (ledger){.saving = options.runs.saving,
                            .kind = &saved,
                            .study = &w,
                            .context = context,
                            .model = model,
                            .options = &w.runs};
  arena_init(&w.arena, &context->memory);
  noslip_status status = compute(&w);
  ledger_end(&w.swept.ledger);
  crew_end(&w.swept.crew);
  swept_free(&w.swept, w.nslot, &context->memory);
  arena_free(&w.arena);
  if (study_is_result(status))
    *result = &s->result;
  else
    noslip_sweep_free(&s->result);
  return status;
}

void noslip_sweep_free(noslip_sweep_result *result) {
  STUDY_FREE(sweep, result);
}
