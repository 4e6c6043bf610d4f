// Ranges of axes, and the marks at them.

#pragma once

#include "output/thin.h"

typedef struct range {
  double least, most;
} range;

extern const range range_empty;

void range_include(range *r, double x);

// a point becomes a range, and rounding errors a straight line
void range_widen(range *r);

// some air at both ends
void range_pad(range *r);

// The window of a panel: everything that can be drawn, or what its limits say, some air around it,
// and one unit as long on both axes if the panel asks for it. False if there is nothing to draw.
bool axes_window(window *w, const panel *p, const place *at);

enum { axes_most_marks = 100, axes_number_size = 96 };

// mark k of an axis that begins at `least`
double axes_mark(double least, double step, int k);

// The number at a mark, as gnuplot reads it: 0.25, or 2.5 times a power of ten, which is the same for
// all marks of an axis. `largest` is the largest size on it; text has axes_number_size bytes.
void axes_number(char *text, double x, double step, double largest);

// pixels that the numbers at the marks of the y axis take at most, about
double axes_label_width(const panel *p, const window *w);

// the same for marks at these distances
double axes_numbers_width(double least, double most, double step);

// a round distance of marks, so that there are at most `marks` of them, or three
double axes_step(double least, double most, double marks);

// the same for marks of the y axis
double axes_step_upwards(const window *w);

// the same for marks of the x axis, whose numbers stand side by side: at least `distance` pixels from
// one to the next
double axes_step_across(double least, double most, double width, double distance);

// Marks of a logarithmic axis, at most `room` (3 or more) of them: powers of ten, or 1, 2 and 5 times
// those; returns how many.
int axes_factors(double *marks, double least, double most, int room);
