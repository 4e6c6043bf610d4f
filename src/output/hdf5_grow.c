#include "output/hdf5_grow.h"

hdf5_growth hdf5_growth_begin(hsize_t chunk) {
  hsize_t none = 0, any = H5S_UNLIMITED;
  hdf5_growth g = {
      .space = H5Screate_simple(1, &none, &any),
      .made = H5Pcreate(H5P_DATASET_CREATE),
      .access = H5Pcreate(H5P_DATASET_ACCESS),
  };
  H5Pset_chunk(g.made, 1, &chunk);
  H5Pset_obj_track_times(g.made, false);
  H5Pset_chunk_cache(g.access, 0, 0, 1);
  return g;
}

void hdf5_growth_end(const hdf5_growth *g) {
  H5Pclose(g->access);
  H5Pclose(g->made);
  H5Sclose(g->space);
}

bool hdf5_append(hid_t set, hid_t type, hsize_t rows, hsize_t count, const void *values) {
  hsize_t total = rows + count;
  if (H5Dset_extent(set, &total) < 0)
    return false;
  hid_t space = H5Dget_space(set), memory = H5Screate_simple(1, &count, NULL);
  bool done = H5Sselect_hyperslab(space, H5S_SELECT_SET, &rows, NULL, &count, NULL) >= 0 &&
              H5Dwrite(set, type, memory, space, H5P_DEFAULT, values) >= 0;
  H5Sclose(memory);
  H5Sclose(space);
  return done;
}
