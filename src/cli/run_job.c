#include "cli/run_job.h"

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "output/clock.h"
#include "output/json.h"
#include "output/progress.h"
#include "output/replace.h"
#include "output/report.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---------------------------------------------------------------------------------------------
// the command line

bool run_job_read(arguments *a, int argc, char **argv) {
  a->argc = argc;
  a->argv = argv;
  const option options[] = {
      RUN_OPTIONS(&a->run),
      RUN_START_OPTIONS(&a->run),
      {"--output", 'o', OPTION_TEXT, &a->output},
      {"--json", 0, OPTION_FLAG, &a->json},
      {"--quiet", 0, OPTION_FLAG, &a->quiet},
      {"--notes", 0, OPTION_FLAG, &a->notes},
      {"--sync", 0, OPTION_FLAG, &a->sync},
      {"--no-sync", 0, OPTION_FLAG, &a->no_sync},
      {"--portable", 0, OPTION_FLAG, &a->portable},
      {"--backend", 0, OPTION_TEXT, &a->run.backend},
      {"--at", 0, OPTION_TEXT, &a->at},
      {"--checkpoint", 0, OPTION_TEXT, &a->checkpoint},
      {"--input", 0, OPTION_SETTING, &a->run.input},
      {0},
  };
  return options_read(argc, argv, options, &a->run.model.path);
}

static bool to_standard_output(const arguments *a) {
  return a->output && replace_is_standard_output(a->output);
}

int run_job_check(const arguments *a) {
  if (a->json && to_standard_output(a))
    return message_wrong("--json and -o - both want standard output; give -o a file");
  if (a->sync && a->no_sync)
    return message_wrong("--sync and --no-sync say opposite things; give one of them");
  if (a->at && a->run.every.given)
    return message_wrong("--at and --every both say which rows there are; give one of them");
  if (a->at && !a->output)
    return message_wrong(
        "--at gives the times of rows, and there is no file for them; give -o FILE, "
        "or -o - for standard output");
  return run_arguments_check(&a->run);
}

// ---------------------------------------------------------------------------------------------
// preparation

static provenance origin(const job *j) {
  const model_file *l = &j->given->run.model;
  return (provenance){l->model,     j->run,    j->given->command,
                      l->init.list, l->init.n, j->given->notes};
}

// a file that was begun before, where it stood
static int take_up_output(job *j) {
  const provenance from = origin(j);
  return sink_resume(j->sink, &from, j->columns.names, j->columns.n, &j->resumed->place)
             ? exit_done
             : message_wrong("%s", j->sink->why);
}

// the file is opened last, so that a mistake does not destroy an older one
static int open_output(job *j) {
  if (!columns_init(&j->columns, j->run))
    return message_failed("no memory");
  if (!j->given->output)
    return exit_done;
  char why[512];
  int spared = run_arguments_spare(&j->given->run, j->given->output);
  if (spared == exit_done && events_file(j->events, j->given->output, j->run))
    spared = run_arguments_spare(&j->given->run, j->events);
  if (spared != exit_done)
    return spared;
  j->sink = j->checkpoint.path
                ? sink_open_kept(j->given->output, j->resumed != NULL, why, sizeof why)
                : sink_open(j->given->output, why, sizeof why);
  if (!j->sink)
    return message_wrong("%s", why);
  return j->resumed ? take_up_output(j) : exit_done;
}

// ---------------------------------------------------------------------------------------------
// the loop

// the file cannot be written: no more rows; what went wrong before stands first
static bool give_up_output(job *j) {
  size_t length = strlen(j->trouble);
  snprintf(j->trouble + length, sizeof j->trouble - length, "%s%s", length > 0 ? "\n  " : "",
           j->sink->why);
  sink_free(j->sink);
  j->sink = NULL;
  return false;
}

static bool put_row(job *j) {
  if (!j->sink)
    return true;
  columns_fill(&j->columns, j->run);
  return sink_row(j->sink, j->columns.row, j->columns.n) || give_up_output(j);
}

// are there rows of steps, or none, or those of --at?
static bool has_rows(const job *j) {
  return j->sink && !j->given->at;
}

static bool write_row(job *j) {
  j->written = j->taken;
  return !has_rows(j) || put_row(j);
}

static bool give_up_run(job *j) {
  snprintf(j->trouble, sizeof j->trouble, "%s", noslip_last_error(j->context));
  return false;
}

// the rows of --at up to where the run stands
static bool write_times(job *j) {
  bool good = true;
  double t;
  while (good && row_times_next(&j->times, j->run, &t)) {
    good = noslip_visit(j->run, t) == NOSLIP_OK ? put_row(j) : give_up_run(j);
    noslip_return(j->run);
  }
  return good;
}

static bool begin_output(job *j) {
  const provenance from = origin(j);
  if (j->resumed)
    return true;  // it is open where it was left
  if (j->sink && !sink_begin(j->sink, &from, j->columns.names, j->columns.n))
    return give_up_output(j);
  return write_row(j) && write_times(j);
}

// ---------------------------------------------------------------------------------------------
// checkpoints

static char *print_note(const job *j, const sink_place *place, char *directory) {
  const note n = {.argc = j->given->argc,
                  .argv = j->given->argv,
                  .directory = directory,
                  .seconds = j->checkpoint.seconds,
                  .written = j->written,
                  .times = j->times.next,
                  .place = *place};
  return note_print(&n);
}

// The rows reach the disk first: a checkpoint says where they stand. False: the file is given up.
static bool save(job *j) {
  sink_place place = {0};
  if (!j->checkpoint.path)
    return true;
  if (j->sink && !sink_keep(j->sink, !j->given->no_sync, &place))
    return give_up_output(j);
  char *directory = getcwd(NULL, 0), *text = directory ? print_note(j, &place, directory) : NULL;
  noslip_status status = text ? noslip_run_set_note(j->run, text) : NOSLIP_ERROR_MEMORY;
  if (status == NOSLIP_OK)
    status = noslip_run_save(j->run, j->checkpoint.path);
  if (status != NOSLIP_OK)
    check_file_complain(&j->checkpoint,
                        text ? noslip_last_error(j->context) : "no memory for the checkpoint");
  free(text);
  free(directory);
  return true;
}

// Where whole steps end: a checkpoint from there leads to a later end as well.
static bool save_at_end(job *j) {
  long whole = j->planned - (noslip_run_rest(j->run) != 0);
  return j->taken != whole || noslip_run_stopped(j->run) || save(j);
}

static bool interrupted(job *j) {
  const char *path = j->checkpoint.path;
  if (!save(j))
    return false;
  snprintf(j->trouble, sizeof j->trouble, "interrupted at t = %.10g, after %ld of %ld steps%s%s%s",
           noslip_time(j->run), j->taken, j->planned, path ? "; `noslip resume " : "",
           path ? path : "", path ? "` goes on" : "");
  return false;
}

// Steps that are taken at once: to the next row, the last whole step, or for about 10 ms. Times of --at may
// lie in any of them.
static long stride(const job *j) {
  long every = noslip_run_every(j->run);
  long row = has_rows(j) ? every - j->taken % every : LONG_MAX;
  long whole = j->planned - (noslip_run_rest(j->run) != 0) - j->taken;
  long n = j->times.n > 0 ? 1 : j->stride;
  n = row < n ? row : n;
  return whole < n ? whole : n;
}

static void choose_stride(job *j, double seconds) {
  static const double usual = 0.01;
  if (seconds < usual/2 && j->stride < LONG_MAX/2)
    j->stride *= 2;
  else if (seconds > 2*usual && j->stride > 1)
    j->stride /= 2;
}

static noslip_status take_steps(job *j) {
  long n = stride(j), before = noslip_run_taken(j->run);
  if (n < 1)
    return noslip_finish(j->run);
  double began = clock_seconds();
  noslip_status status = n > 1 ? noslip_advance(j->run, n) : noslip_step(j->run);
  if (n == j->stride && noslip_run_taken(j->run) - before == n)
    choose_stride(j, clock_seconds() - began);
  return status;
}

// some steps, a row, a check of the interrupt flag; false: the run ends here
static bool advance(job *j) {
  long every = noslip_run_every(j->run), before = noslip_run_taken(j->run);
  noslip_status status = take_steps(j);
  j->taken += noslip_run_taken(j->run) - before;
  if (status != NOSLIP_OK && status != NOSLIP_STOPPED)
    return give_up_run(j);
  if (!write_times(j))
    return false;
  if (status == NOSLIP_STOPPED)  // by the model; its row comes at the end
    return false;
  if (j->taken % every == 0 && !write_row(j))
    return false;
  if (interrupt_seen() && j->taken < j->planned)
    return interrupted(j);
  return (!check_file_is_due(&j->checkpoint) || save(j)) && save_at_end(j);
}

// wait for the disk if the user says so, or if the run took long
static bool wants_sync(const job *j) {
  const arguments *a = j->given;
  noslip_report r;
  noslip_run_report(j->run, &r);
  return a->sync || (!a->no_sync && replace_is_worth_sync(r.wall_seconds));
}

// the last state is the last row, whatever ended the run
static void end_output(job *j) {
  if (j->sink && j->written != j->taken && !write_row(j))
    return;
  if (j->sink && !sink_end(j->sink, j->run, j->trouble[0] ? j->trouble : NULL, wants_sync(j)))
    give_up_output(j);
}

static void compute(job *j) {
  progress bar;
  interrupt_watch();
  bool going = begin_output(j) && (j->resumed || save(j));
  check_file_watch(&j->checkpoint);
  j->stride = 1;
  progress_begin(&bar, stderr, j->planned, !j->given->quiet);
  while (going && j->taken < j->planned) {
    going = advance(j);
    progress_update(&bar, j->taken);
  }
  progress_end(&bar);
  end_output(j);
}

// ---------------------------------------------------------------------------------------------
// the end

// warnings stay, and so does what the verdicts warn of
static void conclude_quietly(noslip_run *run) {
  int unused;
  noslip_run_judge(run, &unused);
  run_arguments_warn(run);
}

static int conclude(job *j) {
  const arguments *a = j->given;
  if (a->json)
    json_report(stdout, j->run, j->trouble[0] ? j->trouble : NULL);
  else if (a->quiet)
    conclude_quietly(j->run);
  else
    report_print(to_standard_output(a) ? stderr : stdout, j->run, j->planned,
                 j->events[0] ? j->events : NULL);
  return j->trouble[0] ? message_failed("%s", j->trouble) : exit_done;
}

static int read_checkpoint(job *j) {
  if (j->checkpoint.path)
    return exit_done;  // that of a run that is resumed
  int status = check_file_read(&j->checkpoint, j->given->checkpoint);
  if (status == exit_done && j->checkpoint.path)
    status = run_arguments_spare(&j->given->run, j->checkpoint.path);
  if (status == exit_done && j->checkpoint.path && j->given->output &&
      strcmp(j->checkpoint.path, j->given->output) == 0)
    return message_wrong("--checkpoint and -o both name `%s`; give them two files",
                         j->checkpoint.path);
  return status;
}

int run_job_take(job *j) {
  int status = read_checkpoint(j);
  if (status == exit_done)
    status = open_output(j);
  if (status == exit_done) {
    compute(j);
    status = conclude(j);
  }
  return status;
}

void run_job_free(job *j) {
  if (j->sink)
    sink_free(j->sink);
  columns_free(&j->columns);
  row_times_free(&j->times);
  check_file_free(&j->checkpoint);
  noslip_run_free(j->run);
}

void run_job_free_arguments(arguments *a) {
  run_arguments_free(&a->run);
  free(a->command);
}
