// What a run remembers, written or read: the state, what steppers carry, what was observed and found
// on the way. Constants, outputs and scratch are made again from model, method and options.

#include "run/run.h"

#include "run/contact/contact.h"
#include "run/visit.h"

#include <string.h>

static const transfer_field progress_fields[] = {
    TRANSFER_WITHIN(run_progress, taken, 0, TRANSFER_MOST),
    TRANSFER_FIELD(run_progress, iterations),
    TRANSFER_FIELD(run_progress, failed_iterations),
    TRANSFER_FIELD(run_progress, most_iterations),
    TRANSFER_FIELD(run_progress, stopped),
    TRANSFER_FIELD(run_progress, finished),
    TRANSFER_SKIP(run_progress, began),
};

static const transfer_field energy_fields[] = {
    TRANSFER_FIELD(watched_energy, start),        TRANSFER_FIELD(watched_energy, error),
    TRANSFER_FIELD(watched_energy, is_invariant), TRANSFER_FIELD(watched_energy, sum_k),
    TRANSFER_FIELD(watched_energy, sum_kk),       TRANSFER_FIELD(watched_energy, sum_e),
    TRANSFER_FIELD(watched_energy, sum_ke),
};

static const transfer_field notice_fields[] = {
    TRANSFER_FIELD(notice, said),
    TRANSFER_FIELD(notice, text),
};

static const transfer_field passage_fields[] = {
    TRANSFER_FIELD(passage, watched), TRANSFER_FIELD(passage, wait),
    TRANSFER_FIELD(passage, pause),   TRANSFER_FIELD(passage, last),
    TRANSFER_FIELD(passage, t0),      TRANSFER_FIELD(passage, s0),
    TRANSFER_SKIP(passage, g),        TRANSFER_SKIP(passage, phi),
    TRANSFER_SKIP(passage, B0),       TRANSFER_SKIP(passage, B1),
    TRANSFER_SKIP(passage, Q0),       TRANSFER_SKIP(passage, Q1),
    TRANSFER_SKIP(passage, cross),    TRANSFER_SKIP(passage, pivot),
    TRANSFER_SKIP(passage, weight),   TRANSFER_SKIP(passage, unit),
    TRANSFER_FIELD(passage, largest), TRANSFER_FIELD(passage, warning),
};

static const transfer_field observed_fields[] = {
    TRANSFER_SKIP(observed, evaluator),
    TRANSFER_SKIP(observed, consistent),
    TRANSFER_SKIP(observed, m),
    TRANSFER_SKIP(observed, nmonitor),
    TRANSFER_SKIP(observed, mechanical),
    TRANSFER_SKIP(observed, has_energy),
    TRANSFER_SKIP(observed, lagrangian),
    TRANSFER_SKIP(observed, velocities),
    TRANSFER_SKIP(observed, delivers),
    TRANSFER_SKIP(observed, needs_multipliers),
    TRANSFER_SKIP(observed, has_angles),
    TRANSFER_SKIP(observed, angle),
    TRANSFER_SKIP(observed, held),
    TRANSFER_FIELD(observed, known_pair),
    TRANSFER_FIELD(observed, known_motion),
    TRANSFER_FIELD(observed, known_multipliers),
    TRANSFER_FIELD(observed, energy),
    TRANSFER_SKIP(observed, residual),
    TRANSFER_SKIP(observed, unwrapped),
    TRANSFER_SKIP(observed, monitor),
};

// ---------------------------------------------------------------------------------------------
// what was found

static void transfer_progress(run_progress *p, transfer *t) {
  double now = run_clock(), spent = p->taken > 0 ? now - p->began : 0;
  TRANSFER_RECORD(t, p, progress_fields);
  transfer_numbers(t, "seconds", &spent, 1);
  if (t->in)
    p->began = now - spent;
}

static void transfer_observed(noslip_run *r, transfer *t) {
  observed *k = &r->observed;
  TRANSFER_RECORD(t, k, observed_fields);
  transfer_numbers(t, "residual", k->residual, k->m);
  transfer_numbers(t, "unwrapped", k->unwrapped, r->problem->n);
  transfer_numbers(t, "monitor", k->monitor, k->nmonitor);
}

static void transfer_residuals(residual_watch *w, transfer *t, long m) {
  transfer_numbers(t, "largest", w->largest, 2*m);
  transfer_numbers(t, "size", w->size, 2*m);
  transfer_numbers(t, "bound", w->bound, 2*m);
  transfer_numbers(t, "broken", w->broken, 2*m);
}

static void transfer_invariants(noslip_run *r, transfer *t) {
  int n = r->model->system->invariants.count;
  transfer_numbers(t, "start", r->invariants.start, n);
  transfer_numbers(t, "error", r->invariants.error, n);
  transfer_numbers(t, "size", r->invariants.size, n);
}

static void transfer_passage(noslip_run *r, transfer *t) {
  passage *w = &r->watches.passage;
  long m = r->problem->m, n = r->problem->nv;
  bool there = w->B0;
  TRANSFER_RECORD(t, w, passage_fields);
  w->warning[sizeof w->warning - 1] = 0;
  if (w->watched && !there)
    transfer_refuse(t, "watched");
  if (!there)
    return;
  double *rows[] = {w->B0, w->B1, w->Q0, w->Q1};
  for (int i = 0; i < 4; i++)
    transfer_numbers(t, "rows", rows[i], m*n);
  transfer_numbers(t, "weight", w->weight, n);
  transfer_numbers(t, "unit", w->unit, m);
}

// other inputs than those of the model set it aside
static void transfer_exact(exact_watch *w, transfer *t) {
  int n = w->n;
  transfer_integers(t, "exact", &n, 1, (transfer_range){0, w->n});
  if (t->failed || n == 0) {
    w->n = n;
    return;
  }
  transfer_numbers(t, "last", w->last, w->n);
  transfer_numbers(t, "largest", w->largest, w->n);
}

// ---------------------------------------------------------------------------------------------
// warnings: texts of their own, or those of the watches, which may still change

enum { notices = 8, watched_texts = notices + 2 };

static void list_notices(noslip_run *r, notice *out[notices]) {
  run_watches *w = &r->watches;
  notice *all[notices] = {&w->carried.notice, &w->defect, &w->resolution, &w->turn,
                          &w->rough,          &w->odd,    &w->long_step,  &w->jam};
  memcpy(out, all, sizeof all);
}

static const char *watched_text(noslip_run *r, int i) {
  notice *all[notices];
  list_notices(r, all);
  return i < notices    ? all[i]->text
         : i == notices ? r->watches.floor.text
                        : r->watches.passage.warning;
}

// the watch that a warning belongs to, -1: none
static int watch_of(noslip_run *r, const char *warning) {
  for (int i = 0; i < watched_texts; i++)
    if (warning == watched_text(r, i))
      return i;
  return -1;
}

static void transfer_notices(noslip_run *r, transfer *t) {
  notice *all[notices];
  floor_watch_state *floor = &r->watches.floor;
  list_notices(r, all);
  for (int i = 0; i < notices; i++) {
    TRANSFER_RECORD(t, all[i], notice_fields);
    all[i]->text[sizeof all[i]->text - 1] = 0;
  }
  transfer_numbers(t, "floor", &floor->said, 1);
  transfer_bytes(t, "floor", floor->text, sizeof floor->text);
  floor->text[sizeof floor->text - 1] = 0;
  transfer_numbers(t, "carried", &r->watches.carried.first, 1);
  transfer_numbers(t, "carried", &r->watches.carried.largest, 1);
}

// those that were given when the run was made depend on its plan, and are there
static void transfer_warnings(noslip_run *r, transfer *t) {
  run_warnings *w = &r->warnings;
  int from = w->at_start, count = w->count - from;
  transfer_integers(t, "warnings", &count, 1, (transfer_range){0, run_most_warnings});
  if (t->in)
    w->count = from;
  for (int i = 0; i < count && !t->failed; i++) {
    const char *text = t->in ? NULL : w->list[from + i];
    int watch = t->in ? -1 : watch_of(r, text);
    transfer_integers(t, "watch", &watch, 1, (transfer_range){-1, watched_texts - 1});
    if (watch < 0)
      transfer_text(t, "warning", &text, &r->arena);
    if (t->in && !t->failed && (watch >= 0 || text))
      run_warn(r, watch >= 0 ? watched_text(r, watch) : text);
  }
}

// ---------------------------------------------------------------------------------------------
// what a step depends on

static void transfer_inputs(noslip_run *r, transfer *t) {
  run_inputs *p = &r->plan.inputs;
  evaluator_inputs *u = r->evaluator.inputs;
  transfer_flags(t, "changed", &p->changed, 1);
  for (int i = 0; i < p->count; i++) {
    run_signal *s = &p->signals[i];
    transfer_flags(t, "follows", &s->follows, 1);
    transfer_integers(t, "at", &s->at, 1, (transfer_range){0, s->count - 1});
  }
  if (!u)
    return;
  transfer_numbers(t, "inputs", u->clock, 1 + r->problem->ninput);
  transfer_counts(t, "changes", &u->changes, 1, transfer_any);
}

static bool are_restitutions(const double *e, int n) {
  for (int i = 0; i < n; i++)
    if (!(e[i] >= 0 && e[i] <= 1))
      return false;
  return true;
}

// the values of live parameters are behind those of the inputs
static void transfer_parameters(noslip_run *r, transfer *t) {
  run_parameters *p = &r->plan.parameters;
  const model_system *s = r->model->system;
  int n = r->problem->nlive, count = s->contacts.count + s->pairs.count;
  if (n == 0)
    return;
  double *e = r->evaluator.inputs->restitution;
  transfer_flags(t, "set", p->set, n);
  transfer_flags(t, "changed", &p->changed, 1);
  transfer_numbers(t, "work", p->work, s->start.steps.count);
  transfer_numbers(t, "restitution", e, count);
  if (!are_restitutions(e, count))
    transfer_refuse(t, "restitution");
  if (t->in && r->contacts)
    contacts_restitution(r->contacts);
}

// a stepper beside that of the run is made when it is asked for
static void transfer_checker(noslip_run *r, transfer *t, failure *why) {
  bool there = r->checker;
  transfer_flags(t, "checker", &there, 1);
  if (!there || t->failed)
    return;
  if (r->contacts || r->problem->lean || !run_checker(r)) {
    fail_memory(why);
    transfer_refuse(t, "checker");
    return;
  }
  stepper_transfer(r->checker, t);
}

static void transfer_motion(noslip_run *r, transfer *t, failure *why) {
  double *start = legendre_start(&r->evaluator);
  state_transfer(&r->state, t);
  if (start)
    transfer_numbers(t, "start", start, r->problem->nv);
  transfer_inputs(r, t);
  transfer_parameters(r, t);
  if (r->contacts)
    contacts_transfer(r->contacts, t, why);
  else
    stepper_transfer(r->stepper, t);
  transfer_checker(r, t, why);
}

// ---------------------------------------------------------------------------------------------

noslip_status run_transfer(noslip_run *r, transfer *t, failure *why) {
  failure cause = {.status = NOSLIP_OK};
  noslip_return(r);
  transfer_motion(r, t, &cause);
  transfer_observed(r, t);
  transfer_progress(&r->progress, t);
  TRANSFER_RECORD(t, &r->energy, energy_fields);
  transfer_invariants(r, t);
  transfer_residuals(&r->residuals, t, r->problem->m);
  exchange_transfer(&r->exchange, t);
  transfer_passage(r, t);
  transfer_exact(&r->watches.exact, t);
  event_list_transfer(&r->events, t, &r->context->memory, &r->arena);
  stops_transfer(r, t);
  visit_transfer(r, t);
  transfer_notices(r, t);
  transfer_warnings(r, t);
  if (!t->failed)
    return NOSLIP_OK;
  if (cause.status != NOSLIP_OK && cause.status != NOSLIP_ERROR_MODEL)
    return fail(why, cause.status, "%s", cause.sentence);
  return t->misfit ? fail(why, NOSLIP_ERROR_FILE, "its `%s` does not fit the model", t->misfit)
                   : fail_memory(why);
}
