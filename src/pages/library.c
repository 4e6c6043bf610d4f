// Of noslip(3): the functions of a public header, in the order of the file.

#include "pages/pages.h"

#include <ctype.h>
#include <string.h>

// the name of the function at or behind `NOSLIP_API`: noslip_..., followed by a parenthesis
static const char *find_name(const char *at, size_t *length) {
  for (at = strstr(at, "noslip_"); at; at = strstr(at + *length, "noslip_")) {
    *length = 0;
    while (isalnum((unsigned char)at[*length]) || at[*length] == '_')
      ++*length;
    if (at[*length] == '(')
      return at;
  }
  return NULL;
}

// functions that take a struct have a size in the library, and are called without
static size_t without_size(const char *name, size_t length) {
  static const char end[] = "_sized";
  size_t n = strlen(end);
  return length > n && memcmp(name + length - n, end, n) == 0 ? length - n : length;
}

void library_functions(roff *r, const char *header, const char *text) {
  char word[128];
  bool first = true;
  snprintf(word, sizeof word, "`noslip/%s`", header);
  for (const char *at = text; (at = strstr(at, "\nNOSLIP_API "));) {
    size_t length = 0;
    const char *name = find_name(at, &length);
    if (!name)
      break;
    if (first)
      roff_item(r, word, strlen(word));
    snprintf(word, sizeof word, "%s`%.*s()`", "", (int)without_size(name, length), name);
    at = name + length;
    if (strstr(at, "\nNOSLIP_API "))
      strcat(word, ",");
    roff_words(r, word, strlen(word));
    first = false;
  }
  roff_end_text(r);
}
