// A failure: its status and the sentence for the user. It needs no memory of its own, so that
// running out of memory can be reported too.

#pragma once

#include "noslip/base.h"

#include <stdarg.h>

enum { failure_length = 4096 };  // a few lines: longer sentences are cut

// bytes [from, to) of the sentence
typedef struct failure_span {
  size_t from, to;
} failure_span;

// What the sentence consists of, for noslip_last_diagnostic. All zero: it has no place and no hint.
typedef struct failure_parts {
  int line, column, length;  // from 1, in characters; line 0: no place
  int source_column;         // column within `source`
  failure_span file, message, source, hint;
} failure_parts;

typedef struct failure {
  noslip_status status;
  char sentence[failure_length];
  failure_parts parts;
} failure;

// set the failure and return its status: `return fail(why, NOSLIP_ERROR_MODEL, "...");`
__attribute__((format(printf, 3, 4))) noslip_status fail(failure *why, noslip_status status,
                                                         const char *format, ...);

// append to the sentence
__attribute__((format(printf, 2, 3))) void fail_more(failure *why, const char *format, ...);

// append what may be done about it: "; did you mean `theta`?"; `before` is what joins it to the rest
__attribute__((format(printf, 3, 4))) void fail_hint(failure *why, const char *before,
                                                     const char *format, ...);

// fail with the sentence of a cause behind one's own: "stopped at t = 3: ..."; its hint stays one
__attribute__((format(printf, 4, 5))) noslip_status fail_because(failure *why, noslip_status status,
                                                                 const failure *cause,
                                                                 const char *format, ...);

// the message of the sentence: what `parts` says, otherwise its first line without the hint
failure_span failure_message(const failure *why);

// the same sentence for every allocation that fails
noslip_status fail_memory(failure *why);
