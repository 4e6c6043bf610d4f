#include "base/failure.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

noslip_status fail(failure *why, noslip_status status, const char *format, ...) {
  va_list list;
  va_start(list, format);
  assert(status != NOSLIP_OK);
  why->status = status;
  vsnprintf(why->sentence, sizeof why->sentence, format, list);
  va_end(list);
  why->parts = (failure_parts){0};
  return status;
}

static void append(failure *why, const char *format, va_list list) {
  size_t used = strlen(why->sentence);
  assert(why->status != NOSLIP_OK && used < sizeof why->sentence);
  vsnprintf(why->sentence + used, sizeof why->sentence - used, format, list);
}

void fail_more(failure *why, const char *format, ...) {
  va_list list;
  va_start(list, format);
  append(why, format, list);
  va_end(list);
}

void fail_hint(failure *why, const char *before, const char *format, ...) {
  va_list list;
  fail_more(why, "%s", before);
  why->parts.hint.from = strlen(why->sentence);
  va_start(list, format);
  append(why, format, list);
  va_end(list);
  why->parts.hint.to = strlen(why->sentence);
}

noslip_status fail_because(failure *why, noslip_status status, const failure *cause,
                           const char *format, ...) {
  va_list list;
  assert(cause != why);
  fail(why, status, "%s", "");
  va_start(list, format);
  append(why, format, list);
  va_end(list);
  const size_t before = strlen(why->sentence);
  const failure_span hint = cause->parts.hint;
  fail_more(why, "%s", cause->sentence);
  if (hint.to > 0)
    why->parts.hint = (failure_span){before + hint.from, before + hint.to};
  return status;
}

failure_span failure_message(const failure *why) {
  const failure_parts *parts = &why->parts;
  if (parts->message.to > 0)
    return parts->message;
  size_t to = strcspn(why->sentence, "\n");
  // a hint on the same line, and what joins it
  if (parts->hint.to > 0 && parts->hint.from <= to)
    for (to = parts->hint.from; to > 0 && strchr("; (", why->sentence[to - 1]);)
      to--;
  return (failure_span){0, to};
}

noslip_status fail_memory(failure *why) {
  return fail(why, NOSLIP_ERROR_MEMORY, "out of memory");
}
