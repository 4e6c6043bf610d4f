// One short run of a method on a model: what its steps cost, and how large its error is.

#pragma once

#include "noslip/study.h"
#include "study/measured.h"

// what all trials of a model have in common
typedef struct tryout {
  noslip_context *context;
  noslip_model *model;
  bool project;
  double most_work;  // operations of one trial at most
  double until;      // the time, by tryout_now, at which it has to end in any case
  measured what;
} tryout;

// how it ended
typedef struct tryout_end {
  double *x;               // what.total, of the caller; NULL: not wanted
  double *quarter, *half;  // likewise, after a quarter and half of the steps, a multiple of 4
  noslip_status status;
  bool late;             // it was stopped, because it takes too much work or time
  long taken;            // steps
  double work, seconds;  // of a step: operations, and the least of some means
  double energy_error;   // largest on the way; NaN: there is no energy, or it need not be constant
  int order;
  int unknowns;  // of its largest linear system
} tryout_end;

// seconds that the caller has computed so far
double tryout_now(void);

// Take `steps` steps of size h. On failure the sentence is that of the context.
void tryout_run(tryout_end *out, const tryout *t, const char *name, double h, long steps);

// The largest difference of positions and of momenta, each relative to its largest number; NaN if
// one is.
double tryout_distance(const measured *m, const double *x, const double *y);
