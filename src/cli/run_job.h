// The work of `noslip run` and of `noslip resume`: a run, its rows in a file, checkpoints, a report.

#pragma once

#include "cli/check_file.h"
#include "cli/note.h"
#include "cli/row_times.h"
#include "cli/run_arguments.h"
#include "output/columns.h"
#include "output/events.h"
#include "output/sink.h"

// what the command line says
typedef struct arguments {
  run_arguments run;
  int argc;
  char **argv;    // as it was given, the name of the command first
  char *command;  // all of it, as text
  const char *output;
  const char *at;          // NULL: rows are those of steps
  const char *checkpoint;  // FILE[:seconds]
  bool json, quiet, notes, sync, no_sync;
  bool portable;  // has no effect: the bytes are the same everywhere
} arguments;

// the run and where its rows go
typedef struct job {
  arguments *given;
  noslip_context *context;
  noslip_run *run;
  long planned, taken, written;  // steps; `written`: the step of the last row
  long stride;                   // steps that take about 10 ms
  row_times times;
  columns columns;
  sink *sink;                        // NULL: no file
  char events[events_longest_path];  // of a CSV file; "": there is none
  check_file checkpoint;
  const note *resumed;  // what the checkpoint says that it goes on from; NULL: it begins
  char trouble[4096];   // what ended the run early, "" if nothing
} job;

// Read the options of `noslip run`; false after a sentence. An exit status, after they are read.
bool run_job_read(arguments *a, int argc, char **argv);
int run_job_check(const arguments *a);

// Take the steps and end everything; the run is made, and with `resumed` stands where it was left.
// An exit status.
int run_job_take(job *j);

// free what a job has, the run too, and the arguments
void run_job_free(job *j);
void run_job_free_arguments(arguments *a);
