#include "output/comparison.h"

#include <math.h>
#include <stdlib.h>

// the errors that a model may have: two, then the invariants
enum { ENERGY, CONSTRAINT, INVARIANTS };

static const double *series(const noslip_compare_method *m, int j) {
  return j == ENERGY ? m->energy : j == CONSTRAINT ? m->constraint : m->invariants[j - INVARIANTS];
}

static bool drawable(double y) {
  return y > 0 && figure_drawable(y);
}

// The least error above 0 of a panel, rounded down to a power of ten; 0: there is none. The start
// is not drawn: errors are 0 there.
static double lower_end(const noslip_comparison *r, int j) {
  double least = (double)INFINITY;
  for (int k = 0; k < r->nmethod; k++) {
    const noslip_compare_method *m = &r->methods[k];
    const double *y = series(m, j);
    for (int i = 1; i < m->nsample && y; i++)
      if (drawable(y[i]))
        least = fmin(least, y[i]);
  }
  return figure_drawable(least) ? pow(10, floor(log10(least))) : 0;
}

// where the next curve and its numbers go
typedef struct cursor {
  curve *curve;
  double *number;
} cursor;

// zeros are raised to the lower end of the axis; true if there are any
static bool add_method(cursor *at, panel *p, const noslip_comparison *r, int k, int j, double low) {
  const noslip_compare_method *m = &r->methods[k];
  const double *y = series(m, j);
  bool zeros = false;
  int drawn = 0;
  for (int i = 1; i < m->nsample; i++) {
    zeros |= y[i] == 0;
    at->number[i - 1] = y[i] == 0 ? low : drawable(y[i]) ? y[i] : (double)NAN;
    drawn += !isnan(at->number[i - 1]);
  }
  if (drawn == 0)
    return false;
  *at->curve++ = (curve){.name = m->name,
                         .x = m->times + 1,
                         .y = at->number,
                         .n = (size_t)m->nsample - 1,
                         .hue = k + 1};
  at->number += m->nsample - 1;
  p->ncurve++;
  return zeros;
}

static void add_panel(comparison_figure *p, cursor *at, const noslip_comparison *r, int j) {
  panel *made = &p->panels[p->npanel];
  char *label = p->labels[p->npanel];
  const size_t size = sizeof p->labels[0];
  double low = lower_end(r, j);
  bool zeros = false;
  if (low == 0)
    return;
  *made = (panel){.curves = at->curve,
                  .xlabel = "t",
                  .ylabel = label,
                  .colour_label = "",
                  .series = true,
                  .logarithmic = true};
  for (int k = 0; k < r->nmethod; k++)
    zeros |= add_method(at, made, r, k, j, low);
  int length = j == ENERGY ? snprintf(label, size, "energy error")
               : j == CONSTRAINT
                   ? snprintf(label, size, "constraint")
                   : snprintf(label, size, "error of %.60s", r->invariants[j - INVARIANTS]);
  if (zeros)
    snprintf(label + length, size - (size_t)length, " (zeros at %.0e)", low);
  p->npanel++;
}

bool comparison_draw(comparison_figure *p, const noslip_comparison *r) {
  size_t most = INVARIANTS + (size_t)r->ninvariant, lines = most*(size_t)r->nmethod;
  *p = (comparison_figure){
      .panels = calloc(most, sizeof *p->panels),
      .numbers = calloc(lines*(size_t)r->nsample, sizeof *p->numbers),
      .curves = calloc(lines, sizeof *p->curves),
      .labels = calloc(most, sizeof *p->labels),
  };
  if (!p->panels || !p->numbers || !p->curves || !p->labels)
    return false;
  cursor at = {p->curves, p->numbers};
  for (int j = 0; j < (int)most; j++)
    if ((j != ENERGY || r->has_energy) && (j != CONSTRAINT || r->nconstraint > 0))
      add_panel(p, &at, r, j);
  snprintf(p->title, sizeof p->title, "%s: errors with h = %.10g", r->model, r->step);
  for (int k = 0, shown = 0; k < r->nmethod; k++)
    if (r->methods[k].nsample == 0)
      figure_title_add(p->title, sizeof p->title, r->methods[k].name, &shown);
  return true;
}

void comparison_figure_free(comparison_figure *p) {
  free(p->panels);
  free(p->numbers);
  free(p->curves);
  free(p->labels);
  *p = (comparison_figure){0};
}
