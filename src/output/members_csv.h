// The trajectories of the members of an ensemble as one CSV file: a column `member`, then those of a
// run. The file appears when it is complete.

#pragma once

#include "noslip.h"
#include "output/lines.h"

typedef struct members_csv {
  lines lines;
  bool open, begun;
  bool failed;  // lines.why says why
} members_csv;

// false with a sentence in lines.why
bool members_csv_open(members_csv *m, const char *path);

// a noslip_keep; the context is the members_csv
bool members_csv_add(void *context, const noslip_member_rows *rows);

// the last call after success; false with a sentence
bool members_csv_end(members_csv *m);
void members_csv_free(members_csv *m);
