// --keep of studies with members: the file of their trajectories.

#pragma once

#include "cli/study_saving.h"
#include "output/members_file.h"

typedef struct kept_option {
  const char *path;  // NULL: it is not given
  members_file file;
} kept_option;

// its line in the table of options
#define KEPT_OPTION(k) \
  { "--keep", 0, OPTION_TEXT, &(k)->path }

// Check the name and open the file, before the study; an exit status, after a sentence if it is not
// exit_done.
int kept_open(kept_option *k, const study_command *s);

// the file; NULL: there is none
members_file *kept_file(kept_option *k);

// have the study hand over the trajectories
void kept_take(kept_option *k, const study_command *s, noslip_ensemble_options *options);

// End the file after a study with this exit status, and free it; the exit status of both.
int kept_end(kept_option *k, const study_command *s, int status);
