// What a page shows of a run: its columns in buckets and its shapes on a reel, row by row.

#pragma once

#include "output/columns.h"
#include "output/reel.h"

typedef struct recording {
  columns columns;
  const char **groups;  // columns.n: what each belongs to, "state", "energy", ...
  int *shown;           // nshown: the columns that are kept; the first is t
  int nshown;
  double *row;  // nshown
  buckets rows;
  reel reel;
  noslip_shapes *shapes;
} recording;

// Prepare it for a run, which must outlive it. A status and the sentence of the context, or
// NOSLIP_ERROR_MEMORY. To be freed in every case.
noslip_status recording_begin(recording *r, noslip_run *run);
void recording_free(recording *r);

// One more row: where the run stands, or, in the second, numbers in the order of the columns. False: the
// shapes could not be evaluated.
bool recording_see(recording *r, noslip_run *run);
bool recording_row(recording *r, const double *values);

// the columns as a JSON object
void recording_write_rows(recording *r, FILE *out);
