// coord, state, algebraic: the unknowns of a model.

#include "lang/lower.h"

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

// the range of a family, or first = last = 0 for a scalar
static bool item_range(lowering *l, const tree_item *item, int *first, int *last) {
  *first = *last = 0;
  if (!item->range.given)
    return too_many(l, item, 1);
  if (!eval_range(l, &item->range, first, last))
    return false;
  if (*last < *first)
    return wrong(l, item->at, "the first index of a range is the smaller one",
                 "`%s[%d..%d]` has no entries", item->name, *first, *last);
  return too_many(l, item, (double)*last - *first + 1);
}

// append one unknown; `name` is its key
static bool push_unknown(lowering *l, unknowns *list, unsigned kind, const char *name, int at) {
  expr symbol = names_new_symbol(l, kind, name, list->count);
  unknown u = {.name = name, .symbol = symbol, .rate = expr_zero, .at = at};
  return (name && ARRAY_PUSH(l->arena, *list, u)) || wrong_memory(l);
}

// "w[3]'": there may be a million of them, so the name is printed once only
static const char *entry_name(lowering *l, const char *name, long i, const char *prime) {
  char index[32];
  size_t n = strlen(name), m = (size_t)snprintf(index, sizeof index, "[%ld]%s", i, prime);
  char *text = arena_alloc(l->arena, n + m + 1);
  if (text) {
    memcpy(text, name, n);
    memcpy(text + n, index, m);
  }
  return text;
}

// `count` unknowns NAME[first], ...; or NAME alone. `prime` is "'" for velocities of x.
static bool push_family(lowering *l, unknowns *list, unsigned kind, const tree_item *item,
                        int first, int last, const char *prime) {
  if (!item->range.given)
    return push_unknown(l, list, kind, arena_print(l->arena, "%s%s", item->name, prime), item->at);
  for (long i = first; i <= last; i++)
    if (!push_unknown(l, list, kind, entry_name(l, item->name, i, prime), item->at))
      return false;
  return true;
}

// the value of `count` unknowns from list[base]: a scalar or a vector that starts at `first`
static value value_of(lowering *l, const unknowns *list, int base, int count, bool family,
                      int first) {
  assert(base >= 0 && count > 0 && base + count <= list->count);
  if (!family)
    return value_scalar(list->list[base].symbol);
  value v = value_new(l->arena, SHAPE_VECTOR, count, 1);
  for (int i = 0; v.items && i < count; i++)
    v.items[i] = list->list[base + i].symbol;
  v.first = first;
  return v;
}

static bool declare(lowering *l, const char *name, int at, name_kind kind, value v, int item,
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

// momentum p, momentum p[1..n]: the range is that of the coordinate
static bool real_momentum(lowering *l, const tree_item *item, coord_item *c) {
  const tree_names *names = &item->momentum;
  if (!names->given)
    return true;
  if (names->second)
    return wrong(l, names->at, "give each coordinate its own: x momentum px, y momentum py",
                 "a pair of momenta belongs to SE(2) or SE(3)");
  if (names->range.given) {
    int first, last;
    if (!eval_range(l, &names->range, &first, &last))
      return false;
    if (!c->family || first != c->first || last != c->last)
      return wrong(l, names->at,
                   c->family ? arena_print(l->arena, "write momentum %s[%d..%d]", names->first,
                                           c->first, c->last)
                             : arena_print(l->arena, "write momentum %s", names->first),
                   "the momenta of `%s` carry its range", c->name);
  }
  c->named_momentum = true;
  value v = value_of(l, &l->system->momenta, c->velocity, c->nvelocity, c->family, c->first);
  return declare(l, names->first, names->at, NAME_MOMENTUM, v, -1, c->velocity);
}

static bool real_coordinate(lowering *l, const tree_item *item, coord_item *c) {
  model_system *s = l->system;
  if (item->velocity.given)
    return wrong(l, item->velocity.at, arena_print(l->arena, "write %s'", item->name),
                 "`velocity` names the body velocity of a rotation or rigid motion");
  if (!item_range(l, item, &c->first, &c->last))
    return false;
  c->family = item->range.given;
  tree_item momentum = *item;
  if (item->momentum.given)
    momentum.name = item->momentum.first;
  if (!push_family(l, &s->positions, KIND_COORD, item, c->first, c->last, "") ||
      !push_family(l, &s->velocities, KIND_VELOCITY, item, c->first, c->last, "'") ||
      !push_family(l, &s->momenta, KIND_MOMENTUM, &momentum, c->first, c->last, ""))
    return false;
  c->nposition = s->positions.count - c->position;
  c->nvelocity = s->velocities.count - c->velocity;
  for (int i = 0; i < c->nposition; i++) {
    unknown *q = &s->positions.list[c->position + i];
    q->rate = s->velocities.list[c->velocity + i].symbol;
    q->angle = c->kind == COORD_ANGLE;
  }
  value v = value_of(l, &s->positions, c->position, c->nposition, c->family, c->first);
  return declare(l, c->name, c->at, NAME_COORD, v, s->coords.count, c->position) &&
         real_momentum(l, item, c);
}

// ---------------------------------------------------------------------------------------------
// rotations and rigid motions

// the body velocity of a rotation as a skew matrix: hat(omega) of a vector (n = 3), of an angle's
// rate (n = 2), or from its entries i < j
static value skew_matrix(lowering *l, const unknowns *list, int base, int n) {
  value W = value_new(l->arena, SHAPE_MATRIX, n, n);
  int k = base;
  if (!W.items)
    return W;
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      expr w;
      bool minus = false;
      if (n == 3) {  // hat(w)_12 = -w3, hat(w)_13 = w2, hat(w)_23 = -w1
        w = list->list[base + 3 - i - j].symbol;
        minus = (i + j) % 2 == 1;
      } else
        w = list->list[k++].symbol;
      W.items[i*n + j] = minus ? expr_neg(l->graph, w) : w;
      W.items[j*n + i] = minus ? w : expr_neg(l->graph, w);
    }
  return W;
}

// R' = R W for the n x n entries from positions[base]
static bool rotation_rates(lowering *l, int base, int n, const value *W) {
  unknown *R = l->system->positions.list + base;
  if (!W->items)
    return wrong_memory(l);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      expr sum = expr_zero;
      for (int k = 0; k < n; k++)
        sum = expr_add(l->graph, sum, expr_mul(l->graph, R[i*n + k].symbol, W->items[k*n + j]));
      R[i*n + j].rate = sum;
      R[i*n + j].start = i == j;
    }
  l->cost.work += (long)n*n*n;
  return true;
}

static bool push_matrix(lowering *l, const char *name, int at, int n) {
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      if (!push_unknown(l, &l->system->positions, KIND_COORD,
                        arena_print(l->arena, "%s[%d,%d]", name, i, j), at))
        return false;
  return true;
}

// the entries of a velocity or momentum: omega[1..3], or Omega[i,j] for i < j
static bool push_body(lowering *l, unknowns *list, unsigned kind, const char *name, int at, int n) {
  for (int i = 1; n == 3 && i <= 3; i++)
    if (!push_unknown(l, list, kind, arena_print(l->arena, "%s[%d]", name, i), at))
      return false;
  for (int i = 1; n != 3 && i <= n; i++)
    for (int j = i + 1; j <= n; j++)
      if (!push_unknown(l, list, kind, arena_print(l->arena, "%s[%d,%d]", name, i, j), at))
        return false;
  return true;
}

static value body_value(lowering *l, const unknowns *list, int base, int n) {
  return n == 3 ? value_of(l, list, base, 3, true, 1) : skew_matrix(l, list, base, n);
}

// the names of a rotation: one, perhaps with the range 1..3
static bool one_name(lowering *l, const tree_names *names, int n) {
  int first, last;
  if (!names->given)
    return true;
  if (names->second)
    return wrong(l, names->at, "write one name, as in velocity omega",
                 "a rotation has one body velocity, not a pair");
  if (!names->range.given)
    return true;
  if (!eval_range(l, &names->range, &first, &last))
    return false;
  return (n == 3 && first == 1 && last == 3) ||
         wrong(l, names->at, "delete the range",
               n == 3 ? "the body velocity of SO(3) has the entries 1..3"
                      : "the body velocity of SO(n) is a skew matrix");
}

static bool rotation(lowering *l, const tree_item *item, coord_item *c) {
  model_system *s = l->system;
  int n = c->size, at = item->velocity.at;
  const char *momentum = item->momentum.given ? item->momentum.first : item->velocity.first;
  if (!one_name(l, &item->velocity, n) || !one_name(l, &item->momentum, n) ||
      !push_matrix(l, c->name, c->at, n) ||
      !push_body(l, &s->velocities, KIND_VELOCITY, item->velocity.first, at, n) ||
      !push_body(l, &s->momenta, KIND_MOMENTUM, momentum, at, n))
    return false;
  c->nposition = n*n;
  c->nvelocity = n*(n - 1)/2;
  value W = skew_matrix(l, &s->velocities, c->velocity, n);
  value R = value_new(l->arena, SHAPE_MATRIX, n, n);
  for (int i = 0; R.items && i < n*n; i++)
    R.items[i] = s->positions.list[c->position + i].symbol;
  if (!rotation_rates(l, c->position, n, &W))
    return false;

  c->named_momentum = item->momentum.given;
  return declare(l, c->name, c->at, NAME_COORD, R, s->coords.count, c->position) &&
         declare(l, item->velocity.first, at, NAME_VELOCITY,
                 body_value(l, &s->velocities, c->velocity, n), -1, c->velocity) &&
         (!item->momentum.given ||
          declare(l, item->momentum.first, item->momentum.at, NAME_MOMENTUM,
                  body_value(l, &s->momenta, c->velocity, n), -1, c->velocity));
}

// x' = R v for the d positions from `base`
static void translation_rates(lowering *l, int base, int d, const value *R, int velocity) {
  model_system *s = l->system;
  for (int i = 0; i < d; i++) {
    expr sum = expr_zero;
    for (int k = 0; k < d; k++)
      sum = expr_add(
          l->graph, sum,
          expr_mul(l->graph, R->items[i*d + k], s->velocities.list[velocity + k].symbol));
    s->positions.list[base + i].rate = sum;
  }
}

// the matrix [R x; 0 1] of an element of SE(d)
static value motion_matrix(lowering *l, const value *R, int base, int d) {
  value g = value_new(l->arena, SHAPE_MATRIX, d + 1, d + 1);
  for (int i = 0; g.items && i < d; i++) {
    for (int j = 0; j < d; j++)
      g.items[i*(d + 1) + j] = R->items[i*d + j];
    g.items[i*(d + 1) + d] = l->system->positions.list[base + i].symbol;
  }
  if (g.items)
    g.items[(d + 1)*(d + 1) - 1] = expr_one;
  return g;
}

// the rotation of SE(2) from its angle, of SE(3) from its nine entries
static bool motion_rotation(lowering *l, const coord_item *c, int d, value *R) {
  model_system *s = l->system;
  *R = value_new(l->arena, SHAPE_MATRIX, d, d);
  if (!R->items)
    return wrong_memory(l);
  if (d == 3) {
    value W = skew_matrix(l, &s->velocities, c->velocity + 3, 3);
    for (int i = 0; i < 9; i++)
      R->items[i] = s->positions.list[c->position + 3 + i].symbol;
    return rotation_rates(l, c->position + 3, 3, &W);
  }
  unknown *theta = &s->positions.list[c->position + 2];
  theta->rate = s->velocities.list[c->velocity + 2].symbol;
  theta->angle = true;
  expr cosine = expr_call(l->graph, EXPR_COS, theta->symbol);
  expr sine = expr_call(l->graph, EXPR_SIN, theta->symbol);
  R->items[0] = R->items[3] = cosine;
  R->items[1] = expr_neg(l->graph, sine);
  R->items[2] = sine;
  return true;
}

// names of a pair (v, omega): v in R^d, omega a scalar (d = 2) or in R^3
static bool push_pair(lowering *l, unknowns *list, unsigned kind, const tree_names *names, int d) {
  for (int i = 1; i <= d; i++)
    if (!push_unknown(l, list, kind, arena_print(l->arena, "%s[%d]", names->first, i), names->at))
      return false;
  if (d == 2)
    return push_unknown(l, list, kind, names->second, names->second_at);
  for (int i = 1; i <= 3; i++)
    if (!push_unknown(l, list, kind, arena_print(l->arena, "%s[%d]", names->second, i),
                      names->second_at))
      return false;
  return true;
}

static bool declare_pair(lowering *l, const unknowns *list, name_kind kind, const tree_names *names,
                         int base, int d) {
  value v = value_of(l, list, base, d, true, 1);
  value omega = value_of(l, list, base + d, d == 2 ? 1 : 3, d == 3, 1);
  return declare(l, names->first, names->at, kind, v, -1, base) &&
         declare(l, names->second, names->second_at, kind, omega, -1, base + d);
}

static bool rigid_motion(lowering *l, const tree_item *item, coord_item *c) {
  model_system *s = l->system;
  int d = c->kind == COORD_SE2 ? 2 : 3;
  static const char *const fields[] = {"x", "y", "z"};
  const tree_names *momentum = item->momentum.given ? &item->momentum : &item->velocity;
  if (!item->velocity.second)
    return wrong(l, item->velocity.at, "write velocity (v, omega)",
                 "the body velocity of a rigid motion is a pair");
  if (!momentum->second)
    return wrong(l, momentum->at, "write momentum (p, mu)",
                 "the momentum of a rigid motion is a pair");
  for (int i = 0; i < 3; i++) {
    const char *field = d == 2 && i == 2 ? "theta" : fields[i];
    if (!push_unknown(l, &s->positions, KIND_COORD, arena_print(l->arena, "%s.%s", c->name, field),
                      c->at))
      return false;
  }
  if (d == 3 && !push_matrix(l, arena_print(l->arena, "%s.R", c->name), c->at, 3))
    return false;
  if (!push_pair(l, &s->velocities, KIND_VELOCITY, &item->velocity, d) ||
      !push_pair(l, &s->momenta, KIND_MOMENTUM, momentum, d))
    return false;

  c->nposition = d == 2 ? 3 : 12;
  c->nvelocity = d == 2 ? 3 : 6;
  c->named_momentum = item->momentum.given;
  value R;
  if (!motion_rotation(l, c, d, &R))
    return false;
  translation_rates(l, c->position, d, &R, c->velocity);
  value g = motion_matrix(l, &R, c->position, d);
  return declare(l, c->name, c->at, NAME_COORD, g, s->coords.count, c->position) &&
         declare_pair(l, &s->velocities, NAME_VELOCITY, &item->velocity, c->velocity, d) &&
         (!item->momentum.given ||
          declare_pair(l, &s->momenta, NAME_MOMENTUM, &item->momentum, c->velocity, d));
}

// SO(n), SE(n): the size, and what every group coordinate needs
static bool group_size(lowering *l, const tree_item *item, coord_item *c) {
  bool rotations = item->kind == TREE_SO;
  if (!eval_integer(l, item->kind_size, "the size of a group", &c->size))
    return false;
  if (item->range.given)
    return wrong(l, item->at, "declare several coordinates",
                 "there are no families of rotations or rigid motions");
  if (rotations && c->size == 2)
    return wrong(l, item->kind_at, "declare it as `: angle`", "SO(2) is an angle");
  if (rotations && (c->size < 3 || c->size > value_largest))
    return wrong(l, item->kind_at, "the rotations of space are SO(3)", "SO(n) needs n from 3 to %d",
                 value_largest);
  if (!rotations && c->size != 2 && c->size != 3)
    return wrong(l, item->kind_at, "write SE(2) for the plane, SE(3) for space",
                 "SE(n) is SE(2) or SE(3)");
  if (!item->velocity.given)
    return wrong(l, item->at, rotations ? "write velocity omega" : "write velocity (v, omega)",
                 "`%s` must name its body velocity", item->name);
  c->kind = rotations ? COORD_SO : c->size == 2 ? COORD_SE2 : COORD_SE3;
  return true;
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
  if (!names_free(l, item->name, item->at, NULL) || (!real && !group_size(l, item, &c)))
    return false;
  if (!eval_charge(l, item->at) || (!real && !too_many(l, item, c.size*c.size)))
    return false;
  if (!(real                 ? real_coordinate(l, item, &c)
        : c.kind == COORD_SO ? rotation(l, item, &c)
                             : rigid_motion(l, item, &c)))
    return false;
  return ARRAY_PUSH(l->arena, s->coords, c) || wrong_memory(l);
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
    int first, last, base = list->count;
    if (!names_free(l, item->name, item->at, NULL) || !item_range(l, item, &first, &last) ||
        !eval_charge(l, item->at) ||
        !push_family(l, list, states ? KIND_STATE : KIND_ALGEBRAIC, item, first, last, ""))
      return false;
    value v = value_of(l, list, base, list->count - base, item->range.given, first);
    if (!declare(l, item->name, item->at, states ? NAME_STATE : NAME_ALGEBRAIC, v, -1, base))
      return false;
  }
  return true;
}
