#include "cli/complete.h"

#include "cli/options.h"

#include <stdio.h>
#include <string.h>

// the words of the line, and what they mean so far
typedef struct line {
  char **words;  // the command, its words, what is to be completed
  int n;
  const command *command;
  const option *table;

  const option *pending;  // the last word is its value
  bool only_operands;     // behind a --
  const char *model;      // the model of the line
  const char *file;       // the first operand
  int noperand;
} line;

static const char *last(const line *l) {
  return l->words[l->n - 1];
}

static completion ask(const line *l, size_t before) {
  return (completion){.text = last(l), .before = before, .model = l->model};
}

// ---------------------------------------------------------------------------------------------
// the words before

// the option that is the beginning of a word, up to its end or `=`
static const option *find(const line *l, const char *word) {
  size_t length = strcspn(word, "=");
  for (const option *o = l->table; o->name; o++) {
    bool letter = o->letter && word[0] == '-' && word[1] == o->letter && word[2] == 0;
    if (letter || (strlen(o->name) == length && memcmp(o->name, word, length) == 0))
      return o;
  }
  return NULL;
}

// the model may be the value of an option, as of `methods --for`
static void note_value(line *l, const option *o, const char *value) {
  const option_text *t = option_text_find(l->command->name, o->name);
  if (t && t->values == VALUES_MODEL)
    l->model = value;
}

static void note_operand(line *l, const char *word) {
  if (l->noperand++ > 0)
    return;
  l->file = word;
  if (l->command->operand == VALUES_MODEL)
    l->model = word;
}

static void read_before(line *l) {
  for (int i = 1; i < l->n - 1; i++) {
    const char *word = l->words[i];
    const option *o = l->only_operands ? NULL : find(l, word);
    if (l->pending) {
      note_value(l, l->pending, word);
      l->pending = NULL;
    } else if (!l->only_operands && strcmp(word, "--") == 0) {
      l->only_operands = true;
    } else if (o && strchr(word, '=')) {
      note_value(l, o, strchr(word, '=') + 1);
    } else if (o && o->kind != OPTION_FLAG) {
      l->pending = o;
    } else if (!o && (word[0] != '-' || l->only_operands)) {
      note_operand(l, word);
    }
  }
}

// ---------------------------------------------------------------------------------------------
// the last word

static void offer_value(const line *l, const option *o, size_t before) {
  const option_text *t = option_text_find(l->command->name, o->name);
  if (t)
    complete_value(ask(l, before), t->values, t->words);
}

// Was it given? Settings are repeated.
static bool is_given(const line *l, const option *o) {
  for (int i = 1; i < l->n - 1; i++)
    if (o->kind != OPTION_SETTING && find(l, l->words[i]) == o)
      return true;
  return false;
}

static void offer_options(const line *l) {
  completion q = ask(l, 0);
  for (const option *o = l->table; o->name; o++) {
    const option_text *t = option_text_find(l->command->name, o->name);
    if (!is_given(l, o))
      complete_offer(&q, o->name, t ? t->text : "");
  }
  complete_offer(&q, "--help", "options and examples of the command");
}

static void offer_operand(const line *l) {
  option_values values = l->command->operand;
  if (values == VALUES_TABLE && l->noperand > 0)
    complete_columns(ask(l, 0), l->file);
  else if (l->noperand == 0)
    complete_value(ask(l, 0), values, "");
}

// a command_visitor
static void offer(void *context, const command *c, const option *table) {
  line *l = context;
  l->command = c;
  l->table = table;
  read_before(l);
  const char *word = last(l), *equals = strchr(word, '=');
  const option *joined = equals && !l->only_operands ? find(l, word) : NULL;
  if (l->pending)
    offer_value(l, l->pending, 0);
  else if (joined)
    offer_value(l, joined, (size_t)(equals + 1 - word));
  else if (word[0] == '-' && !l->only_operands)
    offer_options(l);
  else
    offer_operand(l);
}

static void offer_first(const char *word) {
  completion q = {.text = word};
  complete_value(q, VALUES_COMMAND, "");
  complete_offer(&q, "help", "options and examples of a command");
  if (word[0] == '-') {
    complete_offer(&q, "--help", "what there is");
    complete_offer(&q, "--version", "the version");
  }
}

int complete(int argc, char **argv) {
  if (argc < 1)
    return exit_done;
  const command *c = argc > 1 ? command_find(argv[0]) : NULL;
  if (argc == 1)
    offer_first(argv[0]);
  else if (c)
    command_options(c, offer, &(line){.words = argv, .n = argc});
  else if (argc == 2 && strcmp(argv[0], "help") == 0)
    complete_value((completion){.text = argv[1]}, VALUES_COMMAND, "");
  return exit_done;
}
