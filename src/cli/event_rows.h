// The events that lie beside the rows of a run: NAME.events.csv, or the group `events` of an HDF5 file.

#pragma once

#include "noslip.h"
#include "table/table.h"

typedef struct event_rows {
  table table;        // one row for each event
  table_texts names;  // of contacts
  const char *path;   // of their file; NULL: there are none
  char beside[4096];
} event_rows;

typedef struct event_row {
  double time, impulse, change;  // of the energy; NaN: it is not known
  int kind;                      // of noslip_event_kind; -1: none that is known
  const char *name;              // of the contact; "": it is not known
} event_row;

// Read the events that belong to a file of rows. Without them there are none; if they cannot be read, a
// warning says so. To be freed in every case.
void event_rows_read(event_rows *e, const char *rows);
void event_rows_free(event_rows *e);

// event i, of e->table.nrow
event_row event_rows_get(const event_rows *e, size_t i);
