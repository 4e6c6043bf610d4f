// HDF5: the group `run` has one dataset per column, extendible, under the name of the column; what
// the numbers come from stands beside them (hdf5_notes.c), and so do events (hdf5_events.c).
//
// The file can be read while the run goes on, and after this program was killed. Rows are collected
// here and reach the file in bursts, at least five times a second, each ended by a flush; in
// between nothing is written. If the program is killed in the middle of a flush, one column may be
// longer than another, or end with NaN. The file has the oldest superblock, without the mark that
// newer ones put on a file that was not closed, and it is not locked.

#include "output/clock.h"
#include "output/hdf5_events.h"
#include "output/hdf5_grow.h"
#include "output/hdf5_notes.h"
#include "output/plain.h"
#include "output/replace.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  most_rows = 4096,        // in a chunk: 32 KiB of a column
  fewest_rows = 16,        // in a chunk
  most_numbers = 1 << 19,  // in the chunks of all columns: the least that a file of many rows takes
};
static const double longest_wait = 0.2;  // seconds between two bursts

typedef struct hdf5 {
  sink base;
  char *path;
  replace place;
  hid_t file, run;
  int n;
  hid_t *columns;            // n datasets
  hsize_t rows;              // in the file
  int chunk, kept;           // rows of a chunk; rows collected
  double *collected;         // chunk x n
  double *column;            // chunk, one column of them
  double flushed;            // when, in seconds
  bool broken;               // a write has failed: nothing more is written
  const noslip_run *source;  // of the events
  hdf5_events events;
} hdf5;

static bool refuse(hdf5 *h) {
  const char *older = h->place.older;
  snprintf(h->base.why, sizeof h->base.why, "cannot write `%s`: %s%s%s%s", plain_name(h->path),
           errno ? strerror(errno) : "the HDF5 library failed",
           older ? "; the older file is now `" : "", older ? plain_name(older) : "",
           older ? "`" : "");
  h->broken = true;
  return false;
}

// ---------------------------------------------------------------------------------------------
// rows

// the collected rows of column j go behind the others
static bool append(hdf5 *h, int j) {
  for (int i = 0; i < h->kept; i++)
    h->column[i] = h->collected[i*h->n + j];
  return hdf5_append(h->columns[j], H5T_NATIVE_DOUBLE, h->rows, (hsize_t)h->kept, h->column);
}

// and new events with them
static bool write_rows(hdf5 *h) {
  bool done = true;
  errno = 0;
  for (int j = 0; j < h->n && done && h->kept > 0; j++)
    done = append(h, j);
  h->rows += (hsize_t)h->kept;
  h->kept = 0;
  return (done && hdf5_events_follow(&h->events, h->source)) || refuse(h);
}

// Write the end of the file into it before everything else that a flush writes. A flush does so
// last, so that a flush that is cut off would refer to places behind the end, which cannot be read.
// The end stands in the superblock, which in version 0 is plain bytes: the version itself at 8, how
// long addresses are at 13, and at 40 the end, the lowest byte first.
static bool write_end(hdf5 *h) {
  enum { version_at = 8, length_at = 13, end_at = 40, length = 8 };
  unsigned char head[end_at], end[length];
  hsize_t size = 0;
  void *handle;
  if (H5Fget_filesize(h->file, &size) < 0 || H5Fget_vfd_handle(h->file, H5P_DEFAULT, &handle) < 0)
    return false;
  int file = *(int *)handle;
  if (pread(file, head, sizeof head, 0) != (ssize_t)sizeof head || head[version_at] != 0 ||
      head[length_at] != length)
    return true;  // another kind of file: it is as safe as HDF5 makes it
  for (int i = 0; i < length; i++)
    end[i] = (unsigned char)(size >> 8*i);
  return ftruncate(file, (off_t)size) == 0 &&
         pwrite(file, end, sizeof end, end_at) == (ssize_t)sizeof end;
}

static bool flush(hdf5 *h) {
  errno = 0;
  bool done = write_end(h) && H5Fflush(h->file, H5F_SCOPE_LOCAL) >= 0;
  h->flushed = clock_seconds();
  return done || refuse(h);
}

// after the first row the file replaces an older one
static bool take_place(hdf5 *h) {
  errno = 0;
  return replace_take_place(&h->place, true) || refuse(h);
}

// a burst when a chunk is full, or after longest_wait; and for the first row: what HDF5 makes for a
// first chunk is then in the file for good
static bool row(sink *s, const double *values, int n) {
  hdf5 *h = (hdf5 *)s;
  memcpy(h->collected + h->kept*n, values, (size_t)n*sizeof *values);
  h->kept++;
  bool full = (h->rows + (hsize_t)h->kept) % (hsize_t)h->chunk == 0;
  bool first = h->rows == 0;
  bool due = full || first || clock_seconds() - h->flushed >= longest_wait;
  return !due || (write_rows(h) && flush(h) && (!first || take_place(h)));
}

// ---------------------------------------------------------------------------------------------
// begin and end

// rows of a chunk: no more than the run will have, and less if there are many columns
static int chunk_rows(const noslip_run *run, int n) {
  long planned = run ? noslip_run_steps(run)/noslip_run_every(run) + 2 : most_rows;
  long rows = most_numbers/n;
  if (rows > most_rows)
    rows = most_rows;
  if (rows > planned)
    rows = planned;
  return rows > fewest_rows ? (int)rows : fewest_rows;
}

static bool create_columns(hdf5 *h, char *const *names) {
  double missing = (double)NAN;
  hdf5_growth g = hdf5_growth_begin((hsize_t)h->chunk);
  H5Pset_fill_value(g.made, H5T_NATIVE_DOUBLE, &missing);
  bool done = true;
  for (int j = 0; j < h->n && done; j++) {
    h->columns[j] = hdf5_column(h->run, names[j], g.space, g.made, g.access);
    done = h->columns[j] >= 0;
  }
  hdf5_growth_end(&g);
  return done;
}

static bool allocate(hdf5 *h) {
  size_t n = (size_t)h->n, rows = (size_t)h->chunk;
  h->columns = malloc(n*sizeof *h->columns);
  h->collected = malloc(rows*n*sizeof *h->collected);
  h->column = malloc(rows*sizeof *h->column);
  for (int j = 0; h->columns && j < h->n; j++)
    h->columns[j] = -1;
  return h->columns && h->collected && h->column;
}

static bool begin(sink *s, const provenance *from, char *const *names, int n) {
  hdf5 *h = (hdf5 *)s;
  h->n = n;
  h->source = from->run;
  h->chunk = chunk_rows(from->run, n);
  if (!allocate(h)) {
    errno = ENOMEM;
    return refuse(h);
  }
  errno = 0;
  h->run = hdf5_ordered_group(h->file, "run");
  bool done = h->run >= 0 && create_columns(h, names) && hdf5_notes_begin(h->file, h->run, from) &&
              hdf5_events_begin(&h->events, h->file, from->run);
  return done ? flush(h) : refuse(h);
}

// false if the file could not be closed, which is a write that failed
static bool close_all(hdf5 *h) {
  for (int j = 0; h->columns && j < h->n; j++)
    H5Dclose(h->columns[j]);
  hdf5_events_close(&h->events);
  H5Gclose(h->run);
  bool done = H5Fclose(h->file) >= 0;
  h->file = -1;
  return done;
}

static bool end(sink *s, noslip_run *run, const char *trouble, bool sync) {
  hdf5 *h = (hdf5 *)s;
  if (!write_rows(h))
    return false;
  errno = 0;
  if (!hdf5_notes_end(h->run, run, trouble) || !hdf5_events_end(&h->events, run))
    return refuse(h);
  return flush(h) && ((close_all(h) && replace_end(&h->place, sync)) || refuse(h));
}

// A broken file is left as it is: closing it would try the failed writes again.
static void free_hdf5(sink *s) {
  hdf5 *h = (hdf5 *)s;
  if (h->file >= 0 && !h->broken)
    close_all(h);
  replace_give_up(&h->place);
  replace_free(&h->place);
  free(h->columns);
  free(h->collected);
  free(h->column);
  free(h->path);
  free(h);
}

// ---------------------------------------------------------------------------------------------
// opening

// HDF5 seeks and reads back what it wrote; and it has no sentence for a file that does not open
static bool open_place(replace *place, const char *path, char *why, size_t size) {
  struct stat info;
  if (stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) {
    snprintf(why, size, "cannot write `%s`: HDF5 needs a regular file", plain_name(path));
    return false;
  }
  bool good = replace_open(place, path);
  if (!good)
    snprintf(why, size, "cannot write `%s`: %s; choose another place", plain_name(path),
             strerror(errno));
  return good;
}

static hid_t create_file(const char *path) {
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_V18);
  H5Pset_file_locking(access, false, true);
  H5Pset_meta_block_size(access, 0);  // no space in advance, which a flush would take back
  H5Pset_small_data_block_size(access, 0);
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, access);
  H5Pclose(access);
  return file;
}

sink *hdf5_open(const char *path, char *why, size_t size) {
  replace place;
  char missing[400];
  if (!hdf5_load(missing, sizeof missing)) {
    snprintf(why, size, "cannot write `%s`: %s", plain_name(path), missing);
    return NULL;
  }
  if (!open_place(&place, path, why, size))
    return NULL;
  H5dont_atexit();  // at exit the library must not write what a broken file has left
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  hdf5 *h = calloc(1, sizeof *h);
  char *copy = strdup(path);
  hid_t file = h && copy ? create_file(replace_name(&place)) : -1;
  if (file < 0) {
    snprintf(why, size, "cannot write `%s`: %s", plain_name(path),
             h && copy ? "HDF5 could not create it" : "no memory");
    replace_give_up(&place);
    replace_free(&place);
    free(h);
    free(copy);
    return NULL;
  }
  h->base = (sink){.begin = begin, .row = row, .end = end, .free = free_hdf5};
  h->path = copy;
  h->place = place;
  h->file = file;
  h->run = -1;
  return &h->base;
}
