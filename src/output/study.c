#include "output/study.h"

#include "base/csv_name.h"
#include "output/json.h"
#include "output/number.h"
#include "output/plain.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool study_figure_make(study_figure *f, study_figure_size most) {
  *f = (study_figure){
      .panels = calloc(most.panels + 1, sizeof *f->panels),
      .curves = calloc(most.curves + 1, sizeof *f->curves),
      .numbers = calloc(most.numbers + 1, sizeof *f->numbers),
      .labels = calloc(most.labels + 1, sizeof *f->labels),
  };
  f->page.panels = f->panels;
  f->page.title = f->title;
  return f->panels && f->curves && f->numbers && f->labels;
}

int study_gaps(double *y, int n, bool logarithmic) {
  int drawn = 0;
  for (int i = 0; i < n; i++) {
    bool good = figure_drawable(y[i]) && (!logarithmic || y[i] > 0);
    y[i] = good ? y[i] : (double)NAN;
    drawn += good;
  }
  return drawn;
}

bool study_guide(curve *to, double *numbers, char *label, const noslip_power *f) {
  double *x = numbers, *y = x + 2;
  if (f->points < 2 || isnan(f->slope))
    return false;
  x[0] = f->from;
  x[1] = f->to;
  y[0] = f->factor*pow(f->from, f->slope);
  y[1] = f->factor*pow(f->to, f->slope);
  if (study_gaps(y, 2, true) < 2)
    return false;
  snprintf(label, study_label, "slope %.2f", f->slope);
  *to = (curve){.name = label, .x = x, .y = y, .n = 2, .guide = true};
  return true;
}

void study_figure_without(study_figure *f, const char *name, int *shown) {
  size_t length = strlen(f->title);
  snprintf(f->title + length, sizeof f->title - length, "%s%s",
           (*shown)++ > 0 ? ", " : ", without ", name);
}

void study_figure_free(study_figure *f) {
  free(f->panels);
  free(f->curves);
  free(f->numbers);
  free(f->labels);
  *f = (study_figure){0};
}

// a csv_put
static bool put(void *out, const char *bytes, size_t length) {
  return fwrite(bytes, 1, length, out) == length;
}

void study_csv_name(FILE *out, const char *first, const char *second) {
  csv_name(put, out, first, second);  // the stream records a failure
}

void study_csv_number(FILE *out, double x) {
  char buffer[number_size];
  fprintf(out, ",%s", number_print(buffer, x));
}

void study_json_head(FILE *out, const char *model, const char *method, double step,
                     const char *backend) {
  json_member_text(out, "{", "model", model);
  json_member_text(out, ", ", "method", method);
  json_member(out, ", ", "step", step);
  json_member_text(out, ", ", "backend", backend);
}

void study_json_cost(FILE *out, const char *before, const study_cost *c) {
  fprintf(out, "%s\"steps\": %ld, \"newton\": {\"iterations\": %ld}", before, c->steps,
          c->iterations);
  if (c->events > 0)
    fprintf(out, ", \"events\": %ld", c->events);
  json_member(out, ", ", "wall_seconds", c->seconds);
}

void study_print_cost(FILE *out, const study_cost *c, int threads) {
  double each = c->steps > 0 ? (double)c->iterations/(double)c->steps : 0;
  fprintf(out, "%ld step%s, %.3g Newton iteration%s per step, %.3g s", c->steps,
          c->steps == 1 ? "" : "s", each, each == 1 ? "" : "s", c->seconds);
  if (threads > 0)
    fprintf(out, " on %d thread%s", threads, threads == 1 ? "" : "s");
}

void study_method(FILE *out, const char *method, double step) {
  if (isnan(step))
    fprintf(out, "%s, each with a step of its own", method);
  else
    fprintf(out, "%s with h = %.10g", method, step);
}

void study_notes(FILE *out, const char *const *notes, int n) {
  assert(n == 0 || notes);
  for (int i = 0; i < n; i++)
    fprintf(out, "%s  note: %s\n", i == 0 ? "\n" : "", plain_sentence(notes[i]));
}
