#include "output/convergence.h"

#include <math.h>
#include <stdlib.h>

static const double below = 0.5;  // where a guide runs, times the errors it goes with

// the method whose line a guide of this order goes with: the first of it with a slope; -1: none
static int guided(const noslip_convergence *r, int c, int order) {
  for (int k = 0; k < r->nmethod; k++)
    if (r->methods[k].order[c] == order && r->methods[k].fit[c].points >= 2)
      return k;
  return -1;
}

// errors that can be drawn on a logarithmic axis: NaN is a gap
static size_t fill_errors(double *y, const noslip_convergence *r, int k, int c) {
  size_t there = 0;
  for (int i = 0; i < r->nstep; i++) {
    double e = r->methods[k].points[i].error[c];
    y[i] = e > 0 ? e : (double)NAN;
    there += e > 0;
  }
  return there;
}

// y = e (h/finest)^p over the range of the fit, from the error at its finest step
static void fill_guide(double *x, double *y, const noslip_convergence *r, int k, int c) {
  const noslip_fit *f = &r->methods[k].fit[c];
  double e = 0;
  for (int i = 0; i < r->nstep; i++)
    if (r->methods[k].points[i].step == f->finest)
      e = r->methods[k].points[i].error[c];
  x[0] = f->coarsest;
  x[1] = f->finest;
  y[0] = below*e*pow(f->coarsest/f->finest, r->methods[k].order[c]);
  y[1] = below*e;
}

// where the next curve and its numbers go
typedef struct cursor {
  curve *curve;
  double *number;
  char (*name)[32];
} cursor;

static void add_method(cursor *at, panel *p, const noslip_convergence *r, int k, int c) {
  if (fill_errors(at->number, r, k, c) == 0)
    return;
  *at->curve++ = (curve){.name = r->methods[k].name,
                         .x = p->marks,
                         .y = at->number,
                         .n = (size_t)r->nstep,
                         .marked = true,
                         .hue = k + 1};
  at->number += r->nstep;
  p->ncurve++;
}

static void add_guide(cursor *at, panel *p, const noslip_convergence *r, int k, int c) {
  if (guided(r, c, r->methods[k].order[c]) != k)
    return;
  fill_guide(at->number, at->number + 2, r, k, c);
  snprintf(*at->name, sizeof *at->name, "slope %d", r->methods[k].order[c]);
  *at->curve++ =
      (curve){.name = *at->name++, .x = at->number, .y = at->number + 2, .n = 2, .guide = true};
  at->number += 4;
  p->ncurve++;
}

static void add_panel(convergence_figure *p, cursor *at, const noslip_convergence *r, int c) {
  static const char *const labels[] = {"error of q", "error of p", "error of the multipliers"};
  panel *made = &p->panels[p->npanel];
  *made = (panel){.curves = at->curve,
                  .xlabel = "h",
                  .ylabel = labels[c],
                  .colour_label = "",
                  .double_logarithmic = true,
                  .marks = p->numbers,
                  .nmark = r->nstep};
  for (int k = 0; k < r->nmethod; k++)
    add_method(at, made, r, k, c);
  for (int k = 0; k < r->nmethod; k++)
    add_guide(at, made, r, k, c);
  p->npanel += made->ncurve > 0;
}

bool convergence_draw(convergence_figure *p, const noslip_convergence *r) {
  size_t lines = NOSLIP_COLUMNS*(size_t)r->nmethod, steps = (size_t)r->nstep;
  *p = (convergence_figure){
      .numbers = calloc(steps + lines*(steps + 4), sizeof *p->numbers),
      .curves = calloc(2*lines, sizeof *p->curves),
      .names = calloc(lines, sizeof *p->names),
  };
  if (!p->numbers || !p->curves || !p->names)
    return false;
  for (int i = 0; i < r->nstep; i++)
    p->numbers[i] = r->methods[0].points[i].step;
  cursor at = {p->curves, p->numbers + steps, p->names};
  for (int c = 0; c < NOSLIP_COLUMNS; c++)
    if (r->count[c] > 0)
      add_panel(p, &at, r, c);
  snprintf(p->title, sizeof p->title, "%s: errors at t = %.10g", r->model, r->until);
  for (int k = 0, shown = 0; k < r->nmethod; k++)
    if (r->methods[k].refusal)
      figure_title_add(p->title, sizeof p->title, r->methods[k].name, &shown);
  return true;
}

void convergence_figure_free(convergence_figure *p) {
  free(p->numbers);
  free(p->curves);
  free(p->names);
  *p = (convergence_figure){0};
}
