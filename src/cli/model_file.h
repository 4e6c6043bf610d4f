// A model as the command line gives it, with --set and --init, and what is loaded of it.

#pragma once

#include "cli/options.h"

typedef struct model_file {
  const char *path;
  option_settings set, init;
  const char *section;     // one more section, as an equation; NULL: none
  const char *checkpoint;  // the file that has the model of a command that is resumed; NULL: none
  const char *rows;        // the HDF5 file of rows that has the model; NULL: none
  char *method, *trouble;  // of the run in it, and what ended it early; NULL: not known
  double step;
  noslip_context *context;
  noslip_model *model;
} model_file;

// Load m->path with the settings, or the model of the checkpoint or of the rows; an exit status, after a
// sentence if it is not exit_done. `name` is the command, for that sentence.
int model_file_load(model_file *m, const char *name);

// Do the settings give this name, or with m=1 that of all m[i]?
bool model_file_gives(const option_settings *s, const char *name);

// Would a file of this name take the place of the model? An exit status, after a sentence if it
// would.
int model_file_spare(const model_file *m, const char *path);

// free the model, the context, the settings
void model_file_free(model_file *m);
