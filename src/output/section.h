// The points of a section for a person, for a program, for a spreadsheet and as a figure.

#pragma once

#include "noslip.h"
#include "output/figure.h"

#include <stdio.h>

// "rising", "falling" or "both"
const char *section_direction(noslip_direction d);

// points per start, what is left of the equation, starts that failed or were stopped
void section_table(FILE *out, const noslip_section_result *r);

// one object and a newline; `trouble`, if not NULL, is the last of the warnings
void section_json(FILE *out, const noslip_section_result *r, const char *trouble);

// one line of names, then one line per point, start by start; the same study gives the same bytes
void section_csv(FILE *out, const noslip_section_result *r);

// One panel with two columns of the points, a colour per start. False when there is no memory; free
// in both cases. No curve: there is nothing to draw.
typedef struct section_figure {
  panel panel;
  char title[256];
  double *numbers;
  curve *curves;
} section_figure;

bool section_draw(section_figure *p, const noslip_section_result *r, int x, int y);
void section_figure_free(section_figure *p);
