// What the command line says about a run: the model, the method, the step, the end.

#pragma once

#include "cli/model_file.h"
#include "cli/signals.h"

typedef struct run_arguments {
  model_file model;
  const char *method, *backend;
  option_number step, until;
  option_count steps, every;
  bool project;
  bool whole_steps;  // as in noslip_run_options, like `visits`
  bool visits;
  option_settings input;
  signals signals;              // read from these
  const char *init_file, *row;  // of commands with one run
} run_arguments;

// their lines in the table of options; those of the course alone, without method and rows
// clang-format off
#define RUN_COURSE_OPTIONS(a)                      \
  {"--step", 0, OPTION_NUMBER, &(a)->step},        \
  {"--until", 0, OPTION_NUMBER, &(a)->until},      \
  {"--steps", 0, OPTION_COUNT, &(a)->steps},       \
  {"--set", 0, OPTION_SETTING, &(a)->model.set},   \
  {"--init", 0, OPTION_SETTING, &(a)->model.init}, \
  {"--project", 0, OPTION_FLAG, &(a)->project}

// and those of a command with one run
#define RUN_START_OPTIONS(a)                           \
  {"--init-file", 0, OPTION_TEXT, &(a)->init_file},    \
  {"--row", 0, OPTION_TEXT, &(a)->row}

#define RUN_OPTIONS(a)                             \
  {"--method", 0, OPTION_TEXT, &(a)->method},      \
  {"--every", 0, OPTION_COUNT, &(a)->every},       \
  RUN_COURSE_OPTIONS(a)
// clang-format on

// What each option alone allows and a run does not: an exit status, after a sentence if it is not
// exit_done.
int run_arguments_check(const run_arguments *a);

// --steps 0 and --until 0 ask for the start alone
bool run_arguments_start_alone(const run_arguments *a);

// Make the run of the loaded model and say how many steps are planned; an exit status. *run is to
// be freed in every case.
int run_arguments_make(run_arguments *a, noslip_run **run, long *planned);

// would a file of this name take the place of the model or of an input? An exit status.
int run_arguments_spare(const run_arguments *a, const char *path);

void run_arguments_free(run_arguments *a);

// what the library warns of, on standard error
void run_arguments_warn(noslip_run *run);
