#include "cli/quote.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool is_plain(const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "-_=+./:,@%";
  return word[0] && word[strspn(word, plain)] == 0;
}

// it's becomes 'it'\''s': end the quotes, a quote of its own, begin again
static char *add(char *to, const char *word) {
  *to++ = ' ';
  if (is_plain(word))
    return stpcpy(to, word);
  *to++ = '\'';
  for (; *word; word++)
    if (*word == '\'')
      to = stpcpy(to, "'\\''");
    else
      *to++ = *word;
  *to++ = '\'';
  *to = 0;
  return to;
}

char *quote_command(int argc, char **argv) {
  static const char tool[] = "noslip";
  size_t size = sizeof tool;
  for (int i = 0; i < argc; i++)
    size += 4*strlen(argv[i]) + 3;
  char *text = malloc(size), *to = text;
  if (!text)
    return NULL;
  to = stpcpy(to, tool);
  for (int i = 0; i < argc; i++)
    to = add(to, argv[i]);
  return text;
}
