// The commands that take many runs and show a result of all of them: compare, converge, section and
// ensemble. What they have in common is here: the options, the model, the starts, the bar and
// Ctrl-C, what is printed and written, and the exit status. What a command adds is a study_kind.

#pragma once

#include "cli/check_file.h"
#include "cli/note.h"
#include "cli/run_arguments.h"
#include "cli/starts.h"
#include "cli/target.h"
#include "output/progress.h"
#include "output/study.h"

typedef struct study_command study_command;

// what one command adds; a command of its own has the study_command as its first member
typedef struct study_kind {
  const study_output *output;

  // Read the options, and check them. False, or an exit status, after a sentence.
  bool (*read)(study_command *s, int argc, char **argv);
  int (*check)(study_command *s);

  // make s->result; study_go_on with s is the progress
  noslip_status (*compute)(study_command *s);

  // write the result into a file that is not CSV; an exit status
  int (*write)(const study_command *s);

  // s->trouble = why the result is not complete, if it is not; it is "" before
  void (*find_trouble)(study_command *s);

  void (*free)(void *result);

  // write what else there is beside a CSV file; an exit status. NULL: nothing
  int (*beside)(const study_command *s);

  // end what else was opened, after all with this exit status; the exit status of both. NULL: nothing
  int (*end)(study_command *s, int status);
} study_kind;

// checkpoints of the commands that have them: study_saving.h
typedef struct study_saving {
  const char *given;  // FILE[:seconds]
  check_file file;
  int argc;
  char **argv;                       // the command, as it was given
  const struct resumption *resumed;  // NULL: it begins
  struct members_file *keep;         // NULL: there is none
  char *note;                        // the last one
  noslip_saving options;
} study_saving;

struct study_command {
  const study_kind *kind;
  run_arguments run;
  starts_options starts_options;  // of the commands that have several starts
  target target;
  bool json, quiet;

  starts starts;
  void *result;        // of the kind
  bool stopped;        // by Ctrl-C
  char trouble[1024];  // why the result is not complete, "" if it is

  // how far it is
  progress bar;
  bool begun;
  long done, total;  // steps
  double began;      // on the clock of output/clock.h
  study_saving saving;
};

// the last lines in the table of options of every study
// clang-format off
#define STUDY_OPTIONS(s)                               \
  {"--input", 0, OPTION_SETTING, &(s)->run.input},     \
  {"--output", 'o', OPTION_TEXT, &(s)->target.path},   \
  {"--backend", 0, OPTION_TEXT, &(s)->run.backend},    \
  {"--json", 0, OPTION_FLAG, &(s)->json},              \
  {"--quiet", 0, OPTION_FLAG, &(s)->quiet}
// clang-format on

// The command from its arguments to its exit status; s has its kind, everything else is 0. It frees
// everything except what the command adds.
int study_main(study_command *s, int argc, char **argv);

// a noslip_progress; the context is the study_command
bool study_go_on(void *context, long done, long total);

// the options of the runs of a study with several starts
noslip_ensemble_options study_members(study_command *s);

// how long it has taken so far
double study_seconds(const study_command *s);

// s->trouble, NULL if there is none
const char *study_trouble(const study_command *s);

// Draw a figure into the file of -o and free it; an exit status. `drawn`: there was memory
// for it; `nothing`: what is missing if it has no panel.
int study_write_figure(const study_command *s, study_figure *f, bool drawn, const char *nothing);
