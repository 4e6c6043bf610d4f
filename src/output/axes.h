// Ranges of axes.

#pragma once

#include "output/thin.h"

// The window of a panel: everything that can be drawn, some air around it, and one unit as long on
// both axes if the panel asks for it. False if a curve, or a panel without one, has nothing to
// draw.
bool axes_window(window *w, const panel *p, const place *at);

enum { axes_mark_distance = 40 };  // pixels between marks of the y axis, at least

// digits that the labels of an axis need, to tell its two ends apart
int axes_digits(double least, double most);

// pixels that the numbers at the marks of the y axis take at most, about
double axes_label_width(const panel *p, const window *w);

// a round distance of marks, so that there are at most `marks` of them, or three
double axes_step(double least, double most, double marks);
