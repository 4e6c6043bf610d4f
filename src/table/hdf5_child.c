#include "table/hdf5_child.h"

#include "hdf5/load.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const size_t for_the_library = (size_t)1 << 29;  // bytes

bool hdf5_damaged(const table_reading *r) {
  return table_refuse(r, "%s: the file is damaged: HDF5 cannot read it", r->path);
}

bool hdf5_put_text(FILE *out, const char *text) {
  uint32_t length = (uint32_t)strlen(text);
  return fwrite(&length, sizeof length, 1, out) == 1 && fwrite(text, 1, length, out) == length;
}

char *hdf5_get_text(FILE *in, size_t longest) {
  uint32_t length;
  if (fread(&length, sizeof length, 1, in) != 1 || length > longest)
    return NULL;
  char *text = malloc((size_t)length + 1);
  if (!text || fread(text, 1, length, in) != length) {
    free(text);
    return NULL;
  }
  text[length] = 0;
  return text;
}

bool hdf5_in_child(const table_reading *r, isolate_work *work, size_t bytes, hdf5_receive *receive,
                   void *to) {
  isolated child;
  char missing[400];
  if (!hdf5_load(missing, sizeof missing))
    return table_refuse(r, "cannot read `%s`: %s", r->path, missing);
  if (!isolate_begin(&child, work, r, r->limits->seconds, bytes + for_the_library))
    return table_refuse(r, "cannot read `%s`: no process for HDF5", r->path);
  bool good = receive(to, r, child.in);
  switch (isolate_end(&child)) {
  case ISOLATE_DONE: return good;
  case ISOLATE_SLOW:
    return table_refuse(r, "%s: the file is damaged: HDF5 did not come to an end with it", r->path);
  case ISOLATE_CRASHED: break;
  }
  // a sentence of ours stays; a child that broke its pipe because we refused has not crashed
  return good ? hdf5_damaged(r) : false;
}
