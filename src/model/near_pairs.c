// Pairs of bodies that are near each other at the start, by a grid of cells.
//
// The cells have the size that stands after `within`, so bodies that are near each other are in the
// same cell or in adjacent ones. Bodies are sorted by their cells: those of three cells in a row of
// the last axis stand one after the other.

#include "model/model.h"

#include "expr/tape.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

typedef struct body {
  int cell[pairs_most_axes];  // 0 for axes that there are not
  int index, side;
} body;

typedef struct near_search {
  const model_system *system;
  const contact_pairs *pairs;
  body *bodies;  // n, sorted
  int n;
  const tape *gap;
  double *work, *in;  // of the tape: positions of the slots, and t
  near_gaps *found;
  long left;  // pairs that may still be looked at
} near_search;

static int compare_cells(const int *a, const int *b) {
  for (int k = 0; k < pairs_most_axes; k++)
    if (a[k] != b[k])
      return a[k] < b[k] ? -1 : 1;
  return 0;
}

static int compare_bodies(const void *a, const void *b) {
  const body *x = a, *y = b;
  int by_cell = compare_cells(x->cell, y->cell);
  int by_index = (x->index > y->index) - (x->index < y->index);
  return by_cell ? by_cell : by_index ? by_index : x->side - y->side;
}

// where a body is at the start, on an axis
static double place(const near_search *s, int side, int index, int axis) {
  const coord_item *c = &s->system->coords.list[s->pairs->axis[axis][side]];
  return s->system->positions.list[c->position + index - c->first].start;
}

// far away all cells are one: what is near stays near
static int cell_of(double x, double size) {
  static const double farthest = 1e9;
  double cell = floor(x/size);
  return (int)(cell > farthest ? farthest : cell > -farthest ? cell : -farthest);
}

static bool list_bodies(near_search *s, arena *a) {
  const contact_pairs *p = s->pairs;
  long count = 0;
  for (int side = 0; side < (p->ordered ? 1 : 2); side++)
    count += p->last[side] >= p->first[side] ? (long)p->last[side] - p->first[side] + 1 : 0;
  s->bodies = ARENA_ARRAY(a, body, count);
  if (!s->bodies)
    return false;
  for (int side = 0; side < (p->ordered ? 1 : 2); side++)
    for (int i = p->first[side]; i <= p->last[side]; i++) {
      body *b = &s->bodies[s->n++];
      *b = (body){.index = i, .side = side};
      for (int k = 0; k < p->naxis; k++)
        b->cell[k] = cell_of(place(s, side, i, k), p->within);
    }
  qsort(s->bodies, (size_t)s->n, sizeof *s->bodies, compare_bodies);
  return true;
}

static bool make_tape(near_search *s, arena *a) {
  const contact_pairs *p = s->pairs;
  int n = p->slots.count + 1;
  expr *symbols = ARENA_ARRAY(a, expr, n);
  if (!symbols)
    return false;
  for (int k = 0; k < n - 1; k++)
    symbols[k] = p->slots.list[k].q;
  symbols[n - 1] = s->system->time;
  s->gap = tape_new(a, s->system->graph, &(tape_group){symbols, n}, 1, &p->law.gap, 1);
  s->in = ARENA_ARRAY(a, double, n);
  s->work = s->gap ? ARENA_ARRAY(a, double, s->gap->nwork) : NULL;
  if (!s->work || !s->in)
    return false;
  tape_prepare(s->gap, s->work);
  return true;
}

double near_pairs_place(const model_system *system, const contact_pairs *p, int slot, int i,
                        int j) {
  const pair_slot *s = &p->slots.list[slot];
  int index = s->side == 0 ? i : j;
  return system->positions.list[s->position + index - p->first[s->side]].start;
}

static bool is_near(const near_search *s, int i, int j) {
  for (int k = 0; k < s->pairs->naxis; k++)
    if (!(fabs(place(s, 0, i, k) - place(s, 1, j, k)) < s->pairs->within))
      return false;
  return true;
}

static void look_at(near_search *s, int i, int j) {
  double gap = 0;
  const double *in = s->in;
  near_gaps *f = s->found;
  s->left--;
  if (!is_near(s, i, j))
    return;
  for (int k = 0; k < s->pairs->slots.count; k++)
    s->in[k] = near_pairs_place(s->system, s->pairs, k, i, j);
  tape_run(s->gap, s->work, &in, &gap);
  if (!(gap >= 0) && f->count < near_gaps_most)
    f->list[f->count++] = (near_gap){i, j};
}

// the first body whose cell is not before `cell`
static int first_in(const near_search *s, const int *cell) {
  int low = 0, high = s->n;
  while (low < high) {
    int middle = low + (high - low)/2;
    if (compare_cells(s->bodies[middle].cell, cell) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// the partners of a body in the cells `low` to `high`, which differ in the last axis only
static void look_along(near_search *s, const body *b, const int *low, const int *high) {
  for (int k = first_in(s, low); k < s->n && compare_cells(s->bodies[k].cell, high) <= 0; k++) {
    const body *c = &s->bodies[k];
    bool partner = s->pairs->ordered ? c->index > b->index : c->side > b->side;
    if (s->left <= 0 || s->found->count == near_gaps_most)
      return;
    if (partner)
      look_at(s, b->index, c->index);
  }
}

static void look_around(near_search *s, const body *b) {
  int last = s->pairs->naxis - 1, low[pairs_most_axes], high[pairs_most_axes];
  int rows = last == 0 ? 1 : last == 1 ? 3 : 9;
  for (int row = 0; row < rows; row++) {
    for (int k = 0; k < pairs_most_axes; k++)
      low[k] = high[k] = b->cell[k];
    if (last > 0)
      low[0] = high[0] = b->cell[0] + row % 3 - 1;
    if (last > 1)
      low[1] = high[1] = b->cell[1] + row/3 - 1;
    low[last]--;
    high[last]++;
    look_along(s, b, low, high);
  }
}

bool near_pairs_find(arena *a, const model_system *system, const contact_pairs *p, near_gaps *out) {
  static const long most = 20000000;  // a second or two
  near_search s = {.system = system, .pairs = p, .found = out, .left = most};
  *out = (near_gaps){.list = ARENA_ARRAY(a, near_gap, near_gaps_most)};
  assert(p->naxis > 0);
  if (!out->list || !list_bodies(&s, a) || !make_tape(&s, a))
    return false;
  for (int k = 0; k < s.n && s.left > 0; k++)
    look_around(&s, &s.bodies[k]);
  out->all = s.left > 0 && out->count < near_gaps_most;
  return true;
}
