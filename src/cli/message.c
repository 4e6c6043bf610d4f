#include "cli/message.h"

#include "cli/command.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void say(const char *format, va_list list) {
  fflush(stdout);
  fputs("noslip: ", stderr);
  vfprintf(stderr, format, list);
  fputc('\n', stderr);
}

int message_wrong(const char *format, ...) {
  va_list list;
  va_start(list, format);
  say(format, list);
  va_end(list);
  return exit_wrong;
}

int message_failed(const char *format, ...) {
  va_list list;
  va_start(list, format);
  say(format, list);
  va_end(list);
  return exit_failed;
}

// "path:..."
static bool has_place(const char *sentence, const char *path) {
  size_t length = path ? strlen(path) : 0;
  return length > 0 && strncmp(sentence, path, length) == 0 && sentence[length] == ':';
}

int message_library(const noslip_context *context, noslip_status status, const char *path) {
  const char *sentence = noslip_last_error(context);
  size_t length = strlen(sentence);
  bool ended = length > 0 && sentence[length - 1] == '\n';
  fflush(stdout);
  fprintf(stderr, "%s%s%s", has_place(sentence, path) ? "" : "noslip: ", sentence,
          ended ? "" : "\n");
  return status == NOSLIP_ERROR_MEMORY || status == NOSLIP_ERROR_STEP ? exit_failed : exit_wrong;
}
