// Sentences for the user, on standard error. The functions return the exit status that goes with
// them. Whatever they are given is made plain (output/plain.h) before it is printed.

#pragma once

#include "noslip.h"

// "noslip: " and the sentence; exit_wrong. A text in it is a name of one line, unless the format is
// "%s" alone: then it is a sentence, which may have several. Conversions: %s, %d, %ld, %g and %%,
// with a precision if need be.
__attribute__((format(printf, 1, 2))) int message_wrong(const char *format, ...);

// "noslip: " and the sentence; exit_failed
__attribute__((format(printf, 1, 2))) int message_failed(const char *format, ...);

// a sentence of others about the file `path`; exit_wrong
int message_about(const char *path, const char *sentence);

// The last error of the library. A sentence about a place in the file `path` begins with the place,
// not with "noslip: "; path may be NULL.
int message_library(const noslip_context *context, noslip_status status, const char *path);

// "noslip: warning: " and the sentence
void message_warning(const char *sentence);
