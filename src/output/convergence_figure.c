// Pictures of a study of convergence: errors over the step, or over what they cost.

#include "output/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// over the step

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

// where the next curve, its numbers and the name of a guide go
typedef struct cursor {
  curve *curve;
  double *number;
  char (*name)[study_label];
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

static const char *label_of(const noslip_convergence *r, int c) {
  static const char *const labels[] = {"error of q", "error of p", "error of the multipliers"};
  static const char *const of_states[] = {"error of y", "error of z", "error of the multipliers"};
  return *r->columns[NOSLIP_COLUMN_Q] == 'y' ? of_states[c] : labels[c];
}

static void set_title(study_figure *f, const noslip_convergence *r) {
  snprintf(f->title, sizeof f->title, "%s: errors at t = %.10g", r->model, r->until);
  for (int k = 0, shown = 0; k < r->nmethod; k++)
    if (r->methods[k].refusal)
      study_figure_without(f, r->methods[k].name, &shown);
}

static void add_panel(study_figure *f, cursor *at, const noslip_convergence *r, int c) {
  panel *made = &f->panels[f->page.npanel];
  *made = (panel){.curves = at->curve,
                  .xlabel = "h",
                  .ylabel = label_of(r, c),
                  .colour_label = "",
                  .logarithmic = true,
                  .logarithmic_x = true,
                  .marks = f->numbers,
                  .nmark = r->nstep};
  for (int k = 0; k < r->nmethod; k++)
    add_method(at, made, r, k, c);
  for (int k = 0; k < r->nmethod; k++)
    add_guide(at, made, r, k, c);
  f->page.npanel += made->ncurve > 0;
}

static bool draw_over_h(study_figure *f, const noslip_convergence *r) {
  size_t lines = NOSLIP_COLUMNS*(size_t)r->nmethod, steps = (size_t)r->nstep;
  if (!study_figure_make(f, (study_figure_size){.panels = NOSLIP_COLUMNS,
                                                .curves = 2*lines,
                                                .numbers = steps + lines*(steps + 4),
                                                .labels = lines}))
    return false;
  for (int i = 0; i < r->nstep; i++)
    f->numbers[i] = r->methods[0].points[i].step;
  cursor at = {f->curves, f->numbers + steps, f->labels};
  for (int c = 0; c < NOSLIP_COLUMNS; c++)
    if (r->count[c] > 0)
      add_panel(f, &at, r, c);
  f->page.across = f->page.npanel;
  f->page.page_key = true;
  set_title(f, r);
  return true;
}

// ---------------------------------------------------------------------------------------------
// over their cost: work and precision

static const char *const words[] = {"h", "steps", "newton", "seconds"};

bool convergence_axis_read(const char *word, precision_axis *over) {
  for (int i = 0; i < (int)(sizeof words/sizeof *words); i++)
    if (strcmp(word, words[i]) == 0) {
      *over = (precision_axis)i;
      return true;
    }
  return false;
}

static double cost_of(const noslip_converge_point *p, precision_axis over) {
  return over == PRECISION_STEPS    ? (double)p->steps
         : over == PRECISION_NEWTON ? (double)p->newton_iterations
         : over == PRECISION_TIME   ? p->wall_seconds
                                    : p->step;
}

// Costs, then errors; NaN is a gap: on logarithmic axes there is no 0. How many points there are.
static size_t fill_costs(double *x, const noslip_convergence *r, int k, int c,
                         precision_axis over) {
  size_t there = 0;
  for (int i = 0; i < r->nstep; i++) {
    const noslip_converge_point *p = &r->methods[k].points[i];
    bool shown = p->error[c] > 0 && cost_of(p, over) > 0;
    x[i] = shown ? cost_of(p, over) : (double)NAN;
    x[r->nstep + i] = shown ? p->error[c] : (double)NAN;
    there += shown;
  }
  return there;
}

static void add_cost_panel(study_figure *f, const noslip_convergence *r, int c, precision_axis over,
                           double **number) {
  static const char *const labels[] = {"h", "steps", "Newton iterations", "seconds"};
  panel *made = &f->panels[f->page.npanel];
  *made = (panel){.curves = f->curves + c*r->nmethod,
                  .xlabel = labels[over],
                  .ylabel = label_of(r, c),
                  .colour_label = "",
                  .logarithmic = true,
                  .logarithmic_x = true};
  for (int k = 0; k < r->nmethod; k++) {
    if (fill_costs(*number, r, k, c, over) == 0)
      continue;
    f->curves[c*r->nmethod + made->ncurve++] = (curve){.name = r->methods[k].name,
                                                       .x = *number,
                                                       .y = *number + r->nstep,
                                                       .n = (size_t)r->nstep,
                                                       .marked = true,
                                                       .hue = k + 1};
    *number += 2*r->nstep;
  }
  f->page.npanel += made->ncurve > 0;
}

bool convergence_draw(study_figure *f, const noslip_convergence *r, precision_axis over) {
  size_t lines = NOSLIP_COLUMNS*(size_t)r->nmethod;
  if (over == PRECISION_H)
    return draw_over_h(f, r);
  if (!study_figure_make(f, (study_figure_size){.panels = NOSLIP_COLUMNS,
                                                .curves = lines,
                                                .numbers = 2*lines*(size_t)r->nstep,
                                                .labels = lines}))
    return false;
  double *number = f->numbers;
  for (int c = 0; c < NOSLIP_COLUMNS; c++)
    if (r->count[c] > 0)
      add_cost_panel(f, r, c, over, &number);
  f->page.across = f->page.npanel;
  f->page.page_key = true;
  set_title(f, r);
  return true;
}
