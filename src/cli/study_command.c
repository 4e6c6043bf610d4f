#include "cli/study_command.h"

#include "cli/command.h"
#include "cli/figure_file.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/study_saving.h"
#include "output/clock.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// the work

bool study_go_on(void *context, long done, long total) {
  study_command *s = context;
  if (!s->begun)
    progress_begin(&s->bar, stderr, total, !s->quiet);
  s->begun = true;
  s->done = done;
  s->total = total;
  progress_update(&s->bar, done);
  return !interrupt_seen();
}

noslip_ensemble_options study_members(study_command *s) {
  const run_arguments *a = &s->run;
  return (noslip_ensemble_options){
      .keys = s->starts.keys,
      .nkey = s->starts.nkey,
      .starts = s->starts.x,
      .nmember = s->starts.nmember,
      .method = a->method,
      .step = a->step.value,
      .until = a->until.value,
      .steps = a->steps.value,
      .every = a->every.value,
      .project = a->project,
      .backend = a->backend,
      .threads = (int)s->starts_options.threads.value,
      .progress = study_go_on,
      .progress_context = s,
      .signals = a->signals.list,
      .nsignal = a->signals.n,
  };
}

double study_seconds(const study_command *s) {
  return clock_seconds() - s->began;
}

// from here on Ctrl-C ends the study
static noslip_status compute(study_command *s) {
  s->began = clock_seconds();
  interrupt_watch();
  noslip_status status = s->kind->compute(s);
  if (s->begun)
    progress_end(&s->bar);
  s->stopped = status == NOSLIP_STOPPED;
  return status;
}

// ---------------------------------------------------------------------------------------------
// the result

const char *study_trouble(const study_command *s) {
  return s->trouble[0] ? s->trouble : NULL;
}

int study_write_figure(const study_command *s, study_figure *f, bool drawn, const char *nothing) {
  int status;
  assert(s->target.format == TARGET_FIGURE);
  f->page.kind = s->target.kind;
  if (!drawn)
    status = message_failed("no memory");
  else if (f->page.npanel == 0)
    status = message_failed("there is no picture: %s", nothing);
  else
    status = figure_file_write(&f->page, s->target.path);
  study_figure_free(f);
  return status;
}

static int write_file(const study_command *s) {
  const target *t = &s->target;
  if (!t->path)
    return exit_done;
  if (t->format != TARGET_CSV)
    return s->kind->write(s);
  int status = target_write(t, s->kind->output->csv, s->result, study_seconds(s));
  return status == exit_done && s->kind->beside ? s->kind->beside(s) : status;
}

static void warn(const study_command *s) {
  int n;
  const char *const *notes = s->kind->output->notes(s->result, &n);
  for (int i = 0; i < n; i++)
    message_warning(notes[i]);
}

static void say_how_to_go_on(study_command *s) {
  size_t length = strlen(s->trouble);
  if (s->stopped && s->saving.file.path)
    snprintf(s->trouble + length, sizeof s->trouble - length, "; `noslip resume %s` goes on",
             s->saving.file.path);
}

static int conclude(study_command *s) {
  const study_output *output = s->kind->output;
  s->kind->find_trouble(s);
  say_how_to_go_on(s);
  if (s->json)
    output->json(stdout, s->result, study_trouble(s));
  else if (!s->quiet)
    output->table(target_is_standard_output(&s->target) ? stderr : stdout, s->result);
  if (s->quiet)
    warn(s);
  int written = write_file(s);
  return study_trouble(s) ? message_failed("%s", s->trouble) : written;
}

// ---------------------------------------------------------------------------------------------
// the command

static int run(study_command *s, const char *name) {
  interrupt_spare_writes();
  int status = model_file_load(&s->run.model, name);
  if (status == exit_done)
    status = signals_read(&s->run.signals, &s->run.input);
  if (status == exit_done)
    status = target_place(&s->target, &s->run, &s->starts_options);
  if (status == exit_done)
    status = starts_read(&s->starts, &s->starts_options, s->run.model.model);
  if (status != exit_done)
    return status;
  noslip_status computed = compute(s);
  bool is_result = computed == NOSLIP_OK || computed == NOSLIP_STOPPED;
  assert(is_result == (s->result != NULL));
  return is_result ? conclude(s)
                   : message_library(s->run.model.context, computed, s->run.model.path);
}

int study_main(study_command *s, int argc, char **argv) {
  assert(s->kind && !s->result);
  int status = s->kind->read(s, argc, argv) ? study_saving_read(s, argc, argv) : exit_wrong;
  if (status == exit_done)
    status = s->kind->check(s);
  if (status == exit_done)
    status = run(s, argv[0]);
  if (s->kind->end)
    status = s->kind->end(s, status);
  s->kind->free(s->result);
  study_saving_free(&s->saving);
  starts_free(&s->starts);
  run_arguments_free(&s->run);
  return status;
}
