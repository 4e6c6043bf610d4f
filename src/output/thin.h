// Fewer points that make the same figure.

#pragma once

#include "output/figure.h"

// the rectangle a curve is drawn into: ranges of the axes, and how many pixels they have
typedef struct window {
  double xmin, xmax, ymin, ymax;
  double width, height;
  bool log_x, log_y;  // which axes are logarithmic
} window;

// can the point be drawn on such axes?
bool window_shows(const window *w, double x, double y);

enum { thin_most = 100000 };  // points of a trajectory

// Choose points of a curve: index[0..] gets their numbers in order, -1 for a gap. Returns how many.
// `index` has room for the points of the curve and a gap for each. Of a marked curve all are kept.
//
// If x only grows (or only falls), at most four points per pixel of the width are kept: the first,
// the last, the lowest and the highest. Otherwise a point goes that is nearer than half a pixel to
// the last one kept; and if more than thin_most are left, only pieces of the curve are kept, evenly
// spread over its length, so that no line is drawn which is not part of the curve. Points that
// cannot be drawn are gaps; of those outside of the window the ones are kept that have a neighbour
// inside, or on another side of it. Dotted curves have one point per pixel, and no more than the curve
// allows.
size_t thin_curve(long *index, const curve *c, const window *w);
