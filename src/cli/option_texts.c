#include "cli/option_texts.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const option_text rows[] = {
#define OPTION(name, commands, argument, values, words, text) \
  {name, commands, argument, VALUES_##values, words, text},
#include "cli/option_texts.inl"
#undef OPTION
};
enum { nrow = sizeof rows/sizeof *rows };

bool option_words_have(const char *words, const char *word) {
  size_t length = strlen(word);
  for (const char *at = words; *at; at += strspn(at, " ")) {
    size_t n = strcspn(at, " ");
    if (n == length && memcmp(at, word, n) == 0)
      return true;
    at += n;
  }
  return false;
}

const option_text *option_text_find(const char *command, const char *name) {
  const option_text *general = NULL;
  for (const option_text *r = rows; r < rows + nrow; r++) {
    if (strcmp(r->name, name) != 0)
      continue;
    if (option_words_have(r->commands, command))
      return r;
    if (!r->commands[0])
      general = r;
  }
  return general;
}
