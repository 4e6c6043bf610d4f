// Markup in tests: are all elements closed, in the right order?

#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { markup_deepest = 400, markup_longest_name = 24 };

// the name of a tag at `at`, behind < or </
static inline void markup_name(char name[markup_longest_name], const char *at) {
  size_t n = strcspn(at, " />\n");
  snprintf(name, markup_longest_name, "%.*s", (int)n, at);
}

static inline bool markup_is_void(const char *name) {
  static const char *const words[] = {"meta", "br", "input", "!doctype", "!DOCTYPE"};
  for (size_t i = 0; i < sizeof words/sizeof *words; i++)
    if (strcmp(words[i], name) == 0)
      return true;
  return false;
}

// What is inside scripts and styles is passed over. True, or a sentence is printed.
static inline bool markup_is_closed(const char *text) {
  static char open[markup_deepest][markup_longest_name];
  char name[markup_longest_name];
  int depth = 0;
  for (const char *at = strchr(text, '<'); at; at = strchr(at, '<')) {
    const char *end = strchr(at, '>');
    bool closing = at[1] == '/';
    markup_name(name, at + 1 + closing);
    if (!end || name[0] == 0 || strchr("=&", name[0])) {
      printf("not a tag: %.40s\n", at);
      return false;
    }
    at = end + 1;
    if (closing && (depth == 0 || strcmp(open[--depth], name) != 0)) {
      printf("</%s> closes %s\n", name, depth >= 0 && depth < markup_deepest ? open[depth] : "");
      return false;
    }
    if (closing || end[-1] == '/' || markup_is_void(name))
      continue;
    if (depth == markup_deepest)
      return false;
    memcpy(open[depth++], name, sizeof name);
    if (strcmp(name, "script") == 0 || strcmp(name, "style") == 0)
      at = strstr(at, strcmp(name, "script") == 0 ? "</script>" : "</style>");
    if (!at)
      return false;
  }
  return depth == 0;
}
