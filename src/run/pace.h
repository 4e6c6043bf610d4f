// Progress of many steps, told about ten times a second: the clock is looked at a hundred times a second,
// after a number of steps that follows from how long the last ones took.

#pragma once

#include "noslip/run.h"

typedef struct pace {
  noslip_progress *progress;  // NULL: none
  void *context;
  long done, total;
  long left, stride;    // steps to the next look, and between looks
  double looked, told;  // when, in seconds
} pace;

// before `total` steps of a run
void pace_begin(pace *p, const noslip_run *r, long total);

// the clock; false: the progress callback returned false
bool pace_look(pace *p);

// after some steps, the same: four instructions and a branch where it is not time to look
static inline bool pace_steps(pace *p, long n) {
  p->done += n;
  p->left -= n;
  return p->left > 0 || pace_look(p);
}
