// HDF5: the datasets of the group `run` are the columns. A child process reads them (hdf5_child.h).

#include "table/hdf5_child.h"
#include "table/hdf5_columns.h"

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

// ---------------------------------------------------------------------------------------------
// the child

static void send_columns(const hdf5_columns *c, FILE *out) {
  double *column = malloc(c->nrow*sizeof *column);
  bool good = column != NULL;
  for (int j = 0; j < c->n && good; j++) {
    good = hdf5_put_text(out, c->names[j]);
    if (good && !hdf5_columns_read(c, j, column))
      for (size_t i = 0; i < c->nrow; i++)
        column[i] = (double)NAN;
    good = good && fwrite(column, sizeof *column, c->nrow, out) == c->nrow;
  }
  free(column);
}

static void send_texts(const table_texts *t, FILE *out) {
  int32_t n = t->n;
  bool good = fwrite(&n, sizeof n, 1, out) == 1;
  for (int i = 0; i < t->n && good; i++)
    good = hdf5_put_text(out, t->list[i]);
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
  if (fwrite(&h, sizeof h, 1, out) != 1 || h.ncolumn == 0)
    return;
  send_columns(&c, out);
  if (r->words && r->words->others)
    send_texts(r->words->others, out);
}

// ---------------------------------------------------------------------------------------------
// the parent

static bool receive_column(table *t, const table_reading *r, size_t rows, FILE *in) {
  double *column = rows <= r->limits->numbers ? malloc(rows*sizeof *column) : NULL;
  if (!column)
    return table_refuse(r, "%s: no memory for %zu rows", r->path, rows);
  char *name = hdf5_get_text(in, table_longest);
  bool good = (name && fread(column, sizeof *column, rows, in) == rows) || hdf5_damaged(r);
  good = good && table_add_column(t, r, name);
  free(name);
  if (good)
    t->columns[t->ncolumn - 1] = column;
  else
    free(column);
  return good;
}

// what the child has found besides the words of the list
static bool receive_texts(table_texts *t, const table_reading *r, FILE *in) {
  int32_t n;
  bool good = fread(&n, sizeof n, 1, in) == 1;
  for (int i = 0; i < n && good; i++) {
    char *text = hdf5_get_text(in, table_longest);
    good = text && table_texts_add(t, text);
    free(text);
  }
  return good || hdf5_damaged(r);
}

static bool receive(void *to, const table_reading *r, FILE *in) {
  table *t = to;
  heading h;
  if (fread(&h, sizeof h, 1, in) != 1)
    return hdf5_damaged(r);
  h.sentence[sizeof h.sentence - 1] = 0;
  if (h.ncolumn == 0)
    return table_refuse(r, "%s", h.sentence);
  if (h.ncolumn < 0 || h.ncolumn > r->limits->columns ||
      h.nrow > r->limits->numbers/(size_t)h.ncolumn)
    return hdf5_damaged(r);
  for (int j = 0; j < h.ncolumn; j++)
    if (!receive_column(t, r, h.nrow, in))
      return false;
  if (r->words && r->words->others && !receive_texts(r->words->others, r, in))
    return false;
  t->nrow = h.nrow;
  return table_check_names(t, r);
}

bool table_read_hdf5(table *t, const table_reading *r) {
  return hdf5_in_child(r, send_table, r->limits->numbers*sizeof(double), receive, t);
}
