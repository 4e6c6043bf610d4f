// The columns in an HDF5 file. Types, ranks and sizes are looked at before memory is taken, and
// nothing leads out of the file: no links to other files, no storage in them, no plugins.

#pragma once

#include "hdf5/load.h"
#include "table/table.h"

typedef struct hdf5_columns {
  hid_t file, run;
  int n;
  size_t nrow;   // of the shortest column: the last rows of a file that was not closed may be torn
  char **names;  // n
  hid_t *sets;   // n
  const table_reading *reading;
} hdf5_columns;

// Open r->path and find the columns of its group, `run` or that of r->words; false with a sentence. Nothing is closed
// or freed: the process that does this has nothing else to do.
bool hdf5_columns_open(hdf5_columns *c, const table_reading *r);

// column j, nrow numbers; false if it cannot be read
bool hdf5_columns_read(const hdf5_columns *c, int j, double *column);

// open a file for reading, with nothing of HDF5 that leads out of it; negative if it cannot be
hid_t hdf5_read_only(const char *path);
bool hdf5_is_hard_link(hid_t where, const char *name);
