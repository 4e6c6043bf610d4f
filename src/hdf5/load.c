#define HDF5_OWN_NAMES  // here they are those of the library
#include "hdf5/load.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

hdf5_table hdf5_loaded;

// some names are macros: the library has what these stand for
#define TEXT(name) #name
#define CALL(name) {TEXT(name), offsetof(hdf5_table, of_##name)},
static const struct {
  const char *name;
  size_t at;
} entries[] = {
#include "hdf5/calls.inl"
};
#undef CALL

static bool fill(hdf5_table *t, void *library, char *why, size_t size) {
  for (size_t i = 0; i < sizeof entries/sizeof *entries; i++) {
    void *entry = dlsym(library, entries[i].name);
    if (!entry) {
      snprintf(why, size,
               "the HDF5 library has no `%s`; install the version that this build was "
               "made with, or use .csv",
               entries[i].name);
      return false;
    }
    memcpy((char *)t + entries[i].at, &entry, sizeof entry);
  }
  return true;
}

bool hdf5_fill(hdf5_table *t, const char *const *libraries, char *why, size_t size) {
  void *library = NULL, *own = dlopen(NULL, RTLD_LAZY);
  // A program that is linked to HDF5 has it already, and has copies of its numbers.
  if (own && dlsym(own, "H5open"))
    library = own;
  for (int i = 0; libraries[i] && !library; i++)
    library = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *said = dlerror();
    snprintf(why, size, "the HDF5 library cannot be loaded: %s; install it, or use .csv",
             said ? said : libraries[0]);
    return false;
  }
  return fill(t, library, why, size);
}

// where the system looks for libraries, then where this build has found it
bool hdf5_load(char *why, size_t size) {
  static const char *const libraries[] = {HDF5_NAME, HDF5_PATH, NULL};
  static bool loaded;
  loaded = loaded || hdf5_fill(&hdf5_loaded, libraries, why, size);
  return loaded;
}
