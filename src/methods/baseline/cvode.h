// The integrator of SUNDIALS, CVODE with its backward differentiation formulas, as bdf.h needs it:
// steps of its own choice from a place where its history begins. It is in cvode.c; a build without
// SUNDIALS has cvode_none.c. It prints nothing, and its memory is on the heap of the C library.

#pragma once

#include "base/arena.h"
#include "methods/kernel.h"

typedef struct cvode cvode;

// y' at (t, y)
typedef kernel_result cvode_rate(void *context, double t, const double *y, double *rate);

// the library that is not there; NULL: it is
const char *cvode_missing(void);

// For N numbers with these tolerances; it ends with the arena. NULL: no memory.
cvode *cvode_open(arena *a, int N, double rtol, double atol);

// where it has its rates from
void cvode_connect(cvode *c, cvode_rate *rate, void *context);

// The size of the first step from (t, y), in the direction of h, by the tolerances.
kernel_result cvode_first(cvode *c, double t, const double *y, double h, double *first);

// Begin at (t, y) with a step of this size. False: no memory.
bool cvode_begin(cvode *c, double t, const double *y, double first);

// One step. If it fails, `worst` is the number with the largest error, or without a finite rate; -1
// if the rates could not be had at all.
typedef struct cvode_step {
  double t;       // where it ends
  long rejected;  // attempts before it
  int worst;
} cvode_step;

kernel_result cvode_advance(cvode *c, cvode_step *out);

// y at t within the last step
void cvode_read(cvode *c, double t, double *y);
