#include "cli/run_arguments.h"

#include "cli/command.h"
#include "cli/message.h"
#include "cli/start_row.h"
#include "output/replace.h"

#include <assert.h>
#include <stdlib.h>

int run_arguments_check(const run_arguments *a) {
  if (a->step.given && a->step.value == 0)
    return message_wrong(
        "--step 0: steps of length 0 lead nowhere; give a length, as in --step 0.01");
  if (a->every.given && a->every.value == 0)
    return message_wrong("--every 0: expected 1 (every step) or more, as in --every 10");
  if (a->until.given && a->steps.given)
    return message_wrong("--until and --steps both say where the run ends; give one of them");
  return exit_done;
}

bool run_arguments_start_alone(const run_arguments *a) {
  return (a->steps.given && a->steps.value == 0) || (a->until.given && a->until.value == 0);
}

int run_arguments_spare(const run_arguments *a, const char *path) {
  int status = model_file_spare(&a->model, path);
  if (status == exit_done && a->init_file && replace_is_same(a->init_file, path))
    return message_wrong("-o %s would overwrite the file of --init-file; choose another name",
                         path);
  return status == exit_done ? signals_spare(&a->signals, path) : status;
}

void run_arguments_free(run_arguments *a) {
  signals_free(&a->signals);
  options_free_settings(&a->input);
  model_file_free(&a->model);
}

// the run from a row of --init-file, or from the initial data of the model
static int make(run_arguments *a, noslip_run_options options, noslip_run **run) {
  start_row from;
  *run = NULL;
  int done = start_row_read(&from, a);
  if (done == exit_done) {
    options.start = from.list;
    options.nstart = from.n;
    options.step = from.step;
    noslip_status status = noslip_run_new(a->model.context, a->model.model, &options, run);
    done =
        status == NOSLIP_OK ? exit_done : message_library(a->model.context, status, a->model.path);
  }
  start_row_free(&from);
  return done;
}

int run_arguments_make(run_arguments *a, noslip_run **run, long *planned) {
  bool start_alone = run_arguments_start_alone(a);
  assert(a->model.model);  // it is loaded
  int read = signals_read(&a->signals, &a->input);
  if (read != exit_done)
    return read;
  noslip_run_options options = {
      .method = a->method,
      .until = a->until.value,
      .steps = start_alone ? 1 : a->steps.value,
      .every = a->every.value,
      .project = a->project,
      .backend = a->backend,
      .signals = a->signals.list,
      .nsignal = a->signals.n,
      .whole_steps = a->whole_steps,
      .visits = a->visits,
  };
  int done = make(a, options, run);
  if (done != exit_done)
    return done;
  *planned = start_alone ? 0 : noslip_run_steps(*run);
  if (*planned == 0 && !start_alone)
    return message_wrong("the run has no end: give --until T or --steps N, or a `run until` in the "
                         "model; with a negative step, --until too is negative");
  return exit_done;
}

void run_arguments_warn(noslip_run *run) {
  noslip_report r;
  noslip_run_report(run, &r);
  for (int i = 0; i < r.nwarning; i++)
    message_warning(r.warnings[i]);
}
