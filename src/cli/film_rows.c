// Frames from the rows of a file: its columns are put in the order of a run of the model.

#include "cli/command.h"
#include "cli/film_run.h"
#include "cli/lists.h"
#include "cli/message.h"
#include "cli/quantity.h"
#include "output/columns.h"
#include "table/table.h"

#include <math.h>
#include <stdlib.h>

typedef struct rows {
  table table;
  int *column;  // n  of the table for each of the run, -1: it has none
  double *row;  // n
  int n, time;
} rows;

static int match(rows *r, noslip_run *run, const char *path) {
  columns all = {0};
  int status = columns_init(&all, run) ? exit_done : message_failed("no memory");
  int positions = noslip_run_count(run, NOSLIP_STATE);
  r->n = all.n;
  r->column = malloc(((size_t)all.n + 1)*sizeof *r->column);
  r->row = malloc(((size_t)all.n + 1)*sizeof *r->row);
  if (!r->column || !r->row)
    status = message_failed("no memory");
  for (int i = 0; i < all.n && status == exit_done; i++) {
    r->column[i] = table_column(&r->table, all.names[i]);
    if (r->column[i] < 0 && i <= positions)
      status = message_wrong("%s has no column %s; are these rows of another model?", path,
                             all.names[i]);
  }
  columns_free(&all);
  return status;
}

static int look(rows *r, noslip_shapes *shapes, size_t i) {
  for (int k = 0; k < r->n; k++)
    r->row[k] = r->column[k] < 0 ? (double)NAN : r->table.columns[r->column[k]][i];
  noslip_shapes_look_at(shapes, r->row);
  return exit_done;
}

// ---------------------------------------------------------------------------------------------
// which rows

// the row whose time is nearest
static size_t nearest(const rows *r, double time) {
  const double *t = r->table.columns[r->column[0]];
  size_t best = 0;
  for (size_t i = 1; i < r->table.nrow; i++)
    if (fabs(t[i] - time) < fabs(t[best] - time))
      best = i;
  return best;
}

// frame i
static int row_of(const rows *r, const film_source *s, const list_texts *at, long i, size_t *row) {
  double t;
  long n = s->frames.value;
  if (!s->at) {
    *row = n > 1 ? (size_t)lround((double)(r->table.nrow - 1)*(double)i/(double)(n - 1))
                 : r->table.nrow - 1;
    return exit_done;
  }
  if (!quantity_read(at->items[i], &t))
    return message_wrong("--at %s: expected times such as \"0.1, 0.25, 1\"", at->items[i]);
  *row = nearest(r, t);
  return exit_done;
}

static int record(rows *r, film *f, const film_source *s, noslip_shapes *shapes) {
  list_texts at = {0};
  size_t done = 0, row = 0;
  int status = s->at ? list_read_texts(&at, "--at", s->at) : exit_done;
  long n = s->at ? at.n : s->frames.value;
  if (status == exit_done)
    status = film_check(shapes, n);
  for (long i = 0; i < n && status == exit_done; i++) {
    status = row_of(r, s, &at, i, &row);
    for (; status == exit_done && done <= row; done++) {
      look(r, shapes, done);
      film_trace(f, shapes);
    }
    if (status == exit_done) {
      look(r, shapes, row);
      if (!film_add(f, shapes, r->row[0]))
        status = message_failed("no memory");
    }
  }
  list_free_texts(&at);
  return status;
}

int film_rows(film *f, const film_source *s, noslip_run *run, noslip_shapes *shapes) {
  char why[512];
  rows r = {0};
  if (!table_read(&r.table, s->rows, &table_usual, why, sizeof why))
    return message_about(s->rows, why);
  int status = match(&r, run, s->rows);
  if (status == exit_done && r.table.nrow == 0)
    status = message_wrong("%s has no rows", s->rows);
  if (status == exit_done)
    status = record(&r, f, s, shapes);
  free(r.column);
  free(r.row);
  table_free(&r.table);
  return status;
}
