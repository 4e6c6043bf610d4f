// The members of an ensemble: initial values from a file, or drawn from ranges.

#pragma once

#include "cli/lists.h"
#include "cli/options.h"
#include "table/table.h"

typedef struct starts {
  const char *const *keys;  // nkey
  double *x;                // nmember x nkey
  int nkey, nmember;
  table file;
  const char **file_keys;  // of the columns of --init-file that are initial values
  const double **columns;  // nkey  those columns
  size_t *rows, nrow;      // nrow  rows of it that are starts
  list_texts items;        // those of --sample, what stands before their `=`
} starts;

// what the command line says of them, and of the threads
typedef struct starts_options {
  const char *init_file, *sample, *row;
  option_count members, seed, threads;
} starts_options;

// their lines in the table of options
// clang-format off
#define STARTS_OPTIONS(s)                             \
  {"--init-file", 0, OPTION_TEXT, &(s)->init_file},   \
  {"--row", 0, OPTION_TEXT, &(s)->row},               \
  {"--sample", 0, OPTION_TEXT, &(s)->sample},         \
  {"--members", 0, OPTION_COUNT, &(s)->members},      \
  {"--seed", 0, OPTION_COUNT, &(s)->seed},            \
  {"--threads", 0, OPTION_COUNT, &(s)->threads}
// clang-format on

// All return an exit status, after a sentence if it is not exit_done. What was read is to be freed
// in both cases.

// do the options go together?
int starts_check(const starts_options *o);

// would a file of this name take the place of the members?
int starts_spare(const starts_options *o, const char *path);

// The members that the options ask for; without such options, one with the initial data of the model.
// Of a file, CSV or HDF5, each row is one; with `row`, "last" or a number from 1 on, that row alone.
// Columns of a trajectory that are no initial values are passed over. A row that is picked has its time
// as well, members that are started together do not. A file of several members, as --keep writes it,
// has one start for each of these: the only row of the member, or the `row` of it.
int starts_read(starts *s, const starts_options *o, const noslip_model *model);

// The row of a file from which one run starts; without a path, no keys.
int starts_one(starts *s, const char *path, const char *row, const noslip_model *model);

// Members drawn from "x=-1:1, w[1]'=normal(0, 2)" (cli/ranges.h); their numbers depend on the seed and on their place, not
// on how many there are.
int starts_draw(starts *s, const char *text, long nmember, long seed);

void starts_free(starts *s);
