// Convergence: methods x steps, errors at the end, and the order they show.
//
//   error     e = max_i |x_i(h) - X_i| at t = T, of q, p and the multipliers each by itself;
//             X is the exact solution, a reference run, or x(h/2): Richardson, whose differences
//             C h^p (1 - 2^-p) have the order of the errors without anything else being known
//   rounding  the unit of a column is 1e-14 of its largest number on the way, and not less than
//             1e-15 of the largest of all columns: multipliers that should be 0 are as accurate as
//             the forces they come from
//
// Which errors are at the floor of rounding, which steps are too coarse: fit.h.

#include "study/ending.h"
#include "study/exact.h"
#include "study/fit.h"
#include "study/plan.h"
#include "study/result.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double rounding = 1e-14, shared_rounding = 1e-15;

// the result, and the memory behind it
typedef struct study {
  noslip_convergence result;
  arena arena;
  noslip_converge_method *methods;  // nmethod, those of the result
  noslip_converge_point *points;    // nmethod x nstep
  const char **notes;
} study;

// what is not needed after the call
typedef struct work {
  study *study;
  noslip_context *context;
  noslip_model *model;
  const noslip_converge_options *options;
  arena arena;
  plan plan;
  measured what;
  runner runner;
  double *X;     // what.total  the exact solution or the reference run
  bool *known;   // what.total  which components have one
  ending *ends;  // nrun        of the method that is being run
} work;

// ---------------------------------------------------------------------------------------------
// preparation

static bool allocate(work *w) {
  noslip_convergence *r = &w->study->result;
  arena *a = &w->study->arena;
  r->nmethod = w->plan.methods.n;
  r->nstep = w->plan.nstep;
  w->study->methods = ARENA_ARRAY(a, noslip_converge_method, r->nmethod);
  w->study->points = ARENA_ARRAY(a, noslip_converge_point, r->nmethod*r->nstep);
  r->methods = w->study->methods;
  return !a->failed;
}

static noslip_status note(work *w, const char *text) {
  enum { most = 32 };
  study *s = w->study;
  if (!s->notes)
    s->notes = ARENA_ARRAY(&s->arena, const char *, most);
  s->result.notes = s->notes;
  if (s->notes && text && s->result.nnote < most)
    s->notes[s->result.nnote++] = text;
  return s->notes && text ? NOSLIP_OK : fail_memory(&w->context->failure);
}

static noslip_status note_warnings(work *w, noslip_run *run) {
  noslip_report report;
  noslip_status status = NOSLIP_OK;
  noslip_run_report(run, &report);
  for (int i = 0; i < report.nwarning && status == NOSLIP_OK; i++)
    status = note(w, arena_text(&w->study->arena, report.warnings[i], strlen(report.warnings[i])));
  return status;
}

// of inputs that change
static noslip_status note_tables(work *w) {
  for (int i = 0; i < w->options->nsignal; i++)
    if (w->options->signals[i].count > 1)
      return note(w,
                  arena_print(&w->study->arena,
                              "the input `%.60s` is constant in each step, with the value in its "
                              "middle: while it changes, no order above 2 shows",
                              w->options->signals[i].name));
  return NOSLIP_OK;
}

// A run that takes no step: it shows mistakes before the work begins, and what there is to measure.
static noslip_status look_first(work *w) {
  noslip_run *run;
  const plan *p = &w->plan;
  const noslip_run_options options = {.step = p->steps[0],
                                      .steps = 1,
                                      .project = w->options->project,
                                      .backend = w->options->backend,
                                      .signals = w->options->signals,
                                      .nsignal = w->options->nsignal};
  noslip_status status = chosen_run(&run, &p->methods, w->context, w->model, options);
  if (status != NOSLIP_OK)
    return status;
  status = note_warnings(w, run);
  if (status == NOSLIP_OK)
    status = note_tables(w);
  for (int k = 0; k < p->methods.n && status == NOSLIP_OK; k++)
    if (p->methods.list[k].refusal)
      status = note(w, arena_print(&w->study->arena, "left out: %s", p->methods.list[k].refusal));
  if (status == NOSLIP_OK && !measured_init(&w->what, &w->arena, run, w->model))
    status = fail_memory(&w->context->failure);
  noslip_run_free(run);
  return status;
}

static noslip_status make_room(work *w) {
  int n = w->what.total;
  arena *a = &w->arena;
  w->X = ARENA_ARRAY(a, double, n);
  w->known = ARENA_ARRAY(a, bool, n);
  w->ends = ARENA_ARRAY(a, ending, w->plan.nrun);
  w->runner = (runner){
      .context = w->context,
      .model = w->model,
      .arena = &w->study->arena,
      .options = w->options,
      .what = &w->what,
      .look = ARENA_ARRAY(a, double, n),
      .total = w->plan.total,
  };
  for (int k = 0; k < w->plan.nrun && w->ends; k++)
    w->ends[k].x = ARENA_ARRAY(a, double, n);
  return a->failed ? fail_memory(&w->context->failure) : NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// the reference

// the components of a column without an exact value: "y, z"
static noslip_status note_unknown(work *w, noslip_column c) {
  static const char *const words[] = {"", "momenta of ", "multipliers of "};
  const measured *m = &w->what;
  enum { shown = 8 };
  int count = 0;
  text_buffer text;
  text_init(&text, &w->context->memory);
  for (int i = m->begin[c]; i < m->begin[c] + m->n[c]; i++) {
    if (w->known[i])
      continue;
    if (count < shown)
      text_print(&text, "%s`%s`", count > 0 ? ", " : "", m->names[i]);
    count++;
  }
  const char *copy =
      text.failed
          ? NULL
          : arena_print(&w->study->arena, "not measured, for want of an exact value: %s%s%s",
                        words[c], text.data ? text.data : "", count > shown ? ", ..." : "");
  text_free(&text);
  return count > 0 ? note(w, copy) : NOSLIP_OK;
}

static noslip_status find_exact(work *w) {
  failure *why = &w->context->failure;
  noslip_status status = exact_at(w->X, w->known, &w->what, w->model, w->plan.until, why);
  for (int c = 0; c < NOSLIP_COLUMNS && status == NOSLIP_OK; c++)
    status = note_unknown(w, (noslip_column)c);
  return status;
}

static noslip_status run_reference(work *w) {
  const plan *p = &w->plan;
  failure *why = &w->context->failure;
  ending end = {.x = w->X};
  noslip_status status =
      ending_compute(&end, &w->runner, p->reference, p->reference_step, p->reference_n);
  if (status != NOSLIP_OK || end.reached)
    return status;
  return fail(why, NOSLIP_ERROR_STEP, "the reference run with %s %s", p->reference, end.trouble);
}

static noslip_status find_reference(work *w) {
  noslip_convergence *r = &w->study->result;
  noslip_status status = NOSLIP_OK;
  if (w->plan.against == NOSLIP_AGAINST_EXACT)
    status = find_exact(w);
  else
    memset(w->known, true, (size_t)w->what.total*sizeof *w->known);
  for (int c = 0; c < NOSLIP_COLUMNS; c++)
    for (int i = 0; i < w->what.n[c]; i++)
      r->count[c] += w->known[w->what.begin[c] + i];
  if (status == NOSLIP_OK && w->plan.against == NOSLIP_AGAINST_RUN)
    status = run_reference(w);
  return status;
}

// ---------------------------------------------------------------------------------------------
// errors

// max_i |x_i - X_i| over the components that are known; NaN if there are none, or one is NaN
static double error_of(const work *w, noslip_column c, const double *x, const double *X) {
  double worst = w->study->result.count[c] > 0 ? 0 : (double)NAN;
  for (int i = w->what.begin[c]; i < w->what.begin[c] + w->what.n[c]; i++) {
    double error = fabs(x[i] - X[i]);
    if (w->known[i] && !(error <= worst) && !isnan(worst))
      worst = error;
  }
  return worst;
}

static void fill_point(const work *w, noslip_converge_point *point, int i) {
  const plan *p = &w->plan;
  const ending *end = &w->ends[p->own[i]], *half = p->half[i] < 0 ? NULL : &w->ends[p->half[i]];
  assert(p->own[i] < p->nrun && p->half[i] < p->nrun);
  bool measurable = end->reached && (!half || half->reached);
  *point = (noslip_converge_point){
      .step = p->steps[i],
      .steps = end->spent.steps,
      .newton_iterations = end->spent.iterations,
      .wall_seconds = end->spent.seconds,
      .trouble = end->trouble || !half ? end->trouble : half->trouble,
  };
  for (int c = 0; c < NOSLIP_COLUMNS; c++)
    point->error[c] =
        measurable ? error_of(w, (noslip_column)c, end->x, half ? half->x : w->X) : (double)NAN;
}

static void fill_method(work *w, int k) {
  const plan *p = &w->plan;
  noslip_converge_method *m = &w->study->methods[k];
  noslip_converge_point *points = w->study->points + k*p->nstep;
  const chosen *with = &p->methods.list[k];
  *m = (noslip_converge_method){.name = with->name, .points = points, .refusal = with->refusal};
  memcpy(m->order, with->order, sizeof m->order);
  for (int i = 0; i < p->nstep; i++) {
    fill_point(w, &points[i], i);
    w->study->result.nfailed += points[i].trouble != NULL;
  }
  for (int i = 0; i < p->nrun; i++) {
    m->steps += w->ends[i].spent.steps;
    m->newton_iterations += w->ends[i].spent.iterations;
    m->wall_seconds += w->ends[i].spent.seconds;
  }
}

// the endings of one method; what is not computed is marked as not reached
static noslip_status run_method(work *w, int k) {
  const plan *p = &w->plan;
  noslip_status status = NOSLIP_OK;
  for (int i = 0; i < p->nrun; i++)
    w->ends[i] = (ending){.x = w->ends[i].x};
  const chosen *with = &p->methods.list[k];
  for (int i = 0; i < p->nrun && status == NOSLIP_OK && !with->refusal; i++)
    status = ending_compute(&w->ends[i], &w->runner, with->name, p->h[i], p->n[i]);
  return status;
}

// all methods have their entries, computed or not
static noslip_status run_all(work *w) {
  noslip_status status = find_reference(w);
  for (int k = 0; k < w->plan.methods.n; k++) {
    if (status == NOSLIP_OK)
      status = run_method(w, k);
    else if (status == NOSLIP_STOPPED)
      for (int i = 0; i < w->plan.nrun; i++)
        w->ends[i] = (ending){.x = w->ends[i].x};
    else
      return status;
    fill_method(w, k);
  }
  return status;
}

// ---------------------------------------------------------------------------------------------
// fits

static double unit_of(const runner *r, int c) {
  double all = 0;
  for (int i = 0; i < NOSLIP_COLUMNS; i++)
    all = fmax(all, r->size[i]);
  return fmax(rounding*r->size[c], shared_rounding*all);
}

static bool fit_all(work *w) {
  const plan *p = &w->plan;
  double *e = ARENA_ARRAY(&w->arena, double, p->nstep);
  double *slope = ARENA_ARRAY(&w->arena, double, p->nstep);
  noslip_point_use *use = ARENA_ARRAY(&w->arena, noslip_point_use, p->nstep);
  if (w->arena.failed)
    return false;
  for (int k = 0; k < p->methods.n; k++)
    for (int c = 0; c < NOSLIP_COLUMNS; c++) {
      noslip_converge_point *points = w->study->points + k*p->nstep;
      for (int i = 0; i < p->nstep; i++)
        e[i] = points[i].error[c];
      fit_points d = {p->nstep, p->steps, e, p->methods.list[k].order[c], unit_of(&w->runner, c)};
      w->study->methods[k].fit[c] = fit_line(&d, use, slope);
      for (int i = 0; i < p->nstep; i++) {
        points[i].slope[c] = slope[i];
        points[i].use[c] = use[i];
      }
    }
  return true;
}

// ---------------------------------------------------------------------------------------------
// the public calls

// what is said of the study as a whole; the texts are in its memory
static bool describe(work *w) {
  noslip_convergence *r = &w->study->result;
  const char *name = noslip_model_name(w->model);
  bool two = w->model->problem && w->model->problem->class == PROBLEM_OVERDETERMINED;
  r->columns[NOSLIP_COLUMN_Q] = two ? "y" : "q";
  r->columns[NOSLIP_COLUMN_P] = two ? "z" : "p";
  r->columns[NOSLIP_COLUMN_MULTIPLIER] = "multiplier";
  r->model = arena_text(&w->study->arena, name, strlen(name));
  r->until = w->plan.until;
  r->against = w->plan.against;
  r->reference = w->plan.reference;
  r->reference_step = w->plan.reference_step;
  return r->model != NULL;
}

static noslip_status compute(work *w) {
  failure *why = &w->context->failure;
  noslip_status status = plan_make(&w->plan, &w->study->arena, w->context, w->model, w->options);
  if (status == NOSLIP_OK && !(allocate(w) && describe(w)))
    status = fail_memory(why);
  if (status == NOSLIP_OK)
    status = look_first(w);
  if (status == NOSLIP_OK)
    status = make_room(w);
  if (status == NOSLIP_OK)
    status = run_all(w);
  if (!study_is_result(status))
    return status;
  return fit_all(w) ? status : fail_memory(why);
}

noslip_status noslip_converge_sized(noslip_context *context, noslip_model *model,
                                    const noslip_converge_options *given, size_t size,
                                    noslip_convergence **result) {
  noslip_converge_options options;
  study *s =
      STUDY_BEGIN(study, result, context, model, noslip_converge_options, options, given, size);
  if (!s)
    return study_refusal(context);
  work w = {.study = s, .context = context, .model = model, .options = &options};
  arena_init(&w.arena, &context->memory);
  noslip_status status = compute(&w);
  arena_free(&w.arena);
  if (study_is_result(status))
    *result = &s->result;
  else
    noslip_convergence_free(&s->result);
  return status;
}

void noslip_convergence_free(noslip_convergence *result) {
  STUDY_FREE(study, result);
}
