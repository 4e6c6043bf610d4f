// --at "0.1,0.25,1": times that have a row.

#pragma once

#include "noslip.h"

typedef struct row_times {
  double *list;  // n, in the order of the run
  int n, next;   // the first that has no row yet
  bool back;     // the run goes backwards
} row_times;

// Read the option for a run at its start that has this many whole steps planned; an exit status, after
// a sentence if it is not exit_done. NULL is no option. To be freed in every case.
int row_times_read(row_times *t, const char *text, noslip_run *run, long steps);

// The same for a run that stands somewhere on its way, where `next` of them have their rows.
int row_times_resume(row_times *t, const char *text, bool back, int next);

// Is there a time without a row up to where the run stands? It is taken off the list.
bool row_times_next(row_times *t, const noslip_run *run, double *time);

void row_times_free(row_times *t);
