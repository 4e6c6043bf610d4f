#include "output/sink.h"

#include "output/plain.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

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

sink *sink_open(const char *path, char *why, size_t size) {
  const char *kind = extension(path);
  if (sink_is_csv(path))
    return csv_open(path, why, size);
  if (strcasecmp(kind, ".h5") == 0 || strcasecmp(kind, ".hdf5") == 0)
    return hdf5_open(path, why, size);
  snprintf(why, size, "cannot write `%s`: trajectories are CSV (.csv) or HDF5 (.h5)",
           plain_name(path));
  return NULL;
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
