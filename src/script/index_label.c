// Labels of the runs of `for`. If one setting, or else the step or the length, is all that depends on the
// index, its value tells a run: "h = 0.05", "ep = 0.3". Otherwise the index does: "k = 1".

#include "script/index_label.h"

#include <string.h>

// what the labels show: a word and an expression; NULL: the index itself
typedef struct shown_value {
  const char *word;
  const tree *value;
} shown_value;

static bool mentions(const tree *e, const char *name) {
  if (e->kind == TREE_NAME && strcmp(e->name, name) == 0)
    return true;
  for (int i = 0; i < e->nargs; i++)
    if (mentions(e->args[i], name))
      return true;
  return false;
}

// the settings that depend on the index; *found is the last of them
static int dependent_settings(const script_settings *list, const char *name, shown_value *found) {
  int n = 0;
  for (int i = 0; i < list->count; i++)
    if (mentions(list->list[i].value, name)) {
      *found = (shown_value){list->list[i].name, list->list[i].value};
      n++;
    }
  return n;
}

static shown_value choose(const script_source *from, bool quick) {
  static const struct {
    item_kind kind;
    const char *word;
  } items[] = {
      {ITEM_STEP, "h"}, {ITEM_UNTIL, "until"}, {ITEM_STEPS, "steps"}, {ITEM_TOLERANCE, "rtol"}};
  const char *name = from->index.name;
  shown_value found = {0};
  int n = dependent_settings(&from->with, name, &found);
  n += dependent_settings(&from->init, name, &found);
  if (n > 0)
    return n == 1 ? found : (shown_value){0};
  for (size_t i = 0; i < sizeof items/sizeof *items; i++) {
    item_kind kind = items[i].kind;
    const tree *e = quick && from->quick[kind] ? from->quick[kind] : from->items[kind];
    if (e && mentions(e, name))
      return (shown_value){items[i].word, e};
  }
  return (shown_value){0};
}

// do all runs have labels of their own?
static bool all_differ(const char *const *labels, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++)
      if (strcmp(labels[i], labels[k]) == 0)
        return false;
  return true;
}

static const char *label(script_scope *s, const char *word, int digits, double x) {
  return arena_print(s->arena, "%s = %.*g", word, digits, x);
}

// the value at each index; *differ false: it does not tell the runs apart, or is not one number
static bool label_values(script_scope *s, const shown_value *shown, const double *x, int n,
                         const char **labels, bool *differ) {
  script_value v;
  *differ = false;
  for (int i = 0; i < n; i++) {
    s->index_value = x[i];
    if (!script_eval(s, shown->value, &v))
      return false;
    if (!value_is_number(&v))
      return true;
    labels[i] = label(s, shown->word, 6, v.cells[0].x[0]);
    if (!labels[i])
      return script_no_memory(s);
  }
  *differ = all_differ(labels, n);
  return true;
}

bool script_index_labels(script_scope *s, const script_source *from, bool quick, const double *x,
                         int n, const char **labels) {
  const shown_value shown = choose(from, quick);
  bool differ = false;
  s->index = from->index.name;
  bool good = !shown.value || label_values(s, &shown, x, n, labels, &differ);
  s->index = NULL;
  for (int i = 0; good && !differ && i < n; i++)
    labels[i] = label(s, from->index.name, 10, x[i]);
  return good && (!s->arena->failed || script_no_memory(s));
}
