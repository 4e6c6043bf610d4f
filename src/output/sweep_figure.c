// The picture of a sweep: a panel for each column that is shown, over the first axis; a curve for
// each combination of values of the other axes; dashed, the powers that were fitted.

#include "output/curve_style.h"
#include "output/sweep.h"

#include <math.h>
#include <string.h>

enum { most_guides = 6 };  // of a panel: more would hide the curves

// where the next curve, its numbers and its name go
typedef struct cursor {
  curve *curve;
  double *number;
  char (*label)[study_label];
} cursor;

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
  if (study_gaps(y, n, p->logarithmic) == 0)
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

static void add_guide(cursor *at, panel *p, const noslip_sweep_result *r, int column, int k) {
  noslip_power f = sweep_fit(r, column, k);
  if (!study_guide(at->curve, at->number, *at->label, &f))
    return;
  at->curve++;
  at->number += study_guide_numbers;
  at->label++;
  p->ncurve++;
}

// One curve has no key. If it is one of several, the others of which have no numbers, its name stands
// at the axis.
static void name_only_curve(const panel *p, char *ylabel, int several) {
  size_t length = strlen(ylabel), room = 2*study_label;
  if (p->ncurve == 1 && several > 1 && p->curves[0].name)
    snprintf(ylabel + length, room - length, " (%s)", p->curves[0].name);
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
  name_only_curve(p, ylabel, n);
  f->page.npanel += p->ncurve > 0;
}

bool sweep_draw(study_figure *f, const sweep_view *v) {
  const noslip_sweep_result *r = v->result;
  size_t panels = (size_t)v->nshown, curves = (size_t)sweep_ncurve(r) + most_guides;
  size_t each = 2*(size_t)r->npoint + study_guide_numbers*most_guides;
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
