// --input u=FILE.csv, --input u=FILE.csv:hold, --input u=0.5: what the inputs of a model follow.

#pragma once

#include "cli/options.h"

typedef struct signals {
  noslip_signal *list;  // n
  struct table *files;  // n  where the numbers are
  double *numbers;      // 2n  those of --input u=0.5
  char **paths;         // n  NULL: a number
  int n;
} signals;

// Both return an exit status, after a sentence if it is not exit_done. To be freed in every case.
int signals_read(signals *s, const option_settings *given);

// would a file of this name take the place of one of theirs?
int signals_spare(const signals *s, const char *path);

void signals_free(signals *s);
