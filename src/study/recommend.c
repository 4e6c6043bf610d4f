// Which methods to take for a model, by short trials of all that may suit it.
//
//   trial     n steps of size h from the start of the model
//   error     e, at their end, against the method of the highest order with h/4
//   work      w, operations per step, counted (run/effort.c)
//   needed    w/(h f) for an error E, f = (E/e)^(1/p): what the step may be times h to have it;
//             at most 4, since beyond that nothing was measured; errors below rounding count as
//             rounding
//
// The ranking is by what is needed, and does not depend on the clock. Large models are not tried at
// all: a step of N unknowns takes 2/3 N^3 operations at least, and cannot be interrupted.

#include "model/model.h"
#include "run/unplanned.h"
#include "study/result.h"
#include "study/tryout.h"

#include <math.h>
#include <string.h>

enum {
  most_methods = 24,
  usual_steps = 64,
  finer = 4,            // the step of the reference is smaller
  largest = 300,        // unknowns of a trial: 20 ms for a factorisation
  largest_reduced = 60  // coordinates whose reduced form is made for a trial
};

static const double usual_seconds = 0.8, usual_error = 1e-6, longest_step = 4, rounding = 1e-14;

// Operations of a trial and of the reference: about 50 and 300 ms. What takes longer than its count
// of operations is ended by the clock: trials have a share of the time, the reference the rest.
static const double trial_work = 3e7, reference_work = 2e8, trial_share = 0.6;

// the result, and the memory behind it
typedef struct study {
  noslip_recommendation result;
  noslip_context *context;
  arena arena;
  noslip_trial trials[most_methods];
} study;

typedef struct work {
  study *study;
  const noslip_recommend_options *options;
  tryout tryout;
  double began, budget;
  double *x;          // ntrial x what.total: where each trial ends
  double *reference;  // what.total: where they should end
} work;

// ---------------------------------------------------------------------------------------------
// candidates

static bool list_methods(work *w) {
  study *s = w->study;
  noslip_advice advice[most_methods];
  int n = noslip_method_advise(s->context, w->tryout.model, advice, most_methods);
  for (int i = 0; i < n; i++) {
    if (advice[i].against)
      continue;
    s->trials[s->result.ntrial++] =
        (noslip_trial){.method = arena_text(&s->arena, advice[i].method, strlen(advice[i].method)),
                       .reason = arena_text(&s->arena, advice[i].reason, strlen(advice[i].reason)),
                       .error = (double)NAN,
                       .energy_error = (double)NAN,
                       .work = (double)NAN,
                       .seconds = (double)NAN,
                       .needed = (double)NAN};
  }
  return !s->arena.failed;
}

static bool set_note(work *w, const char *sentence) {
  w->study->result.note = arena_text(&w->study->arena, sentence, strlen(sentence));
  return w->study->result.note != NULL;
}

// unknowns of a step of a method with its number of stages, before anything is made of it
static int unknowns_of(const problem *p, const char *method) {
  const char *number = strpbrk(method, "0123456789");
  int stages = number && strncmp(method, "compose", 7) != 0 ? *number - '0' : 1;
  return stages*((problem_is_mechanical(p) ? p->nv : p->n) + p->m);
}

static bool is_too_large(const work *w, const char *method) {
  const problem *p = w->tryout.model->problem;
  bool reduced = strncmp(method, "avf", 3) == 0 || strncmp(method, "gonzalez", 8) == 0 ||
                 strncmp(method, "ep-", 3) == 0;
  return unknowns_of(p, method) > largest || (reduced && p->nv > largest_reduced);
}

// ---------------------------------------------------------------------------------------------
// the step, and where it leads

// a run of the first method that can be made: what there is to measure; false: there is none
static bool look_first(work *w) {
  study *s = w->study;
  for (int k = 0; k < s->result.ntrial; k++) {
    noslip_run *run;
    noslip_run_options options = {.whole_steps = true,
                                  .method = s->trials[k].method,
                                  .step = 1,
                                  .steps = 1,
                                  .project = w->options->project};
    if (is_too_large(w, s->trials[k].method) ||
        noslip_run_new(s->context, w->tryout.model, &options, &run) != NOSLIP_OK)
      continue;
    bool done = measured_init(&w->tryout.what, &s->arena, run, w->tryout.model);
    noslip_run_free(run);
    w->x = ARENA_ARRAY(&s->arena, double, w->tryout.what.total*s->result.ntrial);
    w->reference = ARENA_ARRAY(&s->arena, double, w->tryout.what.total);
    return done && !s->arena.failed;
  }
  return false;
}

// does a method come to the same with half the step, to one part in a hundred?
static bool suits(work *w, const char *method, double h) {
  static const double apart = 0.01;
  enum { few = 8 };
  tryout_end end = {.x = w->x}, half = {.x = w->reference};
  tryout_run(&end, &w->tryout, method, h, few);
  if (end.status != NOSLIP_OK || end.late)
    return false;
  tryout_run(&half, &w->tryout, method, h/2, 2*few);
  return half.status == NOSLIP_OK && !half.late &&
         tryout_distance(&w->tryout.what, w->x, w->reference) < apart;
}

// the first of 1024, 256, 64, ... that one of the methods can take
static double search_step(work *w) {
  enum { most = 30 };
  double h = 1024;
  for (int i = 0; i < most; i++, h /= 4)
    for (int k = 0; k < w->study->result.ntrial && k < 2; k++)
      if (!is_too_large(w, w->study->trials[k].method) && suits(w, w->study->trials[k].method, h))
        return h;
  return 0;
}

// a step for a model that has none: the one that a run would choose; where nothing at the start has
// a time scale, the longest that does
static double find_step(work *w) {
  study *s = w->study;
  noslip_run_options o = {.project = w->options->project};
  text_buffer said;
  text_init(&said, &s->context->memory);
  bool known = unplanned_choose(s->context, w->tryout.model, &o, &said) == NOSLIP_OK;
  text_free(&said);
  return known ? o.step : search_step(w);
}

static void plan(work *w) {
  noslip_recommendation *r = &w->study->result;
  const run_defaults *d = &w->tryout.model->system->run;
  double from = w->tryout.model->system->start.time;
  w->tryout.until = w->began + w->budget/4;
  w->tryout.most_work = trial_work;
  r->step = w->options->step != 0 ? w->options->step : d->step != 0 ? d->step : find_step(w);
  long n = d->steps > 0   ? d->steps
           : d->until > 0 ? (long)fmin(fabs(d->until - from)/fabs(r->step), 1e9)
                          : usual_steps;
  r->steps = r->step == 0 ? 0 : n < 1 ? 1 : n < usual_steps ? n : usual_steps;
  r->until = from + (double)r->steps*r->step;
}

// ---------------------------------------------------------------------------------------------
// trials

static bool keep_trouble(study *s, noslip_trial *t, const char *sentence) {
  t->trouble = arena_text(&s->arena, sentence, strcspn(sentence, "\n"));
  return t->trouble != NULL;
}

// its numbers except the error, or its trouble; false: no memory
static bool fill(work *w, noslip_trial *t, const tryout_end *end) {
  study *s = w->study;
  t->order = end->order;
  if (end->taken > 0) {
    t->work = end->work;
    t->seconds = end->seconds;
    t->energy_error = end->energy_error;
  }
  if (end->status != NOSLIP_OK)
    return end->status != NOSLIP_ERROR_MEMORY && keep_trouble(s, t, noslip_last_error(s->context));
  return !end->late || keep_trouble(s, t, "its steps take too long for a trial");
}

static bool try_one(work *w, int k) {
  study *s = w->study;
  noslip_trial *t = &s->trials[k];
  double now = tryout_now(), left = w->began + trial_share*w->budget - now;
  if (is_too_large(w, t->method))
    return keep_trouble(s, t, "not tried: the model is too large for a trial");
  if (left <= 0)
    return keep_trouble(s, t, "not tried: the time for trials was over");
  tryout_end end = {.x = w->x + k*w->tryout.what.total};
  w->tryout.until = now + left/2;
  w->tryout.most_work = trial_work;
  tryout_run(&end, &w->tryout, t->method, s->result.step, s->result.steps);
  return fill(w, t, &end);
}

// ---------------------------------------------------------------------------------------------
// errors

// the next method for the reference: of the highest order below `below` that got to the end of its
// trial, the one with the fewest operations; -1: there is none
static int next_reference(const study *s, int below) {
  int best = -1;
  for (int k = 0; k < s->result.ntrial; k++) {
    const noslip_trial *t = &s->trials[k], *other = best < 0 ? t : &s->trials[best];
    if (t->trouble || t->order >= below || t->order < other->order ||
        (double)(finer*s->result.steps)*t->work > reference_work)
      continue;
    if (best < 0 || t->order > other->order || t->work < other->work)
      best = k;
  }
  return best;
}

// false: there is none
static bool find_reference(work *w) {
  noslip_recommendation *r = &w->study->result;
  w->tryout.until = w->began + w->budget;
  w->tryout.most_work = 2*reference_work;
  int below = 1000;
  for (int k; (k = next_reference(w->study, below)) >= 0; below = w->study->trials[k].order) {
    tryout_end end = {.x = w->reference};
    tryout_run(&end, &w->tryout, w->study->trials[k].method, r->step/finer, finer*r->steps);
    if (end.status == NOSLIP_OK && !end.late) {
      r->reference = w->study->trials[k].method;
      return true;
    }
  }
  return false;
}

static double needed_for(const noslip_trial *t, double h, double error) {
  double own = fmax(t->error, rounding);
  double factor = fmin(pow(error/own, 1.0/t->order), longest_step);
  return t->work/(fabs(h)*factor);
}

// errors at the end of all trials; false: no memory
static bool measure_errors(work *w) {
  static const double too_large = 0.1;
  study *s = w->study;
  double least = (double)INFINITY;
  for (int k = 0; k < s->result.ntrial; k++) {
    noslip_trial *t = &s->trials[k];
    if (t->trouble)
      continue;
    t->error = tryout_distance(&w->tryout.what, w->x + k*w->tryout.what.total, w->reference);
    t->needed = needed_for(t, s->result.step, s->result.error);
    least = fmin(least, t->error);
  }
  return !(least > too_large) ||
         set_note(
             w, "all errors are nearly as large as the motion: the step is too long, or the motion "
                "chaotic");
}

// by what is needed, then by the work of a step, then in the order of the advice
static bool is_before(const noslip_trial *a, const noslip_trial *b) {
  if (isnan(a->needed) != isnan(b->needed))
    return isnan(b->needed);
  if (!isnan(a->needed))
    return a->needed < b->needed;
  if (isnan(a->work) != isnan(b->work))
    return isnan(b->work);
  return a->work < b->work;
}

static void rank(study *s) {
  for (int i = 1; i < s->result.ntrial; i++) {
    noslip_trial t = s->trials[i];
    int at = i;
    for (; at > 0 && is_before(&t, &s->trials[at - 1]); at--)
      s->trials[at] = s->trials[at - 1];
    s->trials[at] = t;
  }
}

// ---------------------------------------------------------------------------------------------
// the public calls

static bool all_too_large(const work *w) {
  for (int k = 0; k < w->study->result.ntrial; k++)
    if (!is_too_large(w, w->study->trials[k].method))
      return false;
  return true;
}

static bool try_all(work *w) {
  for (int k = 0; k < w->study->result.ntrial; k++)
    if (!try_one(w, k))
      return false;
  bool done = find_reference(w)
                  ? measure_errors(w)
                  : set_note(w, "no method got to the end of a trial with a quarter of the step: "
                                "errors are not known");
  rank(w->study);
  return done;
}

// false: no memory
static bool compute(work *w) {
  study *s = w->study;
  noslip_recommendation *r = &s->result;
  if (!list_methods(w))
    return false;
  if (r->ntrial == 0)
    return set_note(w, "no method of this version treats this model");
  if (all_too_large(w))
    return set_note(w, "the model is too large for trials");
  if (!look_first(w))
    return !s->arena.failed && set_note(w, noslip_last_error(s->context));
  plan(w);
  if (r->steps == 0)
    return set_note(w, "no step was found for trials: give one with the option `step`");
  return try_all(w);
}

noslip_status noslip_recommend_sized(noslip_context *context, noslip_model *model,
                                     const noslip_recommend_options *given, size_t size,
                                     noslip_recommendation **result) {
  noslip_recommend_options options, *o = &options;
  study *s =
      STUDY_BEGIN(study, result, context, model, noslip_recommend_options, options, given, size);
  if (!s)
    return study_refusal(context);
  s->context = context;
  s->result.error = o->error > 0 ? o->error : usual_error;
  s->result.model = noslip_model_name(model);
  s->result.trials = s->trials;
  work w = {.study = s,
            .options = o,
            .tryout = {.context = context, .model = model, .project = o->project},
            .began = tryout_now(),
            .budget = o->seconds > 0 ? o->seconds : usual_seconds};
  if (!compute(&w)) {
    noslip_recommendation_free(&s->result);
    return fail_memory(&context->failure);
  }
  *result = &s->result;
  return NOSLIP_OK;
}

void noslip_recommendation_free(noslip_recommendation *result) {
  STUDY_FREE(study, result);
}
