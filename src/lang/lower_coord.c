// coord, state, algebraic: the unknowns of a model, real ones and angles. Rotations and rigid motions
// are in lower_group.c.

#include "lang/coord.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool too_many(lowering *l, const tree_item *item, double count) {
  const model_system *s = l->system;
  double all = count + s->positions.count + s->states.count + s->algebraics.count;
  if (all <= limit_unknowns)
    return true;
  if (count <= limit_unknowns)
    return wrong(l, item->at, "declare fewer of them",
                 "there are more than the limit of %d unknowns", limit_unknowns);
  return wrong(l, item->at, "declare a shorter range",
               "`%.*s` has %.0f entries, more than the limit of %d unknowns", item->end - item->at,
               l->source->text + item->at, count, limit_unknowns);
}

// a range with at least one index
static bool item_range(lowering *l, const tree_item *item, const tree_range *range, int *first,
                       int *last) {
  return eval_range(l, range, first, last) &&
         (*last >= *first || wrong(l, item->at, "the first index of a range is the smaller one",
                                   "`%s[%s%d..%d]` has no entries", item->name,
                                   range == &item->columns ? "..., " : "", *first, *last));
}

bool coord_family(lowering *l, const tree_item *item, int width, family *f) {
  *f = (family){.given = item->range.given};
  if (!f->given)
    return too_many(l, item, width);
  if (!item_range(l, item, &item->range, &f->first, &f->last))
    return false;
  double rows = (double)f->last - f->first + 1, columns = 1;
  if (item->columns.given) {
    int last;
    if (!item_range(l, item, &item->columns, &f->first_column, &last))
      return false;
    columns = (double)last - f->first_column + 1;
    if (rows > value_largest && columns > value_largest)
      return wrong(l, item->at, "one of the two ranges is short, as that of x, y and z",
                   "a %.0fx%.0f matrix is larger than the limit of %dx%d", rows, columns,
                   value_largest, value_largest);
  }
  if (!too_many(l, item, rows*columns*width))
    return false;
  f->columns = item->columns.given ? (int)columns : 0;
  return true;
}

bool coord_push(lowering *l, unknowns *list, unsigned kind, const char *name, int at) {
  expr symbol = names_new_symbol(l, kind, name, list->count);
  unknown u = {.name = name, .symbol = symbol, .rate = expr_zero, .at = at};
  return (name && ARRAY_PUSH(l->arena, *list, u)) || wrong_memory(l);
}

// "w[3]'", "c[2,1]'": there may be a million of them, so the name is printed once only
static const char *entry_name(lowering *l, const char *name, const family *f, long i, long j,
                              const char *prime) {
  char index[64];
  size_t n = strlen(name),
         m = (size_t)(f->columns > 0 ? snprintf(index, sizeof index, "[%ld,%ld]%s", i, j, prime)
                                     : snprintf(index, sizeof index, "[%ld]%s", i, prime));
  char *text = arena_alloc(l->arena, n + m + 1);
  if (text) {
    memcpy(text, name, n);
    memcpy(text + n, index, m);
  }
  return text;
}

// unknowns NAME[first], ...; or NAME alone. `prime` is "'" for velocities of x.
static bool push_family(lowering *l, unknowns *list, unsigned kind, const char *name, int at,
                        const family *f, const char *prime) {
  if (!f->given)
    return coord_push(l, list, kind, arena_print(l->arena, "%s%s", name, prime), at);
  long columns = f->columns > 0 ? f->columns : 1;
  for (long i = f->first; i <= f->last; i++)
    for (long j = f->first_column; j < f->first_column + columns; j++)
      if (!coord_push(l, list, kind, entry_name(l, name, f, i, j, prime), at))
        return false;
  return true;
}

value coord_vector(lowering *l, const unknowns *list, int base, int count, int first) {
  assert(base >= 0 && count > 0 && base + count <= list->count);
  value v = value_new(l->arena, SHAPE_VECTOR, count, 1);
  for (int i = 0; v.items && i < count; i++)
    v.items[i] = list->list[base + i].symbol;
  v.first = first;
  return v;
}

// the value of the unknowns of a family from list[base] on: a scalar, a vector, a matrix
static value family_value(lowering *l, const unknowns *list, int base, const family *f) {
  if (!f->given)
    return value_scalar(list->list[base].symbol);
  int rows = f->last - f->first + 1;
  value v = coord_vector(l, list, base, rows*(f->columns > 0 ? f->columns : 1), f->first);
  if (f->columns == 0)
    return v;
  v.shape = SHAPE_MATRIX;
  v.rows = rows;
  v.cols = f->columns;
  v.by_rows = true;
  v.first_column = f->first_column;
  return v;
}

bool coord_declare(lowering *l, const char *name, int at, name_kind kind, value v, int item,
                   int base) {
  if (v.shape != SHAPE_SCALAR && !v.items)
    return wrong_memory(l);
  name_entry *entry = names_declare(l, name, at, kind, v);
  if (!entry)
    return false;
  entry->item = item;
  entry->base = base;
  return true;
}

// ---------------------------------------------------------------------------------------------
// real coordinates and angles

// "p[1..3]", "p[1..3, 1..2]", "p"
static const char *family_text(lowering *l, const char *name, const family *f) {
  if (!f->given)
    return name;
  if (f->columns == 0)
    return arena_print(l->arena, "%s[%d..%d]", name, f->first, f->last);
  return arena_print(l->arena, "%s[%d..%d, %d..%d]", name, f->first, f->last, f->first_column,
                     f->first_column + (f->columns - 1));
}

// do the momenta p[1..n], p[1..n, 1..3] have the range of their coordinate?
static bool same_ranges(lowering *l, const tree_names *names, const family *f, bool *same) {
  int first, last;
  *same = f->given && (f->columns > 0) == names->columns.given;
  if (!eval_range(l, &names->range, &first, &last))
    return false;
  *same = *same && first == f->first && last == f->last;
  if (!names->columns.given)
    return true;
  if (!eval_range(l, &names->columns, &first, &last))
    return false;
  *same = *same && first == f->first_column && last - first == f->columns - 1;
  return true;
}

// momentum p, momentum p[1..n]: the range is that of the coordinate
static bool real_momentum(lowering *l, const tree_item *item, coord_item *c, const family *f) {
  const tree_names *names = &item->momentum;
  bool same = true;
  if (!names->given)
    return true;
  if (names->second)
    return wrong(l, names->at, "give each coordinate its own: x momentum px, y momentum py",
                 "a pair of momenta belongs to SE(2) or SE(3)");
  if (names->range.given && !same_ranges(l, names, f, &same))
    return false;
  if (!same)
    return wrong(l, names->at,
                 arena_print(l->arena, "write momentum %s", family_text(l, names->first, f)),
                 "the momenta of `%s` carry its range", c->name);
  c->named_momentum = true;
  value v = family_value(l, &l->system->momenta, c->velocity, f);
  return coord_declare(l, names->first, names->at, NAME_MOMENTUM, v, -1, c->velocity);
}

static bool real_coordinate(lowering *l, const tree_item *item, coord_item *c) {
  model_system *s = l->system;
  const char *momentum = item->momentum.given ? item->momentum.first : item->name;
  family f;
  if (item->velocity.given)
    return wrong(l, item->velocity.at, arena_print(l->arena, "write %s'", item->name),
                 "`velocity` names the body velocity of a rotation or rigid motion");
  if (!coord_family(l, item, 1, &f) ||
      !push_family(l, &s->positions, KIND_COORD, item->name, item->at, &f, "") ||
      !push_family(l, &s->velocities, KIND_VELOCITY, item->name, item->at, &f, "'") ||
      !push_family(l, &s->momenta, KIND_MOMENTUM, momentum, item->at, &f, ""))
    return false;
  c->family = f.given;
  c->first = f.first;
  c->last = f.last;
  c->columns = f.columns;
  c->first_column = f.first_column;
  c->nposition = s->positions.count - c->position;
  c->nvelocity = s->velocities.count - c->velocity;
  for (int i = 0; i < c->nposition; i++) {
    unknown *q = &s->positions.list[c->position + i];
    q->rate = s->velocities.list[c->velocity + i].symbol;
    q->angle = c->kind == COORD_ANGLE;
  }
  value v = family_value(l, &s->positions, c->position, &f);
  return coord_declare(l, c->name, c->at, NAME_COORD, v, s->coords.count, c->position) &&
         real_momentum(l, item, c, &f) && (ARRAY_PUSH(l->arena, s->coords, *c) || wrong_memory(l));
}

// ---------------------------------------------------------------------------------------------

static bool coordinate(lowering *l, const tree_item *item) {
  model_system *s = l->system;
  bool real = item->kind == TREE_REAL || item->kind == TREE_ANGLE;
  coord_item c = {
      .name = item->name,
      .at = item->at,
      .kind = item->kind == TREE_ANGLE ? COORD_ANGLE : COORD_REAL,
      .position = s->positions.count,
      .velocity = s->velocities.count,
  };
  return names_free(l, item->name, item->at, NULL) && eval_charge(l, item->at) &&
         (real ? real_coordinate(l, item, &c) : coord_group(l, item, &c));
}

bool lower_coord(lowering *l, const statement *s) {
  if (l->system->states.count > 0 || l->system->algebraics.count > 0)
    return wrong(l, s->at, "declare all of them with `coord`, or all with `state`",
                 "a model has coordinates or states, not both");
  for (int i = 0; i < s->items.count; i++)
    if (!coordinate(l, s->items.list[i]))
      return false;
  return true;
}

bool lower_state(lowering *l, const statement *s) {
  bool states = s->kind == STATEMENT_STATE;
  unknowns *list = states ? &l->system->states : &l->system->algebraics;
  if (l->system->coords.count > 0)
    return wrong(l, s->at, "declare all of them with `coord`, or all with `state`",
                 "a model has coordinates or states, not both");
  for (int i = 0; i < s->items.count; i++) {
    const tree_item *item = s->items.list[i];
    int base = list->count;
    family f;
    if (!names_free(l, item->name, item->at, NULL) || !coord_family(l, item, 1, &f) ||
        !eval_charge(l, item->at) ||
        !push_family(l, list, states ? KIND_STATE : KIND_ALGEBRAIC, item->name, item->at, &f, ""))
      return false;
    value v = family_value(l, list, base, &f);
    if (!coord_declare(l, item->name, item->at, states ? NAME_STATE : NAME_ALGEBRAIC, v, -1, base))
      return false;
  }
  return true;
}
