// The trajectories of many members in one file, CSV or HDF5: a column `member`; of a sweep `start.KEY`
// for each of its keys; then the columns of a run. It takes the place of an older one with its first
// row.

#pragma once

#include "output/sink.h"

typedef struct members_file {
  sink *sink;
  provenance from;  // its run is NULL
  double *row;
  bool begun, failed;
  char why[512];  // the sentence of the call that has failed
} members_file;

// false with a sentence
bool members_file_open(members_file *m, const char *path);

// a noslip_keep; the context is the members_file
bool members_file_add(void *context, const noslip_member_rows *rows);

// The last call: everything is in the file. `trouble`, if not NULL, is why the study is not complete.
// False with a sentence.
bool members_file_end(members_file *m, const char *trouble, bool sync);
void members_file_free(members_file *m);
