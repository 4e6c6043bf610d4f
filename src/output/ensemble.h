// An ensemble for a person, for a program and for a spreadsheet.

#pragma once

#include "noslip.h"
#include "output/sink.h"

#include <stdio.h>

// the energy error at eleven times, everything else at the end, members that failed or were stopped
void ensemble_table(FILE *out, const noslip_ensemble_result *r);

// one object and a newline; `trouble`, if not NULL, is the last of the warnings
void ensemble_json(FILE *out, const noslip_ensemble_result *r, const char *trouble);

// One line of names, then one line per output time: t, members, and the statistics of each quantity,
// energy.mean, energy.variance, ...; the same ensemble gives the same bytes.
void ensemble_csv(FILE *out, const noslip_ensemble_result *r);

// where the members begin
typedef struct ensemble_starts {
  const char *const *keys;  // nkey
  int nkey;
  const double *x;  // nmember x nkey
} ensemble_starts;

// HDF5: the columns of the CSV file in the group `run`, the start and the end of each member in
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
