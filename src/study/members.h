// The members of an ensemble, a batch at a time: each run leaves its numbers in a slot of its own,
// so that what is made of them afterwards does not know which thread has computed which.

#pragma once

#include "model/model.h"
#include "noslip/study.h"
#include "run/run.h"

#include <stdatomic.h>

// what a member has left
typedef struct slot {
  double *x;  // ntime x nquantity: energy, invariants (changes since the start), observables
  int rows;   // of x that are filled
  double time;
  long steps, iterations;
  noslip_status status;
  char trouble[failure_length];  // unless the status is NOSLIP_OK or NOSLIP_STOPPED
} slot;

// what all members have in common, and the batch
typedef struct members {
  noslip_model *model;
  const noslip_ensemble_options *options;
  noslip_run *like;  // as many steps as all together; the others have its backend
  long nstep, every;
  int ntime, nquantity;
  int nchange;  // of the quantities: these are changes since the start
  int threads;
  noslip_context **contexts;  // threads
  noslip_start **starts;      // threads x nkey, scratch
  slot *slots;                // of the batch
  int first;                  // the member of slot 0
  atomic_long done;           // steps of all members
  long total;
  atomic_bool telling;  // a thread is in the progress
  atomic_bool stopped;  // the progress wants no more
} members;

// the options of the run of a member; `starts` (nkey) is filled, and must live as long
noslip_run_options members_options(const members *m, int member, noslip_start *starts);

// the numbers of a node, nquantity
void members_read(double *x, noslip_run *run);

// compute the members first .. first + count - 1 into the slots
void members_compute(members *m, int first, int count);
