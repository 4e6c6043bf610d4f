// A sweep: table, JSON, CSV. Its figure is in sweep_figure.c, HDF5 in ensemble_hdf5.c.

#include "output/sweep.h"

#include "output/json.h"
#include "output/number.h"
#include "output/plain.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// the table

enum { most_lines = 40, most_fits = 20, most_troubles = 10, number_width = 10 };

static int width_of(const noslip_sweep_result *r, int column) {
  char name[sweep_name];
  int length = (int)strlen(plain_name(sweep_column(name, r, column)));
  return length > number_width ? length : number_width;
}

static void head(FILE *out, const sweep_view *v) {
  const noslip_sweep_result *r = v->result;
  char name[sweep_name];
  fputc('\n', out);
  for (int i = 0; i < r->naxis; i++)
    fprintf(out, "  %*s", width_of(r, i), plain_name(sweep_column(name, r, i)));
  for (int i = 0; i < v->nshown; i++)
    fprintf(out, "  %*s", width_of(r, v->shown[i]), plain_name(sweep_column(name, r, v->shown[i])));
  fputs("  outcome\n", out);
}

static void line(FILE *out, const sweep_view *v, int point) {
  const noslip_sweep_result *r = v->result;
  char text[sweep_name];
  for (int i = 0; i < r->naxis; i++)
    fprintf(out, "  %*.6g", width_of(r, i), sweep_value(r, i, point));
  for (int i = 0; i < v->nshown; i++) {
    double x = sweep_value(r, v->shown[i], point);
    if (isnan(x))
      fprintf(out, "  %*s", width_of(r, v->shown[i]), "--");
    else
      fprintf(out, "  %*.3e", width_of(r, v->shown[i]), number_shown(x));
  }
  fprintf(out, "  %s\n", plain_name(sweep_outcome(text, &r->points[point])));
}

// all points, or as many as fit, evenly chosen
static void lines(FILE *out, const sweep_view *v) {
  int n = v->result->npoint, shown = n < most_lines ? n : most_lines;
  head(out, v);
  for (int k = 0; k < shown; k++)
    line(out, v, shown > 1 ? (int)((long)k*(n - 1)/(shown - 1)) : 0);
  if (n > shown)
    fprintf(out, "  these are %d of %d points; -o writes them all\n", shown, n);
}

// true: there was a slope to show
static bool slope_line(FILE *out, const sweep_view *v, int column, int which, bool first) {
  const noslip_sweep_result *r = v->result;
  char name[sweep_name], where[sweep_name];
  noslip_power p = sweep_fit(r, column, which);
  const char *key = plain_name(r->axes[0].key);
  if (p.points < 2 || isnan(p.slope))
    return false;
  fprintf(out, "%s  %s", first ? "\n" : "", sweep_column(name, r, column));
  if (sweep_curve_name(where, r, which)[0])
    fprintf(out, ", %s", where);
  fprintf(out, ": slope %.3f through %d points, %s = %.6g to %.6g\n", p.slope, p.points, key,
          p.from, p.to);
  return true;
}

static void slopes(FILE *out, const sweep_view *v) {
  int n = sweep_ncurve(v->result);
  if (!sweep_is_logarithmic(v->result))
    return;
  bool any = false;
  for (int i = 0; i < v->nshown; i++)
    for (int k = 0; k < n && k < most_fits; k++)
      any = slope_line(out, v, v->shown[i], k, !any) || any;
}

static void troubles(FILE *out, const noslip_sweep_result *r) {
  int shown = 0, failed = 0;
  for (int k = 0; k < r->npoint; k++) {
    failed += r->points[k].trouble != NULL;
    if (!r->points[k].trouble || shown == most_troubles)
      continue;
    fprintf(out, "%s  %s = %.6g%s: %s\n", shown++ == 0 ? "\n" : "", plain_name(r->axes[0].key),
            r->values[(size_t)k*(size_t)r->naxis], r->naxis > 1 ? ", ..." : "",
            plain_sentence(r->points[k].trouble));
  }
  if (failed > shown)
    fprintf(out, "  and %d more\n", failed - shown);
}

static void print_table(FILE *out, const void *result) {
  const sweep_view *v = result;
  const noslip_sweep_result *r = v->result;
  const study_cost cost = {r->steps, r->newton_iterations, 0, r->wall_seconds};
  fprintf(out, "%s: %d point%s", plain_name(r->model), r->npoint, r->npoint == 1 ? "" : "s");
  if (r->nmember > 1)
    fprintf(out, " with %d members", r->nmember);
  fputs(", ", out);
  study_method(out, r->method, r->step);
  fputc('\n', out);
  lines(out, v);
  slopes(out, v);
  fputs("\n  cost  ", out);
  study_print_cost(out, &cost, r->threads);
  fprintf(out, ", %s\n", r->backend);
  if (r->nunfinished > 0)
    fprintf(out, "\n  stopped: %d of %d runs came to the end\n",
            r->npoint*r->nmember - r->nunfinished - r->nfailed, r->npoint*r->nmember);
  troubles(out, r);
  study_notes(out, r->notes, r->nnote);
}

// ---------------------------------------------------------------------------------------------
// JSON

static void json_axes(FILE *out, const noslip_sweep_result *r) {
  fputs(",\n \"over\": [", out);
  for (int i = 0; i < r->naxis; i++) {
    json_member_text(out, i > 0 ? ",\n  {" : "{", "key", r->axes[i].key);
    json_list(out, ", ", "values", r->axes[i].values, r->axes[i].count);
    fputc('}', out);
  }
  fputc(']', out);
}

static void json_point(FILE *out, const noslip_sweep_result *r, int point) {
  char name[sweep_name], outcome[sweep_name];
  fputs(point > 0 ? ",\n  {" : "\n  {", out);
  for (int i = 0; i < sweep_ncolumn(r); i++)
    json_member(out, i > 0 ? ", " : "", sweep_column(name, r, i), sweep_value(r, i, point));
  json_member_text(out, ", ", "outcome", sweep_outcome(outcome, &r->points[point]));
  if (r->points[point].trouble)
    json_member_sentence(out, ", ", "trouble", r->points[point].trouble);
  fputc('}', out);
}

static void json_slopes(FILE *out, const sweep_view *v) {
  const noslip_sweep_result *r = v->result;
  char name[sweep_name];
  const char *before = "";
  fputs(",\n \"slopes\": [", out);
  for (int i = 0; i < v->nshown; i++)
    for (int k = 0; k < sweep_ncurve(r); k++) {
      noslip_power p = sweep_fit(r, v->shown[i], k);
      if (p.points < 2)
        continue;
      fprintf(out, "%s\n  {", before);
      json_member_text(out, "", "column", sweep_column(name, r, v->shown[i]));
      json_member_text(out, ", ", "where", sweep_curve_name(name, r, k));
      json_member(out, ", ", "slope", p.slope);
      json_member(out, ", ", "factor", p.factor);
      fprintf(out, ", \"points\": %d", p.points);
      json_member(out, ", ", "from", p.from);
      json_member(out, ", ", "to", p.to);
      fputc('}', out);
      before = ",";
    }
  fputc(']', out);
}

static void print_json(FILE *out, const void *result, const char *trouble) {
  const sweep_view *v = result;
  const noslip_sweep_result *r = v->result;
  study_json_head(out, r->model, r->method, r->step, r->backend);
  fprintf(out, ",\n \"members\": %d, \"failed\": %d, \"unfinished\": %d, \"threads\": %d",
          r->nmember, r->nfailed, r->nunfinished, r->threads);
  study_json_cost(out, ", ",
                  &(study_cost){r->steps, r->newton_iterations, r->events, r->wall_seconds});
  json_axes(out, r);
  fputs(",\n \"points\": [", out);
  for (int k = 0; k < r->npoint; k++)
    json_point(out, r, k);
  fputc(']', out);
  json_slopes(out, v);
  json_warnings(out, r->notes, r->nnote, trouble);
  fputs("}\n", out);
}

// ---------------------------------------------------------------------------------------------
// CSV

static void print_csv(FILE *out, const void *result) {
  const noslip_sweep_result *r = ((const sweep_view *)result)->result;
  char name[sweep_name], number[number_size];
  int n = sweep_ncolumn(r);
  for (int i = 0; i < n; i++) {
    fputs(i > 0 ? "," : "", out);
    study_csv_name(out, sweep_column(name, r, i), "");
  }
  fputc('\n', out);
  for (int k = 0; k < r->npoint; k++) {
    fputs(number_print(number, sweep_value(r, 0, k)), out);
    for (int i = 1; i < n; i++)
      study_csv_number(out, sweep_value(r, i, k));
    fputc('\n', out);
  }
}

static const char *const *notes(const void *result, int *count) {
  const noslip_sweep_result *r = ((const sweep_view *)result)->result;
  *count = r->nnote;
  return r->notes;
}

const study_output sweep_output = {print_table, print_json, print_csv, notes};
