// The scale of colours at the right of a panel: of time along one curve, or of the numbers of many.

#pragma once

#include "output/axes.h"

// what the scale shows; the panel has one (figure_has_scale)
range scale_range(const panel *p);

// a round distance of its marks, on a scale of this height in pixels
double scale_step(const panel *p, double height);

// pixels from the axes to the right edge of the panel, with room for its numbers
double scale_margin(const panel *p);

enum { scale_gap = 14, scale_width = 9 };  // pixels from the axes to the scale, and across it
