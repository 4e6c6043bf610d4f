#include "output/sink.h"

#include "output/plain.h"
#include "output/replace.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

// the extension of the last part of a path, "" if none; a leading dot begins a name
static const char *extension(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  const char *dot = strrchr(name, '.');
  return dot && dot != name ? dot : "";
}

bool sink_is_csv(const char *path) {
  const char *kind = extension(path);
  return kind[0] == 0 || strcasecmp(kind, ".csv") == 0;
}

// a CSV file, there or not; pipes and devices have nothing beside them
static bool is_csv_file(const char *path) {
  struct stat info;
  return sink_is_csv(path) && !replace_is_standard_output(path) &&
         (stat(path, &info) != 0 || S_ISREG(info.st_mode));
}

bool sink_beside(char *path, size_t size, const char *rows, const char *what) {
  static const char end[] = ".csv";
  size_t length = strlen(rows), n = sizeof end - 1;
  path[0] = 0;
  if (!is_csv_file(rows))
    return false;
  if (length > n && strcasecmp(rows + length - n, end) == 0)
    length -= n;
  if (length + strlen(what) + sizeof "..csv" > size)
    return false;
  snprintf(path, size, "%.*s.%s.csv", (int)length, rows, what);
  return true;
}

static bool is_hdf5(const char *path) {
  const char *kind = extension(path);
  return strcasecmp(kind, ".h5") == 0 || strcasecmp(kind, ".hdf5") == 0;
}

sink *sink_open(const char *path, char *why, size_t size) {
  if (sink_is_csv(path))
    return csv_open(path, why, size);
  if (is_hdf5(path))
    return hdf5_open(path, why, size);
  snprintf(why, size, "cannot write `%s`: trajectories are CSV (.csv) or HDF5 (.h5)",
           plain_name(path));
  return NULL;
}

// HDF5 is not written in an order that could be cut off: its rows are kept in another file
sink *sink_open_kept(const char *path, bool resumed, char *why, size_t size) {
  if (replace_is_standard_output(path)) {
    snprintf(why, size,
             "rows on standard output cannot be taken up again by a checkpoint; give -o a file");
    return NULL;
  }
  if (sink_is_csv(path))
    return resumed ? csv_open_again(path, why, size) : csv_open(path, why, size);
  return is_hdf5(path) ? rows_open(path, why, size) : sink_open(path, why, size);
}

bool sink_keep(sink *s, bool sync, sink_place *place) {
  assert(s->ncolumn > 0 && !s->ended);
  return s->keep(s, sync, place);
}

bool sink_resume(sink *s, const provenance *from, char *const *names, int n,
                 const sink_place *place) {
  assert(s->ncolumn == 0 && n > 0);
  s->ncolumn = n;
  return s->resume(s, from, names, n, place);
}

bool sink_begin(sink *s, const provenance *from, char *const *names, int n) {
  assert(s->ncolumn == 0 && n > 0);
  s->ncolumn = n;
  return s->begin(s, from, names, n);
}

bool sink_row(sink *s, const double *values, int n) {
  assert(n == s->ncolumn && !s->ended);
  return s->row(s, values, n);
}

bool sink_end(sink *s, noslip_run *run, const char *trouble, bool sync) {
  assert(s->ncolumn > 0 && !s->ended);
  s->ended = true;
  return s->end(s, run, trouble, sync);
}

void sink_free(sink *s) {
  s->free(s);
}
