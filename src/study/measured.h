// What a study compares: positions, momenta and multipliers of a node, one after the other in one
// array.

#pragma once

#include "model/model.h"
#include "noslip/study.h"

typedef struct measured {
  int n[NOSLIP_COLUMNS];      // components of each column
  int begin[NOSLIP_COLUMNS];  // where they begin in the array
  int total;
  const char **names;  // total  momenta have those of their coordinates
  int *place;          // n[Q]   which entries of NOSLIP_STATE are positions; of an overdetermined
                       // n[P]   DAE, after these, which are its z
} measured;

// What there is to measure, by any run of the model; false when there is no memory.
bool measured_init(measured *m, arena *a, const noslip_run *run, const noslip_model *model);

// x = the numbers of the node
void measured_read(double *x, const measured *m, noslip_run *run);

// the place of a component in the array, -1 if there is none of this name
int measured_find(const measured *m, noslip_column column, const char *name);
