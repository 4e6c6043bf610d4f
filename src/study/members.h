// The members of an ensemble, a batch at a time: each run leaves its numbers in a slot of its own,
// so that what is made of them afterwards does not depend on which thread has computed which.

#pragma once

#include "run/row.h"
#include "study/crew.h"
#include "study/kept.h"
#include "study/ledger.h"
#include "study/spent.h"

// what a member has left
typedef struct slot {
  double *x;     // ntime x nquantity: energy, invariants (changes since the start), observables
  double *kept;  // ntime x kept.n: the trajectory, if it is kept
  double *now;   // nquantity: the numbers of the last node
  double *ends;  // nend: the state at the end
  double *low, *high;  // nquantity: the extremes over the nodes that are looked at
  int rows;            // of x that are filled
  long taken;          // steps
  spent spent;
  noslip_status status;
  char trouble[failure_length];  // unless the status is NOSLIP_OK or NOSLIP_STOPPED
} slot;

// what all members have in common, and the batch
typedef struct members {
  crew crew;
  long every;
  double end;  // the time of the last row
  int ntime, nquantity;
  int nchange;  // of the quantities: these are changes since the start
  bool nodes;   // look at all of them, not at the output times alone
  kept kept;    // the trajectory, if it is kept
  int nend;     // numbers of the state at the end; 0: they are not wanted
  slot *slots;  // of the batch
  int first;    // the member of slot 0
  ledger ledger;
} members;

// is this part of a row among the quantities of an ensemble? They are energy, invariants, observables
bool members_measure(const row_part *p);

// the numbers of a node, nquantity
void members_read(double *x, noslip_run *run);

// what a member has left so far, written or read: `member` of a ledger
void members_transfer(members *m, int i, transfer *t);

// compute the members first .. first + count - 1 into the slots
void members_compute(members *m, int first, int count);
