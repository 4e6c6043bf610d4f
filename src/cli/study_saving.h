// --checkpoint of the commands that are studies, and what `noslip resume` needs of them.

#pragma once

#include "cli/study_command.h"
#include "output/members_file.h"

// its line in the table of options
#define CHECKPOINT_OPTION(s) \
  { "--checkpoint", 0, OPTION_TEXT, &(s)->saving.given }

// Read the option, or take that of the command that is resumed, and go to its folder; an exit status,
// after a sentence if it is not exit_done.
int study_saving_read(study_command *s, int argc, char **argv);

// Would it take the place of another file of the command? An exit status, likewise.
int study_saving_spare(const study_command *s, const char *keep);

// have the study write checkpoints; `keep` is the file of its trajectories, NULL: there is none
void study_saving_take(study_command *s, noslip_ensemble_options *options, members_file *keep);

void study_saving_free(study_saving *s);

// A command that is resumed: the checkpoint, its note, and what `resume` was given.
typedef struct resumption {
  const char *path;
  const note *note;
  bool json, quiet;
} resumption;

// Go to the folder of the command, names of files are relative to it; *file is where checkpoints go on.
// An exit status, likewise.
int resumption_take_up(const resumption *r, check_file *file);

typedef int resume_function(const resumption *r);
resume_function ensemble_resume, sweep_resume, section_resume, study_resume;
