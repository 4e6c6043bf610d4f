// Events in panels against time: small marks at the lower end of the panel, no more than can be told
// apart.

#pragma once

#include "output/thin.h"

// pixels from one mark to the next of the same kind, at least
enum { marks_distance = 7 };

// The times of the marks that are drawn into a window, into x, which has room for all of them;
// returns how many. One that is too near to the last one is left out.
size_t marks_thin(double *x, const event_marks *m, const window *w);

// where they stand on the y axis
double marks_height(const panel *p, const window *w);
