// What an HDF5 file has beside its columns: where its numbers come from.

#pragma once

#include "hdf5/load.h"
#include "output/sink.h"

// Every call returns false when HDF5 could not do it.

// Before the first row: the file (root group) gets `format`, `version` and `command`, a group
// `model` with name, title, file, text and parameters; `run` gets method, step, every, backend, and
// the state "running".
bool hdf5_notes_begin(hid_t file, hid_t run, const provenance *from);

// After the last row: `run` gets the state "finished" or "stopped", `trouble` if there was any, the
// number of steps, the time, and the largest errors.
bool hdf5_notes_end(hid_t run, noslip_run *from, const char *trouble);

// an attribute with a text; an older one of this name is replaced
bool hdf5_note(hid_t where, const char *name, const char *text);
bool hdf5_number(hid_t where, const char *name, double x);
bool hdf5_count(hid_t where, const char *name, long n);

// a group that knows the order in which its columns were made; negative if it cannot be made
hid_t hdf5_ordered_group(hid_t file, const char *name);

// the group `model` of a file
bool hdf5_notes_model(hid_t file, const provenance *from);

// a dataset of numbers; negative if it cannot be made. A `/` in its name becomes another character,
// and an attribute keeps the name as it was.
hid_t hdf5_column(hid_t where, const char *name, hid_t space, hid_t made, hid_t access);
