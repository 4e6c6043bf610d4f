// HDF5, loaded when a file of it is read or written for the first time: it depends on forty other
// libraries, and to link them takes longer than many a run. Whoever includes this header writes
// H5Fopen(...) as ever; the name stands for an entry of a table that hdf5_load has filled.

#pragma once

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct hdf5_table {
#define CALL(name) __typeof__(name) *of_##name;
#include "hdf5/calls.inl"
#undef CALL
} hdf5_table;

extern hdf5_table hdf5_loaded;

// Before everything else, as often as one likes: false with a sentence in `why`, which says what is
// missing and what to do, but not what for.
bool hdf5_load(char *why, size_t size);

// load.c: the table from the first of these libraries that can be loaded, all of it or nothing; the
// names are ended by NULL
bool hdf5_fill(hdf5_table *t, const char *const *libraries, char *why, size_t size);

#ifndef HDF5_OWN_NAMES
#include "hdf5_names.inl"
#endif
