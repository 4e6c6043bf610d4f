// How curves look: colours, dashes and points, so that no two curves of a panel look the same.

#pragma once

#include "output/figure.h"

#include <stdio.h>

// as many curves as look different, without a scale of colours
enum { curve_looks = 28 };

// The look of curve k of a panel, of which n points are drawn, as gnuplot reads it: "lines ...
// linecolor ... dashtype ...".
void curve_style_write(FILE *to, const panel *p, int k, size_t n);

// the same as dashes that are as long as they are broad
void curve_style_dashes(FILE *to, const panel *p, int k);

// the same as points that are large enough to show their colour, for the key of a dotted curve
void curve_style_sample(FILE *to, const panel *p, int k);

// a colour that models know by its name, as 0xRRGGBB; black for all others
unsigned curve_style_colour(const char *name);

// is the curve coloured along its way, by its own numbers?
bool curve_style_is_coloured(const panel *p, const curve *c);
