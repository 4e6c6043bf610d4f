// Fuzz target: any bytes as an HDF5 file. The library that reads it may crash, hang and take memory
// in its child process; the reader has a table or a sentence.

#include "table/model_text.h"

#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// one file for all inputs, removed at the end
static char path[] = "/tmp/noslip-fuzz-XXXXXX";

static void remove_file(void) {
  unlink(path);
}

static bool write_file(const uint8_t *data, size_t size) {
  static int file = -1;
  if (file < 0) {
    file = mkstemp(path);
    atexit(remove_file);
  }
  return ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == (ssize_t)size;
}

static void read_as(const table_words *words) {
  static const table_limits small = {.columns = 1000, .numbers = 100000, .seconds = 1};
  char why[512] = "";
  const table_reading r = {path, &small, why, sizeof why, words};
  table t = {0};
  if (!table_read_hdf5(&t, &r) && !why[0])
    abort();
  table_free(&t);
  if (words && words->others)
    table_texts_free(words->others);
}

static void read_model(void) {
  static const table_limits small = {.columns = 1000, .numbers = 100000, .seconds = 1};
  char why[512] = "";
  const table_reading r = {path, &small, why, sizeof why, NULL};
  table_model m = {0};
  if (!table_model_hdf5(&m, &r) && !why[0])
    abort();
  table_model_free(&m);
}

// its rows, its events, and its model
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const kinds[] = {"impact", "off"};
  static table_texts names;
  static const table_words words = {"events", kinds, 2, &names};
  if (!write_file(data, size))
    return 0;
  read_as(NULL);
  read_as(&words);
  read_model();
  return 0;
}
