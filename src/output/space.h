// Paths in space: a box with three edges that have marks, seen from above and from the right.
//
//   u = x cos a + y sin a                         to the right
//   v = z cos e + (y cos a - x sin a) sin e       upwards
//
// x, y and z run from 0 to the lengths of the edges. The floor and the two walls behind have lines at
// the marks. Everything is in pixels from the lower left corner of the panel.

#pragma once

#include "output/axes.h"

typedef struct space {
  range box[3];
  double step[3];       // of the marks
  double length[3];     // of the edges
  double numbers[3];    // pixels of the widest number at each
  double scale;         // pixels of length 1
  double left, bottom;  // where the corner x = y = z = 0 is
  double width;         // of the panel
} space;

// The box of a panel; false if there is nothing to draw.
bool space_open(space *s, const panel *p, const place *at);

// u and v of a point
void space_project(const space *s, const double point[3], double out[2]);

// The panel as one in the plane: its curves have u and v instead of their coordinates. False when
// there is no memory; free in both cases.
bool space_flatten(const space *s, const panel *p, panel *flat);
void space_free(panel *flat);

// Lines of the frame: pairs of points, from[k] to to[k]; returns how many. `fine`: those at the marks,
// otherwise the edges.
enum { space_most_lines = 64 };
int space_lines(const space *s, bool fine, double from[][2], double to[][2]);

// Mark k of an edge: its number, and the point of its text; false: there is no mark k with a number.
bool space_mark(const space *s, int edge, int k, double *number, double out[2]);

// the point of the name of an edge, for a name of this many pixels
void space_name(const space *s, int edge, double wide, double out[2]);
