// Frames from the rows of a file: its columns are put in the order of a run of the model.

#include "cli/command.h"
#include "cli/film_run.h"
#include "cli/lists.h"
#include "cli/message.h"
#include "cli/model_rows.h"
#include "cli/quantity.h"

#include <math.h>

static void look(model_rows *r, noslip_shapes *shapes, size_t i) {
  noslip_shapes_look_at(shapes, model_rows_take(r, i));
}

// ---------------------------------------------------------------------------------------------
// which rows

// the row whose time is nearest
static size_t nearest(const model_rows *r, double time) {
  const double *t = r->table.columns[r->column[0]];
  size_t best = 0;
  for (size_t i = 1; i < r->table.nrow; i++)
    if (fabs(t[i] - time) < fabs(t[best] - time))
      best = i;
  return best;
}

// frame i
static int row_of(const model_rows *r, const film_source *s, const list_texts *at, long i,
                  size_t *row) {
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

static int record(model_rows *r, film *f, const film_source *s, noslip_shapes *shapes) {
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
  model_rows r;
  int status = model_rows_read(&r, s->rows, run);
  if (status == exit_done)
    status = record(&r, f, s, shapes);
  model_rows_free(&r);
  return status;
}
