// A build without HDF5: the contracts of hdf5.c and ensemble_hdf5.c, and the sentence that says so.

#include "output/ensemble.h"
#include "output/plain.h"
#include "output/sweep.h"

static void refuse(char *why, size_t size, const char *path) {
  snprintf(why, size, "cannot write `%s`: this build has no HDF5; use .csv", plain_name(path));
}

sink *hdf5_open(const char *path, char *why, size_t size) {
  refuse(why, size, path);
  return NULL;
}

bool ensemble_hdf5(const ensemble_file *f, const noslip_ensemble_result *r, const char *trouble,
                   const provenance *from, const ensemble_starts *starts) {
  (void)r, (void)trouble, (void)from, (void)starts;
  refuse(f->why, f->size, f->path);
  return false;
}

bool sweep_hdf5(const ensemble_file *f, const sweep_view *v, const char *trouble,
                const provenance *from) {
  (void)v, (void)trouble, (void)from;
  refuse(f->why, f->size, f->path);
  return false;
}

bool ensemble_writes_hdf5(void) {
  return false;
}
