// Rows as plain numbers: what a run with a checkpoint has of its HDF5 file until it ends.
//
// An HDF5 file is changed in many places by each burst of rows, so that one that was left in the
// middle cannot be cut back to where it stood. Rows therefore go into FILE.rows, 8 bytes a number,
// the lowest first; at the end the HDF5 file is made of them in one go, and they are removed. If the
// run has ended early they stay, to be taken up again.

#include "output/plain.h"
#include "output/replace.h"
#include "output/sink.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct rows {
  sink base;
  char *path, *beside;  // of the HDF5 file, and of the rows
  FILE *file;
  long count;  // rows
  provenance from;
  char *const *names;
  unsigned char *bytes;  // of one row
  double *values;        // n
} rows;

static bool refuse(rows *r, const char *verb, const char *path) {
  snprintf(r->base.why, sizeof r->base.why, "cannot %s `%s`: %s", verb, plain_name(path),
           errno ? strerror(errno) : "no memory");
  return false;
}

// ---------------------------------------------------------------------------------------------
// numbers

static void put(unsigned char *to, double x) {
  uint64_t word;
  memcpy(&word, &x, sizeof word);
  for (int i = 0; i < 8; i++)
    to[i] = (unsigned char)(word >> 8*i);
}

static double get(const unsigned char *from) {
  uint64_t word = 0;
  double x;
  for (int i = 0; i < 8; i++)
    word |= (uint64_t)from[i] << 8*i;
  memcpy(&x, &word, sizeof x);
  return x;
}

static size_t row_size(const rows *r) {
  return 8*(size_t)r->base.ncolumn;
}

static bool row(sink *s, const double *values, int n) {
  rows *r = (rows *)s;
  for (int i = 0; i < n; i++)
    put(r->bytes + 8*i, values[i]);
  errno = 0;
  r->count++;
  return fwrite(r->bytes, 8, (size_t)n, r->file) == (size_t)n || refuse(r, "write", r->beside);
}

// ---------------------------------------------------------------------------------------------
// begin, keep, resume

static bool prepare(rows *r, const provenance *from, char *const *names, int n) {
  r->from = *from;
  r->names = names;
  r->bytes = malloc(8*(size_t)n);
  r->values = malloc((size_t)n*sizeof *r->values);
  errno = 0;
  return (r->bytes && r->values) || refuse(r, "write", r->beside);
}

static bool begin(sink *s, const provenance *from, char *const *names, int n) {
  rows *r = (rows *)s;
  if (!prepare(r, from, names, n))
    return false;
  r->file = fopen(r->beside, "w+b");
  return r->file || refuse(r, "write", r->beside);
}

static bool keep(sink *s, bool sync, sink_place *place) {
  rows *r = (rows *)s;
  errno = 0;
  if (fflush(r->file) != 0 || (sync && fdatasync(fileno(r->file)) != 0))
    return refuse(r, "write", r->beside);
  *place = (sink_place){.rows = r->count*(long)row_size(r)};
  return true;
}

static bool resume(sink *s, const provenance *from, char *const *names, int n,
                   const sink_place *place) {
  rows *r = (rows *)s;
  struct stat info;
  if (!prepare(r, from, names, n))
    return false;
  r->file = fopen(r->beside, "r+b");
  if (!r->file || fstat(fileno(r->file), &info) != 0)
    return refuse(r, "go on with", r->beside);
  errno = ENODATA;
  r->count = place->rows/(long)row_size(r);
  bool fits =
      S_ISREG(info.st_mode) && info.st_size >= place->rows && place->rows % (long)row_size(r) == 0;
  return (fits && ftruncate(fileno(r->file), place->rows) == 0 &&
          fseek(r->file, 0, SEEK_END) == 0) ||
         refuse(r, "go on with", r->beside);
}

// ---------------------------------------------------------------------------------------------
// the end: the HDF5 file

static bool copy_rows(rows *r, sink *to) {
  errno = 0;
  if (fflush(r->file) != 0 || fseek(r->file, 0, SEEK_SET) != 0)
    return refuse(r, "read", r->beside);
  for (long k = 0; k < r->count; k++) {
    errno = EIO;
    if (fread(r->bytes, row_size(r), 1, r->file) != 1)
      return refuse(r, "read", r->beside);
    for (int i = 0; i < r->base.ncolumn; i++)
      r->values[i] = get(r->bytes + 8*i);
    if (!sink_row(to, r->values, r->base.ncolumn))
      return false;
  }
  return true;
}

static bool fill(rows *r, sink *to, noslip_run *run, const char *trouble, bool sync) {
  bool done = sink_begin(to, &r->from, r->names, r->base.ncolumn) && copy_rows(r, to) &&
              sink_end(to, run, trouble, sync);
  if (!done && !r->base.why[0])
    snprintf(r->base.why, sizeof r->base.why, "%.400s; the rows are in `%.90s`", to->why,
             plain_name(r->beside));
  return done;
}

static bool end(sink *s, noslip_run *run, const char *trouble, bool sync) {
  rows *r = (rows *)s;
  sink *to = hdf5_open(r->path, r->base.why, sizeof r->base.why);
  bool done = to && fill(r, to, run, trouble, sync);
  if (to)
    sink_free(to);
  if (done && !trouble)
    unlink(r->beside);
  return done;
}

static void free_rows(sink *s) {
  rows *r = (rows *)s;
  if (r->file)
    fclose(r->file);
  free(r->path);
  free(r->beside);
  free(r->bytes);
  free(r->values);
  free(r);
}

sink *rows_open(const char *path, char *why, size_t size) {
  rows *r = calloc(1, sizeof *r);
  char *copy = strdup(path), *beside = malloc(strlen(path) + sizeof ".rows");
  if (!r || !copy || !beside || !replace_check(path)) {
    snprintf(why, size, "cannot write `%s`: %s; choose another place", plain_name(path),
             r && copy && beside ? strerror(errno) : "no memory");
    free(r);
    free(copy);
    free(beside);
    return NULL;
  }
  strcpy(stpcpy(beside, path), ".rows");
  r->base = (sink){
      .begin = begin, .row = row, .end = end, .keep = keep, .resume = resume, .free = free_rows};
  r->path = copy;
  r->beside = beside;
  return &r->base;
}
