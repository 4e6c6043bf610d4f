// within d: how far apart the bodies of a pair may be to count, and in which coordinates.
//
// Two bodies that differ by d or more in one of these coordinates must not touch. The reader tests
// this at a few points.

#include "lang/lower.h"

#include "expr/magnitude.h"

#include <string.h>

static bool push_axis(lowering *l, int first, int second, int at) {
  contact_pairs *p = l->pairs;
  if (p->naxis == pairs_most_axes)
    return wrong(l, at, "say which: within d in x, y, z",
                 "more than %d coordinates would tell how far apart two bodies are",
                 pairs_most_axes);
  p->axis[p->naxis][0] = first;
  p->axis[p->naxis++][1] = second;
  return true;
}

// the family of a part of an axis, x or x[i], and the side of its index (-1: none)
static bool axis_family(lowering *l, const tree_label *part, int *item, int *side) {
  const name_entry *entry = names_find(l, part->name);
  static const char form[] = "write families of coordinates: within d in x, y";
  if (!entry)
    return names_unknown(l, part->name, part->at) == NOSLIP_OK;
  *item = entry->item;
  if (entry->kind != NAME_COORD || !l->system->coords.list[entry->item].family)
    return wrong(l, part->at, form, "`%s` is %s, not a family of coordinates", part->name,
                 names_what(entry->kind));
  if (l->system->coords.list[entry->item].columns > 0)
    return wrong(l, part->at, form, "`%s` is a family with two indices, not with one", part->name);
  *side = -1;
  for (int k = 0; k < 2 && part->nindex == 1; k++)
    if (part->index[0]->kind == TREE_NAME && strcmp(part->index[0]->name, l->pairs->index[k]) == 0)
      *side = k;
  return part->nindex == 0 || *side >= 0 ||
         wrong(l, part->at,
               arena_print(l->arena, "write %s[%s] or %s[%s]", part->name, l->pairs->index[0],
                           part->name, l->pairs->index[1]),
               "an axis has the index of one of the two bodies");
}

// x, x[i] - X[j], X[j] - x[i]
static bool given_axis(lowering *l, const tree_axis *axis) {
  int item[2], side[2], at = axis->part[0].at;
  if (!axis_family(l, &axis->part[0], &item[0], &side[0]))
    return false;
  if (!axis->part[1].name) {
    item[1] = item[0];
    side[0] = 0;
  } else if (!axis_family(l, &axis->part[1], &item[1], &side[1]))
    return false;
  else if (side[0] == side[1] || side[1] < 0)
    return wrong(
        l, axis->part[1].at,
        arena_print(l->arena, "write x[%s] - x[%s]", l->pairs->index[0], l->pairs->index[1]),
        "an axis has an entry of each of the two bodies");
  int first = item[side[0]], second = item[1 - side[0]];
  if (l->pairs->ordered && first != second)
    return wrong(l, at, "take two ranges: for i in 1..n, j in 1..k",
                 "bodies of one range have the same coordinates");
  for (int i = 0; i < l->pairs->naxis; i++)
    if (l->pairs->axis[i][0] == first)
      return wrong(l, at, "delete one of them", "`%s` is given twice", axis->part[0].name);
  return pairs_cover(l, first, 0, at) && pairs_cover(l, second, 1, at) &&
         push_axis(l, first, second, at);
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
      good = push_axis(l, item, item, at);
  }
  memory_free(graph_memory(l->graph), below);
  return good;
}

static bool find_axes(lowering *l, const statement *s) {
  const tree_pairs *given = s->constraint.pairs;
  int at = s->constraint.sides.left->start;
  for (int k = 0; k < given->naxis; k++)
    if (!given_axis(l, &given->axis[k]))
      return false;
  if (given->naxis == 0 && !own_axes(l, at))
    return false;
  return l->pairs->naxis > 0 ||
         wrong(l, at,
               arena_print(l->arena,
                           l->pairs->ordered
                               ? "write the gap with a coordinate at both: x[%s] - x[%s]"
                               : "say what tells them apart: within d in x[%s] - X[%s]",
                           l->pairs->index[0], l->pairs->index[1]),
               "no coordinate occurs in the gap at both `%s` and `%s`", l->pairs->index[0],
               l->pairs->index[1]);
}

// two ranges of one family are those of different bodies
static bool check_ranges(lowering *l, const tree_pairs *s) {
  const contact_pairs *p = l->pairs;
  int low = p->first[0] > p->first[1] ? p->first[0] : p->first[1];
  int high = p->last[0] < p->last[1] ? p->last[0] : p->last[1];
  for (int k = 0; k < p->naxis && !p->ordered; k++)
    if (p->axis[k][0] == p->axis[k][1] && low <= high)
      return wrong(l, s->range[1].lo->start,
                   arena_print(l->arena, "pairs of one range are: for %s < %s in %d..%d",
                               p->index[0], p->index[1], p->first[0], p->last[0]),
                   "the two ranges have entries in common, from %d to %d", low, high);
  return true;
}

// ---------------------------------------------------------------------------------------------
// the gap where they are that far apart

typedef struct far_point {
  expr *symbol;
  double *at;
  int n;  // positions of all slots, and t
} far_point;

// the axis that a slot is on; -1: none
static int axis_of(const contact_pairs *p, const pair_slot *slot) {
  for (int k = 0; k < p->naxis; k++)
    if (p->axis[k][slot->side] == slot->item)
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
    int axis = axis_of(p, slot);
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
  if (!find_axes(l, s) || !check_ranges(l, s->constraint.pairs))
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
                           p->within, l->system->coords.list[p->axis[axis][0]].name, least);
}
