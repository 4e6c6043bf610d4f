// Files of a study whose parts are computed one by one: when it was begun, and a run on its way
// together with its rows.

#pragma once

#include "noslip/study.h"
#include "run/checkpoint.h"
#include "run/run.h"

// a run and what was recorded of it
typedef struct part_file {
  const char *key;         // of the part
  noslip_run *run;         // new, if it is read
  double *const *columns;  // ncolumn, each with room for `room` numbers
  int ncolumn;
  long nrow, room;
  long taken, every;  // steps; a row is recorded after so many
} part_file;

noslip_status part_file_write(const char *path, const part_file *p, const memory *m, failure *why);

// Read nrow, taken, the columns and the run. NOSLIP_ERROR_FILE: it is not there, or does not fit; the
// run and the columns are then of no use.
noslip_status part_file_read(const char *path, part_file *p, const memory *m, failure *why);

// The checkpoint of the study itself, of the kind "study": the note of the caller, and when it was
// begun, in seconds of the clock of files.
noslip_status begun_write(const noslip_saving *s, double began, const memory *m, failure *why);
noslip_status begun_read(const char *path, double *began, const memory *m, failure *why);
