// The parts of a sweep between its files: the result, and what the work needs.

#pragma once

#include "study/swept.h"

enum { nstatistic = 8 };  // of a quantity: the arrays of noslip_sweep_quantity

// the result, and the memory behind it
typedef struct sweep {
  noslip_sweep_result result;
  arena arena;
  noslip_sweep_point *points;
  noslip_sweep_quantity *quantities;
  double *statistics;  // nquantity x nstatistic x npoint
} sweep;

// what is not needed after the call
typedef struct work {
  sweep *sweep;
  noslip_context *context;
  const noslip_sweep_options *options;
  noslip_ensemble_options runs;  // all members of all points
  arena arena;
  swept swept;
  spread *ends;        // nquantity: of the ends of the members of a point
  double *low, *high;  // nquantity: of all their output times
  int nslot;
  bool keeping;  // `keep` wants more
  noslip_status status;
} work;

// statistic k of a quantity, npoint numbers
double *sweep_statistic(const sweep *s, int quantity, int k);

// sweep_points.c: run number `member` goes to its point
noslip_status sweep_take(work *w, int member, const swept_slot *s);
