// Axes of panels: what the numbers and the options ask for.

#include "cli/panels_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// equal scales

static bool are_positions(const side *s) {
  for (int i = 0; i < s->n; i++)
    if (!panels_is_position(s->items[i]))
      return false;
  return true;
}

// a number of a curve: x, y or z
static const double *coordinate(const curve *c, int which) {
  return which == 0 ? c->x : which == 1 ? c->y : c->z;
}

// difference of the largest and the smallest number of all curves
static double extent(const panel *made, int which) {
  double least = (double)INFINITY, most = -(double)INFINITY;
  for (int k = 0; k < made->ncurve; k++) {
    const double *x = coordinate(&made->curves[k], which);
    for (size_t i = 0; i < made->curves[k].n; i++)
      if (figure_drawable(x[i])) {
        least = fmin(least, x[i]);
        most = fmax(most, x[i]);
      }
  }
  return most - least;
}

// Equal scales show the true shape, unless the shape is then a thin line.
static bool wants_equal(const panel *made, const side *sides, int n) {
  static const double thin = 5;
  double least = (double)INFINITY, most = 0;
  if (made->series)
    return false;
  for (int i = 0; i < n; i++) {
    if (!are_positions(&sides[i]))
      return false;
    least = fmin(least, extent(made, i));
    most = fmax(most, extent(made, i));
  }
  return most < thin*least;
}

// ---------------------------------------------------------------------------------------------
// sizes and changes

static char *more_label(panels *p, const char *label, const char *format, double x) {
  char text[panels_label];
  int length = snprintf(text, sizeof text, "%.120s", label);
  snprintf(text + length, sizeof text - (size_t)length, format, x);
  return panels_text(p, text, strlen(text));
}

// Errors begin with 0, which says nothing: the rows of a curve from its first number that is not 0.
static void leave_zeros(panel *made) {
  for (int k = 0; k < made->ncurve; k++) {
    curve *c = &made->curves[k];
    size_t first = 0;
    while (first < c->n && c->y[first] == 0)
      first++;
    if (first == c->n)
      continue;
    c->x += first;
    c->y += first;
    c->n -= first;
  }
}

// the least size above 0 of all curves, and whether there are zeros
static double least_size(const panel *made, bool *zeros) {
  double least = (double)INFINITY;
  for (int k = 0; k < made->ncurve; k++)
    for (size_t i = 0; i < made->curves[k].n; i++) {
      double size = fabs(made->curves[k].y[i]);
      *zeros |= size == 0;
      if (size > 0 && size < least)
        least = size;
    }
  return least;
}

// Sizes of errors on a logarithmic axis. There is no zero on it, so zeros are drawn at its lower end,
// and the label says so.
static bool show_sizes(panels *p, panel *made) {
  bool zeros = false;
  double least = least_size(made, &zeros);
  if (!figure_drawable(least))
    return true;  // all are zero
  double low = pow(10, floor(log10(least)));
  made->logarithmic = true;
  for (int k = 0; k < made->ncurve; k++) {
    curve *c = &made->curves[k];
    double *sizes = panels_keep(p, c->n*sizeof *sizes);
    if (!sizes)
      return false;
    for (size_t i = 0; i < c->n; i++)
      sizes[i] = c->y[i] == 0 ? low : fabs(c->y[i]);
    c->y = sizes;
  }
  if (zeros)
    made->ylabel = more_label(p, made->ylabel, " (zeros at %.0e)", low);
  return made->ylabel != NULL;
}

static bool show_errors(panels *p, panel *made) {
  leave_zeros(made);
  return show_sizes(p, made);
}

static bool any_negative(const panel *made) {
  for (int k = 0; k < made->ncurve; k++)
    for (size_t i = 0; i < made->curves[k].n; i++)
      if (made->curves[k].y[i] < 0)
        return true;
  return false;
}

// The constraint of a run is a residual, zero or positive: its size is what matters. Neighbouring
// values are unrelated, so there are no lines between them.
static bool show_constraint(panels *p, panel *made) {
  if (any_negative(made))
    return true;
  for (int k = 0; k < made->ncurve; k++)
    made->curves[k].dotted = !p->options->lines;
  return show_sizes(p, made);
}

// A number that hardly changes would have labels of many digits: the change is drawn instead, and
// the label says from where.
static bool show_change(panels *p, panel *made) {
  static const double little = 1e-4;
  curve *c = &made->curves[0];
  double first = c->n > 0 ? c->y[0] : 0, change = extent(made, 1);
  if (!figure_drawable(first) || !(change > 0 && change < little*fabs(first)))
    return true;
  double *moved = panels_keep(p, c->n*sizeof *moved);
  for (size_t i = 0; moved && i < c->n; i++)
    moved[i] = c->y[i] - first;
  c->y = moved;
  made->ylabel =
      more_label(p, made->ylabel, first < 0 ? " + %.6g" : " \xE2\x88\x92 %.6g", fabs(first));
  return moved && made->ylabel;
}

// ---------------------------------------------------------------------------------------------
// logarithmic axes

// numbers that such axes do not show are counted
static void count_hidden(panels *p, const panel *made) {
  for (int k = 0; k < made->ncurve; k++)
    for (size_t i = 0; i < made->curves[k].n; i++) {
      const curve *c = &made->curves[k];
      p->not_drawn += (made->logarithmic && c->y[i] <= 0) || (made->logarithmic_x && c->x[i] <= 0);
    }
}

static bool set_logarithms(panels *p, panel *made, bool errors) {
  const panels_options *o = p->options;
  made->logarithmic_x = o->log_x;
  if (errors && (!o->log_given || o->log_y) && !show_errors(p, made))
    return false;
  made->logarithmic |= o->log_y;
  count_hidden(p, made);
  return true;
}

bool panels_axes(panels *p, panel *made, const side *sides, int nside) {
  const panels_options *o = p->options;
  made->equal = wants_equal(made, sides, nside);
  if (nside == 3)
    return !o->log_x && !o->log_y && !o->x.from && !o->x.to && !o->y.from && !o->y.to
               ? true
               : panels_refuse(p, "a path in space has no logarithmic axes and no ranges; leave "
                                  "--log and the ranges out, or draw two columns");
  made->xlimits = o->x;
  made->ylimits = o->y;
  bool constraint = made->series && sides[1].n == 1 && strcmp(sides[1].items[0], "constraint") == 0;
  bool measured = o->errors || o->relative || o->norm;
  if (constraint && !measured && (!o->log_given || o->log_y))
    return show_constraint(p, made);
  if (!set_logarithms(p, made, o->errors && made->series))
    return false;
  if (made->logarithmic || made->logarithmic_x)
    made->equal = false;
  bool free = !made->logarithmic && !o->y.from && !o->y.to && !measured;
  return made->series && made->ncurve == 1 && free ? show_change(p, made) : true;
}
