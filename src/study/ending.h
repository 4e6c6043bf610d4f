// One run to its end, and the numbers there.

#pragma once

#include "study/measured.h"
#include "study/spent.h"

typedef struct ending {
  bool reached;  // otherwise x has no meaning
  double *x;     // what->total
  spent spent;
  const char *trouble;  // why it was not reached; NULL: it was
} ending;

// what all runs of a study have in common
typedef struct runner {
  noslip_context *context;
  noslip_model *model;
  arena *arena;  // for sentences
  const noslip_converge_options *options;
  const measured *what;
  double *look;                 // what->total  a node on the way
  double size[NOSLIP_COLUMNS];  // largest |x_i| so far of each column
  long done, total;             // steps, for the progress
} runner;

// Take n steps of h. A run that cannot be made and a step that fails are the trouble of *out;
// NOSLIP_STOPPED if the progress callback returned false.
noslip_status ending_compute(ending *out, runner *r, const char *method, double h, long n);
