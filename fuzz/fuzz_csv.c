// Fuzz target: any bytes as a CSV file. A table or a sentence; nothing may crash, leak or hang.

#include "table/table.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// every number is looked at, so that one which is not there is noticed
static void look_at(const table *t) {
  for (int j = 0; j < t->ncolumn; j++)
    for (size_t i = 0; i < t->nrow; i++) {
      volatile double x = t->columns[j][i];
      (void)x;
    }
}

static void read_as(const uint8_t *data, size_t size, const table_words *words) {
  static const table_limits small = {.columns = 1000, .numbers = 100000, .seconds = 1};
  char why[512] = "";
  const table_reading r = {"fuzz.csv", &small, why, sizeof why, words};
  table t = {0};
  FILE *file = size > 0 ? fmemopen((void *)(uintptr_t)data, size, "rb") : NULL;
  if (!file)
    return;
  if (table_read_csv(&t, &r, file))
    look_at(&t);
  else if (!why[0])
    abort();
  table_free(&t);
  fclose(file);
}

// as a table of numbers, and as one of events
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const kinds[] = {"impact", "off"};
  static const table_words words = {"events", kinds, 2};
  read_as(data, size, NULL);
  read_as(data, size, &words);
  return 0;
}
