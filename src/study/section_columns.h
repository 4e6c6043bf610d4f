// The columns of the points of a section: those of a row of a trajectory, then the axes of `plot`
// that are not among them.

#pragma once

#include "model/model.h"
#include "run/crossing.h"

enum { section_most_axes = 3 };

typedef struct section_columns {
  const char **names;  // n
  int n;
  int axes[section_most_axes];  // naxis: the column of each axis
  int naxis;
  int own[section_most_axes];  // nown: the axes that have a column of their own, at the end
  int nown;
} section_columns;

// the columns of a section, by any run of its model; false when there is no memory
bool section_columns_init(section_columns *c, arena *a, const noslip_run *run, const section *of);

// x (n) = the point where the run of the crossing stands
void section_columns_read(const section_columns *c, double *x, const crossing *at);
