// within d: how far apart the bodies of a pair may be to count, and in which coordinates.
//
// Two bodies that differ by d or more in one of these coordinates must not touch. The reader tests
// this at a few points.

#include "lang/lower.h"

#include "expr/magnitude.h"

#include <assert.h>

static bool push_axis(lowering *l, int item, int at) {
  contact_pairs *p = l->pairs;
  if (p->naxis == pairs_most_axes)
    return wrong(l, at, "say which: within d in x, y, z",
                 "more than %d coordinates would tell how far apart two bodies are",
                 pairs_most_axes);
  p->axis[p->naxis++] = item;
  return true;
}

// within d in x, y: families of coordinates
static bool given_axes(lowering *l, const tree_pairs *s) {
  for (int k = 0; k < s->naxis; k++) {
    const name_entry *entry = names_find(l, s->axis[k]);
    if (!entry)
      return names_unknown(l, s->axis[k], s->axis_at[k]) == NOSLIP_OK;
    const coord_item *c = entry->kind == NAME_COORD ? &l->system->coords.list[entry->item] : NULL;
    if (!c || !c->family)
      return wrong(l, s->axis_at[k], "write families of coordinates: within d in x, y",
                   "`%s` is %s, not a family of coordinates", s->axis[k], names_what(entry->kind));
    for (int i = 0; i < k; i++)
      if (l->pairs->axis[i] == entry->item)
        return wrong(l, s->axis_at[k], "delete one of them", "`%s` is given twice", s->axis[k]);
    if (!pairs_cover(l, entry->item, 0, s->axis_at[k]) ||
        !pairs_cover(l, entry->item, 1, s->axis_at[k]) || !push_axis(l, entry->item, s->axis_at[k]))
      return false;
  }
  return true;
}

// does the gap contain the slot's position?
static bool in_gap(lowering *l, const expr *below, int32_t count, int item, int side) {
  for (int k = 0; k < l->pairs->slots.count; k++) {
    const pair_slot *slot = &l->pairs->slots.list[k];
    for (int32_t i = 0; slot->item == item && slot->side == side && i < count; i++)
      if (below[i] == slot->q)
        return true;
  }
  return false;
}

// the families, angles excepted, that occur in the gap at both indices
static bool own_axes(lowering *l, int at) {
  int32_t count;
  expr *below = graph_below(l->graph, &l->pairs->law.gap, 1, &count);
  bool good = below != NULL || wrong_memory(l);
  for (int k = 0; good && k < l->pairs->slots.count; k++) {
    int item = l->pairs->slots.list[k].item;
    if (l->pairs->slots.list[k].side == 0 && l->system->coords.list[item].kind == COORD_REAL &&
        in_gap(l, below, count, item, 0) && in_gap(l, below, count, item, 1))
      good = push_axis(l, item, at);
  }
  memory_free(graph_memory(l->graph), below);
  return good;
}

static bool find_axes(lowering *l, const statement *s) {
  const tree_pairs *given = s->constraint.pairs;
  int at = s->constraint.sides.left->start;
  if (given->naxis > 0)
    return given_axes(l, given);
  if (!own_axes(l, at))
    return false;
  return l->pairs->naxis > 0 ||
         wrong(l, at, "write the gap with a coordinate at both, as in x[i] - x[j]",
               "no coordinate occurs in the gap at both `%s` and `%s`", l->pairs->index[0],
               l->pairs->index[1]);
}

// ---------------------------------------------------------------------------------------------
// the gap where they are that far apart

typedef struct far_point {
  expr *symbol;
  double *at;
  int n;  // positions of all slots, and t
} far_point;

// is the item one of the axes? -1: no
static int axis_of(const contact_pairs *p, int item) {
  for (int k = 0; k < p->naxis; k++)
    if (p->axis[k] == item)
      return k;
  return -1;
}

// Bodies that differ by d in the coordinate `far` and by at most as much in the others; what is no
// length, as an angle, is anything between -4 and 4.
static void place_bodies(const contact_pairs *p, int far, uint64_t *state, far_point *f) {
  static const double more_than_a_turn = 4;
  double apart[pairs_most_axes], middle[pairs_most_axes];
  for (int k = 0; k < p->naxis; k++) {
    apart[k] = p->within*check_random(state);
    middle[k] = p->within*check_random(state);
  }
  apart[far] = apart[far] < 0 ? -p->within : p->within;
  for (int k = 0; k < p->slots.count; k++) {
    const pair_slot *slot = &p->slots.list[k];
    int axis = axis_of(p, slot->item);
    f->at[k] = axis < 0 ? more_than_a_turn*check_random(state)
                        : middle[axis] + (slot->side == 0 ? 0 : apart[axis]);
  }
}

static bool gap_when_far(lowering *l, far_point *f, double *least, int *axis) {
  enum { points = 32 };
  const contact_pairs *p = l->pairs;
  uint64_t state = 20260103;
  *axis = -1;
  for (int i = 0; i < points; i++) {
    double gap, size;
    place_bodies(p, i % p->naxis, &state, f);
    if (!magnitude_of(l->graph, &p->law.gap, 1, f->symbol, f->at, f->n, &gap, &size))
      return wrong_memory(l);
    if (gap <= 0 && (*axis < 0 || gap < *least)) {
      *least = gap;
      *axis = i % p->naxis;
    }
  }
  return true;
}

bool check_within(lowering *l, const statement *s) {
  contact_pairs *p = l->pairs;
  if (!find_axes(l, s))
    return false;
  far_point f = {.n = p->slots.count + 1};
  f.symbol = ARENA_ARRAY(l->arena, expr, f.n);
  f.at = ARENA_ARRAY(l->arena, double, f.n);
  double least;
  int axis;
  if (l->arena->failed)
    return wrong_memory(l);
  for (int k = 0; k < p->slots.count; k++)
    f.symbol[k] = p->slots.list[k].q;
  f.symbol[f.n - 1] = l->system->time;
  if (!gap_when_far(l, &f, &least, &axis))
    return false;
  return axis < 0 || wrong(l, s->constraint.pairs->within->start,
                           "write a distance beyond which two bodies do not touch, as 3*r",
                           "bodies that differ by %g in `%s` can touch: the gap is %g there",
                           p->within, l->system->coords.list[p->axis[axis]].name, least);
}
