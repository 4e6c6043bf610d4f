// A page as a file: a run is made, or rows are read, and all of it becomes one HTML file.

#pragma once

#include "cli/film_run.h"

typedef struct page_file {
  film_source *source;  // its model is loaded
  const char *output, *title;
  const char *command;  // as it was given
  bool film_only;       // the film alone
} page_file;

// Does the name end in .html or .htm?
bool page_file_is(const char *path);

// Make it. An exit status, after a sentence if it is not exit_done. A run that fails has a page with what
// there is of it, and exit_failed.
int page_file_make(const page_file *f);

// the same of results that noslip has written with --json: of `compare`, `converge` and `study`
int page_file_results(const page_file *f, const char *path);

// the same of a study, which is run; exit_failed, too, if something was not as it expects
int page_file_study(const page_file *f, const char *path);
