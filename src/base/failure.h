// A failure: its status and the sentence for the user. It needs no memory of its own, so that
// running out of memory can be reported too.

#pragma once

#include "noslip/base.h"

#include <stdarg.h>

enum { failure_length = 4096 };  // a few lines: longer sentences are cut

typedef struct failure {
  noslip_status status;
  char sentence[failure_length];
} failure;

// set the failure and return its status: `return fail(why, NOSLIP_ERROR_MODEL, "...");`
__attribute__((format(printf, 3, 4))) noslip_status fail(failure *why, noslip_status status,
                                                         const char *format, ...);

// append to the sentence
__attribute__((format(printf, 2, 3))) void fail_more(failure *why, const char *format, ...);

// the same sentence for every allocation that fails
noslip_status fail_memory(failure *why);
