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

static void add_line(amalgam *a, const char *line, size_t length) {
  static const char once[] = "#pragma once";
  char name[80];
  if (reads_include(line, name, sizeof name))
    amalgam_add(a, name);
  else if (strncmp(line, once, sizeof once - 1) != 0)
    text_add(a->out, line, length);
}

void amalgam_add(amalgam *a, const char *name) {
  if (is_there(a, name) || a->ndone == amalgam_most)
    return;
  const amalgam_change *change = change_of(a, name);
  const char *text = change ? change->by : source_text(name);
  assert(text);  // a kernel includes only kernels: tests/test_native.c tries them all
  if (!text)
    return;

  a->done[a->ndone++] = change ? change->instead : source_name(name);
  for (const char *line = text; *line;) {
    size_t length = strcspn(line, "\n");
    length += line[length] == '\n';
    add_line(a, line, length);
    line += length;
  }
}
