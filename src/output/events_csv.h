// Events as CSV: NAME.events.csv beside the rows of NAME.csv, one line per event.

#pragma once

#include "output/events.h"
#include "output/lines.h"

typedef struct events_csv {
  lines lines;   // the caller ends and frees them
  long written;  // events so far
} events_csv;

// Open the file and write its header; false with a sentence in e->lines.why, and nothing to free.
bool events_csv_open(events_csv *e, const char *path);

// the events since the last call
bool events_csv_follow(events_csv *e, const noslip_run *run);
