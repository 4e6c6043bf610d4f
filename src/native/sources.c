#include "native/sources.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static const struct {
  const char *name, *text;
} sources[] = {
#define SOURCE(name, text) {name, text},
#include "sources.inl"
#undef SOURCE
};

enum { count = sizeof sources/sizeof *sources };

static int find(const char *name) {
  for (int i = 0; i < count; i++)
    if (strcmp(sources[i].name, name) == 0)
      return i;
  return -1;
}

const char *source_text(const char *name) {
  int i = find(name);
  return i < 0 ? NULL : sources[i].text;
}

const char *source_name(const char *name) {
  int i = find(name);
  return i < 0 ? NULL : sources[i].name;
}

const char *source_digest(void) {
  static const char digest[] =
#include "sources_digest.inl"
      ;
  return digest;
}

const char *source_at(int i) {
  assert(i >= 0);
  return i < count ? sources[i].text : NULL;
}
