// A build without HDF5: the same contract, and the sentence that says so.

#include "table/model_text.h"

bool table_read_hdf5(table *t, const table_reading *r) {
  (void)t;
  return table_refuse(r, "cannot read `%s`: this build has no HDF5; use .csv", r->path);
}

bool table_model_hdf5(table_model *m, const table_reading *r) {
  (void)m;
  return table_refuse(r, "cannot read `%s`: this build has no HDF5; use .csv", r->path);
}
