// Comparison: methods from one start with one step, and what they keep on the way.
//
//   energy      |E - E(0)|      of a model that has an energy
//   constraint  max_c |g_c|     the largest residual
//   invariant   |I_k - I_k(0)|
//
//   sample 0    the start
//   sample i    the largest of each over the nodes (i-1) s + 1, ..., i s, at the time of the last;
//               s = ceil(n/samples), and the last sample ends with node n

#include "model/model.h"
#include "noslip/study.h"
#include "noslip/verdict.h"
#include "problem/observed.h"
#include "run/settle.h"
#include "study/chosen.h"
#include "study/result.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
  usual_samples = 200,
  progress_stride = 16,  // steps from one call of the progress to the next
  most_notes = 32,       // more are not kept
};

// the errors that are looked at: two, then the invariants
enum { ENERGY, CONSTRAINT, INVARIANTS };

// the result, and the memory behind it
typedef struct study {
  noslip_comparison result;
  arena arena;
  noslip_compare_method *methods;  // nmethod, those of the result
  const char **notes;              // most_notes
} study;

// what is not needed after the call
typedef struct work {
  study *study;
  noslip_context *context;
  noslip_model *model;
  const noslip_compare_options *options;
  long stride;       // nodes from one sample to the next
  long done, total;  // steps of all methods
  int common;        // notes that hold for all methods
  chosen_list methods;
} work;

// the method that is being run
typedef struct watch {
  work *work;
  noslip_compare_method *method;
  double energy0;
  const double *invariant0;  // ninvariant
  double *times;             // nsample
  double **series;  // INVARIANTS + ninvariant, of nsample each; zero where nothing was observed
  long step;        // number of the node
  bool open;        // the last sample has nodes, but not all of them
} watch;

// ---------------------------------------------------------------------------------------------
// notes

static bool is_noted(const noslip_comparison *r, int n, const char *text) {
  for (int i = 0; i < n; i++)
    if (strcmp(r->notes[i], text) == 0)
      return true;
  return false;
}

// the warnings of a run; those that do not hold for all methods begin with the method
static noslip_status note_warnings(work *w, const noslip_report *report, const char *method) {
  study *s = w->study;
  noslip_comparison *r = &s->result;
  for (int i = 0; i < report->nwarning && r->nnote < most_notes; i++) {
    const char *text = report->warnings[i];
    if (is_noted(r, w->common, text))
      continue;
    text = arena_print(&s->arena, "%s%s%s", method ? method : "", method ? ": " : "", text);
    if (!text)
      return fail_memory(&w->context->failure);
    if (!is_noted(r, r->nnote, text))
      s->notes[r->nnote++] = text;
  }
  return NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// preparation

static noslip_status check_options(const work *w) {
  const noslip_compare_options *o = w->options;
  failure *why = &w->context->failure;
  if (o->samples < 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "`samples` is a positive number, not %d", o->samples);
  if (o->until != 0 && o->steps != 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "`until` and `steps` both say where the runs end");
  return NOSLIP_OK;
}

// names and orders; mistakes show before the work begins
static noslip_status choose_methods(work *w) {
  const chosen_request request = {w->options->methods, w->options->nmethod, .fixed_steps = false};
  study *s = w->study;
  noslip_comparison *r = &s->result;
  noslip_status status = chosen_read(&w->methods, &s->arena, w->context, w->model, &request);
  if (status != NOSLIP_OK)
    return status;
  r->nmethod = w->methods.n;
  s->methods = ARENA_ARRAY(&s->arena, noslip_compare_method, r->nmethod);
  r->methods = s->methods;
  for (int k = 0; k < r->nmethod && s->methods; k++) {
    const chosen *m = &w->methods.list[k];
    s->methods[k] = (noslip_compare_method){.name = m->name,
                                            .order = m->order[NOSLIP_COLUMN_P],
                                            .adaptive = m->adaptive,
                                            .refusal = m->refusal};
  }
  return s->methods ? NOSLIP_OK : fail_memory(&w->context->failure);
}

// the texts of the result are in its memory
static bool describe(work *w, noslip_run *run, const noslip_report *report) {
  noslip_comparison *r = &w->study->result;
  arena *a = &w->study->arena;
  r->model = arena_text(a, report->model, strlen(report->model));
  r->step = report->step;
  r->steps = noslip_run_steps(run);
  r->until = w->model->system->start.time + (double)r->steps*r->step;
  r->has_energy = noslip_run_has_energy(run);
  r->energy_is_invariant = r->has_energy && report->energy_is_invariant;
  r->nconstraint = noslip_run_count(run, NOSLIP_CONSTRAINT);
  r->ninvariant = noslip_run_count(run, NOSLIP_INVARIANT);
  const char **names = ARENA_ARRAY(a, const char *, r->ninvariant);
  for (int i = 0; i < r->ninvariant && names; i++) {
    const char *name = noslip_run_name(run, NOSLIP_INVARIANT, i);
    names[i] = arena_text(a, name, strlen(name));
  }
  r->invariants = names;
  w->study->notes = ARENA_ARRAY(a, const char *, most_notes);
  r->notes = w->study->notes;
  return !a->failed;
}

static bool plan_samples(work *w) {
  noslip_comparison *r = &w->study->result;
  long n = r->steps, most = w->options->samples > 0 ? w->options->samples : usual_samples;
  assert(n > 0);  // check_end
  w->total = n*w->methods.usable;
  w->stride = n/most + (n % most > 0);
  r->nsample = 1 + (int)(n/w->stride + (n % w->stride > 0));
  double *times = ARENA_ARRAY(&w->study->arena, double, r->nsample);
  for (int i = 1; i < r->nsample && times; i++)
    times[i] =
        w->model->system->start.time + (double)(i + 1 < r->nsample ? i*w->stride : n)*r->step;
  r->times = times;
  return times != NULL;
}

static noslip_run_options options_of(const work *w, const char *method) {
  const noslip_compare_options *o = w->options;
  return (noslip_run_options){
      .whole_steps = true,
      .comparison = true,
      .method = method,
      .step = o->step,
      .until = o->until,
      .steps = o->steps,
      .project = o->project,
      .backend = o->backend,
      .signals = o->signals,
      .nsignal = o->nsignal,
  };
}

static noslip_status check_end(long n, failure *why) {
  static const double most = 1e15;
  if (n == 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "no end: the model has no `run until`, give one with the option `until`");
  if ((double)n > most)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "%ld steps are too many, %g is the most; take a longer step", n, most);
  return NOSLIP_OK;
}

static noslip_status note_refusals(work *w) {
  study *s = w->study;
  noslip_comparison *r = &s->result;
  for (int k = 0; k < r->nmethod && r->nnote < most_notes; k++)
    if (s->methods[k].refusal)
      s->notes[r->nnote++] = arena_print(&s->arena, "left out: %s", s->methods[k].refusal);
  return s->arena.failed ? fail_memory(&w->context->failure) : NOSLIP_OK;
}

// A run that takes no step: the plan, and what there is to look at. It need not be compiled.
static noslip_status look_first(work *w) {
  noslip_run *run;
  noslip_report report;
  failure *why = &w->context->failure;
  noslip_run_options options = options_of(w, NULL);
  bool open = !options.backend || strcmp(options.backend, "auto") == 0;
  if (open && !w->model->problem->callbacks)
    options.backend = "interpret";
  noslip_status status = chosen_run(&run, &w->methods, w->context, w->model, options);
  if (status != NOSLIP_OK)
    return status;
  noslip_run_report(run, &report);
  status = check_end(noslip_run_steps(run), why);
  if (status == NOSLIP_OK && !(describe(w, run, &report) && plan_samples(w)))
    status = fail_memory(why);
  if (status == NOSLIP_OK)
    status = note_warnings(w, &report, NULL);
  w->common = w->study->result.nnote;
  if (status == NOSLIP_OK)
    status = note_refusals(w);
  noslip_run_free(run);
  return status;
}

// ---------------------------------------------------------------------------------------------
// one method

static void keep_larger(const watch *at, int j, double error) {
  assert(at->method->nsample < at->work->study->result.nsample);
  double *sample = &at->series[j][at->method->nsample];
  *sample = observed_larger(*sample, error);
}

static void look(watch *at, noslip_run *run) {
  const noslip_comparison *r = &at->work->study->result;
  if (r->has_energy)
    keep_larger(at, ENERGY, fabs(noslip_energy(run) - at->energy0));
  const double *residual = noslip_run_values(run, NOSLIP_CONSTRAINT);
  for (int i = 0; i < r->nconstraint; i++)
    keep_larger(at, CONSTRAINT, residual[i]);
  const double *invariant = noslip_run_values(run, NOSLIP_INVARIANT);
  for (int i = 0; i < r->ninvariant; i++)
    keep_larger(at, INVARIANTS + i, fabs(invariant[i] - at->invariant0[i]));

  // the sample has the time of its last node
  at->times[at->method->nsample] = noslip_time(run);
  at->open = at->step % at->work->stride != 0 && at->step != r->steps;
  at->method->nsample += !at->open;
}

// a noslip_monitor
static bool go_on(void *context, noslip_run *run) {
  watch *at = context;
  work *w = at->work;
  const noslip_compare_options *o = w->options;
  at->step++;
  w->done++;
  look(at, run);
  return !o->progress || w->done % progress_stride != 0 ||
         o->progress(o->progress_context, w->done, w->total);
}

static bool make_series(watch *at) {
  const noslip_comparison *r = &at->work->study->result;
  noslip_compare_method *m = at->method;
  arena *a = &at->work->study->arena;
  int n = INVARIANTS + r->ninvariant;
  at->times = ARENA_ARRAY(a, double, r->nsample);
  at->series = ARENA_ARRAY(a, double *, n);
  for (int j = 0; j < n && at->series; j++)
    at->series[j] = ARENA_ARRAY(a, double, r->nsample);
  if (a->failed)
    return false;
  m->times = at->times;
  m->energy = r->has_energy ? at->series[ENERGY] : NULL;
  m->constraint = r->nconstraint > 0 ? at->series[CONSTRAINT] : NULL;
  m->invariants = (const double *const *)(at->series + INVARIANTS);
  return true;
}

// what the report has at the end; its name of the method has the number that the run has chosen
static bool fill_method(noslip_compare_method *m, const noslip_report *report, study *s) {
  int n = s->result.ninvariant;
  double *errors = ARENA_ARRAY(&s->arena, double, n);
  m->name = arena_text(&s->arena, report->method, strlen(report->method));
  if (!m->name || (!errors && n > 0))
    return false;
  for (int i = 0; i < n; i++)
    errors[i] = report->invariant_errors[i];
  m->invariant_max_errors = errors;
  m->energy_max_error = report->energy_max_error;
  m->energy_trend = report->energy_trend;
  m->constraint_max_error = s->result.nconstraint > 0 ? report->constraint_max_error : (double)NAN;
  m->steps = report->steps;
  m->newton_iterations = report->newton_iterations;
  m->right_hand_sides = report->right_hand_sides;
  m->wall_seconds = report->wall_seconds;
  return true;
}

// a run that cannot be made, or a step that fails, is the trouble of the method, not of the study
static noslip_status keep_trouble(work *w, noslip_compare_method *m, noslip_status status) {
  study *s = w->study;
  if (status == NOSLIP_ERROR_MEMORY)
    return status;
  const char *sentence = noslip_last_error(w->context);
  m->trouble = arena_text(&s->arena, sentence, strlen(sentence));
  s->result.nfailed++;
  w->done += s->result.steps - m->steps;
  return m->trouble ? NOSLIP_OK : fail_memory(&w->context->failure);
}

static noslip_status advance(watch *at, noslip_run *run) {
  work *w = at->work;
  noslip_compare_method *m = at->method;
  failure *why = &w->context->failure;
  noslip_report report;
  noslip_run_report(run, &report);
  at->energy0 = report.energy_initial;
  at->invariant0 = report.invariant_initial;
  look(at, run);
  noslip_status status = noslip_advance(run, w->study->result.steps);
  m->nsample += at->open;
  noslip_run_report(run, &report);
  if (!fill_method(m, &report, w->study))
    return fail_memory(why);
  if (status == NOSLIP_ERROR_STEP)
    status = keep_trouble(w, m, status);
  if (!study_is_result(status))
    return status;

  // there is a warning of a step that is too long for the motion, too
  int unused;
  noslip_status noted = noslip_run_judge(run, &unused);
  noslip_run_report(run, &report);
  if (noted == NOSLIP_OK)
    noted = note_warnings(w, &report, m->name);
  return noted == NOSLIP_OK ? status : noted;
}

// the entry of a method that takes no step
static bool leave_out(watch *at) {
  study *s = at->work->study;
  noslip_compare_method *m = at->method;
  double *errors = ARENA_ARRAY(&s->arena, double, s->result.ninvariant);
  if (s->arena.failed)
    return false;
  for (int i = 0; i < s->result.ninvariant; i++)
    errors[i] = (double)NAN;
  m->invariant_max_errors = errors;
  m->energy_max_error = m->energy_trend = m->constraint_max_error = (double)NAN;
  return true;
}

static noslip_status run_method(watch *at) {
  work *w = at->work;
  noslip_run *run;
  noslip_run_options options = options_of(w, at->method->name);
  options.monitor = go_on;
  options.monitor_context = at;
  noslip_status status = noslip_run_new(w->context, w->model, &options, &run);
  if (status != NOSLIP_OK && !leave_out(at))
    return fail_memory(&w->context->failure);
  if (status != NOSLIP_OK)
    return keep_trouble(w, at->method, status);
  backend_settle(run);  // times of steps are compared
  status = advance(at, run);
  noslip_run_free(run);
  return status;
}

// ---------------------------------------------------------------------------------------------
// the public calls

static noslip_status compute(work *w) {
  noslip_status status = check_options(w);
  if (status == NOSLIP_OK)
    status = choose_methods(w);
  if (status == NOSLIP_OK)
    status = look_first(w);
  for (int k = 0; k < w->study->result.nmethod; k++) {
    watch at = {.work = w, .method = &w->study->methods[k]};
    if (!study_is_result(status))
      return status;
    if (!make_series(&at))
      return fail_memory(&w->context->failure);
    if (status == NOSLIP_OK && !at.method->refusal)
      status = run_method(&at);
    else if (!leave_out(&at))
      return fail_memory(&w->context->failure);
  }
  return status;
}

noslip_status noslip_compare_sized(noslip_context *context, noslip_model *model,
                                   const noslip_compare_options *given, size_t size,
                                   noslip_comparison **result) {
  noslip_compare_options options;
  study *s =
      STUDY_BEGIN(study, result, context, model, noslip_compare_options, options, given, size);
  if (!s)
    return study_refusal(context);
  work w = {.study = s, .context = context, .model = model, .options = &options};
  noslip_status status = compute(&w);
  if (study_is_result(status))
    *result = &s->result;
  else
    noslip_comparison_free(&s->result);
  return status;
}

void noslip_comparison_free(noslip_comparison *result) {
  STUDY_FREE(study, result);
}
