// A build without HDF5: the same contract, and the sentence that says so.

#include "output/ensemble.h"

bool ensemble_hdf5(const char *path, const noslip_ensemble_result *r, const char *trouble,
                   const provenance *from, const ensemble_starts *starts, char *why, size_t size) {
  (void)r, (void)trouble, (void)from, (void)starts;
  snprintf(why, size, "cannot write `%s`: this build has no HDF5; use .csv", path);
  return false;
}

bool ensemble_writes_hdf5(void) {
  return false;
}
