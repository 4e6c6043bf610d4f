// A comparison of methods for a person, for a program, for a spreadsheet and as a figure.

#pragma once

#include "noslip.h"
#include "output/figure.h"

#include <stdio.h>

// one line per method: order, largest errors, trend of the energy, cost
void comparison_table(FILE *out, const noslip_comparison *r);

// one object and a newline; `trouble`, if not NULL, is the last of the warnings
void comparison_json(FILE *out, const noslip_comparison *r, const char *trouble);

// one line of names, then one line per method and sample; the same study gives the same bytes
void comparison_csv(FILE *out, const noslip_comparison *r);

// The panels: errors over time, one panel for each of energy, constraint and invariants that has
// any, one curve per method. False when there is no memory; free in both cases. No panel: there is
// nothing to draw.
typedef struct comparison_figure {
  panel *panels;  // npanel
  int npanel;
  char title[256];
  double *numbers;
  curve *curves;
  char (*labels)[128];  // of the panels
} comparison_figure;

bool comparison_draw(comparison_figure *p, const noslip_comparison *r);
void comparison_figure_free(comparison_figure *p);
