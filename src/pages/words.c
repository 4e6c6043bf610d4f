// Templates of files for editors: {{statements}} and the like become the words of the language.

#include "lang/lex.h"
#include "noslip.h"
#include "pages/pages.h"

#include <string.h>

typedef struct filler {
  FILE *out;
  bool pattern;  // words of a regular expression in JSON, with | between them
  int count;     // of the words of this list
} filler;

static void put_word(filler *f, const char *word, size_t length) {
  if (f->count++ > 0)
    fputc(f->pattern ? '|' : ' ', f->out);
  for (size_t i = 0; i < length; i++)
    fprintf(f->out, f->pattern && strchr("*.+?()[]", word[i]) ? "\\\\%c" : "%c", word[i]);
}

static void put_list(filler *f, const char *const *words) {
  for (; *words; words++)
    put_word(f, *words, strlen(*words));
}

// families without their argument
static void put_methods(filler *f) {
  noslip_method_info m;
  for (int i = 0; noslip_method_get(i, &m); i++)
    put_word(f, m.name, strcspn(m.name, "("));
  put_word(f, "compose", strlen("compose"));
}

static bool is(const char *name, size_t length, const char *word) {
  return strlen(word) == length && memcmp(name, word, length) == 0;
}

// what stands for {{name}}; false: nothing is called so
static bool put(filler *f, const char *name, size_t length) {
  f->count = 0;
  for (const lex_list *l = lex_reserved_words; l->name; l++)
    if (is(name, length, l->name)) {
      put_list(f, l->words);
      return true;
    }
  if (is(name, length, "drawings"))
    put_list(f, lex_drawings);
  else if (is(name, length, "methods"))
    put_methods(f);
  else if (is(name, length, "version"))
    fputs(noslip_version(), f->out);
  else
    return false;
  return true;
}

bool words_fill(FILE *out, const char *template, bool pattern) {
  filler f = {out, pattern, 0};
  for (const char *at = template; *at;) {
    if (strncmp(at, "{{", 2) != 0) {
      fputc(*at++, out);
      continue;
    }
    size_t length = strcspn(at + 2, "}\n");
    if (strncmp(at + 2 + length, "}}", 2) != 0 || !put(&f, at + 2, length))
      return false;
    at += length + 4;
  }
  return true;
}
