#include "cli/message.h"

#include "base/shown.h"
#include "cli/command.h"
#include "output/plain.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- sentences with names in them

// longer words than this are cut in the middle: a path may be long, an argument may have no end
enum { word_longest = 200 };

// a text of others in its format, "%s" or "%.60s"
static void print_text(const char *format, const char *text) {
  char *copy = strdup(text);
  if (copy)
    shown_words(copy, word_longest);
  fprintf(stderr, format, copy ? copy : "...");
  free(copy);
}

// one conversion, from % to its letter
static void print_one(const char *conversion, size_t length, va_list *list) {
  char format[16];
  assert(length < sizeof format);  // of formats in this program
  memcpy(format, conversion, length);
  format[length] = 0;
  bool is_long = format[length - 2] == 'l';
  switch (format[length - 1]) {
  case 's': print_text(format, plain_name(va_arg(*list, const char *))); break;
  case 'g': fprintf(stderr, format, va_arg(*list, double)); break;
  case 'd':
    if (is_long)
      fprintf(stderr, format, va_arg(*list, long));
    else
      fprintf(stderr, format, va_arg(*list, int));
    break;
  case '%': fputc('%', stderr); break;
  default: assert(false);  // message.h lists the conversions
  }
}

static void print(const char *format, va_list *list) {
  while (*format) {
    size_t text = strcspn(format, "%");
    fwrite(format, 1, text, stderr);
    format += text;
    if (!*format)
      return;
    size_t length = 1 + strcspn(format + 1, "sdg%") + 1;
    print_one(format, length, list);
    format += length;
  }
}

static void say(const char *format, va_list *list) {
  fflush(stdout);
  fputs("noslip: ", stderr);
  if (strcmp(format, "%s") == 0)
    print_text(format, plain_sentence(va_arg(*list, const char *)));
  else
    print(format, list);
  fputc('\n', stderr);
}

int message_wrong(const char *format, ...) {
  va_list list;
  va_start(list, format);
  say(format, &list);
  va_end(list);
  return exit_wrong;
}

int message_failed(const char *format, ...) {
  va_list list;
  va_start(list, format);
  say(format, &list);
  va_end(list);
  return exit_failed;
}

void message_warning(const char *sentence) {
  fflush(stdout);
  fprintf(stderr, "noslip: warning: %s\n", plain_sentence(sentence));
}

// ---- sentences of others

// the sentence, with the path in it as one line
static void print_about(const char *path, const char *sentence) {
  char *copy = strdup(sentence);
  const char *rest = copy ? copy : "no memory";
  bool searched = copy && path && plain_name(path) != path;
  for (char *at; searched && (at = strstr(rest, path)); rest = at + strlen(path)) {
    *at = 0;
    fprintf(stderr, "%s%s", plain_text(rest), plain_name(path));
  }
  fputs(plain_text(rest), stderr);
  free(copy);
}

int message_about(const char *path, const char *sentence) {
  fflush(stdout);
  fputs("noslip: ", stderr);
  print_about(path, sentence);
  fputc('\n', stderr);
  return exit_wrong;
}

// "path:..."
static bool has_place(const char *sentence, const char *path) {
  size_t length = path ? strlen(path) : 0;
  return length > 0 && strncmp(sentence, path, length) == 0 && sentence[length] == ':';
}

int message_library(const noslip_context *context, noslip_status status, const char *path) {
  const char *sentence = plain_options(noslip_last_error(context));
  size_t length = strlen(sentence);
  bool ended = length > 0 && sentence[length - 1] == '\n';
  fflush(stdout);
  fputs(has_place(sentence, path) ? "" : "noslip: ", stderr);
  print_about(path, sentence);
  fputs(ended ? "" : "\n", stderr);
  return status == NOSLIP_ERROR_MEMORY || status == NOSLIP_ERROR_STEP ? exit_failed : exit_wrong;
}
