// The picture of an ensemble: of each quantity a panel with mean, smallest and largest value over time,
// and one with variance and mean square; dashed, on logarithmic axes, the powers of t that were fitted.

#include "output/ensemble.h"

#include <string.h>

enum { most_quantities = 6, most_lines = 3 };

// where the next curve, its numbers and its name go
typedef struct cursor {
  curve *curve;
  double *number;
  char (*label)[study_label];
  bool log_x, log_y;
} cursor;

// numbers with gaps where an axis has no place for them; *drawn: how many there are
static double *take(cursor *at, const double *x, int n, bool logarithmic, int *drawn) {
  double *to = at->number;
  memcpy(to, x, (size_t)n*sizeof *to);
  at->number += n;
  *drawn = study_gaps(to, n, logarithmic);
  return to;
}

// y = factor t^slope, if y is positive after the start
static void add_guide(cursor *at, panel *p, const noslip_ensemble_result *r, const char *name,
                      const double *y) {
  for (int i = 0; i < r->ntime; i++)
    if (r->times[i] > 0 && !(y[i] > 0))
      return;
  noslip_power fit = noslip_fit_power(r->times, y, r->ntime);
  if (!study_guide(at->curve, at->number, *at->label, &fit))
    return;
  size_t length = strlen(*at->label);
  snprintf(*at->label + length, study_label - length, " of the %s", name);
  at->curve++;
  at->number += study_guide_numbers;
  at->label++;
  p->ncurve++;
}

typedef struct line {
  const char *name;
  const double *y;
} line;

static void add_panel(study_figure *f, cursor *at, const noslip_ensemble_result *r,
                      const char *quantity, const line *lines) {
  panel *p = &f->panels[f->page.npanel];
  char *ylabel = *at->label++;
  snprintf(ylabel, study_label, "%.60s", quantity);
  *p = (panel){.curves = at->curve,
               .xlabel = "t",
               .ylabel = ylabel,
               .colour_label = "",
               .series = true,
               .logarithmic_x = at->log_x,
               .logarithmic = at->log_y};
  int n = r->ntime, drawn;
  double *x = take(at, r->times, n, at->log_x, &drawn);
  for (int k = 0; k < most_lines && lines[k].name; k++) {
    double *y = take(at, lines[k].y, n, at->log_y, &drawn);
    if (drawn > 0)
      at->curve[p->ncurve++] =
          (curve){.name = lines[k].name, .x = x, .y = y, .n = (size_t)n, .hue = k + 1};
  }
  at->curve += p->ncurve;
  for (int k = 0; k < most_lines && lines[k].name && at->log_x && at->log_y; k++)
    add_guide(at, p, r, lines[k].name, lines[k].y);
  f->page.npanel += p->ncurve > 0;
}

bool ensemble_draw(study_figure *f, const noslip_ensemble_result *r, bool log_x, bool log_y) {
  int n = r->nquantity < most_quantities ? r->nquantity : most_quantities;
  size_t panels = 2*(size_t)n, curves = panels*2*most_lines;
  size_t numbers =
      panels*((most_lines + 1)*(size_t)r->ntime + most_lines*study_guide_numbers);
  if (!study_figure_make(f, (study_figure_size){panels, curves, numbers, panels + curves}))
    return false;
  cursor at = {f->curves, f->numbers, f->labels, log_x, log_y};
  for (int j = 0; j < n; j++) {
    const noslip_statistics *q = &r->quantities[j];
    add_panel(f, &at, r, q->name,
              (const line[most_lines]){{"mean", q->mean}, {"min", q->min}, {"max", q->max}});
    add_panel(f, &at, r, q->name,
              (const line[most_lines]){{"variance", q->variance}, {"mean square", q->square}});
  }
  snprintf(f->title, sizeof f->title, "%s, %s: %d members", r->model, r->method, r->nmember);
  return true;
}
