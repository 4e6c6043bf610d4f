// The model that an HDF5 file of rows was made with: its text, its parameters, what was given for its
// start, and its run. Files are untrusted, as in table.h.

#pragma once

#include "table/table.h"

typedef struct table_note {
  char *name, *value;
} table_note;

typedef struct table_model {
  char *text, *file;       // of the model; the name of its file
  table_note *parameters;  // numbers, 17 digits each
  table_note *init;        // expressions
  int nparameter, ninit;
  char *method, *step, *trouble;  // of the run: what ended it early; "": the file does not say
} table_model;

// Is this an HDF5 file, by its first byte?
bool table_is_hdf5(const char *path);

// Read it; false with a sentence in `why`, and *m empty. To be freed in both cases.
bool table_read_model(table_model *m, const char *path, const table_limits *limits, char *why,
                      size_t size);
void table_model_free(table_model *m);

// for the readers: the same of a file that is HDF5
bool table_model_hdf5(table_model *m, const table_reading *r);
