// What `noslip plot` shows: words such as x:y or x,y:t, and the columns of a table, become panels.

#pragma once

#include "output/figure.h"
#include "table/table.h"

enum { panels_most = 12, panels_curves = 16, panels_label = 160 };

// the curves of one panel and their texts
typedef struct panel_parts {
  curve curves[panels_curves];
  char names[panels_curves][panels_label];
  char xlabel[panels_label], ylabel[panels_label];
} panel_parts;

typedef struct panels {
  const table *table;
  int n;
  panel list[panels_most];  // n
  panel_parts parts[panels_most];
  int nmade;
  double *made[panels_most*(2*panels_curves + 1)];  // numbers that are not in the table
  char why[512];
} panels;

// One panel per word:
//
//   word  = names [ ":" names ]              against t, if there is no second part
//   names = name { "," name }
//
// a:b has a to the right and b upwards, but t is always to the right. Lists of the same length make
// one curve per pair, one name serves a list of any length. A name is a column, or energy-error.
// Names may contain : and , themselves: the longest column that fits is taken.
//
// False with a sentence in p->why; free in both cases.
bool panels_read(panels *p, const table *t, const char *const *words, int n);

// The panels for no words at all: the first two positions, the energy error, the constraint.
bool panels_default(panels *p, const table *t);

void panels_free(panels *p);
