#include "table/model_text.h"

#include <stdlib.h>

bool table_is_hdf5(const char *path) {
  FILE *file = fopen(path, "rb");
  int first = file ? fgetc(file) : EOF;
  if (file)
    fclose(file);
  return first == 0x89;  // no text begins with this byte
}

bool table_read_model(table_model *m, const char *path, const table_limits *limits, char *why,
                      size_t size) {
  const table_reading r = {path, limits, why, size, NULL};
  *m = (table_model){0};
  bool good = table_is_hdf5(path)
                  ? table_model_hdf5(m, &r)
                  : table_refuse(&r, "%s: not an HDF5 file, although it is called one", path);
  if (!good)
    table_model_free(m);
  return good;
}

static void free_notes(table_note *list, int n) {
  for (int i = 0; i < n; i++) {
    free(list[i].name);
    free(list[i].value);
  }
  free(list);
}

void table_model_free(table_model *m) {
  free(m->text);
  free(m->file);
  free_notes(m->parameters, m->nparameter);
  free_notes(m->init, m->ninit);
  free(m->method);
  free(m->step);
  free(m->trouble);
  *m = (table_model){0};
}
