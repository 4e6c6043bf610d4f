// A build without HDF5: the same contract, and the sentence that says so.

#include "output/ensemble.h"

#include "output/plain.h"

bool ensemble_hdf5(const ensemble_file *f, const noslip_ensemble_result *r, const char *trouble,
                   const provenance *from, const ensemble_starts *starts) {
  (void)r, (void)trouble, (void)from, (void)starts;
  snprintf(f->why, f->size, "cannot write `%s`: this build has no HDF5; use .csv",
           plain_name(f->path));
  return false;
}

bool ensemble_writes_hdf5(void) {
  return false;
}
