// A study as its user sees it: a bar that shows how far it is, and Ctrl-C, which ends it.

#pragma once

#include "output/progress.h"

typedef struct watching {
  bool quiet;  // no bar
  bool begun;
  long done, total;  // steps
  double began;      // on the clock of output/clock.h
  progress bar;
} watching;

// from here on Ctrl-C ends the study
void watching_begin(watching *w, bool quiet);

// a noslip_progress; the context is the watching
bool watching_go_on(void *context, long done, long total);

// clear the bar
void watching_end(watching *w);

// how long it has taken so far
double watching_seconds(const watching *w);

// warnings of a study, for a user who does not see its table
void watching_warnings(const char *const *notes, int n);
