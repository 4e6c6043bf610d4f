#include "cli/signals.h"

#include "cli/command.h"
#include "cli/lists.h"
#include "cli/message.h"
#include "cli/quantity.h"
#include "output/replace.h"
#include "table/table.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// cut `word` off the end of a text, if it stands there
static bool take_ending(char *text, const char *word) {
  size_t length = strlen(text), ending = strlen(word);
  if (length <= ending || strcmp(text + length - ending, word) != 0)
    return false;
  text[length - ending] = 0;
  return true;
}

// the column of a file; -1 after a sentence
static int find_column(const table *t, const char *path, const char *input, const char *name) {
  int found = table_column(t, name);
  if (found < 0)
    message_wrong("--input %s=%s: the file has no column `%s`; it needs the columns t and %s",
                  input, path, name, input);
  return found;
}

static int read_file(noslip_signal *s, table *t, char *path) {
  char why[1024];
  s->hold = take_ending(path, ":hold");
  if (!s->hold)
    take_ending(path, ":linear");
  if (!table_read(t, path, &table_usual, why, sizeof why))
    return message_about(path, why);
  int times = find_column(t, path, s->name, "t");
  int values = times < 0 ? -1 : find_column(t, path, s->name, s->name);
  if (values < 0)
    return exit_wrong;
  if (t->nrow > INT_MAX)
    return message_wrong("--input %s=%s: the file has more than %d rows; give fewer", s->name, path,
                         INT_MAX);
  s->times = t->columns[times];
  s->values = t->columns[values];
  s->count = (int)t->nrow;
  return exit_done;
}

static int read_one(signals *s, const noslip_setting *given, int i) {
  noslip_signal *out = &s->list[i];
  out->name = given->name;
  if (quantity_read(given->value, &s->numbers[2*i + 1])) {
    out->times = &s->numbers[2*i];
    out->values = &s->numbers[2*i + 1];
    out->count = 1;
    return exit_done;
  }
  s->paths[i] = list_trimmed(given->value, strlen(given->value));
  return s->paths[i] ? read_file(out, &s->files[i], s->paths[i]) : message_failed("no memory");
}

int signals_read(signals *s, const option_settings *given) {
  size_t n = (size_t)given->n;
  *s = (signals){.list = calloc(n + 1, sizeof *s->list),
                 .files = calloc(n + 1, sizeof *s->files),
                 .numbers = calloc(2*n + 1, sizeof *s->numbers),
                 .paths = calloc(n + 1, sizeof *s->paths)};
  if (!s->list || !s->files || !s->numbers || !s->paths)
    return message_failed("no memory");
  s->n = given->n;
  int status = exit_done;
  for (int i = 0; i < s->n && status == exit_done; i++)
    status = read_one(s, &given->list[i], i);
  return status;
}

int signals_spare(const signals *s, const char *path) {
  for (int i = 0; i < s->n; i++)
    if (s->paths[i] && replace_is_same(s->paths[i], path))
      return message_wrong("-o %s would overwrite the input `%s`; choose another name", path,
                           s->list[i].name);
  return exit_done;
}

void signals_free(signals *s) {
  for (int i = 0; i < s->n; i++) {
    table_free(&s->files[i]);
    free(s->paths[i]);
  }
  free(s->list);
  free(s->files);
  free(s->numbers);
  free(s->paths);
  *s = (signals){0};
}
