#include "output/marks.h"

#include <math.h>

size_t marks_thin(double *x, const event_marks *m, const window *w) {
  double least = marks_distance*(w->xmax - w->xmin)/w->width;
  size_t n = 0;
  for (size_t i = 0; i < m->n; i++) {
    double t = m->times[i];
    if (t >= w->xmin && t <= w->xmax && (n == 0 || fabs(t - x[n - 1]) >= least))
      x[n++] = t;
  }
  return n;
}

// a few pixels above the axis
double marks_height(const panel *p, const window *w) {
  static const double above = 6;
  double share = above/w->height;
  if (p->logarithmic)
    return w->ymin*pow(w->ymax/w->ymin, share);
  return w->ymin + share*(w->ymax - w->ymin);
}
