// Work that may crash, in a child process with limits. The parent reads what the child writes, and
// learns how it ended.

#pragma once

#include "table/table.h"

#include <sys/types.h>

typedef void isolate_work(const void *context, FILE *out);

typedef struct isolated {
  pid_t child;
  FILE *in;  // what the child writes
} isolated;

// Start the work in a child that may use this many seconds of computing, and this many bytes more
// than this process has now. False: there is no child.
bool isolate_begin(isolated *i, isolate_work *work, const void *context, int seconds, size_t bytes);

// how a child ended
typedef enum isolate_end_kind { ISOLATE_DONE, ISOLATE_CRASHED, ISOLATE_SLOW } isolate_end_kind;

// Wait for the child; what it still wants to write is lost.
isolate_end_kind isolate_end(isolated *i);
