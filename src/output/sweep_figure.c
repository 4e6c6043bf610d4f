// The picture of a sweep: a panel for each column that is shown, over the first axis; a curve for
// each combination of values of the other axes; dashed, the powers that were fitted.

#include "output/curve_style.h"
#include "output/sweep.h"

#include <math.h>

enum { most_guides = 6 };  // of a panel: more would hide the curves

// where the next curve, its numbers and its name go
typedef struct cursor {
  curve *curve;
  double *number;
  char (*label)[study_label];
} cursor;

// numbers that cannot be drawn are gaps; how many can
static int clean(double *y, int n, bool logarithmic) {
  int drawn = 0;
  for (int i = 0; i < n; i++) {
    bool good = figure_drawable(y[i]) && (!logarithmic || y[i] > 0);
    y[i] = good ? y[i] : (double)NAN;
    drawn += good;
  }
  return drawn;
}

static bool all_positive(const noslip_sweep_result *r, int column) {
  for (int k = 0; k < r->npoint; k++)
    if (sweep_value(r, column, k) <= 0)
      return false;
  return true;
}

static void add_curve(cursor *at, panel *p, const noslip_sweep_result *r, int column, int k) {
  int n = r->axes[0].count;
  char name[sweep_name];
  double *x = at->number, *y = x + n;
  sweep_curve(x, y, r, column, k);
  if (clean(y, n, p->logarithmic) == 0)
    return;
  snprintf(*at->label, study_label, "%.120s", sweep_curve_name(name, r, k));
  *at->curve++ = (curve){.name = (*at->label)[0] ? *at->label : NULL,
                         .x = x,
                         .y = y,
                         .n = (size_t)n,
                         .marked = n <= 200,
                         .hue = k + 1};
  at->number = y + n;
  at->label++;
  p->ncurve++;
}

// y = factor x^slope from the first to the last x of the fit
static void add_guide(cursor *at, panel *p, const noslip_sweep_result *r, int column, int k) {
  noslip_power f = sweep_fit(r, column, k);
  double *x = at->number, *y = x + 2;
  if (f.points < 2 || isnan(f.slope))
    return;
  x[0] = f.from;
  x[1] = f.to;
  y[0] = f.factor*pow(f.from, f.slope);
  y[1] = f.factor*pow(f.to, f.slope);
  if (clean(y, 2, true) < 2)
    return;
  snprintf(*at->label, study_label, "slope %.2f", f.slope);
  *at->curve++ = (curve){.name = *at->label, .x = x, .y = y, .n = 2, .guide = true};
  at->number = y + 2;
  at->label++;
  p->ncurve++;
}

static void add_panel(study_figure *f, cursor *at, const sweep_view *v, int i, char *ylabel) {
  const noslip_sweep_result *r = v->result;
  int column = v->shown[i], n = sweep_ncurve(r);
  panel *p = &f->panels[f->page.npanel];
  bool logarithmic = sweep_is_logarithmic(r);
  sweep_column(ylabel, r, column);
  *p = (panel){.curves = at->curve,
               .xlabel = r->axes[0].key,
               .ylabel = ylabel,
               .colour_label = "number of the curve",
               .logarithmic_x = logarithmic,
               .logarithmic = logarithmic && all_positive(r, column),
               .scale = n > curve_looks};
  for (int k = 0; k < n; k++)
    add_curve(at, p, r, column, k);
  for (int k = 0; k < n && k < most_guides && p->logarithmic; k++)
    add_guide(at, p, r, column, k);
  f->page.npanel += p->ncurve > 0;
}

bool sweep_draw(study_figure *f, const sweep_view *v) {
  const noslip_sweep_result *r = v->result;
  size_t panels = (size_t)v->nshown, curves = (size_t)sweep_ncurve(r) + most_guides;
  size_t each = 2*(size_t)r->npoint + 4*most_guides;
  if (!study_figure_make(f, (study_figure_size){.panels = panels,
                                                .curves = panels*curves,
                                                .numbers = panels*each,
                                                .labels = panels*(curves + 2)}))
    return false;
  cursor at = {f->curves, f->numbers, f->labels};
  for (int i = 0; i < v->nshown; i++) {
    char *ylabel = *at.label;
    at.label += 2;  // a name may be longer than a label
    add_panel(f, &at, v, i, ylabel);
  }
  f->page.across = f->page.npanel < 3 ? f->page.npanel : 3;
  snprintf(f->title, sizeof f->title, "%s, %s", r->model, r->method);
  return true;
}
