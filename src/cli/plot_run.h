// What `noslip plot` draws: the rows of files, or of runs of a model by several methods; each with a
// short name for keys, with the rows of what its errors are measured against, and in groups.

#pragma once

#include "cli/lists.h"
#include "cli/run_arguments.h"
#include "table/table.h"

typedef struct plot_run {
  const char *path;  // of the file, or of the model
  char *name;        // for keys
  table table;
  table reference;  // of what errors are measured against, row by row; without columns: none
  size_t ngroup;
  size_t *begin;     // ngroup + 1   the rows of group k begin there
  const char *by;    // the column that tells them apart; NULL: all rows are one group
  size_t rows_left;  // rows that the reference has no row for
} plot_run;

typedef struct plot_runs {
  plot_run *list;
  int n;
} plot_runs;

// what the command line says about them
typedef struct plot_sources {
  const char *const *paths;
  int n;
  run_arguments run;    // of models
  const char *methods;  // of models; NULL: that of --method, or of the `run` line
  const char *against;  // what errors are measured against: exact, or a file; NULL: nothing
  const char *model;    // whose exact solution this is, for files
  const char *by;       // the column that tells groups apart
} plot_sources;

// Does this path name a model, not a file of rows?
bool plot_is_model(const char *path);

// Read the files and run the models; an exit status, after a sentence if it is not exit_done. A run
// that fails leaves its rows, and exit_failed. To be freed in every case.
int plot_runs_read(plot_runs *r, plot_sources *s);
void plot_runs_free(plot_runs *r);

// one more run; NULL after a sentence. For plot_model.c
plot_run *plot_runs_add(plot_runs *r, const char *path, const char *name);

// plot_model.c: the runs of a model, one per method
int plot_model_run(plot_runs *r, plot_sources *s, const char *path);

// plot_model.c: reference = the exact solution at the rows of a run, for the columns that have one
int plot_model_exact(plot_run *run, plot_sources *s);

// plot_names.c: names that are as short as they can be and all different; an exit status
int plot_names_shorten(plot_runs *r);
