// A build without HDF5: the same contract, and the sentence that says so.

#include "output/plain.h"
#include "output/sink.h"

#include <stdio.h>

sink *hdf5_open(const char *path, char *why, size_t size) {
  snprintf(why, size, "cannot write `%s`: this build has no HDF5; use .csv", plain_name(path));
  return NULL;
}
