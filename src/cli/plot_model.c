// Runs of a model for a picture: one per method, kept in memory.

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/plot_run.h"
#include "output/columns.h"
#include "output/plain.h"
#include "output/progress.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// rows

typedef struct recorder {
  table *table;
  columns columns;
  table_reading reading;
  size_t room;
} recorder;

static bool add_row(recorder *r, noslip_run *run) {
  if (r->table->nrow == r->room) {
    size_t room = r->room > 0 ? 2*r->room : 256;
    if (!table_reserve(r->table, &r->reading, room))
      return false;
    r->room = room;
  }
  columns_fill(&r->columns, run);
  for (int j = 0; j < r->columns.n; j++)
    r->table->columns[j][r->table->nrow] = r->columns.row[j];
  r->table->nrow++;
  return true;
}

static bool begin(recorder *r, noslip_run *run) {
  if (!columns_init(&r->columns, run))
    return table_refuse(&r->reading, "no memory");
  for (int j = 0; j < r->columns.n; j++)
    if (!table_add_column(r->table, &r->reading, r->columns.names[j]))
      return false;
  return add_row(r, run);
}

// All steps, with a row for every k-th and for the last node that is reached. False: no room for a row.
static bool take_steps(recorder *r, noslip_run *run, long planned, noslip_status *status) {
  long every = noslip_run_every(run), taken = 0, kept = 0;
  progress bar;
  bool room = begin(r, run);
  progress_begin(&bar, stderr, planned, true);
  for (*status = NOSLIP_OK; taken < planned && room && *status == NOSLIP_OK && !interrupt_seen();) {
    *status = noslip_step(run);
    taken += *status == NOSLIP_OK || *status == NOSLIP_STOPPED;
    if (*status == NOSLIP_OK && taken % every == 0) {
      room = add_row(r, run);
      kept = taken;
    }
    progress_update(&bar, taken);
  }
  progress_end(&bar);
  if (room && *status == NOSLIP_OK && taken == planned && noslip_run_rest(run) != 0) {
    *status = noslip_finish(run);
    taken += *status == NOSLIP_OK || *status == NOSLIP_STOPPED;
  }
  return room && (kept == taken || add_row(r, run));
}

// the rows of a run; an exit status. What was computed before a failure stays.
static int record(recorder *r, noslip_run *run, long planned, const char *method,
                  const noslip_context *context) {
  char sentence[4096];
  noslip_status status;
  bool kept = take_steps(r, run, planned, &status);
  if (!kept)
    return message_failed("%s", r->reading.why);
  if (interrupt_seen())
    return message_failed("interrupted");
  if (status == NOSLIP_OK || status == NOSLIP_STOPPED)
    return exit_done;
  snprintf(sentence, sizeof sentence, "%s: %s", method, noslip_last_error(context));
  return message_failed("%s", sentence);
}

// ---------------------------------------------------------------------------------------------
// methods

static int run_method(plot_runs *r, const run_arguments *a, const char *method) {
  char why[512];
  noslip_run *run = NULL;
  noslip_report report;
  long planned = 0;
  run_arguments own = *a;
  own.method = method;
  int status = run_arguments_make(&own, &run, &planned);
  if (status == exit_done) {
    noslip_run_report(run, &report);
    plot_run *to = plot_runs_add(r, a->model.path, report.method);
    recorder rows = {.table = to ? &to->table : NULL,
                     .reading = {.path = plain_name(a->model.path),
                                 .limits = &table_usual,
                                 .why = why,
                                 .size = sizeof why}};
    status = to ? record(&rows, run, planned, report.method, a->model.context) : exit_failed;
    columns_free(&rows.columns);
    run_arguments_warn(run);
  }
  noslip_run_free(run);
  signals_free(&own.signals);
  return status;
}

int plot_model_run(plot_runs *r, plot_sources *s, const char *path) {
  list_texts methods = {0};
  int status = exit_done, failed = exit_done;
  run_arguments a = s->run;
  a.model = (model_file){.path = path, .set = s->run.model.set, .init = s->run.model.init};
  if (s->methods)
    status = list_read_texts(&methods, "--methods", s->methods);
  if (status == exit_done)
    status = model_file_load(&a.model, "plot");
  interrupt_watch();
  for (int k = 0; k < (methods.n > 0 ? methods.n : 1) && status == exit_done; k++) {
    status = run_method(r, &a, methods.n > 0 ? methods.items[k] : a.method);
    if (status == exit_failed && !interrupt_seen()) {
      failed = exit_failed;  // the others go on
      status = exit_done;
    }
  }
  list_free_texts(&methods);
  noslip_model_free(a.model.model);
  noslip_close(a.model.context);
  return status == exit_done ? failed : status;
}

// ---------------------------------------------------------------------------------------------
// the exact solution

static bool add_column(table *t, const table_reading *r, const char *name, const double *x) {
  if (!table_add_column(t, r, name))
    return false;
  double *copy = t->columns[t->ncolumn - 1] = malloc(t->nrow*sizeof *copy);
  if (!copy)
    return table_refuse(r, "no memory");
  memcpy(copy, x, t->nrow*sizeof *copy);
  return true;
}

// t, and the columns of the run that have an exact value
static int fill_exact(plot_run *run, const model_file *m) {
  char why[512];
  const table_reading r = {
      .path = run->path, .limits = &table_usual, .why = why, .size = sizeof why};
  int time = table_column(&run->table, "t"), found = 0;
  if (time < 0)
    return message_wrong("--error-against exact: %s has no column t", run->path);
  const double *times = run->table.columns[time];
  double *x = malloc(run->table.nrow*sizeof *x);
  run->reference.nrow = run->table.nrow;
  bool done = x && add_column(&run->reference, &r, "t", times);
  for (int j = 0; j < run->table.ncolumn && done; j++) {
    const char *name = run->table.names[j];
    if (j == time || noslip_model_exact(m->model, name, times, run->table.nrow, x) != NOSLIP_OK)
      continue;
    done = add_column(&run->reference, &r, name, x);
    found++;
  }
  free(x);
  if (!done)
    return message_failed("no memory");
  return found > 0
             ? exit_done
             : message_wrong("--error-against exact: no column of %s is in the exact solution "
                             "of %s",
                             run->path, m->path);
}

int plot_model_exact(plot_run *run, plot_sources *s) {
  model_file m = {.path = plot_is_model(run->path) ? run->path : s->model,
                  .set = s->run.model.set,
                  .init = s->run.model.init};
  if (!m.path)
    return message_wrong(
        "--error-against exact: whose solution? Give the model with --model, or plot it itself");
  int status = model_file_load(&m, "plot");
  if (status == exit_done && !noslip_model_has_exact(m.model)) {
    double none = 0;
    noslip_model_exact(m.model, "t", &none, 1, &none);
    status = message_wrong("%s: %s", m.path, noslip_last_error(m.context));
  }
  if (status == exit_done)
    status = fill_exact(run, &m);
  noslip_model_free(m.model);
  noslip_close(m.context);
  return status;
}
