// The words of the language, for colours in the editor: the lists that files for editors are made of.

#include "lang/lex.h"
#include "output/json.h"
#include "play.h"

#include <string.h>

static void print_list(FILE *out, const char *before, const char *name, const char *const *list) {
  json_key(out, before, name);
  fputc('[', out);
  for (int i = 0; list[i]; i++) {
    fputs(i > 0 ? ", " : "", out);
    json_text(out, list[i]);
  }
  fputc(']', out);
}

// families without their argument
static void print_methods(FILE *out) {
  noslip_method_info m;
  json_key(out, ", ", "methods");
  fputs("[\"compose\"", out);
  for (int i = 0; noslip_method_get(i, &m); i++)
    fprintf(out, ", \"%.*s\"", (int)strcspn(m.name, "("), m.name);
  fputc(']', out);
}

const char *PLAY_EXPORT(words)(void) {
  FILE *out = answer_begin();
  if (!out)
    return NULL;
  json_member_text(out, "{", "version", noslip_version());
  for (const lex_list *l = lex_reserved_words; l->name; l++)
    print_list(out, ", ", l->name, l->words);
  print_list(out, ", ", "drawings", lex_drawings);
  print_list(out, ", ", "colours", lex_colours);
  print_methods(out);
  fputc('}', out);
  return answer_end();
}
