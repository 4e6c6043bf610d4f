// A name: local, of the model, a label in a section, or one that is always there.

#include "lang/lower.h"

#include "base/text.h"

#include <string.h>

// t, pi, energy: names that are always there
static bool builtin_name(lowering *l, const char *name, int at, expr *out, bool *constant) {
  *constant = false;
  if (strcmp(name, "t") == 0)
    *out = l->system->time;
  else if (strcmp(name, "energy") == 0) {
    *out = l->system->energy;
    l->notes.energy_at = l->notes.energy_at < 0 ? at : l->notes.energy_at;
  } else if (strcmp(name, "pi") == 0) {
    *out = expr_number(l->graph, 3.14159265358979323846);
    *constant = true;
  } else
    return false;
  return true;
}

// in a section: an invariant or observable by its label
static bool find_label(const lowering *l, const char *name, expr *out) {
  const model_system *s = l->system;
  for (int i = 0; i < s->invariants.count + s->observables.count; i++) {
    const monitor *m = i < s->invariants.count ? &s->invariants.list[i]
                                               : &s->observables.list[i - s->invariants.count];
    if (strcmp(m->label, name) != 0)
      continue;
    *out = m->value;
    return true;
  }
  return false;
}

bool eval_name(lowering *l, const tree *e, value *out) {
  const local *here = names_local(l, e->name);
  if (here) {
    *out = here->value;
    return true;
  }
  const name_entry *entry = names_find(l, e->name);
  if (entry && entry->kind == NAME_FUNCTION)
    return wrong(l, e->at, arena_print(l->arena, "write %s(...)", e->name),
                 "`%s` is a function and needs its arguments", e->name);
  if (entry) {
    *out = entry->value;
    return true;
  }

  expr symbol;
  bool constant = false;
  if (l->labelled && find_label(l, e->name, &symbol)) {
    *out = value_scalar(symbol);
    return true;
  }
  if (!builtin_name(l, e->name, e->at, &symbol, &constant))
    return names_unknown(l, e->name, e->at) == NOSLIP_OK;
  *out = value_scalar(symbol);
  out->constant = constant;
  return true;
}
