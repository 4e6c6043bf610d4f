// Where rows go. A sink is one file: begin with the names of the columns, rows, end. It takes the
// place of an older file with its first row (output/replace.h). What it has written can be read at
// any time. Every call returns false when the file cannot be written; `why` then has the sentence,
// which also says where the older file is, and what was written before stays.

#pragma once

#include "noslip.h"

#include <stdbool.h>
#include <stddef.h>

// where the numbers come from, for files that have room for it
typedef struct provenance {
  const noslip_model *model;
  noslip_run *run;             // at its start; NULL: the rows are those of several runs
  const char *command;         // the command line, as a shell would read it; NULL: it is not told
  const noslip_setting *init;  // initial values that the command line has replaced
  int ninit;
  bool notes;  // a CSV file says it, too, in lines that begin with #
} provenance;

// Where a file stands, so that it can be taken up again: bytes of the rows and of the file of events,
// events so far, and where files are that were replaced. Texts are valid as long as the sink.
typedef struct sink_place {
  long rows, events, nevent;
  const char *older, *events_older;  // NULL: nowhere
} sink_place;

typedef struct sink sink;

// The functions of a kind of file; called through sink_begin, sink_row and sink_end alone.
struct sink {
  bool (*begin)(sink *s, const provenance *from, char *const *names, int n);
  bool (*row)(sink *s, const double *values, int n);

  // The last call: everything is in the file, or it is an error. `run` is NULL if it was. `trouble` is the sentence of what
  // ended the run early, NULL if nothing did.
  // With `sync` the disk has it, too.
  bool (*end)(sink *s, noslip_run *run, const char *trouble, bool sync);

  // Everything is in the file, with `sync` on the disk, and stands at *place. After the first row.
  bool (*keep)(sink *s, bool sync, sink_place *place);

  // The same as `begin`, of a file that was begun before and stands at *place.
  bool (*resume)(sink *s, const provenance *from, char *const *names, int n,
                 const sink_place *place);

  void (*free)(sink *s);
  char why[512];
  int ncolumn;  // as it was begun with; 0: it was not
  bool ended;
};

// Open the sink that fits the name: .csv or no extension is CSV, "-" is CSV on standard output, .h5
// and .hdf5 are HDF5. Returns NULL with a sentence in `why`.
sink *sink_open(const char *path, char *why, size_t size);
bool sink_is_csv(const char *path);

// The same for a file whose place is kept now and then, and that may be taken up again: with
// sink_resume instead of sink_begin. What it writes at first may be another file beside it.
sink *sink_open_kept(const char *path, bool resumed, char *why, size_t size);
bool sink_keep(sink *s, bool sync, sink_place *place);
bool sink_resume(sink *s, const provenance *from, char *const *names, int n,
                 const sink_place *place);

// The name of another file beside a CSV file: NAME.what.csv for NAME.csv and NAME. False, and "", if it
// is not a CSV file, or the name is too long.
bool sink_beside(char *path, size_t size, const char *rows, const char *what);

// In this order: once, any number of times, once; then sink_free. After one that fails only that.
bool sink_begin(sink *s, const provenance *from, char *const *names, int n);
bool sink_row(sink *s, const double *values, int n);
bool sink_end(sink *s, noslip_run *run, const char *trouble, bool sync);
void sink_free(sink *s);

// the kinds, one file each; NULL with a sentence
sink *csv_open(const char *path, char *why, size_t size);
sink *csv_open_again(const char *path, char *why, size_t size);
sink *rows_open(const char *path, char *why, size_t size);
sink *hdf5_open(const char *path, char *why, size_t size);
