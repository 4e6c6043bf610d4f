// The trajectories of many members in one file, CSV or HDF5: a column `member`; of a sweep `start.KEY`
// for each of its keys; then the columns of a run. It takes the place of an older one with its first
// row.

#pragma once

#include "output/sink.h"

typedef struct members_file {
  sink *sink;
  provenance from;  // its run is NULL
  double *row;
  char **names;  // nname, of the columns
  int nname;
  sink_place place;  // where a file that is taken up again stood; without rows: it begins
  bool begun, failed;
  char why[512];  // the sentence of the call that has failed
} members_file;

// false with a sentence
bool members_file_open(members_file *m, const char *path);

// The same for a file that may be taken up again: `place` is where it stood, NULL: it begins. Its
// first call has no rows then, only columns.
bool members_file_open_kept(members_file *m, const char *path, const sink_place *place);

// Everything is on the disk, and stands at *place; all zero before the first row.
void members_file_stand(members_file *m, sink_place *place);

// a noslip_keep; the context is the members_file
bool members_file_add(void *context, const noslip_member_rows *rows);

// The last call: everything is in the file. `trouble`, if not NULL, is why the study is not complete.
// False with a sentence.
bool members_file_end(members_file *m, const char *trouble, bool sync);
void members_file_free(members_file *m);
