// HDF5: the datasets of the group `run` are the columns. The library that reads them was not made
// for hostile files (fuzzing crashes it within seconds), so it works in a child process. The child
// sends the table through a pipe, and the parent checks everything that it gets.

#include "table/hdf5_columns.h"
#include "table/isolate.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// what stands before the columns; without columns the child has a sentence instead
typedef struct heading {
  int32_t ncolumn;
  uint64_t nrow;
  char sentence[512];
} heading;

static const size_t for_the_library = (size_t)1 << 29;  // bytes beside the numbers of a column

// ---------------------------------------------------------------------------------------------
// the child

static bool put_text(FILE *out, const char *text) {
  uint32_t length = (uint32_t)strlen(text);
  return fwrite(&length, sizeof length, 1, out) == 1 && fwrite(text, 1, length, out) == length;
}

static void send_columns(const hdf5_columns *c, FILE *out) {
  double *column = malloc(c->nrow*sizeof *column);
  bool good = column != NULL;
  for (int j = 0; j < c->n && good; j++) {
    good = put_text(out, c->names[j]);
    if (good && !hdf5_columns_read(c, j, column))
      for (size_t i = 0; i < c->nrow; i++)
        column[i] = (double)NAN;
    good = good && fwrite(column, sizeof *column, c->nrow, out) == c->nrow;
  }
  free(column);
}

static void send_table(const void *context, FILE *out) {
  const table_reading *r = context;
  heading h = {0};
  hdf5_columns c = {0};
  table_reading mine = {r->path, r->limits, h.sentence, sizeof h.sentence, r->words};
  if (hdf5_columns_open(&c, &mine)) {
    h.ncolumn = c.n;
    h.nrow = c.nrow;
  }
  if (fwrite(&h, sizeof h, 1, out) == 1 && h.ncolumn > 0)
    send_columns(&c, out);
}

// ---------------------------------------------------------------------------------------------
// the parent

static bool damaged(const table_reading *r) {
  return table_refuse(r, "%s: the file is damaged: HDF5 cannot read it", r->path);
}

static bool get_text(char *text, FILE *in) {
  uint32_t length;
  if (fread(&length, sizeof length, 1, in) != 1 || length > table_longest ||
      fread(text, 1, length, in) != length)
    return false;
  text[length] = 0;
  return true;
}

static bool receive_column(table *t, const table_reading *r, size_t rows, FILE *in) {
  char name[table_longest + 1];
  double *column = rows <= r->limits->numbers ? malloc(rows*sizeof *column) : NULL;
  if (!column)
    return table_refuse(r, "%s: no memory for %zu rows", r->path, rows);
  bool good = (get_text(name, in) && fread(column, sizeof *column, rows, in) == rows) || damaged(r);
  good = good && table_add_column(t, r, name);
  if (good)
    t->columns[t->ncolumn - 1] = column;
  else
    free(column);
  return good;
}

static bool receive(table *t, const table_reading *r, FILE *in) {
  heading h;
  if (fread(&h, sizeof h, 1, in) != 1)
    return damaged(r);
  h.sentence[sizeof h.sentence - 1] = 0;
  if (h.ncolumn == 0)
    return table_refuse(r, "%s", h.sentence);
  if (h.ncolumn < 0 || h.ncolumn > r->limits->columns ||
      h.nrow > r->limits->numbers/(size_t)h.ncolumn)
    return damaged(r);
  for (int j = 0; j < h.ncolumn; j++)
    if (!receive_column(t, r, h.nrow, in))
      return false;
  t->nrow = h.nrow;
  return table_check_names(t, r);
}

bool table_read_hdf5(table *t, const table_reading *r) {
  isolated child;
  char missing[400];
  if (!hdf5_load(missing, sizeof missing))
    return table_refuse(r, "cannot read `%s`: %s", r->path, missing);
  size_t bytes = r->limits->numbers*sizeof(double) + for_the_library;
  if (!isolate_begin(&child, send_table, r, r->limits->seconds, bytes))
    return table_refuse(r, "cannot read `%s`: no process for HDF5", r->path);
  bool good = receive(t, r, child.in);
  switch (isolate_end(&child)) {
  case ISOLATE_DONE: return good;
  case ISOLATE_SLOW:
    return table_refuse(r, "%s: the file is damaged: HDF5 did not come to an end with it", r->path);
  case ISOLATE_CRASHED: break;
  }
  // a sentence of ours stays; a child that broke its pipe because we refused has not crashed
  return good ? damaged(r) : false;
}
