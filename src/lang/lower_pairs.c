// contact pair[i,j] for i < j in 1..n within d: gap >= 0.
//
// One contact for every pair of bodies, held as one template: its expressions are evaluated once,
// with symbols that stand for "the entry of the family x at the first index" (slots). Only families
// of coordinates take such an index. Nothing here depends on the number of pairs.

#include "lang/lower.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const char no_family[] = "only families of coordinates take it, as in x[i]: parameters and "
                                "constants are the same for all pairs";

// ---------------------------------------------------------------------------------------------
// slots

static const unknowns *unknowns_of(const model_system *s, unsigned kind) {
  return kind == KIND_COORD      ? &s->positions
         : kind == KIND_VELOCITY ? &s->velocities
         : kind == KIND_MOMENTUM ? &s->momenta
                                 : NULL;
}

static bool is_family(const coord_item *c, const unknowns *list, int base, const value *v) {
  if (!c->family || c->columns > 0 || v->rows != c->nposition ||
      v->items[0] != list->list[base].symbol)
    return false;
  for (int i = 1; i < v->rows; i++)
    if (v->items[i] != list->list[base + i].symbol)
      return false;
  return true;
}

// the item of coord whose entries are v, or their velocities or momenta; -1: v is no family
static int family_of(lowering *l, const value *v, unsigned *kind) {
  const model_system *s = l->system;
  if (v->rows < 1 || graph_node(l->graph, v->items[0]).op != EXPR_SYMBOL)
    return -1;
  *kind = expr_kinds(l->graph, v->items[0]);
  const unknowns *list = unknowns_of(s, *kind);
  l->cost.work += list ? s->coords.count + v->rows : 0;
  for (int k = 0; list && k < s->coords.count; k++) {
    const coord_item *c = &s->coords.list[k];
    if (is_family(c, list, *kind == KIND_COORD ? c->position : c->velocity, v))
      return k;
  }
  return -1;
}

// a symbol for an entry of a family at an index of the pair, "x[i]'"; `like` is its first entry
static expr slot_symbol(lowering *l, unsigned kind, const unknown *like, int side, expr rate) {
  const char *prime = kind == KIND_VELOCITY ? "'" : "";
  const char *name = arena_print(l->arena, "%.*s[%s]%s", (int)strcspn(like->name, "["), like->name,
                                 l->pairs->index[side], prime);
  unknown u = {.name = name, .rate = rate, .angle = like->angle};
  u.symbol = names_new_symbol(l, kind, name, l->slots.count);
  if (!name || !ARRAY_PUSH(l->arena, l->slots, u))
    return expr_zero;
  l->meanings.list[l->meanings.count - 1].slot = true;
  return u.symbol;
}

static bool push_slot(lowering *l, int item, int side) {
  const model_system *s = l->system;
  const coord_item *c = &s->coords.list[item];
  int ahead = l->pairs->first[side] - c->first;
  pair_slot slot = {
      .item = item, .side = side, .position = c->position + ahead, .velocity = c->velocity + ahead};
  slot.v = slot_symbol(l, KIND_VELOCITY, &s->velocities.list[c->velocity], side, expr_zero);
  slot.q = slot_symbol(l, KIND_COORD, &s->positions.list[c->position], side, slot.v);
  slot.p = slot_symbol(l, KIND_MOMENTUM, &s->momenta.list[c->velocity], side, expr_zero);
  return ARRAY_PUSH(l->arena, l->pairs->slots, slot) && !l->arena->failed;
}

// the slot of a family at an index of the pair, made when it is first used; NULL: no memory
static const pair_slot *find_slot(lowering *l, int item, int side) {
  contact_pairs *p = l->pairs;
  int k = 0;
  while (k < p->slots.count && (p->slots.list[k].item != item || p->slots.list[k].side != side))
    k++;
  return k < p->slots.count || push_slot(l, item, side) ? &p->slots.list[k] : NULL;
}

bool pairs_cover(lowering *l, int item, int side, int at) {
  const contact_pairs *p = l->pairs;
  const coord_item *c = &l->system->coords.list[item];
  int first = p->first[side], last = p->last[side];
  return first > last || (c->first <= first && last <= c->last) ||
         wrong(l, at, "let the range of the pairs lie inside that of the coordinates",
               "the index `%s` goes from %d to %d, outside %s[%d..%d]", p->index[side], first, last,
               c->name, c->first, c->last);
}

bool pairs_entry(lowering *l, const tree *e, const value *v, expr index, value *out) {
  unsigned kind;
  contact_pairs *p = l->pairs;
  int side = l->meanings.list[graph_node(l->graph, index).a].position;
  int item = family_of(l, v, &kind);
  if (item < 0)
    return wrong(l, e->args[1]->start, no_family, "the index `%s` of a pair is not for this",
                 p->index[side]);
  if (!pairs_cover(l, item, side, e->args[1]->start))
    return false;
  const pair_slot *slot = find_slot(l, item, side);
  if (!slot)
    return wrong_memory(l);
  *out = value_scalar(kind == KIND_COORD ? slot->q : kind == KIND_VELOCITY ? slot->v : slot->p);
  return true;
}

// ---------------------------------------------------------------------------------------------
// what a template may contain

// everything in it is t, a live parameter or a slot
static bool check_symbol(lowering *l, expr symbol, int at) {
  unsigned kind = expr_kinds(l->graph, symbol);
  if (kind == KIND_INDEX)
    return wrong(l, at, no_family, "the index `%s` of a pair stands in brackets only",
                 expr_symbol_name(l->graph, symbol));
  return kind == KIND_TIME || kind == KIND_LIVE ||
         l->meanings.list[graph_node(l->graph, symbol).a].slot ||
         wrong(l, at, "write it with entries at its two indices, or as single contacts",
               "a contact of pairs cannot contain `%s`", expr_symbol_name(l->graph, symbol));
}

static bool check_template(lowering *l, expr e, int at) {
  int32_t count;
  expr *below = graph_below(l->graph, &e, 1, &count);
  bool good = true;
  if (!below)
    return wrong_memory(l);
  for (int32_t i = 0; i < count && good; i++)
    if (graph_node(l->graph, below[i]).op == EXPR_SYMBOL)
      good = check_symbol(l, below[i], at);
  memory_free(graph_memory(l->graph), below);
  return good;
}

static bool check_law(lowering *l, const tree_constraint *s, const contact *law) {
  if (!check_template(l, law->gap, s->sides.left->start))
    return false;
  for (int i = 0; i < law->nfriction; i++) {
    const friction *f = &law->frictions[i];
    if (!check_template(l, f->mu, s->frictions[i].mu->start))
      return false;
    for (int k = 0; k < f->nslip; k++)
      if (!check_template(l, f->slip[k], s->frictions[i].slip->start))
        return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// the statement

static bool pairs_names(lowering *l, const tree_pairs *s) {
  for (int k = 0; k < 2; k++)
    if (!names_free(l, s->index[k], s->index_at[k], "index"))
      return false;
  return strcmp(s->index[0], s->index[1]) != 0 ||
         wrong(l, s->index_at[1], "write i < j", "the two indices of a pair have the same name");
}

// contact pair[i,j]: the label has the two indices
static bool pairs_label(lowering *l, const tree_label *label, const tree_pairs *s) {
  contact_pairs *p = l->pairs;
  const char *remedy =
      arena_print(l->arena, "write %s[%s,%s]", label->name, s->index[0], s->index[1]);
  bool good = label->nindex == 2;
  for (int k = 0; good && k < 2; k++)
    good = label->index[k]->kind == TREE_NAME && strcmp(label->index[k]->name, s->index[k]) == 0;
  if (!good)
    return wrong(l, label->at, remedy ? remedy : "write both",
                 "the name of a contact of pairs has their two indices");
  p->law.label = lower_pairs_label(l, label);
  return p->law.label != NULL;
}

static bool pairs_ranges(lowering *l, const tree_pairs *s) {
  contact_pairs *p = l->pairs;
  p->ordered = s->ordered;
  for (int k = 0; k < 2; k++)
    if (!eval_range(l, &s->range[s->ordered ? 0 : k], &p->first[k], &p->last[k]))
      return false;
  return true;
}

static bool pairs_distance(lowering *l, const tree *e) {
  double *within = &l->pairs->within;
  if (!eval_number(l, e, "the distance after `within`", within))
    return false;
  return (*within > 0 && isfinite(*within)) ||
         wrong(l, e->start, "write a distance beyond which two bodies do not touch, as 3*r",
               "the distance after `within` is positive, this is %g", *within);
}

// the indices are names while the law is read
static bool pairs_law(lowering *l, const statement *s) {
  const tree_pairs *given = s->constraint.pairs;
  int before = l->names.count;
  for (int k = 0; k < 2; k++) {
    value v = value_scalar(names_new_symbol(l, KIND_INDEX, given->index[k], k));
    if (!names_declare(l, given->index[k], given->index_at[k], NAME_INDEX, v))
      return false;
  }
  if (!lower_law(l, &s->constraint, &l->pairs->law) ||
      !check_law(l, &s->constraint, &l->pairs->law))
    return false;
  names_forget(l, before);
  return true;
}

// where such a statement may stand
static bool pairs_place(lowering *l, const tree_constraint *s) {
  if (l->loop)
    return wrong(l, s->pairs->at, "write it before or after the loop",
                 "a contact of pairs cannot stand inside `for`");
  if (s->multiplier.name)
    return wrong(l, s->multiplier.at,
                 "delete the clause; the output has all of them by their labels",
                 "the multipliers of a contact of pairs have no name");
  return l->system->pairs.count < limit_pairs ||
         wrong(l, s->pairs->at, "let one statement stand for bodies of one kind",
               "there are more than the limit of %d contacts of pairs", limit_pairs);
}

bool lower_pairs(lowering *l, const statement *s) {
  const tree_pairs *given = s->constraint.pairs;
  contact_pairs p = {.law = {.at = s->at, .multiplier = -1},
                     .index = {given->index[0], given->index[1]}};
  if (!pairs_place(l, &s->constraint))
    return false;
  l->pairs = &p;
  if (!pairs_names(l, given) || !pairs_ranges(l, given) || !pairs_distance(l, given->within) ||
      !pairs_label(l, &s->constraint.label, given) || !pairs_law(l, s) || !check_within(l, s))
    return false;
  l->pairs = NULL;
  return ARRAY_PUSH(l->arena, l->system->pairs, p) || wrong_memory(l);
}
