// Labels: the names of constraints, contacts, sections, invariants and observables, with the indices
// that stand behind them: rod[3], pair[1,2].

#include "lang/lower.h"

#include <string.h>

const char *lower_label_text(lowering *l, const tree_label *label) {
  const char *name = label->name;
  for (int i = 0; i < label->nindex && name; i++) {
    int k;
    if (!eval_integer(l, label->index[i], "an index", &k))
      return NULL;
    bool last = i + 1 == label->nindex;
    name = arena_print(l->arena, "%s%s%d%s", name, i == 0 ? "[" : ",", k, last ? "]" : "");
  }
  if (!name)
    wrong_memory(l);
  return name;
}

static bool used_twice(lowering *l, const char *name, int at, int before) {
  int line, column;
  source_locate(l->source, before, &line, &column);
  const char *remedy = arena_print(l->arena, "the first is on line %d", line);
  if (l->loop && before == at && !strchr(name, '['))
    remedy =
        arena_print(l->arena, "inside `for`, give the name an index: %s[%s]", name, l->loop->name);
  return wrong(l, at, remedy, "`%s` is used twice", name);
}

int lower_pairs_with(const lowering *l, const char *name) {
  for (int k = 0; k < l->system->pairs.count; k++) {
    const contact *law = &l->system->pairs.list[k].law;
    size_t n = strlen(law->label);
    if (strncmp(name, law->label, n) == 0 && name[n] == '[')
      return law->at;
  }
  return -1;
}

bool lower_keep_label(lowering *l, const char *name, int at, table *space) {
  if (!name)
    return wrong_memory(l);
  int before = table_find(space, name);
  if (before < 0 && space == &l->labels.constraints)
    before = lower_pairs_with(l, name);
  if (before >= 0)
    return used_twice(l, name, at, before);
  return table_set(space, name, at) || wrong_memory(l);
}

const char *lower_entry(lowering *l, const char *label, int i, int at, table *space) {
  const char *name = arena_print(l->arena, "%s[%d]", label, i);
  return lower_keep_label(l, name, at, space) ? name : NULL;
}

// the output has columns and entries of its own, which are no labels
static bool free_label(lowering *l, const tree_label *label) {
  static const char *const taken[] = {"energy", "constraint", "t", "max_error",
                                      "max_relative_error"};
  for (size_t i = 0; i < sizeof taken/sizeof *taken; i++)
    if (strcmp(label->name, taken[i]) == 0)
      return wrong(l, label->at, "choose another name",
                   "`%s` cannot be a label: the output uses it", label->name);
  if (l->loop && label->nindex == 0 && l->cost.passes == 1)
    return wrong(l, label->at, arena_print(l->arena, "write %s[%s]", label->name, l->loop->name),
                 "inside `for`, the name `%s` needs an index", label->name);
  return true;
}

const char *lower_label(lowering *l, const tree_label *label, table *space) {
  if (!free_label(l, label))
    return NULL;
  const char *name = lower_label_text(l, label);
  return name && lower_keep_label(l, name, label->at, space) ? name : NULL;
}

// an earlier label that begins with that of the pairs and an index
static bool taken_by_entry(lowering *l, const tree_label *pairs, const char *other, int at) {
  size_t n = strlen(pairs->name);
  return strncmp(other, pairs->name, n) == 0 && other[n] == '[' &&
         !used_twice(l, other, pairs->at, at);
}

// the labels of pairs are pair[i,j]: no other one begins with pair[
const char *lower_pairs_label(lowering *l, const tree_label *label) {
  const model_system *s = l->system;
  if (!free_label(l, label) || !lower_keep_label(l, label->name, label->at, &l->labels.constraints))
    return NULL;
  for (int k = 0; k < s->contacts.count; k++)
    if (taken_by_entry(l, label, s->contacts.list[k].label, s->contacts.list[k].at))
      return NULL;
  for (int k = 0; k < s->constraints.count; k++)
    if (taken_by_entry(l, label, s->constraints.list[k].label, s->constraints.list[k].at))
      return NULL;
  return label->name;
}
