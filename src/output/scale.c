#include "output/scale.h"

#include <assert.h>

bool figure_has_scale(const panel *p) {
  return p->scale || (p->ncurve == 1 && p->curves[0].colour);
}

range scale_range(const panel *p) {
  range r = range_empty;
  assert(figure_has_scale(p));
  if (p->scale) {
    int last = p->ncurve > 1 ? p->ncurve - 1 : 1;
    for (int k = 0; k < p->ncurve; k++)
      last = p->curves[k].hue - 1 > last ? p->curves[k].hue - 1 : last;
    return (range){p->first, p->first + last};
  }
  const curve *c = &p->curves[0];
  for (size_t i = 0; i < c->n; i++)
    if (figure_drawable(c->colour[i]))
      range_include(&r, c->colour[i]);
  if (r.least > r.most)
    r = (range){0, 1};
  range_widen(&r);
  return r;
}

double scale_step(const panel *p, double height) {
  static const double apart = 60;  // pixels
  range r = scale_range(p);
  double step = axes_step(r.least, r.most, fmin(height/apart, 8));
  return p->scale ? fmax(step, 1) : step;
}

double scale_margin(const panel *p) {
  enum { before = 8, after = 8, usual_height = 300, least = 80 };
  range r = scale_range(p);
  double numbers = axes_numbers_width(r.least, r.most, scale_step(p, usual_height));
  return fmax(scale_gap + scale_width + before + numbers + after, least);
}
