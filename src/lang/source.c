// Reading a file, and showing a place in it.

#include "lang/source.h"

#include "base/shown.h"
#include "base/text.h"
#include "lang/utf8.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
  line_longest = 100,  // characters of a line that are shown
  line_before = 60,    // of them before the place, if the line is longer
  sentence_longest = 1024,
  path_longest = 400,  // bytes of the name of a file in a sentence
};

static bool is_standard_input(const char *path) {
  return strcmp(path, "-") == 0;
}

// the whole file, or its beginning if it is too long; errno tells what went wrong
static bool read_all(const char *path, text_buffer *t) {
  FILE *file = is_standard_input(path) ? stdin : fopen(path, "rb");
  if (!file)
    return false;

  char piece[1 << 14];
  size_t n = 1;
  while (n > 0 && t->length <= source_longest && !t->failed) {
    n = fread(piece, 1, sizeof piece, file);
    text_add(t, piece, n);
  }

  bool good = !ferror(file);
  int error = errno;
  if (file != stdin)
    fclose(file);
  errno = error;
  return good;
}

static noslip_status keep(source *s, arena *a, const char *path, const text_buffer *t) {
  char *name = arena_text(a, path, strlen(path));
  char *copy = arena_text(a, t->data ? t->data : "", t->length);
  if (!name || !copy)
    return NOSLIP_ERROR_MEMORY;
  *s = (source){.name = name, .text = copy, .length = (int)t->length};
  return NOSLIP_OK;
}

noslip_status source_load(source *s, arena *a, const char *path, failure *why) {
  noslip_status status = NOSLIP_OK;
  text_buffer t;
  text_init(&t, a->memory);
  const char *name = is_standard_input(path) ? "stdin" : path;
  const char *shown = strlen(name) > path_longest ? SHOWN(name) : name;

  if (!read_all(path, &t))
    status = fail(why, NOSLIP_ERROR_FILE, "cannot read %s: %s%s", shown, strerror(errno),
                  errno == ENOENT   ? "; give the path of a model file"
                  : errno == EISDIR ? "; give a file"
                                    : "");
  else if (!t.failed && t.length > source_longest)
    status = fail(why, NOSLIP_ERROR_FILE,
                  "cannot read %s: longer than the limit of %d MiB; use families and loops", shown,
                  source_longest >> 20);
  else if (t.failed || keep(s, a, name, &t) != NOSLIP_OK)
    status = fail_memory(why);

  text_free(&t);
  return status;
}

// the line that contains the byte `at`, as bytes [*from, *to) without its end
static void line_around(const source *s, int at, int *from, int *to) {
  assert(0 <= at && at <= s->length);
  int i = at;
  while (i > 0 && s->text[i - 1] != '\n')
    i--;
  *from = i > 0 ? i : utf8_mark(s->text, s->length);
  if (*from > at)
    *from = at;

  const char *newline = memchr(s->text + at, '\n', (size_t)(s->length - at));
  *to = newline ? (int)(newline - s->text) : s->length;
  if (*to > *from && s->text[*to - 1] == '\r')
    --*to;
}

static int inside_text(const source *s, int at) {
  return at < 0 ? 0 : at > s->length ? s->length : at;
}

void source_locate(const source *s, int at, int *line, int *column) {
  int from, to;
  at = inside_text(s, at);
  *line = 1;
  for (int i = 0; i < at; i++)
    *line += s->text[i] == '\n';
  line_around(s, at, &from, &to);
  *column = 1 + utf8_count(s->text + from, at - from);
}

// cut a long line to the characters around the place
static void narrow(const source *s, int at, int *from, int *to) {
  if (utf8_count(s->text + *from, *to - *from) <= line_longest)
    return;

  int start = at;
  for (int count = 0; start > *from && count < line_before; count++) {
    start--;
    while (start > *from && (s->text[start] & 0xC0) == 0x80)
      start--;
  }
  *from = start;
  *to = start + utf8_span(s->text + start, *to - start, line_longest);
}

// The characters of a line as they may be sent to a terminal: what is not text becomes `?`. Before
// the caret (`blank`) there are spaces instead, and the tabs.
static void add_line(failure *why, const source *s, int from, int to, bool blank) {
  char line[4*line_longest + 1];
  int used = 0, length;
  for (int i = from; i < to && used < (int)sizeof line - 4; i += length) {
    int c = utf8_read(s->text + i, to - i, &length);
    bool strange = c == utf8_invalid || utf8_control(c);
    if (c == '\t')
      line[used++] = '\t';
    else if (blank || strange)
      line[used++] = blank ? ' ' : '?';
    else
      for (int k = 0; k < length; k++)
        line[used++] = s->text[i + k];
  }
  line[used] = 0;
  fail_more(why, "%s", line);
}

// the line, and a caret under the place
static void add_place(failure *why, const source *s, int at) {
  int from, to;
  line_around(s, at, &from, &to);
  int begin = from, end = to;
  narrow(s, at, &from, &to);

  fail_more(why, "\n  %s", from > begin ? "..." : "");
  why->parts.source.from = strlen(why->sentence);
  add_line(why, s, from, to, false);
  why->parts.source.to = strlen(why->sentence);
  why->parts.source_column = 1 + utf8_count(s->text + from, at - from);
  fail_more(why, "%s\n  %s", to < end ? "..." : "", from > begin ? "   " : "");
  add_line(why, s, from, at, true);
  fail_more(why, "^");
}

// characters of the name or number at a place; 1 of everything else
static int word_length(const source *s, int at) {
  int count = 0, length;
  for (int i = at; i < s->length; i += length, count++) {
    int c = utf8_read(s->text + i, s->length - i, &length);
    if (!utf8_letter(c) && !('0' <= c && c <= '9'))
      break;
  }
  return count > 1 ? count : 1;
}

// "name:line:column: error: sentence", and where its parts are
static void add_head(failure *why, const source *s, int at, const char *sentence) {
  int line, column;
  source_locate(s, at, &line, &column);
  fail(why, NOSLIP_ERROR_MODEL, "%s:%d:%d: error: ", s->name, line, column);
  const size_t name = strlen(s->name), head = strlen(why->sentence);
  fail_more(why, "%s", sentence);
  why->parts = (failure_parts){.line = line,
                               .column = column,
                               .length = word_length(s, at),
                               .file = {0, name < head ? name : head},
                               .message = {head, strlen(why->sentence)}};
}

noslip_status source_fail(const source *s, int at, failure *why, const char *remedy,
                          const char *format, ...) {
  // before all else: the arguments may point into the old sentence
  char sentence[sentence_longest], advice[sentence_longest];
  va_list list;
  va_start(list, format);
  vsnprintf(sentence, sizeof sentence, format, list);
  va_end(list);
  snprintf(advice, sizeof advice, "%s", remedy ? remedy : "");

  assert(s->name && s->text && s->length >= 0);
  at = inside_text(s, at);
  add_head(why, s, at, sentence);
  add_place(why, s, at);
  if (remedy)
    fail_hint(why, "\n  ", "%s", advice);
  return NOSLIP_ERROR_MODEL;
}
