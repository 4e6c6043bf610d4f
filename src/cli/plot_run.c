#include "cli/plot_run.h"

#include "cli/command.h"
#include "cli/message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool plot_is_model(const char *path) {
  const char *dot = strrchr(path, '.');
  return dot && strcasecmp(dot, ".noslip") == 0;
}

plot_run *plot_runs_add(plot_runs *r, const char *path, const char *name) {
  plot_run *list = realloc(r->list, (size_t)(r->n + 1)*sizeof *list);
  if (list)
    r->list = list;
  char *copy = list ? strdup(name) : NULL;
  if (!copy) {
    message_failed("no memory");
    return NULL;
  }
  r->list[r->n] = (plot_run){.path = path, .name = copy};
  return &r->list[r->n++];
}

static int read_file(plot_runs *r, const char *path) {
  char why[512];
  plot_run *run = plot_runs_add(r, path, path);
  if (!run)
    return exit_failed;
  return table_read(&run->table, path, &table_usual, why, sizeof why) ? exit_done
                                                                      : message_about(path, why);
}

// ---------------------------------------------------------------------------------------------
// another run as the reference

// Rows of a and of b at the same time: t in both only grows, or only falls. Times are the same if
// they differ by less than this part of the usual distance of two rows.
static const double same_time = 1e-6;

static size_t match(const table *a, const table *b, size_t *of_a, size_t *of_b) {
  const double *s = a->columns[table_column(a, "t")], *t = b->columns[table_column(b, "t")];
  double length = fabs(s[a->nrow - 1] - s[0]), way = s[a->nrow - 1] < s[0] ? -1 : 1;
  double near = same_time*(length > 0 ? length/(double)a->nrow : 1);
  size_t n = 0, j = 0;
  for (size_t i = 0; i < a->nrow; i++) {
    while (j < b->nrow && way*(t[j] - s[i]) < -near)
      j++;
    if (j < b->nrow && fabs(t[j] - s[i]) <= near) {
      of_a[n] = i;
      of_b[n++] = j;
    }
  }
  return n;
}

// both tables get the rows that they have in common
static int keep_common(plot_run *run, const table *other, size_t *rows, const char *path) {
  char why[512];
  table own;
  size_t *of_b = rows + run->table.nrow, n = match(&run->table, other, rows, of_b);
  if (n == 0)
    return message_wrong(
        "%s and %s have no row at the same time; write both with the same step, or "
        "one with a divisor of it",
        run->path, path);
  bool done = table_take_rows(&own, &run->table, rows, n, why, sizeof why);
  if (done) {
    run->rows_left = run->table.nrow - n;
    table_free(&run->table);
    run->table = own;
    done = table_take_rows(&run->reference, other, of_b, n, why, sizeof why);
  } else {
    table_free(&own);
  }
  return done ? exit_done : message_failed("%s", why);
}

static int compare_file(plot_run *run, const table *other, const char *path) {
  if (table_column(other, "t") < 0 || table_column(&run->table, "t") < 0)
    return message_wrong("--error-against: %s has no column t, by which rows are compared",
                         table_column(other, "t") < 0 ? path : run->path);
  size_t *rows = malloc(2*run->table.nrow*sizeof *rows);
  int status = rows ? keep_common(run, other, rows, path) : message_failed("no memory");
  free(rows);
  return status;
}

static int read_reference(plot_runs *r, plot_sources *s) {
  char why[512];
  table other;
  int status = exit_done;
  if (strcmp(s->against, "exact") == 0) {
    for (int i = 0; i < r->n && status == exit_done; i++)
      status = plot_model_exact(&r->list[i], s);
    return status;
  }
  if (!table_read(&other, s->against, &table_usual, why, sizeof why))
    return message_about(s->against, why);
  for (int i = 0; i < r->n && status == exit_done; i++)
    status = compare_file(&r->list[i], &other, s->against);
  table_free(&other);
  return status;
}

// ---------------------------------------------------------------------------------------------
// groups

// the column by which rows are grouped: the one that is asked for, or that of a study
static int find_groups(const plot_run *run, const char *by, int *column) {
  static const char *const usual[] = {"start", "member"};
  *column = by ? table_column(&run->table, by) : -1;
  if (by && *column < 0)
    return message_wrong("--by %s: %s has no such column; its first line names them", by,
                         run->path);
  for (int i = 0; i < 2 && !by && *column < 0; i++)
    *column = table_column(&run->table, usual[i]);
  return exit_done;
}

static int group(plot_run *run, const char *by) {
  char why[512];
  int column, status = find_groups(run, by, &column);
  if (status != exit_done)
    return status;
  if (column >= 0 && run->reference.ncolumn == 0) {
    run->ngroup = table_group(&run->table, column, &run->begin, why, sizeof why);
    run->by = run->table.names[column];
    return run->ngroup > 0 ? exit_done : message_failed("%s", why);
  }
  run->begin = calloc(2, sizeof *run->begin);
  if (!run->begin)
    return message_failed("no memory");
  run->begin[1] = run->table.nrow;
  run->ngroup = 1;
  return exit_done;
}

// ---------------------------------------------------------------------------------------------
// all of them

int plot_runs_read(plot_runs *r, plot_sources *s) {
  int status = exit_done, failed = exit_done;
  for (int i = 0; i < s->n && status != exit_wrong; i++) {
    status =
        plot_is_model(s->paths[i]) ? plot_model_run(r, s, s->paths[i]) : read_file(r, s->paths[i]);
    failed = status == exit_failed ? exit_failed : failed;
  }
  if (status == exit_wrong || r->n == 0)
    return status;
  status = s->against ? read_reference(r, s) : exit_done;
  for (int i = 0; i < r->n && status == exit_done; i++)
    status = group(&r->list[i], s->by);
  if (status == exit_done)
    status = plot_names_shorten(r);
  return status == exit_done ? failed : status;
}

void plot_runs_free(plot_runs *r) {
  for (int i = 0; i < r->n; i++) {
    table_free(&r->list[i].table);
    table_free(&r->list[i].reference);
    free(r->list[i].begin);
    free(r->list[i].name);
  }
  free(r->list);
  *r = (plot_runs){0};
}
