// What a sweep has made of its members so far, written or read: its points, and the one that is not
// complete.

#pragma once

#include "noslip/sweep.h"
#include "study/packed.h"

typedef struct sweep_totals {
  noslip_sweep_result *result;  // its counts, and the sizes of what follows
  noslip_sweep_point *points;   // npoint
  double *statistics;           // nrow x npoint
  int nrow;
  spread *ends;        // nquantity, of the point that is not complete
  double *low, *high;  // nquantity
  arena *arena;        // for sentences
} sweep_totals;

// of the first `folded` members
void sweep_totals_transfer(const sweep_totals *s, int folded, transfer *t);
