// The group `events` of an HDF5 file: one dataset per column, a row for each event of the run. Texts
// have a fixed length, so that a file that is cut off can be read.

#pragma once

#include "hdf5/load.h"
#include "noslip.h"

enum {
  hdf5_events_columns = 6,
  hdf5_events_kind = 8,   // bytes of a kind
  hdf5_events_name = 64,  // of the name of a contact; what is longer is cut
};

typedef struct hdf5_events {
  hid_t group;  // 0: the model has no contacts
  hid_t sets[hdf5_events_columns];
  hid_t types[hdf5_events_columns];  // in memory and in the file
  long written;
} hdf5_events;

// Make the group if the run has contacts. Every call returns false when HDF5 could not do it.
bool hdf5_events_begin(hdf5_events *e, hid_t file, const noslip_run *run);

// the events since the last call
bool hdf5_events_follow(hdf5_events *e, const noslip_run *run);

// work of contact forces, penetration, and events that have no row, as attributes of the group
bool hdf5_events_end(hdf5_events *e, const noslip_run *run);

void hdf5_events_close(hdf5_events *e);
