#include "cli/model_rows.h"

#include "cli/command.h"
#include "cli/message.h"
#include "output/columns.h"

#include <math.h>
#include <stdlib.h>

static int match(model_rows *r, noslip_run *run, const char *path) {
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

int model_rows_read(model_rows *r, const char *path, noslip_run *run) {
  char why[512];
  *r = (model_rows){0};
  if (!table_read(&r->table, path, &table_usual, why, sizeof why))
    return message_about(path, why);
  int status = match(r, run, path);
  if (status == exit_done && r->table.nrow == 0)
    status = message_wrong("%s has no rows", path);
  return status;
}

void model_rows_free(model_rows *r) {
  free(r->column);
  free(r->row);
  table_free(&r->table);
}

const double *model_rows_take(model_rows *r, size_t i) {
  for (int k = 0; k < r->n; k++)
    r->row[k] = r->column[k] < 0 ? (double)NAN : r->table.columns[r->column[k]][i];
  return r->row;
}
