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
  return status;
}

void fail_more(failure *why, const char *format, ...) {
  va_list list;
  size_t used = strlen(why->sentence);
  assert(why->status != NOSLIP_OK && used < sizeof why->sentence);
  va_start(list, format);
  vsnprintf(why->sentence + used, sizeof why->sentence - used, format, list);
  va_end(list);
}

noslip_status fail_memory(failure *why) {
  return fail(why, NOSLIP_ERROR_MEMORY, "out of memory");
}
