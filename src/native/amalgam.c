#include "native/amalgam.h"

#include "native/sources.h"

#include <assert.h>
#include <string.h>

static bool is_there(const amalgam *a, const char *name) {
  for (int i = 0; i < a->ndone; i++)
    if (strcmp(a->done[i], name) == 0)
      return true;
  return false;
}

static const amalgam_change *change_of(const amalgam *a, const char *name) {
  for (int i = 0; i < a->nchange; i++)
    if (strcmp(a->changes[i].instead, name) == 0)
      return &a->changes[i];
  return NULL;
}

// the name in a line `#include "name"`, into `name`; false if the line is another one
static bool reads_include(const char *line, char *name, size_t size) {
  static const char word[] = "#include \"";
  if (strncmp(line, word, sizeof word - 1) != 0)
    return false;
  const char *start = line + sizeof word - 1;
  size_t length = strcspn(start, "\"\n");
  if (length >= size)
    return false;
  memcpy(name, start, length);
  name[length] = 0;
  return true;
}

// a list that is read where it stands, several times
static bool is_list(const char *name) {
  size_t length = strlen(name);
  return length > 4 && strcmp(name + length - 4, ".inl") == 0;
}

// the line after this one
static const char *next_line(const char *line) {
  size_t length = strcspn(line, "\n");
  return line + length + (line[length] == '\n');
}

static bool is_line(const char *line, const char *start) {
  return strncmp(line, start, strlen(start)) == 0;
}

// is it a line of the file alone, and not of the whole?
static bool is_dropped(const amalgam *a, const char *line) {
  return is_line(line, "#include \"") || is_line(line, "#pragma once") ||
         (a->has_headers && is_line(line, "#include <"));
}

// the text without what is dropped; of several empty lines one stays
static void add_text(amalgam *a, const char *text) {
  bool empty = true;
  for (const char *line = text, *next; *line; line = next) {
    next = next_line(line);
    char included[80];
    if (reads_include(line, included, sizeof included) && is_list(included)) {
      const char *list = source_text(included);
      text_add(a->out, list, strlen(list));
      continue;
    }
    if (is_dropped(a, line) || (empty && *line == '\n'))
      continue;
    text_add(a->out, line, (size_t)(next - line));
    empty = *line == '\n';
  }
  if (!empty)
    text_add(a->out, "\n", 1);
}

void amalgam_add(amalgam *a, const char *name) {
  if (is_there(a, name) || a->ndone == amalgam_most)
    return;
  const amalgam_change *change = change_of(a, name);
  const char *text = change ? change->by : source_text(name);
  assert(text);  // a kernel includes only kernels: tests/native/test_native.c tries them all
  if (!text)
    return;

  a->done[a->ndone++] = change ? change->instead : source_name(name);
  char included[80];
  for (const char *line = text; *line; line = next_line(line))
    if (reads_include(line, included, sizeof included) && !is_list(included))
      amalgam_add(a, included);
  if (a->ruled)
    text_print(a->out, "// ---- %s\n\n", name);
  add_text(a, text);
}
