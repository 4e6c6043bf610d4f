// What the commands that read a model have in common: the file, --set, --init.

#pragma once

#include "cli/options.h"

typedef struct loading {
  const char *path;
  option_settings set, init;
  const char *section;  // one more; NULL: none
  noslip_context *context;
  noslip_model *model;
} loading;

// Load l->path with the settings; an exit status, after a sentence if it is not exit_done.
// `name` is the command, for that sentence.
int loading_model(loading *l, const char *name);

// free the model, the context, the settings
void loading_end(loading *l);
