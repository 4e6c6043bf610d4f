// Datasets of one dimension that grow while they are written.

#pragma once

#include "hdf5/load.h"

#include <stdbool.h>

// How they are made: without times of creation, so that the same command gives the same bytes; and
// without a cache, so that chunks have their places in the file before a flush.
typedef struct hdf5_growth {
  hid_t space, made, access;
} hdf5_growth;

// `chunk` rows are stored together
hdf5_growth hdf5_growth_begin(hsize_t chunk);
void hdf5_growth_end(const hdf5_growth *g);

// Behind the `rows` that a dataset has, `count` more; false when HDF5 could not do it.
bool hdf5_append(hid_t set, hid_t type, hsize_t rows, hsize_t count, const void *values);
