// Poincaré sections: one model from many starts, and the points where each crosses a surface.
//
// Each start is a separate piece of work: its points do not depend on the thread that computes
// them.

#include "study/parallel.h"
#include "study/result.h"
#include "study/section_work.h"

#include <math.h>
#include <string.h>

enum { stride = 64 };                   // steps from one look at the progress to the next
static const long most_idle = 1000000;  // steps without a crossing, of a start without an end

// ---------------------------------------------------------------------------------------------
// one start

static noslip_status take_point(const work *w, course *s, crossing *c) {
  const section_columns *columns = &w->study->columns;
  if (!section_reserve(w, s))
    return fail_memory(&c->run->context->failure);
  section_columns_read(columns, s->points + (size_t)s->npoint*(size_t)columns->n, c);
  s->npoint++;
  s->largest = fmax(s->largest, fabs(c->values[0]));
  crossing_return(c);
  return NOSLIP_OK;
}

// does it have all its points or all its steps, or does it not cross the section any more?
static bool at_end(const work *w, course *s) {
  s->idle = w->endless && s->steps - s->last >= most_idle;
  s->complete = (w->options.count > 0 && s->npoint == w->options.count) ||
                (!w->endless && s->steps == s->planned);
  return s->complete || s->idle;
}

// the points of the last step, as many as are wanted
static noslip_status take_points(const work *w, course *s, crossing *c, bool found) {
  noslip_status status = NOSLIP_OK;
  while (found && status == NOSLIP_OK) {
    status = take_point(w, s, c);
    found = false;
    if (status == NOSLIP_OK && s->npoint != w->options.count)
      status = crossing_next(c, &found);
  }
  return status;
}

// tell how far it is, and write it down if a checkpoint is due; false: the study was stopped
static bool look(work *w, course *s, crossing *c, long *told) {
  int i = (int)(s - w->study->courses);
  long done = w->endless ? s->npoint : w->crew.keys.step < 0 ? s->steps : 0;
  crew_tell(&w->crew, done - *told);
  *told = done;
  if (crew_stopped(&w->crew))
    ledger_leave(&w->ledger, i, c->run, c);
  else
    ledger_look(&w->ledger, i, c->run, c);
  return !crew_stopped(&w->crew);
}

// the last step, if it is shorter than the others and points are still wanted
static noslip_status finish(const work *w, course *s, crossing *c) {
  bool enough = w->options.count > 0 && s->npoint == w->options.count, found;
  if (enough || noslip_run_rest(c->run) == 0)
    return NOSLIP_OK;
  noslip_status status = crossing_finish(c, &found);
  return status == NOSLIP_OK ? take_points(w, s, c, found) : status;
}

static noslip_status follow(work *w, course *s, crossing *c) {
  noslip_status status = NOSLIP_OK;
  long told = 0;
  while (status == NOSLIP_OK && !at_end(w, s)) {
    bool found;
    if (s->steps % stride == 0 && !look(w, s, c, &told))
      return NOSLIP_STOPPED;
    status = crossing_step(c, &found);
    s->steps += status == NOSLIP_OK;
    if (status != NOSLIP_OK || !found)
      continue;
    status = take_points(w, s, c, found);
    s->last = s->steps;
  }
  crew_tell(&w->crew, w->crew.each - told);
  return status == NOSLIP_OK ? finish(w, s, c) : status;
}

// the run of a start and its crossing, which may have been on their way before
static noslip_status make_run(work *w, int i, int thread, noslip_run **run, crossing *c) {
  course *s = &w->study->courses[i];
  failure *why = &w->crew.contexts[thread]->failure;
  noslip_status status = crew_run(&w->crew, i, thread, run);
  if (status != NOSLIP_OK)
    return status;
  s->planned = noslip_run_steps(*run);
  if (!crossing_init(c, *run, w->section, w->direction))
    return fail_memory(why);
  status = ledger_take_up(&w->ledger, i, *run, c, why);
  return status == NOSLIP_OK && !section_fits(w, s, *run) ? ledger_misfit(&w->ledger, i, why)
                                                          : status;
}

// a parallel_body
static void compute_start(void *context, int i, int thread) {
  work *w = context;
  course *s = &w->study->courses[i];
  noslip_run *run = NULL;
  crossing c;
  if (!ledger_begin_member(&w->ledger, i)) {
    crew_tell(&w->crew, w->crew.each);
    return;
  }
  s->status = NOSLIP_STOPPED;
  if (crew_stopped(&w->crew))
    return;
  s->status = make_run(w, i, thread, &run, &c);
  if (s->status == NOSLIP_OK) {
    s->status = follow(w, s, &c);
    s->spent = spent_by(run);
  }
  if (!study_is_result(s->status))
    section_note_trouble(w, s, noslip_last_error(w->crew.contexts[thread]));
  if (s->status == NOSLIP_OK || crew_is_trouble(s->status))
    ledger_end_member(&w->ledger, i);
  noslip_run_free(run);
}

// ---------------------------------------------------------------------------------------------
// before the starts

static noslip_status plan(work *w, const noslip_run *run) {
  static const double most = 1e18;
  crew *c = &w->crew;
  long each = w->endless ? w->options.count : noslip_run_steps(run);
  if (each == 0)
    return fail(&w->context->failure, NOSLIP_ERROR_ARGUMENT,
                "no end: the model has no `run until`, give one with the option `until`, or the "
                "option `count`");
  if ((double)each*c->options->nmember > most)
    return fail(&w->context->failure, NOSLIP_ERROR_ARGUMENT,
                "more than %g steps or points; give fewer members, or an earlier end", most);
  c->nstep = w->endless || c->keys.step >= 0 || noslip_run_rest(run) != 0 ? 0 : each;
  c->each = each;
  c->total = each*c->options->nmember;
  return NOSLIP_OK;
}

static noslip_status describe(work *w, noslip_run *run, int member) {
  study *s = w->study;
  noslip_section_result *r = &s->result;
  const section *c = &w->crew.model->system->sections.list[w->section];
  static const noslip_direction words[] = {NOSLIP_FALLING, NOSLIP_BOTH, NOSLIP_RISING};
  noslip_report report;
  noslip_run_report(run, &report);
  r->notes = crew_warnings(&w->crew, &s->arena, run, member, &r->nnote);
  r->step = w->crew.keys.step < 0 ? report.step : (double)NAN;
  r->model = arena_print(&s->arena, "%s", report.model);
  r->method = arena_print(&s->arena, "%s", report.method);
  r->section = arena_print(&s->arena, "%s", c->label);
  r->equation = arena_print(&s->arena, "%s", c->equation);
  r->direction = words[1 + w->direction];
  if (!section_columns_init(&s->columns, &s->arena, run, c))
    return fail_memory(&w->context->failure);
  r->columns = s->columns.names;
  r->ncolumn = s->columns.n;
  r->naxis = s->columns.naxis;
  memcpy(r->axes, s->columns.axes, sizeof r->axes);
  return NOSLIP_OK;
}

static noslip_status look_first(work *w) {
  // steps from one point to the next that the choice of the backend assumes
  enum { typical = 100 };
  noslip_run *run;
  int member = 0;
  noslip_status status = crew_first(&w->crew, w->context, &w->arena, &run, &member);
  if (status == NOSLIP_OK)
    status = plan(w, run);
  if (status == NOSLIP_OK)
    status = describe(w, run, member);
  if (status == NOSLIP_OK)
    status = crew_backend(&w->crew, w->context, &w->arena, member,
                          w->endless && w->crew.total < 1000000000 ? typical*w->crew.total
                                                                   : w->crew.total);
  noslip_run_free(run);
  return status;
}

static bool make_result(work *w) {
  study *s = w->study;
  noslip_section_result *r = &s->result;
  r->nstart = w->crew.options->nmember;
  r->threads = w->crew.threads;
  r->backend = arena_print(&s->arena, "%s", noslip_run_backend(w->crew.like));
  s->courses = ARENA_ARRAY(&s->arena, course, r->nstart);
  return !s->arena.failed;
}

// ---------------------------------------------------------------------------------------------
// after them

static noslip_status add_start(work *w, noslip_section_start *to, const course *s) {
  noslip_section_result *r = &w->study->result;
  if (!study_is_result(s->status) && !crew_is_trouble(s->status))
    return fail(&w->context->failure, s->status, "%s", s->trouble ? s->trouble : "no memory");
  *to = (noslip_section_start){
      .npoint = s->npoint,
      .points = s->points,
      .time = s->spent.time,
      .steps = s->spent.steps,
      .complete = s->complete,
      .trouble = s->trouble,
  };
  r->npoint += s->npoint;
  r->steps += s->spent.steps;
  r->newton_iterations += s->spent.iterations;
  r->events += s->spent.events;
  r->largest = fmax(r->largest, s->largest);
  r->nfailed += crew_is_trouble(s->status);
  r->nunfinished += s->status == NOSLIP_STOPPED;
  return NOSLIP_OK;
}

// a note about the starts that are idle, after the notes of the run
static bool note_idle(study *s) {
  noslip_section_result *r = &s->result;
  int count = 0, first = -1;
  for (int k = r->nstart - 1; k >= 0; k--)
    if (s->courses[k].idle) {
      count++;
      first = k;
    }
  if (count == 0)
    return true;
  const char **notes = ARENA_ARRAY(&s->arena, const char *, r->nnote + 1);
  if (!notes)
    return false;
  memcpy(notes, r->notes, (size_t)r->nnote*sizeof *notes);
  notes[r->nnote++] = arena_print(&s->arena,
                                  "%d of %d starts, the first is %d, did not cross the section any "
                                  "more in %ld steps",
                                  count, r->nstart, first, most_idle);
  r->notes = notes;
  return !s->arena.failed;
}

static noslip_status collect(work *w) {
  study *s = w->study;
  noslip_section_result *r = &s->result;
  noslip_status status = NOSLIP_OK;
  noslip_section_start *starts = ARENA_ARRAY(&s->arena, noslip_section_start, r->nstart);
  if (!starts)
    return fail_memory(&w->context->failure);
  r->starts = starts;
  for (int k = 0; k < r->nstart && status == NOSLIP_OK; k++)
    status = add_start(w, &starts[k], &s->courses[k]);
  if (status == NOSLIP_OK && !note_idle(s))
    return fail_memory(&w->context->failure);
  if (status == NOSLIP_OK && r->nunfinished > 0)
    return fail(&w->context->failure, NOSLIP_STOPPED, "stopped after %ld steps and %ld points",
                r->steps, r->npoint);
  return status;
}

// ---------------------------------------------------------------------------------------------
// the public calls

static noslip_status check_options(work *w) {
  noslip_section_options *o = &w->options;
  failure *why = &w->context->failure;
  if (o->count < 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "%ld is no number of points", o->count);
  if (!w->crew.model->problem)
    return fail(why, NOSLIP_ERROR_MODEL, "%s", w->crew.model->unsolved);
  if (o->runs.nmember == 0 && o->runs.nkey == 0)
    o->runs.nmember = 1;
  w->endless = o->count > 0 && o->runs.until == 0 && o->runs.steps == 0;
  if (w->endless)
    o->runs.steps = 1;
  noslip_status status = crew_check(&o->runs, "a section", why);
  return status == NOSLIP_OK ? section_choose(w) : status;
}

static noslip_status compute(work *w) {
  double began = crew_seconds();
  noslip_status status = check_options(w);
  if (status == NOSLIP_OK)
    status = look_first(w);
  if (status == NOSLIP_OK &&
      !(crew_begin(&w->crew, &w->context->memory, &w->arena) && make_result(w)))
    status = fail_memory(&w->context->failure);
  w->ledger.began = began;
  if (status == NOSLIP_OK)
    status = ledger_begin(&w->ledger, &w->arena, w->crew.options->nmember);
  if (status == NOSLIP_OK) {
    ledger_batch(&w->ledger, w->crew.options->nmember);
    parallel_for(w, w->crew.options->nmember, w->crew.threads, compute_start);
    ledger_write(&w->ledger, crew_stopped(&w->crew));
    status = collect(w);
  }
  w->study->result.wall_seconds = crew_seconds() - w->ledger.began;
  return status;
}

noslip_status noslip_section_sized(noslip_context *context, noslip_model *model,
                                   const noslip_section_options *given, size_t size,
                                   noslip_section_result **result) {
  noslip_section_options options;
  study *s =
      STUDY_BEGIN(study, result, context, model, noslip_section_options, options, given, size);
  if (!s)
    return study_refusal(context);
  s->context = context;
  work w = {
      .study = s, .context = context, .options = options, .crew = {.model = model, .rest = true}};
  w.crew.options = &w.options.runs;
  w.ledger = (ledger){.saving = options.runs.saving,
                      .kind = &section_saved,
                      .study = &w,
                      .context = context,
                      .model = model,
                      .options = &w.options.runs};
  arena_init(&w.arena, &context->memory);
  noslip_status status = compute(&w);
  ledger_end(&w.ledger);
  crew_end(&w.crew);
  arena_free(&w.arena);
  if (study_is_result(status))
    *result = &s->result;
  else
    noslip_section_free(&s->result);
  return status;
}

void noslip_section_free(noslip_section_result *result) {
  study *s = (study *)result;
  if (!s)
    return;
  const memory *m = &s->context->memory;
  for (int k = 0; s->courses && k < s->result.nstart; k++) {
    memory_free(m, s->courses[k].points);
    memory_free(m, s->courses[k].trouble);
  }
  STUDY_FREE(study, result);
}
