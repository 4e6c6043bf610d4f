// Sentences for the user, on standard error. The functions return the exit status that goes with
// them.

#pragma once

#include "noslip.h"

// "noslip: " and the sentence; exit_wrong
__attribute__((format(printf, 1, 2))) int message_wrong(const char *format, ...);

// "noslip: " and the sentence; exit_failed
__attribute__((format(printf, 1, 2))) int message_failed(const char *format, ...);

// The last error of the library. A sentence about a place in the file `path` begins with the place,
// not with "noslip: "; path may be NULL.
int message_library(const noslip_context *context, noslip_status status, const char *path);
