// What the files of an ensemble have in common, and its HDF5 file.

#pragma once

#include "output/sink.h"
#include "output/study.h"

// The statistics of a quantity, in the order of the columns of all files: mean, variance, min, max,
// mean square.
enum { ensemble_nstatistic = 5 };

typedef struct ensemble_statistic {
  const char *ending;    // of the name of its column: ".mean"
  const double *values;  // ntime
} ensemble_statistic;

ensemble_statistic ensemble_get(const noslip_statistics *q, int k);

// where the members begin
typedef struct ensemble_starts {
  const char *const *keys;  // nkey
  int nkey;
  const double *x;  // nmember x nkey
} ensemble_starts;

// The members, a row for each, in the columns of both files:
//
//   member; start.KEY of each key; time, steps, failed (0 or 1); energy_error at the end,
//   energy_max_error; of each quantity x.lowest and x.highest
typedef struct ensemble_members {
  const noslip_ensemble_result *result;
  ensemble_starts starts;
} ensemble_members;

// a column by its number; its name has two parts
typedef struct ensemble_column {
  const char *first, *second;
} ensemble_column;

int ensemble_members_ncolumn(const ensemble_members *m);
ensemble_column ensemble_members_column(const ensemble_members *m, int column);
double ensemble_members_value(const ensemble_members *m, int column, int member);

// all of them as CSV; a replace_print of an ensemble_members
void ensemble_members_csv(FILE *out, const void *members);

// HDF5: the columns of the CSV file in the group `run`, those of the members in
// `members`, the model in `model` (`run` of the provenance is not used); `trouble`, if not NULL, is
// that of `run`. The file appears whole or not at all. False with a sentence in `why`.
typedef struct ensemble_file {
  const char *path;
  bool sync;  // wait for the disk
  char *why;
  size_t size;
} ensemble_file;

bool ensemble_hdf5(const ensemble_file *f, const noslip_ensemble_result *r, const char *trouble,
                   const provenance *from, const ensemble_starts *starts);
bool ensemble_writes_hdf5(void);  // does this build have it?
