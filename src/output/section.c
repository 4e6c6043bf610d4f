// The points of a section: table, JSON, CSV, figure.

#include "output/curve_style.h"
#include "output/json.h"
#include "output/plain.h"
#include "output/study.h"

#include <assert.h>

const char *section_direction(noslip_direction d) {
  return d == NOSLIP_RISING ? "rising" : d == NOSLIP_FALLING ? "falling" : "both";
}

// ---------------------------------------------------------------------------------------------
// the table

enum { most_lines = 40, most_troubles = 10 };

// how a start ended
static const char *ending(const noslip_section_start *s) {
  return s->trouble ? "failed" : s->complete ? "" : s->steps > 0 ? "not complete" : "not begun";
}

static void starts(FILE *out, const noslip_section_result *r) {
  int shown = r->nstart < most_lines ? r->nstart : most_lines;
  fprintf(out, "\n  %5s  %9s  %10s  %12s\n", "start", "points", "steps", "t");
  for (int k = 0; k < shown; k++) {
    const noslip_section_start *s = &r->starts[k];
    const char *end = ending(s);
    fprintf(out, "  %5d  %9ld  %10ld  %12.6g%s%s\n", k, s->npoint, s->steps, s->time,
            end[0] ? "  " : "", end);
  }
  if (r->nstart > shown)
    fprintf(out, "  and %d more\n", r->nstart - shown);
}

static void troubles(FILE *out, const noslip_section_result *r) {
  int shown = 0;
  for (int k = 0; k < r->nstart && shown < most_troubles; k++)
    if (r->starts[k].trouble)
      fprintf(out, "%s  start %d: %s\n", shown++ == 0 ? "\n" : "", k,
              plain_sentence(r->starts[k].trouble));
  if (r->nfailed > shown)
    fprintf(out, "  and %d more\n", r->nfailed - shown);
}

static void print_table(FILE *out, const void *result) {
  const noslip_section_result *r = result;
  const study_cost cost = {r->steps, r->newton_iterations, 0, r->wall_seconds};
  fprintf(out, "%s: section %s %s, %d start%s, ", plain_name(r->model), plain_name(r->equation),
          section_direction(r->direction), r->nstart, r->nstart == 1 ? "" : "s");
  study_method(out, r->method, r->step);
  fputc('\n', out);
  starts(out, r);
  fprintf(out, "\n  points  %ld", r->npoint);
  if (r->npoint > 0)
    fprintf(out, ", the equation holds to %.1e", r->largest);
  fputs("\n  cost    ", out);
  study_print_cost(out, &cost, r->threads);
  fputc('\n', out);
  if (r->events > 0)
    fprintf(out, "  events  %ld, of all starts\n", r->events);
  troubles(out, r);
  study_notes(out, r->notes, r->nnote);
}

// ---------------------------------------------------------------------------------------------
// JSON

static void json_head(FILE *out, const noslip_section_result *r) {
  study_json_head(out, r->model, r->method, r->step, r->backend);
  json_member_sentence(out, ",\n ", "section", r->section);
  json_member_text(out, ", ", "equation", r->equation);
  json_member_text(out, ", ", "direction", section_direction(r->direction));
  fprintf(out, ",\n \"starts\": %d, \"failed\": %d, \"unfinished\": %d, \"threads\": %d", r->nstart,
          r->nfailed, r->nunfinished, r->threads);
  fprintf(out, ", \"points\": %ld", r->npoint);
  json_member(out, ", ", "largest", r->largest);
  study_json_cost(out, ",\n ",
                  &(study_cost){r->steps, r->newton_iterations, r->events, r->wall_seconds});
}

static void json_names(FILE *out, const noslip_section_result *r) {
  fputs(",\n \"columns\": [", out);
  for (int i = 0; i < r->ncolumn; i++) {
    fputs(i > 0 ? ", " : "", out);
    json_text(out, r->columns[i]);
  }
  fputs("],\n \"axes\": [", out);
  for (int i = 0; i < r->naxis; i++) {
    fputs(i > 0 ? ", " : "", out);
    json_text(out, r->columns[r->axes[i]]);
  }
  fputc(']', out);
}

static void json_points(FILE *out, const noslip_section_start *s, int ncolumn) {
  fputs(", \"points\": [", out);
  for (long i = 0; i < s->npoint; i++) {
    fputs(i > 0 ? ",\n   " : "\n   ", out);
    json_numbers(out, s->points + (size_t)i*(size_t)ncolumn, ncolumn);
  }
  fputc(']', out);
}

static void json_start(FILE *out, const noslip_section_result *r, int k) {
  const noslip_section_start *s = &r->starts[k];
  fprintf(out, "%s{\"start\": %d, \"steps\": %ld", k > 0 ? ",\n  " : "\n  ", k, s->steps);
  json_member(out, ", ", "time", s->time);
  json_member_flag(out, ", ", "complete", s->complete);
  if (s->trouble)
    json_member_sentence(out, ", ", "trouble", s->trouble);
  json_points(out, s, r->ncolumn);
  fputc('}', out);
}

static void print_json(FILE *out, const void *result, const char *trouble) {
  const noslip_section_result *r = result;
  json_head(out, r);
  json_names(out, r);
  fputs(",\n \"orbits\": [", out);
  for (int k = 0; k < r->nstart; k++)
    json_start(out, r, k);
  fputc(']', out);
  json_warnings(out, r->notes, r->nnote, trouble);
  fputs("}\n", out);
}

// ---------------------------------------------------------------------------------------------
// CSV

static void csv_point(FILE *out, int start, const double *x, int n) {
  fprintf(out, "%d", start);
  for (int i = 0; i < n; i++)
    study_csv_number(out, x[i]);
  fputc('\n', out);
}

static void print_csv(FILE *out, const void *result) {
  const noslip_section_result *r = result;
  fputs("start", out);
  for (int i = 0; i < r->ncolumn; i++) {
    fputc(',', out);
    study_csv_name(out, r->columns[i], "");
  }
  fputc('\n', out);
  for (int k = 0; k < r->nstart; k++)
    for (long i = 0; i < r->starts[k].npoint; i++)
      csv_point(out, k, r->starts[k].points + (size_t)i*(size_t)r->ncolumn, r->ncolumn);
}

static const char *const *notes(const void *result, int *count) {
  const noslip_section_result *r = result;
  *count = r->nnote;
  return r->notes;
}

const study_output section_output = {print_table, print_json, print_csv, notes};

// ---------------------------------------------------------------------------------------------
// the figure

// the points of a start; those that cannot be drawn are gaps
static void add_start(study_figure *f, double **number, const noslip_section_result *r, int k,
                      const int column[2]) {
  const noslip_section_start *s = &r->starts[k];
  double *x = *number, *y = x + s->npoint;
  int drawn = 0;
  for (long i = 0; i < s->npoint; i++) {
    const double *row = s->points + (size_t)i*(size_t)r->ncolumn;
    bool good = figure_drawable(row[column[0]]) && figure_drawable(row[column[1]]);
    x[i] = good ? row[column[0]] : (double)NAN;
    y[i] = good ? row[column[1]] : (double)NAN;
    drawn += good;
  }
  if (drawn == 0)
    return;
  f->curves[f->panels[0].ncurve++] =
      (curve){.x = x, .y = y, .n = (size_t)s->npoint, .dotted = true, .hue = k + 1};
  *number = y + s->npoint;
}

bool section_draw(study_figure *f, const noslip_section_result *r, int x, int y) {
  const int column[] = {x, y};
  assert(x >= 0 && x < r->ncolumn && y >= 0 && y < r->ncolumn);
  if (!study_figure_make(f, (study_figure_size){.panels = 1,
                                                .curves = (size_t)r->nstart,
                                                .numbers = 2*(size_t)r->npoint}))
    return false;
  f->panels[0] = (panel){.curves = f->curves,
                         .xlabel = r->columns[x],
                         .ylabel = r->columns[y],
                         .colour_label = "start",
                         .scale = r->nstart > curve_looks};
  double *number = f->numbers;
  for (int k = 0; k < r->nstart; k++)
    add_start(f, &number, r, k, column);
  f->page.npanel = f->panels[0].ncurve > 0;
  snprintf(f->title, sizeof f->title, "%s: %s %s", r->model, r->equation,
           section_direction(r->direction));
  return true;
}
