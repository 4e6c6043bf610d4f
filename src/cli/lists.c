#include "cli/lists.h"

#include "cli/command.h"
#include "cli/message.h"
#include "cli/quantity.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// texts

size_t list_item_length(const char *text) {
  int depth = 0;
  size_t n = 0;
  for (; text[n] && (depth > 0 || text[n] != ','); n++) {
    depth += text[n] == '(' || text[n] == '[';
    depth -= (text[n] == ')' || text[n] == ']') && depth > 0;
  }
  return n;
}

char *list_trimmed(const char *text, size_t length) {
  while (length > 0 && text[0] == ' ')
    text++, length--;
  while (length > 0 && text[length - 1] == ' ')
    length--;
  return strndup(text, length);
}

static int push_text(list_texts *l, const char *text, size_t length) {
  char **longer = realloc(l->items, (size_t)(l->n + 1)*sizeof *longer);
  if (!longer)
    return message_failed("no memory");
  l->items = longer;
  l->items[l->n] = list_trimmed(text, length);
  return l->items[l->n++] ? exit_done : message_failed("no memory");
}

int list_read_texts(list_texts *out, const char *option, const char *text) {
  int status = exit_done;
  *out = (list_texts){0};
  for (const char *at = text; status == exit_done; at++) {
    size_t length = list_item_length(at);
    status = push_text(out, at, length);
    if (status == exit_done && out->items[out->n - 1][0] == 0)
      status = message_wrong(
          "%s %s: item %d of the list is empty; delete the comma, or write what is missing", option,
          text, out->n);
    at += length;
    if (!*at)
      break;
  }
  return status;
}

void list_free_texts(list_texts *l) {
  for (int i = 0; i < l->n; i++)
    free(l->items[i]);
  free(l->items);
  *l = (list_texts){0};
}

// ---------------------------------------------------------------------------------------------
// steps

static int push_number(list_numbers *l, double x) {
  double *longer = realloc(l->items, (size_t)(l->n + 1)*sizeof *longer);
  if (!longer)
    return message_failed("no memory");
  l->items = longer;
  l->items[l->n++] = x;
  return exit_done;
}

// a, a/2, ... b
static int push_halves(list_numbers *l, const char *item, double a, double b) {
  static const double rounding = 16*DBL_EPSILON, most = 60;
  double halvings = nearbyint(log2(a/b));
  if (!(a > 0) || !(b > 0) || a < b || halvings > most)
    return message_wrong("--steps %s: expected the largest and the smallest step, as in 0.2:0.0125",
                         item);
  double last = ldexp(a, -(int)halvings);
  if (fabs(last - b) > rounding*b)
    return message_wrong(
        "--steps %s: halving %.10g leads to %.10g and %.10g, not to %.10g; end with one of these",
        item, a, last > b ? last : 2*last, last > b ? last/2 : last, b);
  int status = exit_done;
  for (int k = 0; k <= (int)halvings && status == exit_done; k++)
    status = push_number(l, ldexp(a, -k));
  return status;
}

static int push_step(list_numbers *l, const char *option, char *item) {
  char *colon = strchr(item, ':');
  double a, b;
  if (colon)
    *colon = 0;
  bool good = quantity_read(item, &a) && (!colon || quantity_read(colon + 1, &b));
  if (colon)
    *colon = ':';
  if (!good)
    return message_wrong("%s %s: expected numbers, as in 0.2:0.0125 or 0.1,0.05,1/60", option,
                         item);
  return colon ? push_halves(l, item, a, b) : push_number(l, a);
}

int list_read_steps(list_numbers *out, const char *option, const char *text) {
  list_texts items;
  *out = (list_numbers){0};
  int status = list_read_texts(&items, option, text);
  for (int i = 0; i < items.n && status == exit_done; i++)
    status = push_step(out, option, items.items[i]);
  list_free_texts(&items);
  return status;
}

void list_free_numbers(list_numbers *l) {
  free(l->items);
  *l = (list_numbers){0};
}
