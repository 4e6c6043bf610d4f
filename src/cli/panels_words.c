// Words of the command line: `x,y:t` are two sides with two values and one.

#include "cli/panels_parts.h"

#include "base/suggest.h"

#include <stdio.h>
#include <string.h>

const char panels_energy_error[] = "energy-error";

static const table *columns_of(const panels *p) {
  return &p->runs->list[0].table;
}

bool panels_is_column(const panels *p, const char *text) {
  return table_column(columns_of(p), text) >= 0;
}

bool panels_is_position(const char *name) {
  static const char *const others[] = {"t",     "energy", "constraint",
                                       "start", "member", panels_energy_error};
  for (int i = 0; i < 6; i++)
    if (strcmp(name, others[i]) == 0)
      return false;
  return name[0] && panels_is_name(name) && name[strlen(name) - 1] != '\'' &&
         strncmp(name, "momentum.", 9) != 0 && strncmp(name, "multiplier.", 11) != 0;
}

bool panels_is_name(const char *text) {
  return text[strcspn(text, "+-*/^()<>= ")] == 0;
}

// ---------------------------------------------------------------------------------------------
// names that are not known

// some of the columns, for a message
static void list_columns(const table *t, char *text, size_t size) {
  enum { most = 12 };
  size_t length = 0;
  text[0] = 0;
  for (int j = 0; j < t->ncolumn && j < most && length < size; j++)
    length +=
        (size_t)snprintf(text + length, size - length, "%s%.30s", j > 0 ? ", " : "", t->names[j]);
  if (t->ncolumn > most && length < size)
    snprintf(text + length, size - length, ", ...");
}

bool panels_unknown(panels *p, const char *text) {
  const table *t = columns_of(p);
  char word[64], columns[400], question[suggest_room];
  suggestion near = {0};
  snprintf(word, sizeof word, "%.60s", text);
  if (panels_is_column(p, "energy"))
    suggest(&near, word, panels_energy_error);
  for (int j = 0; j < t->ncolumn; j++)
    suggest(&near, word, t->names[j]);
  if (near.count > 0)
    return panels_refuse(p, "there is no column `%s`; %s", word,
                         suggest_text(question, &near, "`"));
  list_columns(t, columns, sizeof columns);
  return panels_refuse(p, "there is no column `%s`; there are %s", word, columns);
}

// ---------------------------------------------------------------------------------------------
// values

// length of `name` if the text begins with it and then ends, or goes on with a comma or colon
static size_t fits(const char *text, const char *name) {
  size_t n = strlen(name);
  return strncmp(text, name, n) == 0 && (text[n] == 0 || text[n] == ',' || text[n] == ':') ? n : 0;
}

// up to the comma or colon after a formula; those in brackets belong to it
static size_t formula_length(const char *text) {
  size_t length = 0;
  for (int depth = 0; text[length] && (depth > 0 || !strchr(",:", text[length])); length++) {
    depth += strchr("([{", text[length]) != NULL;
    depth -= strchr(")]}", text[length]) != NULL && depth > 0;
  }
  return length;
}

// the longest column at the beginning of a text, or a formula
static size_t value_length(const panels *p, const char *text) {
  const table *t = columns_of(p);
  size_t longest = fits(text, panels_energy_error);
  for (int j = 0; j < t->ncolumn; j++) {
    size_t n = fits(text, t->names[j]);
    longest = n > longest ? n : longest;
  }
  return longest > 0 ? longest : formula_length(text);
}

static bool read_side(panels *p, const char **at, side *s) {
  for (s->n = 0; s->n < panels_curves;) {
    size_t length = value_length(p, *at);
    if (length == 0)
      return panels_refuse(p, "a name is missing; a panel is written as x:y or x,y:t");
    if (!(s->items[s->n++] = panels_text(p, *at, length)))
      return false;
    *at += length;
    if (**at != ',')
      return true;
    ++*at;
  }
  return panels_refuse(p, "more than %d curves in one panel; leave some out", panels_curves);
}

// ---------------------------------------------------------------------------------------------
// sides

static bool is_time(const side *s) {
  return s->n == 1 && strcmp(s->items[0], "t") == 0;
}

// one part alone is drawn against t, and t goes to the right
static bool put_time(panels *p, const char *word, side *sides, int *n) {
  static const char *const time[] = {"t"};
  if (*n == 1) {
    if (!panels_is_column(p, "t"))
      return panels_refuse(p, "`%s`: against what? There is no column t; write it as x:%s", word,
                           word);
    sides[1] = (side){1, (const char **)time};
    *n = 2;
  }
  if (*n == 2 && is_time(&sides[1])) {
    side other = sides[0];
    sides[0] = sides[1];
    sides[1] = other;
  }
  return true;
}

bool panels_split(panels *p, const char *word, side *sides, int *n) {
  const char *at = word;
  size_t most = 1;
  for (const char *c = word; *c; c++)
    most += *c == ',';
  for (*n = 0; *n < panels_sides; at++) {
    side *s = &sides[(*n)++];
    s->items = panels_keep(p, (most < panels_curves ? most : panels_curves)*sizeof *s->items);
    if (!s->items || !read_side(p, &at, s))
      return false;
    if (*at != ':')
      return put_time(p, word, sides, n);
  }
  return panels_refuse(p, "`%s` has more than two colons; a panel is written as x:y or x:y:z",
                       word);
}
