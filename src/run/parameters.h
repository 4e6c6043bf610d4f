// Live parameters of a run: their values are those of the model until the options or the caller say
// otherwise, and what the model computes from them follows.

#pragma once

#include "base/failure.h"
#include "model/model.h"
#include "noslip/run.h"

typedef struct run_parameters {
  bool *set;       // nlive  by the options or the caller; the others follow those they are made of
  double *before;  // nlive  while new values are tested
  double *work;    // as many as the start of the model has steps
  bool changed;    // after the first step
} run_parameters;

// Take the values of the options, before the start is made of them.
noslip_status parameters_begin(noslip_run *r, const noslip_run_options *o, failure *why);

// What the model computes from initial values and live parameters, in `at`, whose last three fields
// are found here.
noslip_status parameters_follow(noslip_run *r, start_numbers *at, failure *why);

// a constant or parameter of the model, live or not, as the run has it
double parameters_number(const noslip_run *r, int i);

// the restitution of a contact of the model, and of a law of pairs
double parameters_restitution(const noslip_run *r, int i);
double parameters_pair_restitution(const noslip_run *r, int law);
