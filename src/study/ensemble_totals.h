// What an ensemble has made of the members so far, written or read: statistics, and what is told of
// each member.

#pragma once

#include "noslip/study.h"
#include "study/packed.h"

typedef struct ensemble_totals {
  noslip_ensemble_result *result;   // its counts, and the sizes of what follows
  noslip_ensemble_member *members;  // nmember
  double *extremes;                 // nmember x 2 nquantity
  int *counts;                      // ntime
  spread *spreads;                  // ntime x nquantity
  arena *arena;                     // for sentences
  double *ends;                     // nmember x nend
} ensemble_totals;

// of the first `folded` members
void ensemble_totals_transfer(const ensemble_totals *e, int folded, transfer *t);
