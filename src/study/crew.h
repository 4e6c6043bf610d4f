// One model from many starts, on several threads: what such studies have in common. The model is
// shared, since a run does not write to it; everything else belongs to a thread.

#pragma once

#include "model/model.h"
#include "noslip/study.h"
#include "run/run.h"
#include "study/variant.h"

#include <stdatomic.h>

// what the options of a run point to
typedef struct crew_scratch {
  noslip_start *starts;          // nkey
  noslip_parameter *parameters;  // nkey
} crew_scratch;

typedef struct crew {
  noslip_model *model;
  const noslip_ensemble_options *options;
  bool whole;        // runs as by themselves: monitors, stops, a last step that is shorter
  bool resizes;      // members may have other unknowns: a size is among the keys
  bool rest;         // runs end with a last step that is shorter, where the end asks for it
  bool meet;         // runs with steps of their own end together, by a last step that is shorter
  noslip_run *like;  // a run of as many steps as all together; the others have its backend
  long nstep;        // of each member; 0: not known yet, or they differ
  keys keys;         // what the keys of the options stand for
  int threads;
  noslip_context **contexts;  // threads
  crew_scratch *scratch;      // threads
  noslip_model *live;   // with the parameters of the keys live; NULL: they cannot be, or none are
  variant first;        // otherwise: the model of `like`, where parameters differ
  variant *variants;    // and threads: the models of the members
  atomic_long done;     // of all members, in steps or whatever `total` counts
  long each, total;     // of one member, of all of them
  atomic_bool telling;  // a thread is in the progress callback
  atomic_bool stopped;  // the progress callback returned false
} crew;

// numbers of members and threads, keys, starts; `what` has members: "an ensemble"
noslip_status crew_check(const noslip_ensemble_options *o, const char *what, failure *why);

// the options of the run of a member; the scratch is filled, and must live as long
noslip_run_options crew_options(const crew *c, int member, const crew_scratch *scratch);

// Find out what the keys are, and make a run of the first member that can be made: it shows mistakes
// and what there is to measure. To be freed.
noslip_status crew_first(crew *c, noslip_context *context, arena *a, noslip_run **run, int *member);

// Whether compiling pays depends on the steps of all members: `like` is made as if it took them
// all, and the other runs have the backend that it has.
noslip_status crew_backend(crew *c, noslip_context *context, arena *a, int member, long steps);

// what a run warns of, with the number of its member, and what is to be said of all; NULL: no memory
const char **crew_warnings(const crew *c, arena *a, noslip_run *run, int member, int *count);

// The run of a member, in the context of a thread; to be freed before the next one of this thread.
noslip_status crew_run(crew *c, int member, int thread, noslip_run **run);

// has a run the columns of `like`, as many of each kind?
bool crew_same_columns(const crew *c, const noslip_run *run);

// contexts and scratch of all threads; false: no memory. crew_end in both cases.
bool crew_begin(crew *c, const memory *own, arena *a);
void crew_end(crew *c);

// time of a clock that only goes forward
double crew_seconds(void);

// Count what was done, and call the progress, unless another thread is calling it.
void crew_tell(crew *c, long more);

static inline bool crew_stopped(crew *c) {
  return atomic_load(&c->stopped);
}

// a failure of a member, not of the study
static inline bool crew_is_trouble(noslip_status status) {
  return status == NOSLIP_ERROR_STEP || status == NOSLIP_ERROR_MODEL;
}
