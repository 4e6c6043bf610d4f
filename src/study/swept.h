// The runs of a sweep, a batch at a time: each leaves what it was in a slot of its own.

#pragma once

#include "noslip/sweep.h"
#include "run/row.h"
#include "study/crew.h"
#include "study/kept.h"
#include "study/ledger.h"
#include "study/spent.h"
#include "study/spread.h"

enum { swept_name = 64 };

// what a run has left
typedef struct swept_slot {
  spread *course;  // nquantity: over its output times
  double *end;     // nquantity: at its last node, behind them as many for the start
  double *kept;    // rows x kept.n: the trajectory, if it is kept; of the memory of the context
  size_t room;     // numbers that have room there
  int rows;        // of it
  bool begun;      // the start is noted
  long taken;      // steps
  double energy_error, constraint_error;
  noslip_verdict_word verdict;
  spent spent;
  noslip_status status;
  char stopped[swept_name];      // the `stop` that has ended it, "" if none
  char trouble[failure_length];  // unless the status is NOSLIP_OK or NOSLIP_STOPPED
} swept_slot;

typedef struct swept {
  crew crew;
  int n;               // quantities
  int *place;          // n: in a row of all that there are
  bool *change;        // n: it is a change since the start
  const char **names;  // n
  int all;             // numbers of such a row
  swept_slot *slots;   // of the batch
  kept kept;           // the trajectories, if these are kept
  double **rows;       // threads x all, scratch
  double kept_rows;    // at most
  int first;           // the run of slot 0
  ledger ledger;
} swept;

// Choose the quantities that the options ask for among those of a run; a name that is none is an
// error.
noslip_status swept_choose(swept *m, arena *a, noslip_run *run, const noslip_sweep_options *o,
                           failure *why);

// room for a row of each thread, after crew_begin; false: no memory
bool swept_begin(swept *m, arena *a);

// Keep trajectories: their columns, and the rows of the longest run, kept_rows. A failure if these do not
// fit into memory.
noslip_status swept_keep(swept *m, arena *a, noslip_run *run, failure *why);

// free the trajectories of the slots
void swept_free(swept *m, int nslot, const memory *from);

// what a run has left so far, written or read: `member` of a ledger
void swept_transfer(swept *m, int i, transfer *t);

// compute the runs first .. first + count - 1 into the slots
void swept_compute(swept *m, int first, int count);
