// Which method and which step have an error at a time, measured: work against precision.
//
//   trial      a run of n steps of h = T/n, or with a tolerance; its state at T/4, T/2 and T
//   error      at T, against a reference: dop853(1e-13), or the method of the highest order with
//              steps so small that half of them agree to a twentieth of the error
//   steps      n doubles until the error is there; the n between the last two is found from the
//              slope, and tried
//   work       operations, counted (run/effort.c)
//
// Where the reference would take too many operations, T is a 2^-k of the end asked for, and
//
//   growth     e(t) ~ t^a, a = log2 e(T)/e(T/2), the median of all trials; at least 1: the error of
//              a tolerance adds up. If a > 4, e(t) ~ exp(t/tau)
//
// Everything is decided by counted operations; the clock ends a study only that takes too long.

#include "study/advise.h"

#include "run/unplanned.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double usual_error = 1e-6, usual_seconds = 20;

// the first step, in steps that resolve the motion: methods of high order take such
static const double longest = 32;

// a shorter time has no steps whose length is a normal number
static const double shortest = 1e-300;

// operations of one trial, and of the reference
static const double trial_work = 1.5e8, reference_work = 2e8;

// ---------------------------------------------------------------------------------------------
// candidates

static bool add_candidate(advise_work *w, const char *method, const char *keeps) {
  advised_study *s = w->study;
  noslip_method_info info;
  if (s->result.ncandidate == advise_methods)
    return true;
  if (noslip_method_find(s->context, method, &info) != NOSLIP_OK)
    return true;
  advise_kind *kind = &w->kinds[s->result.ncandidate];
  *kind = (advise_kind){.order = info.order, .adaptive = info.adaptive};
  s->candidates[s->result.ncandidate++] =
      (noslip_candidate){.method = arena_text(&s->arena, method, strlen(method)),
                         .keeps = arena_text(&s->arena, keeps, strlen(keeps)),
                         .structure = info.keeps_energy || info.symplectic || info.bounds_energy,
                         .chosen = -1};
  return !s->arena.failed;
}

static bool add_candidates(advise_work *w) {
  noslip_advice advice[advise_methods];
  advised_study *s = w->study;
  int n = noslip_method_advise(s->context, w->tryout.model, advice, advise_methods);
  bool done = true;
  if (noslip_method_applies(s->context, "dop853", w->tryout.model) == NOSLIP_OK)
    done = add_candidate(w, "dop853", "order 8, constraints to rounding; chooses its steps");
  for (int i = 0; done && i < n; i++)
    done = advice[i].against || add_candidate(w, advice[i].method, advice[i].reason);
  return done;
}

// ---------------------------------------------------------------------------------------------
// trials

// What a trial has left: where it was at T/4, T/2 and T.
static double *ends(const advise_work *w, double *room, int which) {
  return room + which*w->tryout.what.total;
}

static void run_trial(advise_work *w, tryout_end *end, double *room, const char *method, long n,
                      double most) {
  *end = (tryout_end){.quarter = ends(w, room, 0), .half = ends(w, room, 1), .x = ends(w, room, 2)};
  w->tryout.most_work = most;
  w->tryout.until = w->until;
  tryout_run(end, &w->tryout, method, w->length/(double)n, n);
}

static bool is_good(const tryout_end *end) {
  return end->status == NOSLIP_OK && !end->late;
}

static double apart(const advise_work *w, const double *room, int which) {
  size_t at = (size_t)(which*w->tryout.what.total);
  return tryout_distance(&w->tryout.what, room + at, w->reference + at);
}

// Errors of the last trial against the reference; the attempt is kept. False: there is no room.
static bool keep(advise_work *w, int candidate, const char *method, double step,
                 const tryout_end *end) {
  advised_study *s = w->study;
  if (s->result.nattempt == advise_attempts)
    return false;
  double whole = (double)end->taken*w->whole/w->length;
  w->halves[s->result.nattempt] = apart(w, w->room, 1);
  noslip_attempt *a = &s->attempts[s->result.nattempt++];
  *a = (noslip_attempt){.candidate = candidate,
                        .method = arena_text(&s->arena, method, strlen(method)),
                        .step = step,
                        .measured = apart(w, w->room, 2),
                        .energy_error = end->energy_error,
                        .work = end->work*whole,
                        .seconds = end->seconds*whole};
  a->error = a->measured;
  return a->method != NULL;
}

// the error of a trial, NaN without one; its sentence is kept
static double try_one(advise_work *w, int k, const char *method, long n, bool adaptive) {
  advised_study *s = w->study;
  tryout_end end;
  run_trial(w, &end, w->room, method, n, trial_work);
  w->late = end.late;
  if (end.status != NOSLIP_OK) {
    const char *why = noslip_last_error(s->context);
    s->candidates[k].trouble = arena_text(&s->arena, why, strcspn(why, "\n"));
    return (double)NAN;
  }
  if (end.late) {
    s->candidates[k].trouble = "its steps take too long for a trial";
    return (double)NAN;
  }
  s->candidates[k].trouble = NULL;
  if (!keep(w, k, method, adaptive ? 0 : w->length/(double)n, &end))
    return (double)NAN;
  return s->attempts[s->result.nattempt - 1].measured;
}

// steps at the beginning, a multiple of 4
static long first_steps(const advise_work *w) {
  double n = w->length/w->scale/4;
  return n < 1 ? 4 : 4*(long)fmin(n, 1e8);
}

// the target of a trial to T: what then grows to the error at the end
static bool is_there(const advise_work *w, double error) {
  return error <= w->target;
}

// the number of steps between n/2 and n that the two errors suggest, with a little to spare
static long between(const advise_work *w, double coarse, double fine, long n) {
  double order = log2(coarse/fine), share = log2(0.8*w->target/fine)/order;
  if (!(order > 0.5) || !(share > 0.1))
    return n;
  return 4*(long)ceil((double)n*pow(2, -fmin(share, 0.95))/4);
}

// Steps that are too long fail, or lead elsewhere: shorter ones may not.
static void try_steps(advise_work *w, int k) {
  enum { most = 24, most_flat = 3 };
  const char *method = w->study->candidates[k].method;
  double last = (double)INFINITY;
  int flat = 0;
  long n = first_steps(w);
  for (int i = 0; i < most && flat < most_flat; i++, n *= 2) {
    double error = try_one(w, k, method, n, false);
    if (w->late)
      return;
    if (isnan(error))
      continue;
    if (is_there(w, error)) {
      long less = isinf(last) ? n : between(w, last, error, n);
      if (less < n)
        try_one(w, k, method, less, false);
      return;
    }
    flat = error > last/2 && error < 1e-3 ? flat + 1 : 0;
    last = error;
  }
}

// 1e-3, 3e-4, 1e-4, ... 1e-13
static void try_tolerances(advise_work *w, int k) {
  enum { most = 21 };
  for (int i = 0; i < most; i++) {
    char method[64];
    double tolerance = (i % 2 == 0 ? 1 : 0.3)*pow(10, -3 - i/2);
    snprintf(method, sizeof method, "%s(%.0e)", w->study->candidates[k].method, tolerance);
    double error = try_one(w, k, method, 4, true);
    if (w->late || (!isnan(error) && is_there(w, error)))
      return;
  }
}

// ---------------------------------------------------------------------------------------------
// the reference

static bool try_reference(advise_work *w, const char *method, long n) {
  tryout_end end;
  run_trial(w, &end, w->reference, method, n, reference_work);
  w->too_long |= end.late;
  return is_good(&end);
}

// n steps of the method, so many that twice as many agree
static bool refine_reference(advise_work *w, const char *method) {
  for (long n = 4*first_steps(w); n < 100000000; n *= 2) {
    tryout_end end;
    run_trial(w, &end, w->room, method, n, reference_work);
    if (!is_good(&end) || !try_reference(w, method, 2*n))
      return false;
    if (apart(w, w->room, 2) < w->target/20)
      return true;
  }
  return false;
}

// the candidate of the highest order that has steps; -1: none
static int highest(const advise_work *w) {
  int best = -1;
  for (int k = 0; k < w->study->result.ncandidate; k++)
    if (!w->kinds[k].adaptive && (best < 0 || w->kinds[k].order > w->kinds[best].order))
      best = k;
  return best;
}

static bool find_reference(advise_work *w) {
  static const char first[] = "dop853(1e-13)";
  advised_study *s = w->study;
  int k = highest(w);
  w->too_long = false;
  if (noslip_method_applies(s->context, "dop853", w->tryout.model) == NOSLIP_OK &&
      try_reference(w, first, 4))
    s->result.reference = first;
  else if (!w->too_long && k >= 0 && refine_reference(w, s->candidates[k].method))
    s->result.reference = s->candidates[k].method;
  return s->result.reference != NULL;
}

// Can the motion be followed that far? Otherwise what the last digits do has grown to its size.
static bool is_predictable(advise_work *w) {
  static const double most = 1e-4;
  tryout_end end;
  if (strncmp(w->study->result.reference, "dop853", 6) != 0)
    return true;
  run_trial(w, &end, w->room, "dop853(1e-11)", 4, reference_work);
  return is_good(&end) && apart(w, w->room, 2) <= fmax(w->target, most);
}

// the end asked for, or a 2^-k of it that the reference reaches with half of its operations, as it
// takes them at the beginning
static void guess_length(advise_work *w) {
  tryout_end end;
  double begun = fmin(8*w->scale, w->whole);
  w->length = begun;
  run_trial(w, &end, w->room, "dop853(1e-13)", 4, reference_work);
  double most =
      is_good(&end) ? begun*reference_work/2/(end.work*(double)end.taken) : w->whole;
  for (w->length = w->whole; w->length > most && w->length > begun;)
    w->length /= 2;
}

// shorter and shorter until there is a reference
static bool find_length(advise_work *w) {
  enum { most = 40 };
  guess_length(w);
  for (int i = 0; i < most; i++, w->length /= 2) {
    bool found = find_reference(w);
    if (!found && !w->too_long)
      return false;
    if (found && is_predictable(w))
      return true;
    w->unpredictable |= found;
  }
  return false;
}

// ---------------------------------------------------------------------------------------------
// growth

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// the median of log2 e(T)/e(T/2), of errors above rounding and below the motion
static double find_growth(const advise_work *w) {
  double rates[advise_attempts];
  int n = 0;
  for (int i = 0; i < w->study->result.nattempt; i++) {
    double e = w->study->attempts[i].measured, half = w->halves[i];
    if (e > 1e-12 && e < 1e-2 && half > 1e-13)
      rates[n++] = log2(e/half);
  }
  if (n == 0)
    return 1;
  qsort(rates, (size_t)n, sizeof *rates, by_size);
  return rates[n/2];
}

static void estimate(advise_work *w) {
  static const double like_exp = 4;
  noslip_advised *r = &w->study->result;
  double ratio = w->whole/w->length, growth = find_growth(w);
  bool exponential = growth > like_exp || w->unpredictable;
  r->growth = exponential ? (double)NAN : fmax(growth, 1);
  for (int i = 0; i < r->nattempt; i++) {
    noslip_attempt *a = &w->study->attempts[i];
    double factor =
        isnan(r->growth) ? pow(2, fmax(growth, 1)*2*(ratio - 1)) : pow(ratio, r->growth);
    a->error = fmin(a->measured*factor, 1);
  }
}

// ---------------------------------------------------------------------------------------------
// the choice

static bool is_better(const advise_work *w, const noslip_attempt *a, const noslip_attempt *b) {
  double target = w->study->result.error;
  if ((a->error <= target) != (b->error <= target))
    return a->error <= target;
  if (a->error <= target)
    return a->work < b->work;
  return a->error != b->error ? a->error < b->error : a->measured < b->measured;
}

static void choose(advise_work *w) {
  advised_study *s = w->study;
  for (int i = 0; i < s->result.nattempt; i++) {
    const noslip_attempt *a = &s->attempts[i];
    noslip_candidate *c = &s->candidates[a->candidate];
    if (!isnan(a->error) && (c->chosen < 0 || is_better(w, a, &s->attempts[c->chosen])))
      c->chosen = i;
  }
  for (int k = 0; k < s->result.ncandidate; k++) {
    noslip_candidate *c = &s->candidates[k];
    c->meets = c->chosen >= 0 && s->attempts[c->chosen].error <= s->result.error;
  }
}

static void find_frontier(advised_study *s) {
  for (int i = 0; i < s->result.nattempt; i++) {
    noslip_attempt *a = &s->attempts[i];
    a->frontier = !isnan(a->error);
    for (int j = 0; j < s->result.nattempt; j++) {
      const noslip_attempt *b = &s->attempts[j];
      bool no_worse = b->error <= a->error && b->work <= a->work;
      if (j != i && no_worse && (b->error < a->error || b->work < a->work || j < i))
        a->frontier = false;
    }
  }
}

// candidates by what they reach; attempts follow
static void rank(advise_work *w) {
  advised_study *s = w->study;
  int place[advise_methods], order[advise_methods];
  noslip_candidate sorted[advise_methods];
  for (int k = 0; k < s->result.ncandidate; k++) {
    int at = k;
    const noslip_candidate *c = &s->candidates[k];
    for (; at > 0; at--) {
      const noslip_candidate *b = &s->candidates[order[at - 1]];
      bool before = c->chosen >= 0 && (b->chosen < 0 || is_better(w, &s->attempts[c->chosen],
                                                                  &s->attempts[b->chosen]));
      if (!before)
        break;
      order[at] = order[at - 1];
    }
    order[at] = k;
  }
  for (int i = 0; i < s->result.ncandidate; i++) {
    sorted[i] = s->candidates[order[i]];
    place[order[i]] = i;
  }
  memcpy(s->candidates, sorted, sizeof sorted[0]*(size_t)s->result.ncandidate);
  for (int i = 0; i < s->result.nattempt; i++)
    s->attempts[i].candidate = place[s->attempts[i].candidate];
}

// Of the attempts that keep the structure and resolve the motion, the cheapest with an error of the
// energy that is at most the one asked for; where none has it, that with the smallest.
static int cheapest_with_structure(const advised_study *s) {
  static const double resolved = 1e-2;
  int best = -1;
  for (int i = 0; i < s->result.nattempt; i++) {
    const noslip_attempt *a = &s->attempts[i], *b = &s->attempts[best < 0 ? i : best];
    if (!s->candidates[a->candidate].structure || isnan(a->energy_error) ||
        !(a->measured <= fmax(s->result.error, resolved)))
      continue;
    bool good = a->energy_error <= s->result.error, other = b->energy_error <= s->result.error;
    bool better = good ? !other || a->work < b->work : !other && a->energy_error < b->energy_error;
    if (best < 0 || better)
      best = i;
  }
  return best;
}

static bool add_note(advised_study *s, const char *text) {
  assert(s->result.nnote < advise_notes);
  s->notes[s->result.nnote++] = text;
  return text != NULL;
}

static bool note_all(advise_work *w) {
  advised_study *s = w->study;
  noslip_advised *r = &s->result;
  bool done = true;
  if (r->trial_until != r->until && (isnan(r->growth) || w->unpredictable))
    done = add_note(s, arena_print(&s->arena,
                                   "errors grow like exp(t): the motion can be measured to t = "
                                   "%.4g, and not be followed to t = %.10g. Take a method for what "
                                   "it keeps, the energy first",
                                   r->trial_until, r->until));
  else if (r->trial_until != r->until)
    done =
        add_note(s, arena_print(&s->arena,
                                "measured to t = %.4g, estimated to t = %.10g: errors grow like "
                                "t^%.2g. In long runs the energy decides: take a method that keeps "
                                "it, or bounds its error",
                                r->trial_until, r->until, r->growth));
  if (done && !(r->doubt <= r->error))
    done = add_note(s, "no other method confirms the reference to the error that is asked for");
  if (done && r->recommended < 0)
    done = add_note(s, "no method has the error in trials of this length: the smallest are shown");
  return done;
}

static bool conclude(advise_work *w) {
  advised_study *s = w->study;
  noslip_advised *r = &s->result;
  r->trial_until = w->from + w->length;
  if (w->length != w->whole)
    estimate(w);
  choose(w);
  find_frontier(s);
  r->doubt = (double)NAN;
  for (int i = 0; i < r->nattempt; i++)
    if (strncmp(s->attempts[i].method, r->reference, strcspn(r->reference, "(")) != 0)
      r->doubt = fmin(r->doubt, s->attempts[i].measured);
  rank(w);
  r->recommended = r->ncandidate > 0 && s->candidates[0].meets ? 0 : -1;
  r->for_long = cheapest_with_structure(s);
  return note_all(w);
}

// ---------------------------------------------------------------------------------------------
// all of it

static bool find_scale(advise_work *w, failure *why) {
  noslip_run *run;
  const run_defaults *d = &w->tryout.model->system->run;
  noslip_run_options o = {.project = w->tryout.project};
  text_buffer said;
  text_init(&said, &w->study->context->memory);
  w->scale = d->step;
  if (d->step == 0 && unplanned_choose(w->study->context, w->tryout.model, &o, &said) == NOSLIP_OK)
    w->scale = o.step;
  text_free(&said);
  w->scale = w->scale > 0 ? fmin(longest*w->scale, w->whole/4) : w->whole/4;
  for (int k = 0; k < w->study->result.ncandidate; k++) {
    noslip_run_options one = {.whole_steps = true,
                              .method = w->study->candidates[k].method,
                              .step = 1,
                              .steps = 1,
                              .project = w->tryout.project};
    if (noslip_run_new(w->study->context, w->tryout.model, &one, &run) != NOSLIP_OK)
      continue;
    bool done = measured_init(&w->tryout.what, &w->study->arena, run, w->tryout.model);
    noslip_run_free(run);
    return done || fail_memory(why) == NOSLIP_OK;
  }
  fail(why, NOSLIP_ERROR_MODEL, "%s", noslip_last_error(w->study->context));
  return false;
}

static noslip_status try_all(advise_work *w, const noslip_advise_options *o) {
  advised_study *s = w->study;
  for (int k = 0; k < s->result.ncandidate; k++) {
    if (o->progress && !o->progress(o->progress_context, k, s->result.ncandidate))
      return NOSLIP_STOPPED;
    if (tryout_now() > w->until)
      s->candidates[k].trouble = "not tried: the time for trials was over";
    else if (w->kinds[k].adaptive)
      try_tolerances(w, k);
    else
      try_steps(w, k);
    if (s->arena.failed)
      return NOSLIP_ERROR_MEMORY;
  }
  if (o->progress)
    o->progress(o->progress_context, s->result.ncandidate, s->result.ncandidate);
  return NOSLIP_OK;
}

static noslip_status check(advise_work *w, const noslip_advise_options *o, failure *why) {
  const model_system *m = w->tryout.model->system;
  if (o->error < 0 || o->error >= 1 || isnan(o->error))
    return fail(why, NOSLIP_ERROR_ARGUMENT, "the option `error` is a number from 1e-14 to 1");
  if (o->error > 0 && o->error < 1e-14)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "the option `error` is below the rounding of numbers: take 1e-14 or more");
  double until = o->until != 0 ? o->until : m->run.until;
  w->from = m->start.time;
  w->whole = until - w->from;
  if (!(w->whole >= shortest) || !isfinite(w->whole))
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "the end is not known, or not after the start: give the option `until`");
  w->study->result.until = until;
  return NOSLIP_OK;
}

// no trial has come to its end
static noslip_status fail_trials(const advise_work *w, failure *why) {
  if (tryout_now() > w->until)
    return fail(why, NOSLIP_ERROR_MODEL,
                "the time for trials was over before one came to its end: `seconds` is too small");
  return fail(why, NOSLIP_ERROR_MODEL, "no method gets to the end of a trial: %s",
              noslip_last_error(w->study->context));
}

static noslip_status compute(advise_work *w, const noslip_advise_options *o, failure *why) {
  advised_study *s = w->study;
  if (check(w, o, why) != NOSLIP_OK)
    return why->status;
  if (!add_candidates(w))
    return fail_memory(why);
  if (s->result.ncandidate == 0)
    return fail(why, NOSLIP_ERROR_MODEL, "no method of this version treats this model");
  if (!find_scale(w, why))
    return why->status;
  w->room = ARENA_ARRAY(&s->arena, double, 3*w->tryout.what.total);
  w->reference = ARENA_ARRAY(&s->arena, double, 3*w->tryout.what.total);
  if (s->arena.failed)
    return fail_memory(why);
  w->length = w->whole;
  w->target = s->result.error;
  if (!find_length(w))
    return fail_trials(w, why);
  w->target = s->result.error*w->length/w->whole;
  noslip_status status = try_all(w, o);
  return status == NOSLIP_ERROR_MEMORY || !conclude(w) ? fail_memory(why) : status;
}

noslip_status noslip_advise_sized(noslip_context *context, noslip_model *model,
                                  const noslip_advise_options *given, size_t size,
                                  noslip_advised **result) {
  noslip_advise_options options, *o = &options;
  failure why;
  advised_study *s = STUDY_BEGIN(advised_study, result, context, model, noslip_advise_options,
                                 options, given, size);
  if (!s)
    return study_refusal(context);
  s->context = context;
  s->result = (noslip_advised){.model = noslip_model_name(model),
                               .error = o->error > 0 ? o->error : usual_error,
                               .recommended = -1,
                               .for_long = -1,
                               .candidates = s->candidates,
                               .attempts = s->attempts,
                               .notes = s->notes};
  advise_work *w = arena_alloc(&s->arena, sizeof *w);
  noslip_status status = w ? NOSLIP_OK : fail_memory(&why);
  if (w) {
    *w = (advise_work){.study = s,
                       .tryout = {.context = context, .model = model, .project = o->project},
                       .until = tryout_now() + (o->seconds > 0 ? o->seconds : usual_seconds)};
    status = compute(w, o, &why);
  }
  if (!study_is_result(status)) {
    noslip_advised_free(&s->result);
    context->failure = why;
    return status;
  }
  *result = &s->result;
  return status;
}

void noslip_advised_free(noslip_advised *result) {
  STUDY_FREE(advised_study, result);
}
