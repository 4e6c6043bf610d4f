// The steps of a run that somebody looks at: with a progress bar, until its plan, its model or Ctrl-C ends
// it.

#pragma once

#include "noslip.h"

typedef struct step_loop {
  noslip_context *context;
  noslip_run *run;
  long planned, taken;
  bool stopped;           // the model has ended it before its plan
  int (*see)(void *who);  // at the start and after each step; an exit status
  void *who;
} step_loop;

// An exit status, after a sentence if it is not exit_done.
int step_loop_take(step_loop *l);
