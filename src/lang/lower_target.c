// Targets: what stands left of `=` in init, exact, force and equations, as a range of unknowns.

#include "lang/lower.h"

#include <assert.h>
#include <string.h>

static const char *target_text(lowering *l, const tree_target *t) {
  const char *text = arena_text(l->arena, l->source->text + t->at, (size_t)(t->end - t->at));
  return text ? text : t->name;
}

static unknowns *array_of(lowering *l, unsigned kind) {
  switch (kind) {
  case KIND_COORD: return &l->system->positions;
  case KIND_VELOCITY: return &l->system->velocities;
  case KIND_MOMENTUM: return &l->system->momenta;
  case KIND_STATE: return &l->system->states;
  case KIND_ALGEBRAIC: return &l->system->algebraics;
  default: return &l->system->multipliers;
  }
}

static void set_range(lowering *l, target_range *r, unsigned kind, int offset, int count) {
  assert(offset >= 0 && count > 0 && offset + count <= array_of(l, kind)->count);
  r->kind = kind;
  r->offset = offset;
  r->count = count;
  r->list = array_of(l, kind)->list + offset;
  r->shape = count == 1 ? SHAPE_SCALAR : SHAPE_VECTOR;
  r->rows = count;
  r->cols = 1;
}

static unsigned kind_of(name_kind kind) {
  switch (kind) {
  case NAME_COORD: return KIND_COORD;
  case NAME_VELOCITY: return KIND_VELOCITY;
  case NAME_MOMENTUM: return KIND_MOMENTUM;
  case NAME_STATE: return KIND_STATE;
  case NAME_ALGEBRAIC: return KIND_ALGEBRAIC;
  case NAME_MULTIPLIER: return KIND_MULTIPLIER;
  default: return 0;
  }
}

// Where entry k of a name stands among its unknowns: multipliers that are declared one by one and
// velocities of rigid motions are scattered. With a prime the name is that of the positions, which
// are together.
static int entry_offset(const lowering *l, const name_entry *entry, int k, unsigned kind) {
  unsigned own;
  const unknown *u = names_symbol(l, entry->value.items[k], &own);
  return own == kind ? l->meanings.list[graph_node(l->graph, u->symbol).a].position
                     : entry->base + k;
}

// the position of an index in a range from `first` on, in *out
static bool index_position(lowering *l, const tree_target *t, int which, int first, int count,
                           int *out) {
  int i;
  if (!eval_integer(l, t->index[which], "an index", &i))
    return false;
  *out = (int)((long)i - first);
  if (i >= first && (long)i - first < count)
    return true;
  long last = (long)first + count - 1;
  return wrong(l, t->index[which]->start,
               arena_print(l->arena, "write an index from %d to %ld", first, last),
               "the index %d is outside %s[%d..%ld]", i, t->name, first, last);
}

// c[i], a row, or c[i,j], of a family with two indices
static bool indexed_rows(lowering *l, const tree_target *t, const name_entry *entry,
                         target_range *r) {
  const value *v = &entry->value;
  int i, j = 0;
  if (t->nindex > 2)
    return wrong(l, t->index[2]->start,
                 arena_print(l->arena, "write %s[i] or %s[i,j]", t->name, t->name),
                 "`%s` has one index or two", t->name);
  if (!index_position(l, t, 0, v->first, v->rows, &i) ||
      (t->nindex == 2 && !index_position(l, t, 1, v->first_column, v->cols, &j)))
    return false;
  set_range(l, r, r->kind, entry_offset(l, entry, i*v->cols + j, r->kind),
            t->nindex == 2 ? 1 : v->cols);
  r->shape = t->nindex == 2 ? SHAPE_SCALAR : SHAPE_VECTOR;
  return true;
}

// w[i] of a family, a vector of velocities, momenta, multipliers
static bool indexed(lowering *l, const tree_target *t, const name_entry *entry, target_range *r) {
  const value *v = &entry->value;
  int i, k;
  if (v->by_rows)
    return indexed_rows(l, t, entry, r);
  if (v->shape != SHAPE_VECTOR)
    return wrong(l, t->at, arena_print(l->arena, "write %s", t->name), "`%s` has no index",
                 t->name);
  if (t->nindex != 1)
    return wrong(l, t->index[1]->start, arena_print(l->arena, "write %s[i]", t->name),
                 "`%s` has one index", t->name);
  if (!v->index && !index_position(l, t, 0, v->first, v->rows, &k))
    return false;
  if (v->index && !eval_integer(l, t->index[0], "an index", &i))
    return false;
  if (v->index)
    k = value_position(v, i);
  if (k < 0)
    return wrong(l, t->index[0]->start, "its indices are those of its `multiplier` clauses",
                 "there is no multiplier %s[%d]", t->name, i);
  set_range(l, r, r->kind, entry_offset(l, entry, k, r->kind), 1);
  return true;
}

// all of a family with two indices, or of the body velocities of a family
static bool whole_rows(lowering *l, const tree_target *t, const name_entry *entry,
                       target_range *r) {
  const value *v = &entry->value;
  int count = value_count(v), first = entry_offset(l, entry, 0, r->kind);
  if (entry_offset(l, entry, count - 1, r->kind) != first + count - 1)
    return wrong(l, t->at, arena_print(l->arena, "write %s[i] = ... inside `for`", t->name),
                 "the velocities of a family of rigid motions are set one by one");
  set_range(l, r, r->kind, first, count);
  r->shape = v->shape;
  r->rows = v->rows;
  r->cols = v->cols;
  return true;
}

// Omega[i,j], i < j, of a skew matrix: its entries are stored row by row
static bool skew_entry(lowering *l, const tree_target *t, const name_entry *entry,
                       target_range *r) {
  int i, j, n = entry->value.rows;
  if (t->nindex != 2)
    return wrong(l, t->at, arena_print(l->arena, "write %s[i,j]", t->name),
                 "`%s` is a skew %dx%d matrix and needs two indices", t->name, n, n);
  if (!eval_integer(l, t->index[0], "an index", &i) ||
      !eval_integer(l, t->index[1], "an index", &j))
    return false;
  if (i < 1 || j > n || i >= j)
    return wrong(l, t->index[0]->start, "the others are their opposites",
                 "the entries of the skew matrix `%s` are given for 1 <= i < j <= %d", t->name, n);
  int before = (i - 1)*n - i*(i - 1)/2;  // entries of the rows above
  set_range(l, r, r->kind, entry->base + before + j - i - 1, 1);
  return true;
}

int lower_field(const coord_item *item, const char *field) {
  static const char *const planar[] = {"x", "y", "theta"}, *const spatial[] = {"x", "y", "z"};
  const char *const *fields = item->kind == COORD_SE2 ? planar : spatial;
  assert(item->kind == COORD_SE2 || item->kind == COORD_SE3);
  for (int i = 0; i < 3; i++)
    if (strcmp(fields[i], field) == 0)
      return i;
  return -1;
}

// a matrix of SO(n), row by row from positions[offset]
static void set_rotation(lowering *l, target_range *r, int offset, int n) {
  set_range(l, r, KIND_COORD, offset, n*n);
  r->shape = SHAPE_MATRIX;
  r->rows = r->cols = n;
  r->rotation = true;
}

// g.x, g.y, g.theta, g.z, g.R
static bool field(lowering *l, const tree_target *t, const coord_item *item, target_range *r) {
  bool se = item && (item->kind == COORD_SE2 || item->kind == COORD_SE3);
  if (!se)
    return wrong(l, t->field_at, "declare it as in: coord g: SE(2) velocity (v, omega)",
                 "only a coordinate in SE(2) or SE(3) has fields");
  int k = lower_field(item, t->field);
  if (k >= 0) {
    set_range(l, r, KIND_COORD, item->position + k, 1);
    return true;
  }
  if (strcmp(t->field, "R") == 0 && item->kind == COORD_SE3) {
    set_rotation(l, r, item->position + 3, 3);
    return true;
  }
  return wrong(l, t->field_at,
               item->kind == COORD_SE2 ? "it has .x, .y and .theta" : "it has .x, .y, .z and .R",
               "`%s` has no field `%s` to set", t->name, t->field);
}

static bool is_group(const coord_item *item) {
  return item->kind != COORD_REAL && item->kind != COORD_ANGLE;
}

// a rotation or rigid motion, which may be a member of a family
static bool group_coordinate(lowering *l, const tree_target *t, const name_entry *entry,
                             target_range *r) {
  const coord_item *item = &l->system->coords.list[entry->item];
  bool family = entry->value.shape == SHAPE_BODIES;
  int k = 0;
  if (family && t->nindex != 1)
    return wrong(l, t->at, arena_print(l->arena, "write %s[i]", t->name),
                 "`%s` is a family: its members are set as a whole, one by one", t->name);
  if (family && !index_position(l, t, 0, entry->value.first, entry->value.rows, &k))
    return false;
  item += k;
  if (t->field && t->nindex > 0 && !family)
    return wrong(l, t->field_at, arena_print(l->arena, "write %s.%s", t->name, t->field),
                 "a field comes without an index");
  if (t->field)
    return field(l, t, item, r);
  if (item->kind != COORD_SO)
    return wrong(l, t->at,
                 arena_print(l->arena, "write %s.x = ..., %s.y = ...", item->name, item->name),
                 "`%s` is set by its fields", item->name);
  if (t->nindex > 0 && !family)
    return wrong(l, t->at,
                 arena_print(l->arena, "write %s = [[..., ...], ...], row by row", t->name),
                 "`%s` is set as a whole matrix", t->name);
  set_rotation(l, r, item->position, item->size);
  return true;
}

// a coordinate, or with a prime its velocity
static bool coordinate(lowering *l, const tree_target *t, bool prime, const name_entry *entry,
                       target_range *r) {
  const coord_item *item = &l->system->coords.list[entry->item];
  if (is_group(item) && prime)
    return wrong(l, t->at, "give its body velocity by the name declared with `velocity`",
                 "`%s'` cannot be set", t->name);
  if (is_group(item))
    return group_coordinate(l, t, entry, r);
  if (t->field)
    return field(l, t, item, r);

  r->kind = prime ? KIND_VELOCITY : KIND_COORD;
  name_entry here = *entry;
  here.base = prime ? item->velocity : item->position;
  if (t->nindex > 0)
    return indexed(l, t, &here, r);
  if (here.value.by_rows)
    return whole_rows(l, t, &here, r);
  set_range(l, r, r->kind, here.base, item->nposition);
  if (item->family)
    r->shape = SHAPE_VECTOR;
  return true;
}

// a name without an index, except of a coordinate: a scalar, a vector, a skew matrix, a family
static bool whole(lowering *l, const tree_target *t, const name_entry *entry, target_range *r) {
  if (entry->sparse)
    return wrong(l, t->at, arena_print(l->arena, "write %s[i]", t->name),
                 "`%s` is given entry by entry", t->name);
  if (entry->value.by_rows || entry->value.shape == SHAPE_VECTOR)
    return whole_rows(l, t, entry, r);
  bool skew = entry->value.shape == SHAPE_MATRIX;
  int n = entry->value.rows;
  set_range(l, r, r->kind, entry->base, skew ? n*(n - 1)/2 : n);
  r->shape = entry->value.shape;
  r->skew = skew;
  if (skew)
    r->rows = r->cols = n;
  return true;
}

bool lower_target(lowering *l, const tree_target *t, bool prime, target_range *r) {
  *r = (target_range){.text = target_text(l, t)};
  name_entry *entry = names_find(l, t->name);
  if (!entry)
    return names_unknown(l, t->name, t->at) == NOSLIP_OK;
  r->kind = kind_of(entry->kind);
  if (r->kind == 0)
    return wrong(
        l, t->at,
        l->source == l->model->source
            ? "declare it with `coord` or `state`, or give it its value where it is declared"
            : "the option `set` gives values to parameters",
        "`%s` is %s, not an unknown of the model", t->name, names_what(entry->kind));
  if (entry->kind == NAME_COORD)
    return coordinate(l, t, prime, entry, r);

  if (prime && entry->kind != NAME_STATE)
    return wrong(l, t->at, "delete the prime: values are given for the unknowns themselves",
                 "`%s` is %s: its derivative cannot be set", t->name, names_what(entry->kind));
  if (t->field)
    return field(l, t, NULL, r);
  if (entry->value.shape == SHAPE_MATRIX && !entry->value.by_rows && t->nindex > 0)
    return skew_entry(l, t, entry, r);
  if (t->nindex > 0)
    return indexed(l, t, entry, r);
  return whole(l, t, entry, r);
}

expr lower_item(const target_range *r, const value *v, int k) {
  assert(0 <= k && k < r->count);
  if (v->fits_all || !r->skew)
    return value_item(v, v->fits_all ? 0 : k);
  int n = r->rows;
  for (int i = 0; i < n; i++) {
    if (k < n - 1 - i)
      return v->items[i*n + i + 1 + k];
    k -= n - 1 - i;
  }
  return expr_zero;
}
