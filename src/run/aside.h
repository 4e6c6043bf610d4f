// Steps beside a run: from the node before its last step, or from where it stands now, to somewhere
// else; and back. The run goes on as if nothing had been asked.
//
//   places    before, the last node; after, where the run has come to
//   stand     a step of length h from a place, of the method of the run

#pragma once

#include "run/run.h"

typedef enum aside_place { ASIDE_BEFORE, ASIDE_AFTER } aside_place;

typedef struct aside {
  noslip_run *run;
  stepper *stepper;  // its own: the run's keeps its extrapolation and its counters. NULL: the run
                     // has contacts, and its places are kept with all they carry
  void *carried;     // room for what it carries
  state before, after;  // the places
  bool noted;           // events of its steps are those of the run: it stays there
} aside;

// Is there another way than from node to node? Not without matrices, with contacts of pairs.
bool aside_there(const noslip_run *r);

// False when there is no memory. Allocates in the arena of the run, a step then allocates nothing.
bool aside_init(aside *a, noslip_run *r);

// where the run stands is that place, from now on; and put the run there
void aside_keep(aside *a, aside_place place);
void aside_take(aside *a, aside_place place);

// put the run where a step of length h from a place leads
noslip_status aside_stand(aside *a, aside_place place, double h, failure *why);

// put the run back: to the place after
void aside_return(aside *a);

// around visits that must leave no trace in last digits: what the stepper carries, and where the
// next Legendre transform starts
void aside_begin(aside *a);
void aside_end(aside *a);
