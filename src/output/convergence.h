// A study of convergence for a person, for a program, for a spreadsheet and as a figure.

#pragma once

#include "noslip.h"
#include "output/figure.h"

#include <stdio.h>

// "q", "p", "multiplier"
const char *convergence_word(noslip_column c);

// "the exact solution", "half the step (Richardson)", "rattle with h = 0.001"
void convergence_against(FILE *out, const noslip_convergence *r);

// the table of errors and local slopes, then slopes, ranges and cost of each method
void convergence_table(FILE *out, const noslip_convergence *r);

// one object and a newline; `trouble`, if not NULL, is the last of the warnings
void convergence_json(FILE *out, const noslip_convergence *r, const char *trouble);

// one line of names, then one line per method and step; the same study gives the same bytes
void convergence_csv(FILE *out, const noslip_convergence *r);

// The panels: errors over steps, one panel per column that has any, and a guide with the slope that
// theory has for each order. False when there is no memory; free in both cases. No panel: there is
// nothing to draw.
typedef struct convergence_figure {
  panel panels[NOSLIP_COLUMNS];
  int npanel;
  char title[256];
  double *numbers;
  curve *curves;
  char (*names)[32];  // of the guides
} convergence_figure;

bool convergence_draw(convergence_figure *p, const noslip_convergence *r);
void convergence_figure_free(convergence_figure *p);
