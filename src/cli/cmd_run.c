// noslip run: a model, a method, a loop of steps, rows into a file, a report.

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/loading.h"
#include "cli/message.h"
#include "cli/quote.h"
#include "output/columns.h"
#include "output/json.h"
#include "output/progress.h"
#include "output/report.h"
#include "output/sink.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// what the command line says
typedef struct arguments {
  loading model;
  char *command;  // all of it, as text
  const char *method, *output, *backend;
  option_number step, until;
  option_count steps, every;
  bool project, json, quiet;
} arguments;

// the run and where its rows go
typedef struct job {
  const arguments *given;
  noslip_context *context;
  noslip_run *run;
  long planned, taken, written;  // steps; `written`: the step of the last row
  columns columns;
  sink *sink;          // NULL: no file
  char trouble[4096];  // what ended the run early, "" if nothing
} job;

// ---------------------------------------------------------------------------------------------
// the command line

static bool read_arguments(arguments *a, int argc, char **argv) {
  const option table[] = {
      {"--method", 0, OPTION_TEXT, &a->method},
      {"--step", 0, OPTION_NUMBER, &a->step},
      {"--until", 0, OPTION_NUMBER, &a->until},
      {"--steps", 0, OPTION_COUNT, &a->steps},
      {"--every", 0, OPTION_COUNT, &a->every},
      {"--set", 0, OPTION_SETTING, &a->model.set},
      {"--init", 0, OPTION_SETTING, &a->model.init},
      {"--project", 0, OPTION_FLAG, &a->project},
      {"--output", 'o', OPTION_TEXT, &a->output},
      {"--json", 0, OPTION_FLAG, &a->json},
      {"--quiet", 0, OPTION_FLAG, &a->quiet},
      {"--backend", 0, OPTION_TEXT, &a->backend},
      {0},
  };
  return options_read(argc, argv, table, &a->model.path);
}

static bool to_standard_output(const arguments *a) {
  return a->output && strcmp(a->output, "-") == 0;
}

// what each option alone allows, but not the run
static int check_arguments(const arguments *a) {
  if (a->step.given && a->step.value == 0)
    return message_wrong("--step 0: steps of length 0 lead nowhere");
  if (a->every.given && a->every.value == 0)
    return message_wrong("--every 0: expected 1 (every step) or more");
  if (a->until.given && a->steps.given)
    return message_wrong("--until and --steps both say where the run ends; give one of them");
  if (a->json && to_standard_output(a))
    return message_wrong("--json and -o - both want standard output; give -o a file");
  return exit_done;
}

// ---------------------------------------------------------------------------------------------
// preparation

// --steps 0 and --until 0 ask for the start alone
static bool start_alone(const arguments *a) {
  return (a->steps.given && a->steps.value == 0) || (a->until.given && a->until.value == 0);
}

static int make_run(job *j) {
  const arguments *a = j->given;
  noslip_run_options options = {
      .method = a->method,
      .step = a->step.value,
      .until = a->until.value,
      .steps = start_alone(a) ? 1 : a->steps.value,
      .every = a->every.value,
      .project = a->project,
      .backend = a->backend,
  };
  noslip_status status = noslip_run_new(j->context, a->model.model, &options, &j->run);
  if (status != NOSLIP_OK)
    return message_library(j->context, status, a->model.path);

  j->planned = start_alone(a) ? 0 : noslip_run_steps(j->run);
  if (j->planned == 0 && !start_alone(a))
    return message_wrong("the run has no end: give --until T or --steps N, or a `run until` in the "
                         "model; with a negative step, --until too is negative");
  return exit_done;
}

static bool is_model_file(const arguments *a) {
  struct stat model, output;
  return stat(a->model.path, &model) == 0 && stat(a->output, &output) == 0 &&
         model.st_dev == output.st_dev && model.st_ino == output.st_ino;
}

// the file is opened last, so that a mistake does not cost an older one
static int open_output(job *j) {
  if (!columns_init(&j->columns, j->run))
    return message_failed("no memory");
  if (!j->given->output)
    return exit_done;
  if (is_model_file(j->given))
    return message_wrong("-o %s would overwrite the model", j->given->output);
  char why[512];
  j->sink = sink_open(j->given->output, why, sizeof why);
  return j->sink ? exit_done : message_wrong("%s", why);
}

// ---------------------------------------------------------------------------------------------
// the loop

// the file cannot be written: no more rows; what went wrong before stands first
static bool give_up_output(job *j) {
  size_t length = strlen(j->trouble);
  snprintf(j->trouble + length, sizeof j->trouble - length, "%s%s", length > 0 ? "\n  " : "",
           j->sink->why);
  j->sink->free(j->sink);
  j->sink = NULL;
  return false;
}

static bool write_row(job *j) {
  j->written = j->taken;
  if (!j->sink)
    return true;
  columns_fill(&j->columns, j->run);
  return j->sink->row(j->sink, j->columns.row, j->columns.n) || give_up_output(j);
}

static bool begin_output(job *j) {
  const loading *l = &j->given->model;
  const provenance from = {l->model, j->run, j->given->command, l->init.list, l->init.n};
  if (j->sink && !j->sink->begin(j->sink, &from, j->columns.names, j->columns.n))
    return give_up_output(j);
  return write_row(j);
}

// one step, its row, a look at the interrupt flag; false: the run ends here
static bool advance(job *j) {
  long every = noslip_run_every(j->run);
  if (noslip_step(j->run) != NOSLIP_OK) {
    snprintf(j->trouble, sizeof j->trouble, "%s", noslip_last_error(j->context));
    return false;
  }
  j->taken++;
  if (j->taken % every == 0 && !write_row(j))
    return false;
  if (interrupt_seen() && j->taken < j->planned) {
    snprintf(j->trouble, sizeof j->trouble, "interrupted at t = %.10g, after %ld of %ld steps",
             noslip_time(j->run), j->taken, j->planned);
    return false;
  }
  return true;
}

// the last state is the last row, whatever ended the run
static void end_output(job *j) {
  if (j->sink && j->written != j->taken && !write_row(j))
    return;
  if (j->sink && !j->sink->end(j->sink, j->run, j->trouble[0] ? j->trouble : NULL))
    give_up_output(j);
}

static void compute(job *j) {
  progress bar;
  interrupt_watch();
  bool going = begin_output(j);
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

// --quiet leaves the warnings
static void print_warnings(noslip_run *run) {
  noslip_report r;
  noslip_run_report(run, &r);
  for (int i = 0; i < r.nwarning; i++)
    fprintf(stderr, "noslip: warning: %s\n", r.warnings[i]);
}

static int conclude(job *j) {
  const arguments *a = j->given;
  if (a->json)
    json_report(stdout, j->run, j->trouble[0] ? j->trouble : NULL);
  else if (a->quiet)
    print_warnings(j->run);
  else
    report_print(to_standard_output(a) ? stderr : stdout, j->context, j->run, j->planned);
  return j->trouble[0] ? message_failed("%s", j->trouble) : exit_done;
}

static int run_job(job *j) {
  int status = make_run(j);
  if (status == exit_done)
    status = open_output(j);
  if (status == exit_done) {
    compute(j);
    status = conclude(j);
  }
  if (j->sink)
    j->sink->free(j->sink);
  columns_free(&j->columns);
  noslip_run_free(j->run);
  return status;
}

int cmd_run(int argc, char **argv) {
  arguments a = {0};
  int status = read_arguments(&a, argc, argv) ? check_arguments(&a) : exit_wrong;
  if (status == exit_done) {
    // a closed pipe and a file at its limit are told by the write that fails
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    a.command = quote_command(argc, argv);
    status = a.command ? loading_model(&a.model, argv[0]) : message_failed("no memory");
  }
  if (status == exit_done) {
    job j = {.given = &a, .context = a.model.context};
    status = run_job(&j);
  }
  loading_end(&a.model);
  free(a.command);
  return status;
}
