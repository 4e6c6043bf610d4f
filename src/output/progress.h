// A progress bar with the time left, on a terminal only.

#pragma once

#include <stdbool.h>
#include <stdio.h>

typedef struct progress {
  FILE *out;
  long steps;           // in all
  bool shown;           // `out` is a terminal
  double began, drawn;  // seconds
} progress;

// `wanted` false: nothing is ever shown
void progress_begin(progress *p, FILE *out, long steps, bool wanted);

// after step k; draws at most ten times a second
void progress_update(progress *p, long k);

// clear the line
void progress_end(progress *p);
