#include "table/table.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

const table_limits table_usual = {.columns = 1 << 16, .numbers = (size_t)1 << 28, .seconds = 60};

void table_clean(char *sentence) {
  for (char *at = sentence; *at; at++)
    if ((unsigned char)*at < 0x20 || *at == 0x7F)
      *at = '?';
}

bool table_refuse(const table_reading *r, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(r->why, r->size, format, list);
  va_end(list);
  table_clean(r->why);
  return false;
}

// ---------------------------------------------------------------------------------------------
// columns

bool table_add_column(table *t, const table_reading *r, const char *name) {
  size_t n = (size_t)t->ncolumn;
  if (t->ncolumn >= r->limits->columns)
    return table_refuse(r, "%s: more than %d columns; leave some out", r->path, r->limits->columns);

  // the lists grow at 0, 1, 2, 4, ... columns
  if ((n & (n - 1)) == 0) {
    size_t room = n > 0 ? 2*n : 1;
    char **names = realloc(t->names, room*sizeof *names);
    if (names)
      t->names = names;
    double **columns = realloc(t->columns, room*sizeof *columns);
    if (columns)
      t->columns = columns;
    if (!names || !columns)
      return table_refuse(r, "%s: no memory", r->path);
  }
  char *copy = strdup(name);
  if (!copy)
    return table_refuse(r, "%s: no memory", r->path);
  t->names[n] = copy;
  t->columns[n] = NULL;
  t->ncolumn++;
  return true;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(**(char **const *)a, **(char **const *)b);
}

bool table_check_names(const table *t, const table_reading *r) {
  for (int j = 0; j < t->ncolumn; j++)
    if (t->names[j][0] == 0)
      return table_refuse(r, "%s: column %d has no name; the first line names them all", r->path,
                          j + 1);

  // equal names are neighbours once they are sorted
  char ***sorted = malloc((size_t)t->ncolumn*sizeof *sorted);
  if (!sorted)
    return table_refuse(r, "%s: no memory", r->path);
  for (int j = 0; j < t->ncolumn; j++)
    sorted[j] = &t->names[j];
  qsort(sorted, (size_t)t->ncolumn, sizeof *sorted, compare_names);
  int twice = 0;
  while (++twice < t->ncolumn && strcmp(*sorted[twice - 1], *sorted[twice]) != 0)
    ;
  bool good = twice >= t->ncolumn;
  if (!good)
    table_refuse(r, "%s: columns %d and %d have the same name, `%.60s`; rename one", r->path,
                 (int)(sorted[twice - 1] - t->names) + 1, (int)(sorted[twice] - t->names) + 1,
                 *sorted[twice]);
  free(sorted);
  return good;
}

bool table_reserve(table *t, const table_reading *r, size_t rows) {
  assert(t->ncolumn > 0 && rows >= t->nrow);
  if (rows > r->limits->numbers/(size_t)t->ncolumn)
    return table_refuse(r,
                        "%s: more than %zu numbers; write fewer rows (noslip run --every k), or "
                        "fewer columns",
                        r->path, r->limits->numbers);
  for (int j = 0; j < t->ncolumn; j++) {
    double *column = realloc(t->columns[j], rows*sizeof *column);
    if (!column)
      return table_refuse(r, "%s: no memory for %zu rows", r->path, rows);
    t->columns[j] = column;
  }
  return true;
}

int table_column(const table *t, const char *name) {
  for (int j = 0; j < t->ncolumn; j++)
    if (strcmp(t->names[j], name) == 0)
      return j;
  return -1;
}

void table_free(table *t) {
  for (int j = 0; j < t->ncolumn; j++) {
    free(t->names[j]);
    free(t->columns[j]);
  }
  free(t->names);
  free(t->columns);
  *t = (table){0};
}

// ---------------------------------------------------------------------------------------------
// files

static bool ends_with(const char *path, const char *end) {
  size_t n = strlen(path), m = strlen(end);
  return n > m && strcasecmp(path + n - m, end) == 0;
}

// CSV may come through a pipe, so what was looked at goes back
static bool is_hdf5(FILE *file) {
  int first = fgetc(file);
  if (first != EOF)
    ungetc(first, file);
  return first == 0x89;  // no text begins with this byte
}

static bool read_open(table *t, const table_reading *r, FILE *file) {
  struct stat info;
  if (fstat(fileno(file), &info) == 0 && S_ISDIR(info.st_mode))
    return table_refuse(r, "cannot read `%s`: it is a folder; give a file", r->path);
  if (is_hdf5(file))
    return table_read_hdf5(t, r);
  if (ends_with(r->path, ".h5") || ends_with(r->path, ".hdf5"))
    return table_refuse(
        r, "%s: not an HDF5 file, although it is called one; CSV files end with .csv", r->path);
  return table_read_csv(t, r, file);
}

double table_word(const table_reading *r, const char *text) {
  for (int k = 0; k < r->words->n; k++)
    if (strcmp(text, r->words->list[k]) == 0)
      return k;
  table_texts *others = r->words->others;
  for (int k = 0; others && k < others->n; k++)
    if (strcmp(text, others->list[k]) == 0)
      return r->words->n + k;
  return others && table_texts_add(others, text) ? r->words->n + others->n - 1 : (double)NAN;
}

bool table_texts_add(table_texts *t, const char *text) {
  if (t->n >= table_texts_most)
    return false;
  char **longer = realloc(t->list, ((size_t)t->n + 1)*sizeof *longer);
  if (!longer)
    return false;
  t->list = longer;
  longer[t->n] = strdup(text);
  return longer[t->n] && ++t->n;
}

void table_texts_free(table_texts *t) {
  for (int i = 0; i < t->n; i++)
    free(t->list[i]);
  free(t->list);
  *t = (table_texts){0};
}

bool table_read(table *t, const char *path, const table_limits *limits, char *why, size_t size) {
  return table_read_words(t, path, NULL, limits, why, size);
}

bool table_read_words(table *t, const char *path, const table_words *words,
                      const table_limits *limits, char *why, size_t size) {
  const table_reading r = {path, limits, why, size, words};
  assert(limits->columns > 0 && limits->numbers > 0 && size > 0);
  *t = (table){0};
  FILE *file = fopen(path, "rb");
  if (!file)
    return table_refuse(&r, "cannot read `%s`: %s; check the path", path, strerror(errno));
  bool good = read_open(t, &r, file);
  fclose(file);
  if (good && t->nrow == 0 && !words)
    good = table_refuse(&r, "%s: no rows; below the names, every line is one", path);
  if (!good)
    table_free(t);
  return good;
}
