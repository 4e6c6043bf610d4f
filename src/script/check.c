#include "script/check.h"

#include "script/words.h"

#include <stddef.h>
#include <string.h>

static const script_tables no_tables;  // only so that runs may be named

static bool check_settings(script_scope *s, const script_settings *list) {
  for (int i = 0; i < list->count; i++) {
    const script_setting *x = &list->list[i];
    if (x->value ? !script_check(s, x->value)
                 : !script_check(s, x->range.lo) || !script_check(s, x->range.hi))
      return false;
  }
  return true;
}

static bool check_index(script_scope *s, const script_index_values *v) {
  if (v->range.given)
    return script_check(s, v->range.lo) && script_check(s, v->range.hi);
  return !v->values || script_check(s, v->values);
}

// an item that the kind of statement does not have
static bool check_kind(script_scope *s, const script_source *x) {
  static const bool has[][ITEM_KINDS] = {
      [SOURCE_RUN] = {[ITEM_STEP] = 1,
                      [ITEM_UNTIL] = 1,
                      [ITEM_STEPS] = 1,
                      [ITEM_EVERY] = 1,
                      [ITEM_TOLERANCE] = 1},
      [SOURCE_ENSEMBLE] = {1, 1, 1, 1, 1, 1, 0},
      [SOURCE_POINTS] = {[ITEM_STEP] = 1, [ITEM_UNTIL] = 1, [ITEM_STEPS] = 1, [ITEM_COUNT] = 1},
  };
  static const char *const words[] = {"run", "ensemble", "points"};
  for (int i = 0; i < ITEM_KINDS; i++) {
    const tree *e = x->items[i] ? x->items[i] : x->quick[i];
    if (e && !has[x->kind][i])
      return script_wrong(s, e->start, "delete it, or use another statement",
                          "`%s` does not belong to `%s`", script_item_words[i], words[x->kind]);
  }
  if (x->sample.count > 0 && x->kind != SOURCE_ENSEMBLE)
    return script_wrong(s, x->sample.list[0].at, "write `ensemble` instead of `run`",
                        "only an ensemble has a `sample`");
  if (x->kind == SOURCE_ENSEMBLE && !x->items[ITEM_MEMBERS])
    return script_wrong(s, x->at, "write members 100", "an ensemble needs `members`");
  return x->kind == SOURCE_POINTS || !x->section ||
         script_wrong(s, x->at, "write `points` instead of `run`", "only points have a `section`");
}

// what is sought is known when its own run has ended: nothing of other runs
static bool check_own(script_scope *s, const tree *e, const script_source *own) {
  int root = script_root(s->tree, e);
  if (root >= 0 && &s->tree->sources.list[root] != own)
    return script_wrong(s, e->start, "write columns of the run itself",
                        "`seek` of `%s` cannot wait for `%s`", own->name,
                        s->tree->sources.list[root].name);
  for (int i = 0; e->kind == TREE_NAME && i < s->tree->measures.count; i++)
    if (!s->tree->measures.list[i].constant && strcmp(s->tree->measures.list[i].name, e->name) == 0)
      return script_wrong(s, e->start, "write the expression of the measure",
                          "a measure is not known while `%s` runs", own->name);
  for (int i = 0; root < 0 && i < e->nargs; i++)
    if (!check_own(s, e->args[i], own))
      return false;
  return true;
}

// seek k in low..high within tolerance of expr; the name k is in the scope
static bool check_seek(script_scope *s, const script_source *x) {
  if (!x->index.of)
    return true;
  if (x->kind != SOURCE_RUN)
    return script_wrong(s, x->index.at, "write `run`", "only a run can `seek`");
  if (!script_check(s, x->index.within))
    return false;
  s->sources = &no_tables;
  bool good = check_own(s, x->index.of, x) && script_check(s, x->index.of);
  s->sources = NULL;
  return good;
}

static bool check_source(script_scope *s, const script_source *x) {
  if (!check_kind(s, x) || !check_index(s, &x->index.full) || !check_index(s, &x->index.quick))
    return false;
  s->index = x->index.name;
  bool good = check_seek(s, x) && check_settings(s, &x->with) && check_settings(s, &x->init) &&
              check_settings(s, &x->sample);
  for (int i = 0; good && i < ITEM_KINDS; i++)
    good = (!x->items[i] || script_check(s, x->items[i])) &&
           (!x->quick[i] || script_check(s, x->quick[i]));
  s->index = NULL;
  return good;
}

static bool check_optional(script_scope *s, const tree *e) {
  return !e || script_check(s, e);
}

static bool check_expect(script_scope *s, const script_expect *e) {
  return script_check(s, e->left) && script_check(s, e->right) && check_optional(s, e->tolerance) &&
         check_optional(s, e->printed) && check_optional(s, e->quick_right) &&
         check_optional(s, e->quick_tolerance);
}

static bool check_draw(script_scope *s, const script_draw *d) {
  for (int i = 0; i < d->curves.count; i++)
    if (!script_check(s, d->curves.list[i].x) || !script_check(s, d->curves.list[i].y))
      return false;
  for (int i = 0; i < d->references.count; i++)
    if (!script_check(s, d->references.list[i]))
      return false;
  return true;
}

// `let` knows the names above it; a measure of runs is not a number that items could have
static bool check_lets(script_scope *s) {
  const script_tree *t = s->tree;
  for (int i = 0; i < t->measures.count; i++) {
    const script_measure *m = &t->measures.list[i];
    s->known = i;
    s->sources = m->constant ? NULL : &no_tables;
    if (!script_check(s, m->value))
      return false;
  }
  return true;
}

bool script_check_all(script_scope *s) {
  const script_tree *t = s->tree;
  bool good = check_lets(s);
  s->known = t->measures.count;
  s->sources = NULL;
  for (int i = 0; good && i < t->sources.count; i++)
    good = check_source(s, &t->sources.list[i]);
  s->sources = &no_tables;
  for (int i = 0; good && i < t->expects.count; i++)
    good = check_expect(s, &t->expects.list[i]);
  for (int i = 0; good && i < t->draws.count; i++)
    good = check_draw(s, &t->draws.list[i]);
  s->sources = NULL;
  return good;
}
