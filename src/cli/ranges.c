#include "cli/ranges.h"

#include "cli/command.h"
#include "cli/message.h"
#include "cli/quantity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { longest = 200, most_values = 1000000 };

// ---------------------------------------------------------------------------------------------
// texts

// what stands behind the `=`, and the item ends with its key; NULL: there is no key or no `=`
static const char *cut_key(char *item) {
  char *equals = strchr(item, '=');
  if (!equals || equals == item)
    return NULL;
  char *end = equals;
  while (end > item && end[-1] == ' ')
    end--;
  *end = 0;
  return end > item ? equals + 1 + strspn(equals + 1, " ") : NULL;
}

// the text inside WORD( ... ), to be freed; NULL: it is no such text, or there is no memory
static char *inside(const char *text, const char *word) {
  size_t length = strlen(text), n = strlen(word);
  while (length > 0 && text[length - 1] == ' ')
    length--;
  bool good = strncmp(text, word, n) == 0 && text[n] == '(' && text[length - 1] == ')';
  return good ? strndup(text + n + 1, length - n - 2) : NULL;
}

// exactly `count` numbers with a separator between them
static bool read_numbers(double *x, int count, const char *text, char separator) {
  for (int i = 0; i < count && text; i++) {
    const char *end = strchr(text, separator);
    if ((end != NULL) != (i < count - 1))
      return false;
    char *part = list_trimmed(text, end ? (size_t)(end - text) : strlen(text));
    bool good = part && quantity_read(part, &x[i]);
    free(part);
    if (!good)
      return false;
    text = end ? end + 1 : NULL;
  }
  return true;
}

// a form with a word and numbers: "log(1:2)"
static bool read_form(double *x, int count, const char *text, const char *word, char separator) {
  char *list = inside(text, word);
  bool good = list && read_numbers(x, count, list, separator);
  free(list);
  return good;
}

// ---------------------------------------------------------------------------------------------
// distributions

static int check_distribution(const noslip_distribution *d, const char *said) {
  if (d->kind == NOSLIP_NORMAL)
    return d->b >= 0 ? exit_done
                     : message_wrong("--sample %s: the deviation is negative; write normal(mean, "
                                     "deviation) with a deviation of 0 or more",
                                     said);
  if (d->a > d->b)
    return message_wrong(
        "--sample %s: the range begins above its end; write the smaller number first", said);
  if (d->kind == NOSLIP_LOG_UNIFORM && !(d->a > 0))
    return message_wrong("--sample %s: a range in the logarithm lies above 0; write positive "
                         "numbers, or the range without `log`",
                         said);
  return exit_done;
}

int range_read_distribution(noslip_distribution *out, char *item) {
  char said[longest];
  double x[2];
  snprintf(said, sizeof said, "%s", item);
  const char *text = cut_key(item);
  if (!text)
    return message_wrong("--sample %s: expected a key and its range, as in \"x=-1:1\"", said);
  bool good = true;
  if (read_form(x, 2, text, "normal", ','))
    out->kind = NOSLIP_NORMAL;
  else if (read_form(x, 2, text, "log", ':'))
    out->kind = NOSLIP_LOG_UNIFORM;
  else if ((good = read_numbers(x, 2, text, ':')))
    out->kind = NOSLIP_UNIFORM;
  if (!good)
    return message_wrong("--sample %s: expected a key and its range, as in \"x=-1:1\", "
                         "\"x=normal(0, 0.1)\" or \"m=log(0.1:10)\"",
                         said);
  out->a = x[0];
  out->b = x[1];
  return check_distribution(out, said);
}

// ---------------------------------------------------------------------------------------------
// values

static int read_spaced(range_values *out, const char *said, const double x[3]) {
  if (x[2] != floor(x[2]) || x[2] < 2 || x[2] > most_values)
    return message_wrong("--over %s: the third number says how many values there are, from 2 to "
                         "%d, as in \"v=4:7:31\"",
                         said, most_values);
  if (x[0] == x[1])
    return message_wrong("--over %s: the range ends where it begins; write two different numbers",
                         said);
  if (out->ratios && !(x[0] > 0 && x[1] > 0))
    return message_wrong("--over %s: equal ratios need positive numbers; write these, or the range "
                         "without `log`",
                         said);
  out->numbers.n = (int)x[2];
  out->numbers.items = malloc((size_t)out->numbers.n*sizeof(double));
  if (!out->numbers.items)
    return message_failed("no memory");
  noslip_spaced(out->numbers.items, x[0], x[1], out->numbers.n, out->ratios);
  return exit_done;
}

static int read_list(range_values *out, const char *said, const char *text) {
  list_texts items;
  int status = list_read_texts(&items, "--over", text);
  out->numbers.items = malloc((size_t)items.n*sizeof(double) + 1);
  if (status == exit_done && !out->numbers.items)
    status = message_failed("no memory");
  for (int i = 0; i < items.n && status == exit_done; i++)
    if (!quantity_read(items.items[i], &out->numbers.items[out->numbers.n++]))
      status = message_wrong("--over %s: expected a key and its values, as in \"v=4:7:31\", "
                             "\"m=log(0.1:10:21)\" or \"m=1,2,5\"",
                             said);
  list_free_texts(&items);
  return status;
}

int range_read_values(range_values *out, const char *key, const char *text) {
  char said[longest];
  double x[3];
  *out = (range_values){0};
  snprintf(said, sizeof said, "%s=%s", key, text);
  out->ratios = read_form(x, 3, text, "log", ':');
  if (out->ratios || read_numbers(x, 3, text, ':'))
    return read_spaced(out, said, x);
  return read_list(out, said, text);
}
