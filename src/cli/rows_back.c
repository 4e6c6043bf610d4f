#include "cli/rows_back.h"

#include "cli/command.h"
#include "cli/message.h"
#include "output/replace.h"
#include "output/sink.h"
#include "table/table.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// row by row, 8 bytes a number, the lowest first
static void print_rows(FILE *out, const void *context) {
  const table *t = context;
  for (size_t i = 0; i < t->nrow; i++)
    for (int j = 0; j < t->ncolumn; j++) {
      uint64_t word;
      memcpy(&word, &t->columns[j][i], sizeof word);
      for (int k = 0; k < 8; k++)
        fputc((int)(word >> 8*k & 0xff), out);
    }
}

static int write_rows(const table *t, const char *path) {
  return replace_write(path, print_rows, t, false)
             ? exit_done
             : message_wrong("cannot write `%s`, which the run goes on with", path);
}

int rows_back(const char *path) {
  char why[512], *beside = malloc(strlen(path) + sizeof ".rows");
  table t = {0};
  int status = beside ? exit_done : message_failed("no memory");
  if (beside)
    strcpy(stpcpy(beside, path), ".rows");
  bool gone = beside && !sink_is_csv(path) && access(beside, F_OK) != 0 && access(path, F_OK) == 0;
  if (gone)
    status = table_read(&t, path, &table_usual, why, sizeof why) ? write_rows(&t, beside)
                                                                 : message_wrong("%s", why);
  table_free(&t);
  free(beside);
  return status;
}
