// The events of a run in its pictures: read from what lies beside its rows, and put into groups.

#pragma once

#include "cli/event_rows.h"
#include "cli/panels.h"

enum { plot_events_groups = 3 };

typedef struct plot_events {
  event_marks groups[plot_events_groups];  // those that have events come first
  int n;
  size_t total;      // events
  const char *path;  // of their file; NULL: there are none
  event_rows rows;
} plot_events;

// Read the events that belong to a file of rows: NAME.events.csv, or the group `events` of an HDF5
// file. Without them there are none; if they cannot be read, a warning says so.
void plot_events_read(plot_events *e, const char *rows);

// mark them in all panels against time; the first has them in its key
void plot_events_mark(const plot_events *e, panel *list, int n);

void plot_events_free(plot_events *e);
