#include "cli/quote.h"

#include "output/plain.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_plain(const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "-_=+./:,@%";
  return word[0] && word[strspn(word, plain)] == 0;
}

// room for any word: four bytes for each of it, and what stands around
static size_t size_of(const char *word) {
  return 4*strlen(word) + 4;
}

// it's becomes 'it'\''s': end the quotes, a quote of its own, begin again
static char *add_quoted(char *to, const char *word) {
  *to++ = '\'';
  for (; *word; word++)
    if (*word == '\'')
      to = stpcpy(to, "'\\''");
    else
      *to++ = *word;
  return stpcpy(to, "'");
}

// hidden characters byte by byte, as \033
static char *add_escaped(char *to, const char *word) {
  to = stpcpy(to, "$'");
  for (int length; *word; word += length) {
    int c = plain_read(word, &length);
    for (int i = 0; i < length; i++)
      if (c == plain_invalid || plain_is_hidden(c))
        to += sprintf(to, "\\%03o", (unsigned char)word[i]);
      else if (c == '\'' || c == '\\')
        to += sprintf(to, "\\%c", c);
      else
        *to++ = word[i];
  }
  return stpcpy(to, "'");
}

static char *add(char *to, const char *word) {
  if (is_plain(word))
    return stpcpy(to, word);
  return plain_name(word) == word ? add_quoted(to, word) : add_escaped(to, word);
}

char *quote_word(const char *word) {
  char *text = malloc(size_of(word));
  if (text) {
    char *end = add(text, word);
    assert((size_t)(end - text) < size_of(word));
    (void)end;
  }
  return text;
}

char *quote_command(int argc, char **argv) {
  static const char tool[] = "noslip";
  size_t size = sizeof tool;
  for (int i = 0; i < argc; i++)
    size += 1 + size_of(argv[i]);
  char *text = malloc(size), *to = text;
  if (!text)
    return NULL;
  to = stpcpy(to, tool);
  for (int i = 0; i < argc; i++) {
    *to++ = ' ';
    to = add(to, argv[i]);
  }
  assert((size_t)(to - text) < size);
  return text;
}
