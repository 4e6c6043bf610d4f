// What the tool prints and writes of a run, for the Python package: report, JSON, page, files.

#pragma once

#include "noslip.h"

// the rows of a run that is over, as noslip_run_record has filled them, with all columns
typedef struct python_rows {
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;     // at its end
  const double *rows;  // nrow x ncolumn
  long nrow;
  int ncolumn;
  char *const *names;   // ncolumn
  const char *trouble;  // what ended the run early; NULL: nothing
  long planned;         // steps
} python_rows;

// Texts are to be freed with python_free; NULL: no memory.
char *python_report(noslip_run *run, long planned);
char *python_json(noslip_run *run, const char *trouble);
void python_free(void *block);

// one HTML file; `film_only`: the film and the title alone. NULL: the model has shapes that cannot be
// evaluated, and the context has the sentence, or no memory.
char *python_page(const python_rows *from, const char *title, bool film_only);

// Write CSV or HDF5, by the name of the file, as `noslip run -o` does. False with a sentence in `why`.
bool python_write(const python_rows *from, const char *path, char *why, size_t size);
