// Shapes for a model that describes none. Coordinates that are called like places, as x, y or x1,
// x2 or c[1..3], are points with trails; rotations are frames, at a point if there are as many of
// both; a holonomic constraint on two places and nothing else is a rod between them; angles alone
// are wheels; and if there is nothing of all this, the first two unknowns are a point.

#include "model/drawn.h"

#include "lang/tree.h"

#include <string.h>

enum { most_trails = 60 };  // with more of them nothing is seen

// a place, and how a body at it is turned
typedef struct body {
  const char *name;
  expr at[3];
  int nat;        // 0: nowhere; 2 or 3
  int first;      // of the turn among all positions; -1: it has none
  bool in_space;  // the turn is a 3x3 matrix, otherwise an angle
} body;

typedef struct guess {
  const model_system *s;
  graph *graph;
  arena *arena;
  drawings *out;
  ARRAY_OF(body) bodies;
  int dimension;
  int nplace, nturn;  // of the bodies
} guess;

static expr position(const guess *k, int i) {
  return k->s->positions.list[i].symbol;
}

// ---------------------------------------------------------------------------------------------
// names of coordinates

// b comes after a: y after x, z after x or y, 2 after 1; otherwise they are the same
static bool follows(const char *a, const char *b) {
  int changes = 0;
  if (strlen(a) != strlen(b))
    return false;
  for (; *a; a++, b++) {
    const char pair[] = {*a, *b, 0};
    if (*a == *b)
      continue;
    if (!strstr("xy yz xz XY YZ XZ 12 23", pair))
      return false;
    changes++;
  }
  return changes == 1;
}

static bool same_range(const coord_item *a, const coord_item *b) {
  return a->kind == COORD_REAL && b->kind == COORD_REAL && a->family == b->family &&
         a->nposition == b->nposition && a->columns == b->columns && a->first == b->first;
}

// how many items from here on are one place: x, y, z
static int together(const guess *k, int i) {
  const coord_item *c = &k->s->coords.list[i];
  int n = 1;
  if (c->kind != COORD_REAL || c->columns > 0)
    return 1;
  while (n < 3 && i + n < k->s->coords.count && same_range(c, c + n) &&
         follows(c[n - 1].name, c[n].name))
    n++;
  return n;
}

// ---------------------------------------------------------------------------------------------
// bodies

static bool add(guess *k, body b) {
  k->nplace += b.nat > 0;
  k->nturn += b.first >= 0;
  if (b.nat == 3 || b.in_space)
    k->dimension = 3;
  return ARRAY_PUSH(k->arena, k->bodies, b);
}

// a place whose entries are `stride` positions apart
static bool add_place(guess *k, const char *name, int first, int n, int stride) {
  body b = {.name = name, .nat = n, .first = -1};
  for (int j = 0; j < n; j++)
    b.at[j] = position(k, first + j*stride);
  return add(k, b);
}

static bool add_real(guess *k, const coord_item *c, int n) {
  bool good = true;
  if (n > 1)
    for (int i = 0; i < c->nposition && good; i++)
      good = add_place(k, c->name, c->position + i, n, c[1].position - c->position);
  else if (c->columns == 2 || c->columns == 3)
    for (int i = 0; i < c->nposition && good; i += c->columns)
      good = add_place(k, c->name, c->position + i, c->columns, 1);
  else if (c->family && (c->nposition == 2 || c->nposition == 3))
    good = add_place(k, c->name, c->position, c->nposition, 1);
  return good;
}

// x, y and an angle, or x, y, z and a matrix
static bool add_motion(guess *k, const coord_item *c) {
  bool space = c->kind == COORD_SE3;
  int d = space ? 3 : 2;
  body b = {.name = c->name, .nat = d, .first = c->position + d, .in_space = space};
  for (int j = 0; j < d; j++)
    b.at[j] = position(k, c->position + j);
  return add(k, b);
}

static bool add_item(guess *k, const coord_item *c, int n) {
  switch (c->kind) {
  case COORD_REAL: return add_real(k, c, n);
  case COORD_ANGLE: return true;
  case COORD_SE2:
  case COORD_SE3: return add_motion(k, c);
  case COORD_SO: break;
  }
  return c->size != 3 || add(k, (body){.name = c->name, .first = c->position, .in_space = true});
}

// ---------------------------------------------------------------------------------------------
// drawings

static drawing *begin(guess *k, tree_drawing what, const body *b) {
  enum { most = 13 };  // point, length, matrix
  drawing d = {.what = (int)what,
               .colour = -1,
               .name = b->name,
               .dimension = k->dimension,
               .npoint = 1,
               .nvalue = k->dimension,
               .values = ARENA_ARRAY(k->arena, expr, most)};
  if (!d.values || !ARRAY_PUSH(k->arena, *k->out, d))
    return NULL;
  for (int j = 0; j < k->dimension; j++)
    d.values[j] = j < b->nat ? b->at[j] : expr_zero;
  return &k->out->list[k->out->count - 1];
}

// a length and a turn behind the point
static void turn(const guess *k, drawing *d, expr length, int first) {
  d->nsize = 1;
  d->nturn = k->dimension == 2 ? 1 : 9;
  d->values[d->nvalue++] = length;
  for (int j = 0; j < d->nturn; j++)
    d->values[d->nvalue++] = position(k, first + j);
}

// a body in the plane among others in space is not turned
static bool draw_body(guess *k, const body *b) {
  bool turned = b->first >= 0 && b->in_space == (k->dimension == 3);
  drawing *d = begin(k, turned ? DRAW_FRAME : DRAW_POINT, b);
  if (d && turned)
    turn(k, d, expr_zero, b->first);
  return d && (b->nat == 0 || k->nplace > most_trails || begin(k, DRAW_TRAIL, b));
}

// ---------------------------------------------------------------------------------------------
// rods

// the body of each node that is an entry of its place, counted from 1; 0: of none
static int *owners(const guess *k) {
  int *owner = ARENA_ARRAY(k->arena, int, graph_size(k->graph));
  for (int i = 0; owner && i < k->bodies.count; i++)
    for (int j = 0; j < k->bodies.list[i].nat; j++)
      owner[k->bodies.list[i].at[j]] = i + 1;
  return owner;
}

// two bodies, counted from 1, and how many entries of their places were met; others: beside them
typedef struct two {
  int pair[2], entries[2], others;
} two;

static void meet(two *t, int which) {
  for (int i = 0; i < 2 && which > 0; i++)
    if (t->pair[i] == which || t->pair[i] == 0) {
      t->pair[i] = which;
      t->entries[i]++;
      return;
    }
  t->others++;
}

// Does the constraint contain all entries of two places, and no other unknown? Then it holds them
// together.
static bool holds_two(const guess *k, expr residual, const int *owner, two *t) {
  int32_t count;
  expr *below = graph_below(k->graph, &residual, 1, &count);
  *t = (two){.others = below == NULL};
  for (int32_t i = 0; below && i < count; i++)
    if (graph_node(k->graph, below[i]).op == EXPR_SYMBOL &&
        !(expr_kinds(k->graph, below[i]) & KIND_LIVE))  // a parameter
      meet(t, owner[below[i]]);
  memory_free(graph_memory(k->graph), below);
  return t->others == 0 && t->pair[1] > 0 && t->entries[0] == k->bodies.list[t->pair[0] - 1].nat &&
         t->entries[1] == k->bodies.list[t->pair[1] - 1].nat;
}

static bool draw_rods(guess *k) {
  const int *owner = owners(k);
  for (int i = 0; owner && i < k->s->constraints.count; i++) {
    const constraint *c = &k->s->constraints.list[i];
    two held;
    if (c->kind != CONSTRAINT_HOLONOMIC || !holds_two(k, c->residual, owner, &held))
      continue;
    drawing *d = begin(k, DRAW_ROD, &k->bodies.list[held.pair[0] - 1]);
    if (!d)
      return false;
    const body *far = &k->bodies.list[held.pair[1] - 1];
    d->name = c->label;
    d->npoint = 2;
    for (int j = 0; j < k->dimension; j++)
      d->values[d->nvalue++] = j < far->nat ? far->at[j] : expr_zero;
  }
  return owner != NULL;
}

// ---------------------------------------------------------------------------------------------
// all of them

// as many places as rotations without one: each has its own
static void settle(guess *k) {
  int next = 0, n = k->bodies.count;
  body *list = k->bodies.list;
  if (k->nplace != k->nturn || 2*k->nplace != n)
    return;
  for (int i = 0; i < n; i++) {
    if (list[i].nat == 0)
      continue;
    while (list[next].first < 0)
      next++;
    list[i].first = list[next].first;
    list[i].in_space = true;
    list[next++].name = NULL;  // it is at that place now
  }
}

static bool draw_bodies(guess *k) {
  settle(k);
  for (int i = 0; i < k->bodies.count; i++)
    if (k->bodies.list[i].name && !draw_body(k, &k->bodies.list[i]))
      return false;
  return true;
}

// angles side by side
static bool draw_angles(guess *k) {
  static const double apart = 2.5;  // of wheels with radius 1
  for (int i = 0; i < k->s->positions.count && k->out->count < most_trails; i++) {
    const unknown *u = &k->s->positions.list[i];
    body b = {.name = u->name, .nat = 2, .at = {expr_zero, expr_zero}};
    if (!u->angle)
      continue;
    b.at[0] = expr_number(k->graph, apart*k->out->count);
    drawing *d = begin(k, DRAW_WHEEL, &b);
    if (!d)
      return false;
    turn(k, d, expr_one, i);
  }
  return true;
}

// the first two unknowns, or the only one
static bool draw_first(guess *k) {
  const unknowns *list = k->s->positions.count > 0 ? &k->s->positions : &k->s->states;
  body b = {.nat = 2, .first = -1};
  if (list->count == 0)
    return true;
  b.name = list->list[0].name;
  bool upwards = list->count == 1 && b.name[0] != 'x';
  b.at[0] = upwards ? expr_zero : list->list[0].symbol;
  b.at[1] = upwards ? list->list[0].symbol : list->count > 1 ? list->list[1].symbol : expr_zero;
  return draw_body(k, &b);
}

bool drawn_default(const model_system *s, graph *g, arena *a, drawings *out) {
  guess k = {.s = s, .graph = g, .arena = a, .out = out, .dimension = 2};
  *out = (drawings){0};
  for (int i = 0, n; i < s->coords.count; i += n) {
    n = together(&k, i);
    if (!add_item(&k, &s->coords.list[i], n))
      return false;
  }
  if (!draw_rods(&k) || !draw_bodies(&k) || (out->count == 0 && !draw_angles(&k)))
    return false;
  return out->count > 0 || draw_first(&k);
}
