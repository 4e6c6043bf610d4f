// Values of options, for completion: words, files, methods, names of the model.

#include "cli/complete.h"

#include "cli/lists.h"
#include "output/plain.h"

#include "noslip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { longest_word = 256, longest_file = 1 << 20 };

// ---------------------------------------------------------------------------------------------
// words

void complete_offer(const completion *q, const char *word, const char *what) {
  const char *asked = q->text + q->before;
  if (strncmp(word, asked, strlen(asked)) != 0)
    return;
  bool whole = word[0] && word[strlen(word) - 1] != '(';
  printf("%.*s%s%s\t%s\n", (int)q->before, q->text, word, whole && q->behind ? q->behind : "",
         what);
}

// the words of a list with spaces between them
static void offer_words(const completion *q, const char *words) {
  char word[longest_word];
  for (const char *at = words; *at; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    snprintf(word, sizeof word, "%.*s", (int)length, at);
    complete_offer(q, word, "");
    at += length;
  }
}

// the shell looks for files: it knows what there is of the word
static void offer_files(const char *ends) {
  printf("\t%s\n", ends);
}

static void offer_commands(const completion *q) {
  for (int i = 0; command_at(i); i++)
    complete_offer(q, command_at(i)->name, command_at(i)->summary);
}

// ---------------------------------------------------------------------------------------------
// methods

// Offer the method that begins with `kept` bytes of what is asked for and goes on with a text and a
// parenthesis, if there is one.
static void offer_method(noslip_context *c, const completion *q, size_t kept, const char *text,
                         const char *what) {
  char name[longest_word];
  noslip_method_info m;
  int length = snprintf(name, sizeof name, "%.*s%s)", (int)kept, q->text + q->before, text);
  if (length < longest_word && noslip_method_find(c, name, &m) == NOSLIP_OK)
    complete_offer(q, name, what);
}

// "spark(" of "spark(s)", "avf" of "avf(k)": a family, of which a number may be left out
static void offer_family(const completion *q, const noslip_method_info *m) {
  char name[longest_word];
  snprintf(name, sizeof name, "%.*s", (int)(strcspn(m->name, "(") + 1), m->name);
  complete_offer(q, name, m->summary);
}

// spark(2), spark(3), ... and gonzalez(frame=fd): what the library takes
static void offer_arguments(const completion *q, const char *asked) {
  static const char *const texts[] = {"1",
                                      "2",
                                      "3",
                                      "4",
                                      "5",
                                      "6",
                                      "7",
                                      "8",
                                      "multiplier=reduce",
                                      "multiplier=carry",
                                      "multiplier=restart",
                                      "frame=analytic",
                                      "frame=fd"};
  size_t open = strcspn(asked, "("), comma = strcspn(asked, ",");
  size_t kept = asked[comma] ? comma + 1 + strspn(asked + comma + 1, " ") : open + 1;
  noslip_context *c = noslip_open(NULL);
  for (size_t i = 0; c && i < sizeof texts/sizeof *texts; i++)
    offer_method(c, q, kept, texts[i], "");
  noslip_close(c);
}

static void offer_methods(const completion *q);

// compose(METHOD, SCHEME)
static void offer_composition(const completion *q, const char *asked) {
  size_t kept = strlen("compose(") + list_item_length(asked + strlen("compose("));
  if (!asked[kept]) {
    completion inner = *q;
    inner.before += strlen("compose(");
    inner.behind = ",";
    offer_methods(&inner);
    return;
  }
  noslip_scheme_info s;
  kept += 1 + strspn(asked + kept + 1, " ");
  noslip_context *c = noslip_open(NULL);
  for (int i = 0; c && noslip_scheme_get(i, &s); i++) {
    char what[64];
    snprintf(what, sizeof what, "order %d, %d stages", s.order, s.stages);
    offer_method(c, q, kept, s.name, what);
  }
  noslip_close(c);
}

static void offer_methods(const completion *q) {
  const char *asked = q->text + q->before;
  noslip_method_info m;
  if (strlen(asked) >= longest_word)
    return;  // compositions of compositions need not end
  if (strncmp(asked, "compose(", 8) == 0) {
    offer_composition(q, asked);
    return;
  }
  if (strchr(asked, '(')) {
    offer_arguments(q, asked);
    return;
  }
  for (int i = 0; noslip_method_get(i, &m); i++)
    if (strchr(m.name, '('))
      offer_family(q, &m);
    else
      complete_offer(q, m.name, m.summary);
  complete_offer(q, "compose(", "a method of higher order, of steps of another one");
}

// behind the last comma of a list, and spaces
static completion last_item(completion q) {
  for (size_t n; n = list_item_length(q.text + q.before), q.text[q.before + n];) {
    q.before += n + 1;
    q.before += strspn(q.text + q.before, " ");
  }
  return q;
}

// ---------------------------------------------------------------------------------------------
// names of the model

// A path as the shell would have it; ~ is not yet replaced. False: it is too long or not a file, or
// so large that looking at it takes more than a moment.
static bool find_file(char *path, size_t size, const char *word) {
  const char *home = getenv("HOME");
  bool short_form = word[0] == '~' && word[1] == '/' && home;
  int n = snprintf(path, size, "%s%s", short_form ? home : "", short_form ? word + 1 : word);
  struct stat info;
  return n >= 0 && (size_t)n < size && stat(path, &info) == 0 && S_ISREG(info.st_mode) &&
         info.st_size <= longest_file;
}

// the name with what follows it, as "m=", "x'=", "w["
static void offer_name(const completion *q, const noslip_declared *d, const char *behind) {
  char word[longest_word], what[longest_word];
  if (snprintf(word, sizeof word, "%s%s", d->name, behind) >= longest_word)
    return;
  snprintf(what, sizeof what, "%s%s%s", d->word, d->kind[0] ? ": " : "", d->kind);
  complete_offer(q, word, what);
}

// m=, x=, x'=, w[
static void offer_start(const completion *q, const noslip_declared *d, const char *end) {
  char behind[4];
  offer_name(q, d, end);
  bool has_rate = !strcmp(d->word, "coord") && d->kind[0] != 'S';
  if (has_rate) {
    snprintf(behind, sizeof behind, "'%s", end);
    offer_name(q, d, behind);
  }
  if (d->family)
    offer_name(q, d, "[");
}

// what one declaration offers
static void offer_declared(const completion *q, option_values values, const noslip_declared *d) {
  static const char unknowns[] = "coord state algebraic momentum velocity multiplier";
  switch (values) {
  case VALUES_PARAMETER:
    if (option_words_have("const param", d->word))
      offer_start(q, d, "=");
    break;
  case VALUES_START:
    if (option_words_have(unknowns, d->word))
      offer_start(q, d, "=");
    break;
  case VALUES_KEY:
    if (option_words_have("const param", d->word) || option_words_have(unknowns, d->word))
      offer_start(q, d, "=");
    break;
  case VALUES_COLUMNS:
    if (option_words_have("invariant observe", d->word) || option_words_have(unknowns, d->word))
      offer_start(q, d, "");
    break;
  case VALUES_SECTION:
    if (option_words_have("section", d->word))
      offer_name(q, d, "");
    break;
  case VALUES_INPUT:
    if (option_words_have("input", d->word))
      offer_name(q, d, "=");
    break;
  default: break;
  }
}

static void offer_names(const completion *q, option_values values) {
  char path[4096];
  noslip_outline *o = NULL;
  noslip_declared d;
  if (!q->model || !find_file(path, sizeof path, q->model))
    return;
  noslip_context *c = noslip_open(NULL);
  if (c && noslip_outline_load(c, path, &o) == NOSLIP_OK)
    for (int i = 0; noslip_outline_get(o, i, &d); i++)
      offer_declared(q, values, &d);
  noslip_outline_free(o);
  noslip_close(c);
}

// behind the last : or , of x,y:t
static completion last_column(completion q) {
  for (size_t i = q.before; q.text[i]; i++)
    if (strchr(":,", q.text[i]))
      q.before = i + 1;
  return q;
}

// the fields of a line, with or without quotes
static void offer_fields(const completion *q, char *text) {
  text[strcspn(text, "\r\n")] = 0;
  for (char *at = text; *at;) {
    bool quoted = *at == '"';
    char *name = at + quoted;
    at = name + strcspn(name, quoted ? "\"" : ",");
    char end = *at;
    *at = 0;
    if (*name && plain_name(name) == name)
      complete_offer(q, name, "");
    at += end != 0;
    at += quoted && *at == ',';
  }
}

void complete_columns(completion q, const char *word) {
  char path[4096], text[65536];
  struct stat info;
  q = last_column(q);
  find_file(path, sizeof path, word);
  FILE *file = stat(path, &info) == 0 && S_ISREG(info.st_mode) ? fopen(path, "rb") : NULL;
  if (!file)
    return;
  bool more = true;
  while ((more = fgets(text, sizeof text, file) != NULL) && text[0] == '#')
    ;
  if (more)
    offer_fields(&q, text);
  complete_offer(&q, "energy-error", "the energy minus its first value");
  fclose(file);
}

static const char tables[] = ".csv .h5 .hdf5";

// u=FILE
static void offer_input(const completion *q) {
  if (strchr(q->text + q->before, '='))
    offer_files(tables);
  else
    offer_names(q, VALUES_INPUT);
}

// ---------------------------------------------------------------------------------------------
// all of them

void complete_value(completion q, option_values values, const char *words) {
  completion item = last_item(q);
  switch (values) {
  case VALUES_NONE: break;
  case VALUES_WORDS: offer_words(&q, words); break;
  case VALUES_FILES: offer_files(words); break;
  case VALUES_MODEL: offer_files(".noslip"); break;
  case VALUES_TABLE: offer_files(tables); break;
  case VALUES_STUDY:
    offer_words(&q, "all list");
    offer_files(".study");
    break;
  case VALUES_METHOD: offer_methods(&q); break;
  case VALUES_METHODS: offer_methods(&item); break;
  case VALUES_REFERENCE: offer_words(&q, words), offer_methods(&q); break;
  case VALUES_COMMAND: offer_commands(&q); break;
  case VALUES_COLUMNS:
    item = last_column(q);
    offer_names(&item, values);
    break;
  case VALUES_KEY:
  case VALUES_START: offer_names(&item, values); break;
  case VALUES_PARAMETER:
  case VALUES_SECTION: offer_names(&q, values); break;
  case VALUES_INPUT: offer_input(&q); break;
  }
}
