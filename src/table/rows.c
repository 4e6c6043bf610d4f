// Some of the rows of a table, in another order.

#include "table/table.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char no_memory[] = "no memory";

bool table_take_rows(table *out, const table *t, const size_t *rows, size_t n, char *why,
                     size_t size) {
  const table_reading r = {.path = "rows", .limits = &table_usual, .why = why, .size = size};
  *out = (table){0};
  for (int j = 0; j < t->ncolumn; j++) {
    if (!table_add_column(out, &r, t->names[j]))
      return false;
    double *column = out->columns[j] = malloc(n*sizeof *column + 1);
    if (!column)
      return table_refuse(&r, no_memory);
    for (size_t i = 0; i < n; i++) {
      assert(rows[i] < t->nrow);
      column[i] = t->columns[j][rows[i]];
    }
  }
  out->nrow = n;
  return true;
}

// ---------------------------------------------------------------------------------------------
// groups

// a row and the number it is sorted by; equal ones stay in order, and NaN is the last
typedef struct keyed {
  double key;
  size_t row;
} keyed;

static int compare(const void *a, const void *b) {
  const keyed *x = a, *y = b;
  if (isnan(x->key) || isnan(y->key)) {
    if (isnan(x->key) != isnan(y->key))
      return isnan(x->key) ? 1 : -1;
  } else if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->row < y->row ? -1 : 1;
}

static bool in_order(const keyed *list, size_t n) {
  for (size_t i = 1; i < n; i++)
    if (compare(&list[i - 1], &list[i]) > 0)
      return false;
  return true;
}

// the rows of a table in the order of a column; false when there is no memory
static bool sort(table *t, keyed *list, char *why, size_t size) {
  table sorted;
  qsort(list, t->nrow, sizeof *list, compare);
  size_t *rows = malloc(t->nrow*sizeof *rows);
  for (size_t i = 0; rows && i < t->nrow; i++)
    rows[i] = list[i].row;
  if (!rows || !table_take_rows(&sorted, t, rows, t->nrow, why, size)) {
    if (rows)
      table_free(&sorted);
    free(rows);
    return false;
  }
  free(rows);
  table_free(t);
  *t = sorted;
  return true;
}

static size_t find_begins(size_t *begin, const double *x, size_t n) {
  size_t groups = 0;
  for (size_t i = 0; i < n; i++)
    if (i == 0 || !(x[i] == x[i - 1] || (isnan(x[i]) && isnan(x[i - 1]))))
      begin[groups++] = i;
  begin[groups] = n;
  return groups;
}

size_t table_group(table *t, int column, size_t **begin, char *why, size_t size) {
  keyed *list = malloc(t->nrow*sizeof *list);
  *begin = malloc((t->nrow + 1)*sizeof **begin);
  bool done = list && *begin;
  snprintf(why, size, "%s", no_memory);
  for (size_t i = 0; i < t->nrow && done; i++)
    list[i] = (keyed){t->columns[column][i], i};
  if (done && !in_order(list, t->nrow))
    done = sort(t, list, why, size);
  free(list);
  return done ? find_begins(*begin, t->columns[column], t->nrow) : 0;
}
