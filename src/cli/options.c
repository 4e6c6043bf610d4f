#include "cli/options.h"

#include "base/suggest.h"
#include "cli/lists.h"
#include "cli/message.h"
#include "cli/quantity.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { most_options = 64 };  // of a command

// the arguments that are left, and the command they belong to
typedef struct reader {
  const char *command;
  char **at, **end;
  const option *table;
  const char *given[most_options];  // the values so far, by their place in the table; NULL: none
} reader;

// ---------------------------------------------------------------------------------------------
// values

// what is wrong with a text that is not a number, "" if there is nothing to say
static const char *what_is_wrong(const char *text) {
  const char *digits = text + (*text == '-' || *text == '+');
  if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
    return "hexadecimal numbers are not read; ";
  if (strncasecmp(digits, "inf", 3) == 0 || strncasecmp(digits, "nan", 3) == 0)
    return "this is not a finite number; ";
  return "";
}

static bool read_number(const char *name, const char *text, option_number *out) {
  out->given = quantity_read(text, &out->value);
  if (!out->given)
    message_wrong("%s %s: %sexpected a number such as 0.05, 1/60 or 2*pi", name, text,
                  what_is_wrong(text));
  return out->given;
}

// 1e6 is a whole number, too
static bool read_count(const char *name, const char *text, option_count *out) {
  static const double largest = 1e15;
  double x;
  out->given = quantity_read(text, &x) && x >= 0 && x <= largest && x == floor(x);
  if (!out->given)
    message_wrong("%s %s: %sexpected a whole number from 0 to 1e15, as in 1000 or 1e6", name, text,
                  what_is_wrong(text));
  else
    out->value = (long)x;
  return out->given;
}

static bool push_setting(option_settings *s, const char *text, const char *equals) {
  noslip_setting *list = realloc(s->list, (size_t)(s->n + 1)*sizeof *list);
  if (!list)
    return false;
  s->list = list;
  char *name = list_trimmed(text, (size_t)(equals - text));
  char *value = list_trimmed(equals + 1, strlen(equals + 1));
  s->list[s->n++] = (noslip_setting){name, value};
  return name && value;
}

static bool read_setting(const char *name, const char *text, option_settings *out) {
  const char *equals = strchr(text, '=');
  if (!equals || equals == text || equals[1] == 0) {
    message_wrong("%s %s: expected name=value, as in %s %s", name, text, name,
                  strcmp(name, "--init") == 0    ? "\"x'=1.5\""
                  : strcmp(name, "--input") == 0 ? "u=FILE.csv"
                  : strcmp(name, "--over") == 0  ? "\"v=4:7:31\""
                                                 : "m=2");
    return false;
  }
  if (!push_setting(out, text, equals)) {
    message_wrong("no memory");
    return false;
  }
  const noslip_setting *last = &out->list[out->n - 1];
  for (const noslip_setting *s = out->list; s < last; s++)
    if (strcmp(s->name, last->name) == 0) {
      message_wrong("%s %s is given twice, as %s and as %s; delete one of them", name, s->name,
                    s->value, last->value);
      return false;
    }
  return true;
}

void options_free_settings(option_settings *s) {
  for (int i = 0; i < s->n; i++) {
    free((char *)s->list[i].name);
    free((char *)s->list[i].value);
  }
  free(s->list);
  *s = (option_settings){0};
}

static bool read_value(const option *o, const char *name, const char *text) {
  switch (o->kind) {
  case OPTION_FLAG: return true;
  case OPTION_TEXT: return *(const char **)o->value = text, true;
  case OPTION_NUMBER: return read_number(name, text, o->value);
  case OPTION_COUNT: return read_count(name, text, o->value);
  case OPTION_SETTING: return read_setting(name, text, o->value);
  }
  assert(false);  // all kinds are above
  return false;
}

// ---------------------------------------------------------------------------------------------
// names

// the option whose name is the first `length` bytes of a word
static const option *find_long(const option *table, const char *word, size_t length) {
  for (const option *o = table; o->name; o++)
    if (strlen(o->name) == length && memcmp(o->name, word, length) == 0)
      return o;
  return NULL;
}

static const option *find_letter(const option *table, char letter) {
  for (const option *o = table; o->name; o++)
    if (o->letter && o->letter == letter)
      return o;
  return NULL;
}

static bool unknown(const reader *r, const char *word, size_t length) {
  char name[64];
  size_t shown = length < sizeof name ? length : sizeof name - 1;
  memcpy(name, word, shown);
  name[shown] = 0;

  char question[suggest_room];
  suggestion near = {0};
  for (const option *o = r->table; o->name; o++)
    suggest(&near, name, o->name);
  if (near.count > 0)
    message_wrong("`%s` has no option %s; %s", r->command, name, suggest_text(question, &near, ""));
  else
    message_wrong("`%s` has no option %s; `noslip help %s` lists them", r->command, name,
                  r->command);
  return false;
}

// ---------------------------------------------------------------------------------------------
// words

// An option with a value has one: another would be lost. Settings have names, each of which has one.
static bool take_value(reader *r, const option *o, const char *name, const char *text) {
  const char **before = &r->given[o - r->table];
  assert(o - r->table < most_options);
  if (o->kind != OPTION_SETTING && *before && strcmp(*before, text) != 0) {
    message_wrong("%s is given twice, as %s and as %s; delete one of them", name, *before, text);
    return false;
  }
  *before = text;
  return read_value(o, name, text);
}

// the value of an option: what is joined to it, or the next argument
static bool take(reader *r, const option *o, const char *name, const char *joined) {
  if (o->kind == OPTION_FLAG) {
    if (joined)
      message_wrong("%s takes no value; write %s alone", name, name);
    else
      *(bool *)o->value = true;
    return !joined;
  }
  if (joined)
    return take_value(r, o, name, joined);
  if (r->at == r->end || strncmp(*r->at, "--", 2) == 0) {
    message_wrong("%s needs a value; `noslip help %s` shows how", name, r->command);
    return false;
  }
  return take_value(r, o, name, *r->at++);
}

static bool take_long(reader *r, const char *word) {
  size_t length = strcspn(word, "=");
  const option *o = find_long(r->table, word, length);
  if (!o)
    return unknown(r, word, length);
  return take(r, o, o->name, word[length] ? word + length + 1 : NULL);
}

static bool take_letter(reader *r, const char *word) {
  const option *o = find_letter(r->table, word[1]);
  if (!o)
    return unknown(r, word, strlen(word));
  const char name[] = {'-', word[1], 0};
  return take(r, o, name, word[2] ? word + 2 : NULL);
}

// who is shown the tables instead
static struct {
  options_shown *show;
  void *context;
} asked;

void options_show(options_shown *show, void *context) {
  asked.show = show;
  asked.context = context;
}

bool options_read_all(int argc, char **argv, const option *table, option_operands *operands) {
  reader r = {argv[0], argv + 1, argv + argc, table, {NULL}};
  bool good = true, only_operands = false;
  assert(argc >= 1);
  *operands = (option_operands){0};
  if (asked.show) {
    asked.show(asked.context, table);
    return false;
  }
  *operands = (option_operands){malloc((size_t)argc*sizeof *operands->list), 0};
  if (!operands->list) {
    message_wrong("no memory");
    return false;
  }
  while (good && r.at < r.end) {
    const char *word = *r.at++;
    if (only_operands || word[0] != '-' || word[1] == 0)
      operands->list[operands->n++] = word;
    else if (strcmp(word, "--") == 0)
      only_operands = true;
    else
      good = word[1] == '-' ? take_long(&r, word) : take_letter(&r, word);
  }
  return good;
}

bool options_read(int argc, char **argv, const option *table, const char **operand) {
  option_operands all;
  bool good = options_read_all(argc, argv, table, &all);
  if (good && all.n > 1) {
    message_wrong(
        "`%s` takes one argument, here are two: `%s` and `%s`; options begin with --, values "
        "with spaces stand in quotes",
        argv[0], all.list[0], all.list[1]);
    good = false;
  }
  *operand = all.n > 0 ? all.list[0] : NULL;
  free(all.list);
  return good;
}
