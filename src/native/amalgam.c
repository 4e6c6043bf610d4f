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

// the name in a line `#include "name"`, into `name`; false if the line is another one. What does
// not fit is cut off: there is no file of that name.
static bool reads_include(const char *line, char *name, size_t size) {
  static const char word[] = "#include \"";
  if (strncmp(line, word, sizeof word - 1) != 0)
    return false;
  const char *start = line + sizeof word - 1;
  size_t length = strcspn(start, "\"\n");
  assert(length < size);
  length = length < size ? length : size - 1;
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

// what cannot be added: the text must not compile without it
static void add_error(amalgam *a, const char *name, const char *why) {
  text_print(a->out, "#error \"%s: %s\"\n", name, why);
}

// a list, as it stands
static void add_list(amalgam *a, const char *name) {
  const char *list = source_text(name);
  assert(list);
  if (list)
    text_add(a->out, list, strlen(list));
  else
    add_error(a, name, "there is no such text");
}

// the text without what is dropped; of several empty lines one stays
static void add_text(amalgam *a, const char *text) {
  bool empty = true;
  for (const char *line = text, *next; *line; line = next) {
    next = next_line(line);
    char included[80];
    if (reads_include(line, included, sizeof included) && is_list(included)) {
      add_list(a, included);
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
  if (is_there(a, name))
    return;
  const amalgam_change *change = change_of(a, name);
  const char *text = change ? change->by : source_text(name);
  assert(text && a->ndone < amalgam_most);
  if (!text || a->ndone == amalgam_most) {
    add_error(a, name, text ? "there are too many files" : "there is no such text");
    return;
  }

  a->done[a->ndone++] = change ? change->instead : source_name(name);
  char included[80];
  for (const char *line = text; *line; line = next_line(line))
    if (reads_include(line, included, sizeof included) && !is_list(included))
      amalgam_add(a, included);
  if (a->ruled)
    text_print(a->out, "// ---- %s\n\n", name);
  add_text(a, text);
}
