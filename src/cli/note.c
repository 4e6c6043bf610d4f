#include "cli/note.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---------------------------------------------------------------------------------------------
// writing

static void put_text(FILE *out, const char *key, const char *text) {
  if (!text)
    return;
  fprintf(out, "%s ", key);
  for (; *text; text++)
    if (*text == '\n' || *text == '\\')
      fputs(*text == '\n' ? "\\n" : "\\\\", out);
    else
      fputc(*text, out);
  fputc('\n', out);
}

char *note_print(const note *n) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  if (!out)
    return NULL;
  put_text(out, "directory", n->directory);
  for (int i = 0; i < n->argc; i++)
    put_text(out, "word", n->argv[i]);
  fprintf(out, "seconds %.17g\nwritten %ld\ntimes %d\nrows %ld\nevents %ld\nnevent %ld\n",
          n->seconds, n->written, n->times, n->place.rows, n->place.events, n->place.nevent);
  put_text(out, "older", n->place.older);
  put_text(out, "events_older", n->place.events_older);
  if (fclose(out) == 0)
    return text;
  free(text);
  return NULL;
}

char *note_command(int argc, char **argv, double seconds, const sink_place *place) {
  char *directory = getcwd(NULL, 0);
  note n = {.argc = argc, .argv = argv, .directory = directory, .seconds = seconds};
  if (place)
    n.place = *place;
  char *text = directory ? note_print(&n) : NULL;
  free(directory);
  return text;
}

// ---------------------------------------------------------------------------------------------
// reading

// a text of `length` bytes with its escapes undone; the caller frees it
static char *get_text(const char *from, size_t length) {
  char *text = malloc(length + 1), *to = text;
  for (size_t i = 0; text && i < length; i++) {
    bool escaped = from[i] == '\\' && i + 1 < length;
    *to++ = !escaped ? from[i] : from[i + 1] == 'n' ? '\n' : from[i + 1];
    i += escaped;
  }
  if (text)
    *to = 0;
  return text;
}

static bool add_word(note *n, char *word) {
  char **longer = word ? realloc(n->argv, ((size_t)n->argc + 2)*sizeof *longer) : NULL;
  if (!longer) {
    free(word);
    return false;
  }
  n->argv = longer;
  n->argv[n->argc++] = word;
  n->argv[n->argc] = NULL;
  return true;
}

// a count from 0 to `most`, all of the text
static bool get_count(const char *text, long most, long *out) {
  char *end;
  errno = 0;
  *out = strtol(text, &end, 10);
  return !errno && end != text && *end == 0 && *out >= 0 && *out <= most;
}

static bool set_text(const char **to, char *text) {
  free((char *)*to);
  *to = text;
  return text != NULL;
}

static bool take_number(note *n, const char *key, const char *value) {
  long times = 0, *counts[] = {&n->written, &n->place.rows, &n->place.events, &n->place.nevent};
  const char *const names[] = {"written", "rows", "events", "nevent"};
  for (int i = 0; i < 4; i++)
    if (strcmp(key, names[i]) == 0)
      return get_count(value, 1L << 62, counts[i]);
  if (strcmp(key, "seconds") == 0) {
    n->seconds = strtod(value, NULL);
    return n->seconds > 0;
  }
  bool good = strcmp(key, "times") == 0 && get_count(value, 1 << 30, &times);
  n->times = (int)times;
  return good;
}

// one line; `value` is the caller's no more
static bool take(note *n, const char *key, char *value) {
  if (strcmp(key, "word") == 0)
    return add_word(n, value);
  const char *const names[] = {"directory", "older", "events_older"};
  const char **texts[] = {(const char **)&n->directory, &n->place.older, &n->place.events_older};
  for (int i = 0; i < 3; i++)
    if (strcmp(key, names[i]) == 0)
      return set_text(texts[i], value);
  bool good = value && take_number(n, key, value);
  free(value);
  return good;
}

static bool read_line(note *n, const char *line, size_t length) {
  char key[16];
  const char *space = memchr(line, ' ', length);
  size_t word = space ? (size_t)(space - line) : length;
  if (!space || word >= sizeof key)
    return false;
  memcpy(key, line, word);
  key[word] = 0;
  return take(n, key, get_text(space + 1, length - word - 1));
}

bool note_read(note *n, const char *text) {
  *n = (note){.owned = true};
  bool good = true;
  while (good && *text) {
    size_t length = strcspn(text, "\n");
    good = read_line(n, text, length);
    text += length + (text[length] == '\n');
  }
  return good && n->argc > 0 && n->directory && n->seconds > 0;
}

void note_free(note *n) {
  if (!n->owned)
    return;
  for (int i = 0; i < n->argc; i++)
    free(n->argv[i]);
  free(n->argv);
  free(n->directory);
  free((char *)n->place.older);
  free((char *)n->place.events_older);
  *n = (note){0};
}
