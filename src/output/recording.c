#include "output/recording.h"

#include "output/base64.h"
#include "output/json.h"
#include "run/row.h"

#include <stdlib.h>
#include <string.h>

// columns that are kept, the most important first; numbers in memory, and bytes in the file
enum { most_columns = 400, most_points = 8192, most_numbers = 160000, most_bytes = 900000 };

// ---------------------------------------------------------------------------------------------
// which columns

static const char *group_of(const row_part *p) {
  static const char *const names[] = {
      [NOSLIP_STATE] = "state",           [NOSLIP_MOMENTUM] = "momentum",
      [NOSLIP_MULTIPLIER] = "multiplier", [NOSLIP_CONSTRAINT] = "constraint",
      [NOSLIP_INVARIANT] = "invariant",   [NOSLIP_OBSERVABLE] = "observable",
  };
  return p->kind == ROW_GROUP ? names[p->group] : p->name;
}

static void name_groups(recording *r, const noslip_run *run) {
  int at = 0;
  for (int k = 0; k < row_nparts; k++)
    for (int i = 0; i < row_count(run, &row_parts[k]); i++)
      r->groups[at++] = group_of(&row_parts[k]);
}

// Of very many columns those that are alone come first: of each group an equal share
static void choose(recording *r) {
  int n = r->columns.n, share = n <= most_columns ? n : most_columns/row_nparts;
  for (int i = 0, in_group = 0; i < n; i++) {
    in_group = i > 0 && strcmp(r->groups[i], r->groups[i - 1]) == 0 ? in_group + 1 : 0;
    if (in_group < share)
      r->shown[r->nshown++] = i;
  }
}

noslip_status recording_begin(recording *r, noslip_run *run) {
  *r = (recording){0};
  if (!columns_init(&r->columns, run))
    return NOSLIP_ERROR_MEMORY;
  size_t n = (size_t)r->columns.n;
  r->groups = calloc(n, sizeof *r->groups);
  r->shown = calloc(n, sizeof *r->shown);
  r->row = calloc(n, sizeof *r->row);
  if (!r->groups || !r->shown || !r->row)
    return NOSLIP_ERROR_MEMORY;
  name_groups(r, run);
  choose(r);
  size_t points = most_numbers/(size_t)r->nshown;
  points = points > most_points ? most_points : points;
  if (!buckets_begin(&r->rows, r->nshown, points, true))
    return NOSLIP_ERROR_MEMORY;
  noslip_status status = noslip_shapes_new(run, &r->shapes);
  if (status != NOSLIP_OK)
    return status;
  return reel_begin(&r->reel, r->shapes) ? NOSLIP_OK : NOSLIP_ERROR_MEMORY;
}

void recording_free(recording *r) {
  reel_free(&r->reel);
  noslip_shapes_free(r->shapes);
  buckets_free(&r->rows);
  columns_free(&r->columns);
  free(r->groups);
  free(r->shown);
  free(r->row);
  *r = (recording){0};
}

// ---------------------------------------------------------------------------------------------
// rows

static void keep(recording *r, const double *values) {
  for (int i = 0; i < r->nshown; i++)
    r->row[i] = values[r->shown[i]];
  buckets_row(&r->rows, r->row);
  reel_row(&r->reel, r->shapes, values[0]);
}

bool recording_see(recording *r, noslip_run *run) {
  columns_fill(&r->columns, run);
  if (noslip_shapes_look(r->shapes) != NOSLIP_OK)
    return false;
  keep(r, r->columns.row);
  return true;
}

bool recording_row(recording *r, const double *values) {
  if (noslip_shapes_look_at(r->shapes, values) != NOSLIP_OK)
    return false;
  keep(r, values);
  return true;
}

// ---------------------------------------------------------------------------------------------
// as JSON

typedef double point_value(const buckets *b, size_t point, int column);

// numbers as 32 bits, from an offset, so that small changes of a large number are there
static void write_column(FILE *out, const char *name, const buckets *b, int column,
                         point_value *value, double offset) {
  base64 text = base64_begin(out);
  json_key(out, ", ", name);
  fputc('"', out);
  for (size_t i = 0; i < buckets_points(b); i++)
    base64_float(&text, value(b, i, column) - offset);
  base64_end(&text);
  fputc('"', out);
}

// Small changes of an energy are to be seen; of residuals the size is, and a zero stays one.
static double offset_of(const recording *r, int i) {
  double first = buckets_first(&r->rows, 0, i);
  bool residual = strcmp(r->groups[r->shown[i]], "constraint") == 0;
  return isfinite(first) && !residual ? first : 0;
}

static void write_named(recording *r, FILE *out, int i) {
  double offset = offset_of(r, i);
  json_member_text(out, i > 0 ? ",\n  {" : "\n  {", "name", r->columns.names[r->shown[i]]);
  json_member_text(out, ", ", "group", r->groups[r->shown[i]]);
  json_member(out, ", ", "offset", offset);
  write_column(out, "first", &r->rows, i, buckets_first, offset);
  if (r->rows.per > 1 && i > 0) {
    write_column(out, "low", &r->rows, i, buckets_low, offset);
    write_column(out, "high", &r->rows, i, buckets_high, offset);
  }
  fputc('}', out);
}

void recording_write_rows(recording *r, FILE *out) {
  // first, low and high: sixteen bytes of base64 for each point
  while (r->rows.per > 1 && 16.0*r->nshown*(double)r->rows.count > most_bytes)
    buckets_halve(&r->rows);
  fprintf(out, "{\"total\": %ld, \"per\": %ld, \"count\": %zu", r->rows.total, r->rows.per,
          buckets_points(&r->rows));
  json_key(out, ", ", "columns");
  fputc('[', out);
  for (int i = 0; i < r->nshown && r->rows.count > 0; i++)
    write_named(r, out, i);
  fputs("]}", out);
}
